import type { OfferedCoin, PayMethod } from '../offerPort.ts';
import type { MoonpayCountry, MoonpayCurrency } from './client.ts';

/** MoonPay's names of ways to pay; a transfer has one for each currency (https://dev.moonpay.com/docs/payment-methods, read 2026-11-22). */
export function paymentMethodOf(method: PayMethod, currency: string): string | undefined {
  const names: Readonly<Record<PayMethod, string | undefined>> = {
    credit_debit_card: 'credit_debit_card',
    apple_pay: 'mobile_wallet',
    google_pay: 'mobile_wallet',
    bank_transfer: { EUR: 'sepa_bank_transfer', GBP: 'gbp_bank_transfer' }[currency],
  };
  return names[method];
}

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
/** Some native coins bear it in place of no contract. */
const NO_CONTRACT = '0x0000000000000000000000000000000000000000';

/** By network and contract: codes are MoonPay's own, and two tokens may share a symbol. */
export function currencyOf(currencies: readonly MoonpayCurrency[], coin: OfferedCoin): MoonpayCurrency | undefined {
  return currencies.find(({ type, metadata }) => {
    if (type !== 'crypto' || !metadata) return false;
    const contract = metadata.contractAddress ?? '';
    const isSame = (contract === NO_CONTRACT ? '' : contract).toLowerCase() === coin.contract.toLowerCase();
    return isSame && chainOf(metadata) === coin.chain;
  });
}

/** Codes are in small letters wherever MoonPay writes them itself. */
export function isCode(said: string, code: string): boolean {
  return said.toLowerCase() === code.toLowerCase();
}

/** `eur` */
export function fiatOf(currencies: readonly MoonpayCurrency[], code: string): MoonpayCurrency | undefined {
  return currencies.find((one) => one.type === 'fiat' && one.code === code);
}

export function isServed(countries: readonly MoonpayCountry[], country: string): boolean {
  return countries.some(({ alpha2, isAllowed, isBuyAllowed }) => alpha2 === country && isAllowed && isBuyAllowed);
}

function chainOf({ chainId, networkCode }: NonNullable<MoonpayCurrency['metadata']>): string | undefined {
  if (chainId) return `eip155:${chainId}`;
  return networkCode === 'bitcoin' ? BITCOIN : undefined;
}
