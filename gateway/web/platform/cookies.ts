/**
 * The session cookie. The prefix `__Host-` makes browsers reject a cookie that is not `Secure`, or that has a domain or
 * another path, so no other host of the same site can plant it (RFC 6265bis, section 4.1.3.2). The gateway serves plain
 * HTTP only to its own machine; there, Chromium, Firefox and curl still accept the cookie from 127.0.0.1 and localhost,
 * but Safari does not.
 */
export const SESSION_COOKIE = '__Host-vitalgate';

/** The cookie that identifies a browser that has signed in before. It grants no access. */
export const DEVICE_COOKIE = '__Host-vitalgate-device';

/**
 * All values of a name in a `Cookie` header, in order. A request with two session cookies has two credentials and is
 * refused. The package `cookie` keeps only the first value, so it would hide the second.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals !== -1 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}

/** A `Set-Cookie` header. Scripts cannot read the cookie, and from other sites only a followed link sends it. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): readonly [string, string] {
  return ['Set-Cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`];
}

/** A `Set-Cookie` header that deletes a cookie. */
export function dropCookie(name: string): readonly [string, string] {
  return setCookie(name, '', 0);
}
