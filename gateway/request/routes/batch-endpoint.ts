import { type EndpointDescription, LANGUAGES, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Where many calculations are asked for in one call. */
export const BATCH_PATH = '/api/v1/batch';

/** Under this name batches are counted that could not be read; the calculations of the others count each under its own. */
const BATCH_NAME = 'batch';

/** Longest body of a batch, in bytes. */
export const LARGEST_BATCH = 1_048_576;

/** The cost is what must be affordable for a batch that cannot be read to be told so; nothing is charged for it. */
export const BATCH_ENDPOINT: EndpointDescription = {
  path: '/batch',
  methods: ['POST'],
  calculator: BATCH_NAME,
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BATCH,
};
