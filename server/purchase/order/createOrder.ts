import type { CallInput } from '@slipway/contract/calls.ts';
import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import { type Amount, fromDecimal, toDecimal, zeroOf } from '@slipway/money/amount.ts';
import { multiply } from '@slipway/money/decimal.ts';
import { NO_PARTNER, type Partner, type Partners } from '../../partner/partner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Cells } from '../../platform/config/cells.ts';
import { isUniqueViolation, type Queryable, refusedBy } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Keys } from '../../platform/secrets.ts';
import { lockSubjects } from '../../risk/reserveLimits.ts';
import { mustConfirmContract } from '../address/contractQuestion.ts';
import { insertProviderOrder } from '../offer/providerOrderStore.ts';
import { shownPrice } from '../quote/makeQuote.ts';
import type { IssuedQuote, QuoteTokens, SignedQuote } from '../quote/quoteToken.ts';
import { readSender, type Sender } from '../session/readSender.ts';
import {
  type AcceptedSubmission,
  acceptProviderSubmission,
  acceptSubmission,
  type OrderAsker,
  type OrderOwner,
  type SubmissionContext,
} from './acceptSubmission.ts';
import { findEarlierOrder, hashSubmission } from './earlierOrder.ts';
import { isClear } from './isClear.ts';
import { newOrderNumber } from './orderNumber.ts';
import { sealOf } from './orderSeal.ts';
import { insertReservedOrder, lockOrder, type NewOrder } from './orderStore.ts';
import { requireConfirmed } from './requireConfirmed.ts';
import { CARD_TRIES } from './stateClocks.ts';
import { tellPartner } from './tellPartner.ts';
import { newTransferReference } from './transferReference.ts';

export type CreateOrderContext = SubmissionContext & {
  readonly quoteTokens: QuoteTokens;
  readonly clock: Clock;
  readonly partners: () => Partners;
  readonly keys: Keys;
  /** Undefined: this Slipway stands alone. */
  readonly cells: Cells | undefined;
};

type Submission = CallInput<'coinOrder'>;

/**
 * Makes an order from a quote of ours, priced from its token and from nothing else that the browser sends. The same
 * submission again gives the same order, whatever has become of the quote since; the same quote with another input is refused.
 */
export async function createOrder(
  context: CreateOrderContext,
  submission: Submission,
  owner: OrderOwner,
): Promise<string> {
  const { database, quoteTokens } = context;
  const signed = quoteTokens.open(submission.token);
  if (!signed) throw new AppError('malformed', { field: 'token', problem: 'is not a quote of ours' });
  const submissionHash = hashSubmission(submission);
  const findEarlier = (within: Queryable) => findEarlierOrder(within, signed.id, submissionHash, owner);
  const isMade = async (within: Queryable) => (await findEarlier(within)) !== undefined;
  try {
    return await makeOrder(context, submission, { ...owner, isMade }, signed, submissionHash);
  } catch (error) {
    // Looked for last, since nearly every submission is the first of its quote.
    if (!(error instanceof AppError || isUniqueViolation(error, 'orders_quote_id_key'))) throw error;
    const earlier = await findEarlier(database);
    if (!earlier) throw error;
    return earlier;
  }
}

/** Throws its refusal, and a unique violation on `orders_quote_id_key` where the quote has made an order. */
async function makeOrder(
  context: CreateOrderContext,
  submission: Submission,
  asker: OrderAsker,
  signed: SignedQuote,
  submissionHash: Buffer,
): Promise<string> {
  const { clock } = context;
  const issued = signed.quote();
  requireLive(issued, clock.now());
  const accept = isOwnOffer(submission.offerType) ? acceptSubmission : acceptProviderSubmission;
  const accepted = await accept(context, submission, issued, asker);
  const { crypto } = issued.terms.conditions;
  if (!submission.acceptContract && (await mustConfirmContract(context, crypto, accepted.address, asker.buyerId)))
    throw new AppError('address_is_contract');
  const { kycLevel: _, isLevelSet: __, accountPartner, isProved: ___, isMade: ____, ...kept } = asker;
  const intended = { ...accepted, terms: issued.terms };
  const sender = await readSender(context, submission, issued, accountPartner, intended);
  const order = { ...orderOf(context, submission, issued, accepted, sender), ...kept, submissionHash };
  await writeOrder(context, order, asker, accepted, issued);
  return order.orderNo;
}

function requireLive({ expireTime }: IssuedQuote, now: Date): void {
  if (now.getTime() / 1000 >= expireTime) throw new AppError('price_expired');
}

/** What keep_order says of the buyer, which is read in the statement that makes the order. */
const REFUSED_BY: Readonly<Record<string, ErrorKey>> = {
  buyer_may_buy: 'buying_paused',
  buyer_is_open: 'invalid_auth_token',
};

type WholeOrder = Omit<NewOrder, 'paymentDeadline'>;

/**
 * If the quote can be kept once more by the database's own time and rows, which no other server changes while the order is
 * written. Limits are judged while their subjects are locked, so that parallel submissions count each other.
 */
async function writeOrder(
  context: CreateOrderContext,
  order: WholeOrder,
  asker: OrderAsker,
  { affiliateFee, windowMs, worth, address }: AcceptedSubmission,
  { expireTime, terms }: IssuedQuote,
): Promise<void> {
  const isWritten = await context.database.repeatableTransaction(async (transaction) => {
    const reserved = await lockSubjects(transaction, 'order', { ...order, cardFingerprint: '' });
    const within = { ...context, database: transaction };
    // The judgement is kept: it is thrown once the transaction has committed.
    if (!(await isClear(within, { ...asker, orderId: null, euroCents: worth, address }, 'order'))) return false;
    await requireConfirmed(within, asker, { worth, address });
    const kept = { expireTime, crypto: terms.conditions.crypto, windowMs };
    const inserted = await insertReservedOrder(reserved, order, kept).catch((error: unknown) => {
      const refusal = REFUSED_BY[refusedBy(error) ?? ''];
      throw refusal ? new AppError(refusal) : error;
    });
    if (!inserted) throw new AppError('price_expired');
    const { id, at } = inserted;
    if (affiliateFee) await insertProviderOrder(transaction, id, { provider: order.offerType, affiliateFee });
    if (order.partnerId !== NO_PARTNER)
      await tellPartner(transaction, null, (await lockOrder(transaction, id)).order, at);
    return true;
  });
  if (!isWritten) throw new AppError('risk_control');
}

type OrderTerms = Omit<NewOrder, keyof OrderOwner | 'submissionHash' | 'paymentDeadline'>;

/** All of an order but whose it is and until when it can be paid. */
function orderOf(
  { keys, cells }: Pick<CreateOrderContext, 'keys' | 'cells'>,
  submission: Submission,
  { id, terms }: IssuedQuote,
  { offerType, method, traits, purchase, price, address, worth, affiliateFee }: AcceptedSubmission,
  { partner, ...said }: Sender,
): OrderTerms {
  const orderNo = newOrderNumber(cells);
  const promised = {
    orderNo,
    offerType,
    payMethod: method,
    transferReference: traits.money === 'received' && !affiliateFee ? newTransferReference() : null,
    pay: purchase.pay,
    receiveCurrency: terms.conditions.crypto.id,
    receive: purchase.receive,
    network: terms.conditions.crypto.network.id,
    address,
  };
  return {
    ...promised,
    seal: sealOf(keys.orderSeal, { ...promised, requote: null }),
    quoteId: id,
    partnerId: partner?.id ?? NO_PARTNER,
    // Of what another provider sells the partner's share is not ours to give.
    partnerShare: affiliateFee ? zeroOf(purchase.pay.asset) : shareOf(partner, purchase.pay),
    side: terms.side,
    processingFee: purchase.processingFee,
    networkFee: purchase.networkFee,
    price: shownPrice(price),
    referencePrice: shownPrice(terms.conditions.mid),
    euroCents: worth,
    walletType: submission.walletType,
    exchangeName: submission.exchangeName,
    ...said,
    triesLeft: CARD_TRIES,
  };
}

/** Rounded down to the pay currency's minor unit. */
function shareOf(partner: Partner | undefined, pay: Amount): Amount {
  if (!partner) return zeroOf(pay.asset);
  return fromDecimal(pay.asset, multiply(toDecimal(pay), partner.share), 'down');
}
