/** Largest relative difference of two numbers that count as equal, and the difference below which both may be noise. */
const TOLERANCE = 1e-9;
const NOISE = 1e-11;

/** How far two answers are apart. */
export interface Comparison {
  /** Largest relative difference among their numbers. */
  readonly worst: number;
  /** The first member that differs, `null` if there is none. */
  readonly difference: string | null;
}

/** Compares two results with everything inside them. A member that is `null` or `undefined` counts as left out. */
export function compare(ours: unknown, reference: unknown, path = ''): Comparison {
  if (typeof ours === 'number' && typeof reference === 'number') return compareNumbers(ours, reference, path);
  if (isMembers(ours) && isMembers(reference)) {
    let worst = 0;
    const left = new Set(Object.keys(reference));
    for (const name of Object.keys(ours)) {
      left.delete(name);
      const inner = compare(ours[name] ?? null, reference[name] ?? null, `${path}.${name}`);
      if (inner.difference !== null) return inner;
      worst = Math.max(worst, inner.worst);
    }
    for (const name of left) {
      if ((reference[name] ?? null) !== null) return different(null, reference[name], `${path}.${name}`);
    }
    return { worst, difference: null };
  }
  return ours === reference ? EQUAL : different(ours, reference, path);
}

function compareNumbers(ours: number, reference: number, path: string): Comparison {
  if (ours === reference) return EQUAL;
  const apart = Math.abs(ours - reference);
  const relative = apart / Math.max(Math.abs(ours), Math.abs(reference));
  if (relative <= TOLERANCE) return { worst: relative, difference: null };
  return apart <= NOISE ? EQUAL : different(ours, reference, path);
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const EQUAL: Comparison = { worst: 0, difference: null };

function different(ours: unknown, reference: unknown, path: string): Comparison {
  const told = `${path.slice(1) || 'the answer'} is ${JSON.stringify(ours)}, in Python ${JSON.stringify(reference)}`;
  return { worst: Number.POSITIVE_INFINITY, difference: told };
}
