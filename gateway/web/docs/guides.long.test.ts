import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { marked, type Token } from 'marked';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from '../../../test/support/gateway.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (page: string) => readFileSync(join(ROOT, 'docs', page), 'utf8');
const pages = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));

/** A block of shell commands, and the JSON right below it on the page. */
interface Commands {
  readonly text: string;
  readonly answer: unknown;
}

function commandsOf(page: string): Commands[] {
  const tokens = marked.lexer(read(page)).filter(({ type }) => type !== 'space');
  const code = (token: Token | undefined, language: string): string | undefined =>
    token?.type === 'code' && token.lang === language ? String(token.text) : undefined;
  return tokens.flatMap((token, at) => {
    const text = code(token, 'sh');
    const answer = code(tokens[at + 1], 'json');
    return text === undefined ? [] : [{ text, answer: answer === undefined ? undefined : JSON.parse(answer) }];
  });
}

/** Writes the files of a page into a folder. Each file follows a line that ends with its name. */
function writeFiles(page: string, folder: string): void {
  for (const [, name = '', text = ''] of read(page).matchAll(/`([\w./-]+)`:\n\n```\w+\n(.*?)```/gs)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Whether the shell finds a command, either a program or a builtin. */
const isInstalled = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

let gateway: RunningGateway;
let environment: Record<string, string>;
beforeAll(async () => {
  const folder = temporaryFolder('guides');
  writeFiles('plugins.md', folder);
  const acme = join(folder, 'acme');
  gateway = await startGateway({ env: { PLUGINS: acme } });
  environment = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATA_DIR: gateway.dataDir,
    BASE: gateway.baseUrl,
    KEY: gateway.key,
    ACME: acme,
    FAR: join(folder, 'far'),
    BACKUP: join(folder, 'backup.sqlite'),
  };
  const made = await run('npm run --silent cli -- key create Vitalgate --json');
  environment.ID = JSON.parse(made).id;
});
afterAll(() => gateway.stop());

/** Runs commands as a reader would paste them, and returns their output. @throws if a command fails */
async function run(commands: string): Promise<string> {
  const script = `set -e\n${commands}`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env: environment });
  return stdout;
}

/** An answer as the pages show it: from a gateway at its default address, with a fixed request id. */
function asShown(printed: string): unknown {
  const answer: Record<string, unknown> = JSON.parse(printed.replaceAll(gateway.baseUrl, 'http://127.0.0.1:8080'));
  return 'request_id' in answer ? { ...answer, request_id: '8f2c41d09be7a365-4k' } : answer;
}

describe.each(pages.filter((page) => commandsOf(page).length > 0))('the commands of %s', (page) => {
  for (const { text, answer } of commandsOf(page)) {
    it.skipIf(!isInstalled(text.split(' ', 1)[0] ?? ''))(`work: ${text.split('\n', 1)[0]}`, async () => {
      const printed = await run(text);
      if (answer !== undefined) expect(asShown(printed)).toEqual(answer);
      else if (text.startsWith('curl')) expect(JSON.parse(printed)).not.toHaveProperty('code');
    });
  }
});

describe('the example of plugins.md', () => {
  it('is in the reference of a gateway that loads it', async () => {
    const document: unknown = await (await fetch(`${gateway.baseUrl}/openapi.json`)).json();
    expect(document).toHaveProperty(['paths', '/api/acme/fat-mass', 'get']);
  });
});
