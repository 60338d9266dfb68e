import { startGateway } from '../test/support/gateway.ts';
import { createClients } from './clients.ts';
import { pinnedToServerCore } from './cores.ts';
import { cpuTime } from './cpu-time.ts';
import { residentMemory } from './memory.ts';
import type { PacedLoad } from './open-loop/open-loop.ts';
import { tdeePath } from './tdee-call.ts';
import type { Load } from './wrk.ts';

/** Numbers of clients that call one after the other. */
const CLIENTS = [1_000, 5_000, 20_000, 50_000];

/** What a call costs with many clients. */
export interface Scale {
  readonly clients: number;
  /** CPU microseconds of the first call of a client. */
  readonly first: number;
  /** CPU microseconds of a later call, all clients calling in turn. */
  readonly inTurn: number;
  /** Resident memory in bytes after the load. */
  readonly memory: number;
}

/** Measures the embedded gateway with growing numbers of clients. */
export async function measureScale(loads: { readonly full: Load; readonly paced: PacedLoad }): Promise<Scale[]> {
  const measured: Scale[] = [];
  for (const clients of CLIENTS) measured.push(await measureClients(clients, loads));
  return measured;
}

export async function measureClients(
  clients: number,
  { full, paced }: { readonly full: Load; readonly paced: PacedLoad },
): Promise<Scale> {
  const { baseUrl, dataDir, key, pid, stop } = await startGateway({ prefix: pinnedToServerCore });
  try {
    const url = `${baseUrl}${tdeePath('/api/v1/tdee')}`;
    const keys = await createClients({ dataDir }, clients);
    // Compiles the code with one client.
    await full({ url, headers: [{ 'X-API-Key': key }] }, 3);
    const headers = keys.map((text) => ({ 'X-API-Key': text }));
    const before = cpuTime([pid]);
    await paced({ url, headers }, { calls: clients, interval: 0 });
    const first = (cpuTime([pid]) - before) / clients;
    // Once around at least, so that every client is in its place.
    await full({ url, headers }, 5);
    const start = cpuTime([pid]);
    const { calls, refused, broken } = await full({ url, headers }, 10);
    if (refused + broken > 0) throw new Error(`${refused} refusals, ${broken} calls broke off`);
    return { clients, first, inTurn: (cpuTime([pid]) - start) / calls, memory: residentMemory([pid]) };
  } finally {
    await stop();
  }
}
