// Attacks on accounts at two gateways in turn: what one gateway has ended, the other must not open.
import { afterAll, beforeAll, describe } from 'vitest';
import { type Installation, sharedInstallation } from '../../support/installation.ts';
import { describeWithPostgres, describeWithRedis } from '../../support/servers.ts';
import { FIVE_MAILS, invitationSpam } from './invitation-spam.suite.ts';
import { pagedLists } from './lists-without-bound.suite.ts';
import { openMailedLinks } from './open-mailed-links.suite.ts';

describeWithPostgres('two gateways on one PostgreSQL', (postgres) => {
  describeWithRedis('and one Redis', (redis) => {
    let installation: Installation;
    beforeAll(async () => {
      const stores = { databaseUrl: postgres.url, redisUrl: redis.url };
      installation = await sharedInstallation({ ...stores, env: FIVE_MAILS });
    }, 60_000);
    afterAll(() => installation.stop(), 30_000);

    describe('mailed links', () => openMailedLinks(() => installation));
    describe('invitations', () => invitationSpam(() => installation));
    describe('lists', () => pagedLists(() => installation));
  });
});
