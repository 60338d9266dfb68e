import { LARGEST_BODY } from '../../../../plugins/sdk/index.ts';
import { readBody } from '../../../../plugins/sdk/server/read-body.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { refuseBeforeAdmission } from '../../../request/pipeline/refuse-before-admission.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { MCP_PATH } from '../../../request/routes/mcp-endpoint.ts';
import { readMessage } from './read-message.ts';

/**
 * Answers `POST /mcp`, the calculators as tools of the Model Context Protocol; every other call goes on. A message that
 * cannot be read goes on too, and is answered like any other bad input. The first message loads the library, so that a
 * start, and a gateway without such callers, do not spend the time and the memory.
 */
export function mcp(context: PipelineContext): Step {
  const own = new URL(context.baseUrl).origin;
  let loading: Promise<typeof import('./answer-message.ts')> | undefined;
  return (req, res, next) => {
    const { call } = req;
    if (call.route?.path !== MCP_PATH) {
      next();
      return;
    }
    const { origin } = call.headers;
    // A page may point a host name of its own at the gateway's address (DNS rebinding). The browser then takes both for one
    // origin, but `Origin` still names the page's. The protocol demands this check.
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
      loading ??= import('./answer-message.ts');
      const { answerMessage } = await loading;
      await answerMessage(context, req, res, read.message);
    }
  };
}
