import type { Upstream } from '../../../plugins/sdk/index.ts';
import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import type { ProxiedUpstream } from '../../request/routes/proxied-upstream.ts';

/**
 * Opens all upstreams. The proxy library loads only if there is one.
 *
 * @param clock milliseconds since 1970
 * @throws without the secret that signs their calls
 */
export async function openUpstreams(
  upstreams: readonly Upstream[],
  { SERVICE_SECRET }: Pick<Config, 'SERVICE_SECRET'>,
  clock: () => number,
  logger: GatewayLog['logger'],
): Promise<ProxiedUpstream[]> {
  if (upstreams.length === 0) return [];
  const secret = SERVICE_SECRET?.[0]?.reveal();
  if (secret === undefined)
    throw new Error('SERVICE_SECRET is not set; the gateway needs it to sign calls of upstreams');
  const { openUpstream } = await import('./upstream-proxy.ts');
  return upstreams.map((upstream) =>
    openUpstream(upstream, {
      secret,
      clock,
      changed: (instance, open) =>
        logger.warn({ upstream: upstream.name, instance }, open ? 'instance out of use' : 'instance in use again'),
    }),
  );
}
