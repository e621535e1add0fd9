import type { CallName } from '@slipway/contract/calls.ts';
import type { AnyCallDefinition, CallDefinition } from '@slipway/contract/defineCall.ts';
import { RESP_OK } from '@slipway/contract/envelope.ts';
import {
  consoleSessionErrors,
  consoleSharedErrors,
  consoleSignedErrors,
  type ErrorKey,
  partnerSharedErrors,
  sharedErrors,
  signatureErrors,
} from '@slipway/contract/errors.ts';
import { z } from 'zod';
import type { Content, ExampleObject, HeaderObject, JsonSchema, Reference, ResponseObject } from './openApiTypes.ts';
import { buildRefusalResponse, buildRefusalSchema, groupByHttpStatus, listExampleReferences } from './refusals.ts';

type CookieUse = { readonly needs?: string; readonly sets: string };

/** Calls that set a cookie or require one other than the session cookie. */
const COOKIE_USES: { readonly [Name in CallName]?: CookieUse } = {
  sendCode: { sets: 'slipway_login: binds the code to this browser, for ten minutes' },
  login: { needs: 'loginCookie', sets: 'slipway_session: the half of the session that scripts cannot read' },
  order: {
    sets: "slipway_guest, with a guest's first order: gives access to the guest's orders until a login claims them",
  },
  cryptoOrder: { sets: "slipway_guest, with a guest's first order" },
  coinOrder: { sets: "slipway_guest, with a guest's first order" },
};

/** Example values of envelope fields other than `data`. */
export const envelopeFieldExamples: { readonly [Name in CallName]?: Readonly<Record<string, unknown>> } = {
  payList: { normalCurrency: 'EUR' },
};

/** Returns how the call uses cookies; undefined if it uses none. */
export function findCookieUse({ path, name }: Pick<AnyCallDefinition, 'path' | 'name'>): CookieUse | undefined {
  return path === 'gateway/buying' ? COOKIE_USES[name as CallName] : undefined;
}

/** Returns the errors that all calls of a family share, by the required authentication. */
function listFamilyErrors(definition: AnyCallDefinition): readonly ErrorKey[] {
  switch (definition.path) {
    case 'gateway/buying':
      return definition.auth === 'none' ? sharedErrors.filter((key) => key !== 'invalid_auth_token') : sharedErrors;
    case 'gateway/partner':
      return definition.auth === 'key' ? partnerSharedErrors : [...partnerSharedErrors, ...signatureErrors];
    case 'gateway/console':
      return [
        ...consoleSharedErrors,
        ...(definition.auth === 'session' ? consoleSessionErrors : []),
        ...(definition.auth === 'session' && definition.guard === 'signed' ? consoleSignedErrors : []),
      ];
  }
}

/** Returns all error keys that the call may answer. */
export function listErrorKeys(definition: AnyCallDefinition): ErrorKey[] {
  return [...new Set([...listFamilyErrors(definition), ...definition.errors])];
}

/** Returns the envelope schema of a successful answer. */
export function buildAnswerSchema(definition: AnyCallDefinition): z.ZodObject {
  return z.object({
    respCode: z.literal(RESP_OK).describe('200 if the call succeeded, otherwise the code of the refusal'),
    respMessage: z.string().describe('Empty, or an English sentence for the buyer'),
    data: definition.data,
    ...('beside' in definition ? definition.beside?.shape : {}),
  });
}

/** Returns all responses of a call by HTTP status. */
export function buildResponses(definition: AnyCallDefinition, answer: JsonSchema, keys: readonly ErrorKey[]) {
  const byStatus = groupByHttpStatus(keys);
  const refusedAt200 = byStatus.find(([status]) => status === 200)?.[1] ?? [];
  const others = byStatus.filter(([status]) => status !== 200);
  const entries = others.map(([status, statusKeys]): [string, ResponseObject | Reference] => {
    const [key] = statusKeys;
    const isShared = statusKeys.length === 1 && (sharedErrors as readonly ErrorKey[]).includes(key as ErrorKey);
    return [
      String(status),
      isShared ? { $ref: `#/components/responses/${key}` } : buildRefusalResponse(status, statusKeys),
    ];
  });
  return Object.fromEntries([['200', buildStatus200Response(definition, answer, refusedAt200)], ...entries]);
}

function buildStatus200Response(
  definition: AnyCallDefinition,
  answer: JsonSchema,
  refusals: readonly ErrorKey[],
): ResponseObject {
  const cookie = findCookieUse(definition);
  return {
    description: 'Success with `respCode` 200, or a refusal with another code.',
    ...(cookie ? { headers: { 'Set-Cookie': buildSetCookieHeader(cookie.sets) } } : {}),
    content: {
      'application/json': {
        schema: refusals.length === 0 ? answer : { oneOf: [answer, buildRefusalSchema(refusals)] },
        examples: { ...buildSuccessExample(definition), ...listExampleReferences(refusals) },
      },
      ...('file' in definition && definition.file ? buildFileContent(definition.file) : {}),
    },
  };
}

/** Returns the example of a success; none for console calls, which only the console's own pages make. */
function buildSuccessExample({ example, name }: AnyCallDefinition): Record<string, ExampleObject> {
  if (!('data' in example)) return {};
  const value = { respCode: RESP_OK, respMessage: '', data: example.data, ...envelopeFieldExamples[name as CallName] };
  return { done: { summary: '200 done', value } };
}

function buildFileContent({ mediaType, description }: NonNullable<CallDefinition['file']>): Content {
  return { [mediaType]: { schema: { type: 'string', format: 'binary', description } } };
}

function buildSetCookieHeader(description: string): HeaderObject {
  return { description, schema: { type: 'string' } };
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
