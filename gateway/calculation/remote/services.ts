import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceSettings } from '../../../plugins/sdk/index.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import type { Instance } from './instance.ts';
import { probe } from './probe.ts';
import { RemoteService } from './remote-service.ts';

/** Time between two probes of an instance that is out of use. */
const PROBE_EVERY_MS = 1_000;

/** The remote services that this process calls. An instance that is out of use is probed until it is healthy. */
export class Services {
  readonly #log: GatewayLog['logger'];
  /** By name and settings. */
  readonly #all = new Map<string, RemoteService>();
  readonly #asked = new Set<Instance>();
  readonly #closing = new AbortController();

  constructor({ logger }: Pick<GatewayLog, 'logger'>) {
    this.#log = logger;
  }

  get all(): readonly RemoteService[] {
    return [...this.#all.values()];
  }

  /** The service with this name and these settings. Instances of a new service start healthy until first probed. */
  at(name: string, settings: ServiceSettings): RemoteService {
    const key = JSON.stringify([name, settings]);
    const known = this.#all.get(key);
    if (known) return known;
    const service = this.#open(name, settings);
    this.#all.set(key, service);
    return service;
  }

  close(): void {
    this.#closing.abort();
    for (const service of this.all) service.close();
  }

  #open(name: string, { urls, health, timeout, limits }: ServiceSettings): RemoteService {
    const service = new RemoteService({
      name,
      urls: urls.map((url) => new URL(url)),
      limits,
      connectMs: timeout.connect,
      answerMs: timeout.answer,
      circuitChanged: ({ calculator, instance }, reason) => {
        const fields = { service: name, instance: instance.name, calculator };
        if (reason === null) {
          this.#log.info(fields, 'calculator of a service in use again');
        } else {
          this.#log.warn({ ...fields, reason }, 'calculator of a service out of use');
          // Where nothing else works either, the other calculators need not find out by themselves.
          void this.#ask(instance, health);
        }
      },
      instanceChanged: (instance) => {
        const fields = { service: name, instance: instance.name };
        if (instance.breaker.open) {
          this.#log.warn(fields, 'service instance out of use');
          void this.#askUntilWell(instance, health);
        } else {
          this.#log.info(fields, 'service instance in use again');
        }
      },
    });
    for (const instance of service.instances) void this.#ask(instance, health);
    return service;
  }

  /** Takes an instance out of use if it is unhealthy. */
  async #ask(instance: Instance, path: string): Promise<void> {
    const well = await probe(instance, path);
    if (!well && !this.#closing.signal.aborted) instance.breaker.found(false);
  }

  async #askUntilWell(instance: Instance, path: string): Promise<void> {
    if (this.#asked.has(instance)) return;
    this.#asked.add(instance);
    const { signal } = this.#closing;
    while (instance.breaker.open) {
      await sleep(PROBE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (await probe(instance, path)) instance.breaker.found(true);
    }
    this.#asked.delete(instance);
  }
}
