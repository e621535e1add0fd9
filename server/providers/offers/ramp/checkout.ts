import { formatAmount } from '@slipway/money/amount.ts';
import type { StartRequest } from '../offerPort.ts';
import { getRampHosts, type RampConfig } from './config.ts';
import { RAMP_METHODS } from './vendorNames.ts';

/**
 * Returns the URL of Ramp's page (https://docs.rampnetwork.com/configuration and search-params-migration, read
 * 2026-11-22). A purchase there has no field for the order number, so the webhook URL contains it.
 */
export function buildCheckoutUrl(config: RampConfig, publicUrl: string, symbol: string, request: StartRequest): string {
  const { pay, receive, side, orderNo } = request;
  const url = new URL(getRampHosts(config).checkoutUrl);
  const parameters = {
    hostApiKey: config.hostApiKey,
    enabledFlows: 'ONRAMP',
    defaultFlow: 'ONRAMP',
    enabledCryptoAssets: symbol,
    inAsset: pay.asset.code,
    outAsset: symbol,
    ...(side === 'Pay' ? { inAssetValue: formatAmount(pay) } : { outAssetValue: String(receive.units) }),
    paymentMethodType: RAMP_METHODS[request.method]?.name,
    userAddress: request.address,
    userEmailAddress: request.email,
    selectedCountryCode: request.country,
    finalUrl: request.returnUrl,
    webhookStatusUrl: `${publicUrl}/webhooks/ramp/${encodeURIComponent(orderNo)}`,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
