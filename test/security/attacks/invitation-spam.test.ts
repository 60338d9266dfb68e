// The admin of a free account renames it to an advertisement with an address in it and invites strangers, one after the
// other: 239 mails in half a second left in the name of the operator, with a link that mail programs make clickable.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { FIVE_MAILS, invitationSpam } from './invitation-spam.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation(FIVE_MAILS);
});
afterAll(() => installation.stop());

invitationSpam(() => installation);
