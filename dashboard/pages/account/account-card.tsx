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
  const [changing, setChanging] = useState<'name' | 'usage' | 'keys' | null>(null);
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
        <Setting
          term={t('account.developerKeys')}
          action={<Button onClick={() => setChanging('keys')}>{t('account.changeDeveloperKeys')}</Button>}
        >
          {t(client.developer_keys === 'own' ? 'account.keysOwn' : 'account.keysNone')}
        </Setting>
      </Settings>
      {changing === 'name' ? <RenameAccount onClose={close} /> : null}
      {changing === 'usage' ? <ChangeForDevelopers of={USAGE} onClose={close} /> : null}
      {changing === 'keys' ? <ChangeForDevelopers of={KEYS} onClose={close} /> : null}
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

/** A setting for developers, with its texts. */
const USAGE = {
  name: 'developer_usage',
  title: 'account.developerUsage',
  label: 'account.developersSee',
  none: ['account.usageNone', 'account.usageNoneHint'],
  own: ['account.usageOwn', 'account.usageOwnHint'],
} as const;

const KEYS = {
  name: 'developer_keys',
  title: 'account.developerKeys',
  label: 'account.developersCreate',
  none: ['account.keysNone', 'account.keysNoneHint'],
  own: ['account.keysOwn', 'account.keysOwnHint'],
} as const;

interface ChangeForDevelopersProps extends ChangeProps {
  readonly of: typeof USAGE | typeof KEYS;
}

function ChangeForDevelopers({ of: setting, onClose }: ChangeForDevelopersProps) {
  const { client, reload } = useSession();
  const { name, title, label } = setting;
  return (
    <Dialog title={t(title)} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await changeAccount({ [name]: values.text(name) === 'own' ? 'own' : 'none' });
          await reload();
          onClose();
          tell(t('account.developerUsageChanged'));
        }}
      >
        <RadioField
          name={name}
          label={t(label)}
          value={client[name]}
          choices={(['none', 'own'] as const).map((value) => ({
            value,
            label: t(setting[value][0]),
            hint: t(setting[value][1]),
          }))}
        />
      </Form>
    </Dialog>
  );
}
