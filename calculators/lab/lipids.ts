/** Blood lipids, all in mg/dL. */
export interface Lipids {
  readonly total: number;
  readonly hdl: number;
  readonly ldl: number;
  readonly triglycerides?: number | undefined;
}

/**
 * Lipids as parts of HDL cholesterol.
 *
 * Millán J, Pintó X, Muñoz A, et al. Lipoprotein ratios: physiological significance and clinical usefulness in
 * cardiovascular prevention. Vasc Health Risk Manag 2009;5:757-765
 */
export const cholesterolRatios = ({ total, hdl, ldl, triglycerides }: Lipids) => ({
  total_to_hdl: total / hdl,
  ldl_to_hdl: ldl / hdl,
  ...(triglycerides === undefined ? {} : { triglycerides_to_hdl: triglycerides / hdl }),
});
