import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, Me } from './session.ts';

/** Who is signed in, and for which account. */
export interface Session {
  readonly me: Me;
  readonly client: Client;
  /** How often the user has signed in again since the page was opened. */
  readonly renewals: number;
  /** Reads the user and the account again after a change. @throws ApiProblem */
  reload(): Promise<void>;
  /** @throws ApiProblem */
  signOut(): Promise<void>;
  /** Shows the sign-in page after an action has ended the session, such as signing out everywhere. */
  left(): void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session of a signed-in page. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('there is no session here');
  return session;
}
