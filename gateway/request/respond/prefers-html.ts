import Negotiator from 'negotiator';

const OFFERED = ['text/html', 'application/problem+json', 'application/json'];

/**
 * Whether a client asks for a page for people, as browsers do when somebody follows a link. The wildcard is no such wish:
 * programs send it.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/html')) return false;
  return new Negotiator({ headers: { accept } }).mediaTypes(OFFERED)[0] === 'text/html';
}
