import { type EndpointDescription, LANGUAGES, LARGEST_BODY, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Where programs that follow the Model Context Protocol call the calculators. */
export const MCP_PATH = '/mcp';

/** The cost is what must be affordable for a message that cannot be read to be told so; nothing is charged for it. */
export const MCP_ENDPOINT: EndpointDescription = {
  path: MCP_PATH,
  methods: ['POST'],
  // Messages are counted under it that could not be read; the calculations of the others count each under its own.
  calculator: 'mcp',
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BODY,
};
