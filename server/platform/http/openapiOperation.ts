import { type CallAuth, type CallDefinition, callTags } from '@slipway/contract/defineCall.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import { z } from 'zod';
import { answerOf, capital, cookieOf, errorsOf, responses } from './openapiResponses.ts';
import type { SchemaPrinter } from './openapiSchemas.ts';
import type { JsonSchema, Operation, Parameter, PathItem, SecurityRequirement } from './openapiShape.ts';

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

const EXAMPLE_AUTH_TOKEN = 'Hk3…';

/** The path of one call: POST, and GET for the plain lists. */
export function callPath(definition: CallDefinition, printer: SchemaPrinter): PathItem {
  const { name } = definition;
  const needs = cookieOf(definition)?.needs;
  const request = requestOf(definition);
  const schema = printer.share(`${capital(name)}Request`, request, 'input');
  const shared = {
    summary: definition.summary,
    description: AUTH_TEXT[definition.auth],
    tags: [callTags[definition.tag].name],
    security: needs === undefined ? SECURITY[definition.auth] : [{ [needs]: [] }],
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

/** The request as a client sends it: with its authToken, where that counts for something. */
export function requestOf(definition: CallDefinition): z.ZodObject {
  if (definition.auth === 'none') return definition.request;
  const authToken = z.string().max(256).describe('From login; opens a session only together with its cookie');
  return definition.request.extend({ authToken: definition.auth === 'required' ? authToken : authToken.optional() });
}

const ONLY_WITH_BODY: ReadonlySet<ErrorKey> = new Set(['body_too_large', 'unsupported_media_type']);

function requestExample(definition: CallDefinition) {
  const token = definition.auth === 'required' ? { authToken: EXAMPLE_AUTH_TOKEN } : {};
  return { summary: 'A typical request', value: { ...definition.example.request, ...token } };
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
