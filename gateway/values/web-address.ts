/** What mail programs make clickable: a scheme, `www.`, or a host with a path after it. */
const WEB_ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;

/** Whether a name of a person or an account is an advertisement: it stands in mails to people who do not know the sender. */
export function hasWebAddress(name: string): boolean {
  // Fullwidth signs are the same to a mail program.
  return WEB_ADDRESS.test(name.normalize('NFKC'));
}
