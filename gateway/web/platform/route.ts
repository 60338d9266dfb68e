import type { z } from 'zod';
import type { InputProblem, Language } from '../../../calculators/kit/index.ts';
import type { KeyScope } from '../../accounts/keys/keys.ts';
import type { Access } from '../../accounts/role-access.ts';
import type { Role } from '../../records/tables.ts';
import type { Actor } from '../../records/trail.ts';
import type { ProblemCode } from '../../request/problems/catalogue.ts';
import { type InputMistakes, type RawInput, readInput } from './input.ts';
import type { PlatformServices } from './services.ts';

/** The subject of a route, which is its tag in the OpenAPI document. */
export type Group = 'sign-in' | 'account' | 'users' | 'keys' | 'billing' | 'audit';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The caller of a route that is not public: a user with an API key or a session of the dashboard. */
export interface Caller {
  readonly clientId: string;
  readonly userId: string;
  readonly role: Role;
  /** Id of the key, if the call uses one; otherwise `null`. */
  readonly keyId: string | null;
  /** Id of the session, if the call uses one; otherwise `null`. */
  readonly sessionId: string | null;
}

/** A call of any route, public or not, without its input. */
export interface PlatformRequest extends PlatformServices {
  /** Start of the call, in milliseconds since 1970. */
  readonly at: number;
  readonly address: string;
  readonly language: Language;
  readonly userAgent: string;
  /** Value of the session cookie; `null` without one. Only the routes that begin and end sessions use it. */
  readonly sessionCookie: string | null;
  /** Value of the cookie that identifies a browser that has signed in before; `null` without one. */
  readonly deviceCookie: string | null;
  /** A request header, by its lower-case name, for the few routes that need one. */
  header(name: string): string | undefined;
  /** The body of a route with `rawBody`; otherwise empty. */
  readonly bytes: Uint8Array;
}

/** A call of a route that is not public. */
export interface AuthenticatedRequest extends PlatformRequest {
  readonly caller: Caller;
  /** The caller, for the audit. */
  readonly actor: Actor;
  /** The records that the caller reaches at this route: those of the client, or only those of the user. */
  readonly scope: KeyScope;
}

/** The answer of a handler. The router adds `language` and checks the body against the documented schema. */
export interface Reply<Body> {
  readonly body: Body;
  /** Additional headers, as alternating names and values. */
  readonly headers?: readonly string[];
}

/** A file for download, instead of a JSON answer. */
export interface FileReply {
  /** Suggested file name. */
  readonly file: string;
  /** The parts of the file, read at the pace of the caller. */
  readonly parts: AsyncIterable<string>;
}

/** The declaration of a route. The router, the permissions, the OpenAPI document and the matrix test derive from it. */
export interface RouteFacts {
  /** Operation id. Its text is `routes.<name>` in the platform's messages. */
  readonly name: string;
  readonly group: Group;
  readonly method: Method;
  /** Path, such as `/platform/v1/users/{user}`. An id outside the caller's reach gets 404. */
  readonly path: string;
  readonly access: Access | 'public';
  /** The route requires a session, because a leaked key must not be able to call it. Calls with a key get 403. */
  readonly sessionOnly?: true;
  /** The setting of `SIGNUP` that the route needs; otherwise it answers 403. */
  readonly signup?: 'open' | 'invite';
  /** The route reads `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true;
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  /** Schema with `.meta({ example })`, which the document shows and the matrix test sends. */
  readonly body: z.ZodObject | null;
  /** Schema of a signed body, for the document only: the handler gets the bytes. */
  readonly rawBody?: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  /** Schema without `language`, which the router adds; `null` for no body; a media type for a file. */
  readonly answer: z.ZodObject | string | null;
  /** Problems in addition to those of the router. */
  readonly problems: readonly ProblemCode[];
}

/** A declared route with its handler. */
export interface PlatformRoute extends RouteFacts {
  respond(
    visit: PlatformRequest | AuthenticatedRequest,
    raw: RawInput,
  ): Promise<Reply<object | null> | FileReply | InputMistakes>;
}

type ObjectOrNull = z.ZodObject | null;
type Output<Schema extends ObjectOrNull> = Schema extends z.ZodObject ? z.output<Schema> : null;

interface Definition<
  P extends ObjectOrNull,
  Q extends ObjectOrNull,
  B extends ObjectOrNull,
  A extends ObjectOrNull | string,
> extends Omit<RouteFacts, 'access' | 'params' | 'query' | 'body' | 'answer' | 'problems'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: A;
  readonly problems?: readonly ProblemCode[];
  /**
   * Mistakes that the schema of the body cannot know, such as a name that does not exist. It gets the members that are
   * right by themselves, so that a caller learns of all mistakes at once.
   */
  readonly check?: (visit: PlatformRequest, members: Partial<Output<B>>) => readonly InputProblem[];
}

interface Input<P extends ObjectOrNull, Q extends ObjectOrNull, B extends ObjectOrNull> {
  readonly params: Output<P>;
  readonly query: Output<Q>;
  readonly body: Output<B>;
}

type AnswerOf<A> = A extends string ? FileReply : A extends z.ZodObject ? Reply<z.output<A>> : Reply<null>;

/**
 * Declares a route for signed-in users.
 *
 * @example
 * export const renameUser = route({
 *   name: 'renameUser', group: 'users', method: 'PATCH', path: '/platform/v1/users/{user}', access: ADMIN_ONLY,
 *   params: z.strictObject({ user: id('us') }), body: z.strictObject({ name: personName }), status: 200, answer: userAnswer,
 *   handle: async ({ records, actor, caller, params, body }) => ({ body: await ... }),
 * });
 */
export function route<
  A extends ObjectOrNull | string,
  P extends ObjectOrNull = null,
  Q extends ObjectOrNull = null,
  B extends ObjectOrNull = null,
>(
  definition: Definition<P, Q, B, A> & {
    readonly access: Access;
    readonly handle: (call: AuthenticatedRequest & Input<P, Q, B>) => Promise<AnswerOf<A>>;
  },
): PlatformRoute {
  const { handle, ...facts } = definition;
  return declared({ ...facts, access: definition.access }, (visit, input) => {
    if (!('caller' in visit)) throw new Error(`${definition.name} was called without a caller`);
    return handle({ ...visit, ...input } as AuthenticatedRequest & Input<P, Q, B>);
  });
}

/** Declares a route without authentication. Its handler may read the cookies. */
export function publicRoute<
  A extends ObjectOrNull | string,
  P extends ObjectOrNull = null,
  Q extends ObjectOrNull = null,
  B extends ObjectOrNull = null,
>(
  definition: Definition<P, Q, B, A> & {
    readonly handle: (call: PlatformRequest & Input<P, Q, B>) => Promise<AnswerOf<A>>;
  },
): PlatformRoute {
  const { handle, ...facts } = definition;
  // The input was read with the schemas from which the types derive.
  return declared({ ...facts, access: 'public' }, (visit, input) =>
    handle({ ...visit, ...input } as PlatformRequest & Input<P, Q, B>),
  );
}

interface DeclaredFacts
  extends Omit<RouteFacts, 'params' | 'query' | 'body' | 'problems'>,
    Partial<Pick<RouteFacts, 'params' | 'query' | 'body' | 'problems'>> {
  readonly check?: ((visit: PlatformRequest, members: object) => readonly InputProblem[]) | undefined;
}

function declared(
  facts: DeclaredFacts,
  handle: (visit: PlatformRequest | AuthenticatedRequest, input: object) => Promise<Reply<object | null> | FileReply>,
): PlatformRoute {
  const { params = null, query = null, body = null, problems = [], check, ...rest } = facts;
  const complete: RouteFacts = { ...rest, params, query, body, problems };
  return {
    ...complete,
    async respond(visit, raw) {
      const read = readInput(complete, raw, (members) => check?.(visit, members) ?? []);
      return 'mistakes' in read ? read : handle(visit, read.input);
    },
  };
}
