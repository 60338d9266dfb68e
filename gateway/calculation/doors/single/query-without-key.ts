import { readQuery } from '../../../../plugins/sdk/index.ts';

/**
 * The query of an address as it came, from its question mark on, without any parameter that is called `apikey` once it is
 * decoded; empty where nothing is left.
 */
export function queryWithoutKey(url: string, hasKey: boolean): string {
  const mark = url.indexOf('?');
  if (mark === -1) return '';
  if (!hasKey) return url.slice(mark);
  const rest = url
    .slice(mark + 1)
    .split('&')
    .filter((parameter) => readQuery(parameter)?.[0] !== 'apikey')
    .join('&');
  return rest === '' ? '' : `?${rest}`;
}
