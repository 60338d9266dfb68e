import { definePlugin } from '../sdk/index.ts';
import { classicEndpoints } from './endpoints.ts';
import { classicProblems } from './problems.ts';

/** The older API. It runs beside v1 and uses the same calculators. */
export default definePlugin({
  name: 'classic',
  version: '1.0.0',
  mount: '/classic',
  channels: ['marketplace', 'direct'],
  endpoints: classicEndpoints.flatMap(({ endpoints }) => endpoints),
  problems: classicProblems,
});
