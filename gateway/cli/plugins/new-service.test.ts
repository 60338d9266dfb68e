import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotFound } from '../../../test/support/find-server.ts';
import { startWritten, writeService } from '../../../test/support/new-service.ts';
import { checkPlugin } from '../../../test/support/npm-plugin.ts';
import { TEST_SECRET } from '../../../test/support/service.ts';
import { describeWith } from '../../../test/support/suites.ts';
import { newService } from './new-service.ts';

/** The lines of a starter before its protocol, without blank lines, comments and imports. */
const ownLines = (text: string) =>
  (text.split('What follows')[0] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(#|\/\/|"""|import|from|\)|package|\t")/.test(line));

describe('npm run plugin -- new', () => {
  it('refuses a name of another form, and a language without a starter', () => {
    expect(() => newService('.', 'My Service', 'python')).toThrow(/is not a name/);
    expect(() => newService('.', 'acme', 'cobol')).toThrow(
      'There is no starter in "cobol". There are python, go, node.',
    );
  });

  it.each(['python', 'go', 'node'])(
    'writes a plugin and a service in %s, whose own part has at most 20 lines',
    (language) => {
      const { folder, printed } = writeService('far-away', language);
      expect(printed).toContain('Wrote far-away/plugin.ts');
      const [plugin, service = ''] = readdirSync(folder).toSorted();
      expect(plugin).toBe('plugin.ts');
      const text = readFileSync(join(folder, service), 'utf8');
      expect(text).toContain('/api/far-away/lean-mass');
      expect(text).not.toContain('my-service');
      expect(readFileSync(join(folder, 'plugin.ts'), 'utf8')).toContain('FAR_AWAY_URLS');
      expect(ownLines(text).length).toBeLessThanOrEqual(20);
    },
  );
});

const started = (language: string, program: string) => async () => {
  if (spawnSync(program, ['--version']).status !== 0) throw new NotFound(`no ${program} on PATH`);
  const { folder } = writeService('far-away', language);
  const file = readdirSync(folder).find((name) => name.startsWith('service.')) ?? '';
  return { folder, service: await startWritten(program, join(folder, file)) };
};

for (const [language, program] of [['python', 'python3'] as const, ['node', process.execPath] as const]) {
  describeWith(`a new service in ${language}`, started(language, program), ({ folder, service }) => {
    it('passes every check, unsigned calls get 401, and it stops when asked', async () => {
      expect(await checkPlugin([folder, service.baseUrl], { SERVICE_SECRET: TEST_SECRET })).toMatch(
        /^far-away at http.*\nok {4}\/healthz {2}1 check\nok .*\/lean-mass .*\n$/,
      );
      const body = '{"weight":80,"body_fat":25}';
      const unsigned = await fetch(`${service.baseUrl}/api/far-away/lean-mass`, { method: 'POST', body });
      expect(unsigned.status).toBe(401);
      await unsigned.text();
      expect(await service.stop()).toBe(0);
    });
  });
}
