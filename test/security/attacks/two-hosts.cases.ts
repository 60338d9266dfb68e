import { TDEE } from '../../support/in-process-gateway.ts';

/** The hosts that a request names, and its answer: the same over HTTP and over the gateway's own certificate. */
export const HOST_CASES: readonly (readonly [name: string, lines: readonly string[], status: string])[] = [
  ['with one host is answered', [`GET ${TDEE} HTTP/1.1`, 'Host: x'], '200 OK'],
  ['with two hosts is refused', [`GET ${TDEE} HTTP/1.1`, 'Host: a', 'Host: b'], '400 Bad Request'],
  ['with one host twice is refused', [`GET ${TDEE} HTTP/1.1`, 'Host: a', 'HOST: a'], '400 Bad Request'],
  ['with two hosts to a page is refused', ['GET /sign-up HTTP/1.1', 'Host: a', 'Host: b'], '400 Bad Request'],
  [
    'with two hosts to the platform is refused',
    ['GET /platform/v1/me HTTP/1.1', 'Host: a', 'Host: b'],
    '400 Bad Request',
  ],
  ['with two hosts in HTTP/1.0 is refused', [`GET ${TDEE} HTTP/1.0`, 'Host: a', 'Host: b'], '400 Bad Request'],
  ['without a host is refused', [`GET ${TDEE} HTTP/1.1`], '400 Bad Request'],
  ['in absolute form is answered', [`GET http://x${TDEE} HTTP/1.1`, 'Host: x'], '200 OK'],
  [
    'in absolute form with another host is refused',
    [`GET http://evil.example${TDEE} HTTP/1.1`, 'Host: x'],
    '400 Bad Request',
  ],
  ['in absolute form without a path is one to /', ['GET http://x HTTP/1.1', 'Host: x'], '200 OK'],
  ['in absolute form to a page is answered', ['GET https://x/sign-up HTTP/1.1', 'Host: x'], '200 OK'],
  ['in absolute form with an unreadable host is refused', ['GET http://[::x/ HTTP/1.1', 'Host: x'], '400 Bad Request'],
  ['in absolute form with a user is refused', [`GET http://a@x${TDEE} HTTP/1.1`, 'Host: x'], '400 Bad Request'],
  ['in absolute form of another scheme is refused', [`GET ftp://x${TDEE} HTTP/1.1`, 'Host: x'], '400 Bad Request'],
  ['to the server as a whole finds nothing', ['OPTIONS * HTTP/1.1', 'Host: x'], '404 Not Found'],
];
