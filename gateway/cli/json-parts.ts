/** A JSON object in parts: these members, and one more whose text is not in memory as a whole. */
export async function* jsonWithText(
  members: object,
  name: string,
  parts: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(members).slice(0, -1)},${JSON.stringify(name)}:"`;
  for await (const part of parts) yield JSON.stringify(part).slice(1, -1);
  yield '"}\n';
}
