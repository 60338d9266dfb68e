import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ConfiguredPolicy, Language, PolicyPrincipal, PolicyRequest } from '../../../plugins/sdk/index.ts';
import type { Marketplaces } from '../../marketplace/marketplaces.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';

/** A key anywhere in a header. A policy never sees one. */
const KEY = /vg_(live|test|dev)_/;

/** Headers that frame an answer or belong to the gateway. */
const OURS =
  /^(connection|content-(length|type|encoding)|date|keep-alive|trailer|transfer-encoding|upgrade|x-request-id)$/i;

/** What a policy's view of a request needs from the pipeline. */
export interface ViewContext {
  readonly marketplaces: Pick<Marketplaces, 'picker'>;
  readonly onError: (error: unknown, requestId: string) => void;
}

/** A request as one policy sees it. Its parts are read when the policy asks for them. */
export class RequestView implements PolicyRequest {
  readonly status: number | null;
  readonly #context: ViewContext;
  readonly #policy: ConfiguredPolicy;
  readonly #req: GatewayRequest;
  readonly #res: ServerResponse;

  constructor(
    context: ViewContext,
    policy: ConfiguredPolicy,
    req: GatewayRequest,
    res: ServerResponse,
    status: number | null,
  ) {
    this.#context = context;
    this.#policy = policy;
    this.#req = req;
    this.#res = res;
    this.status = status;
  }

  get requestId(): string {
    return this.#req.call.id;
  }

  get method(): string {
    return this.#req.call.method;
  }

  get path(): string {
    return this.#req.call.path;
  }

  get address(): string {
    return this.#req.call.address;
  }

  get language(): Language {
    return this.#req.call.language;
  }

  get principal(): PolicyPrincipal | null {
    const { principal } = this.#req.call;
    if (principal === null) return null;
    const { clientId, keyId, plan, role, environment } = principal;
    return { clientId, keyId, plan, role, environment };
  }

  get calculator(): string | null {
    return this.#req.call.route?.endpoint.calculator ?? null;
  }

  header(name: string): string | undefined {
    const header = name.toLowerCase();
    if (!this.#policy.headers.has(header)) throw new Error(`the policy does not declare the header ${name}`);
    const { picker } = this.#context.marketplaces;
    if (picker.mayBe(header) && picker.pick(header, '', null) !== null) return undefined;
    const value = this.#req.headers[header]?.toString();
    return value !== undefined && KEY.test(value) ? undefined : value;
  }

  addHeader(name: string, value: string): void {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (OURS.test(name)) throw new Error(`a policy cannot set the header ${name}`);
    const { call } = this.#req;
    call.policyHeaders ??= [];
    call.policyHeaders.push(name, value);
  }

  useKey(keyId: string): void {
    if (this.#policy.stage !== 'before-auth') throw new Error('only a policy before authentication can choose the key');
    const { call } = this.#req;
    call.usedKeyId = keyId;
    // At /mcp the token would count as a second credential.
    call.headers.authorization = undefined;
  }

  onEnd(ended: () => void): void {
    const end = () => {
      try {
        ended();
      } catch (error) {
        this.#context.onError(new PolicyFailed(this.#policy.name, error), this.requestId);
      }
    };
    if (this.#res.destroyed) end();
    else this.#res.once('close', end);
  }
}

/** A policy threw, rejected, took too long or returned no valid problem. */
export class PolicyFailed extends Error {
  override readonly name = 'PolicyFailed';

  constructor(policy: string, cause: unknown) {
    super(`the policy ${policy} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
