import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { findGoodsAmountField } from '@slipway/contract/goodsOrder.ts';
import { findAllowedRedirect, type Partner } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type AddressContext, checkAddress, describeRefusal } from '../address/checkAddress.ts';
import { findSoldCrypto } from '../catalog/catalog.ts';
import { type LimitsContext, requireWithinLimits } from './requireWithinLimits.ts';

export type SessionTermsContext = AddressContext & LimitsContext;

/**
 * Checks the terms that a partner fixes, as far as possible without the buyer, and returns them with the amount of the goods
 * order, and with the address in the chain's canonical spelling. Throws `terms_refused` with the field that the partner must
 * change, or for an amount the same errors as a quote.
 */
export function acceptSessionTerms(context: SessionTermsContext, partner: Partner, terms: SessionTerms): SessionTerms {
  const { catalog } = context;
  const { sendCurrency, getCurrency, address, redirectUrl } = terms;
  const isAccepted = sendCurrency === '' || catalog.payCurrencies.get(sendCurrency)?.enabled;
  requireTerm(isAccepted, 'sendCurrency', 'is not accepted here');
  const crypto = getCurrency === '' ? undefined : findSoldCrypto(catalog, getCurrency);
  requireTerm(getCurrency === '' || crypto, 'getCurrency', 'is not sold here');
  const isAllowed = redirectUrl === '' || findAllowedRedirect(partner, redirectUrl) !== undefined;
  requireTerm(isAllowed, 'redirectUrl', 'has an origin that is not registered for you');
  const filled = applyGoodsAmount(terms);
  requireWithinLimits(context, partner, filled);
  if (address === '' || !crypto) return filled;
  const verdict = checkAddress(context, crypto, address);
  if (!verdict.valid)
    throw new AppError('terms_refused', { field: 'address', problem: describeRefusal(verdict, crypto.id) });
  return { ...filled, address: verdict.normalized };
}

/** Returns the terms with the amount of the partner's goods order, unless they already have an amount. */
function applyGoodsAmount(terms: SessionTerms): SessionTerms {
  const field = findGoodsAmountField(terms, terms);
  return field === null ? terms : { ...terms, [field]: terms.goodsOrderAmount };
}

function requireTerm(holds: unknown, field: keyof SessionTerms, problem: string): asserts holds {
  if (!holds) throw new AppError('terms_refused', { field, problem });
}
