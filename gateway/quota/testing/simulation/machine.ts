import { Gateway } from './gateway.ts';
import type { World } from './world.ts';

/** A machine that runs a gateway and restarts it after a kill. */
export class Machine {
  gateway: Gateway;
  readonly #world: World;
  readonly #number: number;
  #generation = 0;
  #killed = false;

  constructor(world: World, number: number) {
    this.#world = world;
    this.#number = number;
    this.gateway = new Gateway(world, number, 0);
    this.#checkpointLoop(this.gateway);
  }

  kill(): void {
    this.gateway.kill();
    const { power, random } = this.#world;
    if (power && random.chance(0.5)) this.#world.journalOf(this.#number).losePower(random);
    this.#world.kills += 1;
    this.#killed = true;
  }

  start(): void {
    if (!this.#killed) return;
    this.#killed = false;
    this.#generation += 1;
    this.gateway = new Gateway(this.#world, this.#number, this.#generation);
    this.#checkpointLoop(this.gateway);
  }

  #checkpointLoop(gateway: Gateway): void {
    const { time, random, end } = this.#world;
    time.after(500 + random.below(1_500), async () => {
      await gateway.checkpoint();
      if (gateway === this.gateway && time.now < end) this.#checkpointLoop(gateway);
    });
  }
}
