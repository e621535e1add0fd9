import type { OfferedCoin, PayMethod, ProviderMethods } from '../offerPort.ts';
import type { MoonpayCountry, MoonpayCurrency } from './client.ts';

type MoonpayMethod = {
  /** MoonPay's name of the method: the same in all currencies, or one for each supported currency. */
  readonly name: string | Readonly<Record<string, string>>;
  readonly publishedMinutes: number;
};

/**
 * MoonPay's names of payment methods (https://dev.moonpay.com/docs/payment-methods, read 2026-11-22), and the times on its
 * help pages: cards within minutes, a transfer within a working day.
 */
export const MOONPAY_METHODS: ProviderMethods<MoonpayMethod> = {
  credit_debit_card: { name: 'credit_debit_card', publishedMinutes: 10 },
  apple_pay: { name: 'mobile_wallet', publishedMinutes: 10 },
  google_pay: { name: 'mobile_wallet', publishedMinutes: 10 },
  bank_transfer: { name: { EUR: 'sepa_bank_transfer', GBP: 'gbp_bank_transfer' }, publishedMinutes: 24 * 60 },
};

/** Returns MoonPay's name of a payment method; undefined if it is not sold in the currency. */
export function toMoonpayMethod(method: PayMethod, currency: string): string | undefined {
  const name = MOONPAY_METHODS[method]?.name;
  return typeof name === 'object' ? name[currency] : name;
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
/** MoonPay states this address for some native coins, which have no contract. */
const NO_CONTRACT = '0x0000000000000000000000000000000000000000';

/** Finds a currency by network and contract: codes are specific to MoonPay, and two tokens may share a symbol. */
export function findCurrency(currencies: readonly MoonpayCurrency[], coin: OfferedCoin): MoonpayCurrency | undefined {
  return currencies.find(({ type, metadata }) => {
    if (type !== 'crypto' || !metadata) return false;
    const contract = metadata.contractAddress ?? '';
    const isSame = (contract === NO_CONTRACT ? '' : contract).toLowerCase() === coin.contract.toLowerCase();
    return isSame && toChainId(metadata) === coin.chain;
  });
}

/** Compares codes without case: MoonPay writes them in lower case. */
export function isSameCode(vendorCode: string, code: string): boolean {
  return vendorCode.toLowerCase() === code.toLowerCase();
}

/** Returns the fiat currency with a code such as `eur`. */
export function findFiatCurrency(currencies: readonly MoonpayCurrency[], code: string): MoonpayCurrency | undefined {
  return currencies.find((one) => one.type === 'fiat' && one.code === code);
}

export function isCountryServed(countries: readonly MoonpayCountry[], country: string): boolean {
  return countries.some(({ alpha2, isAllowed, isBuyAllowed }) => alpha2 === country && isAllowed && isBuyAllowed);
}

function toChainId({ chainId, networkCode }: NonNullable<MoonpayCurrency['metadata']>): string | undefined {
  if (chainId) return `eip155:${chainId}`;
  return networkCode === 'bitcoin' ? BITCOIN : undefined;
}
