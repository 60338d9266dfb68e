import { useEffect, useRef } from 'preact/hooks';
import { formatNumber } from '../texts/format.ts';
import { language, t } from '../texts/texts.ts';
import type { ChartData } from './draw-chart.ts';
import { Table } from './table.tsx';

interface ChartProps extends ChartData {
  /** The subject of the chart: "Units a day". */
  readonly label: string;
}

/** Stacked bars over days or months. A table holds the same figures for readers who cannot see the bars. */
export function Chart({ label, axis, points, series }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Survives new figures, which draw the chart again. */
  const hidden = useRef(new Set<string>());
  const drawn = JSON.stringify([axis, points, series, language()]);
  useEffect(() => {
    const { current } = place;
    if (current === null) return undefined;
    let end: (() => void) | null = null;
    let left = false;
    // Loaded on demand: only pages with a chart need the drawing code.
    import('./draw-chart.ts').then(({ drawChart }) => {
      if (!left) end = drawChart(current, { axis, points, series }, hidden.current);
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
