import { type AnyCallDefinition, callTags } from '@slipway/contract/defineCall.ts';
import { userInfo } from '@slipway/contract/entities/buyer/buyer.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import type { z } from 'zod';
import { capitalize, describeAccess, listErrorKeys } from './access.ts';
import type { JsonSchema, Operation, Parameter, PathItem } from './openApiTypes.ts';
import { buildAnswerSchema, buildResponses } from './responses.ts';
import type { SchemaPrinter } from './schemaPrinter.ts';

/** Returns the path item of one call: POST, and GET for the plain lists. */
export function buildCallPathItem(definition: AnyCallDefinition, printer: SchemaPrinter): PathItem {
  const { operationId, security, description, authToken, headers = [], queryFields = [] } = describeAccess(definition);
  const { summary, rules, example } = definition;
  const request = buildRequestSchema(definition);
  const schema = printer.share(`${capitalize(operationId)}Request`, request, 'input', rules);
  const answer = printer.share(`${capitalize(operationId)}Answer`, buildAnswerSchema(definition), 'output');
  const query = buildQueryParameters(printer.print(definition.request, 'input'));
  const parameters = [...headers, ...buildOptionalQueryParameters(query, queryFields)];
  const shared = { summary, description, tags: [callTags[definition.tag].name], security };
  const value = { ...example.request, ...(authToken === 'required' ? { authToken: 'Hk3…' } : {}) };
  const post: Operation = {
    operationId,
    ...shared,
    ...(parameters.length > 0 ? { parameters } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { typical: { summary: 'A typical request', value } } } },
    },
    responses: buildResponses(definition, answer, listErrorKeys(definition)),
  };
  if (!('get' in definition && definition.get)) return { post };
  return {
    get: {
      operationId: `${operationId}ByGet`,
      ...shared,
      description: `${description} The same as POST, for caches and address bars.`,
      ...(query.length > 0 ? { parameters: query } : {}),
      responses: buildResponses(
        definition,
        answer,
        listErrorKeys(definition).filter((key) => !BODY_ERRORS.has(key)),
      ),
    },
    post,
  };
}

/** Returns the request as a client sends it, with its authToken if the call uses one. */
export function buildRequestSchema(definition: AnyCallDefinition): z.ZodObject {
  const needed = describeAccess(definition).authToken;
  if (needed === undefined) return definition.request;
  const authToken = userInfo.shape.authToken.max(256);
  return definition.request.safeExtend({ authToken: needed === 'required' ? authToken : authToken.optional() });
}

const BODY_ERRORS: ReadonlySet<ErrorKey> = new Set(['body_too_large', 'unsupported_media_type']);

function buildQueryParameters(request: JsonSchema): Parameter[] {
  const required = new Set(request.required);
  return Object.entries(request.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }));
}

/** Returns the parameters for fields that the gateway also reads from the query of a POST. */
function buildOptionalQueryParameters(query: readonly Parameter[], fields: readonly string[]): Parameter[] {
  return query
    .filter(({ name }) => fields.includes(name))
    .map((parameter) => ({
      ...parameter,
      required: false,
      description: `May be sent in the query instead of the body. ${parameter.description ?? ''}`.trim(),
    }));
}
