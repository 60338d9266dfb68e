import { join } from 'node:path';
import { newService } from '../../gateway/cli/plugins/new-service.ts';
import { type RunningService, startService, TEST_SECRET } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes a service as `npm run plugin -- new` does. @returns its folder and what the command printed */
export function writeService(name: string, language: string): { readonly folder: string; readonly printed: string } {
  const cwd = temporaryFolder('new-service');
  const printed = newService(cwd, name, language);
  return { folder: join(cwd, name), printed };
}

/** Starts a written service on a free port. */
export function startWritten(program: string, ...args: string[]): Promise<RunningService> {
  const env = { PORT: '0', SERVICE_SECRET: TEST_SECRET, PYTHONDONTWRITEBYTECODE: '1' };
  return startService(program, args, env);
}
