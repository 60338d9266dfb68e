import {
  IDENTITY_HEADERS,
  type Identity,
  identitySigner,
  type Plugin,
  serviceSettings,
} from '../../plugins/sdk/index.ts';
import type { Config } from '../configuration/config.ts';
import type { RemoteService } from './remote-service.ts';
import type { Services } from './services.ts';

/** How calls of a plugin that runs elsewhere reach its service. */
export interface Forwarding {
  readonly service: RemoteService;
  /**
   * Headers that say, and prove, for whom a call is made.
   *
   * @param target path and query as they are sent
   */
  identify(method: string, target: string, identity: Identity): Record<string, string>;
}

/** What the plugins that run at `CALCULATORS_URL` are called together. */
const SHARED_NAME = 'calculators';

/**
 * Opens the ways of plugins to their services; `null` for a plugin that this process answers itself.
 *
 * @param clock milliseconds since 1970
 */
export function forwardingTo(
  services: Services,
  { CALCULATORS_URL, SERVICE_SECRET }: Pick<Config, 'CALCULATORS_URL' | 'SERVICE_SECRET'>,
  clock: () => number,
): (plugin: Plugin) => Forwarding | null {
  return ({ name, service: definition }) => {
    if (definition === undefined) return null;
    const [secret] = SERVICE_SECRET ?? [];
    if (secret === undefined) throw new Error(`calls of the service of ${name} could not be signed`);
    const settings = serviceSettings(definition);
    const service = services.at(settings.urls.join() === CALCULATORS_URL.join() ? SHARED_NAME : name, settings);
    const signer = identitySigner({ secret: secret.reveal(), plugin: name });
    return {
      service,
      identify(method, target, identity) {
        const time = Math.floor(clock() / 1_000);
        return {
          [IDENTITY_HEADERS.client]: identity.client,
          [IDENTITY_HEADERS.requestId]: identity.requestId,
          [IDENTITY_HEADERS.language]: identity.language,
          [IDENTITY_HEADERS.authenticated]: String(identity.authenticated),
          [IDENTITY_HEADERS.time]: String(time),
          [IDENTITY_HEADERS.signature]: signer.sign({ ...identity, time, method, target }),
        };
      },
    };
  };
}
