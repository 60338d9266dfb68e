import type { Role } from '../api/session.ts';

const TDEE = 'api/v1/tdee?weight=82&height=178&age=34&gender=male&activity_level=moderately_active';

export interface SampleCall {
  /** Of whoever the key belongs to. */
  readonly role: Role;
  /** What the key is limited to; `null` is nothing. */
  readonly calculators?: readonly string[] | null;
}

/** A command that the key can be tried with: what it opens, as far as that can be said without asking for inputs. */
export function sampleCall(key: string, { role, calculators = null }: SampleCall): string {
  const opened = calculators === null || calculators.includes('tdee') ? TDEE : 'api/v1';
  const address = new URL(role === 'finance' ? 'platform/v1/billing' : opened, document.baseURI);
  return `curl -H "X-API-Key: ${key}" "${address}"`;
}
