import type { CallInput } from '@slipway/contract/calls.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { getPayMethodTraits, type MethodTraits, type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { Amount } from '@slipway/money/amount.ts';
import type { Decimal } from '@slipway/money/decimal.ts';
import type { PricedPurchase } from '@slipway/money/pricing.ts';
import type { Rules } from '../../../platform/config/rules.ts';
import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/appError.ts';
import type { AddressReaders } from '../../../providers/chain/chains.ts';
import { isKycLevelCapped, requireNoDocument } from '../../../risk/identityLimit.ts';
import type { OrderRiskFacts, RiskContext } from '../../../risk/judgeOrder.ts';
import { checkAddress, createAddressError } from '../../address/checkAddress.ts';
import { computePurchasePrice } from '../../offer/computePurchasePrice.ts';
import { findOffer } from '../../offer/offerStore.ts';
import type { ProviderGroup } from '../../offer/providerGroup.ts';
import { choosePricing, computeEuroCents, requireDeliverable } from '../../quote/makeQuote.ts';
import type { PriceBook } from '../../quote/priceBook.ts';
import { priceMethods } from '../../quote/pricedQuote.ts';
import type { IssuedQuote } from '../../quote/quoteToken.ts';

export type SubmissionContext = RiskContext & {
  readonly database: Database;
  readonly prices: () => PriceBook;
  readonly addressReaders: AddressReaders;
  readonly rules: Rules;
  readonly providerGroup: ProviderGroup;
};

/** The buyer or guest who places an order, as known from the request. */
export type OrderOwner = {
  readonly buyerId: string | null;
  /** The partner to which the buyer's account belongs; NO_PARTNER for a direct buyer and for a guest. */
  readonly accountPartner: string;
  /** 0 for a guest. */
  readonly kycLevel: number;
  /** True if two people have set the level. */
  readonly isLevelSet?: boolean;
  readonly guestHash: Buffer | null;
  /** True if the buyer has re-authenticated within the last minutes; absent for a guest. */
  readonly isProved?: boolean;
  readonly country: string;
  readonly locale: string;
  readonly clientAddress: string;
};

/** The buyer or guest who submits an order. `isMade` returns true if the same submission has already created the order. */
export type OrderRequester = OrderOwner & Required<Pick<OrderRiskFacts, 'isMade'>>;

/** The data of an order after all checks have passed. */
export type AcceptedSubmission = {
  /** The provider that fulfils the order. */
  readonly offerType: string;
  /** Price of one coin including the spread, without the fees. */
  readonly price: Decimal;
  /** The affiliate fee that another provider owes us for the order; undefined for our own orders. */
  readonly affiliateFee: Amount | undefined;
  /** How long the order can be paid. */
  readonly windowMs: number;
  readonly method: PayMethod;
  readonly traits: MethodTraits;
  readonly purchase: PricedPurchase;
  /** In the chain's canonical spelling. */
  readonly address: string;
  /** Value of the payment in euro cents. */
  readonly worth: bigint;
};

type Submission = CallInput<'coinOrder'>;

/**
 * Checks a submission that the operator would fulfil: amounts, address, wallet type, buyer and identity, the cheap checks
 * first. Throws the first refusal.
 */
export async function acceptSubmission(
  context: SubmissionContext,
  submission: Submission,
  { terms }: IssuedQuote,
  owner: OrderRequester,
): Promise<AcceptedSubmission> {
  const { purchase, method } = choosePricing(priceMethods(terms), submission.payMethod);
  requireDeliverable(context.prices(), new Date(), terms, purchase.receive);
  const address = requireValidAddress(context, submission, terms);
  const worth = computeEuroCents(context.prices(), purchase.pay);
  requireWalletType(context, submission, worth);
  const traits = getPayMethodTraits(method);
  if (traits.needsKnownBuyer) requireKnownBuyer(owner);
  const isLevelCapped = isKycLevelCapped(owner);
  await requireNoDocument(context, {
    buyerId: owner.buyerId,
    euroCents: worth,
    orderId: null,
    isLevelCapped,
  });
  return {
    method,
    traits,
    purchase,
    address,
    worth,
    offerType: OWN_OFFER_TYPE,
    price: terms.conditions.price,
    affiliateFee: undefined,
    windowMs: traits.windowMs,
  };
}

/** The shortest window for an order that another provider fulfils: buyers also verify their identity on its page. */
const LEAST_PROVIDER_WINDOW_MS = 60 * 60_000;

/**
 * Checks a submission that another provider would fulfil: its offer for this quote, which has the price, and the address and
 * wallet type. Throws the first refusal. The provider takes the money and delivers, so our limits and treasury do not apply.
 */
export async function acceptProviderSubmission(
  context: SubmissionContext,
  submission: Submission,
  { id, terms }: IssuedQuote,
): Promise<AcceptedSubmission> {
  const { offerType, payMethod: method } = submission;
  if (!context.providerGroup.find(offerType)) throw new AppError('provider_unavailable');
  const assets = { pay: terms.conditions.payCurrency.asset, receive: terms.conditions.crypto.asset };
  const offer = await findOffer(context.database, { quoteId: id, offerType, payMethod: method }, assets);
  if (!offer) throw new AppError('provider_unavailable');
  if (!offer.isLive) throw new AppError('price_expired');
  const address = requireValidAddress(context, submission, terms);
  const worth = computeEuroCents(context.prices(), offer.pay);
  requireWalletType(context, submission, worth);
  const { pay, receive, processingFee, networkFee, affiliateFee } = offer;
  const purchase = { pay, receive, processingFee, networkFee };
  const traits = getPayMethodTraits(method);
  return {
    offerType,
    method,
    traits,
    purchase,
    address,
    worth,
    affiliateFee,
    price: computePurchasePrice(purchase),
    windowMs: Math.max(traits.windowMs, LEAST_PROVIDER_WINDOW_MS),
  };
}

function requireValidAddress(
  context: SubmissionContext,
  { address }: Submission,
  { conditions }: IssuedQuote['terms'],
): string {
  const verdict = checkAddress(context, conditions.crypto, address);
  if (!verdict.valid) throw createAddressError(verdict);
  return verdict.normalized;
}

function requireWalletType({ rules }: SubmissionContext, submission: Submission, worth: bigint): void {
  if (submission.walletType === 'exchange' && submission.exchangeName === '') throw new AppError('exchange_missing');
  if (submission.walletType === '' && worth > rules.travelRuleAboveEuroCents) throw new AppError('wallet_type_missing');
}

/** A bank transfer arrives when the buyer is not present, so the buyer must be identified before. */
function requireKnownBuyer({ buyerId, kycLevel }: OrderOwner): void {
  if (buyerId === null) throw new AppError('invalid_auth_token');
  if (kycLevel < 1) throw new AppError('details_missing');
}
