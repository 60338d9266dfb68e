import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';

const DETAIL = {
  en: 'Too many calls of this key run at the same time.',
  es: 'Demasiadas llamadas de esta clave se ejecutan al mismo tiempo.',
  de: 'Mit diesem Schlüssel laufen zu viele Aufrufe gleichzeitig.',
  fr: 'Trop d’appels de cette clé sont en cours simultanément.',
  pt: 'Há chamadas demais desta chave em execução ao mesmo tempo.',
  ja: 'このキーの同時実行中の呼び出しが多すぎます。',
  hi: 'इस कुंजी की बहुत अधिक कॉल एक साथ चल रही हैं।',
  ar: 'عدد كبير جدًا من استدعاءات هذا المفتاح قيد التنفيذ في الوقت نفسه.',
};

/** Limits the calls of a key that run at the same time, in each process of the gateway. */
export const keyConcurrency = definePolicy({
  name: 'key-concurrency',
  stage: 'after-auth',
  config: z
    .strictObject({ most: z.int().min(1) })
    .transform(({ most }) => ({ most, running: new Map<string, number>() })),
  handle(request, { most, running }) {
    const key = request.principal?.keyId ?? '';
    const before = running.get(key) ?? 0;
    if (before >= most)
      return { status: 429, code: 'key-busy', title: 'Too many calls at once', detail: DETAIL, retryAfter: 1 };
    running.set(key, before + 1);
    request.onEnd(() => {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    });
    return undefined;
  },
});
