import pino, { type Logger } from 'pino';
import { escapeHarmful } from '../values/plain-text.ts';
import { createLineSink, type LineSink } from './line-sink.ts';

export interface GatewayLog extends LineSink {
  readonly logger: Logger;
}

/** The process log: one JSON object per line on standard output. */
export function createLog(level: string): GatewayLog {
  return logTo(createLineSink(1), level);
}

/** A log that writes its lines to a sink. */
export function logTo(sink: LineSink, level: string): GatewayLog {
  // JSON permits some characters that control terminals or split lines. Escape them, as JSON also permits.
  const escaped = { write: (line: string) => sink.write(escapeHarmful(line, 'keep-lines')) };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.epochTime }, escaped);
  return { logger, ...sink };
}
