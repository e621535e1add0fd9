import type { CallInput } from '@slipway/contract/calls.ts';
import { isOwnOffer } from '@slipway/contract/entities/ownOffer.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import { type Amount, createZeroAmount, fromDecimal, toDecimal } from '@slipway/money/amount.ts';
import { multiply } from '@slipway/money/decimal.ts';
import { requireRecentProof } from '../../../account/sessions/requireRecentProof.ts';
import { NO_PARTNER, type Partner, type Partners } from '../../../partner/partner.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Cells } from '../../../platform/config/cells.ts';
import type { Rules } from '../../../platform/config/rules.ts';
import { isUniqueViolation, type Queryable, readViolatedCheck } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/http/appError.ts';
import { equalBytes, type Keys, sha256 } from '../../../platform/secrets.ts';
import { reserveLimits } from '../../../risk/reserveLimits.ts';
import { shouldConfirmContract } from '../../address/contractConfirmation.ts';
import { insertProviderOrder } from '../../offer/providerOrderStore.ts';
import { formatPrice } from '../../quote/makeQuote.ts';
import type { IssuedQuote, QuoteTokens, SignedQuote } from '../../quote/quoteToken.ts';
import { readSender, type Sender } from '../../session/readSender.ts';
import { CARD_TRIES } from '../machine/stateDeadlines.ts';
import { createOrderNumber } from '../numbers/orderNumber.ts';
import { createTransferReference } from '../numbers/transferReference.ts';
import { computeOrderSeal } from '../orderSeal.ts';
import { findOrderByQuote, insertReservedOrder, lockOrder, type NewOrder } from '../orderStore.ts';
import { recordPartnerEvent } from '../partner/recordPartnerEvent.ts';
import {
  type AcceptedSubmission,
  acceptProviderSubmission,
  acceptSubmission,
  type OrderOwner,
  type OrderRequester,
  type SubmissionContext,
} from './acceptSubmission.ts';
import { readAddressHistory } from './addressHistoryStore.ts';
import { isClearOfRiskRules } from './isClearOfRiskRules.ts';

/**
 * Requires a recent proof from a buyer who orders to a new address, if this order and the buyer's other orders of the last
 * day exceed a threshold: a stolen session cannot place it. Throws `confirmation_needed`. Guests have no session to steal.
 */
async function requireConfirmed(
  { database, rules }: { readonly database: Queryable; readonly rules: Rules },
  { buyerId, isProved }: Pick<OrderOwner, 'buyerId' | 'isProved'>,
  { worth, address }: { readonly worth: bigint; readonly address: string },
): Promise<void> {
  if (buyerId === null || isProved !== false) return;
  const { isKnown, dayEuroCents } = await readAddressHistory(database, buyerId, address);
  if (!isKnown && dayEuroCents + worth > rules.confirmationAboveEuroCents) requireRecentProof({ isProved });
}

type Owner = Pick<OrderOwner, 'buyerId' | 'guestHash'>;

/** Hashes the choices that a repeated submission of a quote must share with the first one. */
function hashSubmission({ offerType, payMethod, address, walletType, exchangeName }: Submission): Buffer {
  return sha256(JSON.stringify([offerType, payMethod, address, walletType, exchangeName]));
}

/**
 * Returns the number of the order that the same submission of this quote has already created for the same buyer or guest, who
 * may have logged in since; undefined if the quote has no order. Throws `quote_already_used` if a different submission, buyer
 * or guest has used the quote.
 */
async function findEarlierOrder(
  database: Queryable,
  quoteId: string,
  submissionHash: Buffer,
  owner: Owner,
): Promise<string | undefined> {
  const found = await findOrderByQuote(database, quoteId);
  if (!found) return undefined;
  if (!equalBytes(found.submissionHash, submissionHash) || !isSameOwner(found, owner))
    throw new AppError('quote_already_used');
  return found.orderNo;
}

function isSameOwner(order: Owner, { buyerId, guestHash }: Owner): boolean {
  if (order.buyerId !== null) return order.buyerId === buyerId;
  return order.guestHash !== null && guestHash !== null && equalBytes(order.guestHash, guestHash);
}

export type CreateOrderContext = SubmissionContext & {
  readonly quoteTokens: QuoteTokens;
  readonly clock: Clock;
  readonly partners: () => Partners;
  readonly keys: Keys;
  /** Undefined for a single installation. */
  readonly cells: Cells | undefined;
};

type Submission = CallInput<'coinOrder'>;

/**
 * Creates an order from one of our quotes and returns its number. The price is that of the token, or of another provider's
 * stored offer for the quote. Repeating the submission returns the same order, even if the quote has expired since; the same
 * quote with other input is refused.
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
    // Looked up last, since nearly every submission is the first of its quote.
    if (!(error instanceof AppError || isUniqueViolation(error, 'orders_quote_id_key'))) throw error;
    const earlier = await findEarlier(database);
    if (!earlier) throw error;
    return earlier;
  }
}

/**
 * Runs the checks and creates the order. Throws the refusal of a check, and a unique violation on `orders_quote_id_key` if
 * the quote already has an order.
 */
async function makeOrder(
  context: CreateOrderContext,
  submission: Submission,
  requester: OrderRequester,
  signed: SignedQuote,
  submissionHash: Buffer,
): Promise<string> {
  const { clock } = context;
  const issued = signed.quote();
  requireLive(issued, clock.now());
  const accept = isOwnOffer(submission.offerType) ? acceptSubmission : acceptProviderSubmission;
  const accepted = await accept(context, submission, issued, requester);
  const { crypto } = issued.terms.conditions;
  if (!submission.acceptContract && (await shouldConfirmContract(context, crypto, accepted.address, requester.buyerId)))
    throw new AppError('address_is_contract');
  const { kycLevel: _, isLevelSet: __, accountPartner, isProved: ___, isMade: ____, ...ownerFields } = requester;
  const intended = { ...accepted, terms: issued.terms };
  const sender = await readSender(context, submission, issued, accountPartner, intended);
  const order = { ...buildOrderTerms(context, submission, issued, accepted, sender), ...ownerFields, submissionHash };
  await writeOrder(context, order, requester, accepted, issued);
  return order.orderNo;
}

function requireLive({ expireTime }: IssuedQuote, now: Date): void {
  if (now.getTime() / 1000 >= expireTime) throw new AppError('price_expired');
}

/** Errors by refusal of the SQL function `insert_order`, which checks the buyer in the statement that inserts the order. */
const ERROR_BY_REFUSAL: Readonly<Record<string, ErrorKey>> = {
  buyer_may_buy: 'buying_paused',
  buyer_is_open: 'invalid_auth_token',
};

type CompleteOrder = Omit<NewOrder, 'paymentDeadline'>;

/**
 * Writes the order, with another provider's fee and the partner's event, if its quote is still valid by the database's time
 * and rows. Throws the refusal of the quote, the risk rules or the missing proof. Limits are checked while the buyer, address
 * and other subjects of the limits are locked, so that parallel submissions count each other.
 */
async function writeOrder(
  context: CreateOrderContext,
  order: CompleteOrder,
  requester: OrderRequester,
  { affiliateFee, windowMs, worth, address }: AcceptedSubmission,
  { expireTime, terms }: IssuedQuote,
): Promise<void> {
  const isWritten = await context.database.repeatableTransaction(async (transaction) => {
    const reserved = await reserveLimits(transaction, 'order', { ...order, cardFingerprint: '' });
    const within = { ...context, database: transaction };
    // The decision must be committed, so the error is thrown after the transaction.
    if (!(await isClearOfRiskRules(within, { ...requester, orderId: null, euroCents: worth, address }, 'order')))
      return false;
    await requireConfirmed(within, requester, { worth, address });
    const conditions = { expireTime, crypto: terms.conditions.crypto, windowMs };
    const inserted = await insertReservedOrder(reserved, order, conditions).catch((error: unknown) => {
      const refusal = ERROR_BY_REFUSAL[readViolatedCheck(error) ?? ''];
      throw refusal ? new AppError(refusal) : error;
    });
    if (!inserted) throw new AppError('price_expired');
    const { id, at } = inserted;
    if (affiliateFee) await insertProviderOrder(transaction, id, { provider: order.offerType, affiliateFee });
    if (order.partnerId !== NO_PARTNER)
      await recordPartnerEvent(transaction, null, (await lockOrder(transaction, id)).order, at);
    return true;
  });
  if (!isWritten) throw new AppError('risk_control');
}

type OrderTerms = Omit<NewOrder, keyof OrderOwner | 'submissionHash' | 'paymentDeadline'>;

/** Returns the fields of a new order, without its owner, submission hash and payment deadline. */
function buildOrderTerms(
  { keys, cells }: Pick<CreateOrderContext, 'keys' | 'cells'>,
  submission: Submission,
  { id, terms }: IssuedQuote,
  { offerType, method, traits, purchase, price, address, worth, affiliateFee }: AcceptedSubmission,
  { partner, ...senderFields }: Sender,
): OrderTerms {
  const orderNo = createOrderNumber(cells);
  const promised = {
    orderNo,
    offerType,
    payMethod: method,
    transferReference: traits.money === 'received' && !affiliateFee ? createTransferReference() : null,
    pay: purchase.pay,
    receiveCurrency: terms.conditions.crypto.id,
    receive: purchase.receive,
    network: terms.conditions.crypto.network.id,
    address,
  };
  return {
    ...promised,
    seal: computeOrderSeal(keys.orderSeal, { ...promised, requote: null }),
    quoteId: id,
    partnerId: partner?.id ?? NO_PARTNER,
    // The partner gets no share from us of an order that another provider fulfils.
    partnerShare: affiliateFee ? createZeroAmount(purchase.pay.asset) : computePartnerShare(partner, purchase.pay),
    side: terms.side,
    processingFee: purchase.processingFee,
    networkFee: purchase.networkFee,
    price: formatPrice(price),
    referencePrice: formatPrice(terms.conditions.mid),
    euroCents: worth,
    walletType: submission.walletType,
    exchangeName: submission.exchangeName,
    ...senderFields,
    triesLeft: CARD_TRIES,
  };
}

/** Returns the partner's share, rounded down to the pay currency's minor unit. */
function computePartnerShare(partner: Partner | undefined, pay: Amount): Amount {
  if (!partner) return createZeroAmount(pay.asset);
  return fromDecimal(pay.asset, multiply(toDecimal(pay), partner.share), 'down');
}
