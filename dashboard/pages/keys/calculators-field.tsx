import { useId, useState } from 'preact/hooks';
import { readCalculators } from '../../api/keys.ts';
import { useLoad } from '../../api/use-load.ts';
import { Button } from '../../components/button.tsx';
import { FieldFrame } from '../../components/field-frame.tsx';
import { useField } from '../../components/form-context.ts';
import { t } from '../../texts/texts.ts';

const NAME = 'calculators';

interface CalculatorsFieldProps {
  /** The initial choice. */
  readonly value: readonly string[];
}

/** A list of calculators by name, with suggestions. Text that is typed but not yet added counts too. */
export function CalculatorsField({ value }: CalculatorsFieldProps) {
  const paths = useLoad(readCalculators).value ?? {};
  const known = Object.keys(paths).toSorted();
  const [chosen, setChosen] = useState(value);
  const [typed, setTyped] = useState('');
  const [unknown, setUnknown] = useState<string | null>(null);
  const listId = useId();
  const [label, hint] = [t('keys.calculators'), t('keys.calculatorsHint')];
  const ties = useField(
    { name: NAME, label, hint },
    unknown === null ? null : t('keys.noCalculator', { name: unknown }),
  );

  const add = () => {
    const name = typed.trim();
    if (name === '') return;
    // Without the list, the gateway checks the name.
    const isUnknown = known.length > 0 && !known.includes(name);
    setUnknown(isUnknown ? name : null);
    if (isUnknown) return;
    setChosen([...new Set([...chosen, name])]);
    setTyped('');
  };

  return (
    <FieldFrame ties={ties} label={label} hint={hint} optional>
      <div class="adding">
        <input
          id={ties.id}
          name={NAME}
          list={listId}
          dir="ltr"
          value={typed}
          autocomplete="off"
          autocapitalize="none"
          maxLength={200}
          aria-invalid={ties.error !== null || undefined}
          aria-describedby={ties.describedBy}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button label={t('keys.addCalculator')} onClick={add}>
          {t('keys.add')}
        </Button>
      </div>
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} label={paths[name]} />
        ))}
      </datalist>
      {chosen.length > 0 ? (
        <ul class="chips" aria-label={t('keys.chosenCalculators')}>
          {chosen.map((name) => (
            <li key={name}>
              <input type="hidden" name={NAME} value={name} />
              {name}
              <button
                type="button"
                aria-label={t('keys.removeCalculator', { name })}
                onClick={() => setChosen(chosen.filter((other) => other !== name))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </FieldFrame>
  );
}
