import type Stripe from 'stripe';
import type { AccountState, DueWork } from './account.ts';
import type { StripeObject } from './wire/findObject.ts';

/** One change of the account: everything in it reaches the disk together, then its events are sent. */
export type Change = {
  readonly state: AccountState;
  /** Epoch seconds of the sandbox's clock. */
  readonly now: number;
  /** Where the stand-in itself is reached, for links in its answers. */
  readonly ownUrl: string;
  /** Records an event about an object of the account, as that object is now. */
  raise(type: Stripe.Event['type'], subjectId: string): void;
  /** Lets something happen by itself later. */
  schedule(work: DueWork): void;
  /** The object as the wire shows it; it has to be there. */
  find(id: string): StripeObject;
};
