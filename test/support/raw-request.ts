import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

/**
 * Sends a request byte for byte and collects the answer until the server closes or falls silent: for requests that no
 * HTTP client would send.
 *
 * @param ca the certificate to trust, if the server speaks TLS
 */
export function rawRequest(baseUrl: string, lines: readonly string[], body = '', ca?: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket =
      ca === undefined ? connect(Number(port), hostname) : connectTls({ port: Number(port), host: hostname, ca });
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
