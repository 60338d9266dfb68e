import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { liver } from './family.ts';
import { aminotransferase, platelets } from './liver-fields.ts';

const classes = classTable({
  low: 0,
  indeterminate: above(0.5),
  significant_fibrosis: above(1.5),
  cirrhosis: above(2),
});

/** AST in relation to platelets, for fibrosis in chronic hepatitis C. */
export const apri = defineCalculator({
  name: 'apri',
  family: liver,
  since: 'v1.0.0',
  input: z.object({
    ast: aminotransferase(),
    ast_upper_limit: field.quantity({ min: 10, max: 100 }, 'U/L', 'u_per_l').default(40),
    platelets: platelets(),
  }),
  output: z.object({ apri: result.index(), category: result.classOf(classes) }),
  profile: ['ast', 'ast_upper_limit', 'platelets'],
  equations: {
    apri: {
      formula: 'APRI = 100 · (AST / upper limit of AST) / platelets',
      sources: [
        {
          citation:
            'Wai CT, Greenson JK, Fontana RJ, et al. A simple noninvasive index can predict both significant fibrosis and cirrhosis in patients with chronic hepatitis C. Hepatology 2003;38:518-526',
          doi: '10.1053/jhep.2003.50346',
        },
      ],
    },
  },
  examples: [
    {
      input: { ast: 40, platelets: 200 },
      output: { apri: 0.5, category: 'low' },
      origin: 'By hand: 100 · (40 / 40) / 200 = 0.5, which still is low (Wai 2003: 0.50 or less)',
    },
    {
      input: { ast: 60, platelets: 100 },
      output: { apri: 1.5, category: 'indeterminate' },
      origin: 'By hand: 100 · 1.5 / 100 = 1.5; significant fibrosis is above it',
    },
    {
      input: { ast: 105, ast_upper_limit: 35, platelets: 120 },
      output: { apri: 2.5, category: 'cirrhosis' },
      origin: 'By hand: 100 · 3 / 120 = 2.5',
    },
  ],
  calculate({ ast, ast_upper_limit, platelets }) {
    const index = (100 * (ast / ast_upper_limit)) / platelets;
    return { apri: index, category: classify(index, classes) };
  },
  explain: () => ({ notes: ['apri.hepatitis_c'] }),
});
