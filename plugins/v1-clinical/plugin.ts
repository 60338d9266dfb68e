import { acuteCalculators } from '../../calculators/acute/index.ts';
import { cardiacCalculators } from '../../calculators/cardiac/index.ts';
import { kidneyCalculators } from '../../calculators/kidney/index.ts';
import { labCalculators } from '../../calculators/lab/index.ts';
import { liverCalculators } from '../../calculators/liver/index.ts';
import { metabolicCalculators } from '../../calculators/metabolic/index.ts';
import { definePlugin } from '../sdk/index.ts';

/** Clinical calculators of the v1 API. `CLINICAL=on` loads them: some countries regulate such software. */
export default definePlugin({
  name: 'v1-clinical',
  version: '1.0.0',
  mount: '/api/v1',
  channels: ['direct'],
  calculators: [
    ...kidneyCalculators,
    ...liverCalculators,
    ...labCalculators,
    ...metabolicCalculators,
    ...cardiacCalculators,
    ...acuteCalculators,
  ],
});
