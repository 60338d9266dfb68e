import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigurationError, environmentWithFile, readConfig } from './config.ts';
import { VARIABLES, type Variable } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitalgate-config-'));

function mistakes(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.mistakes;
    throw error;
  }
}

it('has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    BASE_URL: null,
    PLUGINS: [],
    LOG_LEVEL: 'info',
  });
});

it('tells every mistake at once, with what it got and what is allowed', () => {
  expect(mistakes({ PORT: '80a', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x' })).toEqual([
    'PORT: got "80a"; allowed: a whole number from 0 to 65535; 0 takes any free port',
    'BASE_URL: got "ftp://x"; allowed: an http or https address without query, such as https://api.example.com',
    'LOG_LEVEL: got "loud"; allowed: fatal, error, warn, info, debug, trace, silent',
  ]);
});

it.each(['65536', '-1', '8080.5', ' 8080', '0x50'])('refuses the port %j', (PORT) => {
  expect(mistakes({ PORT })).toHaveLength(1);
});

it('takes an empty variable as not set', () => {
  expect(readConfig({ PORT: '' }).PORT).toBe(8080);
});

it('reads lists and takes the slash off the base address', () => {
  const config = readConfig({ PLUGINS: ' ./a , b,', BASE_URL: 'https://api.example.com/' });
  expect(config.PLUGINS).toEqual(['./a', 'b']);
  expect(config.BASE_URL).toBe('https://api.example.com');
});

it('is frozen', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

it('lets the process environment win over the file', () => {
  const file = join(folder, '.env');
  writeFileSync(file, 'PORT=9001\nLOG_LEVEL="warn"\n');
  expect(readConfig(environmentWithFile({ PORT: '9002' }, file))).toMatchObject({ PORT: 9002, LOG_LEVEL: 'warn' });
  expect(environmentWithFile({ PORT: '9002' }, join(folder, 'absent'))).toEqual({ PORT: '9002' });
});

it('is documented variable by variable', () => {
  const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const expected = Object.entries<Variable>(VARIABLES).map(([name, { fallback, allowed, about }]) => {
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${allowed} | ${about} |`;
  });
  expect(rows).toEqual(expected);
});
