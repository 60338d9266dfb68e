import { type Payment, topUp } from '../../api/payments.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/button.tsx';
import { t } from '../../texts/texts.ts';
import { goOn } from './go-on.ts';

interface PayButtonProps {
  readonly payment: Payment;
  /** Its state may be another by now. */
  readonly onOrdered: () => void;
}

/** Goes on to where an order is paid. One that got no such page, for the provider was away, asks for it again. */
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
