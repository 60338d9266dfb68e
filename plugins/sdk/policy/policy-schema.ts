import { z } from 'zod';
import { text } from '../plugin/endpoint-manifest.ts';
import { kebabCase } from '../plugin/kebab-case.ts';
import { STAGES } from './define-policy.ts';

/** What `definePolicy` returns. */
export const policySchema = z.object({
  name: kebabCase,
  stage: z.enum(STAGES),
  configure: z.custom((value) => typeof value === 'function', 'is missing: a policy is made by definePolicy'),
});

/** What a policy may refuse with. */
export const policyProblemSchema = z.object({
  status: z.int().min(400).max(599),
  code: kebabCase,
  title: text,
  detail: text,
  type: z.string().optional(),
  retryAfter: z.int().min(0).optional(),
});
