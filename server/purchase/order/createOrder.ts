import type { CallInput } from '@slipway/contract/calls.ts';
import { traitsOf } from '@slipway/contract/entities/payMethods.ts';
import { type Amount, fromDecimal, toDecimal, zeroOf } from '@slipway/money/amount.ts';
import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { allowedRedirect, NO_PARTNER, type Partner, type Partners } from '../../partner/partner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { addressMac, equalBytes, type Keys, readableToken, sha256 } from '../../platform/secrets.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import { judgeOrder, type RiskContext } from '../../risk/judgeOrder.ts';
import { checkAddress } from '../address/checkAddress.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isStillSoldAs } from '../catalog/soldCryptoStore.ts';
import { choosePricing, euroCents, OWN_OFFER_TYPE, requireDeliverable, shownPrice } from '../quote/makeQuote.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import type { IssuedQuote, QuoteTokens } from '../quote/quoteToken.ts';
import { requireNoDocument } from './identityLimit.ts';
import { findOrderByQuote, insertOrder, transactionTime } from './orderStore.ts';
import { CARD_TRIES } from './stateClocks.ts';
import { newTransferReference } from './transferReference.ts';

export type CreateOrderContext = RiskContext & {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly prices: () => PriceBook;
  readonly quoteTokens: QuoteTokens;
  readonly chains: Chains;
  readonly clock: Clock;
  readonly partners: () => Partners;
  readonly keys: Keys;
  readonly rules: Rules;
};

/** Who makes an order, as the request tells it. */
export type OrderOwner = {
  readonly buyerId: string | null;
  /** 0 for a guest. */
  readonly kycLevel: number;
  readonly guestHash: Buffer | null;
  readonly country: string;
  readonly locale: string;
  readonly clientAddress: string;
};

type Submission = CallInput<'coinOrder'>;

/** 100 bits in characters that can be read out loud. */
const ORDER_NUMBER_LENGTH = 20;

/**
 * Makes an order from a quote of ours, priced from its token and from nothing else that the browser sends. The same
 * submission again gives the same order; the same quote with another input is refused.
 */
export async function createOrder(
  context: CreateOrderContext,
  submission: Submission,
  owner: OrderOwner,
): Promise<string> {
  const issued = await context.quoteTokens.read(submission.token);
  if (!issued) throw new AppError('malformed', { field: 'token', problem: 'is not a quote of ours' });
  const submissionHash = hashSubmission(submission, owner);
  const earlier = await existingOrder(context.database, issued.id, submissionHash);
  if (earlier) return earlier;
  if (submission.offerType !== '' && submission.offerType !== OWN_OFFER_TYPE)
    throw new AppError('provider_unavailable');
  if (context.clock.now().getTime() / 1000 >= issued.expireTime) throw new AppError('price_expired');

  const { terms } = issued;
  const { purchase, method } = choosePricing(terms, submission.payMethod);
  requireDeliverable(context.prices(), new Date(), terms, purchase.receive);
  const address = acceptAddress(context, submission, issued);
  const worth = worthInEuroCents(context, issued, purchase.pay);
  requireWalletType(context, submission, worth);
  const traits = traitsOf(method);
  if (traits.needsKnownBuyer) requireKnownBuyer(owner);
  await requireNoDocument(context, { buyerId: owner.buyerId, euroCents: worth, orderId: null });
  await requireClear(context, { address, worth, owner });

  const orderNo = readableToken(ORDER_NUMBER_LENGTH);
  const receiveCurrency = terms.crypto.id;
  const partner = context.partners().get(issued.partnerId);
  const { kycLevel: _, ...kept } = owner;
  try {
    await context.database.transaction(async (transaction) => {
      const now = await transactionTime(transaction);
      if (now.getTime() / 1000 >= issued.expireTime) throw new AppError('price_expired');
      if (!(await isStillSoldAs(transaction, terms.crypto))) throw new AppError('price_expired');
      await insertOrder(transaction, {
        orderNo,
        quoteId: issued.id,
        submissionHash,
        offerType: OWN_OFFER_TYPE,
        ...kept,
        partnerId: partner?.id ?? NO_PARTNER,
        partnerShare: shareOf(partner, purchase.pay),
        transferReference: traits.money === 'received' ? newTransferReference() : null,
        payMethod: method,
        side: terms.side,
        pay: purchase.pay,
        receiveCurrency,
        receive: purchase.receive,
        processingFee: purchase.processingFee,
        networkFee: purchase.networkFee,
        price: shownPrice(terms.price),
        referencePrice: shownPrice(terms.mid),
        euroCents: worth,
        network: terms.crypto.network.id,
        address,
        addressMac: addressMac(context.keys.addressMac, { orderNo, receiveCurrency, address }),
        walletType: submission.walletType,
        exchangeName: submission.exchangeName,
        redirectUrl: allowedRedirect(partner, submission.redirectUrl ?? '') ?? null,
        triesLeft: CARD_TRIES,
        paymentDeadline: new Date(now.getTime() + traits.windowMs),
      });
    });
    return orderNo;
  } catch (error) {
    if (!isUniqueViolation(error, 'orders_quote_id_key')) throw error;
    // Two submissions of one quote at the same moment: the first one made the order.
    const first = await existingOrder(context.database, issued.id, submissionHash);
    if (!first) throw error;
    return first;
  }
}

async function existingOrder(database: Database, quoteId: string, submissionHash: Buffer): Promise<string | undefined> {
  const found = await findOrderByQuote(database, quoteId);
  if (!found) return undefined;
  if (!equalBytes(found.submissionHash, submissionHash)) throw new AppError('quote_already_used');
  return found.orderNo;
}

/** What makes two submissions the same: the buyer's choices, not the copies of the amounts that the browser sends along. */
function hashSubmission(submission: Submission, owner: OrderOwner): Buffer {
  const ownerId = owner.buyerId ?? owner.guestHash?.toString('base64') ?? '';
  return sha256(
    JSON.stringify([submission.payMethod, submission.address, submission.walletType, submission.exchangeName, ownerId]),
  );
}

function acceptAddress(context: CreateOrderContext, submission: Submission, { terms }: IssuedQuote): string {
  const verdict = checkAddress(context, terms.crypto, submission.address);
  if (!verdict.valid) throw new AppError(verdict.fault === 'denied' ? 'risk_control' : 'address_invalid');
  return verdict.normalized;
}

function worthInEuroCents(
  context: CreateOrderContext,
  { terms }: IssuedQuote,
  pay: Parameters<typeof euroCents>[0],
): bigint {
  const { code } = terms.payCurrency.asset;
  if (code === 'EUR') return euroCents(pay, parseDecimal('1'));
  const rate = context.prices().rates.get(code);
  // Without a rate it is unknown whether the identity rule applies.
  if (!rate) throw new AppError('price_unavailable');
  return euroCents(pay, rate.perEuro);
}

function requireWalletType(context: CreateOrderContext, submission: Submission, worth: bigint): void {
  if (submission.walletType === 'exchange' && submission.exchangeName === '') throw new AppError('exchange_missing');
  if (submission.walletType === '' && worth > context.rules.travelRuleAboveEuroCents)
    throw new AppError('wallet_type_missing');
}

/** The money of a transfer comes without the buyer: who they are is known before. */
function requireKnownBuyer({ buyerId, kycLevel }: OrderOwner): void {
  if (buyerId === null) throw new AppError('invalid_auth_token');
  if (kycLevel < 1) throw new AppError('details_missing');
}

async function requireClear(
  context: CreateOrderContext,
  { address, worth, owner }: { readonly address: string; readonly worth: bigint; readonly owner: OrderOwner },
): Promise<void> {
  const decision = await judgeOrder(
    context,
    {
      orderId: null,
      buyerId: owner.buyerId,
      euroCents: worth,
      address,
      clientAddress: owner.clientAddress,
      cardFingerprint: '',
      cardCountry: '',
      homeCountries: [],
      payerNameDiffers: undefined,
      holdRequested: false,
    },
    'order',
  );
  if (decision.outcome === 'refuse') throw new AppError('risk_control');
}

/** Rounded down to the pay currency's minor unit. */
function shareOf(partner: Partner | undefined, pay: Amount): Amount {
  if (!partner) return zeroOf(pay.asset);
  return fromDecimal(pay.asset, multiply(toDecimal(pay), partner.share), 'down');
}
