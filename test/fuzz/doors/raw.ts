import type { Random } from '../random.ts';
import { strangeText } from '../strange-values.ts';
import type { World } from '../world.ts';
import type { Door } from './door.ts';

/** Requests that no HTTP client would send, each over a separate connection. */
export const rawDoor: Door = {
  name: 'raw',
  weight: 1,
  shot(random, world) {
    const text = random.pick(TRICKS)(random, world);
    return {
      method: text.startsWith('HEAD ') ? 'HEAD' : 'GET',
      target: '',
      headers: [],
      body: null,
      raw: Buffer.from(text, 'latin1'),
    };
  },
};

type Trick = (random: Random, world: World) => string;

const BMI = '/api/v1/bmi?weight=80&height=180';
const key = ({ raw }: World) => `X-API-Key: ${raw.key.text}\r\n`;
const END = 'Connection: close\r\n\r\n';
/** The target of a smuggled request; its answer would be a second one. */
const SMUGGLED = 'GET /api/v1/bmi?weight=81&height=181 HTTP/1.1\r\nHost: x\r\n';

const TRICKS: readonly Trick[] = [
  (random) =>
    `${random.pick(['GET', 'get', 'G\u0000T', '', 'GE T', 'CONNECT', 'PRI', 'X'.repeat(300)])} ${BMI} HTTP/1.1\r\nHost: x\r\n${END}`,
  (random, world) =>
    `GET ${BMI} HTTP/${random.pick(['0.9', '1.0', '1.2', '2.0', '3', '11', '1.1.1', 'x'])}\r\nHost: x\r\n${key(world)}${END}`,
  (random, world) =>
    `GET ${BMI} HTTP/1.1\r\nHost: a\r\nHost: ${random.pick(['a', 'b', '127.0.0.1', ''])}\r\n${key(world)}${END}`,
  (_, world) => `GET ${BMI} HTTP/1.1\r\n${key(world)}${END}`,
  (random, world) =>
    `GET http://${random.pick(['x', 'evil.example:99', '127.0.0.1', '', '[::1'])}${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}${END}`,
  (random, world) =>
    `GET ${random.pick(['*', 'x', '?', '#', '//x', '/%zz', '/%00', '/\u0080\u00ff', '\\api\\v1', '/api/v1/bmi#x'])} HTTP/1.1\r\nHost: x\r\n${key(world)}${END}`,
  (random, world) =>
    `POST /api/v1/bmi HTTP/1.1\r\nHost: x\r\n${key(world)}Content-Type: application/json\r\nContent-Length: ${random.pick(['5', '0', '-1', '+5', '0x5', '5, 5', '99999999999999999999', ''])}\r\nTransfer-Encoding: ${random.pick(['chunked', 'identity', 'chunked, chunked', 'xchunked', ' chunked', 'chunked\u000b'])}\r\n${END}0\r\n\r\n${SMUGGLED}${key(world)}\r\n`,
  (_, world) =>
    `POST /api/v1/bmi HTTP/1.1\r\nHost: x\r\n${key(world)}Content-Type: application/json\r\nContent-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n${END}${SMUGGLED}`,
  (random, world) =>
    `POST /api/v1/bmi HTTP/1.1\r\nHost: x\r\n${key(world)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n${END}${random.pick(['zz', '-1', 'FFFFFFFFFFFFFFFF', '5;x="', '1\r', '\n'])}\r\n{}\r\n0\r\n\r\n`,
  (random, world) =>
    `GET ${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}${`X-Flood-${random.below(9)}: ${'y'.repeat(60)}\r\n`.repeat(random.pick([10, 200, 900]))}${END}`,
  (random, world) =>
    `GET ${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}X-Long: ${'z'.repeat(random.pick([8_000, 33_000, 70_000]))}\r\n${END}`,
  (random, world) =>
    `GET ${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}${random.pick(['X Y: 1', ': 1', 'X', 'X\u0000: 1', ' X: 1', 'X: a\rb', 'X: a\u0000b', 'X-API-Key : x'])}\r\n${END}`,
  (random, world) =>
    `GET ${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}Connection: Upgrade\r\nUpgrade: ${random.pick(['websocket', 'h2c', 'WebSocket, x', '', 'TLS/1.0'])}\r\nSec-WebSocket-Key: x\r\n\r\n`,
  (random, world) =>
    `POST /api/v1/bmi HTTP/1.1\r\nHost: x\r\n${key(world)}Content-Type: application/json\r\nExpect: ${random.pick(['100-continue', '200-ok', ''])}\r\nContent-Length: 2\r\n${END}{}`,
  (_, world) => `GET ${BMI} HTTP/1.1\nHost: x\n${key(world).replace('\r', '')}Connection: close\n\n`,
  (_, world) =>
    `${`GET ${BMI} HTTP/1.1\r\nHost: x\r\n${key(world)}\r\n`.repeat(5)}GET /healthz HTTP/1.1\r\nHost: x\r\n${END}`,
  (random) => `${strangeText(random)}\r\n\r\n`,
  (random) => Array.from({ length: random.below(200) }, () => String.fromCharCode(random.below(256))).join(''),
  (random) => `\u0016\u0003\u0001\u0002${'\u0000'.repeat(random.below(300))}`,
  (random, world) =>
    `GET ${BMI.slice(0, random.below(BMI.length))}${random.chance(0.5) ? ` HTTP/1.1\r\n${key(world)}` : ''}`,
];
