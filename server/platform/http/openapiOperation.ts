import type { CallName } from '@slipway/contract/calls.ts';
import { type CallAuth, type CallDefinition, callTags } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import { type ErrorKey, sharedErrors } from '@slipway/contract/errors.ts';
import { z } from 'zod';
import { byHttpStatus, examplesOf, refusalOf, refusalResponse } from './openapiRefusals.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type {
  HeaderObject,
  JsonSchema,
  Operation,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
  SecurityRequirement,
} from './openapiShape.ts';

const SECURITY: Readonly<Record<CallAuth, readonly SecurityRequirement[]>> = {
  none: [{}],
  optional: [{}, { sessionCookie: [] }, { guestCookie: [] }],
  required: [{ sessionCookie: [] }],
};

const AUTH_TEXT: Readonly<Record<CallAuth, string>> = {
  none: 'Open to everybody.',
  optional: "Open to everybody; `authToken` with the session's cookie, or a guest's own cookie, opens more.",
  required: "Needs a session: `authToken` in the request and the session's cookie with it.",
};

/** What the gateway also reads from the query of a POST. */
const ALSO_IN_QUERY = ['intercept', 'offerType'];

/** Calls that set a cookie or ask for one that is no session. */
const COOKIES: { readonly [Name in CallName]?: { readonly needs?: string; readonly sets: string } } = {
  sendCode: { sets: 'slipway_login: binds the code to this browser, for ten minutes' },
  login: { needs: 'loginCookie', sets: 'slipway_session: the half of the session that scripts cannot read' },
  order: { sets: "slipway_guest, with a guest's first order: by it their orders are theirs until a login claims them" },
  cryptoOrder: { sets: "slipway_guest, with a guest's first order" },
  coinOrder: { sets: "slipway_guest, with a guest's first order" },
};

/** What stands beside `data` in the examples of calls that have such fields. */
export const besideExamples: { readonly [Name in CallName]?: Readonly<Record<string, unknown>> } = {
  payList: { normalCurrency: 'EUR' },
};

const EXAMPLE_AUTH_TOKEN = 'Hk3…';

/** The path of one call: POST, and GET for the plain lists. */
export function callPath(definition: CallDefinition, printer: SchemaPrinter): PathItem {
  const name = definition.name as CallName;
  const request = requestOf(definition);
  const schema = printer.share(`${capital(name)}Request`, request, 'input');
  const shared = {
    summary: definition.summary,
    description: AUTH_TEXT[definition.auth],
    tags: [callTags[definition.tag].name],
    security: COOKIES[name]?.needs ? [{ [COOKIES[name].needs]: [] }] : SECURITY[definition.auth],
  };
  const answer = printer.share(`${capital(name)}Answer`, answerOf(definition), 'output');
  const query = queryParameters(printer.print(definition.request, 'input'));
  const alsoInQuery = query.filter((parameter) => ALSO_IN_QUERY.includes(parameter.name));
  const post: Operation = {
    operationId: name,
    ...shared,
    ...(alsoInQuery.length > 0 ? { parameters: alsoInQuery.map(optionalInQuery) } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { typical: requestExample(definition) } } },
    },
    responses: responses(definition, answer, errorsOf(definition)),
  };
  if (!definition.get) return { post };
  return {
    get: {
      operationId: `${name}ByGet`,
      ...shared,
      description: `${shared.description} The same as the POST, for caches and address bars.`,
      ...(query.length > 0 ? { parameters: query } : {}),
      responses: responses(
        definition,
        answer,
        errorsOf(definition).filter((key) => !ONLY_WITH_BODY.has(key)),
      ),
    },
    post,
  };
}

/** What every refusal of the call can be. */
export function errorsOf(definition: CallDefinition): ErrorKey[] {
  const shared = sharedErrors.filter((key) => definition.auth !== 'none' || key !== 'invalid_auth_token');
  return [...new Set([...shared, ...definition.errors])];
}

/** The request as a client sends it: with its authToken, where that counts for something. */
export function requestOf(definition: CallDefinition): z.ZodObject {
  if (definition.auth === 'none') return definition.request;
  const authToken = z.string().max(256).describe('From login; opens a session only together with its cookie');
  return definition.request.extend({ authToken: definition.auth === 'required' ? authToken : authToken.optional() });
}

/** The envelope of the call that did what was asked. */
export function answerOf(definition: CallDefinition): z.ZodObject {
  return z.object({
    respCode: z.literal(RESP_OK),
    respMessage: z.string(),
    data: definition.data,
    ...definition.beside?.shape,
  });
}

const ONLY_WITH_BODY: ReadonlySet<ErrorKey> = new Set(['body_too_large', 'unsupported_media_type']);

function requestExample(definition: CallDefinition) {
  const token = definition.auth === 'required' ? { authToken: EXAMPLE_AUTH_TOKEN } : {};
  return { summary: 'A typical request', value: { ...definition.example.request, ...token } };
}

function responses(definition: CallDefinition, answer: JsonSchema, keys: readonly ErrorKey[]) {
  const entries = byHttpStatus(keys).map(([status, statusKeys]): [string, ResponseObject | Reference] => {
    if (status === 200) return ['200', done(definition, answer, statusKeys)];
    const [key] = statusKeys;
    const isShared = statusKeys.length === 1 && (sharedErrors as readonly ErrorKey[]).includes(key as ErrorKey);
    return [String(status), isShared ? { $ref: `#/components/responses/${key}` } : refusalResponse(status, statusKeys)];
  });
  return Object.fromEntries(entries);
}

function done(definition: CallDefinition, answer: JsonSchema, refusals: readonly ErrorKey[]): ResponseObject {
  const name = definition.name as CallName;
  const value = {
    respCode: RESP_OK,
    respMessage: '',
    data: definition.example.data,
    ...besideExamples[name],
  };
  const cookie = COOKIES[name];
  return {
    description: 'Done, with `respCode` 200; or refused, with another.',
    ...(cookie ? { headers: { 'Set-Cookie': setCookie(cookie.sets) } } : {}),
    content: {
      'application/json': {
        schema: { oneOf: [answer, refusalOf(refusals)] },
        examples: { done: { summary: '200 done', value }, ...examplesOf(refusals) },
      },
    },
  };
}

function setCookie(description: string): HeaderObject {
  return { description, schema: { type: 'string' } };
}

function queryParameters(request: JsonSchema): Parameter[] {
  const required = new Set(request.required);
  return Object.entries(request.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

function optionalInQuery(parameter: Parameter): Parameter {
  const { default: _, ...schema } = parameter.schema;
  const description = `May come in the query instead of the body. ${parameter.description ?? ''}`.trim();
  return { ...parameter, required: false, description, schema };
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
