import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type RunningGateway, startGateway } from './gateway.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Prints the output of a gateway's first start in a folder, and ends on request. */
const standIn = `
  import { createServer } from 'node:http';
  import { existsSync, writeFileSync } from 'node:fs';
  const marker = process.env.DATA_DIR + '/known';
  const server = createServer((req, res) => res.end(JSON.stringify(process.env)));
  server.listen(Number(process.env.PORT), '127.0.0.1', () => {
    const base = 'http://127.0.0.1:' + server.address().port;
    if (!existsSync(marker)) console.log("  curl " + base + "/x -H 'X-API-Key: vg_live_abc123'");
    writeFileSync(marker, '');
    console.log('listening on ' + base);
  });
  process.on('SIGTERM', () => { console.log('bye'); server.close(() => process.exit(0)); server.closeAllConnections(); });
`;

let gateway: RunningGateway | undefined;

afterEach(async () => {
  gateway?.kill();
  await gateway?.exited;
  gateway = undefined;
});

function entryOf(source: string): string {
  const file = join(temporaryFolder('entry'), 'main.mjs');
  writeFileSync(file, source);
  return file;
}

describe('a gateway of a test', () => {
  it('answers, and prints the key of its first start', async () => {
    gateway = await startGateway({ entry: entryOf(standIn) });
    expect((await fetch(gateway.baseUrl)).status).toBe(200);
    expect(gateway.key).toBe('vg_live_abc123');
    expect(gateway.curl).toBe(`curl ${gateway.baseUrl}/x -H 'X-API-Key: vg_live_abc123'`);
  });

  it('inherits only PATH from our environment, besides the given variables', async () => {
    gateway = await startGateway({ entry: entryOf(standIn), env: { REDIS_URL: 'redis://localhost' } });
    const environment = (await (await fetch(gateway.baseUrl)).json()) as Record<string, string>;
    const { PWD, OLDPWD, SHLVL, _, ...given } = environment;
    expect(Object.keys(given).sort()).toEqual(['ADMIN_PORT', 'DATA_DIR', 'PATH', 'PORT', 'REDIS_URL']);
  });

  it('ends cleanly when stopped, and by the signal when killed; a later start finds its folder and port', async () => {
    const entry = entryOf(standIn);
    const first = await startGateway({ entry });
    expect(await first.stop()).toBe(0);
    expect(first.output()).toContain('bye');

    gateway = await startGateway({ entry, dataDir: first.dataDir, port: first.port });
    expect(gateway.baseUrl).toBe(first.baseUrl);
    expect(gateway.curl).toBeUndefined();
    gateway.kill();
    expect(await gateway.exited).toBe(128 + 9);
  });

  it('shows the output of a gateway that does not start', async () => {
    const refusal = startGateway({ entry: entryOf(`console.error('PORT: allowed: a number'); process.exit(1);`) });
    await expect(refusal).rejects.toThrow('PORT: allowed: a number');
  });
});
