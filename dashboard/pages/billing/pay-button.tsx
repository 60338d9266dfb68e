import { type Payment, topUp } from '../../api/payments.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../texts/texts.ts';
import { goOn } from './go-on.ts';

interface PayButtonProps {
  readonly payment: Payment;
  /** Called when its state may have changed. */
  readonly onOrdered: () => void;
}

/** Opens the payment page of an order. If the provider was unreachable before, it requests the page again. */
export function PayButton({ payment, onOrdered }: PayButtonProps) {
  const { credits, reference, checkout_url } = payment;
  const { run, running, problem } = useAction(async () => {
    if (checkout_url !== null) return goOn(payment);
    try {
      goOn(await topUp({ credits, reference }));
    } finally {
      onOrdered();
    }
  });
  return (
    <>
      <Button onClick={run} running={running} label={t('payment.payFor', { n: credits, reference })}>
        {t('payment.pay')}
      </Button>
      {problem ? <p role="alert">{problem.detail}</p> : null}
    </>
  );
}
