import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { grams } from './food-fields.ts';

const loadClasses = classTable({ low: 0, medium: above(10), high: 20 });
const indexClasses = classTable({ low: 0, medium: above(55), high: 70 });

/** Glycaemic load of a portion: its carbohydrate weighed with the glycaemic index. */
export const glycemicLoad = defineCalculator({
  name: 'glycemic-load',
  family: energy,
  since: 'v1.0.0',
  input: z.object({ glycemic_index: field.quantity({ min: 0, max: 150 }), carbohydrate: grams(500) }),
  output: z.object({
    glycemic_load: result.index(),
    category: result.classOf(loadClasses),
    glycemic_index_category: result.withLabelsOf('category', result.classOf(indexClasses)),
  }),
  profile: ['glycemic_index', 'carbohydrate'],
  equations: {
    salmeron: {
      formula: 'glycaemic load = glycaemic index·digestible carbohydrate [g] / 100',
      sources: [
        {
          citation:
            'Salmerón J, Manson JE, Stampfer MJ, Colditz GA, Wing AL, Willett WC. Dietary fiber, glycemic load, and risk of non-insulin-dependent diabetes mellitus in women. JAMA 1997;277:472-477',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'ISO 26642:2010. Food products: determination of the glycaemic index (GI) and recommendation for food classification',
    },
    {
      citation:
        'Foster-Powell K, Holt SHA, Brand-Miller JC. International table of glycemic index and glycemic load values: 2002. Am J Clin Nutr 2002;76:5-56',
      doi: '10.1093/ajcn/76.1.5',
    },
  ],
  examples: [
    {
      input: { glycemic_index: 72, carbohydrate: 6 },
      output: { glycemic_load: 4.32, category: 'low', glycemic_index_category: 'high' },
      origin: 'By hand: 72 · 6 / 100 = 4.32 (watermelon)',
    },
    {
      input: { glycemic_index: 50, carbohydrate: 40 },
      output: { glycemic_load: 20, category: 'high', glycemic_index_category: 'low' },
      origin: 'By hand: 50 · 40 / 100 = 20 exactly, where high begins',
    },
    {
      input: { glycemic_index: 40, carbohydrate: 25 },
      output: { glycemic_load: 10, category: 'low' },
      origin: 'By hand: 40 · 25 / 100 = 10, which is still low',
    },
    {
      input: { glycemic_index: 55, carbohydrate: 30 },
      output: { glycemic_load: 16.5, category: 'medium', glycemic_index_category: 'low' },
      origin: 'By hand: 55 · 30 / 100 = 16.5; an index of 55 is still low',
    },
  ],
  calculate({ glycemic_index, carbohydrate }) {
    const load = (glycemic_index * carbohydrate) / 100;
    return {
      glycemic_load: load,
      category: classify(load, loadClasses),
      glycemic_index_category: classify(glycemic_index, indexClasses),
    };
  },
});
