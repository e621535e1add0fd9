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

export type StandInName = (typeof PORT_ORDER)[number];

export type SandboxPorts = Readonly<Record<StandInName, number>>;

export function assignSandboxPorts(firstPort: number): SandboxPorts {
  return Object.fromEntries(PORT_ORDER.map((name, index) => [name, firstPort + index])) as SandboxPorts;
}
