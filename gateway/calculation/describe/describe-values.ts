/**
 * Lists the values of an enumeration in Markdown, each with its text.
 *
 * @param textOf returns the text of a value; a value without text is listed by itself
 */
export function describeValues(values: readonly string[], textOf: (value: string) => string | undefined): string {
  return values
    .map((value) => {
      const text = textOf(value);
      return text === undefined ? `- \`${value}\`` : `- \`${value}\`: ${text}`;
    })
    .join('\n');
}
