import { z } from 'zod';
import { along, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { body } from './family.ts';

const rohrer = {
  citation: 'Rohrer F. Der Index der Körperfülle als Maß des Ernährungszustandes. Münch Med Wochenschr 1921;68:580-582',
};

const equations = {
  rohrer: { formula: 'weight [kg] / height³ [m³]', sources: [rohrer], synonyms: ['adult'] },
  newborn: {
    formula: '100 · weight [g] / length³ [cm³]',
    sources: [
      rohrer,
      {
        citation:
          'Lubchenco LO, Hansman C, Boyd E. Intrauterine growth in length and head circumference as estimated from live births at gestational ages from 26 to 42 weeks. Pediatrics 1966;37:403-408',
      },
    ],
    synonyms: ['infant'],
  },
  sheldon: {
    formula: 'height [cm] / ∛weight [kg]',
    sources: [{ citation: 'Sheldon WH. The Varieties of Human Physique. Harper, New York 1940' }],
  },
};

/** Three indices share this name. Each has its own unit. */
const UNITS = { rohrer: 'kg/m³', newborn: '100·g/cm³', sheldon: 'cm/∛kg' } as const;

/** No newborn is longer (cm) or heavier (kg). */
const NEWBORN_TO = { height: 65, weight: 8 };

/** Ponderal index: weight against the third power of height. */
export const ponderalIndex = defineCalculator({
  name: 'ponderal-index',
  family: body,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 0.3, max: 650 }),
    height: field.height({ min: 20, max: 272 }),
    method: method(equations),
  }),
  output: z.object({ ponderal_index: result.index(), unit: z.enum(Object.values(UNITS)) }),
  profile: ['weight', 'height'],
  equations,
  picture: along('weight', 'ponderal_index'),
  examples: [
    {
      input: { weight: 70, height: 172 },
      output: { ponderal_index: 13.76, unit: 'kg/m³' },
      origin: 'By hand: 1.72³ = 5.088448; 70 / 5.088448 = 13.75665',
    },
    {
      input: { weight: 3.25, height: 50, method: 'newborn' },
      output: { ponderal_index: 2.6, unit: '100·g/cm³' },
      origin: 'By hand: 100 · 3250 / 125000 = 2.6',
    },
    {
      input: { weight: 64, height: 172, method: 'sheldon' },
      output: { ponderal_index: 43, unit: 'cm/∛kg' },
      origin: 'By hand: ∛64 = 4; 172 / 4 = 43',
    },
  ],
  calculate({ weight, height, method }) {
    if (method === 'newborn') {
      if (height > NEWBORN_TO.height) throw new OutsideValidity('height', 'ponderal-index.newborns_only');
      if (weight > NEWBORN_TO.weight) throw new OutsideValidity('weight', 'ponderal-index.newborns_only');
    }
    return { ponderal_index: INDEX[method](weight, height), unit: UNITS[method] };
  },
  explain: ({ method }) => ({ notes: [RANGES[method]] }),
});

/** The usual values, as notes. */
const RANGES: Readonly<Record<keyof typeof equations, string>> = {
  rohrer: 'ponderal-index.rohrer_range',
  newborn: 'ponderal-index.newborn_range',
  sheldon: 'ponderal-index.sheldon_range',
};

const INDEX: Readonly<Record<keyof typeof equations, (weight: number, height: number) => number>> = {
  rohrer: (weight, height) => weight / (height / 100) ** 3,
  newborn: (weight, height) => (100 * 1000 * weight) / height ** 3,
  sheldon: (weight, height) => height / Math.cbrt(weight),
};
