import type { Key } from '../../api/keys.ts';
import type { User } from '../../api/users.ts';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { formatTime } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { works } from './keyring.ts';

interface KeyNoticeProps {
  readonly of: Key;
  readonly owner: User | undefined;
}

/** A notice for a key that ends soon or does not work. */
export function KeyNotice({ of: key, owner }: KeyNoticeProps) {
  const text = textOf(key, owner);
  if (text === null) return null;
  return (
    <Notice tone={works(key) ? 'warning' : 'info'}>
      <p>{text}</p>
      {key.replaced_by === null ? null : <Link href={hrefOf(['keys', key.replaced_by])}>{t('keys.toSuccessor')}</Link>}
    </Notice>
  );
}

function textOf(key: Key, owner: User | undefined): string | null {
  const time = formatTime(key.revoked_at ?? key.expires_at ?? key.created_at);
  switch (key.state) {
    case 'revoked':
      return t('keys.wasRevoked', { time });
    case 'expired':
      return t('keys.hasExpired', { time });
    case 'rotated':
      return t('keys.inOverlap', { time });
    case 'expiring':
      return t('keys.endsSoon', { time });
    case 'active':
      return owner?.state === 'disabled' ? t('keys.opensNothing', { name: owner.name }) : null;
  }
}
