import type { Payment } from '../../api/payments.ts';
import type { Pages } from '../../api/use-pages.ts';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Instant } from '../../components/instant.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Table } from '../../components/table.tsx';
import { formatMoney, formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { PayButton } from './pay-button.tsx';
import { isUnpaid, PaymentState } from './payment-state.tsx';

interface PaymentsCardProps {
  readonly payments: Pages<Payment>;
  readonly onOrdered: () => void;
}

/** Orders of credits and their states. */
export function PaymentsCard({ payments, onOrdered }: PaymentsCardProps) {
  return (
    <Card title={t('payment.title')} lead={t('payment.lead')}>
      <Loaded of={payments}>
        {(rows) => (
          <Table
            caption={t('payment.caption')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: 'at', head: t('payment.ordered'), cell: ({ created_at }) => <Instant at={created_at} /> },
              { name: 'state', head: t('payment.state'), cell: (payment) => <PaymentState payment={payment} /> },
              {
                name: 'credits',
                head: t('payment.credits'),
                figures: true,
                cell: ({ credits }) => formatNumber(credits),
              },
              {
                name: 'price',
                head: t('payment.price'),
                figures: true,
                cell: ({ price }) => (price === null ? '–' : formatMoney(price)),
              },
              { name: 'reference', head: t('payment.reference'), cell: (payment) => <Reference payment={payment} /> },
              {
                name: 'pay',
                head: t('payment.pay'),
                actions: true,
                cell: (payment) => (isUnpaid(payment) ? <PayButton payment={payment} onOrdered={onOrdered} /> : null),
              },
            ]}
            empty={
              <Empty title={t('payment.none')}>
                <p>{t('payment.noneLead')}</p>
              </Empty>
            }
          />
        )}
      </Loaded>
      <More of={payments} />
    </Card>
  );
}

function Reference({ payment: { reference, note } }: { readonly payment: Payment }) {
  return (
    <>
      {reference}
      {note === null ? null : <p class="hint">{note}</p>}
    </>
  );
}
