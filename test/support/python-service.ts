import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NotFound } from './find-server.ts';
import { type RunningService, startService, TEST_SECRET } from './service.ts';

/** The plugin that describes the service in Python. */
export const PYTHON_PLUGIN = join(import.meta.dirname, 'python-service');

/** Python 3 on this machine; `null` if it is missing. */
function findPython(): string | null {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  return status === 0 ? 'python3' : null;
}

/** Starts the calculator service in Python, on a free port. @throws NotFound without Python */
export function startPythonService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const python = findPython();
  if (python === null) throw new NotFound('no Python of release 3.10 or later on PATH');
  return startService(python, [join(PYTHON_PLUGIN, 'service.py')], {
    SERVICE_PORT: '0',
    SERVICE_SECRET: TEST_SECRET,
    // Without this Python leaves compiled files beside its sources.
    PYTHONDONTWRITEBYTECODE: '1',
    ...env,
  });
}
