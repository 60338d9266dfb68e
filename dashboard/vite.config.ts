import { defineConfig } from 'vite';

// Relative addresses, so that the dashboard works below a path too. Nothing is inlined: the policy of the page allows
// files of its own alone.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
