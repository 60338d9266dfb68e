import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { calculatorPage } from '../../gateway/web/docs/calculator-pages/page.ts';
import { placedCalculators } from '../../gateway/web/docs/calculator-pages/placed.ts';
import { textsIn } from '../../gateway/web/docs/texts.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { CLINICAL_PLUGIN } from '../../plugins/sdk/loading/sources.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

const BASE = 'https://api.example.com';
const placed = placedCalculators((await loadPlugins([CLINICAL_PLUGIN])).plugins, BASE);
const names = placed.map(({ calculator }) => calculator.name);

/** The calculators that the families test, each named by its test file. */
const tested = globSync('calculators/*/*.test.ts', { cwd: fileURLToPath(new URL('../../', import.meta.url)) })
  .filter((path) => /^calculatorSuite\(/m.test(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')))
  .map((path) => basename(path, '.test.ts'));

it('every calculator of the families is offered, and no other', () => {
  expect(names.toSorted()).toEqual(tested.toSorted());
});

it('more than 35 of them are not in the older API', () => {
  expect(placed.filter(({ calculator }) => calculator.since === 'v1.0.0').length).toBeGreaterThan(35);
});

describe.each(MODES)('with calculators %s', (_mode, start) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await start({ CLINICAL: 'on' });
  });
  afterAll(() => gateway.stop());

  it('each is listed by GET /api/v1', async () => {
    const { calculators } = (await (await gateway.get('/api/v1')).json()) as { calculators: { name: string }[] };
    expect(calculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  it.each(placed)(
    '$calculator.name answers its examples as published, in every language',
    async ({ calculator, mount }) => {
      const paths = calculator.examples.map(({ input }) => {
        const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
        return `${mount}/${calculator.name}?${query}`;
      });
      const answers = await Promise.all(paths.map((path) => gateway.get(path)));
      for (const [at, answer] of answers.entries()) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject(calculator.examples[at]?.output ?? {});
      }
      const spoken = await Promise.all(LANGUAGES.map((language) => gateway.get(`${paths[0]}&lang=${language}`)));
      for (const [at, answer] of spoken.entries()) {
        expect(answer.headers.get('content-language')).toBe(LANGUAGES[at]);
        expect(await answer.json()).toMatchObject({ language: LANGUAGES[at] });
      }
    },
  );
});

describe('the page of each calculator', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ CLINICAL: 'on' });
  });
  afterAll(() => gateway.stop());

  it.each(placed)('$calculator.name shows a request and what the API answers to it', async (one) => {
    const page = calculatorPage(one, textsIn('en'));
    const [, address = ''] = /^\$ curl -H "X-API-Key: \$KEY" "(.+)"$/m.exec(page) ?? [];
    const [, shown = ''] = /```json\n(.+?)\n```/s.exec(page) ?? [];
    const answer = await gateway.get(address.replace(BASE, ''));
    expect(await answer.json()).toEqual(JSON.parse(shown));
  });

  it.each(placed.map((one, at) => ({ ...one, language: LANGUAGES[at % LANGUAGES.length] ?? 'en' })))(
    '$calculator.name has its equations, inputs and sources, in $language too',
    async ({ calculator, language: one }) => {
      // All languages of all pages would take a minute, so each page is checked in English and in one more language.
      for (const language of ['en', one] as const) {
        const response = await gateway.get(`/docs/calculators/${calculator.name}?lang=${language}`, {});
        expect(response.status).toBe(200);
        expect(response.headers.get('content-language')).toBe(language);
        const page = await response.text();
        const title = calculator.family.messages.text(language, `${calculator.name}.title`);
        const words = [
          title,
          ...calculator.fields.map(({ name }) => name),
          ...calculator.equations.map(([key]) => key),
        ];
        for (const word of words) expect(page).toContain(word.replaceAll("'", '&#39;').replaceAll('"', '&quot;'));
        for (const { doi } of calculator.equations.flatMap(([, { sources }]) => sources)) {
          if (doi !== undefined) expect(page).toContain(`https://doi.org/${doi.replaceAll('<', '%3C')}`);
        }
      }
    },
  );

  it('is in the list of all calculators', async () => {
    const page = await (await gateway.get('/docs/calculators/', {})).text();
    for (const name of names) expect(page).toContain(`href="${name}?lang=en"`);
  });
});
