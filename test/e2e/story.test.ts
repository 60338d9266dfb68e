import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { marked, type Token } from 'marked';
import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { describeWithPostgres, describeWithRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A block of commands, and the output that the page shows below it. */
interface Step {
  readonly commands: string;
  readonly shown: string;
}

function stepsOf(page: string): Step[] {
  const tokens = marked.lexer(readFileSync(page, 'utf8')).filter(({ type }) => type !== 'space');
  const code = (token: Token | undefined, language: string): string | undefined =>
    token?.type === 'code' && token.lang === language ? String(token.text) : undefined;
  return tokens.flatMap((token, at) => {
    const commands = code(token, 'bash');
    return commands === undefined ? [] : [{ commands, shown: code(tokens[at + 1], 'text') ?? '' }];
  });
}

const MARK = '--- next step ---';

/** Runs the whole page in one shell, as a reader would, against a newly started gateway. */
async function enqueueMail(env: Record<string, string>): Promise<void> {
  const gateway = await startGateway({ env });
  try {
    const link = /\/set-password#([0-9A-Za-z]+)/.exec(gateway.output())?.[1] ?? '';
    const steps = stepsOf('docs/accounts.md');
    expect(steps.length).toBeGreaterThan(8);
    const script = ['set -e', ...steps.flatMap(({ commands }) => [commands, `echo "${MARK}"`])].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      cwd: temporaryFolder('story'),
      env: { PATH: process.env.PATH ?? '', BASE: gateway.baseUrl, DATA_DIR: gateway.dataDir, LINK: link },
    });
    const printed = stdout.split(`${MARK}\n`).map((text) => text.trim());
    expect(printed.slice(0, -1)).toEqual(steps.map(({ shown }) => shown));
    expect(gateway.output()).not.toContain('"level":50');
  } finally {
    await gateway.stop();
  }
}

it('the story of docs/accounts.md is true of one process', () => enqueueMail({}));

describeWithPostgres('the story of docs/accounts.md', (postgres) => {
  describeWithRedis('with Redis and PostgreSQL', (redis) => {
    it(
      'is true of two processes',
      () => enqueueMail({ WORKERS: '2', DATABASE_URL: postgres.url, REDIS_URL: redis.url }),
      60_000,
    );
  });
});
