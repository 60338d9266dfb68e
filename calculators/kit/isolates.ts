import type { IntlMessageFormat } from 'intl-messageformat';

/** First strong isolate and pop directional isolate (UAX #9): neither side of the pair affects the other's direction. */
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

type Elements = ReturnType<IntlMessageFormat['getAst']>;
type Element = Elements[number];

const LITERAL = 0;
const ARGUMENT = 1;

/**
 * A parsed message with isolates around each of its plain placeholders, in all branches. Without them a Latin name or
 * `-5` in an Arabic sentence changes places with its neighbours. Two kinds of placeholders are left as they are, because
 * programs turn them into links: one alone on its line, and one between `<` and `>`.
 */
export function isolating(elements: Elements, isBranch = false): Elements {
  return elements.flatMap((element, at): Element[] => {
    if ('options' in element) return [{ ...element, options: isolatingBranches(element.options) } as Element];
    if (element.type !== ARGUMENT) return [element];
    const [before, after] = [elements[at - 1], elements[at + 1]];
    if (/<$/.test(textOf(before)) && /^>/.test(textOf(after))) return [element];
    const isFirst = before === undefined ? !isBranch : /\n$/.test(textOf(before));
    const isLast = after === undefined ? !isBranch : /^\n/.test(textOf(after));
    return isFirst && isLast ? [element] : [literal(FIRST_STRONG_ISOLATE), element, literal(POP_DIRECTIONAL_ISOLATE)];
  });
}

function isolatingBranches(branches: Readonly<Record<string, { readonly value: Elements }>>) {
  return Object.fromEntries(
    Object.entries(branches).map(([name, branch]) => [name, { ...branch, value: isolating(branch.value, true) }]),
  );
}

const textOf = (element: Element | undefined) => (element?.type === LITERAL ? element.value : '');

const literal = (value: string): Element => ({ type: LITERAL, value });

const FIRST_MARK = FIRST_STRONG_ISOLATE.charCodeAt(0);
const LAST_MARK = POP_DIRECTIONAL_ISOLATE.charCodeAt(0);
const ISOLATES = /[\u2068\u2069]/g;

/** A text as typed, without the isolates that a caller copied with it from one of our messages. */
export function withoutIsolates(text: string): string {
  // Every value of a request passes here, and hardly any has a mark.
  const isCopied = text.charCodeAt(0) === FIRST_MARK || text.charCodeAt(text.length - 1) === LAST_MARK;
  return isCopied ? text.replaceAll(ISOLATES, '') : text;
}
