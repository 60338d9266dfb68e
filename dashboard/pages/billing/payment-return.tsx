import type { Payment } from '../../api/payments.ts';
import type { Pages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice, type NoticeProps } from '../../components/notice.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import { PayButton } from './pay-button.tsx';
import { isUnpaid, stateOf } from './payment-state.tsx';

interface PaymentReturnProps {
  /** The payment from which the user returns. */
  readonly id: string;
  readonly payments: Pages<Payment>;
  readonly onRefresh: () => void;
}

const TONES: Readonly<Record<string, NonNullable<NoticeProps['tone']>>> = {
  paid: 'success',
  failed: 'warning',
  disputed: 'warning',
};

/** The state of a payment. Only the provider reports it, not the return of the browser. */
export function PaymentReturn({ id, payments, onRefresh }: PaymentReturnProps) {
  return (
    <Loaded of={payments} lines={2}>
      {(known) => (
        <Returned payment={known.find((one) => one.id === id)} onRefresh={onRefresh} refreshing={payments.loading} />
      )}
    </Loaded>
  );
}

interface ReturnedProps extends Pick<PaymentReturnProps, 'onRefresh'> {
  readonly payment: Payment | undefined;
  readonly refreshing: boolean;
}

function Returned({ payment, onRefresh, refreshing }: ReturnedProps) {
  const dismiss = () => navigate(hrefOf(['billing']), 'replace');
  return (
    <Notice tone={TONES[payment?.state ?? ''] ?? 'info'}>
      <p>{payment ? t(`paymentReturn.${stateOf(payment)}`, { n: payment.credits }) : t('payment.notFound')}</p>
      <div class="actions">
        {payment?.state === 'pending' ? (
          <Button onClick={onRefresh} running={refreshing}>
            {t('action.refresh')}
          </Button>
        ) : null}
        {payment && isUnpaid(payment) ? <PayButton payment={payment} onOrdered={onRefresh} /> : null}
        <Button kind="quiet" onClick={dismiss}>
          {t('action.dismiss')}
        </Button>
      </div>
    </Notice>
  );
}
