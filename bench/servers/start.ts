import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';

/** The gateway as its image runs it: Node chooses the size of the space for new objects, which `npm start` sets. */
export const ofTheImage = join(import.meta.dirname, '../../gateway/main.ts');

/** Starts a program of bench/servers on the core of the server under test. */
export function startNodeServer(program: string, env: Readonly<Record<string, string>> = {}): Promise<RunningGateway> {
  const entry = join(import.meta.dirname, program);
  return startGateway({ entry, env: { NODE_ENV: 'production', ...env }, prefix: pinnedToServerCore });
}
