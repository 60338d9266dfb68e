import type { IncomingMessage } from 'node:http';
import type { UpgradedConnection } from '../routes/proxied-upstream.ts';
import type { Call } from './call.ts';

/** A request with its `Call`. The edge, which is the first step, sets `call`. */
export interface GatewayRequest extends IncomingMessage {
  url: string;
  method: string;
  call: Call;
  /** Present in requests for a WebSocket at a path that has some. */
  switching?: UpgradedConnection;
}
