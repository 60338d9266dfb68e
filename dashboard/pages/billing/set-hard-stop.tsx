import { useState } from 'preact/hooks';
import { setHardStop } from '../../api/billing.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { tell } from '../../components/told.tsx';
import { formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';

interface SetHardStopProps {
  readonly own: number | null;
  readonly used: number;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the ceiling, and warns if it is already reached: it would stop every call. */
export function SetHardStop({ own, used, onChanged, onClose }: SetHardStopProps) {
  const [typed, setTyped] = useState(own === null ? '' : String(own));
  const stops = typed.trim() !== '' && Number(typed) <= used;
  return (
    <Dialog title={t(own === null ? 'hardStop.set' : 'hardStop.change')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        kind={stops ? 'danger' : 'primary'}
        onCancel={onClose}
        onSubmit={async (values) => {
          // An empty field is invalid here: a separate button removes the stop.
          const { own } = await setHardStop(values.number('ceiling') ?? '');
          tell(t('hardStop.changed', { n: own ?? 0 }));
          onClose();
          await onChanged();
        }}
      >
        <Field
          name="ceiling"
          label={t('hardStop.ceiling')}
          hint={t('hardStop.ceilingHint', { used: formatNumber(used) })}
          type="number"
          min={0}
          value={own}
          onInput={setTyped}
        />
        {stops ? <Notice tone="warning">{t('hardStop.stopsAll', { used })}</Notice> : null}
      </Form>
    </Dialog>
  );
}
