/** The mistakes in the parameters of a classic call, as sentences for the caller. */
export class Mistakes extends Error {
  override readonly name = 'Mistakes';
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}
