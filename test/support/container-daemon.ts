import type { getContainerRuntimeClient } from 'testcontainers';
import type { Daemon } from './daemon.ts';

type Docker = Awaited<ReturnType<typeof getContainerRuntimeClient>>;
type Container = ReturnType<Docker['container']['getById']>;

/** A server in a container, on one fixed port of this machine. */
export interface ContainerServer {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Port of the server in the container, and the one on this machine. */
  readonly port: { readonly container: number; readonly host: number };
}

/** Milliseconds for Docker to answer, fetch an image and start it; after that Docker counts as missing. */
export const dockerPatience = 60_000;

/** A daemon in a Docker container. A restart keeps its files; a wipe creates a new container. */
export function containerDaemon({ image, command, env, port }: ContainerServer): Daemon {
  let container: Container | undefined;
  let running = false;

  async function create(): Promise<Container> {
    const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
    // Fails at once without Docker.
    const docker = await getContainerRuntimeClient();
    const started = await new GenericContainer(image)
      .withCommand([...command])
      .withEnvironment({ ...env })
      .withExposedPorts(port)
      .withStartupTimeout(dockerPatience)
      .start();
    return docker.container.getById(started.getId());
  }

  return {
    pid: undefined,
    get running() {
      return running;
    },
    async start() {
      if (container === undefined) container = await within(dockerPatience, create());
      else await container.start();
      running = true;
    },
    async signal(signal) {
      if (running) await container?.kill({ signal });
    },
    async exited() {
      if (running) await container?.wait();
      running = false;
    },
    async wipe() {
      await container?.remove({ force: true, v: true });
      container = undefined;
    },
    log: () => `container of ${image}`,
  };
}

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Docker: not within ${limit} ms`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
