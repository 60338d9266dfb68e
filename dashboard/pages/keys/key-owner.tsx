import type { Key } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Link } from '../../components/link.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';

interface KeyOwnerProps {
  readonly of: Key;
  readonly owner: User | undefined;
}

/** The owner of a key, for admins: a person, an application, or a deleted user. */
export function KeyOwner({ of: { user, application }, owner }: KeyOwnerProps) {
  if (owner) return <Link href={hrefOf(['users', owner.id])}>{owner.name}</Link>;
  if (application === null) return <>{t('keys.deletedUser')}</>;
  return (
    <span class="stack">
      <Link href={hrefOf(['keys'], { owner: user })}>{application}</Link>
      <span class="hint">{t('keys.application')}</span>
    </span>
  );
}
