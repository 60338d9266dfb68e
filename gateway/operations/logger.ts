import pino, { type Logger } from 'pino';
import { escapeHarmful } from '../values/plain-text.ts';
import { createLineSink, type LineSink } from './line-sink.ts';

export interface GatewayLog extends LineSink {
  readonly logger: Logger;
}

/** The process log: one JSON object a line on standard output. */
export function createLog(level: string): GatewayLog {
  return logTo(createLineSink(1), level);
}

/** A log that writes its lines there. */
export function logTo(sink: LineSink, level: string): GatewayLog {
  // JSON leaves some characters as they are that steer terminals or split lines: they are escaped here as JSON may.
  const escaped = { write: (line: string) => sink.write(escapeHarmful(line, 'keep-lines')) };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, escaped);
  return { logger, ...sink };
}
