/** Scheme, authority and the rest. An authority with a user is none (RFC 9110, section 4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#@\s]+)([/?].*)?$/i;

/**
 * The path and query of a request target in absolute form (RFC 9112, section 3.2.2), `http://api.example.com/api/v1`. Other
 * forms are returned as they stand.
 *
 * @param url what the request line names; it does not begin with a slash
 * @param host value of the `Host` header, which a client copies from the target: another value is a second host
 * @returns `null` for a target that names another host, or no address of HTTP
 */
export function originForm(url: string, host: string | undefined): string | null {
  if (!url.includes('://')) return url;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
