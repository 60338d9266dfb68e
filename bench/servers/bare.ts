import { createServer } from 'node:http';
import { announce } from './announce.ts';
import { tdee } from './tdee.ts';

const server = createServer((request, response) => {
  const url = request.url ?? '';
  // The cheapest of Node's parsers that still decodes every field: `new URL` and `node:querystring` take longer.
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const input = (name: string): string => query.get(name) ?? '';
  const body = JSON.stringify(
    tdee({
      weight: input('weight'),
      height: input('height'),
      age: input('age'),
      gender: input('gender'),
      activity_level: input('activity_level'),
    }),
  );
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => announce(server));
