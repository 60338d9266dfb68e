import { IDENTITY_HEADERS, identitySigner, type Plugin, serviceSettings } from '../../../plugins/sdk/index.ts';
import type { Forwarding, ServiceEnd, ServiceRequest } from '../../request/routes/forwarding.ts';
import { RemoteCall } from './remote-call.ts';
import type { RemoteService, ServiceOutcome } from './remote-service.ts';
import type { Services } from './services.ts';

/** Name of the service shared by the plugins that run at `CALCULATORS_URL`. */
const SHARED_NAME = 'calculators';

/** Settings for calls of the services of plugins. */
export interface ForwardingSettings {
  /** Addresses of the service that runs the built-in plugins; empty if this process runs them. */
  readonly CALCULATORS_URL: readonly string[];
  /** The secrets that sign calls, newest first; `null` if none is set. */
  readonly SERVICE_SECRET: readonly { reveal(): string }[] | null;
}

/**
 * Returns a function that opens the forwarding of a plugin to its service; `null` for a plugin without a service.
 *
 * @param clock milliseconds since 1970
 */
export function forwardingTo(
  services: Services,
  { CALCULATORS_URL, SERVICE_SECRET }: ForwardingSettings,
  clock: () => number,
): (plugin: Plugin) => Forwarding | null {
  return ({ name, service: definition }) => {
    if (definition === undefined) return null;
    const [secret] = SERVICE_SECRET ?? [];
    if (secret === undefined) throw new Error(`no secret to sign calls to the service of ${name}`);
    const settings = serviceSettings(definition);
    const service = services.at(settings.urls.join() === CALCULATORS_URL.join() ? SHARED_NAME : name, settings);
    const signer = identitySigner({ secret: secret.reveal(), plugin: name });
    /** Signed headers that identify the caller to the service. */
    function identify({ method, path: target, identity }: ServiceRequest): string[] {
      const time = Math.floor(clock() / 1_000);
      const { client, requestId, language, authenticated } = identity;
      const signature = signer.sign({ client, requestId, language, authenticated, time, method, target });
      return [
        IDENTITY_HEADERS.client,
        client,
        IDENTITY_HEADERS.requestId,
        requestId,
        IDENTITY_HEADERS.language,
        language,
        IDENTITY_HEADERS.authenticated,
        String(authenticated),
        IDENTITY_HEADERS.time,
        String(time),
        IDENTITY_HEADERS.signature,
        signature,
      ];
    }
    return {
      service: service.name,
      start(request, ended) {
        const sent = { ...request, headers: [...identify(request), ...request.headers] };
        const call = new RemoteCall(service, sent, (end) => {
          count(service, end);
          ended(end);
        });
        call.start();
        return () => call.cancel();
      },
      callerLeft() {
        service.outcomes.left += 1;
      },
    };
  };
}

const OUTCOMES = {
  'service-failed': 'failed',
  'service-unavailable': 'unavailable',
  'service-timeout': 'timeout',
  'internal-error': 'failed',
} as const satisfies Record<string, ServiceOutcome>;

function count({ outcomes }: RemoteService, end: ServiceEnd): void {
  if ('answer' in end) outcomes.answered += 1;
  else outcomes[end.detail === 'detail_busy' ? 'busy' : OUTCOMES[end.problem]] += 1;
}
