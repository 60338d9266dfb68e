import { useState } from 'preact/hooks';
import { readBilling } from '../../api/billing.ts';
import { readPayments } from '../../api/payments.ts';
import { readPlan } from '../../api/plans.ts';
import { useSession } from '../../api/session-context.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { formatMonth } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { MonthFigures } from '../overview/month-of-account.tsx';
import type { PageInput } from '../page-input.ts';
import { BuyCredits } from './buy-credits.tsx';
import { HardStopCard } from './hard-stop-card.tsx';
import { PaymentReturn } from './payment-return.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { StatementsCard } from './statements-card.tsx';

/** Plan, credits, payments and statements, for admins and finance users. */
export function Billing({ query }: PageInput) {
  const { client } = useSession();
  const billing = useLoad(readBilling, [], { live: true });
  const plan = useLoad(readPlan);
  const payments = usePages(readPayments);
  const [buys, setBuys] = useState(false);
  const returned = query.get('payment');
  const ordered = () => {
    payments.reload();
    billing.reload();
  };
  const planned = () => {
    plan.reload();
    billing.reload();
  };
  const month = formatMonth(new Date().toISOString().slice(0, 7));
  return (
    <Page
      title={t('billing.title')}
      lead={t('billing.lead', { account: client.name, month })}
      actions={
        <Button kind="primary" onClick={() => setBuys(true)}>
          {t('buy.title')}
        </Button>
      }
    >
      {returned ? <PaymentReturn id={returned} payments={payments} onRefresh={ordered} /> : null}
      <MonthFigures of={billing} />
      <PlanCard billing={billing} plan={plan} onChanged={planned} />
      <PaymentsCard payments={payments} onOrdered={ordered} />
      <HardStopCard billing={billing} />
      <StatementsCard />
      {buys ? <BuyCredits billing={billing} plan={plan} onOrdered={ordered} onClose={() => setBuys(false)} /> : null}
    </Page>
  );
}
