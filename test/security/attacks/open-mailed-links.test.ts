// An attacker sits in a session of the victim and knows the password. He asks for another address and keeps the link that
// comes to his mailbox. The victim notices and sets a new password. The link still worked: the account was his. In the same
// way, a reset link in a mailbox that the user had left still set a password.
import { afterAll, beforeAll } from 'vitest';
import { embeddedInstallation, type Installation } from '../../support/installation.ts';
import { openMailedLinks } from './open-mailed-links.suite.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await embeddedInstallation();
});
afterAll(() => installation.stop());

openMailedLinks(() => installation);
