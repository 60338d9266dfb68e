import type { Placed } from '../../docs/calculator-pages/placed.ts';

const MOST = 6;

/** Calculators of the family that take the most inputs of this one, the closest first. */
export function relatedTo({ calculator }: Placed, all: readonly Placed[]): Placed[] {
  const own = new Set(calculator.fields.map(({ name }) => name));
  const closeness = ({ calculator: { fields } }: Placed) => {
    const shared = fields.filter(({ name }) => own.has(name)).length;
    return shared / (own.size + fields.length - shared);
  };
  return all
    .filter((other) => other.calculator.family.name === calculator.family.name && other.calculator !== calculator)
    .toSorted((a, b) => closeness(b) - closeness(a))
    .slice(0, MOST);
}
