import type { StatusClass, UsageRow } from './contract.ts';
import { type ClientState, usageId } from './state.ts';

/** The usage rows that one command touches: read from the state once, counted up apart from it. */
export class UsageRows {
  readonly #state: ClientState;
  readonly #touched = new Map<string, UsageRow>();

  constructor(state: ClientState) {
    this.#state = state;
  }

  count(day: string, key: string, calculator: string, status: StatusClass, calls: number, units: number): void {
    const name = usageId(key, calculator, status);
    const id = `${day}\n${name}`;
    const row = this.#touched.get(id) ?? this.#state.usage.get(day)?.get(name);
    this.#touched.set(id, {
      day,
      key,
      calculator,
      status,
      calls: (row?.calls ?? 0) + calls,
      units: (row?.units ?? 0) + units,
    });
  }

  rows(): UsageRow[] {
    return [...this.#touched.values()];
  }
}
