import type { Language } from '../languages.ts';
import { drawBand } from './band.ts';
import { drawCurves } from './curves.ts';
import type { Picture } from './picture.ts';
import { drawBars, drawZones } from './rows.ts';
import { Drawing } from './svg.ts';

export interface DrawingOptions {
  readonly language: Language;
  /** Name of the drawing for readers who do not see it. */
  readonly title: string;
  /** The drawing stands alone, as a file or in a mail: it brings its colours instead of using those of the page. */
  readonly alone?: boolean;
}

/** The figures behind a picture, as rows of a table: a name, and one or more numbers. */
export type Figures = readonly (readonly string[])[];

/**
 * Draws a picture as SVG. It has a title, and its figures as the description; parts differ by pattern, not only by
 * colour; in a language that is written from right to left it is mirrored.
 */
export function drawPicture(picture: Picture, { language, title, alone = false }: DrawingOptions): string {
  const drawing = new Drawing(language, alone);
  const { height, body } = drawn(drawing, picture);
  const description = figuresOf(picture, language)
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
  }
}

/** The figures of a picture in a language: of curves the point, and each curve at its ends and its middle. */
export function figuresOf(picture: Picture, language: Language): Figures {
  const drawing = new Drawing(language, false);
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
