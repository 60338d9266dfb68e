import type { Source } from '../kit/index.ts';

/** Sources that several calculators of the family cite. */
export const allenCoggan: Source = {
  citation: 'Allen H, Coggan AR, McGregor S. Training and Racing with a Power Meter, 3rd ed. Boulder: VeloPress, 2019',
};

export const george1993: Source = {
  citation:
    'George JD, Vehrs PR, Allsen PE, Fellingham GW, Fisher AG. VO2max estimation from a submaximal 1-mile track jog for fit college-age individuals. Med Sci Sports Exerc 1993;25:401-406',
};
