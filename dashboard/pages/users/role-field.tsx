import type { Role } from '../../api/session.ts';
import { RadioField } from '../../components/choice-fields.tsx';
import { nameOf, t } from '../../texts/texts.ts';

const ROLES = ['developer', 'finance', 'admin'] as const satisfies readonly Role[];

/** The roles, each with its rights. */
export function RoleField({ value = 'developer' }: { readonly value?: Role }) {
  return (
    <RadioField
      name="role"
      label={t('users.role')}
      value={value}
      choices={ROLES.map((role) => ({
        value: role,
        label: nameOf('roles', role),
        hint: nameOf('rolesOpen', role),
      }))}
    />
  );
}
