import { formatAmount } from '@slipway/money/amount.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { ProviderPage, StartRequest } from '../offerPort.ts';
import type { CoinbaseOnrampClient } from './client.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import { findListing, findPublicAddress, formatReference, type Listing, PAYMENT_METHODS } from './vendorNames.ts';

/**
 * A session's token expires after five minutes and works once (https://docs.cdp.coinbase.com/onramp/reference, read
 * 2026-11-22).
 */
const LIFETIME_MS = 5 * 60_000;

/**
 * Creates a session with a fixed wallet, coin and amount
 * (https://docs.cdp.coinbase.com/api-reference/v2/rest-api/onramp/create-an-onramp-session, read 2026-11-22). Coinbase
 * redirects back only to sites on the project's allowlist.
 */
export async function startSession(
  client: CoinbaseOnrampClient,
  environment: CoinbaseOnrampConfig['environment'],
  request: StartRequest,
  now: () => Date,
): Promise<Outcome<ProviderPage, 'refused'>> {
  const options = await client.options(request.country);
  if (!options) return { kind: 'unavailable', retryAfterMs: 5_000, detail: 'the catalog of Coinbase is not available' };
  const listing = findListing(options, request.coin);
  const paymentMethod = PAYMENT_METHODS[request.method];
  if (!listing || !paymentMethod)
    return refused('refused', `${request.coin.symbol} is not sold by this payment method`);
  const expiresAt = new Date(now().getTime() + LIFETIME_MS);
  const answer = await client.createSession({
    ...buildSessionRequest(request, listing, paymentMethod),
    partnerUserRef: formatReference(request.orderNo, environment),
  });
  if (answer.kind === 'failed')
    return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
  if (answer.kind === 'refused') return refused('refused', answer.message);
  return ok({ url: answer.body.session.onrampUrl, isSingleUse: true, expiresAt });
}

/** Sends only the amount that the buyer typed: the other follows from the current price. */
function buildSessionRequest(request: StartRequest, { purchaseCurrency, network }: Listing, paymentMethod: string) {
  const { side, pay, receive } = request;
  const clientIp = findPublicAddress(request.clientAddress);
  return {
    purchaseCurrency,
    destinationNetwork: network,
    destinationAddress: request.address,
    paymentCurrency: pay.asset.code,
    paymentMethod,
    country: request.country,
    redirectUrl: request.returnUrl,
    ...(side === 'Pay' ? { paymentAmount: formatAmount(pay) } : { purchaseAmount: formatAmount(receive) }),
    ...(clientIp !== undefined && { clientIp }),
  };
}
