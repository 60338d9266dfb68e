import type { LeasedRow } from '../contract.ts';

/** What a lease has admitted under some usage rows: absolute values since it was opened. */
export interface LeasedUse {
  readonly client: string;
  readonly number: number;
  readonly month: string;
  readonly epoch: string;
  readonly rows: readonly LeasedRow[];
}

/** Records what leases admit, so that a successor of this process can report it. */
export interface LeaseJournal {
  /**
   * Records the calls of one turn of the event loop, before their answers leave. It survives the death of the process.
   *
   * @throws if they cannot be recorded. The calls are then decided by the store.
   */
  append(uses: readonly LeasedUse[]): void;
  /** Everything that a lease admitted is counted: nothing of it is reported again. */
  settled(client: string, number: number): void;
}
