import type { z } from 'zod';
import type { Calculator } from './calculator.ts';
import { type ClassTable, classify } from './classes.ts';
import { METHOD } from './method.ts';
import { labelsOf, outputMeta, unwrapOutput } from './outputs.ts';
import { along } from './picture-makers.ts';
import { numberIn, type Pictured } from './pictured.ts';
import type { Band, BarsPicture, Picture, ValuesPicture } from './pictures/picture.ts';
import { unitOfResult } from './result-units.ts';
import { round } from './rounding.ts';
import { zonesOf } from './zones-of.ts';

/**
 * The picture of a calculator that declares none: the classes with a marker; else its zones; else the equations side by
 * side; else how a result changes with the first input that moves it; else the results as texts.
 */
export function choosePicture(calculator: Calculator, calculation: Pictured): Picture {
  return (
    classBand(calculator, calculation) ??
    zonesOf(calculator, calculation) ??
    methodsOf(calculator, calculation) ??
    firstCurve(calculator, calculation) ??
    valuesOf(calculator, calculation)
  );
}

/** The class table behind a result of this calculation, and the labels of its classes. */
function tablesOf(calculator: Calculator, { results, explanation }: Pictured) {
  return Object.entries(calculator.output.shape).flatMap(([name, schema]) => {
    const core = schema as z.ZodType;
    const table = explanation.classes?.[name] ?? outputMeta.get(unwrapOutput(core))?.classes;
    return table && results[name] !== undefined && results[name] !== null
      ? [{ name, table, labels: labelsOf(calculator.name, name, core) }]
      : [];
  });
}

function classBand(calculator: Calculator, calculation: Pictured): Picture | null {
  for (const { name, table, labels } of tablesOf(calculator, calculation)) {
    const bounded = boundedBy(calculator, calculation, name, table);
    if (bounded === null || table.length < 2) continue;
    const { words, results } = calculation;
    const { label, unit, of } = bounded.isResult ? words.result(bounded.name) : words.input(bounded.name);
    const bands = table.map(({ key, from }, at): Band => {
      const next = table[at + 1]?.from;
      return {
        label: words.text(`${labels}.${key}`),
        from: Number.isFinite(from) ? of(from) : null,
        to: next === undefined ? null : of(next),
        ...(key === results[name] ? { chosen: true } : {}),
      };
    });
    return { kind: 'band', label, unit, value: of(bounded.value), bands };
  }
  return null;
}

/**
 * The number that a class table bounds: the first result, or else input, that falls into the class of this answer, and
 * into that of each example with the same table.
 */
function boundedBy(calculator: Calculator, calculation: Pictured, name: string, table: ClassTable) {
  const keys = table.map(({ key }) => key).join();
  const cases = [
    { input: calculation.input, results: calculation.results, table },
    ...calculator.examples.flatMap(({ input }) => {
      const calculated = calculator.calculation(input);
      const own = calculated && tablesOf(calculator, calculated).find((found) => found.name === name)?.table;
      return calculated && own && own.map(({ key }) => key).join() === keys
        ? [{ input: calculated.input, results: calculated.results, table: own }]
        : [];
    }),
  ];
  const candidates = [
    ...Object.keys(calculation.results).map((candidate) => ({ name: candidate, isResult: true })),
    ...calculator.fields.map((field) => ({ name: field.name, isResult: false })),
  ];
  for (const candidate of candidates) {
    const numberOf = (one: (typeof cases)[number]) =>
      numberIn(candidate.isResult ? one.results : (one.input as Readonly<Record<string, unknown>>), candidate.name);
    const value = numberOf({ input: calculation.input, results: calculation.results, table });
    if (value === null) continue;
    const fits = cases.every((one) => {
      const number = numberOf(one);
      return number !== null && classify(number, one.table) === one.results[name];
    });
    if (fits) return { ...candidate, value };
  }
  return null;
}

/** The main result by every equation. */
function methodsOf(calculator: Calculator, { input, at, words, results }: Pictured): BarsPicture | null {
  const main = mainResult(calculator, results);
  if (main === null || calculator.equations.length < 2 || !calculator.fields.some(({ name }) => name === METHOD))
    return null;
  const { label, unit, of } = words.result(main);
  const used = input[METHOD];
  const bars = calculator.equations.flatMap(([key]) => {
    const value = numberIn(at({ [METHOD]: key }), main);
    return value === null
      ? []
      : [{ label: words.equation(key), value: of(value), ...(key === used ? { chosen: true } : {}) }];
  });
  // Equations that only cite another source for the same number say nothing side by side.
  return new Set(bars.map(({ value }) => value)).size < 2 ? null : { kind: 'bars', label, unit, bars };
}

/** A result along the first number that moves it. */
function firstCurve({ fields, output }: Calculator, calculation: Pictured): Picture | null {
  for (const result of Object.keys(output.shape)) {
    if (numberIn(calculation.results, result) === null) continue;
    for (const { name, kind } of fields) {
      if (kind !== 'number' && kind !== 'integer' && kind !== 'time') continue;
      // A result that repeats an input moves with it, and says nothing.
      if (unitOfResult(result).stem === name || result === name) continue;
      const drawn = along(name, result)(calculation);
      if (drawn?.kind === 'curves' && moves(drawn.curves[0]?.points ?? [])) return drawn;
    }
  }
  return null;
}

/** The results one below the other. */
function valuesOf({ output }: Calculator, { results, words }: Pictured): ValuesPicture {
  const values = Object.keys(output.shape).flatMap((name) => {
    const { label, unit, of } = words.result(name);
    const value = results[name];
    const text = (found: unknown) => {
      if (typeof found === 'number') return `${round(of(found), 2)}`;
      return typeof found === 'string' ? found : null;
    };
    const ends = typeof value === 'object' && value !== null ? Object.values(value).map(text) : [text(value)];
    const shown = ends.filter((end) => end !== null).join(' – ');
    return shown === '' ? [] : [{ label, text: unit === '' ? shown : `${shown} ${unit}` }];
  });
  return { kind: 'values', values };
}

function moves(points: readonly (readonly [number, number])[]): boolean {
  const heights = points.map(([, y]) => y);
  return points.length > 10 && Math.max(...heights) - Math.min(...heights) > 1e-9;
}

function mainResult({ output }: Calculator, results: Pictured['results']): string | null {
  return Object.keys(output.shape).find((name) => numberIn(results, name) !== null) ?? null;
}
