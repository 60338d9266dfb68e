import { isIP } from 'node:net';

/** An IPv6 address in brackets, or a name or IPv4 address, with an optional port (RFC 9110, section 7.2). */
const HOST = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::\d*)?$/;

/**
 * Whether the admin server answers a request for this host: an IP address, `localhost`, or one of `names`. A web page
 * can point its own host name at our address and then read our answers (DNS rebinding), but its browser still sends
 * that name. An HTTP/1.0 request may name no host; browsers always do.
 *
 * @param host value of the `Host` header
 * @param names further host names, in lower case, without a port
 */
export function isAdminHost(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined) return true;
  const [, address, name = ''] = HOST.exec(host) ?? [];
  if (address !== undefined) return isIP(address) === 6;
  const lowerCase = name.toLowerCase();
  return isIP(name) === 4 || lowerCase === 'localhost' || names.includes(lowerCase);
}
