import type { CallData } from '@slipway/contract/calls.ts';

export type BookNetwork = CallData<'getAddressNetworkList'>[number];

/** Returns the chosen network, or the only available one. */
export function findChosenNetwork(
  networks: readonly BookNetwork[] | undefined,
  chosen: string,
): BookNetwork | undefined {
  return networks?.find(({ network }) => network === chosen) ?? (networks?.length === 1 ? networks[0] : undefined);
}
