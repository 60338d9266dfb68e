import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECOVER, run as runProgram } from '../support/command-line.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { TDEE } from '../support/in-process-gateway.ts';
import { startLoad } from '../support/load.ts';
import { describeWithOwnRedis } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 1_000;
const env = { LOG_LEVEL: 'warn' };

/** An installation whose only client has {@link QUOTA} units a month, after `calls` calls. */
async function used(calls: number): Promise<{ readonly gateway: RunningGateway; readonly key: string }> {
  const gateway = await startGateway({ env });
  const { key, dataDir } = gateway;
  expect((await runProgram(['plan', 'set', 'Vitalgate', 'local', '--quota', String(QUOTA)], dataDir)).code).toBe(0);
  // The new limits arrive within a second.
  await waitUntil('the quota', async () => ((await left(gateway, key)) === QUOTA ? true : undefined));
  await call(gateway, key, calls);
  return { gateway, key };
}

async function call({ baseUrl }: RunningGateway, key: string, calls: number): Promise<void> {
  for (let count = 0; count < calls; count += 1) {
    expect((await fetch(baseUrl + TDEE, { headers: { 'X-API-Key': key } })).status).toBe(200);
  }
}

/** The rest of the month according to the headers. The request itself is free. */
async function left({ baseUrl }: RunningGateway, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1/nothing`, { headers: { 'X-API-Key': key } });
  return Number(/"month";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
}

async function killed(gateway: RunningGateway): Promise<void> {
  gateway.kill('SIGKILL');
  await gateway.exited;
}

/** The output of a start that must fail without a stack trace. */
async function refusal(dataDir: string): Promise<string> {
  const { code, output } = await runProgram(null, dataDir);
  expect(code).toBe(2);
  expect(output).not.toMatch(/^\s+at /m);
  expect(output).not.toContain('vg_live');
  return output;
}

/** Runs a recovery twice: the dry run changes nothing, the second one works. Returns the output of the first. */
async function recover(part: string, dataDir: string): Promise<string> {
  const before = namesIn(dataDir);
  const dry = await runProgram([...RECOVER, part], dataDir);
  expect(dry.output).toContain('Nothing was changed');
  expect(dry.code).toBe(0);
  expect(namesIn(dataDir)).toEqual(before);
  const applied = await runProgram([...RECOVER, part, '--apply', 'yes'], dataDir);
  expect(applied.output).toContain('Done.');
  expect(applied.code).toBe(0);
  return dry.output;
}

/** Without the logs that SQLite merges into a file when it is opened. */
function namesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }).map(String);
  return names.filter((name) => !/-(wal|shm)$/.test(name)).toSorted();
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
  writeFileSync(path, bytes);
}

function segmentOf(dataDir: string): string {
  const folder = join(dataDir, 'counters.journal');
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.journal'));
  return join(folder, name ?? 'no segment');
}

/** Starts it again and returns what is left of the quota. */
async function leftAfterStart(dataDir: string, key: string): Promise<number> {
  const gateway = await startGateway({ dataDir, env });
  try {
    return await left(gateway, key);
  } finally {
    await gateway.stop();
  }
}

describe('a damaged file refuses the start by name, and its remedy works', () => {
  it('a changed byte in a journal segment', async () => {
    const { gateway, key } = await used(20);
    await killed(gateway);
    const segment = segmentOf(gateway.dataDir);
    flip(segment, Math.floor(readFileSync(segment).length / 2));
    const said = await refusal(gateway.dataDir);
    expect(said).toContain(segment);
    expect(said).toMatch(/byte \d+/);
    expect(said).toContain('npm run cli -- recover journal');
    expect(await recover('journal', gateway.dataDir)).toMatch(/Lost at most|Lost:/);
    // Later records repeat the counters, so the damaged one costs nothing here.
    expect(await leftAfterStart(gateway.dataDir, key)).toBe(QUOTA - 20);
  });

  it('a changed byte in the log of the records', async () => {
    const { gateway } = await used(5);
    await killed(gateway);
    const wal = join(gateway.dataDir, 'records.sqlite-wal');
    flip(wal, Math.floor(readFileSync(wal).length / 2));
    const said = await refusal(gateway.dataDir);
    expect(said).toContain(wal);
    expect(said).toContain('npm run cli -- recover records');
    // No other command may open them either: SQLite would drop the damaged part.
    const before = readFileSync(wal);
    const listed = await runProgram(['plan', 'list'], gateway.dataDir);
    expect(listed).toMatchObject({ code: 1, output: expect.stringContaining(wal) });
    expect(readFileSync(wal)).toEqual(before);
    expect(await recover('records', gateway.dataDir)).toMatch(/Lost at most|Lost:/);
    // The damage is before the first key: what is left is an empty installation, which gets a new one.
    const gateway2 = await startGateway({ dataDir: gateway.dataDir, env });
    await gateway2.stop();
  });

  it('a records file that is no database', async () => {
    const { gateway } = await used(5);
    await gateway.stop();
    writeFileSync(join(gateway.dataDir, 'records.sqlite'), 'x'.repeat(5_000));
    expect(await refusal(gateway.dataDir)).toContain(join(gateway.dataDir, 'records.sqlite'));
  });

  it('a records file that is missing beside counters', async () => {
    const { gateway } = await used(5);
    await gateway.stop();
    rmSync(join(gateway.dataDir, 'records.sqlite'));
    const said = await refusal(gateway.dataDir);
    expect(said).toMatch(/records\.sqlite is missing/);
    expect(existsSync(join(gateway.dataDir, 'records.sqlite'))).toBe(false);
  });

  it.each([
    ['corrupt', (file: string) => writeFileSync(file, 'x'.repeat(5_000))],
    ['missing', (file: string) => rmSync(file)],
  ])('a counter file that is %s', async (_how, damage) => {
    const { gateway, key } = await used(20);
    await gateway.stop();
    damage(join(gateway.dataDir, 'counters.sqlite'));
    const said = await refusal(gateway.dataDir);
    expect(said).toContain('counters.sqlite');
    expect(said).toContain('npm run cli -- recover counters');
    await recover('counters', gateway.dataDir);
    expect(await leftAfterStart(gateway.dataDir, key)).toBe(QUOTA - 20);
  });

  it('a counter file that is missing after a kill: the journal has the calls', async () => {
    const { gateway, key } = await used(20);
    await killed(gateway);
    for (const end of ['', '-wal', '-shm']) rmSync(join(gateway.dataDir, `counters.sqlite${end}`), { force: true });
    expect(await refusal(gateway.dataDir)).toContain('npm run cli -- recover counters');
    await recover('counters', gateway.dataDir);
    expect(await leftAfterStart(gateway.dataDir, key)).toBe(QUOTA - 20);
  });

  it('a journal folder that is missing after a kill', async () => {
    const { gateway, key } = await used(20);
    await killed(gateway);
    rmSync(join(gateway.dataDir, 'counters.journal'), { recursive: true });
    const said = await refusal(gateway.dataDir);
    expect(said).toContain('counters.journal');
    expect(said).toContain('npm run cli -- recover journal');
    const { output } = await runProgram([...RECOVER, 'journal', '--apply', 'yes'], gateway.dataDir);
    expect(output).toContain('Lost at most');
    expect(await leftAfterStart(gateway.dataDir, key)).toBeGreaterThanOrEqual(QUOTA - 20);
  });

  it('an older copy of the counters', async () => {
    const { gateway, key } = await used(5);
    await gateway.stop();
    const file = join(gateway.dataDir, 'counters.sqlite');
    const copy = join(temporaryFolder('copy'), 'counters.sqlite');
    cpSync(file, copy);
    const second = await startGateway({ dataDir: gateway.dataDir, env });
    await call(second, key, 10);
    await second.stop();
    cpSync(copy, file);
    const said = await refusal(gateway.dataDir);
    expect(said).toContain('counters.sqlite');
    expect(said).toContain('npm run cli -- recover counters');
    await recover('counters', gateway.dataDir);
    expect(await leftAfterStart(gateway.dataDir, key)).toBe(QUOTA - 15);
  });

  it('an older copy of the records', async () => {
    const { gateway, key } = await used(5);
    await gateway.stop();
    const file = join(gateway.dataDir, 'records.sqlite');
    const copy = join(temporaryFolder('copy'), 'records.sqlite');
    cpSync(file, copy);
    const second = await startGateway({ dataDir: gateway.dataDir, env });
    await call(second, key, 10);
    await second.stop();
    cpSync(copy, file);
    const said = await refusal(gateway.dataDir);
    expect(said).toContain('records.sqlite');
    expect(said).toContain('npm run cli -- recover records');
    await recover('records', gateway.dataDir);
    expect(await leftAfterStart(gateway.dataDir, key)).toBe(QUOTA - 15);
  });

  it('the records of another installation', async () => {
    const [one, other] = [await used(5), await used(1)];
    await one.gateway.stop();
    await other.gateway.stop();
    cpSync(join(other.gateway.dataDir, 'records.sqlite'), join(one.gateway.dataDir, 'records.sqlite'));
    expect(await refusal(one.gateway.dataDir)).toMatch(/another installation/);
  });
});

describe('a deleted lock file', () => {
  it('lets a second gateway take over: no call is lost or counted twice, and the first one ends', async () => {
    const { gateway: first, key } = await used(0);
    const { dataDir } = first;
    let address = first.baseUrl;
    const load = startLoad(
      () => address + TDEE,
      () => ({ 'X-API-Key': key }),
      4,
      5,
    );
    const answeredAtLeast = (calls: number) =>
      waitUntil(`${calls} answered calls`, () => ((load.answered.get(200) ?? 0) >= calls ? true : undefined));
    await answeredAtLeast(50);
    rmSync(join(dataDir, 'lock.sqlite'));
    const second = await startGateway({ dataDir, env });
    expect(await first.exited).toBe(1);
    expect(first.output()).toContain('lock.sqlite');
    address = second.baseUrl;
    await answeredAtLeast((load.answered.get(200) ?? 0) + 50);
    await load.stop();
    const answered = load.answered.get(200) ?? 0;
    const counted = QUOTA - (await left(second, key));
    expect(counted).toBeGreaterThanOrEqual(answered);
    // The first one ended while calls ran, as if it had been killed.
    expect(counted).toBeLessThanOrEqual(answered + load.broken());
    expect([...load.answered.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await second.stop();
  });
});

it('a folder copied as a whole starts as before', async () => {
  const { gateway, key } = await used(7);
  await gateway.stop();
  const dataDir = join(temporaryFolder('moved'), 'data');
  cpSync(gateway.dataDir, dataDir, { recursive: true });
  expect(await leftAfterStart(dataDir, key)).toBe(QUOTA - 7);
});

describeWithOwnRedis('with counters in Redis', ({ url }) => {
  const redis = { ...env, REDIS_URL: url };

  it('refuses the Redis of another installation, and goes on after the recovery', async () => {
    const one = await startGateway({ env: redis });
    await one.stop();
    const other = await startGateway({ env });
    const { dataDir, key } = other;
    await other.stop();
    const refused = await runProgram(null, dataDir, redis);
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining('npm run cli -- recover redis') });
    expect(refused.output).not.toMatch(/^\s+at /m);
    expect((await runProgram([...RECOVER, 'redis', '--apply', 'yes'], dataDir, redis)).code).toBe(0);
    const again = await startGateway({ dataDir, env: redis });
    await call(again, key, 1);
    await again.stop();
  });

  it('refuses a removed folder of journals, and a damaged journal of leases', async () => {
    const own = { ...env, REDIS_URL: `${url}/1` };
    const gateway = await startGateway({ env: own });
    const { dataDir, key } = gateway;
    await call(gateway, key, 30);
    await killed(gateway);
    const journals = join(dataDir, 'journals');
    const [segment = ''] = readdirSync(journals, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.journal'));
    if (segment !== '') {
      flip(join(journals, segment), 30);
      const said = await runProgram(null, dataDir, own);
      expect(said).toMatchObject({ code: 2, output: expect.stringContaining(segment) });
      expect((await runProgram([...RECOVER, 'journal', '--apply', 'yes'], dataDir, own)).code).toBe(0);
      await (await startGateway({ dataDir, env: own })).stop();
    }
    rmSync(journals, { recursive: true });
    const said = await runProgram(null, dataDir, own);
    expect(said).toMatchObject({ code: 2, output: expect.stringContaining('npm run cli -- recover journal') });
    expect((await runProgram([...RECOVER, 'journal', '--apply', 'yes'], dataDir, own)).code).toBe(0);
    await (await startGateway({ dataDir, env: own })).stop();
  });
});
