import { defineFamily, type Family } from '../kit/index.ts';
import { plausible } from './plausible.ts';

/** Liver disease: its severity, and the fibrosis behind it. */
export const liver: Family = defineFamily('liver', new URL('./messages/', import.meta.url), {
  clinical: true,
  plausible,
});
