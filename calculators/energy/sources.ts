import type { Source } from '../kit/index.ts';

/** Sources that several calculators of the family cite. */
export const mcardle: Source = {
  citation: 'McArdle WD, Katch FI, Katch VL. Exercise Physiology: the activity multipliers are a textbook convention',
};

export const iom2005: Source = {
  citation:
    'Institute of Medicine. Dietary Reference Intakes for Energy, Carbohydrate, Fiber, Fat, Fatty Acids, Cholesterol, Protein, and Amino Acids. National Academies Press, Washington 2005',
  doi: '10.17226/10490',
};

export const atwater: Source = {
  citation:
    'Merrill AL, Watt BK. Energy Value of Foods: Basis and Derivation. USDA Agriculture Handbook 74, Washington 1973 (general factors of Atwater)',
};

export const eu1169: Source = {
  citation: 'Regulation (EU) No 1169/2011 on the provision of food information to consumers, Annexes I and XIV',
};

export const harrisBenedict: Source = {
  citation:
    'Harris JA, Benedict FG. A biometric study of human basal metabolism. Proc Natl Acad Sci USA 1918;4:370-373 (equations: Carnegie Institution publication 279, 1919)',
  doi: '10.1073/pnas.4.12.370',
};

export const cunningham1980: Source = {
  citation:
    'Cunningham JJ. A reanalysis of the factors influencing basal metabolic rate in normal adults. Am J Clin Nutr 1980;33:2372-2374',
  doi: '10.1093/ajcn/33.11.2372',
};

export const mifflin: Source = {
  citation:
    'Mifflin MD, St Jeor ST, Hill LA, Scott BJ, Daugherty SA, Koh YO. A new predictive equation for resting energy expenditure in healthy individuals. Am J Clin Nutr 1990;51:241-247',
  doi: '10.1093/ajcn/51.2.241',
};
