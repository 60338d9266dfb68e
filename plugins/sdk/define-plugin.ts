import type { Calculator } from '../../calculators/kit/index.ts';
import type { EndpointManifest } from './endpoint-manifest.ts';
import type { OwnEndpoint } from './own-endpoint.ts';
import type { ProblemTemplate } from './problem-template.ts';
import type { ServiceDefinition } from './service-definition.ts';

/** Through which door a plugin's calculators may be called. */
export const CHANNELS = ['direct', 'marketplace'] as const;
export type PluginChannel = (typeof CHANNELS)[number];

/** What every plugin says of itself. */
interface PluginIdentity {
  /** Kebab-case, unique in an installation. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** Path under which its calculators are found, `/api/v1`. */
  readonly mount: string;
  readonly channels: readonly PluginChannel[];
}

/** A plugin whose calculators are written with the kit; with a `service` the calls go there. */
interface CalculatorPluginDefinition extends PluginIdentity {
  readonly calculators: readonly Calculator[];
  readonly endpoints?: never;
  readonly service?: ServiceDefinition;
  /** Units that a successful call costs, by calculator; 1 where it says nothing. */
  readonly costs?: Readonly<Record<string, number>>;
}

/** A plugin whose calculators run elsewhere, in whatever language; `endpoints` says what they are. */
interface ServicePluginDefinition extends PluginIdentity {
  readonly calculators?: never;
  readonly endpoints: readonly EndpointManifest[];
  readonly service: ServiceDefinition;
  readonly costs?: never;
}

/** A plugin with a contract of its own: it answers by code of its own, and its errors look as its template says. */
interface OwnPluginDefinition extends PluginIdentity {
  readonly calculators?: never;
  readonly endpoints: readonly OwnEndpoint[];
  readonly problems?: ProblemTemplate;
  readonly service?: never;
  readonly costs?: never;
}

/** What the author of a plugin writes. */
export type PluginDefinition = CalculatorPluginDefinition | ServicePluginDefinition | OwnPluginDefinition;

/** A plugin as the rest of the house uses it. */
export interface Plugin extends PluginIdentity {
  /** None where the calculators are described by `endpoints`. */
  readonly calculators: readonly Calculator[];
  readonly endpoints: readonly (EndpointManifest | OwnEndpoint)[];
  /** How errors below its mount look, its own and the gateway's; without it as problems of RFC 9457. */
  readonly problems?: ProblemTemplate;
  /** Where calls are forwarded; without it the gateway's own process answers them. */
  readonly service?: ServiceDefinition;
  readonly costs?: Readonly<Record<string, number>>;
}

/**
 * Declares a plugin. A wrong declaration is not thrown here but told by the loader, which names the plugin and
 * collects every reason.
 *
 * @example export default definePlugin({ name: 'v1-energy', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators: [tdee] })
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  return { calculators: [], endpoints: [], ...definition };
}
