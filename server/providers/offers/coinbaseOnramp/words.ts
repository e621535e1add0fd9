import ipaddr from 'ipaddr.js';
import type { OfferedCoin, OfferRequest } from '../offerPort.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import type { BuyConfig, BuyOptions } from './schemas.ts';

/**
 * Coinbase's names of ways to pay, the same in both versions (https://docs.cdp.coinbase.com/onramp/additional-resources/payment-methods
 * and `OnrampQuotePaymentMethodTypeId` of @coinbase/cdp-sdk 1.57.0, read 2026-11-22). Google Pay has none for a quote; transfers
 * are American ones alone (ACH).
 */
export const PAYMENT_METHODS: Readonly<Record<OfferRequest['method'], string | undefined>> = {
  credit_debit_card: 'CARD',
  apple_pay: 'APPLE_PAY',
  google_pay: undefined,
  bank_transfer: undefined,
};

/** Prices in the United States are by state, and only the country is known. */
export function isServed({ countries }: BuyConfig, country: string): boolean {
  return country !== 'US' && countries.some(({ id }) => id === country);
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
export type Listing = { readonly purchaseCurrency: string; readonly symbol: string; readonly network: string };

/**
 * By network and contract: what Coinbase lists as BTC is its own wrapped token on every network but one. Native coins have no
 * contract, networks that are no EVM ones the chain id 0 (answers kept in public code, read 2026-11-22).
 */
export function listingOf({ purchaseCurrencies }: BuyOptions, coin: OfferedCoin): Listing | undefined {
  const listings = purchaseCurrencies.flatMap(({ id, symbol, networks }) =>
    networks.map((network) => ({ id, symbol, network, chain: chainOf(network) })),
  );
  const found = listings.find(({ network, chain }) => {
    const contract = network.contractAddress ?? '';
    return chain === coin.chain && contract.toLowerCase() === coin.contract.toLowerCase();
  });
  return found && { purchaseCurrency: found.id, symbol: found.symbol, network: found.network.name };
}

/** Amounts of a coin name it as the request did, or by its symbol (`purchaseAmount` of the quote, read 2026-11-22). */
export function isNamed(currency: string, { purchaseCurrency, symbol }: Listing): boolean {
  return currency === purchaseCurrency || currency === symbol;
}

function chainOf({ name, chainId }: BuyOptions['purchaseCurrencies'][number]['networks'][number]): string | undefined {
  if (name === 'bitcoin') return BITCOIN;
  return chainId && chainId !== '0' ? `eip155:${chainId}` : undefined;
}

/** With it no money moves (`partnerUserRef` of the session, read 2026-11-22). */
const PLAY_PREFIX = 'sandbox-';

/** Our order's number as Coinbase is told it. Coinbase takes less than fifty characters. */
export function referenceOf(orderNo: string, environment: CoinbaseOnrampConfig['environment']): string {
  return environment === 'test' ? `${PLAY_PREFIX}${orderNo}` : orderNo;
}

/** Undefined for what belongs to the other world: a play purchase is none of ours where money is real. */
export function orderNoOf(reference: string, environment: CoinbaseOnrampConfig['environment']): string | undefined {
  const isPlay = reference.startsWith(PLAY_PREFIX);
  if (isPlay !== (environment === 'test')) return undefined;
  return isPlay ? reference.slice(PLAY_PREFIX.length) : reference;
}

/**
 * The buyer's address where Coinbase takes it: private ones it refuses (github.com/coinbase/onramp-demo-application,
 * app/api/session/route.ts), and a session can be made without (read 2026-11-22).
 */
export function publicAddress(clientAddress: string): string | undefined {
  if (!ipaddr.isValid(clientAddress)) return undefined;
  const address = ipaddr.process(clientAddress);
  return address.range() === 'unicast' ? address.toString() : undefined;
}
