import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../../test/support/gateway.ts';
import { pinnedToServerCore } from '../cores.ts';

/** Starts a program of bench/servers on the core of the server under test. */
export function startNodeServer(program: string, env: Readonly<Record<string, string>> = {}): Promise<RunningGateway> {
  const entry = join(import.meta.dirname, program);
  return startGateway({ entry, env: { NODE_ENV: 'production', ...env }, prefix: pinnedToServerCore });
}
