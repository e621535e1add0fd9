import type {
  PartnerCallData,
  PartnerCallInput,
  PartnerCallName,
  PartnerCalls,
} from '@slipway/contract/partnerCalls.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Partner } from '../partner.ts';

/** The partner that the request's key identifies. */
export type PartnerCaller = {
  readonly partner: Partner;
  readonly keyId: string;
  /** IP address of the partner's server, not of a buyer. */
  readonly address: string;
};

type Answer<Name extends PartnerCallName> = Promise<{ readonly data: PartnerCallData<Name> }>;

/** Handler of one call. A writing call gets the transaction in which its answer is stored: both are committed, or neither. */
export type PartnerHandler<Name extends PartnerCallName> = PartnerCalls[Name]['auth'] extends 'signature'
  ? (input: PartnerCallInput<Name>, caller: PartnerCaller, transaction: Transaction) => Answer<Name>
  : (input: PartnerCallInput<Name>, caller: PartnerCaller) => Answer<Name>;

/**
 * For some calls: checks a stored answer before it is returned again for the same idempotency key. Throws if it can no longer
 * be used, for example because its session has ended.
 */
export type PartnerReplayChecks = {
  readonly [Name in PartnerCallName]?: (answer: PartnerCallData<Name>, transaction: Transaction) => Promise<void>;
};

export type PartnerHandlers = { readonly [Name in PartnerCallName]: PartnerHandler<Name> };
