import { parentPort, workerData } from 'node:worker_threads';
import { type Endpoint, hostPlugin, type Plugin, readQuery, type ServiceAnswer } from '../../../plugins/sdk/index.ts';
import { rehearseHere } from '../../../plugins/sdk/loading/rehearse-here.ts';
import { workInBackground } from '../../threads/background.ts';
import { flatHeaders } from '../engine/flat-headers.ts';
import type { AnsweredCall, AskedCall, AskedCalls, ThreadMessage } from './messages.ts';

/**
 * Answers leave together at the end of a list of calls, or after this time, in milliseconds: a quick call must not wait
 * for many slow ones behind it.
 */
const LONGEST_TURN_MS = 5;

const port = parentPort;
if (port === null) throw new Error('this module runs only in a worker thread');
const tell = (message: ThreadMessage) => port.postMessage(message);

const rehearsed = await rehearseHere(workerData, tell);
if (rehearsed !== null) {
  // Not before: a rehearsal has a time limit.
  workInBackground();
  // A timer, an event or a promise of the plugin has failed, which says nothing about its calls.
  process.on('uncaughtException', (error: unknown) => tell({ stray: stackOf(error) }));
  port.on('message', answering(rehearsed));
}

/** Answers the calls of a message. */
function answering(plugin: Plugin): (message: AskedCalls) => void {
  let endpoints: ReadonlyMap<string, Endpoint> | null = null;
  return ({ baseUrl, calls }) => {
    endpoints ??= new Map(hostPlugin(plugin, baseUrl).map((one) => [plugin.mount + one.path, one]));
    let answers: AnsweredCall[] = [];
    let since = performance.now();
    for (const call of calls) {
      answers.push(answerTo(call, endpoints));
      const now = performance.now();
      if (now - since < LONGEST_TURN_MS) continue;
      tell({ answers });
      answers = [];
      since = now;
    }
    if (answers.length > 0) tell({ answers });
  };
}

function answerTo({ id, path: target, ...call }: AskedCall, endpoints: ReadonlyMap<string, Endpoint>): AnsweredCall {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  try {
    const endpoint = endpoints.get(path);
    // The folder may hold another version by now than the one that the gateway knows.
    if (endpoint === undefined) return { id, thrown: `the plugin has no ${path}` };
    const query = mark === -1 ? [] : readQuery(target.slice(mark + 1));
    const { status, headers, body }: ServiceAnswer = endpoint.respond({ ...call, query });
    return { id, status, headers: flatHeaders(headers), body };
  } catch (error) {
    return { id, thrown: stackOf(error) };
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
