import { type EndpointDescription, LANGUAGES, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Path of the endpoint for several calculations in one call. */
export const BATCH_PATH = '/api/v1/batch';

/**
 * Usage counts an unreadable batch under this name. In a readable batch, each calculation counts under its own name.
 */
const BATCH_NAME = 'batch';

/** Maximum size of a batch, in bytes. */
export const LARGEST_BATCH = 1_048_576;

/** An unreadable batch is free, but the caller must be able to afford one unit. */
export const BATCH_ENDPOINT: EndpointDescription = {
  path: '/batch',
  methods: ['POST'],
  calculator: BATCH_NAME,
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BATCH,
};
