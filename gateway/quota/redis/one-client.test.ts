import { ReplyError } from 'ioredis';
import { expect, it } from 'vitest';
import { concernsOneClient } from './one-client.ts';

it.each([
  new Error('Command timed out'),
  new ReplyError("READONLY You can't write against a read only replica. script: 0, on @user_script:1."),
  new ReplyError("OOM command not allowed when used memory > 'maxmemory'. script: 0, on @user_script:72."),
  new ReplyError('LOADING Redis is loading the dataset in memory'),
  new ReplyError('ERR max number of clients reached'),
])('treats %s as a failure of the whole store', (error) => {
  expect(concernsOneClient(error)).toBe(false);
});
