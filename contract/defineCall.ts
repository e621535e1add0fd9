import type { z } from 'zod';
import type { ErrorKey } from './errors.ts';

/** `required`: only with a live session; `optional`: a session opens more; `none`: the same answer for everybody. */
export type CallAuth = 'none' | 'optional' | 'required';

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
