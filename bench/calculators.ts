import { hostPlugin } from '../plugins/sdk/index.ts';
import { loadPlugins } from '../plugins/sdk/loading/load.ts';
import { CLINICAL_PLUGIN } from '../plugins/sdk/loading/sources.ts';
import { summarize } from './statistics.ts';

const WARM_UP = 300;
/** Another program takes the processor in some rounds; the median of them is the calculator's. */
const ROUNDS = 15;
const CALLS = 200;

/** The limit for one calculator, so that one call does not delay others. */
const LIMIT_US = 1_000;

export interface CalculatorTime {
  readonly name: string;
  /** Microseconds from a plain request to the text of its answer: the median of the calculator's slowest example. */
  readonly us: number;
}

/** Times every calculator of the built-in plugins as the gateway calls it: read, calculate, write. */
export async function timeCalculators(): Promise<CalculatorTime[]> {
  const { plugins } = await loadPlugins([CLINICAL_PLUGIN]);
  return plugins.flatMap((plugin) => {
    const endpoints = hostPlugin(plugin, 'http://127.0.0.1:8080');
    return plugin.calculators.map(({ name, examples }) => {
      const endpoint = endpoints.find(({ path }) => path === `/${name}`);
      if (!endpoint) throw new Error(`${name} is not hosted`);
      const times = examples.map(({ input }) => {
        const query = Object.entries(input).flatMap(([field, value]) => [field, String(value)]);
        const call = () =>
          endpoint.respond({
            method: 'GET',
            query,
            contentType: undefined,
            body: null,
            language: 'en',
            authenticated: true,
            requestId: 'bench',
          });
        if (call().status !== 200) throw new Error(`${name} refuses its own example`);
        for (let at = 0; at < WARM_UP; at += 1) call();
        const rounds = Array.from({ length: ROUNDS }, () => {
          const start = performance.now();
          for (let at = 0; at < CALLS; at += 1) call();
          return ((performance.now() - start) * 1_000) / CALLS;
        });
        return summarize(rounds).median;
      });
      return { name, us: Math.max(...times) };
    });
  });
}

/** Median and the slowest three as text. @throws if one of them is above a millisecond */
export function calculatorReport(times: readonly CalculatorTime[]): string {
  const slowest = times.toSorted((a, b) => b.us - a.us).slice(0, 3);
  const lines = [
    `${times.length} calculators, read, calculate and write: median ${summarize(times.map(({ us }) => us)).median.toFixed(1)} µs`,
    ...slowest.map(({ name, us }) => `slowest: ${name} ${us.toFixed(1)} µs`),
  ];
  const tooSlow = slowest.filter(({ us }) => us > LIMIT_US);
  if (tooSlow.length > 0) throw new Error(`above 1 ms: ${tooSlow.map(({ name }) => name).join(', ')}`);
  return lines.join('\n');
}
