import type { Records } from '../../records/records.ts';
import { PlansFileUnusable, plansOf, readText, syncPlans } from './plans-file.ts';

export interface PlansWatchOptions {
  readonly path: string;
  readonly records: Records;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called with the names of the changed plans. */
  readonly changed: (plans: readonly string[]) => void;
  /** Called once for each unusable version of the file, with every reason; the stored plans stay as they are. */
  readonly refused: (error: PlansFileUnusable) => void;
}

/**
 * Follows the operator's plans file. It compares the file's content, not its modification time: some editors and mounts
 * replace files, and some file systems report no events.
 */
export class PlansWatch {
  readonly #options: PlansWatchOptions;
  /** Result of the last look: the file's content, or why it could not be read. */
  #found: string | null = null;

  constructor(options: PlansWatchOptions) {
    this.#options = options;
  }

  /** Reads the file and updates the plans if its content changed. @throws if the records cannot be reached */
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
