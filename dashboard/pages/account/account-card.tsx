import { useState } from 'preact/hooks';
import { changeAccount } from '../../api/account.ts';
import { useSession } from '../../api/session-context.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { RadioField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import type { ChangeProps } from './change-name.tsx';
import { Setting, Settings } from './setting.tsx';

/** Settings of the admin for the whole account. */
export function AccountCard() {
  const { client } = useSession();
  const [changing, setChanging] = useState<'name' | 'usage' | null>(null);
  const close = () => setChanging(null);
  return (
    <Card title={t('account.account')}>
      <Settings>
        <Setting
          term={t('account.accountName')}
          action={<Button onClick={() => setChanging('name')}>{t('account.renameAccount')}</Button>}
        >
          {client.name}
        </Setting>
        <Setting
          term={t('account.developerUsage')}
          action={<Button onClick={() => setChanging('usage')}>{t('account.changeDeveloperUsage')}</Button>}
        >
          {t(client.developer_usage === 'own' ? 'account.usageOwn' : 'account.usageNone')}
        </Setting>
      </Settings>
      {changing === 'name' ? <RenameAccount onClose={close} /> : null}
      {changing === 'usage' ? <ChangeDeveloperUsage onClose={close} /> : null}
    </Card>
  );
}

function RenameAccount({ onClose }: ChangeProps) {
  const { client, reload } = useSession();
  return (
    <Dialog title={t('account.renameAccount')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await changeAccount({ name: values.text('name') });
          await reload();
          onClose();
          tell(t('account.accountRenamed'));
        }}
      >
        <Field
          name="name"
          label={t('account.accountName')}
          hint={t('account.accountNameHint')}
          value={client.name}
          autocomplete="organization"
        />
      </Form>
    </Dialog>
  );
}

function ChangeDeveloperUsage({ onClose }: ChangeProps) {
  const { client, reload } = useSession();
  return (
    <Dialog title={t('account.developerUsage')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await changeAccount({ developer_usage: values.text('developer_usage') === 'own' ? 'own' : 'none' });
          await reload();
          onClose();
          tell(t('account.developerUsageChanged'));
        }}
      >
        <RadioField
          name="developer_usage"
          label={t('account.developersSee')}
          value={client.developer_usage}
          choices={[
            { value: 'none', label: t('account.usageNone'), hint: t('account.usageNoneHint') },
            { value: 'own', label: t('account.usageOwn'), hint: t('account.usageOwnHint') },
          ]}
        />
      </Form>
    </Dialog>
  );
}
