import { useState } from 'preact/hooks';
import { useSession } from '../../api/session-context.ts';
import type { User } from '../../api/users.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field } from '../../components/field.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { t } from '../../texts/texts.ts';
import { applicationsOf, type Keyring } from './keyring.ts';

/** The choice of a new application. It cannot be an id, and names of applications follow a colon. */
export const NEW_APPLICATION = 'new';
const APPLICATION = 'application:';

interface OwnerFieldProps {
  readonly keyring: Keyring;
  /** Id of a user, or `NEW_APPLICATION`; by default the signed-in user. */
  readonly value?: string | undefined;
}

/** The owner of the key. Only active users can have one. */
export function OwnerField({ keyring: { keys, users }, value }: OwnerFieldProps) {
  const { me } = useSession();
  const [chosen, setChosen] = useState(value ?? me.id);
  const others = users.filter(({ id, state }) => state === 'active' && id !== me.id);
  return (
    <>
      <SelectField
        name="user"
        label={t('keys.owner')}
        hint={t('keys.ownerHint')}
        value={chosen}
        onChange={setChosen}
        choices={[
          { value: me.id, label: t('keys.mine', { name: me.name }) },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
          ...applicationsOf(keys).map(({ name }) => ({
            value: APPLICATION + name,
            label: t('keys.applicationNamed', { name }),
          })),
          { value: NEW_APPLICATION, label: t('keys.newApplication') },
        ]}
      />
      {chosen === NEW_APPLICATION ? (
        <Field
          name="application"
          label={t('keys.applicationName')}
          hint={t('keys.applicationHint')}
          maxLength={200}
          autocomplete="off"
        />
      ) : null}
    </>
  );
}

/** The owner in the form of the API. */
export function ownerOf(values: FormValues): { readonly user: string } | { readonly application: string } {
  const chosen = values.text('user');
  if (chosen === NEW_APPLICATION) return { application: values.text('application') };
  return chosen.startsWith(APPLICATION) ? { application: chosen.slice(APPLICATION.length) } : { user: chosen };
}

/** The role of the new key: applications have that of a developer. */
export function roleOfOwner(values: FormValues, users: readonly User[]): User['role'] {
  return users.find(({ id }) => id === values.text('user'))?.role ?? 'developer';
}
