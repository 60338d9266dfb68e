/**
 * The session's cookie. `__Host-` makes browsers refuse one that is not `Secure`, has a domain or another path, so that no
 * other host of the same site can plant it (RFC 6265bis, section 4.1.3.2). Over plain HTTP, which is served to this
 * machine alone, Chromium, Firefox and curl take it from 127.0.0.1 and localhost all the same; Safari does not.
 */
export const SESSION_COOKIE = '__Host-vitalgate';

/** By this one a browser is known that has signed in before. It opens nothing. */
export const DEVICE_COOKIE = '__Host-vitalgate-device';

/**
 * Every value under a name in a `Cookie` header, in order: a request with two session cookies has two credentials and is
 * refused. The package `cookie` keeps the first value alone, so it cannot see the second.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals !== -1 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
}

/** A `Set-Cookie` header. Scripts cannot read the cookie, and other sites' pages do not send it but by a plain link. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): readonly [string, string] {
  return ['Set-Cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; Secure; SameSite=Lax`];
}

/** Lets the browser forget a cookie. */
export function dropCookie(name: string): readonly [string, string] {
  return setCookie(name, '', 0);
}
