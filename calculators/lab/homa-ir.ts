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
