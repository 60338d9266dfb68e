import type { CurvesPicture } from './picture.ts';
import { scale, ticks, WIDTH } from './scale.ts';
import { type Drawing, element, fitted, widthOf } from './svg.ts';

const TOP = 24;
const BOTTOM = 196;
const HEIGHT = 236;

/** Dashes of the curves, so that neighbours differ without colour. */
const DASHES = [undefined, '6 3', '2 3'] as const;

/** Lines in a diagram with both axes, and the point of the caller. */
export function drawCurves(drawing: Drawing, { x, y, curves, point }: CurvesPicture): { height: number; body: string } {
  const xs = [...curves.flatMap(({ points }) => points.map(([value]) => value)), point.x];
  const ys = [...curves.flatMap(({ points }) => points.map(([, value]) => value)), point.y];
  const low = Math.min(...ys);
  const high = Math.max(...ys);
  const pad = (high - low || Math.abs(high) || 1) * 0.05;
  const from = low >= 0 && low < (high - low) / 2 ? 0 : low - pad;
  const to = high + pad;
  const rows = ticks(from, to, 4);
  const left = Math.max(...rows.map((value) => widthOf(drawing.number(value)))) + 8;
  const right = Math.max(8, ...curves.map(({ label }) => widthOf(label) + 6));
  const atX = scale(Math.min(...xs), Math.max(...xs), left, WIDTH - right);
  const atY = scale(from, to, BOTTOM, TOP);
  const grid = rows.map(
    (value) =>
      drawing.line(left, atY(value), WIDTH - right, atY(value), 'faint') +
      drawing.text(left - 5, atY(value) + 4, drawing.number(value), { anchor: 'end', fill: 'quiet', size: 11 }),
  );
  const columns = ticks(Math.min(...xs), Math.max(...xs), 6).map((value) =>
    drawing.text(atX(value), BOTTOM + 16, drawing.number(value), { anchor: 'middle', fill: 'quiet', size: 11 }),
  );
  const labelAt = labelHeights(curves, atY);
  const lines = curves.map(({ label, points, strong }, place) => {
    const last = points.at(-1);
    const line = drawing.path(
      points.map(([px, py]) => [atX(px), atY(py)]),
      {
        stroke: drawing.colour(strong ? 'accent' : 'line'),
        'stroke-width': strong ? 2.5 : 1.5,
        'stroke-dasharray': strong ? undefined : DASHES[place % 3],
      },
    );
    const end = last
      ? drawing.text(atX(last[0]) + 4, (labelAt.get(label) ?? 0) + 4, label, { fill: 'quiet', size: 11 })
      : '';
    return line + (label === '' ? '' : end);
  });
  const dot = element('circle', {
    class: 'marker',
    cx: drawing.x(atX(point.x)),
    cy: atY(point.y),
    r: 6,
    fill: drawing.colour('text'),
    stroke: drawing.colour('ground'),
    'stroke-width': 2,
  });
  const name = (label: string, unit: string) => fitted(unit === '' ? label : `${label} (${unit})`, WIDTH - 8);
  return {
    height: HEIGHT,
    body: [
      drawing.text(0, 12, name(y.label, y.unit), { fill: 'quiet', size: 11 }),
      ...grid,
      drawing.line(left, BOTTOM, WIDTH - right, BOTTOM, 'line'),
      ...columns,
      drawing.text(WIDTH / 2, BOTTOM + 34, name(x.label, x.unit), { anchor: 'middle', fill: 'quiet', size: 11 }),
      ...lines,
      dot,
    ].join(''),
  };
}

/** Heights of the labels at the ends of the curves, at least a line apart. */
function labelHeights(curves: CurvesPicture['curves'], atY: (value: number) => number): ReadonlyMap<string, number> {
  const ends = curves.flatMap(({ label, points }) => {
    const last = points.at(-1);
    return last ? [{ label, y: atY(last[1]) }] : [];
  });
  let free = TOP - 4;
  return new Map(
    ends
      .toSorted((a, b) => a.y - b.y)
      .map(({ label, y }) => {
        free = Math.max(y, free + 11);
        return [label, free];
      }),
  );
}
