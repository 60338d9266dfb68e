/** The divisor for mg/dL, where 22.5 is the divisor for mmol/L: 22.5 · 18. */
const DIVISOR = 405;

/**
 * Insulin resistance by the homeostasis model: fasting glucose in mg/dL times fasting insulin in µU/mL.
 *
 * Matthews DR, Hosker JP, Rudenski AS, Naylor BA, Treacher DF, Turner RC. Homeostasis model assessment: insulin
 * resistance and β-cell function from fasting plasma glucose and insulin concentrations in man. Diabetologia
 * 1985;28:412-419. doi:10.1007/BF00280883
 */
export const homaIr = (glucose: number, insulin: number): number => (glucose * insulin) / DIVISOR;

/**
 * Function of the beta cells in percent of a healthy person's, by the same model.
 *
 * @param glucose fasting, mg/dL, above 63
 * @param insulin fasting, µU/mL
 */
export const homaB = (glucose: number, insulin: number): number => (360 * insulin) / (glucose - 63);

/**
 * Insulin sensitivity: the reciprocal of the sum of two decimal logarithms.
 *
 * Katz A, Nambi SS, Mather K, et al. Quantitative insulin sensitivity check index: a simple, accurate method for
 * assessing insulin sensitivity in humans. J Clin Endocrinol Metab 2000;85:2402-2410. doi:10.1210/jcem.85.7.6661
 */
export const quickiOf = (glucose: number, insulin: number): number => 1 / (Math.log10(insulin) + Math.log10(glucose));

/**
 * Insulin resistance without insulin: the logarithm of half the product, not half the logarithm.
 *
 * Simental-Mendía LE, Rodríguez-Morán M, Guerrero-Romero F. The product of fasting glucose and triglycerides as surrogate
 * for identifying insulin resistance in apparently healthy subjects. Metab Syndr Relat Disord 2008;6:299-304.
 * doi:10.1089/met.2008.0034
 */
export const triglycerideGlucose = (glucose: number, triglycerides: number): number =>
  Math.log((triglycerides * glucose) / 2);
