import cases from '../../test/reference/energy.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { energyCalculators } from './index.ts';

referenceSuite(energyCalculators, cases);
