import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { amountOfGoods } from '@slipway/contract/goodsOrder.ts';
import { allowedRedirect, type Partner } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type AddressContext, checkAddress, describeRefusal } from '../address/checkAddress.ts';
import { findSoldCrypto } from '../catalog/catalog.ts';
import { type LimitsContext, requireWithinLimits } from './requireWithinLimits.ts';

export type TermsContext = AddressContext & LimitsContext;

/**
 * What a partner fixes, checked as far as it can be before the buyer comes, with the address as its chain writes it.
 * Throws `malformed` with the field that the partner has to change, and for an amount what a quote of it would throw.
 */
export function acceptTerms(context: TermsContext, partner: Partner, terms: SessionTerms): SessionTerms {
  const { catalog } = context;
  const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address, redirectUrl } = terms;
  demand(
    (terms.goodsOrderAmount === '') === (terms.goodsOrderCurrency === ''),
    'goodsOrderCurrency',
    'needs goodsOrderAmount, and goodsOrderAmount needs it',
  );
  demand(
    sendCurrencyAmount === '' || getCurrencyAmount === '',
    'getCurrencyAmount',
    'must be empty where sendCurrencyAmount is given',
  );
  demand(sendCurrency !== '' || sendCurrencyAmount === '', 'sendCurrency', 'is required with sendCurrencyAmount');
  demand(getCurrency !== '' || getCurrencyAmount === '', 'getCurrency', 'is required with getCurrencyAmount');
  const taken = sendCurrency === '' || catalog.payCurrencies.get(sendCurrency)?.enabled;
  demand(taken, 'sendCurrency', 'is not accepted here');
  const crypto = getCurrency === '' ? undefined : findSoldCrypto(catalog, getCurrency);
  demand(getCurrency === '' || crypto, 'getCurrency', 'is not sold here');
  const allowed = redirectUrl === '' || allowedRedirect(partner, redirectUrl) !== undefined;
  demand(allowed, 'redirectUrl', 'has an origin that is not registered for you');
  const filled = withGoodsAmount(terms);
  requireWithinLimits(context, partner, filled);
  if (address === '') return filled;
  demand(crypto, 'getCurrency', 'is required with address');
  const verdict = checkAddress(context, crypto, address);
  if (!verdict.valid)
    throw new AppError('malformed', { field: 'address', problem: describeRefusal(verdict, crypto.id) });
  return { ...filled, address: verdict.normalized };
}

/** What the shop is owed is what is bought, unless the terms name an amount. */
function withGoodsAmount(terms: SessionTerms): SessionTerms {
  const field = amountOfGoods(terms, terms);
  return field === null ? terms : { ...terms, [field]: terms.goodsOrderAmount };
}

function demand(holds: unknown, field: keyof SessionTerms, problem: string): asserts holds {
  if (!holds) throw new AppError('malformed', { field, problem });
}
