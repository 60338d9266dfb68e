import { openCatalogue } from '../../../calculators/kit/index.ts';
import { gatewayMessages } from '../../request/problems/catalogue.ts';

/** Texts of the platform API; what they do not hold is looked for among the gateway's. */
export const platformMessages = openCatalogue(new URL('./messages/', import.meta.url), gatewayMessages);
