import { pregnancyCalculators } from '../../calculators/pregnancy/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Pregnancy calculators of the v1 API. */
export default definePlugin({
  name: 'v1-pregnancy',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: pregnancyCalculators,
});
