import type { LeasedRow } from '../contract.ts';
import type { Lease } from './lease.ts';
import type { LeasedUse } from './lease-journal.ts';

/** A call that a lease has admitted. */
export interface Taken {
  readonly lease: Lease;
  readonly row: LeasedRow;
}

/** The calls of one turn as a journal records them: one use of each lease, with the values of the rows that changed. */
export function usesOf(taken: readonly (Taken & { readonly client: string })[]): LeasedUse[] {
  const uses = new Map<Lease, { readonly client: string; readonly first: LeasedRow; others: Set<LeasedRow> | null }>();
  for (const { client, lease, row } of taken) {
    const use = uses.get(lease);
    if (use === undefined) uses.set(lease, { client, first: row, others: null });
    // Most calls of a turn count in the same row of their lease, which then needs no set.
    else if (row !== use.first) {
      use.others ??= new Set();
      use.others.add(row);
    }
  }
  return Array.from(uses, ([lease, { client, first, others }]) => {
    const rows = others === null ? [first] : [first, ...others];
    return useOf(
      client,
      lease,
      rows.map((row) => lease.valueOf(row)),
    );
  });
}

/** What a lease has admitted under these rows. */
export function useOf(client: string, { number, month, epoch, written }: Lease, rows: readonly LeasedRow[]): LeasedUse {
  return { client, number, month, epoch, rows, written };
}
