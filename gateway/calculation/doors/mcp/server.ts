import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { RELEASE } from '../../../request/routes/list-endpoint.ts';
import { callTool, type Exchange } from './call-tool.ts';
import { listTools } from './list-tools.ts';

const INFO = { name: 'vitalgate', title: 'Vitalgate', version: RELEASE };

const INSTRUCTIONS = `Health and fitness calculators with published sources.
Units are metric unless units=imperial; detail=full explains a result with its equation and its source.
find-calculator finds tools by words. A call that fails is not charged, and says what to mend.
Results are for information only and no medical advice.`;

/** Elicitation is the only thing that the library would check with it, and nobody is asked anything here. */
const NO_ELICITATION = {
  getValidator(): never {
    throw new Error('nothing is elicited');
  },
};

/**
 * The server of one message, for it is stateless: the tools depend on who calls, in which language. It is the library's
 * lower server, because the higher one would have every tool registered anew for each message.
 *
 * @param failed told of what fails in it that is ours
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
