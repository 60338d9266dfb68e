/**
 * Estimated average glucose in mg/dL of a glycated haemoglobin in % (NGSP).
 *
 * Nathan DM, Kuenen J, Borg R, Zheng H, Schoenfeld D, Heine RJ. Translating the A1C assay into estimated average glucose
 * values. Diabetes Care 2008;31:1473-1478. doi:10.2337/dc08-0545
 */
export const estimatedAverageGlucose = (hba1c: number): number => 28.7 * hba1c - 46.7;
