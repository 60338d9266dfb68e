/** One start of an installation. Records, counters and journals hold both values, which ties them together. */
export interface InstallationStart {
  /** A random name that an installation keeps for life. */
  readonly installation: string;
  /** Number of the start, from 1. It also is the fencing token: files accept writes of their newest start only. */
  readonly start: number;
}

/** A process that owns the files of an installation. */
export interface Ownership extends InstallationStart {
  /** Throws {@link TakenOver} if the process no longer holds the lock of its folder. Costs well under a microsecond. */
  readonly mayWrite: () => void;
}
