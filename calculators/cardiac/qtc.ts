import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, InputRefused, method, result } from '../kit/index.ts';
import { cardiac } from './family.ts';

const equations = {
  fridericia: {
    formula: 'QTc = QT / ∛RR, RR in s',
    sources: [
      {
        citation:
          'Fridericia LS. Die Systolendauer im Elektrokardiogramm bei normalen Menschen und bei Herzkranken. Acta Med Scand 1920;53:469-486',
        doi: '10.1111/j.0954-6820.1920.tb18266.x',
      },
    ],
  },
  bazett: {
    formula: 'QTc = QT / √RR, RR in s',
    sources: [
      {
        citation:
          'Bazett HC. An analysis of the time-relations of electrocardiograms. Heart 1920;7:353-370, reprinted in Ann Noninvasive Electrocardiol 1997;2:177-194',
        doi: '10.1111/j.1542-474X.1997.tb00325.x',
      },
    ],
  },
  framingham: {
    formula: 'QTc = QT + 154 · (1 − RR) ms, RR in s',
    sources: [
      {
        citation:
          'Sagie A, Larson MG, Goldberg RJ, Bengtson JR, Levy D. An improved method for adjusting the QT interval for heart rate (the Framingham Heart Study). Am J Cardiol 1992;70:797-801',
        doi: '10.1016/0002-9149(92)90562-D',
      },
    ],
  },
  hodges: {
    formula: 'QTc = QT + 1.75 · (heart rate − 60) ms',
    sources: [
      {
        citation:
          'Hodges M, Salerno D, Erlien D. Bazett’s QT correction reviewed: evidence that a linear QT correction for heart rate is better. J Am Coll Cardiol 1983;1:694',
      },
    ],
  },
};
type Correction = keyof typeof equations;

const S_PER_MIN = 60;
const MS_PER_S = 1000;

/** QT in ms, RR in s. */
const CORRECTED: Readonly<Record<Correction, (qt: number, rr: number) => number>> = {
  fridericia: (qt, rr) => qt / Math.cbrt(rr),
  bazett: (qt, rr) => qt / Math.sqrt(rr),
  framingham: (qt, rr) => qt + 154 * (1 - rr),
  hodges: (qt, rr) => qt + 1.75 * (S_PER_MIN / rr - S_PER_MIN),
};

/** Limits of AHA, ACCF and HRS 2009; 390 ms is still short, 500 ms not yet very long. */
const classes = {
  male: classTable({ short: 0, normal: above(390), prolonged: 450, very_prolonged: above(500) }),
  female: classTable({ short: 0, normal: above(390), prolonged: 460, very_prolonged: above(500) }),
};

/** The QT interval that a heart would have at 60 beats a minute. */
export const qtc = defineCalculator({
  name: 'qtc',
  family: cardiac,
  since: 'v1.0.0',
  aliases: ['corrected-qt'],
  input: z.object({
    qt: field.quantity({ min: 200, max: 800 }, 'ms', 'ms'),
    heart_rate: field.heartRate({ min: 30, max: 200 }).optional(),
    rr: field.quantity({ min: 300, max: 2000 }, 'ms', 'ms').optional(),
    gender: field.gender(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ qtc_ms: result.rounded(1), category: result.classOf(classes.male) }),
  profile: ['qt', 'heart_rate', 'rr', 'gender'],
  equations,
  sources: [
    {
      citation:
        'Rautaharju PM, Surawicz B, Gettes LS, et al. AHA/ACCF/HRS recommendations for the standardization and interpretation of the electrocardiogram. Part IV: the ST segment, T and U waves, and the QT interval. J Am Coll Cardiol 2009;53:982-991',
      doi: '10.1016/j.jacc.2008.12.014',
    },
  ],
  examples: [
    {
      input: { qt: 450, heart_rate: 60, gender: 'male' },
      output: { qtc_ms: 450, category: 'prolonged' },
      origin: 'By hand: at 60 beats RR is 1 s, so QTc is QT; 450 ms is prolonged in men (Rautaharju 2009)',
    },
    {
      input: { qt: 450, heart_rate: 60, gender: 'female', method: 'all' },
      output: { qtc_ms: 450, category: 'normal' },
      origin: 'By hand: at 60 beats every correction leaves QT alone; in women 460 ms is prolonged (Rautaharju 2009)',
    },
    {
      input: { qt: 360, rr: 512, gender: 'male' },
      output: { qtc_ms: 450, category: 'prolonged' },
      origin: 'By hand: ∛0.512 = 0.8; 360 / 0.8 = 450',
    },
    {
      input: { qt: 312, rr: 640, gender: 'female', method: 'bazett' },
      output: { qtc_ms: 390, category: 'short' },
      origin: 'By hand: √0.64 = 0.8; 312 / 0.8 = 390, still short',
    },
    {
      input: { qt: 390, heart_rate: 80, gender: 'female', method: 'framingham' },
      output: { qtc_ms: 428.5, category: 'normal' },
      origin: 'By hand: RR = 60 / 80 = 0.75 s; 390 + 154 · 0.25 = 428.5',
    },
    {
      input: { qt: 430, heart_rate: 104, gender: 'male', method: 'hodges' },
      output: { qtc_ms: 507, category: 'very_prolonged' },
      origin: 'By hand: 430 + 1.75 · 44 = 430 + 77 = 507',
    },
  ],
  calculate({ qt, heart_rate, rr, gender, method }) {
    const corrected = CORRECTED[method](qt, interval(heart_rate, rr));
    return { qtc_ms: corrected, category: classify(corrected, classes[gender]) };
  },
  explain: ({ gender, heart_rate, rr, method }, { category }) => ({
    classes: { category: classes[gender] },
    warnings: [
      ...(category === 'very_prolonged' ? ['qtc.torsades'] : []),
      ...(method === 'bazett' && isFarFrom60(interval(heart_rate, rr)) ? ['qtc.bazett_rate'] : []),
    ],
    notes: ['qtc.narrow_qrs'],
  }),
});

/** RR in s from whichever of the two was given. */
function interval(heartRate: number | undefined, rr: number | undefined): number {
  if (heartRate !== undefined && rr !== undefined) {
    throw new InputRefused([{ field: 'rr', code: 'outside_validity', message: 'qtc.rate_given_twice' }]);
  }
  if (heartRate !== undefined) return S_PER_MIN / heartRate;
  if (rr !== undefined) return rr / MS_PER_S;
  throw new InputRefused([{ field: 'heart_rate', code: 'missing', message: 'qtc.rate_or_interval' }]);
}

/** Below 60 and above 90 beats a minute Bazett corrects too little and too much. */
const isFarFrom60 = (rr: number) => rr > 1 || rr < S_PER_MIN / 90;
