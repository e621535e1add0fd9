import type {
  PartnerCallData,
  PartnerCallInput,
  PartnerCallName,
  PartnerCalls,
} from '@slipway/contract/partnerCalls.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Partner } from '../partner.ts';

/** The partner whose server calls, according to its key. */
export type PartnerCaller = {
  readonly partner: Partner;
  readonly keyId: string;
  /** IP address of the partner's server, not of a buyer. */
  readonly address: string;
};

type Answer<Name extends PartnerCallName> = Promise<{ readonly data: PartnerCallData<Name> }>;

/** Handler of one call. A writing call gets the transaction that also stores its answer, so that all of it commits or nothing. */
export type PartnerHandler<Name extends PartnerCallName> = PartnerCalls[Name]['auth'] extends 'signature'
  ? (input: PartnerCallInput<Name>, caller: PartnerCaller, transaction: Transaction) => Answer<Name>
  : (input: PartnerCallInput<Name>, caller: PartnerCaller) => Answer<Name>;

/**
 * Checks for calls whose stored answers can become useless: each throws instead of returning such an answer again for the
 * same idempotency key.
 */
export type PartnerReplayChecks = {
  readonly [Name in PartnerCallName]?: (answer: PartnerCallData<Name>, transaction: Transaction) => Promise<void>;
};

export type PartnerHandlers = { readonly [Name in PartnerCallName]: PartnerHandler<Name> };
