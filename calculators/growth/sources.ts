/** The bodies that published the tables. */
export const who2006 = {
  citation:
    'WHO Multicentre Growth Reference Study Group. WHO Child Growth Standards based on length/height, weight and age. Acta Paediatr Suppl 2006;450:76-85',
};
export const whoMethods2007 = {
  citation:
    'World Health Organization. WHO Child Growth Standards: head circumference-for-age, arm circumference-for-age, triceps skinfold-for-age and subscapular skinfold-for-age: methods and development. Geneva 2007',
};
export const who2007 = {
  citation:
    'de Onis M, Onyango AW, Borghi E, Siyam A, Nishida C, Siekmann J. Development of a WHO growth reference for school-aged children and adolescents. Bull World Health Organ 2007;85:660-667',
  doi: '10.2471/BLT.07.043497',
};
export const cdc2000 = {
  citation:
    'Kuczmarski RJ, Ogden CL, Guo SS, et al. 2000 CDC growth charts for the United States: methods and development. Vital Health Stat 11(246). 2002',
};
export const coleGreen1992 = {
  citation:
    'Cole TJ, Green PJ. Smoothing reference centile curves: the LMS method and penalized likelihood. Stat Med 1992;11:1305-1319',
  doi: '10.1002/sim.4780111005',
};
export const wei2020 = {
  citation:
    'Wei R, Ogden CL, Parsons VL, Freedman DS, Hales CM. A method for calculating BMI z-scores and percentiles above the 95th percentile of the CDC growth charts. Ann Hum Biol 2020;47:514-521',
};
export const hales2022 = {
  citation:
    'Hales CM, Freedman DS, Akinbami L, Wei R, Ogden CL. Evaluation of alternative body mass index metrics to monitor weight status in children and adolescents with extremely high BMI using CDC BMI-for-age growth charts. Vital Health Stat 2(197). 2022',
};
