import type { Language } from '../../../../calculators/kit/index.ts';

/** What the built-in policies tell callers, in the languages of the gateway. */
export const REFUSAL_TEXTS = {
  country: {
    title: {
      en: 'Country not allowed',
      es: 'País no permitido',
      de: 'Land nicht zugelassen',
      fr: 'Pays non autorisé',
      pt: 'País não permitido',
      ja: '許可されていない国です',
      hi: 'इस देश से अनुमति नहीं है',
      ar: 'البلد غير مسموح به',
    },
    detail: {
      en: 'This service is not offered in your country.',
      es: 'Este servicio no se ofrece en su país.',
      de: 'Dieser Dienst wird in Ihrem Land nicht angeboten.',
      fr: 'Ce service n’est pas proposé dans votre pays.',
      pt: 'Este serviço não é oferecido no seu país.',
      ja: 'このサービスはお住まいの国では提供されていません。',
      hi: 'यह सेवा आपके देश में उपलब्ध नहीं है।',
      ar: 'هذه الخدمة غير متاحة في بلدك.',
    },
  },
  maintenance: {
    title: {
      en: 'Maintenance',
      es: 'Mantenimiento',
      de: 'Wartung',
      fr: 'Maintenance',
      pt: 'Manutenção',
      ja: 'メンテナンス中',
      hi: 'रखरखाव',
      ar: 'صيانة',
    },
    detail: {
      en: 'The service is under maintenance.',
      es: 'El servicio está en mantenimiento.',
      de: 'Der Dienst wird gerade gewartet.',
      fr: 'Le service est en maintenance.',
      pt: 'O serviço está em manutenção.',
      ja: 'このサービスはメンテナンス中です。',
      hi: 'सेवा का रखरखाव चल रहा है।',
      ar: 'الخدمة قيد الصيانة.',
    },
  },
  keyBusy: {
    title: {
      en: 'Too many calls at once',
      es: 'Demasiadas llamadas a la vez',
      de: 'Zu viele Aufrufe gleichzeitig',
      fr: 'Trop d’appels simultanés',
      pt: 'Chamadas demais ao mesmo tempo',
      ja: '同時呼び出しが多すぎます',
      hi: 'एक साथ बहुत अधिक कॉल',
      ar: 'استدعاءات كثيرة جدًا في وقت واحد',
    },
    detail: {
      en: 'Too many calls of this key run at the same time.',
      es: 'Demasiadas llamadas de esta clave se ejecutan al mismo tiempo.',
      de: 'Mit diesem Schlüssel laufen zu viele Aufrufe gleichzeitig.',
      fr: 'Trop d’appels de cette clé sont en cours simultanément.',
      pt: 'Há chamadas demais desta chave em execução ao mesmo tempo.',
      ja: 'このキーの同時実行中の呼び出しが多すぎます。',
      hi: 'इस कुंजी की बहुत अधिक कॉल एक साथ चल रही हैं।',
      ar: 'عدد كبير جدًا من استدعاءات هذا المفتاح قيد التنفيذ في الوقت نفسه.',
    },
  },
} satisfies Record<string, Record<'title' | 'detail', Record<Language, string>>>;
