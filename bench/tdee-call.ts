import type { RunningRow } from './row.ts';

/** The call that every row answers. */
export const tdeePath = (name: string): string =>
  `${name}?weight=82&height=178&age=34&gender=male&activity_level=moderately_active`;

/** Mifflin-St Jeor: 10 * 82 + 6.25 * 178 - 5 * 34 + 5 = 1767.5 kcal; times 1.55 is 2739.625, half away from zero. */
const expected = 2739.63;

type Called = Pick<RunningRow, 'url' | 'headers' | 'body' | 'calculations'>;

/**
 * Makes one real call, so that the benchmark never measures an error.
 * @throws when the answer is not 200 with the right TDEE
 */
export async function checkAnswer({ url, headers, body, calculations = 1 }: Called): Promise<void> {
  const posted = body === undefined ? {} : { method: 'POST', body };
  const answer = await fetch(url, { headers: headers?.[0] ?? {}, ...posted });
  const text = await answer.text();
  if (answer.status !== 200 || text.split(`"tdee":${expected},`).length !== calculations + 1) {
    throw new Error(`not the right answer: ${answer.status} ${text}`);
  }
}
