import type { ErrorKey } from '@slipway/contract/errors.ts';

/** One call that was refused. Nothing of what was sent but the e-mail address of a login. */
export type RefusedCall = {
  readonly call: string;
  readonly reason: ErrorKey;
  readonly buyerId: string | null;
  readonly email: string;
  /** As the budgets count it. */
  readonly client: string;
  /** ISO 3166; empty where it is not known, or it was refused before anybody looked. */
  readonly country: string;
};

/** Takes note of refusals. It never throws, and nobody waits for it. */
export type RefusalLog = { note(refused: RefusedCall): void };
