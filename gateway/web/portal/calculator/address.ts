/** The folder of the calculators, relative to a page in it: `bmi`, or `acme/fat-mass`. */
export const toFolder = (page: string) => (page.includes('/') ? '../' : '');
