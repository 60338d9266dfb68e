import type { SignInThrottle } from '../sign-in-throttle.ts';

/**
 * Lets no account flood somebody with invitations. What counts is the address that mails go to; where the admin calls from
 * does not, since the admin is known.
 *
 * @throws Refused 429
 */
export async function limitMails(throttle: SignInThrottle, to: string, address: string): Promise<void> {
  await throttle.mail(to, address);
  await throttle.succeeds(address);
}
