import type { z } from 'zod';
import type { ErrorKey } from './errors.ts';

/** `required`: only with a live session; `optional`: a session opens more; `none`: the same answer for everybody. */
export type CallAuth = 'none' | 'optional' | 'required';

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
} as const satisfies Record<string, { readonly name: string; readonly description: string }>;

export type CallTag = keyof typeof callTags;

/**
 * One call of the wire, `POST /gateway/buying/{name}`, written once: the server validates with it, the browser is typed
 * by it, OpenAPI is printed from it.
 */
export type CallDefinition<
  Name extends string = string,
  Request extends z.ZodObject = z.ZodObject,
  Data extends z.ZodType = z.ZodType,
  Beside extends z.ZodObject = z.ZodObject,
  Auth extends CallAuth = CallAuth,
> = {
  readonly name: Name;
  readonly tag: CallTag;
  readonly summary: string;
  readonly auth: Auth;
  /** Also answered as GET, for the plain lists. */
  readonly get?: boolean;
  readonly request: Request;
  readonly data: Data;
  /** Fields that the envelope carries beside `data`. */
  readonly beside?: Beside;
  /** What it may answer besides the errors that every call shares. */
  readonly errors: readonly ErrorKey[];
  readonly example: { readonly request: z.input<Request>; readonly data: z.output<Data> };
};

export function defineCall<
  const Name extends string,
  Request extends z.ZodObject,
  Data extends z.ZodType,
  Beside extends z.ZodObject = z.ZodObject,
  const Auth extends CallAuth = CallAuth,
>(definition: CallDefinition<Name, Request, Data, Beside, Auth>): CallDefinition<Name, Request, Data, Beside, Auth> {
  return definition;
}
