import { energyCalculators } from '../../calculators/energy/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Energy calculators of the v1 API. */
export default definePlugin({
  name: 'v1-energy',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: energyCalculators,
});
