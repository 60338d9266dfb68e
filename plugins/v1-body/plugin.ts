import { bodyCalculators } from '../../calculators/body/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Body calculators of the v1 API. */
export default definePlugin({
  name: 'v1-body',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: bodyCalculators,
});
