/** Square of a height in cm, in m². */
export const squareMetres = (height: number): number => (height / 100) ** 2;

/** Body mass index in kg/m² of a weight in kg and a height in cm (Quetelet). */
export const quetelet = (weight: number, height: number): number => weight / squareMetres(height);

/** The healthy range of BMI as WHO prints it: the upper end is one decimal below overweight. */
export const HEALTHY_BMI = { min: 18.5, max: 24.9 };

/** Weights in kg that have a BMI from `min` to `max` at a height in cm. */
export const weightRange = (height: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: min * squareMetres(height),
  max: max * squareMetres(height),
});
