import { createHmac } from 'node:crypto';
import { formatAmount } from '@slipway/money/amount.ts';
import type { StartRequest } from '../offerPort.ts';
import { findMoonpayEnvironment, type MoonpayConfig } from './config.ts';
import { toMoonpayMethod } from './vendorNames.ts';

const CHECKOUTS = { live: 'https://buy.moonpay.com', test: 'https://buy-sandbox.moonpay.com' } as const;

/**
 * Returns the URL of MoonPay's page, with fixed wallet and amount, signed against changes
 * (https://dev.moonpay.com/docs/ramps-sdk-buy-params and ramps-sdk-url-signing, read 2026-11-22).
 */
export function buildCheckoutUrl(config: MoonpayConfig, code: string, request: StartRequest): string {
  const { publishableKey, secretKey, checkoutUrl } = config;
  const isLive = findMoonpayEnvironment(publishableKey) === 'live';
  const url = new URL(checkoutUrl ?? CHECKOUTS[isLive ? 'live' : 'test']);
  const { pay, receive, side } = request;
  const amount =
    side === 'Pay' ? { baseCurrencyAmount: formatAmount(pay) } : { quoteCurrencyAmount: formatAmount(receive) };
  const parameters = {
    apiKey: publishableKey,
    currencyCode: code,
    baseCurrencyCode: pay.asset.code.toLowerCase(),
    ...amount,
    lockAmount: 'true',
    paymentMethod: toMoonpayMethod(request.method, pay.asset.code),
    walletAddress: request.address,
    email: request.email,
    externalTransactionId: request.orderNo,
    redirectURL: request.returnUrl,
    language: request.locale,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  url.searchParams.set('signature', createHmac('sha256', secretKey).update(url.search).digest('base64'));
  return url.href;
}
