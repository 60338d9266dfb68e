import './no-web-socket.ts';
import { parentPort, workerData } from 'node:worker_threads';

/** A thread that rehearses one plugin. */

// Node looks at the members of `node:http` before it runs this module, if a static import leads there.
const { rehearseHere } = await import('./rehearse-here.ts');
await rehearseHere(workerData, (outcome) => parentPort?.postMessage(outcome));
