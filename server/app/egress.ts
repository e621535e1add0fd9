import type { Family } from '../providers/vendor.ts';

/** The processes of the product as they are run. */
export const productProcesses = ['api', 'worker', 'signer', 'console', 'operate'] as const;
export type ProductProcess = (typeof productProcesses)[number];

/** Vendor families that a process calls. Data of all other families is read from the database. */
export const calledFamilies: Readonly<Record<ProductProcess, ReadonlySet<Family>>> = {
  // Chains only to query whether an address belongs to a contract.
  api: new Set<Family>(['card', 'identity', 'chain', 'offers']),
  worker: new Set<Family>([
    'card',
    'identity',
    'bank',
    'chain',
    'venue',
    'prices',
    'rates',
    'sanctions',
    'mail',
    'offers',
  ]),
  signer: new Set<Family>(['card', 'bank', 'venue', 'prices', 'rates']),
  console: new Set<Family>(),
  operate: new Set<Family>(),
};

/** A destination that is not a vendor. */
export type NonVendorDestination = {
  readonly name: string;
  /** The address and the variable that sets it. */
  readonly where: string;
  readonly by: readonly ProductProcess[];
};

export const nonVendorDestinations: readonly NonVendorDestination[] = [
  {
    name: 'the database',
    where: '`DATABASE_URL`; a worker by `CLERK_DATABASE_URL` too',
    by: ['api', 'worker', 'signer', 'console', 'operate'],
  },
  {
    name: 'the database past a pooler',
    where: '`DATABASE_DIRECT_URL`, where it is set',
    by: ['api', 'worker', 'console'],
  },
  { name: 'the signer', where: '`SIGNER_SOCKET`, a socket of this machine', by: ['worker'] },
  { name: "the bank's files", where: '`BANK_FILES_FOLDER`, a folder of this machine', by: ['worker', 'signer'] },
  {
    name: 'what the bank has sent',
    where: '`BANK_RECEIVED_FOLDER`, a folder of this machine that only the bank’s client writes',
    by: ['signer'],
  },
  {
    name: 'endpoints of partners',
    where:
      '`webhookUrl` of a partner, set by two people: `https://`, only public addresses, checked before each connection; redirects are not followed',
    by: ['worker'],
  },
  { name: 'the webhook for alerts', where: '`ALERT_WEBHOOK_URL`; no redirect is followed', by: ['worker'] },
  {
    name: 'push services of browsers',
    where:
      'whichever service the browser of a person who operates names (of Google, Mozilla, Apple or Microsoft), where `WEB_PUSH_PUBLIC_KEY` is set, by the same rule as endpoints of partners; no redirect is followed',
    by: ['worker'],
  },
  {
    name: "a partner's page",
    where: 'the page that the doctor looks at, by the same rule as endpoints of partners',
    by: ['worker', 'operate'],
  },
  {
    name: 'the identity provider of single sign-on',
    where:
      '`OIDC_ISSUER`, and the hosts that its discovery document names for tokens and keys: `https://`; no redirect is followed',
    by: ['console'],
  },
  {
    name: 'a collector of traces',
    where: '`OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`; without one nothing is sent',
    by: ['api', 'worker'],
  },
];
