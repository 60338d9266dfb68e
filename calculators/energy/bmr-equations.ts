import { cunningham1980, harrisBenedict, mifflin } from './sources.ts';

const schofield1985 = {
  citation:
    'Schofield WN. Predicting basal metabolic rate, new standards and review of previous work. Hum Nutr Clin Nutr 1985;39C(Suppl 1):5-41',
};
const henry2005 = {
  citation:
    'Henry CJK. Basal metabolic rate studies in humans: measurement and development of new equations. Public Health Nutr 2005;8:1133-1152',
  doi: '10.1079/PHN2005801',
};

/** Equations for the basal metabolic rate; `bmr.ts` calculates by them. */
export const bmrEquations = {
  mifflin_st_jeor: {
    formula: 'BMR = 10·weight [kg] + 6.25·height [cm] − 5·age + 5 (men) or − 161 (women) kcal/day',
    sources: [mifflin],
    synonyms: ['mifflin'],
  },
  harris_benedict_1919: {
    formula:
      'BMR = 66.4730 + 13.7516·weight [kg] + 5.0033·height [cm] − 6.7550·age (men); 655.0955 + 9.5634·weight + 1.8496·height − 4.6756·age (women) kcal/day',
    sources: [harrisBenedict],
  },
  harris_benedict_1984: {
    formula:
      'BMR = 88.362 + 13.397·weight [kg] + 4.799·height [cm] − 5.677·age (men); 447.593 + 9.247·weight + 3.098·height − 4.330·age (women) kcal/day',
    sources: [
      {
        citation:
          'Roza AM, Shizgal HM. The Harris Benedict equation reevaluated: resting energy requirements and the body cell mass. Am J Clin Nutr 1984;40:168-182',
        doi: '10.1093/ajcn/40.1.168',
      },
    ],
    synonyms: ['harris', 'harris_benedict'],
  },
  katch_mcardle: {
    formula: 'BMR = 370 + 21.6·fat-free mass [kg] kcal/day; fat-free mass = weight·(1 − body fat/100)',
    sources: [
      {
        citation:
          'Cunningham JJ. Body composition as a determinant of energy expenditure: a synthetic review and a proposed general prediction equation. Am J Clin Nutr 1991;54:963-969',
        doi: '10.1093/ajcn/54.6.963',
      },
    ],
    synonyms: ['katch', 'cunningham_1991'],
  },
  cunningham_1980: {
    formula: 'BMR = 500 + 22·fat-free mass [kg] kcal/day; fat-free mass = weight·(1 − body fat/100)',
    sources: [cunningham1980],
    synonyms: ['cunningham'],
  },
  schofield: {
    formula:
      'BMR = a·weight [kg] + b kcal/day; a and b by age from 0, 3, 10, 18, 30, 60 years: men 59.512 −30.4, 22.706 504.3, 17.686 658.2, 15.057 692.2, 11.472 873.1, 11.711 587.7; women 58.317 −31.1, 20.315 485.9, 13.384 692.6, 14.818 486.6, 8.126 845.6, 9.082 658.5',
    sources: [schofield1985],
  },
  schofield_height: {
    formula:
      'BMR = (a·weight [kg] + b + c·height [m]) / 0.004184 kcal/day; a, b and c in MJ by age from 0, 3, 10, 18, 30, 60 years: men 0.0007 −2.584 6.349, 0.082 1.736 0.545, 0.068 2.157 0.574, 0.063 2.953 −0.042, 0.048 3.670 −0.011, 0.038 −3.491 4.068; women 0.068 −1.730 4.281, 0.071 1.553 0.677, 0.035 0.837 1.948, 0.057 0.411 1.184, 0.034 3.530 0.006, 0.033 0.074 1.917',
    sources: [schofield1985],
    synonyms: ['schofield_weight_height'],
  },
  henry: {
    formula:
      'BMR = a·weight [kg] + b kcal/day; a and b by age from 0, 3, 10, 18, 30, 60, 70 years: men 61.0 −33.7, 23.3 514, 18.4 581, 16.0 545, 14.2 593, 13.0 567, 13.7 481; women 58.9 −23.1, 20.1 507, 11.1 761, 13.1 558, 9.74 694, 10.2 572, 10.0 577',
    sources: [henry2005],
    synonyms: ['oxford'],
  },
  henry_height: {
    formula:
      'BMR = a·weight [kg] + b + c·height [m] kcal/day; a, b and c by age from 0, 3, 10, 18, 30, 60 years: men 28.2 −371 859, 15.1 306 313, 15.6 299 266, 14.4 113 313, 11.4 −137 541, 11.4 −256 541; women 30.4 −287 703, 15.9 349 210, 9.40 462 249, 10.4 −282 615, 8.18 −11.6 502, 8.52 10.7 421',
    sources: [henry2005],
    synonyms: ['oxford_height', 'henry_weight_height'],
  },
  fao_who_unu_1985: {
    formula:
      'BMR = a·weight [kg] + b kcal/day; a and b by age from 0, 3, 10, 18, 30, 60 years: men 60.9 −54, 22.7 495, 17.5 651, 15.3 679, 11.6 879, 13.5 487; women 61.0 −51, 22.5 499, 12.2 746, 14.7 496, 8.7 829, 10.5 596',
    sources: [
      {
        citation:
          'FAO/WHO/UNU. Energy and protein requirements: report of a joint expert consultation. WHO Technical Report Series 724, Geneva 1985',
      },
    ],
    synonyms: ['who'],
  },
  owen: {
    formula: 'BMR = 879 + 10.2·weight [kg] (men); 795 + 7.18·weight (women) kcal/day',
    sources: [
      {
        citation:
          'Owen OE, Holup JL, D’Alessio DA, et al. A reappraisal of the caloric requirements of men. Am J Clin Nutr 1987;46:875-885',
        doi: '10.1093/ajcn/46.6.875',
      },
      {
        citation:
          'Owen OE, Kavle E, Owen RS, et al. A reappraisal of caloric requirements in healthy women. Am J Clin Nutr 1986;44:1-19',
        doi: '10.1093/ajcn/44.1.1',
      },
    ],
  },
};

export type BmrEquation = keyof typeof bmrEquations;

/** The inputs that only some of the equations use. */
export const usedByEquation = {
  gender: [
    'mifflin_st_jeor',
    'harris_benedict_1919',
    'harris_benedict_1984',
    'schofield',
    'schofield_height',
    'henry',
    'henry_height',
    'fao_who_unu_1985',
    'owen',
  ],
  height: ['mifflin_st_jeor', 'harris_benedict_1919', 'harris_benedict_1984', 'schofield_height', 'henry_height'],
  body_fat: ['katch_mcardle', 'cunningham_1980'],
};
