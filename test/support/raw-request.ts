import { connect } from 'node:net';

/**
 * Sends a request byte for byte and collects the answer until the server closes or falls silent: for what no HTTP
 * client would send.
 */
export function rawRequest(baseUrl: string, lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8');
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer; so far: ${answer}`)));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}${body}`);
  });
}
