import cases from '../../test/reference/lifestyle.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { lifestyleCalculators } from './index.ts';

referenceSuite(lifestyleCalculators, cases);
