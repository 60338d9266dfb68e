/** Questions in one query. A question has one parameter, and a query with many is not compiled for each number. */
const SIZES = [1, 8, 64] as const;

/** The number of parameters of a query for a part of the questions. */
export type GatheredSize = (typeof SIZES)[number];

interface Asked<Q, A> {
  readonly question: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the questions of one turn of the event loop, such as those of the first calls of many clients, and asks them
 * together. Each query takes and releases a lock of the database file, which costs as much as the rows of a question.
 *
 * @param ask answers some questions, in order. Their number is at most the greatest size. Those of a query that fails are
 *   asked again one by one.
 */
export function gathered<Q, A>(ask: (questions: readonly Q[]) => Promise<readonly A[]>): (question: Q) => Promise<A> {
  let waiting: Asked<Q, A>[] = [];
  const askAll = () => {
    const asked = waiting;
    waiting = [];
    const most = Math.max(...SIZES);
    for (let start = 0; start < asked.length; start += most) void answer(asked.slice(start, start + most));
  };
  async function answer(asked: readonly Asked<Q, A>[]): Promise<void> {
    try {
      const answers = await ask(asked.map(({ question }) => question));
      for (const [index, { resolve, reject }] of asked.entries()) {
        const found = answers[index];
        if (found === undefined) reject(new Error('a question has no answer'));
        else resolve(found);
      }
    } catch (error) {
      // The records of one client may be corrupt. Its failure is not that of the others.
      for (const one of asked) {
        if (asked.length === 1) one.reject(error);
        else void answer([one]);
      }
    }
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(askAll);
    });
}

/**
 * Fills the parameters of the smallest query that has room for these questions. The last question is repeated, which
 * changes no answer to a query with `in`.
 *
 * @throws if there are more than the greatest size, or none
 */
export function padded(questions: readonly string[]): { readonly size: GatheredSize; readonly parameters: string[] } {
  const size = SIZES.find((one) => one >= questions.length);
  const last = questions.at(-1);
  if (size === undefined || last === undefined) throw new Error(`${questions.length} questions are no query`);
  return { size, parameters: [...questions, ...Array<string>(size - questions.length).fill(last)] };
}
