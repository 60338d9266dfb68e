import { type KeyUsage, readKeyUsage } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Bar } from '../../components/bar.tsx';
import { Figure, Figures } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { formatNumber, formatPercent } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { UsageChart } from '../usage/usage-chart.tsx';

/** The units of a key in this month, how much of its cap they are, and its calls day by day. */
export function UsageOfKey({ of: id }: { readonly of: string }) {
  const usage = useLoad(() => readKeyUsage(id), [id], { live: true });
  return (
    <Loaded of={usage} figures={1}>
      {(read) => (
        <>
          <Figures>
            <Figure title={t('keys.used')} value={formatNumber(read.units)}>
              <Cap of={read} />
            </Figure>
          </Figures>
          {read.days.length > 0 ? <UsageChart by="day" history={historyOf(read)} /> : null}
          <AsOf at={read.as_of} />
        </>
      )}
    </Loaded>
  );
}

function Cap({ of: { cap, family_units: used, units } }: { readonly of: KeyUsage }) {
  if (cap === null) return <p class="hint">{t('keys.usedNoCap')}</p>;
  return (
    <>
      <Bar label={t('keys.capBar')} value={used} max={cap} text={formatPercent(used / Math.max(1, cap))} />
      <p class="hint">{t('keys.usedOfCap', { used, cap })}</p>
      {used === units ? null : <p class="hint">{t('keys.usedByFamily')}</p>}
    </>
  );
}

/** The days as the answer to a question about usage, which the chart draws. */
function historyOf({ month, days, as_of }: KeyUsage) {
  const lines = days.map(({ name, ...line }) => ({ ...line, group: { day: name } }));
  const [until = ''] = [as_of.slice(0, 10), ...days.map(({ name }) => name)].toSorted().toReversed();
  return { since: `${month}-01`, until, by: ['day'] as const, lines, complete: true, keys: [], users: [], as_of };
}
