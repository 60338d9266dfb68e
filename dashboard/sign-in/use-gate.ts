import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { watchSession } from '../api/client.ts';
import { mayHaveSession } from '../api/facts.ts';
import type { ApiProblem } from '../api/problem.ts';
import { type Client, type Me, readClient, readMe, signOut, takeUpSession } from '../api/session.ts';
import type { Session } from '../api/session-context.ts';
import { problemOf } from '../api/use-load.ts';

interface SignedIn {
  readonly signedIn: () => Promise<void>;
}

/** Why a user must sign in again: the session has ended, or is too old for the call. */
export type SignInAgain = 'ended' | 'too-old';

/** The state of the visitor. During a sign-in `again`, the pages keep what was typed. */
export type Gate =
  | { readonly state: 'starting' }
  | { readonly state: 'failed'; readonly problem: ApiProblem; readonly retry: () => void }
  | ({ readonly state: 'out' } & SignedIn)
  | ({
      readonly state: 'in';
      readonly session: Session;
      readonly again: SignInAgain | null;
      readonly goOn: () => void;
    } & SignedIn);

interface Member {
  readonly me: Me;
  readonly client: Client;
}

async function readMember(): Promise<Member> {
  const [me, client] = await Promise.all([readMe(), readClient()]);
  return { me, client };
}

/** Finds the session and follows its changes. */
export function useGate(): Gate {
  const [member, setMember] = useState<Member | 'unknown' | 'nobody'>(mayHaveSession ? 'unknown' : 'nobody');
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [again, setAgain] = useState<SignInAgain | null>(null);
  const [renewals, setRenewals] = useState(0);
  const userId = useRef<string | null>(null);

  const enter = useCallback(async () => {
    const read = await readMember();
    userId.current = read.me.id;
    setMember(read);
    setAgain(null);
    setRenewals((times) => times + 1);
  }, []);

  const leave = useCallback(() => {
    userId.current = null;
    setMember('nobody');
    setAgain(null);
  }, []);

  const goOn = useCallback(() => setAgain(null), []);

  const start = useCallback(async () => {
    setProblem(null);
    try {
      if ((await takeUpSession()) === null) leave();
      else await enter();
    } catch (error) {
      setProblem(problemOf(error));
    }
  }, []);

  useEffect(() => {
    watchSession({
      ended: () => setAgain('ended'),
      tooOld: () => setAgain('too-old'),
      async renewed() {
        const user = await takeUpSession();
        if (user === userId.current) return true;
        // Another user is signed in now, who must not see this page.
        location.reload();
        return false;
      },
    });
    if (mayHaveSession) start();
  }, []);

  const session = useMemo<Session | null>(() => {
    if (member === 'unknown' || member === 'nobody') return null;
    return {
      ...member,
      renewals,
      reload: async () => setMember(await readMember()),
      async signOut() {
        await signOut();
        leave();
      },
      left: leave,
    };
  }, [member, renewals]);

  if (problem) return { state: 'failed', problem, retry: start };
  if (session) return { state: 'in', session, again, goOn, signedIn: enter };
  return member === 'unknown' ? { state: 'starting' } : { state: 'out', signedIn: enter };
}
