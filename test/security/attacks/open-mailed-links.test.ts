// The attack: an attacker has a session and the password of the victim, asks for another address and keeps the link
// from the new mailbox. The victim notices and sets a new password. The link still worked and gave the account to the
// attacker. Likewise, a reset link in a mailbox that the user had left still set a password.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { openMailedLinks } from './open-mailed-links.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation();
});
afterAll(() => installation.stop());

openMailedLinks(() => installation);
