import { readQuery } from '../../../../plugins/sdk/index.ts';

/**
 * The query of a URL from its question mark on, without the parameters whose decoded name is `apikey`. The rest is not
 * re-encoded. Empty if no parameter is left.
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
