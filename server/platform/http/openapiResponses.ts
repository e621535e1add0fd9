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
import { byHttpStatus, examplesOf, refusalOf, refusalResponse } from './openapiRefusals.ts';
import type { Content, HeaderObject, JsonSchema, Reference, ResponseObject } from './openapiShape.ts';

type Cookie = { readonly needs?: string; readonly sets: string };

/** Calls that set a cookie or ask for one that is no session. */
const COOKIES: { readonly [Name in CallName]?: Cookie } = {
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

/** What the call does with cookies; undefined where nothing. */
export function cookieOf({ path, name }: Pick<AnyCallDefinition, 'path' | 'name'>): Cookie | undefined {
  return path === 'gateway/buying' ? COOKIES[name as CallName] : undefined;
}

/** What calls of a family share, by what the caller has to show. */
function sharedErrorsOf(definition: AnyCallDefinition): readonly ErrorKey[] {
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

/** What every refusal of the call can be. */
export function errorsOf(definition: AnyCallDefinition): ErrorKey[] {
  return [...new Set([...sharedErrorsOf(definition), ...definition.errors])];
}

/** The envelope of the call that did what was asked. */
export function answerOf(definition: AnyCallDefinition): z.ZodObject {
  return z.object({
    respCode: z.literal(RESP_OK),
    respMessage: z.string(),
    data: definition.data,
    ...('beside' in definition ? definition.beside?.shape : {}),
  });
}

/** All that may come back, by HTTP status. */
export function responses(definition: AnyCallDefinition, answer: JsonSchema, keys: readonly ErrorKey[]) {
  const byStatus = byHttpStatus(keys);
  const refusedAt200 = byStatus.find(([status]) => status === 200)?.[1] ?? [];
  const others = byStatus.filter(([status]) => status !== 200);
  const entries = others.map(([status, statusKeys]): [string, ResponseObject | Reference] => {
    const [key] = statusKeys;
    const isShared = statusKeys.length === 1 && (sharedErrors as readonly ErrorKey[]).includes(key as ErrorKey);
    return [String(status), isShared ? { $ref: `#/components/responses/${key}` } : refusalResponse(status, statusKeys)];
  });
  return Object.fromEntries([['200', done(definition, answer, refusedAt200)], ...entries]);
}

function done(definition: AnyCallDefinition, answer: JsonSchema, refusals: readonly ErrorKey[]): ResponseObject {
  const cookie = cookieOf(definition);
  const value = {
    respCode: RESP_OK,
    respMessage: '',
    data: definition.example.data,
    ...besideExamples[definition.name as CallName],
  };
  return {
    description: 'Done, with `respCode` 200; or refused, with another.',
    ...(cookie ? { headers: { 'Set-Cookie': setCookie(cookie.sets) } } : {}),
    content: {
      'application/json': {
        schema: refusals.length === 0 ? answer : { oneOf: [answer, refusalOf(refusals)] },
        examples: { done: { summary: '200 done', value }, ...examplesOf(refusals) },
      },
      ...('file' in definition && definition.file ? fileContent(definition.file) : {}),
    },
  };
}

function fileContent({ mediaType, description }: NonNullable<CallDefinition['file']>): Content {
  return { [mediaType]: { schema: { type: 'string', format: 'binary', description } } };
}

function setCookie(description: string): HeaderObject {
  return { description, schema: { type: 'string' } };
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
