import type { Source } from '../kit/index.ts';

/** Sources that several calculators of the family cite. */
export const tanaka2001: Source = {
  citation:
    'Tanaka H, Monahan KD, Seals DR. Age-predicted maximal heart rate revisited. J Am Coll Cardiol 2001;37:153-156',
  doi: '10.1016/S0735-1097(00)01054-8',
};

export const karvonen1957: Source = {
  citation:
    'Karvonen MJ, Kentala E, Mustala O. The effects of training on heart rate: a longitudinal study. Ann Med Exp Biol Fenn 1957;35:307-315',
};

export const garber2011: Source = {
  citation:
    'Garber CE, Blissmer B, Deschenes MR, et al. ACSM position stand: quantity and quality of exercise for developing and maintaining cardiorespiratory, musculoskeletal, and neuromotor fitness in apparently healthy adults. Med Sci Sports Exerc 2011;43:1334-1359',
  doi: '10.1249/MSS.0b013e318213fefb',
};

export const physiology: Source = {
  citation: 'Hall JE, Hall ME. Guyton and Hall Textbook of Medical Physiology. 14th ed. Elsevier 2020, chapter 15',
};

export const mancia2023: Source = {
  citation:
    'Mancia G, Kreutz R, Brunström M, et al. 2023 ESH guidelines for the management of arterial hypertension. J Hypertens 2023;41:1874-2071',
  doi: '10.1097/HJH.0000000000003480',
};
