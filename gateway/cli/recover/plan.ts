import type { Records } from '../../records/records.ts';

/** The files and stores of an installation that no gateway uses meanwhile. */
export interface RecoverPlace {
  /** Locked for this process. */
  readonly dataDir: string;
  /** Whether the records are in `dataDir`, and not in PostgreSQL. */
  readonly recordsAreHere: boolean;
  /** `null` with embedded counters. */
  readonly redisUrl: string | null;
  /** Opens the records. `recover records` repairs them first. */
  readonly openRecords: () => Promise<Records>;
  /** A new folder, which `apply` may create, for everything that is replaced. */
  readonly aside: string;
}

/** What a recovery would do. Making it changes nothing. */
export interface RecoverPlan {
  /** One sentence per step. */
  readonly steps: readonly string[];
  /** What is lost at most, in one or two sentences. */
  readonly lost: string;
  /** Does it. A recovery that was interrupted can be run again. */
  apply(): Promise<void>;
}

/** A recovery that cannot help. The message says what can. */
export class CannotRecover extends Error {
  override readonly name = 'CannotRecover';
}
