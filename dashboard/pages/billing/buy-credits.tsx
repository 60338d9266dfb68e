import { useState } from 'preact/hooks';
import type { Billing } from '../../api/billing.ts';
import { topUp } from '../../api/payments.ts';
import type { ChosenPlan } from '../../api/plans.ts';
import type { Load } from '../../api/use-load.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatMoney } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { goOn } from './go-on.ts';

interface BuyCreditsProps {
  readonly billing: Load<Billing>;
  readonly plan: Load<ChosenPlan>;
  /** Called when there may be a new order, also after a missing answer. */
  readonly onOrdered: () => void;
  readonly onClose: () => void;
}

/** Orders credits. One dialog is one order, even if it is sent several times. */
export function BuyCredits({ billing, plan, onOrdered, onClose }: BuyCreditsProps) {
  const [reference] = useState(newReference);
  const [typed, setTyped] = useState('');
  return (
    <Dialog title={t('buy.title')} onClose={onClose}>
      <Loaded of={plan}>
        {({ current }) => (
          <>
            <p class="hint">{t('buy.lead')}</p>
            {billing.value && billing.value.mode !== 'credits' ? (
              <Notice tone="warning">
                {t('buy.notSpent', { plan: current.name, rule: nameOf('planMode', billing.value.mode) })}
              </Notice>
            ) : null}
            <Form
              submit={t('buy.submit')}
              onCancel={onClose}
              onSubmit={async (values) => {
                const note = values.text('note');
                const order = { credits: values.number('credits') ?? '', reference, ...(note && { note }) };
                try {
                  const ordered = await topUp(order);
                  onClose();
                  goOn(ordered);
                } finally {
                  onOrdered();
                }
              }}
            >
              <Field name="credits" label={t('buy.credits')} type="number" min={1} onInput={setTyped} />
              <p aria-live="polite">{priceOf(typed, current.price_per_credit)}</p>
              <Field name="note" label={t('buy.note')} hint={t('buy.noteHint')} optional maxLength={500} />
            </Form>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function priceOf(typed: string, price: ChosenPlan['current']['price_per_credit']): string {
  if (price === null) return t('buy.noPrice');
  const credits = Number(typed);
  const each = formatMoney(price);
  if (!Number.isSafeInteger(credits) || credits < 1) return t('buy.each', { each });
  return t('buy.price', { price: formatMoney({ ...price, amount: credits * price.amount }), each });
}

/** A readable reference for lists and statements, such as `2026-11-21 5f0c9d2e41ab`. */
function newReference(): string {
  return `${new Date().toISOString().slice(0, 10)} ${crypto.randomUUID().slice(-12)}`;
}
