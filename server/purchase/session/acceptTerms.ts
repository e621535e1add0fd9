import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { amountOfGoods } from '@slipway/contract/goodsOrder.ts';
import { allowedRedirect, type Partner } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type AddressContext, checkAddress, describeRefusal } from '../address/checkAddress.ts';
import { type Catalog, findSoldCrypto } from '../catalog/catalog.ts';

export type TermsContext = AddressContext & { readonly catalog: Catalog };

/**
 * What a partner fixes, checked as far as it can be before the buyer comes, with the address as its chain writes it.
 * Throws `malformed` with the field that the partner has to change.
 */
export function acceptTerms(context: TermsContext, partner: Partner, terms: SessionTerms): SessionTerms {
  const { catalog } = context;
  const { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address, redirectUrl } = terms;
  demand(
    (terms.goodsOrderAmount === '') === (terms.goodsOrderCurrency === ''),
    'goodsOrderCurrency',
    'stands with its amount',
  );
  demand(sendCurrencyAmount === '' || getCurrencyAmount === '', 'getCurrencyAmount', 'comes beside sendCurrencyAmount');
  demand(sendCurrency !== '' || sendCurrencyAmount === '', 'sendCurrency', 'is missing beside its amount');
  demand(getCurrency !== '' || getCurrencyAmount === '', 'getCurrency', 'is missing beside its amount');
  const taken = sendCurrency === '' || catalog.payCurrencies.get(sendCurrency)?.enabled;
  demand(taken, 'sendCurrency', 'is not paid with here');
  const crypto = getCurrency === '' ? undefined : findSoldCrypto(catalog, getCurrency);
  demand(getCurrency === '' || crypto, 'getCurrency', 'is not sold here');
  const allowed = redirectUrl === '' || allowedRedirect(partner, redirectUrl) !== undefined;
  demand(allowed, 'redirectUrl', 'is not one of your addresses');
  const filled = withGoodsAmount(terms);
  if (address === '') return filled;
  demand(crypto, 'getCurrency', 'is missing beside the address');
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
