import { drawBand } from './band.ts';
import { drawCurves } from './curves.ts';
import type { Picture } from './picture.ts';
import { drawBars, drawValues, drawZones } from './rows.ts';
import { Drawing, type Writing } from './svg.ts';

/** The figures behind a picture, as rows of a table: a name, and one or more numbers. */
export type Figures = readonly (readonly string[])[];

/** A picture as SVG, with its title, and its figures as the description. */
export function drawingOf(picture: Picture, writing: Writing, title: string, alone: boolean): string {
  const drawing = new Drawing(writing, alone);
  const { height, body } = drawn(drawing, picture);
  const description = figures(picture, writing)
    .map(([name, ...numbers]) => `${name}: ${numbers.filter((number) => number !== '').join(', ')}`)
    .join('; ');
  return drawing.frame(height, title, description, body);
}

function drawn(drawing: Drawing, picture: Picture): { height: number; body: string } {
  switch (picture.kind) {
    case 'band':
      return drawBand(drawing, picture);
    case 'zones':
      return drawZones(drawing, picture);
    case 'bars':
      return drawBars(drawing, picture);
    case 'curves':
      return drawCurves(drawing, picture);
    case 'values':
      return drawValues(drawing, picture);
  }
}

/** The figures of a picture: of curves the point, and each curve at its ends and its middle. */
export function figures(picture: Picture, writing: Writing): Figures {
  const drawing = new Drawing(writing, false);
  if (picture.kind === 'values') return picture.values.map(({ label, text }) => [label, text]);
  const unit = picture.kind === 'curves' ? picture.y.unit : picture.unit;
  const number = (value: number | null) => (value === null ? '' : drawing.number(value, unit));
  switch (picture.kind) {
    case 'band':
    case 'zones': {
      const parts = picture.kind === 'band' ? picture.bands : picture.zones;
      const rows = parts.map(({ label, from, to }) => [label, between(number(from), number(to))]);
      return picture.kind === 'band' ? [[picture.label, number(picture.value)], ...rows] : rows;
    }
    case 'bars':
      return picture.bars.map(({ label, value }) => [label, number(value)]);
    case 'curves': {
      const { x, y, curves, point } = picture;
      const own = [
        [x.label, drawing.number(point.x, x.unit)],
        [y.label, number(point.y)],
      ];
      const rows = curves.flatMap(({ label, points }) =>
        [points[0], points[points.length >> 1], points.at(-1)].flatMap((at) =>
          at ? [[`${label === '' ? '' : `${label} · `}${drawing.number(at[0], x.unit)}`, number(at[1])]] : [],
        ),
      );
      return [...own, ...rows];
    }
  }
}

function between(from: string, to: string): string {
  if (from === '') return to === '' ? '' : `< ${to}`;
  return to === '' ? `≥ ${from}` : `${from} – ${to}`;
}
