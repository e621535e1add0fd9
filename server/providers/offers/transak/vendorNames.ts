import type { OfferedCoin, PayMethod, ProviderMethods } from '../offerPort.ts';
import type { TransakCoin, TransakCurrency } from './schemas.ts';

type TransakMethod = {
  /** Transak's id of the payment option: the same in all currencies, or one for each supported currency. */
  readonly id: string | Readonly<Record<string, string>>;
  readonly publishedMinutes: number;
};

/**
 * Transak's ids of payment options, with the times that it publishes: cards within minutes, transfers within a working day
 * (docs.transak.com, get-fiat-currencies, read 2026-11-22).
 */
export const TRANSAK_METHODS: ProviderMethods<TransakMethod> = {
  credit_debit_card: { id: 'credit_debit_card', publishedMinutes: 5 },
  apple_pay: { id: 'apple_pay', publishedMinutes: 5 },
  google_pay: { id: 'google_pay', publishedMinutes: 5 },
  bank_transfer: { id: { EUR: 'sepa_bank_transfer', GBP: 'gbp_bank_transfer' }, publishedMinutes: 24 * 60 },
};

/** Returns Transak's id of a payment option; undefined if the method is not sold in the currency. */
export function toPaymentOptionId(method: PayMethod, currency: string): string | undefined {
  const id = TRANSAK_METHODS[method]?.id;
  return typeof id === 'object' ? id[currency] : id;
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
/** Networks without a chain id share the name `mainnet`: the coin identifies the network. */
const MAINNETS: ReadonlyMap<string, string> = new Map([['BTC', BITCOIN]]);
/** Transak states one of these addresses for some native coins, which have no contract. */
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

/** Returns true unless an answer states another coin or network. */
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
