import ipaddr from 'ipaddr.js';
import type { OfferedCoin, ProviderMethods } from '../offerPort.ts';
import type { CoinbaseOnrampConfig } from './manifest.ts';
import type { BuyConfig, BuyOptions } from './schemas.ts';

/**
 * Coinbase's names of payment methods, the same in both versions
 * (https://docs.cdp.coinbase.com/onramp/additional-resources/payment-methods and `OnrampQuotePaymentMethodTypeId` of
 * @coinbase/cdp-sdk 1.57.0, read 2026-11-22). Quotes have none for Google Pay; transfers exist only in the United
 * States (ACH).
 */
export const PAYMENT_METHODS: ProviderMethods<string> = {
  credit_debit_card: 'CARD',
  apple_pay: 'APPLE_PAY',
};

/** Returns false for the United States: prices there depend on the state, but only the country is known. */
export function isCountryServed({ countries }: BuyConfig, country: string): boolean {
  return country !== 'US' && countries.some(({ id }) => id === country);
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
export type Listing = { readonly purchaseCurrency: string; readonly symbol: string; readonly network: string };

/**
 * Finds a coin by network and contract: Coinbase's BTC is its own wrapped token on every network but one. Native coins
 * have no contract, and non-EVM networks have the chain id 0 (answers in public repositories, read 2026-11-22).
 */
export function findListing({ purchaseCurrencies }: BuyOptions, coin: OfferedCoin): Listing | undefined {
  const listings = purchaseCurrencies.flatMap(({ id, symbol, networks }) =>
    networks.map((network) => ({ id, symbol, network, chain: toChainId(network) })),
  );
  const found = listings.find(({ network, chain }) => {
    const contract = network.contractAddress ?? '';
    return chain === coin.chain && contract.toLowerCase() === coin.contract.toLowerCase();
  });
  return found && { purchaseCurrency: found.id, symbol: found.symbol, network: found.network.name };
}

/**
 * Returns true if an amount names the coin as the request did, or by its symbol (`purchaseAmount` of the quote, read
 * 2026-11-22).
 */
export function isListedCoin(currency: string, { purchaseCurrency, symbol }: Listing): boolean {
  return currency === purchaseCurrency || currency === symbol;
}

function toChainId({
  name,
  chainId,
}: BuyOptions['purchaseCurrencies'][number]['networks'][number]): string | undefined {
  if (name === 'bitcoin') return BITCOIN;
  return chainId && chainId !== '0' ? `eip155:${chainId}` : undefined;
}

/** Prefix of a sandbox purchase, which moves no money (`partnerUserRef` of the session, read 2026-11-22). */
const SANDBOX_PREFIX = 'sandbox-';

/** Returns Coinbase's reference of an order: its number, prefixed in the test environment. The limit is 49 characters. */
export function formatReference(orderNo: string, environment: CoinbaseOnrampConfig['environment']): string {
  return environment === 'test' ? `${SANDBOX_PREFIX}${orderNo}` : orderNo;
}

/**
 * Returns the order number of a reference; undefined for a reference of the other environment, since a sandbox purchase
 * must not count as one with real money.
 */
export function parseReference(
  reference: string,
  environment: CoinbaseOnrampConfig['environment'],
): string | undefined {
  const isPlay = reference.startsWith(SANDBOX_PREFIX);
  if (isPlay !== (environment === 'test')) return undefined;
  return isPlay ? reference.slice(SANDBOX_PREFIX.length) : reference;
}

/**
 * Returns the buyer's IP address if Coinbase accepts it: it rejects private ones
 * (github.com/coinbase/onramp-demo-application, app/api/session/route.ts), and a session needs none (read 2026-11-22).
 */
export function findPublicAddress(clientAddress: string): string | undefined {
  if (!ipaddr.isValid(clientAddress)) return undefined;
  const address = ipaddr.process(clientAddress);
  return address.range() === 'unicast' ? address.toString() : undefined;
}
