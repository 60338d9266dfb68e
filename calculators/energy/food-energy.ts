/** Energy of nutrients in kcal/g: the general factors of Atwater; fibre by Regulation (EU) 1169/2011. */
export const KCAL_PER_G = { carbohydrate: 4, protein: 4, fat: 9, alcohol: 7, fiber: 2 };
