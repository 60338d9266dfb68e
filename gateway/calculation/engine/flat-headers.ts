/** Computed answers share a few header objects, so each object is flattened once. */
const flat = new WeakMap<object, readonly string[]>();

/** Headers as alternating names and values. */
export function flatHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  let list = flat.get(headers);
  if (!list) {
    list = Object.entries(headers).flat();
    flat.set(headers, list);
  }
  return list;
}
