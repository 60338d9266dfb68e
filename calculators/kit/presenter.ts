import { z } from 'zod';
import type { Language } from './languages.ts';
import type { Catalogue } from './messages.ts';
import { labelsOf, outputMeta, unwrapOutput } from './outputs.ts';
import { round } from './rounding.ts';
import { imperialTwin, type UnitSystem } from './units.ts';

/** Language and units of a written answer. */
export interface Presentation {
  readonly language: Language;
  readonly units: UnitSystem;
}

type Members = Record<string, unknown>;

/** Writes one result into the answer, with its label or imperial twin. */
type Writer = (value: unknown, into: Members, presentation: Presentation) => void;

/** Turns the results of a calculator into members of an answer: rounded, labelled, with imperial twins if needed. */
export type Presenter = (results: Members, into: Members, presentation: Presentation) => void;

/**
 * Prepares the presentation of results that a zod object describes.
 *
 * @param labels prefix of the label messages, usually the calculator's name
 * @returns a function that throws InvalidResult if a result is missing, `null` where the schema has no `null`, or not
 *   finite
 */
export function createPresenter(schema: z.ZodObject, messages: Catalogue, labels: string): Presenter {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    optional: (member as z.ZodType).safeParse(undefined).success,
    nullable: (member as z.ZodType).safeParse(null).success,
    write: writer(name, member as z.ZodType, messages, labels),
  }));
  return (results, into, presentation) => {
    for (const { name, optional, nullable, write } of members) {
      const value = results[name];
      if (value === undefined) {
        if (!optional) throw new InvalidResult(`${labels}: calculate returned no ${name}`);
      } else if (value === null && !nullable) throw new InvalidResult(`${labels}: calculate returned null as ${name}`);
      else write(value, into, presentation);
    }
  };
}

/** A result that no answer can have, such as NaN. The calculator has a bug: its caller gets a 500. */
export class InvalidResult extends Error {
  override readonly name = 'InvalidResult';
}

function writer(name: string, schema: z.ZodType, messages: Catalogue, labels: string): Writer {
  const core = unwrapOutput(schema);
  const { decimals, labelled } = outputMeta.get(core) ?? {};

  if (core instanceof z.ZodObject) {
    const twin = imperialTwin(name);
    const write = createPresenter(core, messages, labelsOf(labels, name, core));
    return (value, into, presentation) => {
      if (value === null) {
        into[name] = null;
        return;
      }
      const members: Members = {};
      write(value as Members, members, presentation);
      into[name] = members;
      if (twin && presentation.units === 'imperial') {
        const converted = Object.entries(value as Members).map(([key, inner]) => [
          key,
          typeof inner === 'number' ? twin.of(inner) : inner,
        ]);
        const twinMembers: Members = {};
        write(Object.fromEntries(converted), twinMembers, presentation);
        into[twin.name] = twinMembers;
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
    const twin = imperialTwin(name);
    return (value, into, { units }) => {
      const number = value as number | null;
      if (number === null) {
        into[name] = null;
        return;
      }
      into[name] = finite(decimals === undefined ? number : round(number, decimals));
      if (twin && units === 'imperial')
        into[twin.name] = finite(round(twin.of(number), twin.decimals ?? decimals ?? 2));
    };

    /** JSON has no NaN and no Infinity. */
    function finite(written: number): number {
      if (Number.isFinite(written)) return written;
      throw new InvalidResult(`${labels}: calculate returned no finite number as ${name}`);
    }
  }

  if (labelled) {
    const prefix = labelsOf(labels, name, core);
    return (value, into, { language }) => {
      into[name] = value;
      into[`${name}_label`] = value === null ? null : messages.text(language, `${prefix}.${String(value)}`);
    };
  }

  return (value, into) => {
    into[name] = value;
  };
}
