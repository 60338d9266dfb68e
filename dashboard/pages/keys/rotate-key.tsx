import { useState } from 'preact/hooks';
import { type Rotation, rotateKey } from '../../api/keys.ts';
import type { Role } from '../../api/session.ts';
import { RadioField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatTime } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import type { KeyDialogProps } from './edit-key.tsx';
import { NewKey } from './new-key.tsx';

const HOUR_S = 3_600;

const OVERLAPS = [
  { seconds: 7 * 24 * HOUR_S, label: 'keys.overlapWeek', hint: 'keys.overlapWeekHint' },
  { seconds: 24 * HOUR_S, label: 'keys.overlapDay' },
  { seconds: HOUR_S, label: 'keys.overlapHour' },
  { seconds: 0, label: 'keys.overlapNow', hint: 'keys.overlapNowHint' },
] as const;

interface RotateKeyProps extends Omit<KeyDialogProps, 'onDone'> {
  /** Of the owner. */
  readonly role: Role;
  readonly onDone: () => void;
}

/** Replaces a key; the old one works for the chosen overlap. */
export function RotateKey({ of: key, role, onDone, onClose }: RotateKeyProps) {
  const [made, setMade] = useState<(Rotation & { readonly overlap: number }) | null>(null);
  return (
    <Dialog title={t(made ? 'keys.made' : 'keys.rotateTitle', { name: key.name })} onClose={onClose}>
      {made ? (
        <NewKey text={made.key} role={role} calculators={key.calculators} onClose={onClose}>
          <Notice>
            {made.overlap === 0 ? t('keys.oldEnded') : t('keys.oldEnds', { time: formatTime(made.old_key_ends_at) })}
          </Notice>
        </NewKey>
      ) : (
        <Form
          submit={t('keys.rotateSubmit')}
          onCancel={onClose}
          onSubmit={async (values) => {
            const overlap = Number(values.text('overlap_seconds'));
            setMade({ ...(await rotateKey(key.id, overlap)), overlap });
            onDone();
          }}
        >
          <p>{t('keys.rotateLead')}</p>
          <RadioField
            name="overlap_seconds"
            label={t('keys.overlap')}
            choices={OVERLAPS.map(({ seconds, label, ...more }) => ({
              value: String(seconds),
              label: t(label),
              ...('hint' in more && { hint: t(more.hint) }),
            }))}
            {...(key.expires_at !== null && {
              hint: t('keys.overlapExpires', { time: formatTime(key.expires_at) }),
            })}
          />
        </Form>
      )}
    </Dialog>
  );
}
