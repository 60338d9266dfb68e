import cases from '../../test/reference/body.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { bodyCalculators } from './index.ts';

referenceSuite(bodyCalculators, cases, ['asian', 'older_adults']);
