import { openCatalogue } from '../../../calculators/kit/index.ts';
import { gatewayMessages } from '../../request/problems/catalogue.ts';

/** Texts of the platform API. A key that is missing here comes from the texts of the gateway. */
export const platformMessages = openCatalogue(new URL('./messages/', import.meta.url), gatewayMessages);
