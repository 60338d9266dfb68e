import { Page } from '../components/page.tsx';
import { t } from '../texts/texts.ts';
import { BackToSignIn } from './sent.tsx';

/** The page after an admin has deleted the account. */
export function AccountDeleted() {
  return (
    <Page title={t('account.deletedTitle')} lead={t('account.deleted')}>
      <BackToSignIn />
    </Page>
  );
}
