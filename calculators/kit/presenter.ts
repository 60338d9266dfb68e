import { z } from 'zod';
import type { Language } from './languages.ts';
import type { Catalogue } from './messages.ts';
import { outputMeta, unwrapOutput } from './outputs.ts';
import { round } from './rounding.ts';
import { DIMENSIONS, type Dimension, type UnitSystem } from './units.ts';

/** For whom an answer is written. */
export interface Presentation {
  readonly language: Language;
  readonly units: UnitSystem;
}

type Members = Record<string, unknown>;

/** Writes one member of the results, and what goes beside it, into the answer. */
type Writer = (value: unknown, into: Members, presentation: Presentation) => void;

/** Turns what a calculator returns into what is answered: rounded, labelled, with imperial twins where asked for. */
export type Presenter = (results: Members, into: Members, presentation: Presentation) => void;

/**
 * Prepares the presentation of results that a zod object describes.
 *
 * @param labels prefix of the label messages, usually the calculator's name
 */
export function createPresenter(schema: z.ZodObject, messages: Catalogue, labels: string): Presenter {
  const writers: [string, Writer][] = Object.entries(schema.shape).map(([name, member]) => [
    name,
    writer(name, member as z.ZodType, messages, labels),
  ]);
  return (results, into, presentation) => {
    for (const [name, write] of writers) {
      const value = results[name];
      if (value !== undefined) write(value, into, presentation);
    }
  };
}

function writer(name: string, schema: z.ZodType, messages: Catalogue, labels: string): Writer {
  const core = unwrapOutput(schema);
  const { decimals, labelled } = outputMeta.get(core) ?? {};

  if (core instanceof z.ZodObject) {
    const twin = dimensionOf(name);
    const write = createPresenter(core, messages, `${labels}.${name}`);
    return (value, into, presentation) => {
      if (value === null) {
        into[name] = null;
        return;
      }
      const members: Members = {};
      write(value as Members, members, presentation);
      into[name] = members;
      if (twin && presentation.units === 'imperial') {
        const { factor } = DIMENSIONS[twin];
        const converted = Object.entries(value as Members).map(([key, inner]) => [
          key,
          typeof inner === 'number' ? inner / factor : inner,
        ]);
        const twinMembers: Members = {};
        write(Object.fromEntries(converted), twinMembers, presentation);
        into[twinName(name, twin)] = twinMembers;
      }
    };
  }

  if (core instanceof z.ZodArray) {
    const write = writer(name, core.element as z.ZodType, messages, labels);
    return (value, into, presentation) => {
      into[name] = (value as unknown[]).map((element) => {
        const members: Members = {};
        write(element, members, presentation);
        return members[name];
      });
    };
  }

  if (core instanceof z.ZodNumber) {
    const dimension = dimensionOf(name);
    return (value, into, { units }) => {
      const number = value as number;
      into[name] = decimals === undefined || number === null ? number : round(number, decimals);
      if (dimension && units === 'imperial' && number !== null) {
        into[twinName(name, dimension)] = round(number / DIMENSIONS[dimension].factor, decimals ?? 2);
      }
    };
  }

  if (labelled) {
    return (value, into, { language }) => {
      into[name] = value;
      into[`${name}_label`] = value === null ? null : messages.text(language, `${labels}.${name}.${String(value)}`);
    };
  }

  return (value, into) => {
    into[name] = value;
  };
}

function dimensionOf(name: string): Dimension | null {
  if (name.endsWith('_kg')) return 'mass';
  if (name.endsWith('_cm')) return 'length';
  return null;
}

/** `healthy_weight_kg` in imperial requests gains the twin `healthy_weight_lb`. */
function twinName(name: string, dimension: Dimension): string {
  return name.slice(0, -2) + DIMENSIONS[dimension].imperial;
}
