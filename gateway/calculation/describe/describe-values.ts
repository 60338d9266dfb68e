/**
 * The values of an enumeration as a Markdown list, each with its text.
 *
 * @param textOf the text of a value; a value without one stands alone
 */
export function describeValues(values: readonly string[], textOf: (value: string) => string | undefined): string {
  return values
    .map((value) => {
      const text = textOf(value);
      return text === undefined ? `- \`${value}\`` : `- \`${value}\`: ${text}`;
    })
    .join('\n');
}
