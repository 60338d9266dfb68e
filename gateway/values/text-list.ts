import { z } from 'zod';

const list = z.array(z.string());

/** Reads a list of names as the records hold it: JSON text, `null` for "all". */
export function textList(json: string | null): readonly string[] | null {
  return json === null ? null : list.parse(JSON.parse(json));
}
