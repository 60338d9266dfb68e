import { lifestyleCalculators } from '../../calculators/lifestyle/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Lifestyle calculators of the v1 API. */
export default definePlugin({
  name: 'v1-lifestyle',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: lifestyleCalculators,
});
