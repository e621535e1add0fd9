import { type LocalNetwork, localNetworks } from '../chains/localNetworks.ts';

/** Offsets from SANDBOX_PORT of the stand-ins and the example shop. The order must stay stable for users of `npm start`. */
const PORT_ORDER = [
  'desk',
  'stripe',
  'sumsub',
  'kraken',
  'coinbase',
  'bitstamp',
  'rates',
  'smtp',
  'bitcoin',
  'ethereum',
  'base',
  'polygon',
  'sanctions',
  'moonpay',
  'transak',
  'coinbaseOnramp',
  'ramp',
  'shop',
  'identityProvider',
] as const;

export type StandInName = (typeof PORT_ORDER)[number] | LocalNetwork;

export type SandboxPorts = Readonly<Record<StandInName, number>>;

/** Returns the port of each stand-in and of the shop. Networks that `PORT_ORDER` lacks come last. */
export function assignSandboxPorts(firstPort: number): SandboxPorts {
  const names = new Set<StandInName>([...PORT_ORDER, ...localNetworks]);
  return Object.fromEntries([...names].map((name, index) => [name, firstPort + index])) as SandboxPorts;
}
