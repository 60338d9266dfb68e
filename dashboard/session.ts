import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client, Me } from './api/session.ts';

/** Who is signed in, and for which account. */
export interface Session {
  readonly me: Me;
  readonly client: Client;
  /** How often the user had to sign in again meanwhile. */
  readonly renewals: number;
  /** Reads both again, after one of them was changed. @throws ApiProblem */
  reload(): Promise<void>;
  /** @throws ApiProblem */
  signOut(): Promise<void>;
  /** The session has ended by what was done, such as signing out everywhere: shows the sign-in page. */
  left(): void;
}

export const SessionContext = createContext<Session | null>(null);

/** The session, for every page behind the sign-in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('there is no session here');
  return session;
}
