import type { ServerResponse } from 'node:http';
import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { LANGUAGES, requestLanguage, shownName } from '../../../../plugins/sdk/index.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { CalculationRequest, Calculations } from '../../engine/calculations.ts';
import { type ItemAnswer, problemItem } from '../../engine/item-answer.ts';
import { admitList } from './admit-list.ts';
import { FIND, findCalculators } from './find-calculator.ts';
import { permittedTools } from './list-tools.ts';
import { toolInput } from './tool-input.ts';
import { toolResult } from './tool-result.ts';
import { toolsOf } from './tools.ts';

/** The context in which one message is answered. */
export interface Exchange {
  readonly context: PipelineContext;
  readonly req: GatewayRequest;
  readonly res: ServerResponse;
  readonly calculations: Calculations;
}

/**
 * Calls a tool. A tool call is one calculation, admitted like a POST of that calculator. A mistake in the input, an
 * exhausted quota or a failed service becomes the result of the tool, which a model can read and act upon. An unknown
 * tool is a protocol error.
 *
 * @returns never settles if the caller leaves before the answer
 */
export async function callTool(
  exchange: Exchange,
  { name, arguments: given = {} }: CallToolRequest['params'],
): Promise<CallToolResult> {
  const tool = toolsOf(exchange.context.routes.current).find((one) => one.name === name);
  const item = toolInput(tool?.path ?? name, given, exchange.req.call.query ?? []);
  return toolResult(name === FIND ? await find(exchange, item) : await calculate(exchange, name, item));
}

function calculate({ calculations }: Exchange, name: string, item: CalculationRequest): Promise<ItemAnswer> {
  const found = calculations.find(item);
  if (!('status' in found)) {
    const [computed] = calculations.compute([found]);
    if (computed === undefined) throw new Error('compute returned no result for the calculation');
    return new Promise((resolve) => calculations.admit(computed, () => undefined, resolve));
  }
  if (found.status !== 404) return Promise.resolve(found);
  const message = `Unknown tool: ${shownName(name)}`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message, JSON.parse(found.body));
}

async function find({ context, req, res }: Exchange, { input, query }: CalculationRequest): Promise<ItemAnswer> {
  const { call } = req;
  const language = requestLanguage(query, call.headers.acceptLanguage, LANGUAGES);
  const target = { baseUrl: context.baseUrl, language, requestId: call.id };
  const refused = await admitList(context, req, res);
  if (refused) return problemItem(refused, target);
  return findCalculators(permittedTools(context, call), { query, body: input }, target);
}
