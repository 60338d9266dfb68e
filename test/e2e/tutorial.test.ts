import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { marked, type Tokens } from 'marked';
import { expect, it } from 'vitest';
import { NotFound } from '../support/find-server.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type RunningService, startService } from '../support/service.ts';
import { describeWith } from '../support/suites.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The code blocks of the tutorial, each with the paragraph above it. */
function blocks(): { readonly language: string; readonly text: string; readonly above: string }[] {
  const tokens = marked
    .lexer(readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8'))
    .filter(({ type }) => type !== 'space');
  return tokens.flatMap((token, at) => {
    if (token.type !== 'code') return [];
    const { lang = '', text } = token as Tokens.Code;
    return { language: lang, text, above: String(tokens[at - 1]?.raw ?? '') };
  });
}

/** What a reader has after the steps so far. */
class Reader {
  readonly folder = temporaryFolder('tutorial');
  readonly #dataDir = temporaryFolder('tutorial-data');
  #gateway: RunningGateway | null = null;
  #service: RunningService | null = null;
  #key = '';
  #printed = '';

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  async run(command: string): Promise<void> {
    const [, variables = '', rest = ''] = /^((?:[A-Z_]+=\S+ )*)(.*)$/.exec(command) ?? [];
    const given = Object.fromEntries(
      variables
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((pair) => pair.split('=')),
    );
    const far = this.#service && { FAR_URLS: this.#service.baseUrl };
    const env: Record<string, string> = { ...far, ...given };
    if (rest === 'npm start') await this.#start(env);
    else if (rest.startsWith('python3 ')) {
      const file = join(this.folder, rest.slice('python3 '.length));
      this.#service = await startService('python3', [file], { ...env, PORT: '0' });
    } else {
      const script = rest
        .replace('npm run plugin --', `node ${join(ROOT, 'gateway/cli/plugins/main.ts')}`)
        .replaceAll('http://127.0.0.1:8080', this.#gateway?.baseUrl ?? '');
      const options = { cwd: this.folder, env: { PATH: process.env.PATH ?? '', KEY: this.#key, ...env } };
      this.#printed = (await promisify(execFile)('bash', ['-c', script], options)).stdout;
    }
  }

  async #start({ PLUGINS = '', POLICIES_FILE, ...env }: Record<string, string>): Promise<void> {
    await this.#gateway?.stop();
    const folders = PLUGINS.split(',').map((path) => join(this.folder, path));
    const policies = POLICIES_FILE && { POLICIES_FILE: join(this.folder, POLICIES_FILE) };
    this.#gateway = await startGateway({
      env: { ...env, ...policies, DATA_DIR: this.#dataDir, PLUGINS: folders.join() },
    });
    this.#key ||= this.#gateway.key;
  }

  get printed(): string {
    return this.#printed;
  }

  get answer(): unknown {
    return JSON.parse(this.#printed);
  }

  async page(path: string): Promise<string> {
    return (await fetch(`${this.#gateway?.baseUrl}${path}`)).text();
  }

  async stop(): Promise<void> {
    await this.#gateway?.stop();
    await this.#service?.stop();
  }
}

async function start(): Promise<Reader> {
  if (spawnSync('python3', ['--version']).status !== 0) throw new NotFound('no python3 on PATH');
  return new Reader();
}

describeWith('the tutorial', start, (reader) => {
  it('works as it is written, step by step', async () => {
    const answers: unknown[] = [];
    try {
      for (const { language, text, above } of blocks()) {
        const [, name] = /`([\w./-]+)`:\s*$/.exec(above) ?? [];
        if (language === 'console') {
          for (const line of text.split('\n')) {
            await reader.run(line.replace(/^\$ /, ''));
            if (line.includes('curl ')) answers.push(reader.answer);
            if (line.includes(' list')) expect(reader.printed).toContain('policy reason-required  in use  after-auth');
            if (line.includes(' check ')) expect(reader.printed).not.toMatch(/warn|FAILS|refused/);
          }
        } else if (name !== undefined) reader.write(name, text);
        else expect(reader.answer).toEqual(JSON.parse(text));
      }
      // 176 lb · 0.45359237 = 79.83 kg and 71 in · 2.54 = 180.34 cm, so √(79.83 · 180.34 / 3600) = 2.00
      expect(answers).toMatchObject([
        { surface_area_m2: 2 },
        { code: 'invalid-parameters', language: 'de', errors: [{ code: 'too_small' }, { code: 'missing' }] },
        { surface_area_m2: 2, profile: { weight_kg: 79.83, height_cm: 180.34 } },
        { results: [{ status: 200, result: { surface_area_m2: 2 } }] },
        { lean_mass_kg: 60 },
        { status: 400, code: 'reason-required', title: 'Kein Grund angegeben' },
        { lean_mass_kg: 60, language: 'en' },
      ]);
      const page = await reader.page('/docs/calculators/acme/surface-area?lang=de');
      expect(page).toContain('Körperoberfläche');
      expect(page).toContain('https://doi.org/10.1056/NEJM198710223171717');
    } finally {
      await reader.stop();
    }
  }, 120_000);
});
