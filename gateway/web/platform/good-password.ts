import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../accounts/sessions/password.ts';
import { type PasswordOwner, passwordFault } from '../../accounts/sessions/password-rules.ts';
import { PlatformProblem } from './platform-problem.ts';

const DETAILS = {
  length: 'detail',
  common: 'detail_common',
  pattern: 'detail_pattern',
  personal: 'detail_personal',
} as const;

/** @throws PlatformProblem 400 that explains what is wrong with the password */
export function requireGoodPassword(password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner);
  if (fault === null) return;
  const values = { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD };
  throw new PlatformProblem('password-not-usable', { detail: DETAILS[fault], values });
}
