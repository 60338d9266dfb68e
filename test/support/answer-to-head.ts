import { connect } from 'node:net';

/**
 * Sends the head of a request that announces a body, but not the body: the answer was decided without reading it.
 *
 * @param lines request line and headers
 * @throws if there is no answer within two seconds
 */
export function answerToHead(baseUrl: string, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setTimeout(2_000, () => socket.destroy(new Error(`no answer before the body; so far: ${text}`)));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      text += chunk;
      if (!text.endsWith('}')) return;
      socket.destroy();
      resolve(text);
    });
  });
}
