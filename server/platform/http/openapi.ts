import { calls } from '@slipway/contract/calls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { errorDetail, RESP_OK } from '@slipway/contract/envelope.ts';
import { type ErrorKey, errors, errorText, sharedErrors } from '@slipway/contract/errors.ts';
import { z } from 'zod';
import { GATEWAY_PATH } from './gateway.ts';

/** OpenAPI 3.1 of every call, printed from the very definitions that validate it. */
export function openApiDocument(version: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Slipway',
      version,
      description:
        'A self-hosted fiat-to-crypto on-ramp. Every call answers the same envelope; amounts are decimal strings.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [],
    paths: Object.fromEntries(
      Object.values(calls).map((definition) => [`${GATEWAY_PATH}/${definition.name}`, pathItem(definition)]),
    ),
  };
}

function pathItem(definition: CallDefinition) {
  const operation = {
    summary: definition.summary,
    responses: responses(definition),
  };
  return {
    post: {
      ...operation,
      operationId: definition.name,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: requestSchema(definition), example: definition.example.request } },
      },
    },
    ...(definition.get ? { get: { ...operation, operationId: `${definition.name}ByGet` } } : {}),
  };
}

function requestSchema(definition: CallDefinition) {
  const request =
    definition.auth === 'none' ? definition.request : definition.request.extend({ authToken: z.string().optional() });
  return schemaOf(request, 'input');
}

function responses(definition: CallDefinition) {
  const byStatus = new Map<number, ErrorKey[]>();
  for (const key of [...sharedErrors, ...definition.errors]) {
    const { httpStatus } = errors[key];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), key]);
  }
  const failures = [...byStatus]
    .filter(([status]) => status !== 200)
    .map(([status, keys]) => [String(status), failure(keys)]);
  return { '200': success(definition, byStatus.get(200) ?? []), ...Object.fromEntries(failures) };
}

function success(definition: CallDefinition, refusals: readonly ErrorKey[]) {
  const envelope = z.object({
    respCode: z.literal(RESP_OK),
    respMessage: z.string(),
    data: definition.data,
    ...definition.beside?.shape,
  });
  return {
    description: `Done, or refused with one of: ${refusals.map((key) => `${errors[key].respCode} ${key}`).join(', ')}`,
    content: {
      'application/json': {
        schema: { oneOf: [schemaOf(envelope, 'output'), failureSchema(refusals)] },
        example: { respCode: RESP_OK, respMessage: '', data: definition.example.data },
      },
    },
  };
}

function failure(keys: readonly ErrorKey[]) {
  return {
    description: keys.map((key) => `${key}: ${errorText(key)}`).join('; '),
    content: { 'application/json': { schema: failureSchema(keys) } },
  };
}

function failureSchema(keys: readonly ErrorKey[]) {
  const codes = [...new Set(keys.map((key) => errors[key].respCode))];
  const schema = z.object({
    respCode: z.enum(codes as [string, ...string[]]),
    respMessage: z.string(),
    data: errorDetail.nullable(),
  });
  return schemaOf(schema, 'output');
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema: _,
    $defs: __,
    ...plain
  } = z.toJSONSchema(schema, { io, reused: 'inline', unrepresentable: 'any' }) as Record<string, unknown>;
  return plain;
}
