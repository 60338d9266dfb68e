import type { BarsPicture, ValuesPicture, ZonesPicture } from './picture.ts';
import { scale, WIDTH } from './scale.ts';
import { type Drawing, fitted, patternAt, widthOf } from './svg.ts';

const ROW = 36;
const LABEL = 13;
const THICK = 12;

interface Row {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly shown: string;
  readonly chosen?: boolean | undefined;
}

/** Bars from zero, with the value at the end of each. */
export function drawBars(drawing: Drawing, { bars, unit }: BarsPicture): { height: number; body: string } {
  const rows = bars.map(({ label, value, chosen }) => ({
    label,
    from: Math.min(0, value),
    to: Math.max(0, value),
    shown: drawing.number(value, unit),
    chosen,
  }));
  return drawRows(drawing, rows);
}

/** Ranges on one scale, with both ends written behind each. */
export function drawZones(drawing: Drawing, { zones, unit }: ZonesPicture): { height: number; body: string } {
  const rows = zones.map(({ label, from, to, chosen }) => ({
    label,
    from: Math.min(from, to),
    to: Math.max(from, to),
    shown: `${drawing.number(from)} – ${drawing.number(to, unit)}`,
    chosen,
  }));
  return drawRows(drawing, rows);
}

/** Names at the start and their texts at the end of each line. */
export function drawValues(drawing: Drawing, { values }: ValuesPicture): { height: number; body: string } {
  const body = values.map(({ label, text }, place) => {
    const line = place * LINE + 19;
    return [
      drawing.text(0, line, fitted(label, WIDTH - widthOf(text) - 16), { fill: 'quiet' }),
      drawing.text(WIDTH, line, drawing.isolated(text), { anchor: 'end', bold: true }),
      drawing.line(0, line + 9, WIDTH, line + 9, 'faint'),
    ].join('');
  });
  return { height: values.length * LINE + 2, body: body.join('') };
}

const LINE = 28;

function drawRows(drawing: Drawing, rows: readonly Row[]): { height: number; body: string } {
  const from = Math.min(...rows.map((row) => row.from));
  const to = Math.max(...rows.map((row) => row.to));
  const widest = Math.max(...rows.map(({ shown }) => widthOf(shown)));
  const at = scale(from, to, 0, WIDTH - widest - 8);
  const body = rows.map(({ label, from, to, shown, chosen }, place) => {
    const top = place * ROW;
    const start = at(from);
    const width = Math.max(2, at(to) - start);
    const box = (fill: string) => drawing.rect(start, top + LABEL + 5, width, THICK, { rx: 2, fill });
    const pattern = chosen ? undefined : patternAt(place);
    return [
      drawing.text(0, top + LABEL - 1, fitted(label, WIDTH), { bold: chosen === true }),
      box(drawing.colour(chosen ? 'accent' : 'soft')),
      drawing.rect(start, top + LABEL + 5, width, THICK, {
        rx: 2,
        fill: pattern ?? 'none',
        stroke: drawing.colour('line'),
      }),
      drawing.text(start + width + 6, top + LABEL + 15, shown, { fill: 'quiet' }),
    ].join('');
  });
  return { height: rows.length * ROW, body: body.join('') };
}
