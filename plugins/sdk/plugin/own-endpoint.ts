import { z } from 'zod';
import type { Endpoint } from '../service/service.ts';
import { type EndpointManifest, endpointSchema } from './endpoint-manifest.ts';

/** An address that a plugin's own code answers, in a contract other than v1. */
export interface OwnEndpoint extends EndpointManifest {
  /** Path below the mount, such as `bodyfat/navy`; the name by default. Several paths may be counted under one name. */
  readonly path?: string;
  readonly respond: Endpoint['respond'];
}

const path = z.string().regex(/^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_-]*)*$/, 'must be segments such as bodyfat/navy');

export const ownEndpointSchema = endpointSchema.extend({
  path: path.optional(),
  respond: z.custom<OwnEndpoint['respond']>((value) => typeof value === 'function', 'must be a function'),
});

/** Whether the plugin's own code answers an endpoint. */
export function isOwn(endpoint: EndpointManifest): endpoint is OwnEndpoint {
  return 'respond' in endpoint;
}

/** Every path of an endpoint below the mount, without a leading slash. */
export function pathsOf(endpoint: EndpointManifest): string[] {
  // The plain data of an endpoint that another thread answers has its path, but no function.
  const { name, aliases = [], path = name }: EndpointManifest & Pick<OwnEndpoint, 'path'> = endpoint;
  return [path, ...aliases];
}
