import { bodyRoundnessIndex } from '../../../calculators/body/body-roundness-index.ts';
import { bodySurfaceArea } from '../../../calculators/body/body-surface-area.ts';
import { leanBodyMass } from '../../../calculators/body/lean-body-mass.ts';
import { fatIntake } from '../../../calculators/energy/fat-intake.ts';
import { fiberIntake } from '../../../calculators/energy/fiber-intake.ts';
import { mealCalories } from '../../../calculators/energy/meal-calories.ts';
import { netCarbohydrates } from '../../../calculators/energy/net-carbohydrates.ts';
import { proteinRequirement } from '../../../calculators/energy/protein-requirement.ts';
import { ankleBrachialIndex } from '../../../calculators/heart/ankle-brachial-index.ts';
import type { Calculator, FieldReader } from '../../../calculators/kit/index.ts';
import { writeInputProblems } from '../../sdk/index.ts';
import { type ClassicEndpoint, classicEndpoint } from '../endpoint.ts';
import { Mistakes } from '../mistakes.ts';
import type { Parameter } from '../parameters.ts';

/** Members of every answer that are not results. */
const FRAME = new Set(['profile', 'language']);

/**
 * A calculation of the older API whose parameters and fields are no longer known. It takes and answers those of v1.
 *
 * @param path its abbreviation in the older API's documentation, or its name in v1
 */
function asInV1(calculator: Calculator, path: string): ClassicEndpoint {
  const { name, fields, family, examples } = calculator;
  const resultsOf = (texts: Readonly<Record<string, unknown>>) => {
    const answer = calculator.answer(texts, { texts: true });
    if ('problems' in answer) {
      const { errors } = writeInputProblems(answer.problems, family.messages, 'en').extensions;
      throw new Mistakes(errors.map(({ message }) => message));
    }
    return Object.fromEntries(Object.entries(answer.body).filter(([member]) => !FRAME.has(member)));
  };
  const [example] = examples;
  const input = Object.entries(example?.input ?? {}).map(([field, value]) => [field, String(value)] as const);
  const same = (names: readonly string[]) => Object.fromEntries(names.map((one) => [one, one]));
  return classicEndpoint({
    path,
    post: `${path}/post`,
    title: `As in v1: ${name}`,
    parameters: Object.fromEntries(fields.map((field) => [field.name, asWritten(field)])),
    successor: {
      path: name,
      parameters: same(fields.map((field) => field.name)),
      // Only the migration guide needs them, so the start does not wait for them.
      get fields() {
        return same(membersOf(resultsOf(Object.fromEntries(input))));
      },
    },
    example: Object.fromEntries(input),
    answer: (values) =>
      resultsOf(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))),
  });
}

/** Names of members; a member inside another one by its path. */
function membersOf(body: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(body).flatMap(([member, value]) =>
    typeof value === 'object' && value !== null ? Object.keys(value).map((inner) => `${member}.${inner}`) : [member],
  );
}

/** A parameter that the calculator itself reads from its text. */
const asWritten = ({ name, required }: FieldReader): Parameter<string | undefined> => ({
  required,
  manifest: { type: 'string', description: `As ${name} of v1` },
  fallback: undefined,
  read: (raw) => String(raw).trim(),
});

/** Endpoints of the releases 0.0.2 to 0.0.4 whose details are no longer known. */
export const asInV1Endpoints: readonly ClassicEndpoint[] = [
  asInV1(bodySurfaceArea, 'bsa'),
  asInV1(leanBodyMass, 'lbm'),
  asInV1(bodyRoundnessIndex, 'bri'),
  asInV1(ankleBrachialIndex, 'ankle-brachial-index'),
  asInV1(proteinRequirement, 'protein-calculator'),
  asInV1(fatIntake, 'fat-intake'),
  asInV1(fiberIntake, 'fiber-intake'),
  asInV1(netCarbohydrates, 'net-carbohydrates'),
  asInV1(mealCalories, 'meal-calories'),
];
