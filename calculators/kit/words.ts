import type { z } from 'zod';
import type { Calculator } from './calculator.ts';
import { inputText, outputText } from './describe.ts';
import { DEFAULT_LANGUAGE, type Language } from './languages.ts';
import { unitText } from './messages.ts';
import { METHOD } from './method.ts';
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
  /** A result: the first part of its description, else its name in words. */
  result(name: string): Measured;
  /** An input: its label. */
  input(name: string): Measured;
  /** The label of an input and the rest of its description. */
  parted(name: string): readonly [label: string, hint: string];
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
  return {
    title,
    text: (key) => messages.text(language, key),
    labelled(text) {
      const inputs = new Map(
        calculator.fields.map(({ name: field }) => [field, labelAndHint(inputText(calculator, field, language))[0]]),
      );
      const labels = new Map([
        ...calculator.fields.flatMap(({ name: field, options, kind }): [string, string][] =>
          kind === 'choice' ? options.map((option) => [option, this.value(field, option)]) : [],
        ),
        ...inputs,
      ]);
      // An English word that is also a name, such as weight, reads well as it is.
      const names = [...labels.keys()].filter((key) => language !== DEFAULT_LANGUAGE || key.includes('_'));
      if (names.length === 0) return text;
      return text.replace(new RegExp(`(?<![\\w-])(?:${names.join('|')})(?![\\w-])`, 'g'), (key, at: number) => {
        const label = labels.get(key) ?? key;
        return at > 0 && inputs.has(key) ? withinSentence(label, language) : label;
      });
    },
    result(resultName) {
      const twin = imperial ? imperialTwin(resultName) : null;
      const { stem } = unitOfResult(resultName);
      const schema = calculator.output.shape[resultName];
      const unit = schema ? unitOf([resultName], schema as z.ZodType) : unitOfResult(resultName).unit;
      const own = outputText(calculator, resultName, language);
      const label = own === undefined ? inWords(stem) : labelAndHint(own)[0];
      return { label, unit: twin?.unit ?? unitText(messages, language, unit), of: twin?.of ?? same };
    },
    input(inputName) {
      const { dimension, unit = '' } = calculator.fields.find((field) => field.name === inputName)?.meta ?? {};
      const [label] = this.parted(inputName);
      if (!dimension) return { label, unit: unitText(messages, language, unit), of: same };
      return {
        label,
        unit: imperial ? DIMENSIONS[dimension].imperial : DIMENSIONS[dimension].metric,
        of: imperial ? (metric) => toImperial(dimension, metric) : same,
      };
    },
    parted(inputName) {
      const text = inputText(calculator, inputName, language);
      const [label, hint] = labelAndHint(text);
      const shared = inputName === METHOD ? find(`parameters.${METHOD}`) : undefined;
      const { options = [] } = calculator.fields.find((field) => field.name === inputName) ?? {};
      // Some calculators describe their methods from the first word on, by their names for programs.
      if (shared !== undefined && label.split(/[^\w]+/).some((word) => options.includes(word))) {
        return [labelAndHint(shared)[0], text];
      }
      return [inputName.endsWith(UNIT_OF) ? this.labelled(label) : label, hint];
    },
    value(input, value) {
      if (input.endsWith(UNIT_OF)) return value;
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

/** Ending of the names of inputs that choose the unit of another one. */
const UNIT_OF = '_unit';

/** A label amid a sentence: without its capital, unless it begins with an abbreviation or is German. */
function withinSentence(label: string, language: Language): string {
  const [first = '', second = ''] = label;
  return language === 'de' || second !== second.toLowerCase() ? label : first.toLowerCase() + label.slice(first.length);
}

/** `fat_free_mass` as words. */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
