import type { Source } from '../kit/index.ts';

/** Sources that several calculators of the family cite. */
export const keys1972: Source = {
  citation:
    'Keys A, Fidanza F, Karvonen MJ, Kimura N, Taylor HL. Indices of relative weight and obesity. J Chronic Dis 1972;25:329-343',
  doi: '10.1016/0021-9681(72)90027-6',
};

export const who2000: Source = {
  citation: 'WHO. Obesity: preventing and managing the global epidemic. WHO Technical Report Series 894, Geneva 2000',
};

export const ace: Source = {
  citation: 'American Council on Exercise. Percent body fat norms for men and women: bands of practice',
};
