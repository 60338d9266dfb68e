import uPlot from 'uplot';
import { formatNumber } from '../texts/format.ts';

const HEIGHT = 240;

/** Least distance between two names of points, in CSS pixels. */
const NAME_SPACE = 88;

/** Steps between two marks of an axis: whole numbers, because days and calls are whole. */
const WHOLE_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

export interface Series {
  readonly label: string;
  readonly colour: SeriesColour;
  /** One value for each point. */
  readonly values: readonly number[];
}

/** The content of a chart. */
export interface ChartData {
  /** Name of the horizontal axis, and head of the first column of the table: "Day". */
  readonly axis: string;
  /** A short name for each point, such as the result of `formatShortDay`. */
  readonly points: readonly string[];
  readonly series: readonly Series[];
}

/** The colour of a series: a token of the style, without `--series-`. */
export type SeriesColour = '1' | '2' | '3' | '4' | 'client-error' | 'server-error' | 'other';

/**
 * Draws bars in the colours of the page, as wide as `place`. Returns a function that removes them.
 *
 * @param hidden labels of the series that the reader has hidden; clicks in the legend change it
 */
export function drawChart(place: HTMLElement, chart: ChartData, hidden: Set<string>): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let plot = plotIn(place, chart, hidden);
  const redraw = () => {
    plot.destroy();
    plot = plotIn(place, chart, hidden);
  };
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }));
  dark.addEventListener('change', redraw);
  resized.observe(place);
  return () => {
    dark.removeEventListener('change', redraw);
    resized.disconnect();
    plot.destroy();
  };
}

function plotIn(place: HTMLElement, { axis: axisName, points, series }: ChartData, hidden: Set<string>): uPlot {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = {
    font,
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const pointOf = (value: number) => points[value] ?? '';
  // Painting the highest first leaves every part visible.
  const painted = series.toReversed();
  const isMirrored = style.direction === 'rtl';
  const bars = uPlot.paths.bars?.({ size: [0.7, 48], radius: series.length > 1 ? 0 : 0.15 });
  const options: uPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false }, y: false },
    scales: {
      x: { time: false, range: [-0.6, points.length - 0.4], dir: isMirrored ? -1 : 1 },
      y: { range: (_plot, _min, max) => [0, max || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        space: NAME_SPACE,
        incrs: WHOLE_STEPS,
        values: (_plot, splits) => splits.map(pointOf),
      },
      {
        ...axis,
        side: isMirrored ? 1 : 3,
        size: 64,
        incrs: WHOLE_STEPS,
        values: (_plot, splits) => splits.map(formatNumber),
      },
    ],
    series: [
      { label: axisName, value: (_plot, value) => (value === null ? '' : pointOf(value)) },
      ...painted.map(({ label, colour: name, values }) => ({
        label,
        show: !hidden.has(label),
        stroke: colour(`--series-${name}`),
        fill: colour(`--series-${name}`),
        width: 0,
        ...(bars && { paths: bars }),
        points: { show: false },
        value: (_plot: uPlot, _height: number | null, _at: number, point: number | null) =>
          point === null ? '' : formatNumber(values[point] ?? 0),
      })),
    ],
    hooks: {
      setSeries: [
        (plot, _at, { show }) => {
          if (show === undefined) return;
          for (const [at, { label }] of painted.entries()) {
            if (plot.series[at + 1]?.show) hidden.delete(label);
            else hidden.add(label);
          }
          plot.setData(stacked());
        },
      ],
    },
  };
  const stacked = (): uPlot.AlignedData => [[...points.keys()], ...heightsOf(points.length, painted, hidden)];
  return new uPlot(options, stacked(), place);
}

/** The heights of the bars: each is the sum of its series and of the shown series below it. */
function heightsOf(points: number, painted: readonly Series[], hidden: ReadonlySet<string>): number[][] {
  return painted.map((_, at) => {
    const below = painted.slice(at).filter(({ label }) => !hidden.has(label));
    return Array.from({ length: points }, (_point, point) =>
      below.reduce((sum, { values }) => sum + (values[point] ?? 0), 0),
    );
  });
}
