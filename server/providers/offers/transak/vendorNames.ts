import type { OfferedCoin, PayMethod } from '../offerPort.ts';
import type { TransakCoin, TransakCurrency } from './schemas.ts';

/**
 * Returns Transak's id of a payment option; a transfer has one per currency (docs.transak.com, get-fiat-currencies,
 * read 2026-11-22).
 */
export function toPaymentOptionId(method: PayMethod, currency: string): string | undefined {
  const ids: Readonly<Record<PayMethod, string | undefined>> = {
    credit_debit_card: 'credit_debit_card',
    apple_pay: 'apple_pay',
    google_pay: 'google_pay',
    bank_transfer: { EUR: 'sepa_bank_transfer', GBP: 'gbp_bank_transfer' }[currency],
  };
  return ids[method];
}

/** Returns the payment option of a currency for a method; undefined if there is none. */
export function findPaymentOption({ symbol, paymentOptions }: TransakCurrency, method: PayMethod) {
  const id = toPaymentOptionId(method, symbol);
  return paymentOptions.find((one) => one.isActive && one.id === id);
}

/** A currency without a list of countries is available in all of them. */
export function isCountryServed({ supportingCountries }: TransakCurrency, country: string): boolean {
  return supportingCountries?.includes(country) ?? true;
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
/** Networks without a chain id share a name: the coin identifies the network. */
const MAINNETS: ReadonlyMap<string, string> = new Map([['BTC', BITCOIN]]);
/** Some native coins have one of these instead of no contract. */
const NO_CONTRACT: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
]);

/** Finds a coin by network and contract: two tokens may share a symbol. */
export function findTransakCoin(coins: readonly TransakCoin[], coin: OfferedCoin): TransakCoin | undefined {
  return coins.find((one) => {
    const contract = (one.address ?? '').toLowerCase();
    return toChainId(one) === coin.chain && (NO_CONTRACT.has(contract) ? '' : contract) === coin.contract.toLowerCase();
  });
}

type NamedCoin = { readonly cryptoCurrency?: string | null | undefined; readonly network?: string | null | undefined };

/** Returns true unless the name states another coin or network. */
export function isMatchingCoin(
  { cryptoCurrency, network }: NamedCoin,
  { symbol, network: { name } }: TransakCoin,
): boolean {
  return (cryptoCurrency ?? symbol) === symbol && (network ?? name) === name;
}

function toChainId({ symbol, network }: TransakCoin): string | undefined {
  if (network.chainId) return `eip155:${network.chainId}`;
  return network.name === 'mainnet' ? MAINNETS.get(symbol) : undefined;
}
