import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Call } from '../../../request/call/call.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { includesCalculator } from '../../../request/routes/calculator-names.ts';
import { findTool } from './find-calculator.ts';
import { type CalculatorTool, toolsOf } from './tools.ts';

/** Number of calculators on a page. */
const PAGE = 50;

/** The calculators that the caller's plan and key include. */
export function permittedTools(
  { routes }: Pick<PipelineContext, 'routes'>,
  { principal }: Call,
): readonly CalculatorTool[] {
  const all = toolsOf(routes.current);
  const opened = principal?.calculators ?? null;
  return opened === null ? all : all.filter(({ counted }) => includesCalculator(opened, counted));
}

/**
 * A page of the tools, in the caller's language.
 *
 * @param cursor name of the last calculator on the previous page
 * @throws ProtocolError for an unknown cursor
 */
export function listTools(
  context: Pick<PipelineContext, 'routes'>,
  call: Call,
  cursor: string | undefined,
): ListToolsResult {
  const permitted = permittedTools(context, call);
  const before = permitted.findIndex(({ name }) => name === cursor);
  if (cursor !== undefined && before === -1) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
  const page = permitted.slice(before + 1, before + 1 + PAGE);
  const last = page.at(-1);
  const { language } = call;
  return {
    tools: [...(cursor === undefined ? [findTool(language)] : []), ...page.map((tool) => tool.in(language))],
    ...(last !== undefined && last !== permitted.at(-1) ? { nextCursor: last.name } : {}),
  };
}
