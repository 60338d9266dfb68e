import type { Check } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import { problemFailures } from '../calls/problem.ts';

export const languages: Check = {
  name: 'languages',
  mend:
    'Answer in the language of X-Gateway-Language, which is one that the manifest offers; name it in language and in ' +
    'Content-Language; write labels, title, detail and message in it.',
  async *failures({ manifest, good, call }) {
    let english: unknown;
    for (const language of manifest.languages) {
      const { answer, told } = await call(good, { language });
      const spoken = [membersOf(answer).language, answer.headers['content-language']];
      if (spoken.some((one) => one !== language)) {
        yield `${told} in ${language}: language and Content-Language are ${spoken.map(String).join(' and ')}`;
      }
      const refused = await call(good, { language, query: 'no_such_parameter=1' });
      const told2 = { ...refused, told: `${refused.told} in ${language}` };
      yield* problemFailures(told2, { status: 400, code: 'invalid-parameters', language });
      const { title } = membersOf(refused.answer);
      if (language === 'en') english = title;
      else if (title === english) yield `${told2.told}: title is the English one`;
    }
  },
};

export const lang: Check = {
  name: 'lang',
  mend:
    'Let lang in the query win over X-Gateway-Language, with or without a region (pt-BR is pt); refuse a language that ' +
    'is not one of the product as not_allowed, and answer in X-Gateway-Language if you lack the one that is named.',
  async *failures({ manifest, good, call }) {
    for (const language of manifest.languages) {
      for (const tag of [language, `${language}-XX`, language.toUpperCase()]) {
        const { answer, told } = await call(good, { query: `lang=${tag}` });
        const spoken = membersOf(answer).language;
        if (spoken !== language) yield `${told}: language is ${JSON.stringify(spoken)}, expected "${language}"`;
      }
    }
    for (const tag of ['xx', '']) {
      const fields = { lang: ['not_allowed', 'empty'] };
      yield* problemFailures(await call(good, { query: `lang=${tag}` }), {
        status: 400,
        code: 'invalid-parameters',
        fields,
      });
    }
  },
};
