import { type EndpointDescription, LANGUAGES, LARGEST_BODY, MEDIA_TYPES } from '../../../plugins/sdk/index.ts';

/** Path at which programs call the calculators by the Model Context Protocol. */
export const MCP_PATH = '/mcp';

/** A caller must be able to afford the cost to be told what is wrong with a message. The message itself is not charged. */
export const MCP_ENDPOINT: EndpointDescription = {
  path: MCP_PATH,
  methods: ['POST'],
  // Usage counts a message under this name only if it cannot be read; else its calculation counts under its own.
  calculator: 'mcp',
  cost: 1,
  languages: LANGUAGES,
  mediaTypes: MEDIA_TYPES,
  largestBody: LARGEST_BODY,
};
