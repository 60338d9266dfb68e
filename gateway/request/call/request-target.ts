/** Scheme, authority and the rest. The authority must not contain user information (RFC 9110, section 4.2.4). */
const ABSOLUTE = /^https?:\/\/([^/?#@\s]+)([/?].*)?$/i;

/**
 * The path and query of a request target in absolute form, `http://api.example.com/api/v1` (RFC 9112, section 3.2.2). A
 * target in another form is returned unchanged.
 *
 * @param url the target of the request line; it does not begin with a slash
 * @param host value of the `Host` header. A client copies it from the target, so a different value names a second host
 * @returns `null` if the target names another host or is not an HTTP URL
 */
export function originForm(url: string, host: string | undefined): string | null {
  if (!url.includes('://')) return url;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined || authority.toLowerCase() !== host?.toLowerCase()) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
