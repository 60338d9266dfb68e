import { useState } from 'preact/hooks';
import { createKey, ENVIRONMENTS } from '../../api/keys.ts';
import { useSession } from '../../api/session-context.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { nameOf, t } from '../../texts/texts.ts';
import type { SampleCall } from '../sample-call.ts';
import { ExpiryField, expiryOf } from './expiry-field.tsx';
import type { Keyring } from './keyring.ts';
import { LimitFields, limitsOf, NO_LIMITS } from './limit-fields.tsx';
import { NewKey } from './new-key.tsx';
import { OwnerField, ownerOf, roleOfOwner } from './owner-field.tsx';

interface CreateKeyProps {
  readonly keyring: Keyring;
  /** The initial owner, as `OwnerField` takes it. */
  readonly owner?: string;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

interface Made extends SampleCall {
  readonly text: string;
}

/** Creates a key, and shows it in the same dialog. */
export function CreateKey({ keyring, owner, onMade, onClose }: CreateKeyProps) {
  const isAdmin = useSession().me.role === 'admin';
  const [made, setMade] = useState<Made | null>(null);
  const create = async (values: FormValues) => {
    const limits = limitsOf(values);
    const { key: text } = await createKey({
      name: values.text('name'),
      environment: values.text('environment'),
      expires_at: expiryOf(values, Date.now()),
      ...(isAdmin ? ownerOf(values) : {}),
      ...limits,
    });
    setMade({ text, role: roleOfOwner(values, keyring.users), calculators: limits.calculators });
    onMade();
  };
  return (
    <Dialog title={t(made ? 'keys.made' : 'keys.create')} onClose={onClose}>
      {made ? (
        <NewKey {...made} onClose={onClose} />
      ) : (
        <Form submit={t('keys.createSubmit')} onSubmit={create} onCancel={onClose}>
          <Field name="name" label={t('keys.name')} hint={t('keys.nameHint')} maxLength={200} autocomplete="off" />
          {isAdmin ? <OwnerField keyring={keyring} value={owner} /> : null}
          <div class="pair">
            <SelectField
              name="environment"
              label={t('keys.environment')}
              hint={t('keys.environmentHint')}
              choices={ENVIRONMENTS.map((value) => ({ value, label: nameOf('environments', value) }))}
            />
            <ExpiryField />
          </div>
          <LimitFields value={NO_LIMITS} isForAdmin={isAdmin} />
        </Form>
      )}
    </Dialog>
  );
}
