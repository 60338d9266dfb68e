import type { Burst, Plan } from '../../api/plans.ts';
import { formatMoney, formatNumber } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';

export function quotaText(quota: number | null): string {
  return quota === null ? t('plan.noLimit') : formatNumber(quota);
}

export function burstText(burst: Burst | null): string {
  return burst === null ? t('plan.noLimit') : t('plan.burstOf', { calls: burst.calls, seconds: burst.seconds });
}

export function priceText(price: Plan['price_per_credit']): string {
  return price === null ? t('plan.noPrice') : formatMoney(price);
}

/** A plan in one line. */
export function planText({ quota, burst, mode, price_per_credit: price }: Plan): string {
  return [
    quota === null ? t('plan.unlimited') : t('plan.unitsAMonth', { n: quota }),
    t('plan.rule', { rule: nameOf('planMode', mode) }),
    ...(burst === null ? [] : [t('plan.burst', { calls: burst.calls, seconds: burst.seconds })]),
    ...(price === null ? [] : [t('plan.pricePerCredit', { price: formatMoney(price) })]),
  ].join(' · ');
}
