import express from 'express';
import { announce } from './announce.ts';
import { tdee } from './tdee.ts';

const app = express();
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
