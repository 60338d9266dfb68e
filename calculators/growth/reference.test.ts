import cases from '../../test/reference/growth.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { growthCalculators } from './index.ts';

referenceSuite(growthCalculators, cases);
