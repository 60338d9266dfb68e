import type { ContainedCommands, UnitBreakdown } from './counters.ts';

/**
 * The least state that a process knows the counters to have. The store answers `unknown` if they show less, another
 * epoch or another base.
 */
export interface Watermark {
  readonly epoch: string;
  /**
   * Units of the counter's base. A replica that fell behind twice may have a known epoch whose base lacks another
   * epoch.
   */
  readonly base: number;
  /** Admitted units (included + overage) of the month counter known to be checkpointed. */
  readonly admitted: number;
  readonly creditsEpoch: string;
  readonly creditsBase: number;
  readonly creditsTaken: number;
}

/** The checkpoint of a client and month in SQL: absolute values per epoch. */
export interface Checkpoint {
  readonly months: readonly {
    readonly epoch: string;
    readonly admitted: UnitBreakdown;
    readonly returned: UnitBreakdown;
  }[];
  readonly credits: readonly { readonly epoch: string; readonly taken: number; readonly returned: number }[];
  /** Units of the month per family of keys, summed over all epochs. */
  readonly families: readonly { readonly family: string; readonly units: number }[];
  /** Contained in any epoch of the month; absent if there are none. */
  readonly commands?: ContainedCommands;
}

/** The result of a load. */
export interface Loaded {
  readonly watermark: Watermark;
  /**
   * Units of the checkpoint that the counter of the store lacked, because the store has lost data. `null` if the counter
   * stayed, or if the month has no checkpoint.
   */
  readonly restored: number | null;
}
