/** The width of every drawing, in its own units. A phone shows one unit as about one pixel. */
export const WIDTH = 360;

/** Numbers from `from` to `to` on the drawing, from `start` to `end`. Numbers outside stand at the nearer end. */
export function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  return (value) => {
    const share = to === from ? 0.5 : (Math.min(Math.max(value, from), to) - from) / (to - from);
    return Math.round((start + share * (end - start)) * 100) / 100;
  };
}

/** About `count` round numbers between two numbers: steps of 1, 2 or 5 times a power of ten. */
export function ticks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count;
  if (!(rough > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  const length = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}
