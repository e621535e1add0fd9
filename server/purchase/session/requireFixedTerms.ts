import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { toDecimal } from '@slipway/money/amount.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { QuoteTerms } from '../quote/pricedQuote.ts';
import { findOpenedSession, type PartnerSession } from './partnerSessionStore.ts';

/** Orders must be created within a day of opening the session, even after a slow login. */
const OPENED_HOURS = 24;

/** The order that is about to be created. */
export type IntendedOrder = {
  readonly terms: QuoteTerms;
  /** In the chain's canonical spelling. */
  readonly address: string;
  readonly method: PayMethod;
  readonly offerType: string;
};

/** Returns the session of an order after checking the order against its fixed terms. Throws `session_fixed`. */
export async function requireFixedTerms(
  database: Queryable,
  proof: string,
  intended: IntendedOrder,
): Promise<PartnerSession> {
  const session = await findOpenedSession(database, { proofHash: sha256(proof), hours: OPENED_HOURS });
  if (!session || !isMatchingFixedTerms(session.terms, intended)) throw new AppError('session_fixed');
  return session;
}

/** Returns whether an order matches what its partner has fixed. */
export function isMatchingFixedTerms(
  fixed: SessionTerms,
  { terms, address, method, offerType }: IntendedOrder,
): boolean {
  const matches = (wanted: string, is: string) => wanted === '' || wanted === is;
  return (
    matches(fixed.payMethod, method) &&
    matches(fixed.offerType, offerType) &&
    (!fixed.addressFixed || matches(fixed.address, address)) &&
    (!fixed.amountFixed ||
      (matches(fixed.sendCurrency, terms.conditions.payCurrency.asset.code) &&
        matches(fixed.getCurrency, terms.conditions.crypto.id) &&
        isRequestedAmount(fixed.sendCurrencyAmount, 'Pay', terms) &&
        isRequestedAmount(fixed.getCurrencyAmount, 'Get', terms)))
  );
}

function isRequestedAmount(amount: string, side: QuoteTerms['side'], terms: QuoteTerms): boolean {
  return amount === '' || (terms.side === side && compare(parseDecimal(amount), toDecimal(terms.amount)) === 0);
}
