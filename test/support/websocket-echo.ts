import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The operation code of a frame that closes. */
const CLOSE = 8;

/** The name that a server proves to know (RFC 6455, section 1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * Starts a server that answers each short text over WebSocket with `echo: ` and the text. At `/refused` it answers 403,
 * at `/silent` never.
 */
export async function startWebSocketEcho(): Promise<{ url: string; asked: IncomingMessage[]; stop(): void }> {
  const asked: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((req, res) => res.end(req.url));
  server.on('connection', (socket) => sockets.add(socket));
  server.on('upgrade', (req: IncomingMessage, socket: Socket) => {
    asked.push(req);
    socket.on('error', () => undefined);
    if (req.url === '/silent') return;
    if (req.url === '/refused') {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nSet-Cookie: session=theirs\r\n\r\nno');
      return;
    }
    const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\nSet-Cookie: session=theirs\r\n\r\n`,
    );
    socket.on('data', (frame: Buffer) => {
      if (((frame[0] ?? 0) & 0xf) === CLOSE) socket.end(Buffer.from([0x80 | CLOSE, 0]));
      else socket.write(answerTo(frame));
    });
    socket.on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The frame of the answer to a masked text frame of up to 100 bytes (RFC 6455, section 5.2). */
function answerTo(frame: Buffer): Buffer {
  const length = (frame[1] ?? 0) & 0x7f;
  const mask = frame.subarray(2, 6);
  const text = Buffer.from(frame.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  const answer = Buffer.concat([Buffer.from('echo: '), text]);
  return Buffer.concat([Buffer.from([0x81, answer.length]), answer]);
}
