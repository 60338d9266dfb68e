/** HOMA: insulin resistance and beta cells. */
export const matthews1985 = {
  citation:
    'Matthews DR, Hosker JP, Rudenski AS, Naylor BA, Treacher DF, Turner RC. Homeostasis model assessment: insulin resistance and β-cell function from fasting plasma glucose and insulin concentrations in man. Diabetologia 1985;28:412-419',
  doi: '10.1007/BF00280883',
};

/** Classes of LDL and non-HDL cholesterol. */
export const atpIII2002 = {
  citation:
    'National Cholesterol Education Program (NCEP) Expert Panel. Third report on detection, evaluation, and treatment of high blood cholesterol in adults (Adult Treatment Panel III): final report. Circulation 2002;106:3143-3421',
  doi: '10.1161/circ.106.25.3143',
};
