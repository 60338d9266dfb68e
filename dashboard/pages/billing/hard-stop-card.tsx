import { useState } from 'preact/hooks';
import { type Billing, readHardStop, setHardStop } from '../../api/billing.ts';
import type { Load } from '../../api/use-load.ts';
import { useLoad } from '../../api/use-load.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import { SetHardStop } from './set-hard-stop.tsx';

interface HardStopCardProps {
  readonly billing: Load<Billing>;
}

/** The hard stop of the account. */
export function HardStopCard({ billing }: HardStopCardProps) {
  const stop = useLoad(readHardStop);
  const [open, setOpen] = useState<'set' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const changed = async () => {
    await Promise.all([stop.reload(), billing.reload()]);
  };
  const own = stop.value?.own ?? null;
  const used = billing.value?.used ?? 0;
  return (
    <Card
      title={t('hardStop.title')}
      lead={t('hardStop.lead')}
      actions={
        stop.value ? (
          <>
            {own === null ? null : <Button onClick={() => setOpen('remove')}>{t('hardStop.remove')}</Button>}
            <Button onClick={() => setOpen('set')}>{t(own === null ? 'hardStop.set' : 'hardStop.change')}</Button>
          </>
        ) : null
      }
    >
      <Loaded of={stop} lines={1}>
        {({ own, ceiling }) => (
          <>
            <p>{own === null ? t('hardStop.none') : t('hardStop.at', { n: own })}</p>
            {ceiling !== null && ceiling !== own ? <p>{t('hardStop.ofPlan', { n: ceiling })}</p> : null}
            {ceiling !== null && used >= ceiling ? (
              <Notice tone="warning">{t('hardStop.reached', { used })}</Notice>
            ) : null}
          </>
        )}
      </Loaded>
      {open === 'set' ? <SetHardStop own={own} used={used} onChanged={changed} onClose={close} /> : null}
      {open === 'remove' ? (
        <Confirm
          title={t('hardStop.removeTitle')}
          action={t('hardStop.remove')}
          onConfirm={async () => {
            await setHardStop(null);
            tell(t('hardStop.removed'));
            await changed();
          }}
          onClose={close}
        >
          <p>{t('hardStop.removeLead')}</p>
        </Confirm>
      ) : null}
    </Card>
  );
}
