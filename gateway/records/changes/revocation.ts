import type { ChangeKind } from '../tables.ts';

/** The end of a key, or of all keys of a client, as recorded in `changes`. */
export interface Revocation {
  /** The row of `changes`. */
  readonly seq: number;
  readonly kind: ChangeKind;
  readonly id: string;
  /** The keys are refused from this instant on, in milliseconds since 1970; 0 is at once. */
  readonly endsAt: number;
}

/** The list of revocations in Redis: a sorted set, each with the number of its row as its score. */
export const REVOCATIONS = 'vitalgate:revocations';

/** The list keeps the newest of them, about 60 bytes each. */
export const MOST_REVOCATIONS = 5_000;

/**
 * How long the list is kept after its last revocation: much longer than a process uses a key without PostgreSQL. Rows
 * of `changes` are kept as long.
 */
export const REVOCATIONS_KEPT_MS = 24 * 60 * 60 * 1_000;

/** A revocation as a member of the list. */
export function memberOf({ kind, id, endsAt }: Omit<Revocation, 'seq'>): string {
  return `${kind} ${id} ${endsAt}`;
}

/** Parses a member and its score; `null` for a member of a later release. */
export function revocationOf(member: string, score: string): Revocation | null {
  const [kind, id, end] = member.split(' ');
  const [seq, endsAt] = [Number(score), Number(end)];
  if ((kind !== 'key' && kind !== 'client') || !id || !Number.isSafeInteger(seq) || !Number.isSafeInteger(endsAt)) {
    return null;
  }
  return { seq, kind, id, endsAt };
}
