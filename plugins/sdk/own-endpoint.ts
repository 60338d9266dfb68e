import { z } from 'zod';
import { type EndpointManifest, endpointSchema } from './endpoint-manifest.ts';
import type { Endpoint } from './service.ts';

/** An address that a plugin answers by code of its own, in a contract that is not v1's. */
export interface OwnEndpoint extends EndpointManifest {
  /** Path below the mount where it is not the name, `bodyfat/navy`; several paths may be counted under one name. */
  readonly path?: string;
  readonly respond: Endpoint['respond'];
}

const path = z.string().regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/, 'must be segments such as bodyfat/navy');

export const ownEndpointSchema = endpointSchema.extend({
  path: path.optional(),
  respond: z.custom<OwnEndpoint['respond']>((value) => typeof value === 'function', 'must be a function'),
});

/** Whether an endpoint is answered by the plugin itself. */
export function isOwn(endpoint: EndpointManifest): endpoint is OwnEndpoint {
  return 'respond' in endpoint;
}

/** Every path of an endpoint below the mount, without a slash before it. */
export function pathsOf(endpoint: EndpointManifest): string[] {
  const { name, aliases = [] } = endpoint;
  return [isOwn(endpoint) ? (endpoint.path ?? name) : name, ...aliases];
}
