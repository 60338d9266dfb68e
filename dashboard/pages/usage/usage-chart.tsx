import { readUsageHistory, type UsageGroup, type UsageGroupLine, type UsageHistory } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import type { Series } from '../../components/draw-chart.ts';
import { Loaded } from '../../components/loaded.tsx';
import { formatMonth, formatShortDay } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { groupName } from './group-names.ts';
import { pointsOf, valuesAt } from './points.ts';

/** Most series in a chart that readers can distinguish. */
const MOST_SERIES = 4;

interface UsageChartProps {
  readonly by: UsageGroup;
  readonly history: UsageHistory;
}

/**
 * Calls over the days: by who made them where these are few, else by how they were answered. Days and statuses are
 * drawn by answer too: the two are one question over time.
 */
export function UsageChart({ by, history }: UsageChartProps) {
  const hasSeries = by !== 'day' && by !== 'status';
  const isFew = history.lines.length <= MOST_SERIES;
  const days = useLoad(async () => {
    const { since, until } = history;
    return by === 'day' ? history : readUsageHistory({ since, until, by: hasSeries && isFew ? `day,${by}` : 'day' });
  }, [by, history]);
  return (
    <Card title={t('usage.chart')} {...(hasSeries && !isFew && { lead: t('usage.drawnTogether', { n: MOST_SERIES }) })}>
      <Loaded of={days} lines={7}>
        {(drawn) => {
          const { since, until } = drawn;
          const points = pointsOf(since, until, drawn.lines);
          const isDays = points.unit === 'day';
          return (
            <Chart
              label={t(isDays ? 'usage.callsADay' : 'usage.callsAMonth')}
              axis={t(isDays ? 'usage.day' : 'usage.month')}
              points={points.names.map(isDays ? formatShortDay : formatMonth)}
              series={seriesOf(drawn, (lines, count) => valuesAt(points, lines, count))}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

type Values = (lines: readonly UsageGroupLine[], count: (line: UsageGroupLine) => number) => number[];

function seriesOf(history: UsageHistory, valuesOf: Values): Series[] {
  const group = history.by.find((one) => one !== 'day');
  if (group === undefined) {
    const [charged, ...others] = OUTCOMES.map(({ label, count }) => ({
      label: t(label),
      values: valuesOf(history.lines, count),
    }));
    return [...(charged ? [charged] : []), ...others.filter(({ values }) => values.some((value) => value > 0))];
  }
  const groups = Map.groupBy(history.lines, (line) => line.group[group] ?? '');
  return [...groups].map(([value, lines]) => {
    const { name, hint } = groupName(history, group, value);
    return { label: hint === null ? name : `${name} ${hint}`, values: valuesOf(lines, ({ calls }) => calls) };
  });
}

const OUTCOMES = [
  { label: 'usage.chargedCalls', count: ({ calls }: UsageGroupLine) => calls },
  { label: 'usage.clientErrors', count: (line: UsageGroupLine) => line.client_errors },
  { label: 'usage.serverErrors', count: (line: UsageGroupLine) => line.server_errors },
  { label: 'usage.refused', count: ({ refused }: UsageGroupLine) => refused },
] as const;
