import pino, { type Logger } from 'pino';
import { createLineSink, type LineSink } from './line-sink.ts';

export interface GatewayLog extends LineSink {
  readonly logger: Logger;
}

/** The process log: one JSON object a line on standard output. */
export function createLog(level: string): GatewayLog {
  const sink = createLineSink(1);
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, sink);
  return { logger, ...sink };
}
