import type { FirstStart } from '../accounts/onboarding/first-start.ts';

/** The lines that every start prints. */
export function startLines(baseUrl: string, listening: string, platform: 'on' | 'off'): string[] {
  return [
    `listening on ${listening}`,
    ...(platform === 'off' ? [] : [`dashboard  ${baseUrl}/`]),
    `docs       ${baseUrl}/docs`,
    `health     ${baseUrl}/healthz  ${baseUrl}/readyz`,
  ];
}

/** Additional lines of the first start, the only time that the first key and the set-password link are shown. */
export function firstStartLines(baseUrl: string, { key, setup }: FirstStart, platform: 'on' | 'off'): string[] {
  const query = 'weight=82&height=178&age=34&gender=male&activity_level=moderately_active';
  return [
    '',
    'Your first API key is in this command; it is shown only now:',
    `curl -H 'X-API-Key: ${key.text}' '${baseUrl}/api/v1/tdee?${query}'`,
    '',
    ...(platform === 'off' ? [] : passwordLines(baseUrl, setup)),
  ];
}

function passwordLines(baseUrl: string, { token }: FirstStart['setup']): string[] {
  return [
    'Set the admin password here; the link works once and expires in seven days:',
    `${baseUrl}/set-password#${token}`,
    '',
  ];
}
