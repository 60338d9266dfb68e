/**
 * The attack: a request names two hosts, in two `Host` headers or in the request line and a header. A proxy in front
 * may use one and the gateway the other, so that a request allowed for one host passes for the other (RFC 9112, section
 * 3.2).
 */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, TDEE, type TestGateway } from '../../support/in-process-gateway.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { HOST_CASES } from './two-hosts.cases.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const statusOf = async (lines: readonly string[]) => {
  const answer = await rawRequest(gateway.baseUrl, [...lines, `X-API-Key: ${gateway.key}`]);
  return answer.split('\r\n', 1)[0];
};

describe('a request', () => {
  it.each(HOST_CASES)('%s', async (_name, lines, status) => {
    expect(await statusOf(lines)).toBe(`HTTP/1.1 ${status}`);
  });

  it('with two hosts is refused with the reason', async () => {
    const answer = await rawRequest(gateway.baseUrl, ['GET /api/v1/bmi HTTP/1.1', 'Host: a', 'host: a']);
    expect(answer).toContain('X-Gateway-Error: malformed-host');
    expect(answer).toContain('"code":"malformed-host"');
  });

  it('in absolute form is answered by its path, and its query is read', async () => {
    const answer = await rawRequest(gateway.baseUrl, [
      `GET http://Api.Example.com:80${TDEE} HTTP/1.1`,
      'Host: api.example.com:80',
      `X-API-Key: ${gateway.key}`,
    ]);
    expect(answer).toContain('"tdee":2739.63');
    expect(answer).not.toContain('example.com');
  });

  it('to CONNECT is cut off, and the gateway keeps answering', async () => {
    await expect(rawRequest(gateway.baseUrl, ['CONNECT evil.example:443 HTTP/1.1', 'Host: x'])).resolves.toBe('');
    expect((await gateway.get(TDEE)).status).toBe(200);
  });

  it('with two hosts closes the connection, so that no later answer belongs to the other host', async () => {
    const socket = connect(Number(new URL(gateway.baseUrl).port), '127.0.0.1');
    const head = (hosts: string) => `GET ${TDEE} HTTP/1.1\r\n${hosts}X-API-Key: ${gateway.key}\r\n\r\n`;
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(head('Host: a\r\nHost: b\r\n') + head('Host: a\r\n'));
    const statuses = () => text.match(/HTTP\/1\.1 \d+/g) ?? [];
    await waitUntil('two answers', () => statuses().length >= 2 || undefined);
    socket.destroy();
    expect(statuses()).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});
