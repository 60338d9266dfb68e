/** An exported function of a module, as its source declares it. */
export interface DeclaredFunction {
  readonly name: string;
  /** The parameters with their defaults, without the parentheses: `bounds: Bounds = { min: 2, max: 650 }`. */
  readonly parameters: string;
  /** The first paragraph of its docstring. */
  readonly about: string;
}

/** A member of an exported interface. */
export interface DeclaredMember {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly about: string;
}

const FUNCTION = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:const|function) ([a-z]\w*)(?= = \(| = <|\(|<)/g;

/**
 * The exported functions of a module, in their order. The source is formatted by Biome, so a declaration has one form.
 */
export function functionsIn(source: string): DeclaredFunction[] {
  return [...source.matchAll(FUNCTION)].map((match) => {
    const [text, comment = '', name = ''] = match;
    let at = match.index + text.length;
    if (source.startsWith(' = ', at)) at += 3;
    if (source[at] === '<') at = closing(source, at);
    const parameters = source.slice(at + 1, closing(source, at) - 1).replaceAll(/\s+/g, ' ');
    return { name, parameters: parameters.trim().replace(/,$/, ''), about: firstParagraph(comment) };
  });
}

/** The members of an exported interface, without those of the interfaces that it extends. */
export function membersOf(source: string, name: string): DeclaredMember[] {
  const start = source.search(new RegExp(`interface ${name}\\b`));
  if (start === -1) throw new RangeError(`no interface ${name}`);
  const open = source.indexOf(' {\n', start) + 1;
  const body = source.slice(open + 1, closing(source, open) - 1);
  const members = body.matchAll(
    /(?:\n {2}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/)?\n {2}(?:readonly )?(\w+)(\?)?(?:: ((?:[^;{]|\{[\s\S]*?\n? {0,2}\})+)|\([\s\S]*?);/g,
  );
  return [...members].map(([, comment = '', member = '', optional, type = 'function']) => ({
    name: member,
    required: optional === undefined,
    type: type
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\/\*\*.*?\*\/ /g, '')
      .replaceAll('readonly ', ''),
    about: firstParagraph(comment),
  }));
}

/**
 * The expressions of examples by name, as the source of a table writes them: the bodies of their functions without
 * parameters.
 */
export function expressionsIn(source: string): ReadonlyMap<string, string> {
  const found = source.matchAll(/\n {2}(\w+): (?:\w+\(|\{)[^(]*\(\) => (\w+\.\w+)(?=\()/g);
  return new Map(
    [...found].map((match) => {
      const [text, name = '', called = ''] = match;
      const open = match.index + text.length;
      const call = called + source.slice(open, closing(source, open));
      return [name, call.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(/,? \)/g, ')')];
    }),
  );
}

/** The index after the bracket that closes the one at `open`. Arrows are no brackets. */
function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}'.includes(character) || (character === '>' && source[at - 1] !== '=')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new RangeError('a bracket is not closed');
}

function firstParagraph(comment: string): string {
  const text = comment.replaceAll(/^\s*\* ?/gm, '').trim();
  return (text.split(/\n\n|\n@/, 1)[0] ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** The example in the docstring of a function. @throws RangeError if it has none */
export function exampleOf(source: string, name: string): string {
  const docstring =
    source
      .slice(0, source.indexOf(`export function ${name}`))
      .split('/**')
      .at(-1) ?? '';
  const [, example] = /\* @example\n(.*)\n \*\//s.exec(docstring) ?? [];
  if (example === undefined) throw new RangeError(`${name} has no example in its docstring`);
  return example.replaceAll(/^ \* ?/gm, '');
}
