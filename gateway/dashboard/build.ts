import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources of the dashboard; the gateway serves what is built of them, in `dist`. */
const SOURCES = fileURLToPath(new URL('../../dashboard/', import.meta.url));
const DIST = join(SOURCES, 'dist');
const PAGE = join(DIST, 'index.html');

/**
 * Builds the dashboard where what is built is older than its sources. Beside them, and then in one step in its place: a
 * gateway that starts meanwhile reads the old one or the new one.
 *
 * @returns `without-vite` where the development dependency is not installed that builds it
 */
export async function buildDashboard(): Promise<'fresh' | 'built' | 'without-vite'> {
  const began = Date.now() / 1_000;
  if (existsSync(PAGE) && statSync(PAGE).mtimeMs >= newestIn(SOURCES)) return 'fresh';
  const vite = await import('vite').catch(() => null);
  if (vite === null) return 'without-vite';
  const made = join(SOURCES, `dist-${process.pid}`);
  await vite.build({ root: SOURCES, logLevel: 'warn', build: { outDir: made, emptyOutDir: true } });
  utimesSync(join(made, 'index.html'), began, began);
  rmSync(DIST, { recursive: true, force: true });
  try {
    renameSync(made, DIST);
  } catch (error) {
    // Somebody else has built it at the same time.
    rmSync(made, { recursive: true, force: true });
    if (!existsSync(PAGE)) throw error;
  }
  return 'built';
}

/** When something below a folder was changed last, what is built aside. */
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
