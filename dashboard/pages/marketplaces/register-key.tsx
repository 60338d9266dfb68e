import { type Registered, registerKey } from '../../api/marketplaces.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { t } from '../../texts/texts.ts';

export interface RegisterProps {
  /** Name of the marketplace. */
  readonly of: string;
  readonly onRegistered: (registered: Registered) => Promise<void>;
  readonly onClose: () => void;
}

/** Registers the key that one consumer sends. */
export function RegisterKey({ of: marketplace, onRegistered, onClose }: RegisterProps) {
  return (
    <Dialog title={t('marketplaces.registerTitle', { marketplace })} onClose={onClose}>
      <Form
        submit={t('marketplaces.register')}
        onCancel={onClose}
        onSubmit={async (values) => {
          const [user, subscription, key] = [values.text('user'), values.text('subscription'), values.text('key')];
          await onRegistered(await registerKey({ marketplace, user, subscription, key }));
        }}
      >
        <Field
          name="user"
          label={t('marketplaces.consumer')}
          hint={t('marketplaces.consumerHint')}
          maxLength={200}
          autocomplete="off"
        />
        <Field
          name="subscription"
          label={t('marketplaces.subscription')}
          hint={t('marketplaces.subscriptionHint')}
          maxLength={100}
          autocomplete="off"
        />
        <Field
          name="key"
          label={t('marketplaces.key')}
          hint={t('marketplaces.keyHint')}
          dir="ltr"
          maxLength={512}
          autocomplete="off"
        />
      </Form>
    </Dialog>
  );
}
