import { z } from 'zod';
import type { ServiceAnswer } from '../service/service.ts';

/**
 * The format of a plugin's errors, for plugins that do not use RFC 9457. It is plain data, so that the gateway can
 * write its own errors (a wrong key, an exhausted quota) in the same format.
 */
export interface ProblemTemplate {
  /** Media type of an error, `application/json`. */
  readonly mediaType: string;
  /**
   * The body. A text that is a single placeholder, such as `{detail}` or `{status}`, is replaced by that member of the
   * problem. `{message}` is the sentence from `messages`, else all mistakes in the input, else the detail. A member is
   * left out if its placeholder has no value.
   */
  readonly body: Readonly<Record<string, string | number | boolean>>;
  /** Statuses that replace the problem's own, `{ 413: 400 }`. */
  readonly statuses?: Readonly<Record<number, number>>;
  /** Sentences by problem code. A placeholder stands for the value or the member of that name. */
  readonly messages?: Readonly<Record<string, string>>;
}

export const problemTemplateSchema = z.strictObject({
  mediaType: z.string().regex(/^application\/[a-z0-9.+-]+$/, 'must be a media type such as application/json'),
  body: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  statuses: z
    .record(z.string().regex(/^[45]\d\d$/, 'must be a status of an error'), z.int().min(400).max(599))
    .optional(),
  messages: z.record(z.string(), z.string()).optional(),
});

/** A problem in the form of RFC 9457, and the values of its texts. */
export interface TemplatedProblem {
  readonly code: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Writes a problem in the form of a plugin's template. */
export function fillTemplate(template: ProblemTemplate, problem: TemplatedProblem): ServiceAnswer {
  const { code, body } = problem;
  const status = template.statuses?.[problem.status] ?? problem.status;
  const members: Record<string, unknown> = { ...body, status, message: messageOf(template, problem) };
  const filled = Object.entries(template.body).flatMap(([name, value]) => {
    const [, placeholder] = (typeof value === 'string' && PLACEHOLDER.exec(value)) || [];
    const written = placeholder === undefined ? value : members[placeholder];
    return written === undefined ? [] : [[name, written]];
  });
  return {
    status,
    headers: { 'Content-Type': `${template.mediaType}; charset=utf-8` },
    body: JSON.stringify(Object.fromEntries(filled)),
    problem: code,
  };
}

const PLACEHOLDER = /^\{(\w+)\}$/;

function messageOf({ messages = {} }: ProblemTemplate, { code, body, values = {} }: TemplatedProblem): unknown {
  const sentence = messages[code];
  if (sentence !== undefined) {
    const known: Readonly<Record<string, unknown>> = { ...body, ...values };
    return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in known ? String(known[name]) : whole));
  }
  const { errors } = body;
  return Array.isArray(errors) && errors.length > 0
    ? errors.map((error: { readonly message?: unknown }) => String(error.message)).join(' ')
    : body.detail;
}
