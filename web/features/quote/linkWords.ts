import { settledAmount } from '../../ui/amountInput.ts';

/** The longest amount that the wire takes. */
const LONGEST_AMOUNT = 40;

/** What a link says under a name; '' for nothing, for what is longer than `longest`, where it says two things at once, and for NUL. */
export function wordOfLink(query: URLSearchParams, name: string, longest = Number.POSITIVE_INFINITY): string {
  const [only = '', other] = new Set(query.getAll(name).map((word) => word.trim()));
  return other === undefined && only.length <= longest && !only.includes('\u0000') ? only : '';
}

/**
 * A link's amount as a plain decimal; '' where it is none. Nothing is guessed, since nobody is there to correct it: signs,
 * exponents, units and groups are no amount, and neither is `1,234`, which is one number here and another one there.
 */
export function amountOfLink(query: URLSearchParams, name: string): string {
  const word = wordOfLink(query, name, LONGEST_AMOUNT);
  const [, whole = '', mark = '', fraction = ''] = /^(\d*)([.,]?)(\d*)$/.exec(word) ?? [];
  const unpadded = whole.replace(/^0+/, '');
  if (mark === ',' && fraction.length === 3 && unpadded !== '') return '';
  return settledAmount(`${unpadded}.${fraction}`);
}

/** One side of a purchase as a link has it. */
export type LinkSide = {
  /** In capitals; '' without one. */
  readonly currency: string;
  readonly amount: string;
  /** The link leaves no choice of it. */
  readonly fixed: { readonly currency: boolean; readonly amount: boolean };
};

/**
 * `sendCurrency` fixes a side, `defaultSendCurrency` proposes it; `route` is the path's word, which comes first. An amount
 * counts only in the currency that it stands beside.
 */
export function sideOfLink(query: URLSearchParams, name: 'sendCurrency' | 'getCurrency', route = ''): LinkSide {
  const proposal = `default${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const [fixed, proposed] = [wordOfLink(query, name).toUpperCase(), wordOfLink(query, proposal).toUpperCase()];
  const path = route.toUpperCase();
  const currency = path || fixed || proposed;
  // A currency that is named twice is none, and nobody's amount counts.
  const meant = currency !== '' || !(query.has(name) || query.has(proposal));
  const amountIn = (owner: string, of: string) =>
    meant && owner === currency ? amountOfLink(query, `${of}Amount`) : '';
  const fixedAmount = amountIn(fixed || path || proposed, name);
  return {
    currency,
    amount: fixedAmount || amountIn(proposed || fixed || path, proposal),
    fixed: { currency: (path || fixed) !== '', amount: fixedAmount !== '' },
  };
}
