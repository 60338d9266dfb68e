import type { Role } from '../api/session.ts';

const TDEE = 'api/v1/tdee?weight=82&height=178&age=34&gender=male&activity_level=moderately_active';

export interface SampleCall {
  /** The role of the key's owner. */
  readonly role: Role;
  /** Calculators that the key is limited to; `null` is no limit. */
  readonly calculators?: readonly string[] | null;
}

/** A command to try the key: a calculation if the key allows `tdee`, else the list of calculators. */
export function sampleCall(key: string, { role, calculators = null }: SampleCall): string {
  const opened = calculators === null || calculators.includes('tdee') ? TDEE : 'api/v1';
  const address = new URL(role === 'finance' ? 'platform/v1/billing' : opened, document.baseURI);
  return `curl -H "X-API-Key: ${key}" "${address}"`;
}
