import { z } from 'zod';
import { classify, classTable, defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { acute } from './family.ts';

const equations = {
  centor: {
    formula: 'tonsillar exudate + swollen tender anterior cervical nodes + fever + no cough',
    sources: [
      {
        citation:
          'Centor RM, Witherspoon JM, Dalton HP, Brody CE, Link K. The diagnosis of strep throat in adults in the emergency room. Med Decis Making 1981;1:239-246',
        doi: '10.1177/0272989X8100100304',
      },
    ],
  },
  mcisaac: {
    formula: 'Centor score + 1 (3 to 14 years), + 0 (15 to 44 years) or − 1 (45 years and above)',
    sources: [
      {
        citation:
          'McIsaac WJ, White D, Tannenbaum D, Low DE. A clinical score to reduce unnecessary antibiotic use in patients with sore throat. CMAJ 1998;158:75-83',
      },
      {
        citation:
          'McIsaac WJ, Kellner JD, Aufricht P, Vanjaka A, Low DE. Empirical validation of guidelines for the management of pharyngitis in children and adults. JAMA 2004;291:1587-1595',
        doi: '10.1001/jama.291.13.1587',
      },
    ],
    synonyms: ['modified'],
  },
};

/** McIsaac 1998: no test up to 1 point, a test at 2 or 3, the highest risk from 4. */
const classes = classTable({ low: Number.NEGATIVE_INFINITY, moderate: 2, high: 4 });

/** Age from which the Centor score holds. */
const ADULT = 15;
/** Age from which McIsaac takes a point away. */
const OLDER = 45;

/** Probability that a sore throat comes from group A streptococci. */
export const centorScore = defineCalculator({
  name: 'centor-score',
  family: acute,
  since: 'v1.0.0',
  aliases: ['centor'],
  input: z.object({
    tonsillar_exudate: field.flag(),
    tender_neck_nodes: field.flag(),
    fever: field.flag(),
    cough: field.flag(),
    age: field.age({ min: 3, max: 120 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ centor_score: result.rounded(0), category: result.classOf(classes) }),
  profile: ['tonsillar_exudate', 'tender_neck_nodes', 'fever', 'cough', 'age'],
  equations,
  examples: [
    {
      input: { tonsillar_exudate: true, tender_neck_nodes: false, fever: true, cough: true },
      output: { centor_score: 2, category: 'moderate' },
      origin: 'By hand: 1 + 1 = 2, where the moderate class begins',
    },
    {
      input: { tonsillar_exudate: true, tender_neck_nodes: true, fever: true, cough: false, age: 22 },
      output: { centor_score: 4, category: 'high' },
      origin: 'By hand: 1 + 1 + 1 + 1 = 4; Centor 1981',
    },
    {
      input: {
        tonsillar_exudate: true,
        tender_neck_nodes: true,
        fever: true,
        cough: false,
        age: 14,
        method: 'mcisaac',
      },
      output: { centor_score: 5, category: 'high' },
      origin: 'By hand: 4 + 1 for the age of 14 = 5, the highest score',
    },
    {
      input: {
        tonsillar_exudate: false,
        tender_neck_nodes: false,
        fever: false,
        cough: true,
        age: 45,
        method: 'mcisaac',
      },
      output: { centor_score: -1, category: 'low' },
      origin: 'By hand: 0 − 1 for the age of 45 = −1, the lowest score',
    },
  ],
  calculate({ method, ...found }) {
    const findings =
      Number(found.tonsillar_exudate) + Number(found.tender_neck_nodes) + Number(found.fever) + Number(!found.cough);
    const score = findings + (method === 'mcisaac' ? pointsOfAge(given(found, ['age'], method).age) : 0);
    if (method === 'centor' && found.age !== undefined && found.age < ADULT) {
      throw new OutsideValidity('age', 'centor-score.adults_only');
    }
    return { centor_score: score, category: classify(score, classes) };
  },
  explain: () => ({ notes: ['centor-score.test_first'] }),
});

function pointsOfAge(age: number): number {
  if (age < ADULT) return 1;
  return age < OLDER ? 0 : -1;
}
