import type { OfferedCoin, PayMethod } from '../offerPort.ts';
import type { TransakCoin, TransakCurrency } from './schemas.ts';

/** Transak's ids of payment options; a transfer has one for each currency (docs.transak.com, get-fiat-currencies, read 2026-11-22). */
export function paymentOptionOf(method: PayMethod, currency: string): string | undefined {
  const ids: Readonly<Record<PayMethod, string | undefined>> = {
    credit_debit_card: 'credit_debit_card',
    apple_pay: 'apple_pay',
    google_pay: 'google_pay',
    bank_transfer: { EUR: 'sepa_bank_transfer', GBP: 'gbp_bank_transfer' }[currency],
  };
  return ids[method];
}

/** How a currency can be paid by a method; undefined where it cannot. */
export function optionOf({ symbol, paymentOptions }: TransakCurrency, method: PayMethod) {
  const id = paymentOptionOf(method, symbol);
  return paymentOptions.find((one) => one.isActive && one.id === id);
}

/** A currency without a list of countries is taken from all of them. */
export function isServed({ supportingCountries }: TransakCurrency, country: string): boolean {
  return supportingCountries?.includes(country) ?? true;
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
/** Networks without a chain id of their own share a name: the coin says which it is. */
const MAINNETS: ReadonlyMap<string, string> = new Map([['BTC', BITCOIN]]);
/** Some native coins bear one of these in place of no contract. */
const NO_CONTRACT: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
]);

/** By network and contract: two tokens may share a symbol. */
export function coinOf(coins: readonly TransakCoin[], coin: OfferedCoin): TransakCoin | undefined {
  return coins.find((one) => {
    const contract = (one.address ?? '').toLowerCase();
    return chainOf(one) === coin.chain && (NO_CONTRACT.has(contract) ? '' : contract) === coin.contract.toLowerCase();
  });
}

type Named = { readonly cryptoCurrency?: string | null | undefined; readonly network?: string | null | undefined };

/** Whether a coin is called so, as far as its name is told. */
export function isNamed({ cryptoCurrency, network }: Named, { symbol, network: { name } }: TransakCoin): boolean {
  return (cryptoCurrency ?? symbol) === symbol && (network ?? name) === name;
}

function chainOf({ symbol, network }: TransakCoin): string | undefined {
  if (network.chainId) return `eip155:${network.chainId}`;
  return network.name === 'mainnet' ? MAINNETS.get(symbol) : undefined;
}
