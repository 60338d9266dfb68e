import type { RunningRow } from './row.ts';

/** What a load calls: one URL, with headers that take turns, by POST where there is a body. */
export type LoadTarget = Pick<RunningRow, 'url' | 'headers' | 'body'>;

/** The URL, parsed. @throws when it is not on this machine */
export function loopbackUrl({ url }: LoadTarget): URL {
  const parsed = new URL(url);
  if (parsed.hostname !== '127.0.0.1') throw new Error(`load goes to loopback only, not to ${url}`);
  return parsed;
}
