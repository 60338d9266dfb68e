/** The module that plugins import as `vitalgate/plugin`: the kit, and everything between a calculator and HTTP. */
export * from '../../calculators/kit/index.ts';
export {
  type AnswerTarget,
  inputProblemsAnswer,
  problemAnswer,
  type Refusal,
  resultAnswer,
} from './answers/answers.ts';
export { sdkMessages } from './answers/messages.ts';
export {
  IMPLAUSIBLE_CODES,
  INPUT_PROBLEMS,
  type InputProblemCode,
  MISTAKE_CODES,
  PROBLEM_JSON,
  type ProblemContext,
  type ProblemExtensions,
  problemBody,
  writeInputProblems,
} from './answers/problem-body.ts';
export { fillTemplate, type ProblemTemplate, type TemplatedProblem } from './answers/problem-template.ts';
export { CALCULATOR_METHODS, PICTURE } from './host/calculator-endpoint.ts';
export { type CheckedCall, type CheckedInputs, checkedInputs } from './host/checked-inputs.ts';
export { describeEndpoints, hostPlugin } from './host/host.ts';
export { manifestsOf } from './host/manifests-of.ts';
export { identityReader } from './identity/identity-reader.ts';
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
} from './identity/signature.ts';
export {
  API_VERSION,
  definePlugin,
  type Plugin,
  type PluginChannel,
  type PluginDefinition,
} from './plugin/define-plugin.ts';
export {
  type EndpointManifest,
  type InputManifest,
  type ResultManifest,
  resultsIn,
  type Text,
  textIn,
} from './plugin/endpoint-manifest.ts';
export { isOwn, type OwnEndpoint, pathsOf } from './plugin/own-endpoint.ts';
export { pluginMistakes } from './plugin/plugin-mistakes.ts';
export {
  type ConfiguredPolicy,
  definePolicy,
  type Policy,
  type PolicyDefinition,
  type PolicyOutcome,
  type PolicyPrincipal,
  type PolicyProblem,
  type PolicyRequest,
  type PolicyStage,
} from './policy/define-policy.ts';
export { policyProblemSchema } from './policy/policy-schema.ts';
export { negotiateLanguage } from './reading/accept-language.ts';
export { isJson, readJsonBody } from './reading/json-body.ts';
export { readQuery } from './reading/query.ts';
export { CONTROLS, type Control, createReader, type RawInput, SERVICE_CONTROLS } from './reading/request-input.ts';
export { requestLanguage } from './reading/request-language.ts';
export { type CalculatorServiceOptions, calculatorService } from './server/calculator-service.ts';
export {
  type CalculatorEndpoint,
  type Endpoint,
  type EndpointDescription,
  LARGEST_BODY,
  MEDIA_TYPES,
  type ReadRequest,
  type ServiceAnswer,
  type ServiceRequest,
} from './service/service.ts';
export {
  type ServiceDefinition,
  type ServiceLimits,
  type ServiceSettings,
  serviceSettings,
} from './service/service-definition.ts';
export { defineUpstream, type Upstream, type UpstreamDefinition } from './upstream/define-upstream.ts';
