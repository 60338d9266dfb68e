import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { RELEASE } from '../../../request/routes/list-endpoint.ts';
import { callTool, type Exchange } from './call-tool.ts';
import { listTools } from './list-tools.ts';

const INFO = { name: 'vitalgate', title: 'Vitalgate', version: RELEASE };

const INSTRUCTIONS = `Health and fitness calculators with published sources.
Units are metric unless units=imperial; detail=full explains a result with its equation and its source.
find-calculator finds tools by words. A failed call is not charged, and its answer says what to correct.
Results are for information only and are not medical advice.`;

/** The library uses a validator for elicitation only, and these tools never elicit input. */
const NO_ELICITATION = {
  getValidator(): never {
    throw new Error('this server elicits no input');
  },
};

/**
 * Opens the server for one message. A server serves one message only, because its tools depend on the caller and the
 * language. It is the library's low-level server: the high-level one would register every tool again for each message.
 *
 * @param failed called with every internal error; protocol errors are the caller's and are not passed to it
 */
export function openServer(exchange: Exchange, failed: (error: unknown) => void): Server {
  const server = new Server(INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: NO_ELICITATION,
  });
  const { context, req } = exchange;
  server.setRequestHandler('tools/list', ({ params }) => ours(() => listTools(context, req.call, params?.cursor)));
  server.setRequestHandler('tools/call', ({ params }) => ours(() => callTool(exchange, params)));
  return server;

  async function ours<Result>(answer: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof ProtocolError)) failed(error);
      throw error;
    }
  }
}
