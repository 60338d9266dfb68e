import { type EndpointDescription, LANGUAGES, LARGEST_BODY, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Path at which programs call the calculators through the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** An unreadable message is free, but the caller must be able to afford one unit. */
export const MCP_ENDPOINT: EndpointDescription = {
  path: MCP_PATH,
  methods: ['POST'],
  // Usage counts an unreadable message under this name. A readable message counts under the name of its calculator.
  calculator: 'mcp',
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BODY,
};
