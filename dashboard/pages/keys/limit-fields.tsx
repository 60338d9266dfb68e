import { useContext } from 'preact/hooks';
import type { KeyLimits } from '../../api/keys.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field, TextAreaField } from '../../components/field.tsx';
import { belongs, FormContext } from '../../components/form-context.ts';
import type { FormValues } from '../../components/form-values.ts';
import { t } from '../../texts/texts.ts';
import { CalculatorsField } from './calculators-field.tsx';

const NAMES = ['calculators', 'networks', 'cap', 'rotates_itself'];

export const NO_LIMITS: KeyLimits = { calculators: null, networks: null, cap: null, rotates_itself: false };

interface LimitFieldsProps {
  readonly value: KeyLimits;
  /** Whether to offer that the key rotates itself, which only an admin can allow. */
  readonly isForAdmin?: boolean;
}

/** A key's own limits, folded away while none is set. */
export function LimitFields({ value, isForAdmin = true }: LimitFieldsProps) {
  const { errors } = useContext(FormContext);
  const { calculators, networks, cap, rotates_itself: rotates } = value;
  const isRefused = NAMES.some((name) => errors.some(({ field }) => belongs(field, name)));
  const isSet = calculators !== null || networks !== null || cap !== null || rotates;
  return (
    <details class="limits" open={isSet || isRefused || undefined}>
      <summary>
        {t('keys.limits')} <span class="optional">({t('state.optional')})</span>
      </summary>
      <div class="fields">
        <CalculatorsField value={calculators ?? []} />
        <TextAreaField
          name="networks"
          label={t('keys.networks')}
          hint={t('keys.networksHint')}
          optional
          dir="ltr"
          rows={2}
          value={(networks ?? []).join('\n')}
        />
        <Field type="number" name="cap" label={t('keys.cap')} hint={t('keys.capHint')} optional min={0} value={cap} />
        {isForAdmin ? (
          <SelectField
            name="rotates_itself"
            label={t('keys.rotatesItself')}
            hint={t('keys.rotatesItselfHint')}
            value={rotates ? 'yes' : 'no'}
            choices={[
              { value: 'no', label: t('keys.rotatesNo') },
              { value: 'yes', label: t('keys.rotatesYes') },
            ]}
          />
        ) : null}
      </div>
    </details>
  );
}

/** An empty field is no limit. */
export function limitsOf(values: FormValues): KeyLimits {
  const calculators = values
    .all('calculators')
    .map((name) => name.trim())
    .filter(Boolean);
  return {
    calculators: orNone([...new Set(calculators)]),
    networks: orNone(values.lines('networks')),
    cap: values.number('cap'),
    rotates_itself: values.text('rotates_itself') === 'yes',
  };
}

function orNone(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}
