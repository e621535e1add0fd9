import { formatAmount } from '@slipway/money/amount.ts';
import type { StartRequest } from '../offerPort.ts';
import type { TransakConfig } from './config.ts';
import type { TransakCoin } from './schemas.ts';
import { paymentOptionOf } from './words.ts';

/** A link opens once, within so long (https://docs.transak.com, create-widget-url, read 2026-11-22). */
export const LINK_LIVES_MS = 5 * 60_000;

/** What the page is fixed to (https://docs.transak.com/customization/query-parameters, read 2026-11-22). */
export function widgetParams(config: TransakConfig, publicUrl: string, coin: TransakCoin, request: StartRequest) {
  const { pay, receive, side, address, email, orderNo } = request;
  return {
    apiKey: config.apiKey,
    referrerDomain: new URL(publicUrl).hostname,
    productsAvailed: 'BUY',
    fiatCurrency: pay.asset.code,
    cryptoCurrencyCode: coin.symbol,
    network: coin.network.name,
    ...(side === 'Pay' ? { fiatAmount: formatAmount(pay) } : { cryptoAmount: formatAmount(receive) }),
    paymentMethod: paymentOptionOf(request.method, pay.asset.code),
    countryCode: request.country,
    walletAddress: address,
    disableWalletAddressForm: true,
    hideMenu: true,
    partnerOrderId: orderNo,
    redirectURL: request.returnUrl,
    ...(email !== undefined && { email }),
  };
}

export type WidgetParams = ReturnType<typeof widgetParams>;
