import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { toDecimal } from '@slipway/money/amount.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { QuoteTerms } from '../quote/pricedQuote.ts';
import { findOpenedSession, type PartnerSession } from './partnerSessionStore.ts';

/** A buyer who was sent with a session comes to an order within a day, however long the login takes. */
const OPENED_HOURS = 24;

/** What an order is about to be made of. */
export type Intended = {
  readonly terms: QuoteTerms;
  /** As the chain writes it. */
  readonly address: string;
  readonly method: PayMethod;
  readonly offerType: string;
};

/** The session that an order is made within, whose partner has fixed nothing else. Throws `session_fixed`. */
export async function requireFixed(database: Queryable, proof: string, intended: Intended): Promise<PartnerSession> {
  const session = await findOpenedSession(database, { proofHash: sha256(proof), hours: OPENED_HOURS });
  if (!session || !isAsFixed(session.terms, intended)) throw new AppError('session_fixed');
  return session;
}

/** Whether an order is what its partner has fixed. */
export function isAsFixed(fixed: SessionTerms, { terms, address, method, offerType }: Intended): boolean {
  const as = (wanted: string, is: string) => wanted === '' || wanted === is;
  return (
    as(fixed.payMethod, method) &&
    as(fixed.offerType, offerType) &&
    (!fixed.addressFixed || as(fixed.address, address)) &&
    (!fixed.amountFixed ||
      (as(fixed.sendCurrency, terms.conditions.payCurrency.asset.code) &&
        as(fixed.getCurrency, terms.conditions.crypto.id) &&
        isAsked(fixed.sendCurrencyAmount, 'Pay', terms) &&
        isAsked(fixed.getCurrencyAmount, 'Get', terms)))
  );
}

function isAsked(amount: string, side: QuoteTerms['side'], terms: QuoteTerms): boolean {
  return amount === '' || (terms.side === side && compare(parseDecimal(amount), toDecimal(terms.asked)) === 0);
}
