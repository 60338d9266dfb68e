import { WIDTH } from './scale.ts';

/** The colours of a drawing: a property of the page around it, or a colour for a drawing that stands alone. */
const COLOURS = {
  text: ['--text', '#17212b'],
  quiet: ['--quiet', '#55616e'],
  line: ['--line-strong', '#8a96a3'],
  faint: ['--line', '#e1e5ea'],
  ground: ['--raised', '#ffffff'],
  soft: ['--accent-soft', '#e0f2ef'],
  sunken: ['--sunken', '#eef1f4'],
  accent: ['--accent', '#0f766e'],
} as const;
export type Colour = keyof typeof COLOURS;

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** How a language is written. */
export interface Writing {
  readonly language: string;
  /** Locale of the numbers. */
  readonly locale: string;
  /** Whether it is written from right to left. */
  readonly isMirrored: boolean;
}

/** Draws in one language: left and right are exchanged where the language is written from right to left. */
export class Drawing {
  readonly #writing: Writing;
  readonly #alone: boolean;

  /** @param alone the drawing has no page around it, so it brings its colours */
  constructor(writing: Writing, alone: boolean) {
    this.#writing = writing;
    this.#alone = alone;
  }

  colour(name: Colour): string {
    const [property, plain] = COLOURS[name];
    return this.#alone ? plain : `var(${property},${plain})`;
  }

  /** A distance from the side where reading starts, as a coordinate. */
  x(fromStart: number): number {
    return this.#writing.isMirrored ? Math.round((WIDTH - fromStart) * 100) / 100 : fromStart;
  }

  /** A number in the digits and marks of the language, isolated so that its sign keeps its side. */
  number(value: number, unit = ''): string {
    const size = Math.abs(value);
    const digits = size >= 100 ? 1 : size >= 1 ? 2 : 3;
    const plain = size.toLocaleString(this.#writing.locale, {
      maximumFractionDigits: digits,
      useGrouping: size >= 10_000,
    });
    const text = value < 0 && Number(size.toFixed(digits)) > 0 ? `−${plain}` : plain;
    const measured = unit === '' ? text : unit === '%' ? `${text}\u00a0%` : `${text} ${unit}`;
    return this.isolated(measured);
  }

  /** A number or a date that keeps its order among letters that are written from right to left. */
  isolated(text: string): string {
    return this.#writing.isMirrored ? `\u2066${text}\u2069` : text;
  }

  rect(start: number, y: number, width: number, height: number, attributes: Attributes): string {
    return element('rect', {
      x: this.#writing.isMirrored ? this.x(start + width) : start,
      y,
      width: two(width),
      height,
      ...attributes,
    });
  }

  /** A text whose start, middle or end stands at a distance from the start. */
  text(
    start: number,
    y: number,
    text: string,
    { anchor = 'start', fill = 'text', bold = false, size = 12 }: TextStyle = {},
  ): string {
    const attributes = {
      x: this.x(start),
      y,
      'text-anchor': anchor === 'start' ? undefined : anchor,
      fill: this.colour(fill),
      'font-size': size === 12 ? undefined : size,
      'font-weight': bold ? 600 : undefined,
    };
    return element('text', attributes, escapeXml(text));
  }

  line(x1: number, y1: number, x2: number, y2: number, colour: Colour, attributes: Attributes = {}): string {
    return element('line', { x1: this.x(x1), y1, x2: this.x(x2), y2, stroke: this.colour(colour), ...attributes });
  }

  /** A line through points, each a distance from the start and a height. */
  path(points: readonly (readonly [number, number])[], attributes: Attributes): string {
    const d = points.map(([start, y], at) => `${at === 0 ? 'M' : 'L'}${this.x(start)} ${y}`).join('');
    return element('path', { d, fill: 'none', ...attributes });
  }

  /** The drawing as an element of a page, or as a file. */
  frame(height: number, title: string, description: string, body: string): string {
    const ground = this.#alone ? element('rect', { width: WIDTH, height, fill: this.colour('ground') }) : '';
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: 'img',
      lang: this.#writing.language,
      direction: this.#writing.isMirrored ? 'rtl' : undefined,
      'font-family': 'system-ui,sans-serif',
      'font-size': 12,
    };
    const names = `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`;
    return element('svg', attributes, names + this.#patterns() + ground + body);
  }

  /** Stripes and dots, so that neighbours differ without colour. */
  #patterns(): string {
    const stroke = this.colour('line');
    const stripes = element('path', { d: 'M0 6L6 0', stroke, 'stroke-width': 1 });
    const dots = element('circle', { cx: 2, cy: 2, r: 0.9, fill: stroke });
    const pattern = (id: string, body: string) =>
      element('pattern', { id, width: 6, height: 6, patternUnits: 'userSpaceOnUse' }, body);
    return `<defs>${pattern('vg-stripes', stripes)}${pattern('vg-dots', dots)}</defs>`;
  }
}

interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: Colour;
  readonly bold?: boolean;
  readonly size?: number;
}

/** Pattern over the part at a place in a row, so that no two neighbours look alike. */
export function patternAt(at: number): string | undefined {
  return [undefined, 'url(#vg-stripes)', 'url(#vg-dots)'][at % 3];
}

const two = (value: number) => Math.round(value * 100) / 100;

export function element(name: string, attributes: Attributes, body = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${value}"`)
    .join('');
  return body === '' ? `<${name}${written}/>` : `<${name}${written}>${body}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** About how wide a text is at 12 units. Letters of East Asian scripts are as wide as high. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text.replace(/[\u2066\u2069]/g, ''))
    width += /[\u2e80-\u9fff\uff00-\uffef]/.test(letter) ? 12 : 6.4;
  return width;
}

/** A text that fits into a width, cut with an ellipsis if it must be. */
export function fitted(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let cut = '';
  for (const letter of text) {
    if (widthOf(`${cut}${letter}…`) > room) break;
    cut += letter;
  }
  return `${cut.trimEnd()}…`;
}
