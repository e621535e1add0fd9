import type { ErrorKey } from '@slipway/contract/errors.ts';

/** A refused call. Of the call's input, it contains only the email address, such as that of a login. */
export type RefusedCall = {
  readonly call: string;
  readonly reason: ErrorKey;
  readonly buyerId: string | null;
  readonly email: string;
  /** The client as the rate limits count it. */
  readonly client: string;
  /** ISO 3166; empty if unknown, or if the call was refused before the look-up. */
  readonly country: string;
};

/** Records refusals. It never throws, and callers do not wait for it. */
export type RefusalLog = { note(refused: RefusedCall): void };
