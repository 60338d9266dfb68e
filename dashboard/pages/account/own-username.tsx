import { useSession } from '../../session.ts';

/** In a form with a password: tells password managers whose it is. */
export function OwnUsername() {
  const { me } = useSession();
  return <input type="text" autocomplete="username" value={me.email ?? ''} readOnly hidden />;
}
