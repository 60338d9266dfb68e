import type { ServerResponse } from 'node:http';
import { LARGEST_BODY } from '../../../../plugins/sdk/index.ts';
import { readBody } from '../../../../plugins/sdk/server/read-body.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { refuseBeforeAdmission } from '../../../request/pipeline/refuse-before-admission.ts';
import type { Next, Step } from '../../../request/pipeline/step.ts';
import { MCP_PATH } from '../../../request/routes/mcp-endpoint.ts';
import { loadedOnce } from '../../../threads/loaded-once.ts';
import { readMessage } from './read-message.ts';

/**
 * Answers `POST /mcp`, which offers the calculators as tools of the Model Context Protocol, and passes every other call
 * to the next step. It also passes on an unreadable message, whose answer is a problem like that of any other bad
 * input. The first message loads the library, so neither the start nor a gateway without MCP callers spends time and
 * memory on it.
 */
export function mcp(context: PipelineContext): Step {
  const own = new URL(context.baseUrl).origin;
  const library = loadedOnce(() => import('./answer-message.ts'));
  return (req, res, next) => {
    if (req.call.route?.path === MCP_PATH) receive(req, res, next);
    else next();
  };

  function receive(req: GatewayRequest, res: ServerResponse, next: Next): void {
    const { call } = req;
    const { origin } = call.headers;
    // DNS rebinding: an attacker points a host name of the page at the gateway's address. The browser then treats both
    // as one origin, but `Origin` still names the page. The protocol requires this check.
    if (origin !== undefined && origin !== own && call.pageOrigin === null) {
      const { principal } = call;
      if (principal) context.admission.recordUncharged(principal.clientId, principal.keyId, '403');
      refuseBeforeAdmission(context, req, res, { code: 'origin-not-allowed', refusal: {} });
      return;
    }
    readBody(req, LARGEST_BODY, (body) => {
      answer(body).catch(next);
    });

    async function answer(body: Uint8Array): Promise<void> {
      const read = readMessage(call, body, context.baseUrl);
      if ('answer' in read) {
        call.answer = read.answer;
        next();
        return;
      }
      const { answerMessage } = await library();
      await answerMessage(context, req, res, read.message);
    }
  }
}
