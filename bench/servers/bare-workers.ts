import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { portOf } from './announce.ts';

/*
 * Two processes that answer on one port. HANDOVER says how a connection reaches them: `turn`, the parent accepts it and
 * passes it on; `shared`, both accept from one queue; `reuse-port`, each has a queue of its own (SO_REUSEPORT).
 */
const handover = process.env.HANDOVER ?? 'turn';
const host = '127.0.0.1';
const workers = 2;

if (cluster.isPrimary) {
  cluster.schedulingPolicy = handover === 'shared' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  const port = await freePort();
  let ready = 0;
  cluster.on('message', () => {
    ready += 1;
    if (ready === workers) console.log(`listening on http://${host}:${port}`);
  });
  for (let at = 0; at < workers; at++) cluster.fork({ BENCH_PORT: String(port) });
} else {
  const own = handover === 'reuse-port';
  const server = createServer((_request, response) => response.end('{}'));
  server.listen({ port: Number(process.env.BENCH_PORT), host, exclusive: own, reusePort: own }, () => {
    process.send?.('listening');
  });
}

/** A port that all workers can listen on: each would get another one for 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  return port;
}
