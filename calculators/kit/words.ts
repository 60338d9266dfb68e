import type { z } from 'zod';
import type { Calculator } from './calculator.ts';
import { inputText, outputText } from './describe.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { unitText } from './messages.ts';
import type { Axis } from './pictures/picture.ts';
import { unitOf, unitOfResult } from './result-units.ts';
import { DIMENSIONS, imperialTwin, toImperial, type UnitSystem } from './units.ts';

/** An axis with the conversion of its metric numbers into the reader's units. */
export interface Measured extends Axis {
  readonly of: (metric: number) => number;
}

/** The words of one calculator in one language and one unit system, for labels of forms, results and pictures. */
export interface Words {
  /** Title of the calculator. */
  readonly title: string;
  /** A message of the family. */
  text(key: string): string;
  /** A text with the labels of the inputs in place of their names. */
  labelled(text: string): string;
  /** A result: its own message, the title for the main result, else its name in words. */
  result(name: string): Measured;
  /** An input: the first part of its description. */
  input(name: string): Measured;
  /** A value of a choice; the value itself if it has no label. */
  value(input: string, value: string): string;
  /** Name of an equation. */
  equation(key: string): string;
  /** A row of a result: the label of a key in it, such as `intensity`, else its name or its number. */
  row(result: string, name: string, row: Readonly<Record<string, unknown>>): string;
}

const same = (metric: number) => metric;

export function wordsOf(calculator: Calculator, language: Language, units: UnitSystem): Words {
  const { family, name, equations } = calculator;
  const { messages } = family;
  const imperial = units === 'imperial';
  const find = (...keys: string[]) => {
    for (const key of keys) {
      const found = messages.find(language, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const title = find(`${name}.title`) ?? name;
  const main = Object.keys(calculator.output.shape)[0];
  return {
    title,
    text: (key) => messages.text(language, key),
    labelled(text) {
      const labels = new Map(
        calculator.fields.flatMap(({ name: field, options, kind }): [string, string][] => [
          ...(kind === 'choice' ? options.map((option): [string, string] => [option, this.value(field, option)]) : []),
          [field, labelAndHint(inputText(calculator, field, language))[0]],
        ]),
      );
      // An English word that is also a name, such as weight, reads well as it is.
      const names = [...labels.keys()].filter((key) => language !== DEFAULT_LANGUAGE || key.includes('_'));
      if (names.length === 0) return text;
      return text.replace(
        new RegExp(`(?<![\\w-])(?:${names.join('|')})(?![\\w-])`, 'g'),
        (key) => labels.get(key) ?? key,
      );
    },
    result(resultName) {
      const twin = imperial ? imperialTwin(resultName) : null;
      const { stem } = unitOfResult(resultName);
      const schema = calculator.output.shape[resultName];
      const unit = schema ? unitOf([resultName], schema as z.ZodType) : unitOfResult(resultName).unit;
      const isTitled = resultName === main && stem !== 'z_score';
      const own = isTitled ? find(`${name}.outputs.${resultName}`) : outputText(calculator, resultName, language);
      // The main result in another unit has its name too.
      const isMain = main !== undefined && unitOfResult(main).stem === stem;
      const label = own === undefined ? (isMain ? title : inWords(stem)) : labelAndHint(own)[0];
      return { label, unit: twin?.unit ?? unitText(messages, language, unit), of: twin?.of ?? same };
    },
    input(inputName) {
      const { dimension, unit = '' } = calculator.fields.find((field) => field.name === inputName)?.meta ?? {};
      const [label = inputName] = labelAndHint(inputText(calculator, inputName, language));
      if (!dimension) return { label, unit: unitText(messages, language, unit), of: same };
      return {
        label,
        unit: imperial ? DIMENSIONS[dimension].imperial : DIMENSIONS[dimension].metric,
        of: imperial ? (metric) => toImperial(dimension, metric) : same,
      };
    },
    value(input, value) {
      const { labels = input } = calculator.fields.find((field) => field.name === input)?.meta ?? {};
      return find(`${name}.${labels}.${value}`, `${labels}.${value}`, `equations.${value}`) ?? inWords(value);
    },
    row(resultName, rowName, row) {
      for (const [member, value] of Object.entries(row)) {
        const label =
          typeof value === 'string'
            ? find(`${name}.${resultName}.${member}.${value}`, `${name}.${member}.${value}`)
            : undefined;
        if (label !== undefined) return label;
      }
      return inWords(rowName);
    },
    equation: (key) => (equations.length === 1 ? title : (find(`equations.${key}`) ?? inWords(key))),
  };
}

/** A description of an input as a short label, and the rest as a hint: parted at the first semicolon or colon. */
export function labelAndHint(text: string): readonly [label: string, hint: string] {
  const found = /^(.{2,60}?)\s*[;；؛:：،,，、。]\s*(.+)$/u.exec(text);
  return found?.[1] && found[2] ? [found[1], found[2]] : [text, ''];
}

/** `fat_free_mass` as words. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
