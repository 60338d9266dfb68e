import { deleteAccount } from '../../api/account.ts';
import { useSession } from '../../api/session-context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import type { ChangeProps } from './change-name.tsx';

const LOST = ['account.lostKeys', 'account.lostUsers', 'account.lostCredits', 'account.lostTexts'] as const;

/** Deletes the account. This is final, so the user must type its name. */
export function DeleteAccount({ onClose }: ChangeProps) {
  const { client, left } = useSession();
  return (
    <Dialog title={t('account.deleteTitle', { account: client.name })} onClose={onClose}>
      <Notice tone="warning">{t('account.deleteForEver')}</Notice>
      <ul class="lost">
        {LOST.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
      <p>{t('account.deleteStays')}</p>
      <Form
        submit={t('account.delete')}
        kind="danger"
        onCancel={onClose}
        onSubmit={async (values) => {
          await deleteAccount(values.text('confirm'));
          left();
          navigate('#/account-deleted', 'replace');
        }}
      >
        <Field name="confirm" label={t('account.confirmName', { account: client.name })} autocomplete="off" />
      </Form>
    </Dialog>
  );
}
