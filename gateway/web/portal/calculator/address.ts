/** The folder of the calculators, relative to a page in it: `bmi`, or `acme/fat-mass`. */
export const toFolder = (page: string) => (page.includes('/') ? '../' : '');

/** The root of the installation, relative to a page of a calculator. */
export const toRoot = (page: string) => `${toFolder(page)}../../`;
