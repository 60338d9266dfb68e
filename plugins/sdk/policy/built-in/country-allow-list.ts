import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';

const DETAIL = {
  en: 'This service is not offered in your country.',
  es: 'Este servicio no se ofrece en su país.',
  de: 'Dieser Dienst wird in Ihrem Land nicht angeboten.',
  fr: 'Ce service n’est pas proposé dans votre pays.',
  pt: 'Este serviço não é oferecido no seu país.',
  ja: 'このサービスはお住まいの国では提供されていません。',
  hi: 'यह सेवा आपके देश में उपलब्ध नहीं है।',
  ar: 'هذه الخدمة غير متاحة في بلدك.',
};

/** Refuses requests from other countries. A proxy in front of the gateway must set the header and remove the caller's. */
export const countryAllowList = definePolicy({
  name: 'country-allow-list',
  stage: 'before-auth',
  headers: ({ header }) => [header],
  config: z.strictObject({ header: z.string().min(1), countries: z.array(z.string().length(2)).min(1) }),
  handle: (request, { header, countries }) =>
    countries.includes(request.header(header) ?? '')
      ? undefined
      : { status: 403, code: 'country-not-allowed', title: 'Country not allowed', detail: DETAIL },
});
