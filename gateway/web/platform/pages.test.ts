import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { expect, it } from 'vitest';
import { linkPages } from './pages.ts';

it('the pages behind links get every style token that they use', async () => {
  const server = createServer(express().use(linkPages())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const style = await (await fetch(`http://127.0.0.1:${address.port}/link.css`)).text();
  server.close();
  const used = new Set(Array.from(style.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name));
  const declared = new Set(Array.from(style.matchAll(/^\s*(--[\w-]+):/gm), ([, name]) => name));
  expect(used).toContain('--accent');
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
});
