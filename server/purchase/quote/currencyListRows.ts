import type { CallData } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { type Amount, createAmount, formatAmount } from '@slipway/money/amount.ts';
import { getQuotedDecimals } from '@slipway/money/asset.ts';
import type { Crypto, PayCurrency } from '../catalog/catalog.ts';
import { getCryptoImage, getCurrencyImage, getMethodImage } from '../catalog/catalogImages.ts';
import { formatReceive } from './pricedQuote.ts';

/** Returns a currency of `payList`, with the given limits, or else the catalog's. */
export function presentPayCurrency(
  { asset, name, minimumUnits, maximumUnits, stepUnits }: PayCurrency,
  methods: readonly PayMethod[],
  limits: { readonly minimum?: Amount | undefined; readonly maximum?: Amount | undefined },
): CallData<'payList'>[number] {
  const { minimum = createAmount(asset, minimumUnits), maximum = createAmount(asset, maximumUnits) } = limits;
  return {
    network: 'fiat',
    currency: asset.code,
    name,
    decimals: asset.decimals - (stepUnits.toString().length - 1),
    imgUrl: getCurrencyImage(asset.code),
    minAmount: formatAmount(minimum),
    maxAmount: formatAmount(maximum),
    imageList: methods.map(getMethodImage),
  };
}

/** Returns a crypto of `getList`. */
export function presentReceiveCrypto(
  crypto: Crypto,
  limits: { readonly minimum: Amount; readonly maximum: Amount },
): CallData<'getList'>[number] {
  return {
    network: crypto.network.id,
    networkName: crypto.network.name,
    symbol: crypto.symbol,
    currency: crypto.id,
    name: crypto.name,
    decimals: getQuotedDecimals(crypto.asset),
    contract: crypto.contract,
    imgUrl: getCryptoImage(crypto.symbol),
    minAmount: formatReceive(limits.minimum),
    maxAmount: formatReceive(limits.maximum),
    is_popular: crypto.popular,
  };
}
