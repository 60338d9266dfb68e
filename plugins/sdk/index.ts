/** What plugins import: `vitalgate/plugin`. */
export * from '../../calculators/kit/index.ts';
export { type AnswerTarget, inputProblemsAnswer, problemAnswer, type Refusal, resultAnswer } from './answers.ts';
export { CALCULATOR_METHODS } from './calculator-endpoint.ts';
export {
  definePlugin,
  type Plugin,
  type PluginChannel,
  type PluginDefinition,
  pluginMistakes,
} from './define-plugin.ts';
export { hostPlugin } from './host.ts';
export { readQuery } from './query.ts';
export { type Endpoint, LARGEST_BODY, type ServiceAnswer, type ServiceRequest } from './service.ts';
