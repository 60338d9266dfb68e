import { useState } from 'preact/hooks';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field } from '../../components/field.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { t } from '../../texts/texts.ts';

const DAY_MS = 86_400_000;
const ON_A_DAY = 'day';

/** The expiry of a key. */
export function ExpiryField() {
  const [chosen, setChosen] = useState('');
  return (
    <>
      <SelectField
        name="expiry"
        label={t('keys.expires')}
        value={chosen}
        onChange={setChosen}
        choices={[
          { value: '', label: t('keys.never') },
          { value: '30', label: t('keys.inDays', { n: 30 }) },
          { value: '90', label: t('keys.inDays', { n: 90 }) },
          { value: '365', label: t('keys.inDays', { n: 365 }) },
          { value: ON_A_DAY, label: t('keys.onDay') },
        ]}
      />
      {chosen === ON_A_DAY ? (
        <Field
          type="date"
          name="expires_at"
          label={t('keys.lastDay')}
          hint={t('keys.lastDayHint')}
          mistake={t('keys.dayOver')}
          min={today()}
        />
      ) : null}
    </>
  );
}

/**
 * The instant of an expiry: a day ends at local midnight. A missing or past day is for the gateway to refuse, together
 * with all other mistakes in the form.
 */
export function expiryOf(values: FormValues, now: number): string | null {
  const chosen = values.text('expiry');
  if (chosen === '') return null;
  if (chosen !== ON_A_DAY) return new Date(now + Number(chosen) * DAY_MS).toISOString();
  const day = values.text('expires_at');
  return day === '' ? day : new Date(`${day}T23:59:59`).toISOString();
}

/** The format of date inputs. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
