import cases from '../../test/reference/pregnancy.json' with { type: 'json' };
import { referenceSuite } from '../kit/reference.suite.ts';
import { pregnancyCalculators } from './index.ts';

referenceSuite(pregnancyCalculators, cases);
