import type { CallData } from '@slipway/contract/calls.ts';

export type BookNetwork = CallData<'getAddressNetworkList'>[number];

/** The network that was chosen, or the only one that there is. */
export function chosenNetwork(networks: readonly BookNetwork[] | undefined, chosen: string): BookNetwork | undefined {
  return networks?.find(({ network }) => network === chosen) ?? (networks?.length === 1 ? networks[0] : undefined);
}
