import { Page } from '../components/page.tsx';
import { t } from '../texts/texts.ts';
import { BackToSignIn } from './sent.tsx';

/** Where an admin comes to who has deleted the account. */
export function AccountDeleted() {
  return (
    <Page title={t('account.deletedTitle')} lead={t('account.deleted')}>
      <BackToSignIn />
    </Page>
  );
}
