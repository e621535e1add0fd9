import type Stripe from 'stripe';
import type { AccountState, ScheduledWork } from './accountState.ts';
import type { StripeObject } from './wire/findObject.ts';

/** One change of the account: all of it is written to disk together, then its events are sent. */
export type AccountChange = {
  readonly state: AccountState;
  /** Epoch seconds of the sandbox's clock. */
  readonly now: number;
  /** The stand-in's own address, for links in its answers. */
  readonly ownUrl: string;
  /** Records an event with the object's current state. */
  raise(type: Stripe.Event['type'], subjectId: string): void;
  /** Schedules work for later. */
  schedule(work: ScheduledWork): void;
  /** Returns the object in the API's format; it must exist. */
  find(id: string): StripeObject;
};
