const VARIABLE = 'MALLOC_ARENA_MAX';

/**
 * Lets all threads of the process share two heaps of the C library ("arenas"), by starting its program once more: the
 * library reads the setting only at the start of a program. Without it, each of a dozen threads has a heap of its own, and
 * each keeps what its thread needed once: with 50,000 clients, 55 of its 110 MB were free.
 *
 * The process id and the outputs stay the same. An operator's own setting is left alone. Where a program cannot be
 * replaced (Windows, Node before 22.15), or has a channel to its parent, which would be closed, this does nothing.
 */
export function useFewArenas(): void {
  const { execPath, execArgv, argv, env, platform } = process;
  if (platform !== 'linux' || env[VARIABLE] !== undefined || process.connected) return;
  try {
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [VARIABLE]: '2' });
  } catch {
    // The system forbids it: everything works, and takes more memory.
  }
}
