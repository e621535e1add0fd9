import type { CallInput } from '@slipway/contract/calls.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { type MethodTraits, type PayMethod, traitsOf } from '@slipway/contract/entities/payMethods.ts';
import type { Amount } from '@slipway/money/amount.ts';
import type { Decimal } from '@slipway/money/decimal.ts';
import type { PricedPurchase } from '@slipway/money/pricing.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { AddressReaders } from '../../providers/chain/chains.ts';
import { isLevelHeldDown, requireNoDocument } from '../../risk/identityLimit.ts';
import type { RiskContext, RiskQuestion } from '../../risk/judgeOrder.ts';
import { checkAddress, refusalOf } from '../address/checkAddress.ts';
import { findOffer } from '../offer/offerStore.ts';
import type { ProviderPanel } from '../offer/providerPanel.ts';
import { purchasePrice } from '../offer/purchasePrice.ts';
import { choosePricing, requireDeliverable, worthInEuroCents } from '../quote/makeQuote.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { priceMethods } from '../quote/pricedQuote.ts';
import type { IssuedQuote } from '../quote/quoteToken.ts';

export type SubmissionContext = RiskContext & {
  readonly database: Database;
  readonly prices: () => PriceBook;
  readonly addressReaders: AddressReaders;
  readonly rules: Rules;
  readonly panel: ProviderPanel;
};

/** Who makes an order, as the request tells it. */
export type OrderOwner = {
  readonly buyerId: string | null;
  /** The partner whose account of the buyer it is; NO_PARTNER for a buyer's own, and for a guest. */
  readonly accountPartner: string;
  /** 0 for a guest. */
  readonly kycLevel: number;
  readonly isLevelSet?: boolean;
  readonly guestHash: Buffer | null;
  /** Whether the buyer has proved within the last minutes who they are; absent for a guest. */
  readonly isProved?: boolean;
  readonly country: string;
  readonly locale: string;
  readonly clientAddress: string;
};

/** Who asks for an order, which the same submission may have made before. */
export type OrderAsker = OrderOwner & Required<Pick<RiskQuestion, 'isMade'>>;

/** What an order is made of once nothing speaks against it. */
export type AcceptedSubmission = {
  /** Who fulfils it. */
  readonly offerType: string;
  /** All-in, of one coin, without the fees. */
  readonly price: Decimal;
  /** What another provider is to pay us for it; undefined for an order of our own. */
  readonly affiliateFee: Amount | undefined;
  /** Until when it can be paid. */
  readonly windowMs: number;
  readonly method: PayMethod;
  readonly traits: MethodTraits;
  readonly purchase: PricedPurchase;
  /** As the chain writes it. */
  readonly address: string;
  readonly worth: bigint;
};

type Submission = CallInput<'coinOrder'>;

/** Asks everything that can be asked before there is an order, the cheap and certain first. Throws the first refusal. */
export async function acceptSubmission(
  context: SubmissionContext,
  submission: Submission,
  { terms }: IssuedQuote,
  owner: OrderAsker,
): Promise<AcceptedSubmission> {
  const { purchase, method } = choosePricing(priceMethods(terms), submission.payMethod);
  requireDeliverable(context.prices(), new Date(), terms, purchase.receive);
  const address = acceptAddress(context, submission, terms);
  const worth = worthInEuroCents(context.prices(), purchase.pay);
  requireWalletType(context, submission, worth);
  const traits = traitsOf(method);
  if (traits.needsKnownBuyer) requireKnownBuyer(owner);
  const isHeldDown = isLevelHeldDown(owner);
  await requireNoDocument(context, { buyerId: owner.buyerId, euroCents: worth, orderId: null, isHeldDown });
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

/** On a provider's page a buyer proves who they are, too. */
const LEAST_PROVIDER_WINDOW_MS = 60 * 60_000;

/**
 * As {@link acceptSubmission}, for an order that another provider fulfils: priced from what it offered for this quote. It takes
 * the money and delivers by itself, so that our own limits and our treasury say nothing about it.
 */
export async function acceptProviderSubmission(
  context: SubmissionContext,
  submission: Submission,
  { id, terms }: IssuedQuote,
): Promise<AcceptedSubmission> {
  const { offerType, payMethod: method } = submission;
  if (!context.panel.find(offerType)) throw new AppError('provider_unavailable');
  const assets = { pay: terms.conditions.payCurrency.asset, receive: terms.conditions.crypto.asset };
  const offer = await findOffer(context.database, { quoteId: id, offerType, payMethod: method }, assets);
  if (!offer) throw new AppError('provider_unavailable');
  if (!offer.isLive) throw new AppError('price_expired');
  const address = acceptAddress(context, submission, terms);
  const worth = worthInEuroCents(context.prices(), offer.pay);
  requireWalletType(context, submission, worth);
  const { pay, receive, processingFee, networkFee, affiliateFee } = offer;
  const purchase = { pay, receive, processingFee, networkFee };
  const traits = traitsOf(method);
  return {
    offerType,
    method,
    traits,
    purchase,
    address,
    worth,
    affiliateFee,
    price: purchasePrice(purchase),
    windowMs: Math.max(traits.windowMs, LEAST_PROVIDER_WINDOW_MS),
  };
}

function acceptAddress(
  context: SubmissionContext,
  { address }: Submission,
  { conditions }: IssuedQuote['terms'],
): string {
  const verdict = checkAddress(context, conditions.crypto, address);
  if (!verdict.valid) throw refusalOf(verdict);
  return verdict.normalized;
}

function requireWalletType({ rules }: SubmissionContext, submission: Submission, worth: bigint): void {
  if (submission.walletType === 'exchange' && submission.exchangeName === '') throw new AppError('exchange_missing');
  if (submission.walletType === '' && worth > rules.travelRuleAboveEuroCents) throw new AppError('wallet_type_missing');
}

/** The money of a transfer comes without the buyer: who they are is known before. */
function requireKnownBuyer({ buyerId, kycLevel }: OrderOwner): void {
  if (buyerId === null) throw new AppError('invalid_auth_token');
  if (kycLevel < 1) throw new AppError('details_missing');
}
