import { OTHERS, readUsageHistory, type UsageGroup, type UsageGroupLine, type UsageHistory } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import type { Series } from '../../components/draw-chart.ts';
import { Loaded } from '../../components/loaded.tsx';
import { formatMonth, formatShortDay } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { groupName } from './group-names.ts';
import { pointsOf, valuesAt } from './points.ts';

/** Most keys, users or calculators in a chart that readers can distinguish; the others are one more series. */
const MOST_SERIES = 4;

interface UsageChartProps {
  readonly by: UsageGroup;
  readonly history: UsageHistory;
}

/**
 * Calls over the days: by who made them, the most active ones and the others together. Days and statuses are drawn by
 * answer: the two are one question over time.
 */
export function UsageChart({ by, history }: UsageChartProps) {
  const hasSeries = by !== 'day' && by !== 'status';
  const isMore = hasSeries && history.lines.length > MOST_SERIES;
  const days = useLoad(async () => {
    const { since, until } = history;
    if (by === 'day') return history;
    return readUsageHistory({ since, until, ...(hasSeries ? { by: `day,${by}`, top: MOST_SERIES } : { by: 'day' }) });
  }, [by, history]);
  return (
    <Card title={t('usage.chart')} {...(isMore && { lead: t('usage.drawnMost', { n: MOST_SERIES }) })}>
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
    const [charged, ...others] = OUTCOMES.map(({ label, colour, count }) => ({
      label: t(label),
      colour,
      values: valuesOf(history.lines, count),
    }));
    return [...(charged ? [charged] : []), ...others.filter(({ values }) => values.some((value) => value > 0))];
  }
  const groups = [...Map.groupBy(history.lines, (line) => line.group[group] ?? '')];
  const [others, most] = [groups.filter(([value]) => value === OTHERS), groups.filter(([value]) => value !== OTHERS)];
  const sorted = most.toSorted(([, one], [, other]) => callsIn(other) - callsIn(one));
  return [...sorted, ...others].map(([value, lines], at) => {
    const { name, hint } = groupName(history, group, value);
    const label = hint === null ? name : `${name} ${hint}`;
    const colour = value === OTHERS ? 'other' : (COLOURS[at] ?? 'other');
    return { label, colour, values: valuesOf(lines, ({ calls }) => calls) };
  });
}

function callsIn(lines: readonly UsageGroupLine[]): number {
  return lines.reduce((sum, { calls }) => sum + calls, 0);
}

const COLOURS = ['1', '2', '3', '4'] as const;

const OUTCOMES = [
  { label: 'usage.chargedCalls', colour: '1', count: ({ calls }: UsageGroupLine) => calls },
  { label: 'usage.clientErrors', colour: 'client-error', count: (line: UsageGroupLine) => line.client_errors },
  { label: 'usage.serverErrors', colour: 'server-error', count: (line: UsageGroupLine) => line.server_errors },
  { label: 'usage.refused', colour: 'other', count: ({ refused }: UsageGroupLine) => refused },
] as const;
