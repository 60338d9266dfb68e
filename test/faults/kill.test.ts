import { it } from 'vitest';
import { killEmbedded } from '../support/killed-gateways.ts';

/** `KILLS=50 npx vitest run test/faults/kill.test.ts` for more. */
const KILLS = Number(process.env.KILLS ?? 5);

it(
  `a gateway that is killed ${KILLS} times under load has counted every call it answered`,
  () => killEmbedded({ kills: KILLS, durability: 'process', quota: 100_000_000 }),
  300_000,
);
