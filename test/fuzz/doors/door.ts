import type { Random } from '../random.ts';
import type { Shot } from '../shot.ts';
import type { World } from '../world.ts';

/** A way into the gateway, and how calls that try it are made. */
export interface Door {
  readonly name: string;
  /** Share of the calls, relative to the other doors. */
  readonly weight: number;
  /**
   * @param call number of the call in the run: calls that must be told apart are named by it
   * @returns a call made of nothing but the random source and the world
   */
  shot(random: Random, world: World, call: number): Omit<Shot, 'door'>;
}
