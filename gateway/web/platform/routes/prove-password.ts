import { type PasswordProof, requirePassword } from '../../../accounts/sessions/password-proof.ts';
import { endSession } from '../../../accounts/sessions/sessions.ts';
import { AccountError } from '../../../records/account-error.ts';
import type { AuthenticatedRequest } from '../route.ts';

/**
 * Proves the current password of the caller. Wrong passwords count against the user, from any network. A session with
 * several wrong passwords ends, because its user is guessing.
 *
 * @throws PlatformProblem 429 before the password is checked; AccountError `wrong-password`
 */
export async function provePassword(
  { records, throttle, actor, caller }: Pick<AuthenticatedRequest, 'records' | 'throttle' | 'actor' | 'caller'>,
  current: string,
): Promise<PasswordProof> {
  const { userId, sessionId } = caller;
  await throttle.password(userId);
  try {
    const proof = await requirePassword(records, userId, current);
    await throttle.rightPassword(userId);
    return proof;
  } catch (error) {
    const wrong = error instanceof AccountError && error.code === 'wrong-password';
    if (wrong && sessionId !== null && (await throttle.wrongPassword(sessionId))) {
      await endSession(records, actor, caller, sessionId).catch(ignoreEnded);
    }
    throw error;
  }
}

/** Another of several concurrent wrong passwords may already have ended the session. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof AccountError)) throw error;
}
