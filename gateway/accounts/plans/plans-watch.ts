import type { Records } from '../../records/records.ts';
import { PlansFileUnusable, plansOf, readText, syncPlans } from './plans-file.ts';

export interface PlansWatchOptions {
  readonly path: string;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told of the plans that have changed. */
  readonly changed: (plans: readonly string[]) => void;
  /** Told once of a file that cannot be used, with every reason; the plans stay as they are. */
  readonly refused: (error: PlansFileUnusable) => void;
}

/**
 * Follows the operator's file of plans. Its text is compared, not its time: some editors and mounts replace files, and
 * some file systems have no events to wait for.
 */
export class PlansWatch {
  readonly #options: PlansWatchOptions;
  /** What was found at the last look: the text, or why there was none. */
  #found: string | null = null;

  constructor(options: PlansWatchOptions) {
    this.#options = options;
  }

  /** Looks at the file, and brings the plans in line with it if it says something new. @throws if the records are away */
  async look(): Promise<void> {
    const { path, records, clock, changed, refused } = this.#options;
    let found = '';
    try {
      found = await readText(path);
      if (found === this.#found) return;
      const plans = plansOf(path, found);
      const names = await syncPlans(records, { name: 'plans-file', at: clock(), address: null }, plans);
      if (names.length > 0) changed(names);
    } catch (error) {
      if (!(error instanceof PlansFileUnusable)) throw error;
      found ||= error.message;
      if (found !== this.#found) refused(error);
    }
    this.#found = found;
  }
}
