import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { RELEASE } from '../../gateway/request/routes/list-endpoint.ts';
import { openApiDocument } from '../../gateway/web/docs/openapi.ts';
import { loadPlugins } from '../../plugins/sdk/loading/load.ts';
import { AnswerSchemas } from './answer-schemas.ts';
import { Connection } from './connection.ts';
import { adminDoor } from './doors/admin.ts';
import { batchDoor } from './doors/batch.ts';
import { calculatorDoor } from './doors/calculators.ts';
import { classicDoor } from './doors/classic.ts';
import type { Door } from './doors/door.ts';
import { listDoor } from './doors/list.ts';
import { mcpDoor } from './doors/mcp.ts';
import { pageDoor } from './doors/pages.ts';
import { platformDoor } from './doors/platform.ts';
import { rawDoor } from './doors/raw.ts';
import { signInDoor } from './doors/sign-in.ts';
import { webhookDoor } from './doors/webhooks.ts';
import { violations, type Watch } from './invariants.ts';
import { logMistakes } from './log-mistakes.ts';
import { randomOfCall } from './random.ts';
import { rawShot } from './raw-shot.ts';
import { type Answer, bytesOf, type Shot } from './shot.ts';
import { DoorTally, type Violation } from './tally.ts';
import { unitMistakes } from './unit-mistakes.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

export const DOORS: readonly Door[] = [
  calculatorDoor,
  platformDoor,
  batchDoor,
  classicDoor,
  mcpDoor,
  pageDoor,
  webhookDoor,
  listDoor,
  rawDoor,
  adminDoor,
  signInDoor,
];

export interface RunOptions {
  readonly seed: number;
  /** Number of the first call, which repeats a single call. */
  readonly from?: number;
  readonly calls: number;
  /** The run ends at this time, even with calls left. */
  readonly until?: number;
  readonly doors?: readonly Door[];
  readonly limitMs?: number;
  readonly stores?: WorldOptions['stores'];
  readonly onProgress?: (done: number) => void;
}

export interface RunReport {
  readonly doors: readonly DoorTally[];
  /** The first mistake of each kind at each door, and the number of all mistakes. */
  readonly violations: readonly Violation[];
  readonly violationCount: number;
  readonly seconds: number;
  /** Resident memory of the gateway in MB: warm, and at the end. */
  readonly memory: { readonly warm: number; readonly end: number };
  /** The longest stall of this process in milliseconds. */
  readonly ownStall: number;
  readonly units: number;
}

/** Number of calls from which a run gets many tenants and loads everything before it begins. */
const LONG_RUN = 10_000;

/** Threads that a gateway keeps for later exports. */
const EXPORT_THREADS = 2;

const LANES = 8;
const MOST_EXAMPLES = 40;
/** Calls after which the gateway counts as warm. */
const WARM_CALLS = 20_000;

/** Starts a gateway, calls it at all doors, stops it, and reports the mistakes. */
export async function run(options: RunOptions): Promise<RunReport> {
  const { calls, stores } = options;
  const tenants = Math.min(400, Math.max(2, Math.ceil(calls / 4_000) + 12));
  const world = await openWorld({ tenants: calls < LONG_RUN ? 3 : tenants, stores });
  try {
    return await new Run(options, world).result();
  } finally {
    await world.stop();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #world: World;
  readonly #doors: readonly Door[];
  readonly #tallies = new Map<string, DoorTally>();
  readonly #violations = new Map<string, Violation>();
  readonly #units = new Map<string, number>();
  readonly #stall = new OwnStall();
  #violationCount = 0;
  #next: number;
  #done = 0;
  #warm = 0;
  /** Raw requests that named the raw client: those with a result, and those without any answer. */
  #rawResults = 0;
  #rawSilent = 0;

  constructor(options: RunOptions, world: World) {
    this.#options = options;
    this.#world = world;
    this.#doors = options.doors ?? DOORS;
    this.#next = options.from ?? 0;
  }

  async result(): Promise<RunReport> {
    const { gateway } = this.#world;
    const schemas = new AnswerSchemas(await documented(gateway.baseUrl));
    // A gateway builds its documents once, and its first export starts a thread that later ones reuse: a long run
    // measures only the time after that.
    if (this.#options.calls >= LONG_RUN) {
      for (const language of LANGUAGES) await (await fetch(`${gateway.baseUrl}/openapi.json?lang=${language}`)).text();
      const exports = this.#world.tenants.slice(0, EXPORT_THREADS).map(async ({ people }) => {
        const headers = { 'X-API-Key': people[0]?.key.text ?? '', 'X-Forwarded-Proto': 'https' };
        await (await fetch(`${gateway.baseUrl}/platform/v1/usage.csv`, { headers })).text();
      });
      await Promise.all(exports);
    }
    const watch: Watch = { world: this.#world, schemas, limitMs: this.#options.limitMs ?? 250 };
    const began = performance.now();
    await Promise.all(Array.from({ length: LANES }, () => this.#lane(watch)));
    const seconds = (performance.now() - began) / 1_000;
    const end = memoryOf(gateway.pid);
    this.#stall.stop();
    await gateway.stop();
    await this.#afterwards();
    return {
      doors: [...this.#tallies.values()],
      violations: [...this.#violations.values()].slice(0, MOST_EXAMPLES),
      violationCount: this.#violationCount,
      seconds,
      memory: { warm: this.#warm, end },
      ownStall: this.#stall.longest,
      units: [...this.#units.values()].reduce((sum, units) => sum + units, 0),
    };
  }

  /** Mistakes that only the records and the log of the stopped gateway show. */
  async #afterwards(): Promise<void> {
    const told = [
      ...(await unitMistakes(this.#world, this.#units, { results: this.#rawResults, silent: this.#rawSilent })),
      ...(await logMistakes(this.#world)),
    ];
    for (const what of told)
      this.#wrong(-1, { door: 'afterwards', method: '', target: '', headers: [], body: null }, [what], '');
  }

  async #lane(watch: Watch): Promise<void> {
    const { calls, from = 0, until = Number.POSITIVE_INFINITY, onProgress } = this.#options;
    const connection = new Connection(this.#world.gateway.port);
    const admin = new Connection(this.#world.adminPort);
    while (this.#next < from + calls && Date.now() < until) {
      const call = this.#next++;
      const shot = this.shotOf(call);
      if (shot.raw === undefined) await this.#call(watch, call, shot, shot.admin ? admin : connection);
      else await this.#raw(watch, call, shot);
      this.#done += 1;
      if (this.#done === Math.min(WARM_CALLS, Math.ceil(calls / 10))) this.#warm = memoryOf(this.#world.gateway.pid);
      if (this.#done % 50_000 === 0) onProgress?.(this.#done);
    }
    connection.close();
    admin.close();
  }

  shotOf(call: number): Shot {
    const random = randomOfCall(this.#options.seed, call);
    const door = random.weighted(this.#doors);
    return { door: door.name, ...door.shot(random, this.#world, call) };
  }

  async #call(watch: Watch, call: number, shot: Shot, connection: Connection): Promise<void> {
    const began = performance.now();
    const answer = await connection.send(bytesOf(shot), shot.method);
    if (answer === null) {
      this.#tally(shot).add(call, shot, 0, 0);
      this.#wrong(call, shot, ['the connection was closed without an answer'], '');
      return;
    }
    const fair = { ...answer, ms: Math.max(0, answer.ms - this.#stall.since(began)) };
    this.#tally(shot).add(call, shot, answer.status, fair.ms);
    const wrong = violations(watch, shot, fair);
    if (wrong.length > 0) this.#wrong(call, shot, wrong, describe(answer));
    if (answer.status >= 200 && answer.status < 300) this.#charge(call, shot, answer);
    shot.learn?.(answer.status, answer.body);
  }

  #charge(call: number, shot: Shot, { body, status }: Answer): void {
    const { client, units } = shot;
    if (client === undefined || units === undefined) return;
    try {
      this.#units.set(client, (this.#units.get(client) ?? 0) + units(body));
    } catch {
      this.#wrong(call, shot, [`${status} with a body that cannot be counted`], body.slice(0, 200));
    }
  }

  async #raw(watch: Watch, call: number, shot: Shot): Promise<void> {
    const { answers, rest } = await rawShot(this.#world.gateway.port, bytesOf(shot));
    const [first] = answers;
    this.#tally(shot).add(call, shot, first?.status ?? 0, first?.ms ?? 0);
    const results = answers.filter(({ body }) => body.includes('"bmi":')).length;
    this.#rawResults += results;
    if (results === 0) this.#rawSilent += 5;
    const wrong = answers.flatMap((answer) => violations(watch, shot, answer));
    if (answers.some(({ body }) => body.includes('"weight_kg":81'))) wrong.push('a smuggled request was answered');
    if (rest.startsWith('HTTP/1.1 5')) wrong.push('a 5xx that breaks off');
    if (wrong.length > 0) this.#wrong(call, shot, wrong, answers.map(describe).join('\n'));
  }

  #tally({ door }: Shot): DoorTally {
    const tally = this.#tallies.get(door) ?? new DoorTally(door);
    this.#tallies.set(door, tally);
    return tally;
  }

  #wrong(call: number, shot: Shot, wrong: readonly string[], answer: string): void {
    this.#violationCount += 1;
    for (const what of wrong) {
      const kind = `${shot.door} ${shot.operation ?? ''} ${what.replace(/\d+/g, '#').slice(0, 60)}`;
      if (this.#violations.has(kind) || this.#violations.size >= MOST_EXAMPLES) continue;
      const request = bytesOf(shot).toString('latin1').slice(0, 1_200);
      this.#violations.set(kind, { call, door: shot.door, what, request, answer });
    }
  }
}

/** The OpenAPI document of a gateway, built in this process: it is the same one. */
async function documented(baseUrl: string): Promise<string> {
  const { plugins } = await loadPlugins([]);
  const options = { plugins, baseUrl, release: RELEASE, platform: true, language: 'en' } as const;
  return JSON.stringify(openApiDocument(options));
}

/** The stalls of this process, which do not count as time of the gateway. */
class OwnStall {
  static readonly #EVERY_MS = 5;
  #due = performance.now() + OwnStall.#EVERY_MS;
  #last = { at: 0, ms: 0 };
  longest = 0;
  readonly #timer = setInterval(() => {
    const now = performance.now();
    const late = now - this.#due;
    if (late > OwnStall.#EVERY_MS) this.#last = { at: now, ms: late };
    this.longest = Math.max(this.longest, late);
    this.#due = now + OwnStall.#EVERY_MS;
  }, OwnStall.#EVERY_MS);

  /** Milliseconds of the latest stall, if it ended after that time. */
  since(time: number): number {
    return this.#last.at > time ? this.#last.ms : 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

function describe({ status, headers, body, ms }: Answer): string {
  const some = [...headers].filter(([name]) => /^(content-type|x-|cache)/.test(name)).map((pair) => pair.join(': '));
  return `${status} after ${ms.toFixed(1)} ms, ${some.join(', ')}\n${body.slice(0, 600)}`;
}

/** Resident memory of a process in MB; 0 if the system does not report it. */
export function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
