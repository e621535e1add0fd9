import type { z } from 'zod';
import type { Role } from './entities/roles.ts';
import type { ErrorKey } from './errors.ts';
import { type FieldRule, withRules } from './fieldRules.ts';

/** `required`: only with a session; `optional`: a session allows more; `none`: the same answer for every caller. */
export type CallAuth = 'none' | 'optional' | 'required';

/** Authentication of a partner's server: an API key for calls that read, a signature in addition for calls that write. */
export type PartnerCallAuth = 'key' | 'signature';

/** `session`: only for a person logged in to the operators' console; `none`: before login. */
export type ConsoleCallAuth = 'none' | 'session';

/**
 * Protection of a console call. `reads`: changes nothing. `free`: requires only a session; changes no money and no
 * permissions. `signed`: the request contains a statement that the person has just signed.
 */
export type ConsoleGuard = 'reads' | 'free' | 'signed';

/** Path prefixes of the families of calls: those of the pages, of partners' servers, and of the operators' console. */
export type CallPath = 'gateway/buying' | 'gateway/partner' | 'gateway/console';

/** Groups of calls in the reference. */
export const callTags = {
  lists: { name: 'Lists and regions', description: 'Countries, currencies, cryptos and other lists for selection.' },
  quote: { name: 'Quotes and offers', description: 'Prices that are firm for 60 seconds, with every fee.' },
  order: { name: 'Orders', description: 'A purchase, from creation to delivery on chain.' },
  payment: {
    name: 'Payment',
    description: 'Payment of an order. The acquirer stores the cards; Slipway stores only references.',
  },
  identity: { name: 'Identity', description: "The buyer's details and documents." },
  account: { name: 'Account', description: "Login by code or passkey, sessions, and a buyer's stored data." },
  addresses: { name: 'Addresses', description: 'Checked and saved receiving addresses.' },
  tracking: { name: 'Tracking and partners', description: 'The funnel, and the sites that open Slipway.' },
  partner: {
    name: "Partners' servers",
    description:
      'Calls of a partner’s server, authenticated with its key. They are not for browsers: there is no CORS and no cookie.',
  },
  console: {
    name: "Operators' console",
    description:
      'Calls of the operator’s console, served by a separate process (`ROLE=console`) at a separate address. Every action there is a statement that a person has signed.',
  },
} as const satisfies Record<string, { readonly name: string; readonly description: string }>;

export type CallTag = keyof typeof callTags;

/** Fields of calls of every family. */
type CallShape<
  Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  Path extends CallPath,
  Auth extends CallAuth | PartnerCallAuth | ConsoleCallAuth,
  Example extends { readonly request: z.input<Request> },
> = {
  /** The last part of the path: `POST /{path}/{name}`. */
  readonly name: Name;
  readonly path: Path;
  readonly tag: CallTag;
  readonly summary: string;
  readonly auth: Auth;
  readonly request: Request;
  /** Rules of `request` about several fields. */
  readonly rules?: readonly FieldRule[];
  readonly data: Data;
  /** Possible errors in addition to those shared by all calls of the family. */
  readonly errors: readonly ErrorKey[];
  readonly example: Example;
};

type CallExample<Request extends z.ZodType, Data extends z.ZodType> = {
  readonly request: z.input<Request>;
  readonly data: z.output<Data>;
};

/**
 * One call of the pages, `POST /gateway/buying/{name}`, defined once: the server validates with it, the browser is typed by
 * it, OpenAPI is generated from it.
 */
export type CallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Beside extends z.ZodObject = z.ZodObject,
  Auth extends CallAuth = CallAuth,
> = CallShape<Name, Request, Data, 'gateway/buying', Auth, CallExample<Request, Data>> & {
  /** Also answered as GET; for plain lists. */
  readonly get?: boolean;
  /** Envelope fields other than `data`. */
  readonly beside?: Beside;
  /** The answer may be a file instead of the envelope; a refusal is always an envelope. */
  readonly file?: { readonly mediaType: string; readonly description: string };
};

/** One call of a partner's server, `POST /gateway/partner/{name}`. */
export type PartnerCallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Auth extends PartnerCallAuth = PartnerCallAuth,
> = CallShape<Name, Request, Data, 'gateway/partner', Auth, CallExample<Request, Data>>;

/** One call of the operators' console, `POST /gateway/console/{name}`. */
export type ConsoleCallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Auth extends ConsoleCallAuth = ConsoleCallAuth,
> = CallShape<Name, Request, Data, 'gateway/console', Auth, { readonly request: z.input<Request> }> & {
  /** Roles that may call it; for a `signed` call the table of rights also decides for each act. */
  readonly roles: readonly Role[];
  readonly guard: ConsoleGuard;
  /** Maximum body in bytes for calls that carry files; the others have the gateway's limit. */
  readonly longestBody?: number;
};

export type AnyCallDefinition = CallDefinition | PartnerCallDefinition | ConsoleCallDefinition;

export function defineCall<
  const Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  Beside extends z.ZodObject = z.ZodObject,
  const Auth extends CallAuth = CallAuth,
>(
  definition: Omit<CallDefinition<Name, Request, Data, Beside, Auth>, 'path'>,
): CallDefinition<Name, Request, Data, Beside, Auth> {
  return { path: 'gateway/buying', ...definition, request: withRules(definition.request, definition.rules) };
}

export function definePartnerCall<
  const Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  const Auth extends PartnerCallAuth = PartnerCallAuth,
>(
  definition: Omit<PartnerCallDefinition<Name, Request, Data, Auth>, 'path' | 'tag'>,
): PartnerCallDefinition<Name, Request, Data, Auth> {
  // Otherwise a misspelt field would be dropped silently, and the purchase would not be fixed as intended.
  const request = withRules(definition.request.strict() as Request, definition.rules);
  return { path: 'gateway/partner', tag: 'partner', ...definition, request };
}

export function defineConsoleCall<
  const Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  const Auth extends ConsoleCallAuth = ConsoleCallAuth,
>(
  definition: Omit<ConsoleCallDefinition<Name, Request, Data, Auth>, 'path' | 'tag'>,
): ConsoleCallDefinition<Name, Request, Data, Auth> {
  return { path: 'gateway/console', tag: 'console', ...definition };
}
