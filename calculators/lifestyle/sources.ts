import type { Source } from '../kit/index.ts';

/** Sources that several calculators of the weather cite. */
export const bureauOfMeteorology: Source = {
  citation:
    'Bureau of Meteorology, Australia. About the formula for the apparent temperature and the approximation of the WBGT',
};

export const alduchov: Source = {
  citation:
    'Alduchov OA, Eskridge RE. Improved Magnus form approximation of saturation vapor pressure. J Appl Meteorol 1996;35:601-609',
};
