import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceSettings } from '../../../plugins/sdk/index.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import type { Instance } from './instance.ts';
import { probe } from './probe.ts';
import { RemoteService, type ServiceKind } from './remote-service.ts';

/** Time between two probes of an instance that is out of use. */
const PROBE_EVERY_MS = 1_000;

/** How long a service that is no longer used waits for calls that are on their way to it, in milliseconds. */
const LATE_CALLS_MS = 30_000;

/** The remote services that this process calls. An instance that is out of use is probed until it is healthy. */
export class Services {
  readonly #log: GatewayLog['logger'];
  /** By name and settings. */
  readonly #all = new Map<string, RemoteService>();
  /** Services that no route uses any more, until their calls have ended. */
  readonly #retired = new Set<RemoteService>();
  /** The services that `renew` has been asked for. */
  #renewed: Map<string, RemoteService> | null = null;
  readonly #asked = new Set<Instance>();
  readonly #closing = new AbortController();

  constructor({ logger }: Pick<GatewayLog, 'logger'>) {
    this.#log = logger;
  }

  get all(): readonly RemoteService[] {
    return [...this.#all.values()];
  }

  /** The service with this name and these settings. Instances of a new service start healthy until first probed. */
  at(name: string, settings: ServiceSettings, kind: ServiceKind = 'service'): RemoteService {
    const key = JSON.stringify([kind, name, settings]);
    const service = this.#all.get(key) ?? this.#open(kind, name, settings);
    this.#all.set(key, service);
    this.#renewed?.set(key, service);
    return service;
  }

  /** Builds something, and closes the services that it does not use once their calls have ended. */
  renew<Built>(build: () => Built): Built {
    const renewed = new Map<string, RemoteService>();
    this.#renewed = renewed;
    let built: Built;
    try {
      built = build();
    } finally {
      this.#renewed = null;
    }
    for (const [key, service] of this.#all) {
      if (renewed.has(key)) continue;
      this.#all.delete(key);
      void this.#retire(service);
    }
    return built;
  }

  close(): void {
    this.#closing.abort();
    for (const service of [...this.all, ...this.#retired]) service.close();
  }

  async #retire(service: RemoteService): Promise<void> {
    this.#retired.add(service);
    const { signal } = this.#closing;
    do {
      await sleep(LATE_CALLS_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    } while (service.instances.some(({ running }) => running > 0));
    this.#retired.delete(service);
    service.close();
  }

  #open(kind: ServiceKind, name: string, { urls, health, timeout, limits }: ServiceSettings): RemoteService {
    const part = kind === 'service' ? 'calculator of a service' : 'instance of an upstream';
    const service = new RemoteService({
      ...{ kind, name },
      urls: urls.map((url) => new URL(url)),
      limits,
      connectMs: timeout.connect,
      answerMs: timeout.answer,
      circuitChanged: ({ calculator, instance }, reason) => {
        const called = kind === 'service' ? { calculator } : {};
        const fields = { [kind]: name, instance: instance.name, ...called };
        if (reason === null) {
          this.#log.info(fields, `${part} in use again`);
        } else {
          this.#log.warn({ ...fields, reason }, `${part} out of use`);
          // Where nothing else works either, the other calculators need not find out by themselves.
          void this.#ask(instance, health);
        }
      },
      instanceChanged: (instance) => {
        const fields = { [kind]: name, instance: instance.name };
        if (instance.breaker.open) {
          this.#log.warn(fields, `${kind} instance out of use`);
          void this.#askUntilWell(instance, health);
        } else {
          this.#log.info(fields, `${kind} instance in use again`);
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
    while (instance.breaker.open && this.all.some(({ instances }) => instances.includes(instance))) {
      await sleep(PROBE_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      if (await probe(instance, path)) instance.breaker.found(true);
    }
    this.#asked.delete(instance);
  }
}
