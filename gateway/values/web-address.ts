/** Matches text that mail programs make clickable: a scheme, `www.`, or a host followed by a path. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/**
 * Whether a person's or account's name contains a web address. Names appear in mails to strangers and could advertise.
 */
export function hasWebAddress(name: string): boolean {
  // Mail programs treat fullwidth characters like the plain ones.
  return WEB_ADDRESS.test(name.normalize('NFKC'));
}
