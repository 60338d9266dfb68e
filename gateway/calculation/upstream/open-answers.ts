import type { PrincipalCache } from '../../request/principal/principal-cache.ts';

/** Time between two looks at the keys of open answers, in milliseconds. The feed of changes adds a quarter of a second. */
const LOOK_EVERY_MS = 400;

interface OpenAnswer {
  readonly keyHash: string;
  /** Breaks the answer off. */
  readonly end: () => void;
}

/** The answers of upstreams that are still flowing. Those of a key that is revoked end within a second. */
export class OpenAnswers {
  readonly #principals: Pick<PrincipalCache, 'lookup' | 'fill'>;
  readonly #all = new Set<OpenAnswer>();
  #timer: NodeJS.Timeout | undefined;

  constructor(principals: Pick<PrincipalCache, 'lookup' | 'fill'>) {
    this.#principals = principals;
  }

  /** @returns a function to call when the answer has ended */
  add(keyHash: string, end: () => void): () => void {
    const answer = { keyHash, end };
    this.#all.add(answer);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      this.#all.delete(answer);
      if (this.#all.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    for (const { keyHash, end } of this.#all) {
      const known = this.#principals.lookup(keyHash);
      if (known === undefined) {
        this.#principals.fill(keyHash).then(
          ({ principal }) => {
            if (principal === null) end();
          },
          // While the records are away, revocations are unknown.
          () => undefined,
        );
      } else if (known.principal === null) end();
    }
  }
}
