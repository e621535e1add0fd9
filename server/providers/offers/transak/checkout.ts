import { formatAmount } from '@slipway/money/amount.ts';
import type { StartRequest } from '../offerPort.ts';
import type { TransakConfig } from './config.ts';
import type { TransakCoin } from './schemas.ts';
import { toPaymentOptionId } from './vendorNames.ts';

/** Lifetime of a link, which works once (https://docs.transak.com, create-widget-url, read 2026-11-22). */
export const LINK_LIFETIME_MS = 5 * 60_000;

/**
 * Returns the fixed parameters of the page (https://docs.transak.com/customization/query-parameters, read 2026-11-22).
 */
export function buildWidgetParams(config: TransakConfig, publicUrl: string, coin: TransakCoin, request: StartRequest) {
  const { pay, receive, side, address, email, orderNo } = request;
  return {
    apiKey: config.apiKey,
    referrerDomain: new URL(publicUrl).hostname,
    productsAvailed: 'BUY',
    fiatCurrency: pay.asset.code,
    cryptoCurrencyCode: coin.symbol,
    network: coin.network.name,
    ...(side === 'Pay' ? { fiatAmount: formatAmount(pay) } : { cryptoAmount: formatAmount(receive) }),
    paymentMethod: toPaymentOptionId(request.method, pay.asset.code),
    countryCode: request.country,
    walletAddress: address,
    disableWalletAddressForm: true,
    hideMenu: true,
    partnerOrderId: orderNo,
    redirectURL: request.returnUrl,
    ...(email !== undefined && { email }),
  };
}

export type WidgetParams = ReturnType<typeof buildWidgetParams>;
