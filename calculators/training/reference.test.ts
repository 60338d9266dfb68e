import cases from '../../test/reference/training.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { trainingCalculators } from './index.ts';

referenceSuite(trainingCalculators, cases);
