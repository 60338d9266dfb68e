// Uses every file of `npm run new` like its author would: in a copy of the repository, with the real tests, the real
// type check and a real gateway.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { startGateway } from '../../../test/support/gateway.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
const NOT_COPIED = new Set(['node_modules', '.git', '.cache', 'data']);
const PLACE = 'calculators/lifestyle/nap-share';

const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--no-color'];
const TESTS_OF_CALCULATOR = [
  'calculators/families.test.ts',
  `${PLACE}.test.ts`,
  'test/languages/results.test.ts',
  'test/integration/messages.test.ts',
  'test/integration/glossary.test.ts',
];

interface Texts {
  readonly title: string;
  readonly summary: string;
  readonly use: string;
  readonly equation: string;
  readonly result: string;
}

/** The texts as a translator would write them. */
const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Nap share',
    summary: 'How long a nap is beside a night.',
    use: 'Use it to compare naps. Not for a night without sleep.',
    equation: 'Share of a nap',
    result: 'Nap beside a night',
  },
  es: {
    title: 'Parte de la siesta',
    summary: 'Cuánto dura una siesta frente a una noche.',
    use: 'Útil para comparar siestas. No para una noche sin dormir.',
    equation: 'Parte de una siesta',
    result: 'Siesta frente a una noche',
  },
  de: {
    title: 'Anteil des Nickerchens',
    summary: 'Wie lang ein Nickerchen neben einer Nacht ist.',
    use: 'Geeignet zum Vergleich von Nickerchen. Nicht für eine Nacht ohne Schlaf.',
    equation: 'Anteil eines Nickerchens',
    result: 'Nickerchen neben einer Nacht',
  },
  fr: {
    title: 'Part de la sieste',
    summary: 'Durée d’une sieste par rapport à une nuit.',
    use: 'Utile pour comparer des siestes. Pas pour une nuit sans sommeil.',
    equation: 'Part d’une sieste',
    result: 'Sieste par rapport à une nuit',
  },
  pt: {
    title: 'Parte da sesta',
    summary: 'Quanto dura uma sesta ao lado de uma noite.',
    use: 'Útil para comparar sestas. Não para uma noite sem sono.',
    equation: 'Parte de uma sesta',
    result: 'Sesta ao lado de uma noite',
  },
  ja: {
    title: '昼寝の割合',
    summary: '夜の眠りに対する昼寝の長さ。',
    use: '昼寝を比べるときに使います。眠らなかった夜には使いません。',
    equation: '昼寝の比',
    result: '夜に対する昼寝',
  },
  hi: {
    title: 'झपकी का हिस्सा',
    summary: 'रात की तुलना में झपकी कितनी लंबी है।',
    use: 'झपकियों की तुलना के लिए। बिना नींद की रात के लिए नहीं।',
    equation: 'झपकी का अनुपात',
    result: 'रात की तुलना में झपकी',
  },
  ar: {
    title: 'حصة القيلولة',
    summary: 'كم تطول القيلولة مقارنة بالليل.',
    use: 'لمقارنة القيلولات. ليس لليلة بلا نوم.',
    equation: 'نسبة القيلولة',
    result: 'القيلولة مقارنة بالليل',
  },
};

let root = '';

/** Runs node in the copy. It gives the exit code and both outputs. */
async function node(...args: string[]): Promise<{ code: number; output: string }> {
  // A run of vitest inside vitest must not take the outer one's settings.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name)));
  const running = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1 << 26 });
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );
}

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(join(root, path), change(readFileSync(join(root, path), 'utf8')));

beforeAll(() => {
  root = join(temporaryFolder('repository'), 'copy');
  cpSync(REPOSITORY, root, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
});

describe('a new calculator', () => {
  it('runs, and the tests name every text that is not translated', { timeout: 180_000 }, async () => {
    const created = await node('gateway/cli/new/main.ts', 'calculator', 'lifestyle/nap-share');
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining(`Wrote ${PLACE}.ts`) });
    const { code, output } = await node(...VITEST, ...TESTS_OF_CALCULATOR);
    expect(code).toBe(1);
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      expect(output).toContain(`"${language} nap-share.title"`);
      expect(output).toContain(`"${language} equations.nap_share"`);
    }
    expect(output).toMatch(/lifestyle\/nap-share\.ts:\d+ .*TODO/);
    expect(output).toMatch(/lifestyle\/messages\/en\.json:\d+ .*TODO/);
    expect(output).not.toContain(`FAIL  ${PLACE}.test.ts`);
  });

  it('passes its tests, the formatter and the type check once it is filled in', { timeout: 180_000 }, async () => {
    for (const language of LANGUAGES) {
      edit(`calculators/lifestyle/messages/${language}.json`, (text) => {
        const { title, summary, use, equation, result } = TEXTS[language];
        return text
          .replace('"TODO Nap share"', () => JSON.stringify(title))
          .replace(/"TODO One [^"]*"/, () => JSON.stringify(summary))
          .replace(/"TODO Use [^"]*"/, () => JSON.stringify(use))
          .replace(/"TODO What [^"]*"/, () => JSON.stringify(result))
          .replace(/"TODO Name [^"]*"/, () => JSON.stringify(equation));
      });
    }
    for (const file of [`${PLACE}.ts`, `${PLACE}.test.ts`]) {
      edit(file, (code) => code.replaceAll(", doi: 'TODO'", '').replaceAll(/TODO /g, ''));
    }
    const tests = await node(...VITEST, ...TESTS_OF_CALCULATOR);
    expect(tests.output).toMatch(/Tests .*passed/);
    expect(tests.output).not.toMatch(/FAIL/);
    expect(tests.code).toBe(0);
    const biome = await node('node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'calculators');
    expect(biome).toMatchObject({ code: 0 });
    expect(await node('node_modules/typescript/bin/tsc')).toEqual({ code: 0, output: '' });
  });

  it('is served by the gateway, in every language', async () => {
    const gateway = await startGateway({ entry: join(root, 'gateway/main.ts') });
    const ask = (path: string) => fetch(gateway.baseUrl + path, { headers: { 'X-API-Key': gateway.key } });
    const answer = await ask('/api/v1/nap-share?weight=80&height=160');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ nap_share: 0.5, profile: { weight_kg: 80, height_cm: 160 } });
    for (const language of LANGUAGES) {
      const page = await (await ask(`/docs/calculators/nap-share?lang=${language}`)).text();
      expect(page).toContain(TEXTS[language].title);
      expect(page).toContain(TEXTS[language].use);
    }
    expect(await (await ask('/api/v1')).json()).toMatchObject({
      calculators: expect.arrayContaining([expect.objectContaining({ name: 'nap-share' })]),
    });
    expect(await gateway.stop()).toBe(0);
  });
});

describe('a new step', () => {
  it('passes its test and the type check once a list of app.ts names it', { timeout: 180_000 }, async () => {
    const created = await node('gateway/cli/new/main.ts', 'step', 'night-watch');
    expect(created).toMatchObject({ code: 0, output: expect.stringContaining('gateway/request/steps/night-watch.ts') });
    edit('gateway/app.ts', (code) =>
      `import { nightWatchStep } from './request/steps/night-watch.ts';\n${code}`.replace(
        /(EVERY_REQUEST[^\n]*= \[[^\]]*)\]/,
        '$1, nightWatchStep]',
      ),
    );
    expect(readFileSync(join(root, 'gateway/app.ts'), 'utf8')).toMatch(/EVERY_REQUEST.*nightWatchStep\]/);
    const tests = await node(...VITEST, 'gateway/request/steps/night-watch.test.ts');
    expect(tests).toMatchObject({ code: 0, output: expect.stringMatching(/Tests .*2 passed/) });
    expect(await node('node_modules/typescript/bin/tsc')).toEqual({ code: 0, output: '' });
  });

  it('stops its request in a running gateway, on the API as on the platform', async () => {
    edit('gateway/request/steps/night-watch.ts', (code) =>
      code.replace(`req.call.path === '/TODO'`, `req.call.path.endsWith('/night')`),
    );
    const gateway = await startGateway({ entry: join(root, 'gateway/main.ts') });
    const ask = (path: string) => fetch(gateway.baseUrl + path, { headers: { 'X-API-Key': gateway.key } });
    for (const path of ['/api/v1/night', '/platform/v1/night', '/docs/night']) {
      expect(await (await ask(path)).json()).toMatchObject({ code: 'not-found' });
    }
    expect((await ask('/api/v1/tdee')).status).toBe(400);
    expect(await gateway.stop()).toBe(0);
  });
});
