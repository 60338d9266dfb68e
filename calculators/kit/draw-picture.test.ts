import { describe, expect, it } from 'vitest';
import { drawPicture, figuresOf } from './draw-picture.ts';
import type { Picture } from './pictures/picture.ts';

const draw = (picture: Picture, language: 'en' | 'de' | 'ar' = 'en') =>
  drawPicture(picture, { language, title: 'Test' });

/** The elements of a kind, each as its attributes. */
function elements(svg: string, name: string): Record<string, string>[] {
  return [...svg.matchAll(new RegExp(`<${name} ([^>]*?)/?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
}

const numbers = (path: string | undefined) => (path?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** Where the arrow of a class band points. */
function arrowAt(svg: string): number {
  const arrow = elements(svg, 'path').find(({ class: name }) => name === 'marker');
  return numbers(arrow?.d)[0] ?? Number.NaN;
}

/** Boxes of a class band: x and width of the coloured parts, without patterns. */
const boxes = (svg: string) =>
  elements(svg, 'rect')
    .filter(({ fill = '' }) => fill.startsWith('var('))
    .map(({ x, width, fill = '' }) => ({ x: Number(x), width: Number(width), fill }));

/** Three classes: below 10, 10 to 20, from 20 on. With as much room outside as the middle class, the scale is 0 to 30. */
const band = (value: number): Picture => ({
  kind: 'band',
  label: 'Index',
  unit: '',
  value,
  bands: [
    { label: 'Low', from: null, to: 10, ...(value < 10 ? { chosen: true } : {}) },
    { label: 'Normal', from: 10, to: 20, ...(value >= 10 && value < 20 ? { chosen: true } : {}) },
    { label: 'High', from: 20, to: null, ...(value >= 20 ? { chosen: true } : {}) },
  ],
});

describe('a class band', () => {
  // The scale runs from 4 to 356: 352 units for 30, so 15 stands in the middle, at 180.
  it.each([
    [0, 4],
    [10, 121.33],
    [15, 180],
    [30, 356],
  ])('has its marker for %d at %d', (value, x) => {
    expect(arrowAt(draw(band(value)))).toBeCloseTo(x, 1);
  });

  it('keeps a value far outside at the ends of the scale', () => {
    // 1.5 times the spread of the bounds, 15, beyond each: the scale of 500 ends at 35, that of −500 begins at −5.
    expect(arrowAt(draw(band(500)))).toBe(356);
    expect(arrowAt(draw(band(-500)))).toBe(4);
  });

  it('is mirrored in a language that is written from right to left', () => {
    expect(arrowAt(draw(band(10), 'ar'))).toBeCloseTo(360 - 121.33, 1);
    expect(boxes(draw(band(10), 'ar'))[0]?.x).toBeCloseTo(360 - 121.33, 1);
    expect(draw(band(10), 'ar')).toContain('direction="rtl"');
  });

  it('draws the parts edge to edge, the chosen one in the strong colour, the others by different patterns', () => {
    const svg = draw(band(15));
    expect(boxes(svg).map(({ x }) => x)).toEqual([4, 121.33, 238.67]);
    expect(boxes(svg).map(({ fill }) => /accent,/.test(fill))).toEqual([false, true, false]);
    const patterns = elements(svg, 'rect').filter(({ fill = '' }) => fill.startsWith('url('));
    expect(patterns.map(({ fill }) => fill)).toEqual(['url(#vg-dots)']);
  });

  it('begins at the least possible value of the first class', () => {
    const picture: Picture = {
      kind: 'band',
      label: 'Index',
      unit: '',
      value: 10,
      bands: [
        { label: 'Low', from: 5, to: 10 },
        { label: 'Normal', from: 10, to: 20 },
        { label: 'High', from: 20, to: null },
      ],
    };
    // From 5 to 30: 10 stands a fifth of the way.
    expect(arrowAt(draw(picture))).toBeCloseTo(4 + 352 / 5, 1);
  });
});

describe('bars', () => {
  const picture = (first: number): Picture => ({
    kind: 'bars',
    label: 'Energy',
    unit: 'kcal',
    bars: [
      { label: 'A', value: first },
      { label: 'B', value: 200, chosen: true },
    ],
  });
  const widths = (svg: string) => boxes(svg).map(({ width }) => width);

  it('begin at zero and are as long as their values', () => {
    const [a = 0, b = 0] = widths(draw(picture(100)));
    expect(a / b).toBeCloseTo(0.5, 2);
    expect(boxes(draw(picture(100))).map(({ x }) => x)).toEqual([0, 0]);
  });

  it('of negative values lie on the other side of zero', () => {
    const [a, b] = boxes(draw(picture(-200)));
    expect((a?.x ?? 0) + (a?.width ?? 0)).toBeCloseTo(b?.x ?? Number.NaN, 1);
    expect(a?.width).toBeCloseTo(b?.width ?? Number.NaN, 1);
  });

  it('grow from the right in Arabic', () => {
    for (const { x, width } of boxes(draw(picture(100), 'ar'))) expect(x + width).toBeCloseTo(360, 1);
  });
});

describe('zones', () => {
  const picture: Picture = {
    kind: 'zones',
    label: 'Zones',
    unit: 'bpm',
    zones: [
      { label: '1', from: 100, to: 120 },
      { label: '2', from: 120, to: 160 },
    ],
  };

  it('stand on one scale: each begins where the last one ends', () => {
    const [first, second] = boxes(draw(picture));
    expect(first?.x).toBe(0);
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? Number.NaN, 1);
    expect((second?.width ?? 0) / (first?.width ?? 1)).toBeCloseTo(2, 2);
  });

  it('run from right to left in Arabic', () => {
    const [first, second] = boxes(draw(picture, 'ar'));
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(360, 1);
    expect((second?.x ?? 0) + (second?.width ?? 0)).toBeCloseTo(first?.x ?? Number.NaN, 1);
  });
});

describe('curves', () => {
  const picture = (x: number, y: number): Picture => ({
    kind: 'curves',
    x: { label: 'Hours', unit: 'h' },
    y: { label: 'Amount', unit: 'mg' },
    curves: [
      {
        label: '',
        points: [
          [0, 100],
          [5, 50],
          [10, 0],
        ],
        strong: true,
      },
      {
        label: '+2',
        points: [
          [0, 80],
          [10, 20],
        ],
      },
    ],
    point: { x, y },
  });
  const dot = (svg: string) => {
    const circle = elements(svg, 'circle').find(({ class: name }) => name === 'marker');
    return [Number(circle?.cx), Number(circle?.cy)];
  };
  const strongest = (svg: string) => numbers(elements(svg, 'path').find(({ 'stroke-width': w }) => w === '2.5')?.d);

  it.each(['en', 'ar'] as const)('pass through their points, and the marker stands on its own, in %s', (language) => {
    const [x0, y0, x1, y1, x2, y2] = strongest(draw(picture(5, 50), language));
    expect(dot(draw(picture(0, 100), language))).toEqual([x0, y0]);
    expect(dot(draw(picture(5, 50), language))).toEqual([x1, y1]);
    expect(dot(draw(picture(10, 0), language))).toEqual([x2, y2]);
  });

  it('run to the right and downwards, and from right to left in Arabic', () => {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0] = strongest(draw(picture(5, 50)));
    expect(x1 - x0).toBeCloseTo(x2 - x1, 1);
    expect(x0).toBeLessThan(x1);
    expect(y0).toBeLessThan(y1);
    const [mirrored = 0] = strongest(draw(picture(5, 50), 'ar'));
    expect(mirrored).toBeCloseTo(360 - x0, 0);
  });

  it('differ by dashes', () => {
    const dashes = elements(draw(picture(5, 50)), 'path').map(({ 'stroke-dasharray': dash }) => dash);
    expect(dashes).toContain('6 3');
  });
});

describe('every picture', () => {
  it('has a role, a title and its figures as a description, all escaped', () => {
    const svg = drawPicture(band(15), { language: 'en', title: 'A < B & "C"' });
    expect(svg).toContain('role="img"');
    expect(svg).toContain('<title>A &#60; B &#38; &#34;C&#34;</title>');
    expect(svg).toContain('<desc>Index: 15; Low: &#60; 10; Normal: 10 – 20; High: ≥ 20</desc>');
  });

  it('writes numbers as its language does, and keeps a sign on its side in Arabic', () => {
    expect(figuresOf(band(15.5), 'de')[0]).toEqual(['Index', '15,5']);
    expect(figuresOf(band(-15.5), 'ar')[0]).toEqual(['Index', '\u2066−15.5\u2069']);
  });

  it('brings plain colours when it stands alone', () => {
    const alone = drawPicture(band(15), { language: 'en', title: 'Test', alone: true });
    expect(alone).not.toContain('var(');
    expect(alone).toContain('fill="#0f766e"');
  });
});
