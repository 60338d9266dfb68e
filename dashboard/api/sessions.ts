import { call } from './client.ts';
import { ApiProblem } from './problem.ts';

/** Where the user is signed in. */
export interface OpenSession {
  readonly id: string;
  /** The one that asks. */
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly address: string | null;
  /** What the browser says it is. */
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
    // One that has ended meanwhile is what was asked for.
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}

/** Ends all sessions, this one too. */
export function endAllSessions(): Promise<void> {
  return call('DELETE', 'sessions');
}
