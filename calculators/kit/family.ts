import { type Catalogue, openCatalogue } from './messages.ts';
import type { Plausible } from './plausible.ts';

/** The kit's own messages: parameters, problems of input, vocabularies that many calculators share. */
export const kitMessages: Catalogue = openCatalogue(new URL('./messages/', import.meta.url));

/** A folder of calculators that share a subject and a catalogue of messages. */
export interface Family {
  readonly name: string;
  readonly messages: Catalogue;
  /** URL of the messages. */
  readonly folder: URL;
  /** The calculators are for clinicians: every answer carries the notice that it is no diagnosis. */
  readonly clinical?: true;
  /** Bounds of results that declare none, and of what the inputs say together. */
  readonly plausible?: Plausible;
}

/**
 * Declares a family of calculators.
 *
 * @param folder URL of the family's messages, as `new URL('./messages/', import.meta.url)`
 * @param facts `clinical`: every answer carries the notice that it is no diagnosis; `plausible`: what its results can be
 * @throws RangeError if the folder has no English messages
 */
export function defineFamily(name: string, folder: URL, facts: Pick<Family, 'clinical' | 'plausible'> = {}): Family {
  return { name, messages: openCatalogue(folder, kitMessages), folder, ...facts };
}
