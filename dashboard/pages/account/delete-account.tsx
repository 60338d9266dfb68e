import { deleteAccount } from '../../api/account.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { navigate } from '../../router.ts';
import { useSession } from '../../session.ts';
import { t } from '../../texts/texts.ts';
import type { ChangeProps } from './change-name.tsx';

const LOST = ['account.lostKeys', 'account.lostUsers', 'account.lostCredits', 'account.lostTexts'] as const;

/** The end of the account. There is no way back, so its name has to be typed. */
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
