/**
 * Server and load each have a core: on one core they would take turns, and the table would show the scheduler. What
 * stands behind the server under test (Redis, services) runs on the load's core.
 */
export const loadCore = '1';
export const pinnedToServerCore: readonly string[] = ['taskset', '-c', '0'];
export const pinnedToLoadCore: readonly string[] = ['taskset', '-c', loadCore];
