import { call } from './client.ts';
import { ApiProblem } from './problem.ts';

/** A session of the user. */
export interface OpenSession {
  readonly id: string;
  /** Whether it is the current session. */
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly address: string | null;
  /** The browser's own description (`User-Agent`). */
  readonly user_agent: string;
}

export async function readSessions(): Promise<readonly OpenSession[]> {
  const { sessions } = await call<{ readonly sessions: readonly OpenSession[] }>('GET', 'sessions');
  return sessions;
}

export async function endSession(id: string): Promise<void> {
  try {
    await call('DELETE', `sessions/${id}`);
  } catch (error) {
    // The session has ended in the meantime, which is the desired result.
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}

/** Ends all sessions, this one too. */
export function endAllSessions(): Promise<void> {
  return call('DELETE', 'sessions');
}
