import { type Html, html, Html as Markup } from '../../frame/html.ts';
import { type Token, tokensOf } from './formula-tokens.ts';

const RELATIONS = new Set(['=', '≈', '≤', '≥', '<', '>']);
const SUMS = new Set(['+', '−', '-', '±']);
const PRODUCTS = new Set(['·', '×', '*']);

/**
 * A formula as MathML, if it is one: numbers, names with their units, sums, products, fractions, powers, roots and
 * brackets. Prose and conditions are no formula.
 *
 * @returns `null` if the text is anything else, which is then shown as it is
 * @example mathOf('BMI = weight [kg] / height² [m²]')
 */
export function mathOf(formula: string): Html | null {
  const tokens = tokensOf(formula);
  // One quantity alone is a remark, such as `all in cm`.
  if (tokens === null || !tokens.some(({ kind }) => kind === 'sign')) return null;
  const reader = new Reader(tokens);
  const body = reader.relation();
  return body === null || !reader.done ? null : html`<math display="block">${body}</math>`;
}

/** A piece of mathematics; brackets around it are left out above and below the bar of a fraction. */
interface Piece {
  readonly html: Html;
  readonly inside?: Html;
}

const row = (...parts: Html[]) => html`<mrow>${parts}</mrow>`;
const operator = (text: string) => html`<mo>${text}</mo>`;

/** Reads a formula from left to right; each method returns `null` where the tokens are no mathematics. */
class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at === this.#tokens.length;
  }

  relation(): Html | null {
    return this.#chain(RELATIONS, () => this.#sum())?.html ?? null;
  }

  #sum(): Piece | null {
    const sign = this.#take(SUMS);
    const rest = this.#chain(SUMS, () => this.#product());
    return rest === null || sign === null ? rest : { html: row(operator(minus(sign)), rest.html) };
  }

  /** Products and fractions: `a · b / c` is one fraction over `c`, as it is read. */
  #product(): Piece | null {
    let left = this.#power();
    while (left !== null) {
      if (this.#take(PRODUCTS) !== null) {
        const right = this.#power();
        left = right && { html: row(left.html, operator('·'), right.html) };
      } else if (this.#take(new Set(['/'])) !== null) {
        const right = this.#power();
        left = right && { html: html`<mfrac>${left.inside ?? left.html}${right.inside ?? right.html}</mfrac>` };
      } else break;
    }
    return left;
  }

  #power(): Piece | null {
    const base = this.#atom();
    if (base === null || this.#take(new Set(['^'])) === null) return base;
    const sign = this.#take(SUMS);
    const exponent = this.#atom();
    if (exponent === null) return null;
    const raised = exponent.inside ?? exponent.html;
    return {
      html: html`<msup>${row(base.html)}${row(...(sign === null ? [] : [operator(minus(sign))]), raised)}</msup>`,
    };
  }

  #atom(): Piece | null {
    const token = this.#tokens[this.#at];
    if (!token) return null;
    if (token.kind === 'number') return this.#leaf(html`<mn>${token.text}</mn>`);
    if (token.kind === 'name') return this.#name(token.text);
    if (token.text === '√') {
      this.#at += 1;
      const under = this.#atom();
      return under && { html: html`<msqrt>${under.inside ?? under.html}</msqrt>` };
    }
    if (token.text !== '(') return null;
    this.#at += 1;
    const inside = this.relation();
    if (inside === null || this.#take(new Set([')'])) === null) return null;
    return this.#superscripted({ html: row(operator('('), inside, operator(')')), inside });
  }

  #name(text: string): Piece | null {
    this.#at += 1;
    const next = this.#tokens[this.#at];
    // A name before a bracket is a function only where mathematics has it.
    if (next?.text === '(' && !/^(ln|log|log10|log₁₀|log₂|exp|min|max|√|Φ)$/.test(text)) return null;
    const name = text.length === 1 ? html`<mi>${text}</mi>` : html`<mi mathvariant="normal">${text}</mi>`;
    if (next?.text !== '(') return this.#superscripted({ html: name });
    const argument = this.#atom();
    return argument && { html: row(name, argument.html) };
  }

  #leaf(body: Html): Piece {
    this.#at += 1;
    return this.#superscripted({ html: body });
  }

  /** A superscript such as `²`, and a unit in square brackets. */
  #superscripted(piece: Piece): Piece {
    let { html: body } = piece;
    let changed = false;
    const raised = this.#tokens[this.#at];
    if (raised?.kind === 'superscript') {
      this.#at += 1;
      body = html`<msup>${body}<mn>${raised.text}</mn></msup>`;
      changed = true;
    }
    const unit = this.#tokens[this.#at];
    if (unit?.kind === 'unit') {
      this.#at += 1;
      body = row(body, html`<mspace width="0.25em"></mspace><mtext class="measure">${unit.text}</mtext>`);
      changed = true;
    }
    return changed ? { html: body } : piece;
  }

  #chain(signs: ReadonlySet<string>, next: () => Piece | null): Piece | null {
    const first = next();
    if (first === null) return null;
    const parts = [first.html];
    for (;;) {
      const sign = this.#take(signs);
      if (sign === null) return parts.length === 1 ? first : { html: row(...parts) };
      const right = next();
      if (right === null) return null;
      parts.push(operator(minus(sign)), right.html);
    }
  }

  #take(signs: ReadonlySet<string>): string | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.has(token.text)) return null;
    this.#at += 1;
    return token.text;
  }
}

const minus = (sign: string) => (sign === '-' ? '−' : sign);

/** The formulas of an equation: its parts between semicolons, each as MathML or as it is written. */
export function formulas(text: string): Html[] {
  return text.split(/;\s+/).map((part) => mathOf(part) ?? new Markup(html`<code>${part}</code>`.text));
}
