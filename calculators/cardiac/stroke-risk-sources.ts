import type { Source } from '../kit/index.ts';

export const vanGelder2024: Source = {
  citation:
    'Van Gelder IC, Rienstra M, Bunting KV, et al. 2024 ESC guidelines for the management of atrial fibrillation. Eur Heart J 2024;45:3314-3414',
  doi: '10.1093/eurheartj/ehae176',
};

export const lip2010: Source = {
  citation:
    'Lip GYH, Nieuwlaat R, Pisters R, Lane DA, Crijns HJGM. Refining clinical risk stratification for predicting stroke and thromboembolism in atrial fibrillation using a novel risk factor-based approach. Chest 2010;137:263-272',
  doi: '10.1378/chest.09-1584',
};

export const hindricks2021: Source = {
  citation:
    'Hindricks G, Potpara T, Dagres N, et al. 2020 ESC guidelines for the diagnosis and management of atrial fibrillation. Eur Heart J 2021;42:373-498',
  doi: '10.1093/eurheartj/ehaa612',
};
