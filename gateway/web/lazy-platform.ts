import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { type ReporterKeys, reporterKeysOf } from '../accounts/keys/leak-signature.ts';
import { ConfigurationError } from '../configuration/config.ts';
import { lazily } from './content/lazily.ts';
import type { PlatformOptions } from './open-platform.ts';

/**
 * The API behind the dashboard, and the pages behind mailed links, loaded at the first request that no other page
 * answers. With `PLATFORM=off` there is nothing.
 *
 * @throws ConfigurationError for an invalid file of leak reporters
 */
export function lazyPlatform(options: Omit<PlatformOptions, 'leakReporters'>): RequestHandler {
  if (options.config.PLATFORM === 'off') return (_req, _res, next) => next();
  const leakReporters = readReporters(options.config.LEAK_REPORTERS_FILE);
  return lazily(
    () => true,
    async () => (await import('./open-platform.ts')).openPlatform({ ...options, leakReporters }),
  );
}

function readReporters(file: string | null): ReporterKeys | null {
  if (file === null) return null;
  try {
    return reporterKeysOf(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError([
      `LEAK_REPORTERS_FILE: ${file} cannot be used: ${error instanceof Error ? error.message : error}`,
    ]);
  }
}
