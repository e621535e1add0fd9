import type { z } from 'zod';
import type { MemberRole } from './entities/partnerPages.ts';
import type { Role } from './entities/roles.ts';
import type { ErrorKey } from './errors.ts';
import { type FieldRule, withRules } from './fieldRules.ts';

/** How callers authenticate, by the path prefix of the calls of one audience. */
export type CallAuths = {
  /** The pages. `required`: only with a session; `optional`: a session allows more; `none`: the same answer for every caller. */
  'gateway/buying': 'none' | 'optional' | 'required';
  /** Partners' servers: an API key for calls that read, a signature in addition for calls that write. */
  'gateway/partner': 'key' | 'signature';
  /** The operators' console. `session`: only for a person logged in to it; `none`: before login. */
  'gateway/console': 'none' | 'session';
  /** The pages of partners' people. `session`: only for a logged-in member; `none`: before login. */
  'gateway/partner-pages': 'none' | 'session';
};

export type CallPath = keyof CallAuths;

/**
 * Protection of a console call. `reads`: changes nothing. `free`: requires only a session; changes no money and no
 * permissions. `signed`: the request contains a statement that the person has just signed.
 */
export type ConsoleGuard = 'reads' | 'free' | 'signed';

/** Protection of a call of the partner pages. `changes`: refused while the partner is disabled. */
export type PartnerPageGuard = 'reads' | 'changes';

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
  partnerPages: {
    name: 'Partner pages',
    description:
      'Calls of the pages for a partner’s own people, who log in with passkeys. They answer only about the partner of the session.',
  },
  console: {
    name: "Operators' console",
    description:
      'Calls of the operator’s console, served by a separate process (`ROLE=console`) at a separate address. Every action there is a statement that a person has signed.',
  },
} as const satisfies Record<string, { readonly name: string; readonly description: string }>;

export type CallTag = keyof typeof callTags;

type CallFields<Name extends string, Request extends z.ZodObject, Data extends z.ZodType, Auth> = {
  /** The last part of the path: `POST /{path}/{name}`. */
  readonly name: Name;
  readonly summary: string;
  readonly auth: Auth;
  readonly request: Request;
  /** Rules of `request` about several fields. */
  readonly rules?: readonly FieldRule[];
  readonly data: Data;
  /** Possible errors in addition to those shared by all calls of the audience. */
  readonly errors: readonly ErrorKey[];
};

/** Fields of a call that depend on its audience. */
type AudienceFields<Request extends z.ZodObject, Data extends z.ZodType, ExtraFields extends z.ZodObject> = {
  'gateway/buying': {
    readonly tag: CallTag;
    readonly example: CallExample<Request, Data> & { readonly extraFields?: z.output<ExtraFields> };
    /** Also answered as GET; for plain lists. */
    readonly get?: boolean;
    /** Envelope fields other than `data`. */
    readonly extraFields?: ExtraFields;
    /** The answer may be a file instead of the envelope; a refusal is always an envelope. */
    readonly file?: { readonly mediaType: string; readonly description: string };
  };
  'gateway/partner': { readonly example: CallExample<Request, Data> };
  'gateway/console': {
    readonly example: { readonly request: z.input<Request> };
    /** Roles that may call it; for a `signed` call the table of rights also decides for each act. */
    readonly roles: readonly Role[];
    readonly guard: ConsoleGuard;
    /** Maximum body in bytes for calls that carry files; the others have the gateway's limit. */
    readonly longestBody?: number;
  };
  'gateway/partner-pages': {
    readonly example: { readonly request: z.input<Request> };
    /** Roles that may call it; ignored before login. */
    readonly roles: readonly MemberRole[];
    readonly guard: PartnerPageGuard;
  };
};

type CallExample<Request extends z.ZodType, Data extends z.ZodType> = {
  readonly request: z.input<Request>;
  readonly data: z.output<Data>;
};

/**
 * One call, `POST /{path}/{name}`, defined once: the server validates with it, the browser is typed by it, OpenAPI is
 * generated from it.
 */
export type CallDefinition<
  Path extends CallPath = 'gateway/buying',
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Auth extends CallAuths[Path] = CallAuths[Path],
  ExtraFields extends z.ZodObject = z.ZodObject,
> = CallFields<Name, Request, Data, Auth> &
  AudienceFields<Request, Data, ExtraFields>[Path] & { readonly path: Path; readonly tag: CallTag };

/** A call of any audience; its path distinguishes them. */
export type AnyCallDefinition = { [Path in CallPath]: CallDefinition<Path> }[CallPath];

/** Returns the function that defines the calls of one audience, all with the same tag if one is given. */
function createDefiner<const Path extends CallPath>(path: Path, tag?: CallTag) {
  return <
    const Name extends string,
    Request extends z.ZodObject,
    Data extends z.ZodType,
    const Auth extends CallAuths[Path],
    ExtraFields extends z.ZodObject = z.ZodObject,
  >(
    definition: CallFields<Name, Request, Data, Auth> & AudienceFields<Request, Data, ExtraFields>[Path],
  ) => {
    // Otherwise a misspelt field would be dropped silently, and a partner's purchase would not be fixed as intended.
    const isStrict = path === 'gateway/partner' || path === 'gateway/partner-pages';
    const request = isStrict ? definition.request.strict() : definition.request;
    const call = { path, tag, ...definition, request: withRules(request, definition.rules) };
    return call as unknown as CallDefinition<Path, Name, Request, Data, Auth, ExtraFields>;
  };
}

export const defineCall = createDefiner('gateway/buying');
export const definePartnerCall = createDefiner('gateway/partner', 'partner');
export const defineConsoleCall = createDefiner('gateway/console', 'console');
export const definePartnerPageCall = createDefiner('gateway/partner-pages', 'partnerPages');
