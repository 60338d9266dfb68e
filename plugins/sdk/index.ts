/** What plugins import: `vitalgate/plugin`. */
export * from '../../calculators/kit/index.ts';
export { type AnswerTarget, inputProblemsAnswer, problemAnswer, type Refusal, resultAnswer } from './answers.ts';
export { CALCULATOR_METHODS } from './calculator-endpoint.ts';
export { definePlugin, type Plugin, type PluginChannel, type PluginDefinition } from './define-plugin.ts';
export { type EndpointManifest, type InputManifest, type Text, textIn } from './endpoint-manifest.ts';
export { describeEndpoints, hostPlugin } from './host.ts';
export { isJson, readJsonBody } from './json-body.ts';
export { manifestsOf } from './manifests-of.ts';
export { isOwn, type OwnEndpoint, pathsOf } from './own-endpoint.ts';
export { pluginMistakes } from './plugin-mistakes.ts';
export { fillTemplate, type ProblemTemplate, type TemplatedProblem } from './problem-template.ts';
export { readQuery } from './query.ts';
export { requestLanguage } from './request-language.ts';
export { type CalculatorServiceOptions, calculatorService } from './server/calculator-service.ts';
export { identityReader } from './server/identity-reader.ts';
export {
  type CalculatorEndpoint,
  type Endpoint,
  type EndpointDescription,
  LARGEST_BODY,
  MEDIA_TYPES,
  type ReadRequest,
  type ServiceAnswer,
  type ServiceRequest,
} from './service.ts';
export { type ServiceDefinition, type ServiceSettings, serviceSettings } from './service-definition.ts';
export {
  IDENTITY_HEADERS,
  type Identity,
  type IdentityVerifier,
  identitySigner,
  identityVerifier,
  type ReceivedCall,
  SIGNATURE_WINDOW_S,
  type SignedCall,
  type Verification,
} from './signature.ts';
