import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import { RELEASE_MS } from '../model/leases.ts';
import { clientOfSequence, leasesKey, sequenceKey } from './keys.ts';
import { readOpenLease } from './records.ts';

/** Keys that Redis looks at per page, a fraction of a millisecond, and the pause after each page. */
const KEYS_A_PAGE = 1_000;
const PAUSE_MS = 2;

/** More digits than a sequence has. The answer to the command follows it. */
const DIGITS = 20;

/** A client that a process served. */
export interface ServedClient {
  readonly client: string;
  /** The last command that the process sent for it; 0 if only a journal of the process did. */
  readonly sequence: number;
  /** Whether the process holds a lease of the client, so that it may have admitted calls that are not counted yet. */
  readonly leased: boolean;
}

/**
 * Finds the clients for which a process sent commands after `sequence`, by the sequences that Redis keeps for a day;
 * those whose lease it holds; and those that its journals name. Redis looks at all its keys for that, a page at a time.
 *
 * @param process name of the process; the names of its journals begin with it
 * @param now milliseconds since 1970
 */
export async function* servedClients(
  redis: Redis | Cluster,
  process: string,
  sequence: number,
  now: number,
): AsyncGenerator<readonly ServedClient[]> {
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    let cursor = '0';
    do {
      const [next, keys] = await node.scan(cursor, 'MATCH', `${sequenceKey('*', process)}*`, 'COUNT', KEYS_A_PAGE);
      cursor = next;
      const found: ServedClient[] = [];
      for (const served of await Promise.all(keys.map((key) => read(node, key, process, now)))) {
        if (served.isJournal || served.leased || served.sequence > sequence) found.push(served);
      }
      if (found.length > 0) yield found;
      await sleep(PAUSE_MS);
    } while (cursor !== '0');
  }
}

/** Reads a client's last command and lease. A journal has sequences of its own. */
async function read(
  node: Redis,
  key: string,
  process: string,
  now: number,
): Promise<ServedClient & { readonly isJournal: boolean }> {
  const client = clientOfSequence(key);
  if (key !== sequenceKey(client, process)) return { client, sequence: 0, leased: false, isJournal: true };
  const [last, lease] = await Promise.all([node.getrange(key, 0, DIGITS), node.hget(leasesKey(client), process)]);
  const leased = lease !== null && now <= readOpenLease(`${process} ${lease}`).lease.seen + RELEASE_MS;
  return { client, sequence: Number.parseInt(last, 10) || 0, leased, isJournal: false };
}
