import type {
  PartnerCallData,
  PartnerCallInput,
  PartnerCallName,
  PartnerCalls,
} from '@slipway/contract/partnerCalls.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Partner } from '../partner.ts';

/** The server that calls: what its key says. */
export type PartnerCaller = {
  readonly partner: Partner;
  readonly keyId: string;
  /** Of the partner's server, not of a buyer. */
  readonly address: string;
};

type Answer<Name extends PartnerCallName> = Promise<{ readonly data: PartnerCallData<Name> }>;

/** One that writes gets the transaction in which its answer is kept: all of what it does commits with it, or nothing. */
export type PartnerHandler<Name extends PartnerCallName> = PartnerCalls[Name]['auth'] extends 'signature'
  ? (input: PartnerCallInput<Name>, caller: PartnerCaller, transaction: Transaction) => Answer<Name>
  : (input: PartnerCallInput<Name>, caller: PartnerCaller) => Answer<Name>;

/**
 * For calls whose answers stop being useful: each throws instead of giving an answer again, for the same idempotency key, that
 * the partner can do nothing with.
 */
export type PartnerReplayChecks = {
  readonly [Name in PartnerCallName]?: (answer: PartnerCallData<Name>, transaction: Transaction) => Promise<void>;
};

export type PartnerHandlers = { readonly [Name in PartnerCallName]: PartnerHandler<Name> };
