import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild-wasm';

/** The sources of the dashboard. The gateway serves the build in `dist`. */
const SOURCES = fileURLToPath(new URL('../../../dashboard/', import.meta.url));
const DIST = join(SOURCES, 'dist');
const PAGE = join(DIST, 'index.html');
const ENTRY = 'main.tsx';
const ICON = 'style/icon.svg';

/**
 * Builds the dashboard if its sources are newer than the last build. The new build is written to a separate folder and
 * then replaces the old one, so that a gateway starting meanwhile reads one complete build.
 *
 * esbuild runs as WebAssembly. A bundler with native bindings would need an optional package for the platform, and
 * `npm ci --omit=optional` would leave an installation without a dashboard.
 */
export async function buildDashboard(): Promise<'fresh' | 'built'> {
  const began = Date.now() / 1_000;
  if (existsSync(PAGE) && statSync(PAGE).mtimeMs >= newestIn(SOURCES)) return 'fresh';
  const made = join(SOURCES, `dist-${process.pid}`);
  writeFileSync(join(made, 'index.html'), pageOf(await bundle(made)));
  utimesSync(join(made, 'index.html'), began, began);
  rmSync(DIST, { recursive: true, force: true });
  try {
    renameSync(made, DIST);
  } catch (error) {
    // Another process built the dashboard at the same time.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(PAGE)) throw error;
  }
  return 'built';
}

/** Writes the scripts, styles and icon into `folder`, under names that contain a hash of the content. */
async function bundle(folder: string): Promise<Metafile['outputs']> {
  const { build } = await import('esbuild-wasm');
  const { metafile } = await build({
    absWorkingDir: SOURCES,
    entryPoints: [ENTRY],
    outdir: folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'file' },
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile.outputs;
}

/** The page with the relative URLs of the built files, so that the dashboard works under any path. */
function pageOf(outputs: Metafile['outputs']): string {
  const found = (source: string) => {
    const output = Object.entries(outputs).find(
      ([, { inputs, entryPoint }]) => (entryPoint ?? Object.keys(inputs)[0]) === source,
    );
    if (output === undefined) throw new Error(`the build of the dashboard has no file for ${source}`);
    return { address: addressOf(output[0]), styles: output[1].cssBundle };
  };
  const script = found(ENTRY);
  if (script.styles === undefined) throw new Error('the build of the dashboard has no styles');
  return readFileSync(join(SOURCES, 'index.html'), 'utf8')
    .replace(`./${ICON}`, found(ICON).address)
    .replace(
      `<script type="module" src="./${ENTRY}"></script>`,
      `<script type="module" src="${script.address}"></script>\n    <link rel="stylesheet" href="${addressOf(script.styles)}">`,
    );
}

/** `dist-1/assets/main-AB.js` is `./assets/main-AB.js` in the page. */
function addressOf(output: string): string {
  return `./${output.slice(output.indexOf('assets/'))}`;
}

/** The time of the latest change in a folder, without built files. */
function newestIn(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('dist'))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        const changed = statSync(path).mtimeMs;
        return entry.isDirectory() ? [changed, newestIn(path)] : [changed];
      }),
  );
}
