import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startWritten, writeService } from '../../../test/support/new-service.ts';
import { checkPlugin } from '../../../test/support/npm-plugin.ts';
import { TEST_SECRET } from '../../../test/support/service.ts';

const hasGo = spawnSync('go', ['version']).status === 0;

it(
  hasGo ? 'a new service in Go passes every check' : 'NOT RUN: a new service in Go, because no go is on PATH',
  async () => {
    if (!hasGo) return;
    const { folder } = writeService('far-away', 'go');
    const program = join(folder, 'service');
    execFileSync('go', ['build', '-o', program, 'service.go'], { cwd: folder });
    const service = await startWritten(program);
    expect(await checkPlugin([folder, service.baseUrl], { SERVICE_SECRET: TEST_SECRET })).toMatch(
      /^far-away at http.*\nok {4}\/healthz {2}1 check\nok .*\/lean-mass .*\n$/,
    );
    expect(await service.stop()).toBe(0);
  },
);
