const siri = {
  citation:
    'Siri WE. Body composition from fluid spaces and density: analysis of methods. In: Brožek J, Henschel A (eds). Techniques for Measuring Body Composition. National Academy of Sciences, Washington 1961:223-244',
};
const brozek = {
  citation:
    'Brožek J, Grande F, Anderson JT, Keys A. Densitometric analysis of body composition: revision of some quantitative assumptions. Ann N Y Acad Sci 1963;110:113-140',
};

/** Sources of the two conversions from body density to body fat. */
export const densitySources = { siri, brozek };

/** Body fat in percent of body weight from body density in g/cm³. */
export const fatOfDensity = {
  siri: (density: number): number => 495 / density - 450,
  brozek: (density: number): number => 457 / density - 414.2,
};
