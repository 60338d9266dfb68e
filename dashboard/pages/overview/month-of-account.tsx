import { type Billing, readBilling } from '../../api/billing.ts';
import { type Load, useLoad } from '../../api/use-load.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Bar } from '../../components/bar.tsx';
import { Figure, Figures } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { formatNumber, formatPercent } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';

/** Quota, credits and forecast, for admins and finance users. */
export function MonthOfAccount() {
  return <MonthFigures of={useLoad(readBilling, [], { live: true })} />;
}

export function MonthFigures({ of }: { readonly of: Load<Billing> }) {
  return (
    <Loaded of={of} figures={3}>
      {(month) => (
        <>
          <Figures>
            <Used month={month} />
            <Figure title={t('overview.credits')} value={formatNumber(month.spendable)}>
              <p class="hint">{t('overview.balance', { n: month.balance })}</p>
            </Figure>
            <Figure title={t('overview.forecast')} value={month.forecast === null ? '–' : formatNumber(month.forecast)}>
              <p class="hint">{forecastText(month)}</p>
            </Figure>
          </Figures>
          <AsOf at={month.as_of} />
        </>
      )}
    </Loaded>
  );
}

function Used({ month: { used, quota, plan, remaining, overage } }: { readonly month: Billing }) {
  const title = t('overview.used');
  if (quota === null) {
    return (
      <Figure title={title} value={formatNumber(used)}>
        <p class="hint">{t('overview.noQuota', { plan })}</p>
      </Figure>
    );
  }
  const left = overage > 0 ? t('overview.overage', { n: overage }) : t('overview.remaining', { n: remaining ?? 0 });
  return (
    <Figure title={title} value={formatNumber(used)}>
      <Bar label={t('overview.quotaBar')} value={used} max={quota} text={formatPercent(used / Math.max(1, quota))} />
      <p class="hint">{t('overview.ofQuota', { quota, plan })}</p>
      <p class="hint">{left}</p>
    </Figure>
  );
}

function forecastText({ forecast, quota }: Billing): string {
  if (forecast === null) return t('overview.forecastUnknown');
  if (quota === null) return t('overview.forecastOpen');
  return forecast > quota ? t('overview.forecastBeyond', { n: forecast - quota }) : t('overview.forecastWithin');
}
