import type { Role } from '../api/session.ts';
import { Card } from '../components/card.tsx';
import { Copyable } from '../components/copyable.tsx';
import { t } from '../texts/texts.ts';
import { sampleCall } from './sample-call.ts';

/** A command to paste. The reader fills in the key, because the page does not know it. */
export function FirstCall({ role }: { readonly role: Role }) {
  const isFinance = role === 'finance';
  return (
    <Card
      title={t(isFinance ? 'overview.financeCall' : 'overview.firstCall')}
      lead={t(isFinance ? 'overview.financeCallLead' : 'overview.firstCallLead')}
    >
      <Copyable label={t('overview.command')} text={sampleCall('$KEY', { role })} />
    </Card>
  );
}
