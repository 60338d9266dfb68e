import type { z } from 'zod';
import type { Language } from '../../../calculators/kit/index.ts';
import type { KeyScope } from '../../accounts/keys/keys.ts';
import type { Access } from '../../accounts/role-access.ts';
import type { Role } from '../../records/tables.ts';
import type { Actor } from '../../records/trail.ts';
import type { ProblemCode } from '../../request/problems/catalogue.ts';
import { type InputMistakes, type RawInput, readInput } from './input.ts';
import type { PlatformServices } from './services.ts';

/** Routes by subject: the tags of the OpenAPI document. */
export type Group = 'sign-in' | 'account' | 'users' | 'keys' | 'billing' | 'audit';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who calls a route that is not public: a user, by an API key or by a session of the dashboard. */
export interface Caller {
  readonly clientId: string;
  readonly userId: string;
  readonly role: Role;
  /** The key of a call by key, else `null`. */
  readonly keyId: string | null;
  /** The session of a call by cookie, else `null`. */
  readonly sessionId: string | null;
}

/** One call of any route, public or not, before its input is read. */
export interface PlatformRequest extends PlatformServices {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly address: string;
  readonly language: Language;
  readonly userAgent: string;
  /** Value of the session cookie; `null` where there is none. Only the routes that begin and end sessions look at it. */
  readonly sessionCookie: string | null;
  /** Value of the cookie by which a browser is known that has signed in before; `null` where there is none. */
  readonly deviceCookie: string | null;
  /** A header of the request by its name in lower case, for the few routes that need one. */
  header(name: string): string | undefined;
  /** The body of a route with `rawBody`, else empty. */
  readonly bytes: Uint8Array;
}

/** A call of a route that is not public. */
export interface AuthenticatedRequest extends PlatformRequest {
  readonly caller: Caller;
  /** The caller, for the audit. */
  readonly actor: Actor;
  /** What the caller reaches here: the records of the client, or of the user alone. */
  readonly scope: KeyScope;
}

/** What a handler answers. The frame adds `language` and checks the body against the documented one. */
export interface Reply<Body> {
  readonly body: Body;
  /** Further headers, name and value in turn. */
  readonly headers?: readonly string[];
}

/** A file to keep, in place of a JSON answer. */
export interface FileReply {
  /** Name that is proposed for it. */
  readonly file: string;
  /** Read one after the other as the caller takes them. */
  readonly parts: AsyncIterable<string>;
}

/** What is known of a route without calling it: router, permissions, OpenAPI document and matrix test are made of it. */
export interface RouteFacts {
  /** Operation id; its texts are `routes.<name>` among the platform's messages. */
  readonly name: string;
  readonly group: Group;
  readonly method: Method;
  /** Such as `/platform/v1/users/{user}`. An id in the path that is not in the caller's reach is answered 404. */
  readonly path: string;
  readonly access: Access | 'public';
  /** A key does not suffice: what a leaked key must not be able to do. Calls by key are answered 403. */
  readonly sessionOnly?: true;
  /** Answered 403 unless `SIGNUP` lets people in this way. */
  readonly signup?: 'open' | 'invite';
  readonly params: z.ZodObject | null;
  readonly query: z.ZodObject | null;
  /** With `.meta({ example })`, which the document shows and the matrix test sends. */
  readonly body: z.ZodObject | null;
  /** The body is signed as it stands: the handler gets its bytes. This schema is for the document. */
  readonly rawBody?: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  /** Without `language`, which the frame adds; `null` for no body, or a file's media type. */
  readonly answer: z.ZodObject | string | null;
  /** Problems beyond those that the frame itself answers. */
  readonly problems: readonly ProblemCode[];
}

/** A route as the router calls it. */
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
 *   name: 'renameUser', group: 'users', method: 'PATCH', path: '/platform/v1/users/{user}', access: ADMIN_ALONE,
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

/** Declares a route that needs no credential, and looks at none but the cookies if it wants to. */
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
  // What was read follows the schemas that the types are made of.
  return declared({ ...facts, access: 'public' }, (visit, input) =>
    handle({ ...visit, ...input } as PlatformRequest & Input<P, Q, B>),
  );
}

type DeclaredFacts = Omit<RouteFacts, 'params' | 'query' | 'body' | 'problems'> &
  Partial<Pick<RouteFacts, 'params' | 'query' | 'body' | 'problems'>>;

function declared(
  facts: DeclaredFacts,
  handle: (visit: PlatformRequest | AuthenticatedRequest, input: object) => Promise<Reply<object | null> | FileReply>,
): PlatformRoute {
  const { params = null, query = null, body = null, problems = [] } = facts;
  const complete: RouteFacts = { ...facts, params, query, body, problems };
  return {
    ...complete,
    async respond(visit, raw) {
      const read = readInput(complete, raw);
      return 'mistakes' in read ? read : handle(visit, read.input);
    },
  };
}
