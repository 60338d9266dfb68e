import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{gateway,calculators,plugins,dashboard,test,bench}/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A process a file would be a third of the CPU: no file may leave behind what another could trip over.
    isolate: false,
    // Much of the time tests wait, for servers and for pages.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
});
