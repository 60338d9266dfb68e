import express from 'express';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { announce } from './announce.ts';
import { tdee } from './tdee.ts';

/** A tutorial's solution: keys in a map, one limit per key and its headers. No months, credits, usage or recovery. */
const clients = new Map([['the-key', 'client']]);
const limiter = new RateLimiterRedis({
  storeClient: new Redis(process.env.REDIS_URL ?? ''),
  points: 1_000_000_000,
  duration: 3_600,
});

const app = express();
app.use((request, response, next) => {
  const client = clients.get(request.get('X-API-Key') ?? '');
  if (client === undefined) {
    response.status(401).json({ error: 'unknown key' });
    return;
  }
  limiter.consume(client).then(
    ({ remainingPoints }) => {
      response.setHeader('X-RateLimit-Remaining', remainingPoints);
      next();
    },
    (refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) response.status(429).json({ error: 'too many calls' });
      else next(refusal);
    },
  );
});
app.get('/tdee', (request, response) => {
  const input = (name: string): string => String(request.query[name]);
  response.json(
    tdee({
      weight: input('weight'),
      height: input('height'),
      age: input('age'),
      gender: input('gender'),
      activity_level: input('activity_level'),
    }),
  );
});
const server = app.listen(0, '127.0.0.1', () => announce(server));
