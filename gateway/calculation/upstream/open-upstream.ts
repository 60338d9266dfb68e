import { IDENTITY_HEADERS, identitySigner, type Upstream } from '../../../plugins/sdk/index.ts';
import type { Config } from '../../configuration/config.ts';
import type { ProxiedUpstream } from '../../request/routes/proxied-upstream.ts';
import type { Instance } from '../remote/instance.ts';
import type { Services } from '../remote/services.ts';
import { type InstanceProxy, pass, passUpgrade, proxyTo } from './proxies.ts';
import { UpstreamCall } from './upstream-call.ts';

/** How long an instance may take to accept a connection, in milliseconds. */
const CONNECT_MS = 500;

/**
 * Returns a function that opens an upstream.
 *
 * @param clock milliseconds since 1970
 */
export function upstreamsAt(
  services: Services,
  { SERVICE_SECRET }: Pick<Config, 'SERVICE_SECRET'>,
  clock: () => number,
): (definition: Upstream) => ProxiedUpstream {
  return (definition) => {
    const { name, urls, health, timeout, limits } = definition;
    const secret = SERVICE_SECRET?.[0]?.reveal();
    if (secret === undefined) throw new Error(`no secret to sign calls of the upstream ${name}`);
    const signer = identitySigner({ secret, plugin: name });
    const { instance: calculator, instance, waiting } = limits;
    const settings = {
      ...{ urls, health, timeout: { connect: CONNECT_MS, answer: timeout } },
      limits: { calculator, instance, waiting },
    };
    const service = services.at(name, settings, 'upstream');
    /** Calls that run, by client. */
    const running = new Map<string, number>();

    return {
      definition,
      identify(method, target, client, requestId) {
        const time = Math.floor(clock() / 1_000);
        const told = { client, requestId, language: 'en', authenticated: true } as const;
        const signature = signer.sign({ ...told, time, method, target });
        const { authenticated, language } = told;
        return [
          ...[IDENTITY_HEADERS.client, client, IDENTITY_HEADERS.requestId, requestId],
          ...[IDENTITY_HEADERS.language, language, IDENTITY_HEADERS.authenticated, String(authenticated)],
          ...[IDENTITY_HEADERS.time, String(time), IDENTITY_HEADERS.signature, signature],
        ];
      },
      enter(client) {
        const before = running.get(client) ?? 0;
        if (before >= limits.client) return null;
        running.set(client, before + 1);
        return () => {
          const left = (running.get(client) ?? 1) - 1;
          if (left === 0) running.delete(client);
          else running.set(client, left);
        };
      },
      forward({ req, res, connection }, events) {
        const call = new UpstreamCall(service, req, events, (at, passage) => {
          const proxy = proxyOf(at, limits.instance, timeout);
          if (connection === null) pass(proxy, req, res, passage);
          else passUpgrade(proxy, req, connection, passage);
        });
        const end = () => call.end();
        (connection?.socket ?? res).once('close', end);
        call.start();
        return end;
      },
    };
  };
}

/** An instance lives as long as its settings are the same. */
const proxies = new WeakMap<Instance, InstanceProxy>();

function proxyOf(instance: Instance, most: number, timeout: number): InstanceProxy {
  const known = proxies.get(instance) ?? proxyTo(instance.url, most, timeout);
  proxies.set(instance, known);
  return known;
}
