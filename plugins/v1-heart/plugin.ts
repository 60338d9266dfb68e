import { heartCalculators } from '../../calculators/heart/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Heart calculators of the v1 API. */
export default definePlugin({
  name: 'v1-heart',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: heartCalculators,
});
