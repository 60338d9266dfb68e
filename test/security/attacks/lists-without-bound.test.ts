// A tenant adds rows for as long as it likes, and then asks for lists: with 4,752 keys each list took 40 to 90 ms in which
// other callers got no answer, and the answer grew with the rows. Every list of the platform is read in pages now, by a cursor
// that says where a page begins; what is not paged is bounded by what it is made of.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { pagedLists } from './lists-without-bound.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation();
});
afterAll(() => installation.stop());

pagedLists(() => installation);
