// The attack: the admin of a free account renames it to an advertisement with an address and invites one stranger after
// another. 239 mails left in half a second in the operator's name, with a link that mail programs make clickable.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { FIVE_MAILS, invitationSpam } from './invitation-spam.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation(FIVE_MAILS);
});
afterAll(() => installation.stop());

invitationSpam(() => installation);
