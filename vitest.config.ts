import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const TESTS = '{gateway,calculators,plugins,packages,dashboard,test,bench}/**/*.test.ts';
const FAULTS = 'test/faults/**/*.test.ts';
const LONG_TESTS = '{gateway,calculators,plugins,packages,dashboard,test,bench}/**/*.long.test.ts';

/**
 * `npm test` runs everything but `*.long.test.ts`; `npm run test:long` (`--mode long`) runs those. `npm run faults`
 * (`--mode faults`) runs all fault tests, long or not. Each run ends with the table of the fault tests in it.
 */
export default defineConfig(({ mode }) => ({
  test: {
    include: [mode === 'faults' ? FAULTS : mode === 'long' ? LONG_TESTS : TESTS],
    exclude: mode === 'test' ? [LONG_TESTS] : [],
    reporters: ['default', './test/support/fault-table.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: mode === 'long' ? 120_000 : 40_000,
    hookTimeout: 60_000,
    // The report of a run has the first line of a failure alone: it says what was found.
    chaiConfig: { truncateThreshold: 1_000 },
    // A page that is slow on a busy machine is not wrong: what is polled may take half the time of a test.
    expect: { poll: { timeout: 20_000 } },
    // A process a file would be a third of the CPU: no file may leave behind what another could trip over.
    isolate: false,
    // Much of the time tests wait, for servers and for pages.
    // The fault tests measure times, so nothing runs beside one.
    maxWorkers: mode === 'faults' ? 1 : Math.ceil(availableParallelism() * 1.5),
  },
}));
