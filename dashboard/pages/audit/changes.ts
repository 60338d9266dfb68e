/** One member of a record before and after a change; `undefined` if it was absent. */
export interface MemberChange {
  /** Names from the outside in: `['overrides', 'quota']`. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences between two states of a record, by member. */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): readonly MemberChange[] {
  if (isObject(before) || isObject(after)) {
    const [old, young] = [membersOf(before), membersOf(after)];
    const names = new Set([...old.keys(), ...young.keys()]);
    return [...names].flatMap((name) => changesOf(old.get(name), young.get(name), [...path, name]));
  }
  const isSame = JSON.stringify(before ?? null) === JSON.stringify(after ?? null);
  return isSame || path.length === 0 ? [] : [{ path, before, after }];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}
