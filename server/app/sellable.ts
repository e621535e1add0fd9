import { type PayMethod, payMethods, traitsOf } from '@slipway/contract/entities/payMethods.ts';
import type { Family, Vendor } from '../providers/vendor.ts';
import type { Offering } from '../purchase/catalog/offering.ts';
import type { Survey } from './surveyVendors.ts';
import { canSendFrom } from './vendors.ts';

/** What it takes to sell by oneself. With none of them, others' offers are all that is sold. */
const OWN_FAMILIES: readonly Family[] = ['card', 'bank', 'chain', 'venue'];

/** A reference price needs two sources that agree. */
const LEAST_PRICE_SOURCES = 2;

/** What the vendors that are on make possible. */
export function offeringOf({ on }: Pick<Survey, 'on'>, chainOfNetwork: ReadonlyMap<string, string>): Offering {
  const has = (family: Family) => on.some((vendor) => vendor.family === family);
  const takes = (method: PayMethod) => {
    const { money, wallet } = traitsOf(method);
    if (money === 'received') return has('bank');
    return on.some(({ family, wallets }) => family === 'card' && (!wallet || wallets.includes(method)));
  };
  return {
    chains: new Set(on.flatMap(({ family, id }) => (family === 'chain' ? [chainOfNetwork.get(id) ?? ''] : []))),
    methods: new Set(payMethods.filter(takes)),
    sendsFrom: (currency, { accountHolder, account, bankCode }) =>
      canSendFrom(currency, { name: accountHolder, account, bankCode }),
    identity: has('identity'),
    own: OWN_FAMILIES.some(has) || !has('offers'),
  };
}

/** What is missing before anything at all can be sold, one line each. `doesSteps`: this process buys at the venue and sends mail. */
export function missingToSell(
  { on, broken }: Pick<Survey, 'on' | 'broken'>,
  vendors: readonly Vendor[],
  { hasTransferAccount, doesSteps }: { readonly hasTransferAccount: boolean; readonly doesSteps: boolean },
): string[] {
  const meant = [...on.map(({ family }) => family), ...broken];
  const count = (family: Family) => meant.filter((one) => one === family).length;
  const variablesOf = (...families: readonly Family[]) =>
    vendors
      .filter(({ family }) => families.includes(family))
      .map(({ label, variables }) => `${label} (${Object.keys(variables).join(', ')})`)
      .join(', or ');
  const own = OWN_FAMILIES.some((family) => count(family) > 0) || count('offers') === 0;
  const payable = !own || count('card') > 0 || (count('bank') > 0 && hasTransferAccount);
  return [
    ...(!own || count('chain') > 0
      ? []
      : ['nothing can be delivered: set the <NETWORK>_RPC_URL and the treasury address of a network']),
    ...(payable ? [] : [`nothing can be paid: set ${variablesOf('card', 'bank')}`]),
    ...(payable || count('bank') === 0 ? [] : ['a transfer needs a transfer-account in the configuration']),
    ...(!own || !doesSteps || count('venue') > 0
      ? []
      : [`nothing can be bought for a buyer: set ${variablesOf('venue')}`]),
    ...(count('prices') >= LEAST_PRICE_SOURCES
      ? []
      : [`there is no price without ${LEAST_PRICE_SOURCES} sources: switch on ${variablesOf('prices')}`]),
    ...(count('sanctions') > 0
      ? []
      : [`nobody may be paid without a list of denied addresses: set ${variablesOf('sanctions')}`]),
    ...(!doesSteps || count('mail') > 0 ? [] : [`nobody can log in without mail: set ${variablesOf('mail')}`]),
  ];
}
