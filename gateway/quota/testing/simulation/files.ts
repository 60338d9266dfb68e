import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { InstallationDamaged } from '../../../values/installation-damaged.ts';
import { TakenOver } from '../../../values/taken-over.ts';
import { journalFolder } from '../../embedded/counter-journal.ts';
import { EmbeddedStore } from '../../embedded/embedded.ts';
import { segmentPaths } from '../../journal/segments.ts';
import { Caller, RESULT } from '../contract/caller.ts';
import { Violation } from './ledger.ts';
import { Random } from './random.ts';

const CLIENTS = ['client-a', 'client-b'] as const;
const STEPS = 40;

/** Mistakes that a process may make with its files. */
export type FileMistake = 'writes without its lock';

/** One process: its store, and a caller per client. */
interface Life {
  readonly store: EmbeddedStore;
  readonly callers: ReadonlyMap<string, Caller>;
}

/**
 * Runs one random schedule of calls, restarts, stale locks and bit rot on real files. After each fault the counters
 * equal the answered calls, or the start is refused by name.
 *
 * @throws Violation naming the seed
 */
export async function simulateFiles(seed: number, mistake: FileMistake | null = null): Promise<void> {
  const random = new Random(seed);
  const folder = temporaryFolder('files');
  const path = join(folder, 'counters.sqlite');
  const answered = new Map<string, number>(CLIENTS.map((client) => [client, 0]));
  const lock = { owner: 0 };
  let life = await begin(path, lock, mistake);
  for (let step = 0; step < STEPS; step += 1) {
    const client = random.pick(CLIENTS);
    const fault = random.below(20);
    if (fault < 14) await call(life, client, answered);
    else if (fault === 14) await life.callers.get(client)?.snapshot();
    else if (fault === 15) {
      await life.store.close();
      life = await begin(path, lock, mistake);
    } else if (fault < 18) {
      // The lock file of the old process is gone, and it does not know yet.
      const old = life;
      life = await begin(path, lock, mistake);
      await call(old, client, answered);
      await old.store.close();
      await check(life, answered, seed);
    } else await rot(path, join(folder, `copy-${step}.sqlite`), { random, answered, seed });
  }
  await check(life, answered, seed);
  await life.store.close();
  rmSync(folder, { recursive: true });
}

async function begin(path: string, lock: { owner: number }, mistake: FileMistake | null): Promise<Life> {
  lock.owner += 1;
  const start = lock.owner;
  const mayWrite = () => {
    if (lock.owner !== start && mistake === null) throw new TakenOver('lock.sqlite was removed');
  };
  const owner = { installation: 'here', start, mayWrite, stopping: async () => {} };
  const store = new EmbeddedStore({ path, owner, segmentBytes: 700 });
  const callers = CLIENTS.map(async (client) => [client, await new Caller(store, client).begin()] as const);
  return { store, callers: new Map(await Promise.all(callers)) };
}

async function call({ callers }: Life, client: string, answered: Map<string, number>): Promise<void> {
  const verdicts = await callers.get(client)?.verdicts([RESULT]).catch(refused);
  if (verdicts !== undefined) answered.set(client, (answered.get(client) ?? 0) + verdicts.length);
}

function refused(error: unknown): undefined {
  if (!(error instanceof TakenOver)) throw error;
}

/** Changes one bit of a segment in a copy of the files, and starts from it. */
async function rot(
  path: string,
  copy: string,
  { random, answered, seed }: { random: Random; answered: Map<string, number>; seed: number },
): Promise<void> {
  const db = new DatabaseSync(path);
  db.prepare('VACUUM INTO ?').run(copy);
  db.close();
  cpSync(journalFolder(path), journalFolder(copy), { recursive: true });
  const segment = segmentPaths(journalFolder(copy))[0];
  if (segment !== undefined) {
    const bytes = readFileSync(segment);
    if (bytes.length > 0) {
      const at = random.below(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at);
      writeFileSync(segment, bytes);
    }
  }
  try {
    const life = await begin(copy, { owner: 1_000 }, null);
    await check(life, answered, seed);
    await life.store.close();
  } catch (error) {
    if (!(error instanceof InstallationDamaged)) throw error;
  }
}

async function check({ callers }: Life, answered: ReadonlyMap<string, number>, seed: number): Promise<void> {
  for (const [client, caller] of callers) {
    const used = await caller.used();
    if (used === answered.get(client)) continue;
    throw new Violation(`seed ${seed}: ${client} has ${used} units for ${answered.get(client)} answered calls`);
  }
}
