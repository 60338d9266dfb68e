import { useState } from 'preact/hooks';
import { useSession } from '../../api/session-context.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { LanguageMenu } from '../../components/language-menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { nameOf, t } from '../../texts/texts.ts';
import { ChangeEmail } from './change-email.tsx';
import { ChangeName } from './change-name.tsx';
import { ChangePassword } from './change-password.tsx';
import { Setting, Settings } from './setting.tsx';

interface ProfileCardProps {
  readonly onPasswordChanged: () => void;
}

/** The user: name, address, password, language. */
export function ProfileCard({ onPasswordChanged }: ProfileCardProps) {
  const { me } = useSession();
  const [changing, setChanging] = useState<'name' | 'email' | 'password' | null>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const close = () => setChanging(null);
  return (
    <Card title={t('account.profile')}>
      {mailedTo === null ? null : <Notice tone="success">{t('account.emailMailed', { email: mailedTo })}</Notice>}
      <Settings>
        <Setting
          term={t('account.name')}
          action={<Button onClick={() => setChanging('name')}>{t('account.changeName')}</Button>}
        >
          {me.name}
        </Setting>
        <Setting term={t('account.role')}>{nameOf('roles', me.role)}</Setting>
        <Setting
          term={t('account.email')}
          action={<Button onClick={() => setChanging('email')}>{t('account.changeEmail')}</Button>}
        >
          {me.email ?? '–'}
        </Setting>
        <Setting
          term={t('account.password')}
          action={<Button onClick={() => setChanging('password')}>{t('account.changePassword')}</Button>}
        >
          <span aria-hidden="true">••••••••••••</span>
        </Setting>
        <Setting term={t('app.language')}>
          <LanguageMenu />
          <p class="hint">{t('account.languageHint')}</p>
        </Setting>
      </Settings>
      {changing === 'name' ? <ChangeName onClose={close} /> : null}
      {changing === 'email' ? <ChangeEmail onClose={close} onMailed={setMailedTo} /> : null}
      {changing === 'password' ? <ChangePassword onClose={close} onChanged={onPasswordChanged} /> : null}
    </Card>
  );
}
