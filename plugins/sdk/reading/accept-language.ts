import Negotiator from 'negotiator';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOfTag } from '../../../calculators/kit/index.ts';

/** Longest `Accept-Language` that is read, in characters; browsers send fewer than 200. A longer one is ignored. */
const LONGEST_HEADER = 1_000;

/**
 * Most headers whose language is remembered; browsers send few different ones. Together with `LONGEST_HEADER` it limits
 * the memory for invented headers to 2 MB.
 */
const MOST_HEADERS = 1_000;
const negotiated = new Map<string, Language>();

/**
 * The best of the offered languages for an `Accept-Language` header (RFC 9110, section 12.5.4); English if the header
 * is absent, too long, or names no offered language.
 */
export function negotiateLanguage(
  acceptLanguage: string | undefined,
  offered: readonly Language[] = LANGUAGES,
): Language {
  if (!acceptLanguage || acceptLanguage.length > LONGEST_HEADER) return DEFAULT_LANGUAGE;
  if (offered.length !== LANGUAGES.length) return bestOf(acceptLanguage, offered);
  const remembered = negotiated.get(acceptLanguage);
  if (remembered) return remembered;
  const best = bestOf(acceptLanguage, offered);
  if (negotiated.size >= MOST_HEADERS) negotiated.clear();
  negotiated.set(acceptLanguage, best);
  return best;
}

function bestOf(acceptLanguage: string, offered: readonly Language[]): Language {
  const wanted = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
  const languages = wanted.map((tag) => (tag === '*' ? DEFAULT_LANGUAGE : languageOfTag(tag)));
  return languages.find((language) => language && offered.includes(language)) ?? DEFAULT_LANGUAGE;
}
