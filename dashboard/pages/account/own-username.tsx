import { useSession } from '../../api/session-context.ts';

/** Tells password managers the user of a password form. */
export function OwnUsername() {
  const { me } = useSession();
  return <input type="text" autocomplete="username" value={me.email ?? ''} readOnly hidden />;
}
