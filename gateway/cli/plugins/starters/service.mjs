// The service of the plugin my-service. The gateway has checked the inputs; they are in SI units.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const leanMass = ({ weight, body_fat }) => ({ lean_mass_kg: Math.round(weight * (100 - body_fat)) / 100 });

const CALCULATORS = new Map([['/api/my-service/lean-mass', leanMass]]);

// What follows is the protocol of docs/services.md; it needs no change.
const SECRETS = (process.env.SERVICE_SECRET ?? '').split(',').map((secret) => secret.trim());
const KEYS = SECRETS.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'my-service', 32)));
const SIGNED = ['x-gateway-client', 'x-gateway-request-id', 'x-gateway-language', 'x-gateway-authenticated'];

function isSigned({ method, url, headers }) {
  const time = headers['x-gateway-time'] ?? '';
  const sent = Buffer.from(headers['x-gateway-signature'] ?? '');
  if (!(Math.abs(Date.now() / 1_000 - Number(time || NaN)) <= 60)) return false;
  const text = ['v1', time, method, url, ...SIGNED.map((name) => headers[name] ?? '')].join('\n');
  const known = KEYS.map((key) => Buffer.from(`v1=${createHmac('sha256', key).update(text).digest('hex')}`));
  return known.some((one) => one.length === sent.length && timingSafeEqual(one, sent));
}

function answer(res, status, content) {
  const type = status < 300 ? 'application/json' : 'application/problem+json';
  const body = Buffer.from(JSON.stringify(content));
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
}

const server = createServer(async (req, res) => {
  const calculator = req.method === 'POST' ? CALCULATORS.get(req.url) : undefined;
  if (req.url === '/healthz') answer(res, 200, { status: 'ok' });
  else if (calculator === undefined) answer(res, 404, { code: 'unknown-calculator' });
  else if (!isSigned(req)) answer(res, 401, { code: 'service-signature' });
  else answer(res, 200, calculator(await json(req)));
});

// Longer than the gateway keeps an idle connection.
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT ?? 9001), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => server.close());
