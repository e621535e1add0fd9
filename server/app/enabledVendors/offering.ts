import { getPayMethodTraits, type PayMethod, payMethods } from '@slipway/contract/entities/payMethods.ts';
import type { Family, Vendor } from '../../providers/vendor.ts';
import type { Offering } from '../../purchase/catalog/offering.ts';
import { canSendFrom } from '../vendors.ts';
import type { VendorConfiguration } from './configureVendors.ts';

/** Families needed to sell. With none of them, only other providers' offers are sold. */
const OWN_FAMILIES: readonly Family[] = ['card', 'bank', 'chain', 'venue'];

/** A reference price needs two sources that agree. */
const MIN_PRICE_SOURCES = 2;

/** Returns what the enabled vendors support. */
export function buildOffering(
  { on }: Pick<VendorConfiguration, 'on'>,
  chainOfNetwork: ReadonlyMap<string, string>,
): Offering {
  const has = (family: Family) => on.some((vendor) => vendor.family === family);
  const takes = (method: PayMethod) => {
    const { money, wallet } = getPayMethodTraits(method);
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

/**
 * Returns what is missing before anything can be sold, one line each. `doesSteps`: this process buys at the venue and sends
 * email.
 */
export function findSellingFaults(
  { on, broken }: Pick<VendorConfiguration, 'on' | 'broken'>,
  vendors: readonly Vendor[],
  { hasTransferAccount, doesSteps }: { readonly hasTransferAccount: boolean; readonly doesSteps: boolean },
): string[] {
  const wanted = [...on.map(({ family }) => family), ...broken];
  const count = (family: Family) => wanted.filter((one) => one === family).length;
  const buildVariables = (...families: readonly Family[]) =>
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
    ...(payable ? [] : [`nothing can be paid: set ${buildVariables('card', 'bank')}`]),
    ...(payable || count('bank') === 0 ? [] : ['a transfer needs a transfer-account in the configuration']),
    ...(!own || !doesSteps || count('venue') > 0 ? [] : [`no order can be fulfilled: set ${buildVariables('venue')}`]),
    ...(count('prices') >= MIN_PRICE_SOURCES
      ? []
      : [`there is no price without ${MIN_PRICE_SOURCES} sources: switch on ${buildVariables('prices')}`]),
    ...(count('sanctions') > 0
      ? []
      : [`no coins may be sent without a list of denied addresses: set ${buildVariables('sanctions')}`]),
    ...(!doesSteps || count('mail') > 0 ? [] : [`buyers cannot log in without email: set ${buildVariables('mail')}`]),
  ];
}
