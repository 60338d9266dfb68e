import type { Band, BandPicture } from './picture.ts';
import { scale, WIDTH } from './scale.ts';
import { type Drawing, element, fitted, patternAt, widthOf } from './svg.ts';

const TOP = 44;
const THICK = 26;
const HEIGHT = 92;
const EDGE = 4;

/** The classes on one scale, the value's own class in the strong colour, a marker at the value. */
export function drawBand(drawing: Drawing, { value, unit, bands }: BandPicture): { height: number; body: string } {
  const { from, to } = rangeOf(bands, value);
  const at = scale(from, to, EDGE, WIDTH - EDGE);
  const parts = bands.flatMap((band, place) => {
    const start = at(band.from ?? from);
    const width = at(band.to ?? to) - start;
    if (width <= 0) return [];
    const box = (fill: string) =>
      drawing.rect(start, TOP, width, THICK, { fill, stroke: drawing.colour('ground'), 'stroke-width': 1.5 });
    const pattern = band.chosen ? undefined : patternAt(place);
    return [box(drawing.colour(band.chosen ? 'accent' : 'soft')), pattern ? box(pattern) : ''];
  });
  return {
    height: HEIGHT,
    body: parts.join('') + bounds(drawing, bands, at) + marker(drawing, at(value), value, unit, bands),
  };
}

/** The numbers where one class ends and the next begins. A number without room is left out. */
function bounds(drawing: Drawing, bands: readonly Band[], at: (value: number) => number): string {
  let free = 0;
  const texts = bands.slice(1).map(({ from }) => {
    if (from === null) return '';
    const text = drawing.number(from);
    const half = widthOf(text) / 2;
    const place = Math.min(Math.max(at(from), half), WIDTH - half);
    if (place - half < free) return '';
    free = place + half + 4;
    return drawing.text(place, TOP + THICK + 16, text, { anchor: 'middle', fill: 'quiet', size: 11 });
  });
  return texts.join('');
}

function marker(drawing: Drawing, start: number, value: number, unit: string, bands: readonly Band[]): string {
  const label = bands.find(({ chosen }) => chosen)?.label ?? '';
  const room = WIDTH - 2 * EDGE;
  const number = drawing.number(value, unit);
  const text = fitted(label === '' ? number : `${number} · ${label}`, room);
  const half = Math.min(room, widthOf(text) * 1.12) / 2;
  const place = Math.min(Math.max(start, half + EDGE), WIDTH - EDGE - half);
  const x = drawing.x(start);
  const arrow = element('path', {
    class: 'marker',
    d: `M${x} ${TOP + 2}l-7 -11h14z`,
    fill: drawing.colour('text'),
    stroke: drawing.colour('ground'),
  });
  return drawing.text(place, TOP - 19, text, { anchor: 'middle', bold: true, size: 14 }) + arrow;
}

/** The ends of the scale: the outer bounds with room as wide as a class beyond them, and the value. */
function rangeOf(bands: readonly Band[], value: number): { from: number; to: number } {
  const inner = bands.slice(1).flatMap(({ from }) => (from === null ? [] : [from]));
  const first = inner[0] ?? value;
  const last = inner.at(-1) ?? value;
  const spread = last - first;
  const room =
    spread > 0
      ? spread / Math.max(1, inner.length - 1)
      : Math.max(Math.abs(first) * 0.5, Math.abs(value - first) * 1.3) || 1;
  // A value far outside stands at the end of the scale, so that the classes keep their width.
  const farthest = spread > 0 ? 1.5 * spread : Number.POSITIVE_INFINITY;
  const below = value < first - room ? Math.max(value, first - farthest) : first - room;
  const above = value > last + room ? Math.min(value, last + farthest) : last + room;
  const least = bands[0]?.from ?? Number.NEGATIVE_INFINITY;
  const most = bands.at(-1)?.to ?? Number.POSITIVE_INFINITY;
  return { from: Math.max(below, least), to: Math.min(above, most) };
}
