import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';

/** A request with its `Call`. The edge, which is the first step, sets `call`. */
export interface GatewayRequest extends IncomingMessage {
  url: string;
  method: string;
  call: Call;
}
