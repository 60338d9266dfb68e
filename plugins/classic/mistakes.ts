/** What is wrong with the parameters of a classic call, in sentences for its consumer. */
export class Mistakes extends Error {
  override readonly name = 'Mistakes';
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join(' '));
    this.sentences = sentences;
  }
}
