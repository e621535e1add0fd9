/** Every stand-in's port and the example shop's, counted from SANDBOX_PORT. The order is part of what `npm start` promises. */
const ORDER = [
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

export type StandInName = (typeof ORDER)[number];

export type SandboxPorts = Readonly<Record<StandInName, number>>;

export function sandboxPorts(firstPort: number): SandboxPorts {
  return Object.fromEntries(ORDER.map((name, index) => [name, firstPort + index])) as SandboxPorts;
}
