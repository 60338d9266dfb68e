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

/** The sources of the dashboard. The gateway serves the built files in `dist`. */
const SOURCES = fileURLToPath(new URL('../../../dashboard/', import.meta.url));
const DIST = join(SOURCES, 'dist');
const PAGE = join(DIST, 'index.html');
const ENTRY = 'main.tsx';
const ICON = 'style/icon.svg';

/**
 * Builds the dashboard if its sources are newer than the last build. The new build is made in a folder of its own and
 * then replaces the old one, so that a gateway that starts meanwhile reads one of the two whole.
 *
 * esbuild runs as WebAssembly: a bundler with native bindings would need its optional package for the machine, and
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
    // Another process has built it at the same time.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(PAGE)) throw error;
  }
  return 'built';
}

/** Writes the scripts, styles and the icon into `folder`; their names change with their content. */
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

/** The page with the addresses of the built files, relative ones: the dashboard works below any path. */
function pageOf(outputs: Metafile['outputs']): string {
  const found = (source: string) => {
    const output = Object.entries(outputs).find(
      ([, { inputs, entryPoint }]) => (entryPoint ?? Object.keys(inputs)[0]) === source,
    );
    if (output === undefined) throw new Error(`the build of the dashboard has no file of ${source}`);
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

/** The time of the latest change below a folder, built files aside. */
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
