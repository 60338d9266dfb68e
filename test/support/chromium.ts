import { spawn, spawnSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

/** The command of a Chromium on this machine; `undefined` if it has no Chromium. */
export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** A page in a real browser. */
export interface Page {
  open(url: string): Promise<void>;
  /** Runs a script in the page. @returns its value @throws what it throws */
  run(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Starts a browser with one page, driven by its DevTools protocol. */
export async function openPage(command: string): Promise<Page> {
  const profile = temporaryFolder('browser');
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ];
  const browser = spawn(command, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => browser.once('exit', resolve));
  let said = '';
  browser.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const port = await waitUntil('a browser', () => /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  const address = await waitUntil('a page', async () => {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Record<string, string>[];
    return targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl;
  });
  const socket = new WebSocket(address);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const waiting = new Map<number, (result: Result) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
  });

  let sent = 0;
  const send = (method: string, params: object): Promise<Result> =>
    new Promise((resolve) => {
      sent += 1;
      waiting.set(sent, resolve);
      socket.send(JSON.stringify({ id: sent, method, params }));
    });

  return {
    async open(url) {
      await send('Page.navigate', { url });
    },
    async run(expression) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result?.value;
    },
    async close() {
      socket.close();
      browser.kill('SIGKILL');
      await exited;
    },
  };
}

interface Result {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: object;
}
