import type { CallName } from '@slipway/contract/calls.ts';
import type { AnyCallDefinition, CallAuths, ConsoleGuard } from '@slipway/contract/defineCall.ts';
import { type ErrorKey, sharedErrors } from '@slipway/contract/errors.ts';
import type { Parameter, SecurityRequirement, SecurityScheme } from './openApiTypes.ts';

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
  partnerPagesCookie: createCookieScheme(
    'partner',
    "Set by `logIn` and `join` of the partner pages, only for these pages' own requests.",
  ),
  consoleCookie: createCookieScheme('console', "Set by the console's `enter`, only for the console's own pages."),
  metricsToken: { type: 'http', scheme: 'bearer', description: "The operator's token for `/metrics`." },
};

/** Properties of an operation that depend on who calls it, and on how the caller authenticates. */
type Access = {
  /** Unique: calls of different audiences may share a name, operations of one document may not. */
  readonly operationId: string;
  readonly security: readonly SecurityRequirement[];
  readonly description: string;
  /** Required headers. */
  readonly headers?: readonly Parameter[];
  /** Errors in addition to those of the call. */
  readonly errors: readonly ErrorKey[];
  /** Set if the request has an `authToken`. */
  readonly authToken?: 'optional' | 'required';
  /** Fields that may also be in the query of a POST. */
  readonly queryFields?: readonly string[];
  /** Description of the cookie that the answer sets. */
  readonly setsCookie?: string;
};

/** Calls that set a cookie or require one other than the session cookie. */
const COOKIE_USES: { readonly [Name in CallName]?: { readonly needs?: string; readonly sets: string } } = {
  sendCode: { sets: 'slipway_login: binds the code to this browser, for ten minutes' },
  login: { needs: 'loginCookie', sets: 'slipway_session: the half of the session that scripts cannot read' },
  order: {
    sets: "slipway_guest, with a guest's first order: gives access to the guest's orders until a login claims them",
  },
  cryptoOrder: { sets: "slipway_guest, with a guest's first order" },
  coinOrder: { sets: "slipway_guest, with a guest's first order" },
};

const BUYER_ACCESS: Readonly<
  Record<CallAuths['gateway/buying'], Pick<Access, 'security' | 'description' | 'authToken'>>
> = {
  none: { security: [{}], description: 'No authentication.' },
  optional: {
    security: [{}, { sessionCookie: [] }, { guestCookie: [] }],
    description:
      "Optional authentication: `authToken` with the session's cookie, or a guest's cookie, gives access to more.",
    authToken: 'optional',
  },
  required: {
    security: [{ sessionCookie: [] }],
    description: "Requires a session: `authToken` in the request, and the session's cookie.",
    authToken: 'required',
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

const PARTNER_ACCESS: Readonly<
  Record<CallAuths['gateway/partner'], Pick<Access, 'security' | 'description' | 'headers'>>
> = {
  key: { security: [{ partnerKey: [] }], description: `Requires a partner's key. ${SERVERS_ONLY_NOTE}` },
  signature: {
    security: [{ partnerKey: [], partnerSignature: [] }],
    description: `Requires a partner's key and a signature with it. ${SERVERS_ONLY_NOTE}`,
    headers: SIGNED_HEADERS,
  },
};

const GUARD_DESCRIPTIONS: Readonly<Record<ConsoleGuard, string>> = {
  reads: 'Changes nothing.',
  free: 'Requires only a session: it changes no money and no permissions.',
  signed: 'Requires a statement that the person has just signed.',
};

/** Returns how the document describes the audience of a call. */
export function describeAccess(definition: AnyCallDefinition): Access {
  const { name } = definition;
  switch (definition.path) {
    case 'gateway/buying': {
      const { path, auth } = definition;
      const { needs, sets } = COOKIE_USES[name as CallName] ?? {};
      return {
        operationId: name,
        ...BUYER_ACCESS[auth],
        ...(needs === undefined ? {} : { security: [{ [needs]: [] }] }),
        errors: sharedErrors[path][auth],
        queryFields: ['intercept', 'offerType'],
        ...(sets === undefined ? {} : { setsCookie: sets }),
      };
    }
    case 'gateway/partner': {
      const { path, auth } = definition;
      return { operationId: `partner${capitalize(name)}`, ...PARTNER_ACCESS[auth], errors: sharedErrors[path][auth] };
    }
    case 'gateway/console': {
      const { path, auth, guard, roles } = definition;
      const who = auth === 'none' ? 'No session required.' : `For ${roles.join(', ')}.`;
      return {
        operationId: `console${capitalize(name)}`,
        security: auth === 'none' ? [{}] : [{ consoleCookie: [] }],
        description: `${who} ${GUARD_DESCRIPTIONS[guard]}`,
        errors: sharedErrors[path][auth === 'session' && guard === 'signed' ? guard : auth],
      };
    }
    case 'gateway/partner-pages': {
      const { path, auth, guard, roles } = definition;
      return {
        operationId: `partnerPages${capitalize(name)}`,
        security: auth === 'none' ? [{}] : [{ partnerPagesCookie: [] }],
        description: auth === 'none' ? 'No session required.' : `For a member: ${roles.join(', ')}.`,
        errors: sharedErrors[path][auth === 'session' && guard === 'changes' ? guard : auth],
      };
    }
  }
}

/** Returns all error keys that the call may answer. */
export function listErrorKeys(definition: AnyCallDefinition): ErrorKey[] {
  return [...new Set([...describeAccess(definition).errors, ...definition.errors])];
}

/** Returns a required header parameter. */
export function buildRequiredHeader(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}

export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
