import { z } from 'zod';
import { reportLeak } from '../../../accounts/keys/key-leak.ts';
import { isSigned } from '../../../accounts/keys/leak-signature.ts';
import { toPlainText } from '../../../values/plain-text.ts';
import { PlatformProblem } from '../platform-problem.ts';
import { publicRoute } from '../route.ts';

const report = z
  .array(z.object({ token: z.string(), type: z.string().optional(), url: z.string().max(2_048).nullish() }))
  .max(1_000);

/**
 * Receives reports of leaked keys from secret scanners, signed as GitHub signs its reports
 * (https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program/secret-scanning-partner-program).
 * The signature is needed because knowing a key must not be enough to revoke it. Without `LEAK_REPORTERS_FILE`, the
 * answer is 404.
 */
const reportLeaks = publicRoute({
  name: 'reportLeakedKeys',
  group: 'keys',
  method: 'POST',
  path: '/platform/v1/leaked-keys',
  rawBody: report.meta({
    example: [
      { token: 'vg_live_...', type: 'vitalgate_api_key', url: 'https://git.example.com/acme/app/blob/main/.env' },
    ],
  }),
  status: 200,
  answer: z.object({ revoked: z.int(), ended: z.int(), unknown: z.int() }),
  problems: ['not-found', 'signature-not-valid', 'malformed-json'],
  async handle({ records, leakReporters, enqueueMail, at, address, bytes, header }) {
    if (leakReporters === null) throw new PlatformProblem('not-found');
    const identifier = header('github-public-key-identifier') ?? '';
    const signature = header('github-public-key-signature') ?? '';
    if (!isSigned(leakReporters, identifier, signature, bytes)) throw new PlatformProblem('signature-not-valid');
    const outcomes = { revoked: 0, ended: 0, unknown: 0 };
    const actor = { name: `leak-report:${identifier}`, at, address };
    for (const { token: text, url = null } of read(bytes)) {
      outcomes[await reportLeak(records, actor, enqueueMail, { text, foundAt: url && toPlainText(url) })] += 1;
    }
    return { body: outcomes };
  },
});

function read(bytes: Uint8Array): z.output<typeof report> {
  try {
    return report.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    throw new PlatformProblem('malformed-json');
  }
}

export const leakRoutes = [reportLeaks];
