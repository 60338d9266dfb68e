import type { IncomingMessage } from 'node:http';
import type { Call } from './call.ts';

/** A request at a server of ours, with what the gateway knows about it. The edge sets `call`; no step before it exists. */
export interface GatewayRequest extends IncomingMessage {
  url: string;
  method: string;
  call: Call;
}
