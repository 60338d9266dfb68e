/**
 * Server and load have a core each: on one core they would take turns, and the table would show the scheduler. The back
 * ends of the server under test (Redis, services) run on the load's core.
 */
export const serverCore = '0';
export const loadCore = '1';
export const pinnedToServerCore: readonly string[] = ['taskset', '-c', serverCore];
export const pinnedToLoadCore: readonly string[] = ['taskset', '-c', loadCore];
