import { AccountError } from '../../records/account-error.ts';
import { isPlainText } from '../../values/plain-text.ts';

/** An address as it is stored and compared: trimmed, lower case. @throws AccountError `bad-value` */
export function requireEmail(text: string): string {
  const email = text.trim().toLowerCase();
  // What of RFC 5321 is in use: more than this only the mail that arrives can tell.
  if (
    !isPlainText(text) ||
    email.length > 254 ||
    !/^[^\s@<>"(),:;[\]\\\p{Cc}]{1,64}@[^\s@<>"(),:;[\]\\\p{Cc}]+\.[^\s@.]+$/u.test(email)
  ) {
    throw new AccountError('bad-value', 'Not an address that mail can be sent to');
  }
  return email;
}
