import cases from '../../test/reference/heart.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { heartCalculators } from './index.ts';

referenceSuite(heartCalculators, cases);
