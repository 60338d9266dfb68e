import { z } from 'zod';

const list = z.array(z.string());

/** Parses a list of names as stored in the records: JSON text, `null` for "all". */
export function textList(json: string | null): readonly string[] | null {
  return json === null ? null : list.parse(JSON.parse(json));
}
