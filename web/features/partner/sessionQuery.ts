import type { CallData } from '@slipway/contract/calls.ts';
import { OPENED_NAME } from './openedName.ts';

type OpenedSession = CallData<'openSession'>;

/** With an amount the purchase begins; without one the buyer first chooses. */
export function pathOfSession({ sendCurrencyAmount, getCurrencyAmount }: OpenedSession): string {
  return sendCurrencyAmount === '' && getCurrencyAmount === '' ? '/edit' : '/order';
}

const BESIDE = [
  'partnerId',
  'payMethod',
  'offerType',
  'redirectUrl',
  'reference',
  'refererUrl',
  'referer_order',
  'goodsOrderAmount',
  'goodsOrderCurrency',
] as const satisfies readonly (keyof OpenedSession)[];

/** The query of a purchase as its partner has fixed or proposed it; the address is no part of it. Empty things are left out. */
export function queryOfSession(opened: OpenedSession): URLSearchParams {
  const { amountFixed, sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount } = opened;
  const amounts = { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount };
  const named = Object.entries(amounts).map(([name, value]) => [amountFixed ? name : proposed(name), value] as const);
  const beside = BESIDE.map((name) => [name, opened[name]] as const);
  const given = [...named, ...beside, [OPENED_NAME, '1'] as const].filter(([, value]) => value !== '');
  return new URLSearchParams(given as [string, string][]);
}

/** `sendCurrency` locks its field, `defaultSendCurrency` fills it. */
function proposed(name: string): string {
  return `default${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
