import type { Calculator } from '../../../calculators/kit/index.ts';
import type { ProblemTemplate } from '../answers/problem-template.ts';
import type { ServiceDefinition } from '../service/service-definition.ts';
import type { EndpointManifest } from './endpoint-manifest.ts';
import type { OwnEndpoint } from './own-endpoint.ts';

/** The channels through which a plugin's calculators may be called. */
export const CHANNELS = ['direct', 'marketplace'] as const;
export type PluginChannel = (typeof CHANNELS)[number];

/**
 * Version of the plugin API: of what a plugin declares, and of what the gateway calls in it. It grows with each addition
 * that a plugin may need.
 */
export const API_VERSION = 1;

/** Members of every plugin. */
interface PluginIdentity {
  /** Kebab-case, unique in an installation. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** The version of the plugin API that it is written for, by default 1; a gateway with an older one refuses it. */
  readonly api?: number;
  /** Path above its calculators, such as `/api/v1`. */
  readonly mount: string;
  /** Who may call it: `direct` is callers with a key of the installation. */
  readonly channels: readonly PluginChannel[];
}

/** A plugin whose calculators are written with the kit. With a `service`, calls are forwarded there. */
interface CalculatorPluginDefinition extends PluginIdentity {
  /** Made by `defineCalculator`; at least one. */
  readonly calculators: readonly Calculator[];
  readonly endpoints?: never;
  /** Where they run, if not in the process of the gateway. */
  readonly service?: ServiceDefinition;
  /** Units that a successful call costs, by calculator; 1 by default. */
  readonly costs?: Readonly<Record<string, number>>;
}

/** A plugin whose calculators run in a remote service, in any language; `endpoints` describes them. */
interface ServicePluginDefinition extends PluginIdentity {
  readonly calculators?: never;
  readonly endpoints: readonly EndpointManifest[];
  readonly service: ServiceDefinition;
  readonly costs?: never;
}

/** A plugin with its own contract: its own code answers, and its errors have the form of its template. */
interface OwnPluginDefinition extends PluginIdentity {
  readonly calculators?: never;
  readonly endpoints: readonly OwnEndpoint[];
  readonly problems?: ProblemTemplate;
  readonly service?: never;
  readonly costs?: never;
}

/** What the author of a plugin writes. */
export type PluginDefinition = CalculatorPluginDefinition | ServicePluginDefinition | OwnPluginDefinition;

/** A declared plugin, as the gateway and the services use it. */
export interface Plugin extends PluginIdentity {
  /** Empty if `endpoints` describes the calculators. */
  readonly calculators: readonly Calculator[];
  readonly endpoints: readonly (EndpointManifest | OwnEndpoint)[];
  /** The form of all errors below its mount, the gateway's included; RFC 9457 by default. */
  readonly problems?: ProblemTemplate;
  /** Service that calls are forwarded to; without it the gateway's own process answers them. */
  readonly service?: ServiceDefinition;
  readonly costs?: Readonly<Record<string, number>>;
}

/**
 * Declares a plugin. A wrong declaration does not throw here: the loader reports it with the plugin's name and every
 * reason.
 *
 * @example
 * export default definePlugin({
 *   name: 'v1-energy',
 *   version: '1.0.0',
 *   mount: '/api/v1',
 *   channels: ['direct'],
 *   calculators: [tdee],
 * });
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  return { calculators: [], endpoints: [], ...definition };
}
