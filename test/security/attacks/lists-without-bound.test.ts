// The attack: a tenant adds rows without limit, then requests lists. With 4,752 keys each list blocked all other
// callers for 40 to 90 ms, and the answer grew with the rows. Every list of the platform is now paged by a cursor or
// has a known bound.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { pagedLists } from './lists-without-bound.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation();
});
afterAll(() => installation.stop());

pagedLists(() => installation);
