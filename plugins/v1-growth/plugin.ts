import { growthCalculators } from '../../calculators/growth/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Growth calculators of the v1 API. */
export default definePlugin({
  name: 'v1-growth',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: growthCalculators,
});
