import type { Random } from '../random.ts';
import type { Shot } from '../shot.ts';
import type { World } from '../world.ts';

/** An entry point of the gateway, and the calls that try it. */
export interface Door {
  readonly name: string;
  /** Weight of its calls, relative to the other doors. */
  readonly weight: number;
  /**
   * @param call number of the call in the run, used in names that must be unique
   * @returns a call that depends only on the random source and the world
   */
  shot(random: Random, world: World, call: number): Omit<Shot, 'door'>;
}
