import { type EndpointDescription, LANGUAGES, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Path of the endpoint for many calculations in one call. */
export const BATCH_PATH = '/api/v1/batch';

/** Usage counts a batch under this name only if it cannot be read; else each calculation counts under its own. */
const BATCH_NAME = 'batch';

/** Longest body of a batch, in bytes. */
export const LARGEST_BATCH = 1_048_576;

/** A caller must be able to afford the cost to be told what is wrong with a batch. The batch itself is not charged. */
export const BATCH_ENDPOINT: EndpointDescription = {
  path: '/batch',
  methods: ['POST'],
  calculator: BATCH_NAME,
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BATCH,
};
