import { trainingCalculators } from '../../calculators/training/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Training calculators of the v1 API. */
export default definePlugin({
  name: 'v1-training',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: trainingCalculators,
});
