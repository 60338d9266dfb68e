/**
 * The attack: a caller whose quota is used up sends batches. Every calculation was read and computed before the
 * counters were asked: 1 MB of refused inputs cost 92 ms of CPU, uncharged and without limit. A batch of unknown
 * calculators, which no limit counts, cost 42 ms of searches for similar names.
 */
import { startTestGateway } from '../../support/in-process-gateway.ts';
import { batchOverQuota } from './batch-over-quota.suite.ts';

batchOverQuota('with the counters of one machine', startTestGateway);
