import type { Agent } from 'node:http';
import { connectionsTo } from './dial.ts';
import { InstanceBreaker } from './instance-breaker.ts';

export interface InstanceOptions {
  readonly connectMs: number;
  readonly changed: (instance: Instance) => void;
}

/** One address of a service. */
export class Instance {
  /** Host and port, for the log and the metrics. They hold no secret. */
  readonly name: string;
  readonly address: {
    readonly protocol: string;
    readonly hostname: string;
    readonly host: string;
    readonly port: string;
  };
  readonly connections: Agent;
  readonly breaker: InstanceBreaker;
  /** Calls that the instance has not answered yet. */
  waiting = 0;

  constructor(url: URL, { connectMs, changed }: InstanceOptions) {
    const { protocol, host, port } = url;
    // A URL writes an IPv6 address in brackets; a socket expects the address without them.
    const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
    this.name = host;
    this.address = { protocol, hostname, host: hostname, port };
    this.connections = connectionsTo(url, connectMs);
    this.breaker = new InstanceBreaker(() => changed(this));
  }
}
