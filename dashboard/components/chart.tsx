import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../texts/format.ts';
import { language, t } from '../texts/texts.ts';
import { Table } from './table.tsx';

export interface Series {
  readonly label: string;
  /** As many as there are points. */
  readonly values: readonly number[];
}

export interface ChartProps {
  /** What it shows: "Units a day". */
  readonly label: string;
  /** Head of the first column of the same as a table: "Day". */
  readonly axis: string;
  /** A short name for each point, such as that of `formatShortDay`. */
  readonly points: readonly string[];
  readonly series: readonly Series[];
}

/** Bars over days or months, several series on top of each other, and the same figures as a table for those who do not see them. */
export function Chart({ label, axis, points, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify([axis, points, series, language()]);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    let end: (() => void) | null = null;
    let left = false;
    // With the pages that draw comes what draws.
    import('./draw-chart.ts').then(({ drawChart }) => {
      if (!left) end = drawChart(current, { axis, points, series });
    });
    return () => {
      left = true;
      end?.();
    };
  }, [drawn]);
  const columns = [
    { name: 'point', head: axis, cell: (at: number) => points[at] },
    ...series.map(({ label: head, values }, index) => ({
      name: String(index),
      head,
      figures: true,
      cell: (at: number) => formatNumber(values[at] ?? 0),
    })),
  ];
  return (
    <figure class="chart" aria-label={label}>
      <div class="drawing" ref={place} aria-hidden="true" />
      <details>
        <summary>{t('state.figures')}</summary>
        <Table caption={label} columns={columns} rows={[...points.keys()]} keyOf={String} />
      </details>
    </figure>
  );
}
