import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { usedUnits } from '../../model/affordability.ts';
import { wholeSnapshot } from '../contract/whole-snapshot.ts';
import { GatewayProcess, type ProcessOptions, Truth } from './gateway-process.fixture.ts';
import { MoodyStore } from './moody-store.fixture.ts';

/** A store with outages, and one process that keeps running. */
export class OutageBench {
  readonly dataDir = temporaryFolder('outage');
  readonly store = new MoodyStore();
  #gateway: GatewayProcess | undefined;

  get gateway(): GatewayProcess {
    if (this.#gateway === undefined) throw new Error('not started');
    return this.#gateway;
  }

  get figures() {
    return this.gateway.guarded.figures();
  }

  async start(changes: Partial<ProcessOptions> = {}): Promise<void> {
    const { dataDir, store } = this;
    this.#gateway = await new GatewayProcess({
      name: 'process-1',
      dataDir,
      store,
      truth: new Truth(),
      ...changes,
    }).start();
  }

  /** Asks for calls of `client-1` at once. */
  calls(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, () => this.gateway.call('client-1', 1)));
  }

  /** Ends the outage and waits until all calls answered meanwhile are counted. */
  async recovered(): Promise<void> {
    this.store.mood = 'well';
    await waitUntil('recovery', () => (this.gateway.guarded.state() === 'ok' ? true : undefined));
  }

  async used(client = 'client-1', month = '2026-11'): Promise<number> {
    const snapshot = await wholeSnapshot(this.store.model, client, month);
    return snapshot === null ? 0 : usedUnits(snapshot.counter);
  }

  async usage(): Promise<string[]> {
    const rows = (await wholeSnapshot(this.store.model, 'client-1', '2026-11'))?.usage ?? [];
    return rows.map(({ calculator, status, calls, units }) => `${calculator} ${status} ${calls}/${units}`).sort();
  }

  /** File names in the folder of journals. */
  journals(): string[] {
    return readdirSync(join(this.dataDir, 'journals')).sort();
  }
}
