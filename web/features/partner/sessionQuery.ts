import type { CallData } from '@slipway/contract/calls.ts';
import { OPENED_BY_SESSION_PARAMETER } from './openedParameter.ts';

type OpenedSession = CallData<'openSession'>;

/** Returns the first page: with an amount the purchase starts; without one the buyer chooses first. */
export function chooseSessionPath({ sendCurrencyAmount, getCurrencyAmount }: OpenedSession): string {
  return sendCurrencyAmount === '' && getCurrencyAmount === '' ? '/edit' : '/order';
}

const UNCHANGED_PARAMETERS = [
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

/** Returns the query for a purchase with the partner's fixed and proposed values. Excludes the address and empty values. */
export function buildSessionQuery(opened: OpenedSession): URLSearchParams {
  const { amountFixed, sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount } = opened;
  const amounts = { sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount };
  const named = Object.entries(amounts).map(
    ([name, value]) => [amountFixed ? name : toDefaultParameter(name), value] as const,
  );
  const unchanged = UNCHANGED_PARAMETERS.map((name) => [name, opened[name]] as const);
  const given = [...named, ...unchanged, [OPENED_BY_SESSION_PARAMETER, '1'] as const].filter(
    ([, value]) => value !== '',
  );
  return new URLSearchParams(given as [string, string][]);
}

/** `sendCurrency` locks its field, `defaultSendCurrency` fills it. */
function toDefaultParameter(name: string): string {
  return `default${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
