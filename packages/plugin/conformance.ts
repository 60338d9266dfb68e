/** The conformance suite of the plugin SDK: what `npm run plugin -- check` runs, for a plugin's own tests. */
export type { Check } from '../../plugins/sdk/conformance/calls/check.ts';
export type { Transport } from '../../plugins/sdk/conformance/calls/exchange.ts';
export { inProcess } from '../../plugins/sdk/conformance/calls/in-process.ts';
export { type HttpTransport, overHttp } from '../../plugins/sdk/conformance/calls/over-http.ts';
export { type CheckResult, checkCalculators, checkService } from '../../plugins/sdk/conformance/check-plugin.ts';
export { reportLines } from '../../plugins/sdk/conformance/report.ts';
