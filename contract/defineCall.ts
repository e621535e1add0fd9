import type { z } from 'zod';
import type { Role } from './entities/roles.ts';
import type { ErrorKey } from './errors.ts';

/** `required`: only with a live session; `optional`: a session opens more; `none`: the same answer for everybody. */
export type CallAuth = 'none' | 'optional' | 'required';

/** What a partner's server shows: its key alone, which reads, or a signature besides, without which nothing is written. */
export type PartnerCallAuth = 'key' | 'signature';

/** `session`: only for a person who has entered the operators' console; `none`: before that. */
export type ConsoleCallAuth = 'none' | 'session';

/**
 * What stands before it. `reads`: nothing is changed. `free`: the session is enough, and it moves no money and no right.
 * `signed`: the request carries a statement that the person has signed just now.
 */
export type ConsoleGuard = 'reads' | 'free' | 'signed';

/** The families of calls, each under a path of its own: those of the pages, of partners' servers, and of the operators' console. */
export type CallPath = 'gateway/buying' | 'gateway/partner' | 'gateway/console';

/** The stages by which the calls are told apart in the reference. */
export const callTags = {
  lists: { name: 'Lists and regions', description: 'Countries, currencies, cryptos and what the pickers need.' },
  quote: { name: 'Quotes and offers', description: 'Prices: firm for 60 seconds, every fee named.' },
  order: { name: 'Orders', description: 'One purchase, from its making to the delivery on chain.' },
  payment: { name: 'Payment', description: 'Paying an order; cards belong to the acquirer, we keep a reference.' },
  identity: { name: 'Identity', description: "The buyer's details and documents." },
  account: { name: 'Account', description: 'Login by a code, sessions, and the data that we keep of a buyer.' },
  addresses: { name: 'Addresses', description: 'Checked and saved receiving addresses.' },
  tracking: { name: 'Tracking and partners', description: 'The funnel, and the sites that open Slipway.' },
  partner: {
    name: "Partners' servers",
    description:
      'What the server of a partner asks with its key. Nothing here is for a browser: there is no CORS and no cookie.',
  },
  console: {
    name: "Operators' console",
    description:
      'What the console of the operator asks, served by a process of its own (`ROLE=console`) at an address of its own. Whatever is done there is a statement that a person has signed.',
  },
} as const satisfies Record<string, { readonly name: string; readonly description: string }>;

export type CallTag = keyof typeof callTags;

/** What the calls of every family have. */
type CallShape<
  Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  Path extends CallPath,
  Auth extends CallAuth | PartnerCallAuth | ConsoleCallAuth,
> = {
  /** The last part of its path: `POST /{path}/{name}`. */
  readonly name: Name;
  readonly path: Path;
  readonly tag: CallTag;
  readonly summary: string;
  readonly auth: Auth;
  readonly request: Request;
  readonly data: Data;
  /** What it may answer besides the errors that every call of its family shares. */
  readonly errors: readonly ErrorKey[];
  readonly example: { readonly request: z.input<Request>; readonly data: z.output<Data> };
};

/**
 * One call of the pages, `POST /gateway/buying/{name}`, written once: the server validates with it, the browser is typed
 * by it, OpenAPI is printed from it.
 */
export type CallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Beside extends z.ZodObject = z.ZodObject,
  Auth extends CallAuth = CallAuth,
> = CallShape<Name, Request, Data, 'gateway/buying', Auth> & {
  /** Also answered as GET, for the plain lists. */
  readonly get?: boolean;
  /** Fields that the envelope carries beside `data`. */
  readonly beside?: Beside;
  /** The answer may also be a file in place of the envelope; a refusal is an envelope all the same. */
  readonly file?: { readonly mediaType: string; readonly description: string };
};

/** One call of a partner's server, `POST /gateway/partner/{name}`. */
export type PartnerCallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Auth extends PartnerCallAuth = PartnerCallAuth,
> = CallShape<Name, Request, Data, 'gateway/partner', Auth>;

/** One call of the operators' console, `POST /gateway/console/{name}`. */
export type ConsoleCallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Auth extends ConsoleCallAuth = ConsoleCallAuth,
> = CallShape<Name, Request, Data, 'gateway/console', Auth> & {
  /** Whoever is one of these may ask; of a call that is `signed`, the table of rights says it for each act. */
  readonly roles: readonly Role[];
  readonly guard: ConsoleGuard;
  /** In bytes, of a call that carries files; all others have what the gateway takes. */
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
  return { path: 'gateway/buying', ...definition };
}

export function definePartnerCall<
  const Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  const Auth extends PartnerCallAuth = PartnerCallAuth,
>(
  definition: Omit<PartnerCallDefinition<Name, Request, Data, Auth>, 'path' | 'tag'>,
): PartnerCallDefinition<Name, Request, Data, Auth> {
  // A misspelt field would otherwise be dropped in silence, and what it names would not be fixed.
  const request = definition.request.strict() as Request;
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
