import { normalizeAmount } from '../../../ui/amount/amountInput.ts';

/** Maximum length of an amount in the API. */
const MAX_AMOUNT_LENGTH = 40;

/** Returns a query parameter; '' if it is missing, longer than `longest`, given with different values or contains NUL. */
export function readLinkParameter(query: URLSearchParams, name: string, longest = Number.POSITIVE_INFINITY): string {
  const [only = '', other] = new Set(query.getAll(name).map((value) => value.trim()));
  return other === undefined && only.length <= longest && !only.includes('\u0000') ? only : '';
}

/**
 * Returns an amount from the link as a plain decimal, or '' if invalid. Ambiguous input is rejected, because the buyer did
 * not type it and cannot correct it: signs, exponents, units, grouping, and `1,234`, whose comma is locale-dependent.
 */
export function readLinkAmount(query: URLSearchParams, name: string): string {
  const amount = readLinkParameter(query, name, MAX_AMOUNT_LENGTH);
  const [, whole = '', mark = '', fraction = ''] = /^(\d*)([.,]?)(\d*)$/.exec(amount) ?? [];
  const unpadded = whole.replace(/^0+/, '');
  if (mark === ',' && fraction.length === 3 && unpadded !== '') return '';
  return normalizeAmount(`${unpadded}.${fraction}`);
}

/** One side of a purchase as given in a link. */
export type LinkSide = {
  /** Upper case; '' if not given. */
  readonly currency: string;
  readonly amount: string;
  /** Fields that the buyer cannot change. */
  readonly fixed: { readonly currency: boolean; readonly amount: boolean };
};

/**
 * Reads one side from the link: `sendCurrency` fixes the currency, `defaultSendCurrency` proposes it, and `route`, from the
 * path, takes precedence. An amount is used only with its own currency.
 */
export function readLinkSide(query: URLSearchParams, name: 'sendCurrency' | 'getCurrency', route = ''): LinkSide {
  const proposal = `default${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const [fixed, proposed] = [
    readLinkParameter(query, name).toUpperCase(),
    readLinkParameter(query, proposal).toUpperCase(),
  ];
  const pathCurrency = route.toUpperCase();
  const currency = pathCurrency || fixed || proposed;
  // If the currency is given but ambiguous, it is ignored together with all amounts.
  const isUnambiguous = currency !== '' || !(query.has(name) || query.has(proposal));
  const readOwnAmount = (owner: string, parameter: string) =>
    isUnambiguous && owner === currency ? readLinkAmount(query, `${parameter}Amount`) : '';
  const fixedAmount = readOwnAmount(fixed || pathCurrency || proposed, name);
  return {
    currency,
    amount: fixedAmount || readOwnAmount(proposed || fixed || pathCurrency, proposal),
    fixed: { currency: (pathCurrency || fixed) !== '', amount: fixedAmount !== '' },
  };
}
