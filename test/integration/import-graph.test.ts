import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The floors of `gateway/`, top first. A file imports from its own floor and from those below it. */
const FLOORS = [
  'cli',
  'main.ts',
  'boot',
  'app.ts',
  'web',
  'calculation',
  'request',
  'mail',
  'marketplace',
  'billing',
  'usage',
  'accounts',
  'operations',
  'records',
  'quota',
  'configuration',
  'values',
  'threads',
];

const ROOT = join(import.meta.dirname, '../..');
const IS_TEST = /\.test\.ts$|\.suite\.ts$|\/testing\//;

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The relative imports of production files, type-only ones included. */
function importsOf(pattern: string): Import[] {
  return globSync(pattern, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !IS_TEST.test(path))
    .flatMap((from) =>
      [...readFileSync(join(ROOT, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
        ([, specifier = '']) => ({ from, to: join(dirname(from), specifier).replaceAll('\\', '/') }),
      ),
    );
}

/** A way round through folders that import each other, or none. */
function circleOf(imports: readonly Import[]): string[] {
  const folders = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [dirname(from), dirname(to)];
    if (importer === imported) continue;
    folders.set(importer, (folders.get(importer) ?? new Set()).add(imported));
  }
  const cleared = new Set<string>();
  for (const folder of folders.keys()) {
    const circle = search(folder, []);
    if (circle.length > 0) return circle;
  }
  return [];

  function search(folder: string, way: readonly string[]): string[] {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (cleared.has(folder)) return [];
    for (const next of folders.get(folder) ?? []) {
      const circle = search(next, [...way, folder]);
      if (circle.length > 0) return circle;
    }
    cleared.add(folder);
    return [];
  }
}

const floorOf = (path: string) => FLOORS.indexOf(path.split('/')[1] ?? '');

describe('imports', () => {
  const gateway = importsOf('gateway/**/*.{ts,js}').filter(({ to }) => to.startsWith('gateway/'));

  it('of the gateway go down from floor to floor', () => {
    expect(gateway.length).toBeGreaterThan(500);
    expect(gateway.filter(({ from, to }) => floorOf(from) < 0 || floorOf(to) < floorOf(from))).toEqual([]);
  });

  it.each(['gateway', 'plugins/sdk', 'calculators', 'dashboard'])('run in no circle between folders of %s', (part) => {
    const inside = importsOf(`${part}/**/*.{ts,tsx,js}`).filter(
      ({ from, to }) => to.startsWith(`${part}/`) && !from.includes('/dist'),
    );
    expect(inside.length).toBeGreaterThan(20);
    expect(circleOf(inside)).toEqual([]);
  });

  it('that run in a circle are found', () => {
    const circle = [
      { from: 'a/x.ts', to: 'b/y.ts' },
      { from: 'b/z.ts', to: 'c/d/z.ts' },
      { from: 'c/d/w.ts', to: 'a/w.ts' },
    ];
    expect(circleOf(circle)).toEqual(['a', 'b', 'c/d', 'a']);
    expect(circleOf(circle.slice(1))).toEqual([]);
  });
});
