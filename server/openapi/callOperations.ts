import {
  type AnyCallDefinition,
  type CallAuth,
  type CallDefinition,
  type ConsoleGuard,
  callTags,
  type PartnerCallAuth,
} from '@slipway/contract/defineCall.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import { z } from 'zod';
import { buildAnswerSchema, buildResponses, capitalize, findCookieUse, listErrorKeys } from './buildResponses.ts';
import type {
  JsonSchema,
  Operation,
  Parameter,
  PathItem,
  SecurityRequirement,
  SecurityScheme,
} from './openApiTypes.ts';
import type { SchemaPrinter } from './schemaPrinter.ts';

function createCookieScheme(name: string, description: string): SecurityScheme {
  return { type: 'apiKey', in: 'cookie', name: `__Host-slipway_${name}`, description };
}

export const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  sessionCookie: createCookieScheme(
    'session',
    'Set by `login`. It is valid only together with the `authToken` of the same login, which is a field of the request. In the sandbox, on plain HTTP, its name has no `__Host-` prefix.',
  ),
  guestCookie: createCookieScheme(
    'guest',
    "Set with a guest's first order. It gives access to that guest's orders until a login claims them.",
  ),
  loginCookie: createCookieScheme(
    'login',
    'Set by `sendCode`. A code opens a session only in the browser that requested it.',
  ),
  partnerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of a partner, `slk_…`, created by the operator. Without a signature it only permits reading.',
  },
  partnerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      "An HTTP message signature (RFC 9421) by the Ed25519 key that belongs to the partner's key, together with `Signature-Input` and `Content-Digest`.",
  },
  consoleCookie: createCookieScheme('console', "Set by the console's `enter`, only for the console's own pages."),
  metricsToken: { type: 'http', scheme: 'bearer', description: "The operator's token for `/metrics`." },
};

/** Access requirements of an operation: security requirements, a description, and additional headers. */
type AccessRequirements = {
  readonly security: readonly SecurityRequirement[];
  readonly description: string;
  readonly parameters?: readonly Parameter[];
};

const BUYER_ACCESS: Readonly<Record<CallAuth, AccessRequirements>> = {
  none: { security: [{}], description: 'No authentication.' },
  optional: {
    security: [{}, { sessionCookie: [] }, { guestCookie: [] }],
    description:
      "Optional authentication: `authToken` with the session's cookie, or a guest's cookie, gives access to more.",
  },
  required: {
    security: [{ sessionCookie: [] }],
    description: "Requires a session: `authToken` in the request, and the session's cookie.",
  },
};

/** Headers of a signed request in addition to `Signature`. */
const SIGNED_HEADERS: readonly Parameter[] = [
  buildRequiredHeader(
    'Content-Digest',
    'The SHA-256 of the body (RFC 9530)',
    'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  ),
  buildRequiredHeader(
    'Signature-Input',
    'One signature. It covers `@method`, `@target-uri` and `content-digest`, and may cover `authorization` and `content-type`; `expires` is at most 300 seconds after `created`; `nonce` is used once; `keyid` is the part of the key between `slk_` and the next `_`',
    'sig=("@method" "@target-uri" "content-digest");created=1795257600;expires=1795257660;nonce="b3k2pp5k7z-50gnwp";keyid="7KQ2M4XD9TAB";alg="ed25519"',
  ),
];

const SERVERS_ONLY_NOTE = 'Only for servers: requests with browser headers are refused.';

const PARTNER_ACCESS: Readonly<Record<PartnerCallAuth, AccessRequirements>> = {
  key: { security: [{ partnerKey: [] }], description: `Requires a partner's key. ${SERVERS_ONLY_NOTE}` },
  signature: {
    security: [{ partnerKey: [], partnerSignature: [] }],
    description: `Requires a partner's key and a signature with it. ${SERVERS_ONLY_NOTE}`,
    parameters: SIGNED_HEADERS,
  },
};

const GUARD_DESCRIPTIONS: Readonly<Record<ConsoleGuard, string>> = {
  reads: 'Changes nothing.',
  free: 'Requires only a session: it changes no money and no permissions.',
  signed: 'Requires a statement that the person has just signed.',
};

function getAccessRequirements(definition: AnyCallDefinition): AccessRequirements {
  switch (definition.path) {
    case 'gateway/buying': {
      const access = BUYER_ACCESS[definition.auth];
      const needs = findCookieUse(definition)?.needs;
      return needs === undefined ? access : { ...access, security: [{ [needs]: [] }] };
    }
    case 'gateway/partner':
      return PARTNER_ACCESS[definition.auth];
    case 'gateway/console': {
      const { auth, guard, roles } = definition;
      const who = auth === 'none' ? 'No session required.' : `For ${roles.join(', ')}.`;
      return {
        security: auth === 'none' ? [{}] : [{ consoleCookie: [] }],
        description: `${who} ${GUARD_DESCRIPTIONS[guard]}`,
      };
    }
  }
}

/** Returns a unique operation id: calls of different families may share a name, operations of one document may not. */
function formatOperationId({ path, name }: AnyCallDefinition): string {
  return path === 'gateway/buying' ? name : `${path.replace('gateway/', '')}${capitalize(name)}`;
}

/** Returns the path item of one call: POST, and GET for the plain lists. */
export function buildCallPathItem(definition: AnyCallDefinition, printer: SchemaPrinter): PathItem {
  const operationId = formatOperationId(definition);
  const { security, description, parameters = [] } = getAccessRequirements(definition);
  const schema = printer.share(
    `${capitalize(operationId)}Request`,
    buildRequestSchema(definition),
    'input',
    definition.rules,
  );
  const answer = printer.share(`${capitalize(operationId)}Answer`, buildAnswerSchema(definition), 'output');
  const query = buildQueryParameters(printer.print(definition.request, 'input'));
  const inPost = [...parameters, ...(definition.path === 'gateway/buying' ? buildOptionalQueryParameters(query) : [])];
  const shared = { summary: definition.summary, description, tags: [callTags[definition.tag].name], security };
  const post: Operation = {
    operationId,
    ...shared,
    ...(inPost.length > 0 ? { parameters: inPost } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, examples: { typical: buildRequestExample(definition) } } },
    },
    responses: buildResponses(definition, answer, listErrorKeys(definition)),
  };
  if (definition.path !== 'gateway/buying' || !definition.get) return { post };
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
  if (definition.path !== 'gateway/buying' || definition.auth === 'none') return definition.request;
  const authToken = z.string().max(256).describe('From login; valid only together with the session cookie');
  return definition.request.safeExtend({
    authToken: definition.auth === 'required' ? authToken : authToken.optional(),
  });
}

const BODY_ERRORS: ReadonlySet<ErrorKey> = new Set(['body_too_large', 'unsupported_media_type']);

const EXAMPLE_AUTH_TOKEN = 'Hk3…';

function buildRequestExample(definition: AnyCallDefinition) {
  const token = needsAuthToken(definition) ? { authToken: EXAMPLE_AUTH_TOKEN } : {};
  return { summary: 'A typical request', value: { ...definition.example.request, ...token } };
}

function needsAuthToken(definition: AnyCallDefinition): definition is CallDefinition {
  return definition.path === 'gateway/buying' && definition.auth === 'required';
}

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

/** Fields that the gateway also reads from the query of a POST. */
const FIELDS_ALSO_IN_QUERY = ['intercept', 'offerType'];

function buildOptionalQueryParameters(query: readonly Parameter[]): Parameter[] {
  return query
    .filter(({ name }) => FIELDS_ALSO_IN_QUERY.includes(name))
    .map((parameter) => ({
      ...parameter,
      required: false,
      description: `May be sent in the query instead of the body. ${parameter.description ?? ''}`.trim(),
    }));
}

/** Returns a required header parameter. */
export function buildRequiredHeader(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
