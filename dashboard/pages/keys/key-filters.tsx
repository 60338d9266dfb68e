import { ENVIRONMENTS, type Key } from '../../api/keys.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field } from '../../components/field.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { applicationsOf, type Keyring, works } from './keyring.ts';

/** The filter of keys. */
export interface KeyFilter {
  /** Empty: working keys. */
  readonly state: string;
  /** Empty: all. */
  readonly environment: string;
  /** Id of a user or application; empty: all owners. */
  readonly owner: string;
}

/** Reads the filter from the address of the page. */
export function filterOf(query: URLSearchParams): KeyFilter {
  const value = (name: string) => query.get(name) ?? '';
  return { state: value('state'), environment: value('environment'), owner: value('owner') };
}

/** The keys that match. The text may be part of the name or of the shown characters, or the whole key. */
export function filtered(keys: readonly Key[], { state, environment, owner }: KeyFilter, text: string): readonly Key[] {
  return keys.filter(
    (key) =>
      (state === 'all' || works(key) === (state !== 'ended')) &&
      (environment === '' || key.environment === environment) &&
      (owner === '' || key.user === owner) &&
      isFound(key, text.trim()),
  );
}

function isFound({ id, name, start, hint }: Key, text: string): boolean {
  const isWhole = text.startsWith(start) && text.endsWith(hint);
  return isWhole || `${name}\n${start}…${hint}\n${id}`.toLowerCase().includes(text.toLowerCase());
}

interface KeyFiltersProps {
  readonly keyring: Keyring;
  readonly filter: KeyFilter;
  /** A user may paste a key here, so this never goes into the address. */
  readonly onSearch: (text: string) => void;
}

export function KeyFilters({ keyring: { keys, users }, filter, onSearch }: KeyFiltersProps) {
  const choose = (part: Partial<KeyFilter>) => navigate(hrefOf(['keys'], { ...filter, ...part }), 'replace');
  return (
    <search class="filters">
      <Field type="search" name="search" label={t('keys.search')} maxLength={200} onInput={onSearch} />
      <SelectField
        name="state"
        label={t('keys.state')}
        value={filter.state}
        choices={[
          { value: '', label: t('keys.working') },
          { value: 'ended', label: t('keys.ended') },
          { value: 'all', label: t('keys.all') },
        ]}
        onChange={(state) => choose({ state })}
      />
      <SelectField
        name="environment"
        label={t('keys.environment')}
        value={filter.environment}
        choices={[
          { value: '', label: t('keys.all') },
          ...ENVIRONMENTS.map((value) => ({ value, label: nameOf('environments', value) })),
        ]}
        onChange={(environment) => choose({ environment })}
      />
      {users.length > 0 ? (
        <SelectField
          name="owner"
          label={t('keys.owner')}
          value={filter.owner}
          choices={[
            { value: '', label: t('keys.everybody') },
            ...[...users, ...applicationsOf(keys)].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(owner) => choose({ owner })}
        />
      ) : null}
    </search>
  );
}
