import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

/** Limits the calls of a key that run at the same time, in each process of the gateway. */
export const keyConcurrency = definePolicy({
  name: 'key-concurrency',
  stage: 'after-auth',
  config: z
    .strictObject({ most: z.int().min(1) })
    .transform(({ most }) => ({ most, running: new Map<string, number>() })),
  handle(request, { most, running }) {
    const key = request.principal?.keyId ?? '';
    const before = running.get(key) ?? 0;
    if (before >= most) return { status: 429, code: 'key-busy', ...REFUSAL_TEXTS.keyBusy, retryAfter: 1 };
    running.set(key, before + 1);
    request.onEnd(() => {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    });
    return undefined;
  },
});
