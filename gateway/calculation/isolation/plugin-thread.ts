import '../../../plugins/sdk/loading/no-web-socket.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { type Endpoint, hostPlugin, readQuery, type ServiceAnswer } from '../../../plugins/sdk/index.ts';
import { importPlugin, keepMessages } from '../../../plugins/sdk/loading/import-plugin.ts';
import { resolveSdkForOutsiders } from '../../../plugins/sdk/loading/outside-imports.ts';
import { workInBackground } from '../../threads/background.ts';
import { flatHeaders } from '../engine/flat-headers.ts';
import type { AnsweredCall, AskedCall, AskedCalls, ThreadMessage, ThreadOrder } from './messages.ts';

/** The thread of one plugin: imports it and answers its calls, one after the other. */

/**
 * Answers leave together at the end of a list of calls, or after this time, in milliseconds: a quick call must not wait
 * for many slow ones behind it.
 */
const LONGEST_TURN_MS = 5;

const port = parentPort;
if (port === null) throw new Error('this module runs only in a worker thread');
const tell = (message: ThreadMessage) => port.postMessage(message);

const { address }: ThreadOrder = workerData;
workInBackground();
// A timer, an event or a promise of the plugin has failed, which says nothing about its calls.
process.on('uncaughtException', (error: unknown) => tell({ stray: stackOf(error) }));
resolveSdkForOutsiders();
const imported = await importPlugin(address);
if ('reasons' in imported) {
  tell({ refused: imported.reasons });
} else {
  const { plugin } = imported;
  keepMessages(plugin);
  let endpoints: ReadonlyMap<string, Endpoint> | null = null;
  port.on('message', ({ baseUrl, calls }: AskedCalls) => {
    endpoints ??= new Map(hostPlugin(plugin, baseUrl).map((one) => [plugin.mount + one.path, one]));
    let answers: AnsweredCall[] = [];
    let since = performance.now();
    for (const call of calls) {
      answers.push(answerTo(call));
      const now = performance.now();
      if (now - since < LONGEST_TURN_MS) continue;
      tell(answers);
      answers = [];
      since = now;
    }
    if (answers.length > 0) tell(answers);
  });
  tell('ready');

  function answerTo({ id, path: target, ...call }: AskedCall): AnsweredCall {
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    try {
      const endpoint = endpoints?.get(path);
      // The folder may hold another version by now than the one that the gateway knows.
      if (endpoint === undefined) return { id, thrown: `the plugin has no ${path}` };
      const query = mark === -1 ? [] : readQuery(target.slice(mark + 1));
      const { status, headers, body }: ServiceAnswer = endpoint.respond({ ...call, query });
      return { id, status, headers: flatHeaders(headers), body };
    } catch (error) {
      return { id, thrown: stackOf(error) };
    }
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
