import type { Family } from '../providers/vendor.ts';

/** The processes of the product as they are run. */
export const productProcesses = ['api', 'worker', 'signer', 'console', 'operate'] as const;
export type ProductProcess = (typeof productProcesses)[number];

/** Vendor families that a process calls. Data of all other families is read from the database. */
export const calledFamilies: Readonly<Record<ProductProcess, ReadonlySet<Family>>> = {
  // Chains only to query whether an address belongs to a contract: only nodes of networks with contracts.
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
    where: '`DATABASE_URL`',
    by: ['api', 'worker', 'signer', 'console', 'operate'],
  },
  { name: "the database, with the clerk's role", where: '`CLERK_DATABASE_URL`', by: ['worker', 'operate'] },
  {
    name: 'the database, not through its pooler',
    where: '`DATABASE_DIRECT_URL`',
    by: ['api', 'worker', 'console'],
  },
  { name: 'the signer', where: '`SIGNER_SOCKET`, a socket of this machine', by: ['worker'] },
  { name: "the bank's files", where: '`BANK_FILES_FOLDER`, a folder of this machine', by: ['worker', 'signer'] },
  {
    name: 'copies of files from the bank',
    where: '`BANK_RECEIVED_FOLDER`, a folder of this machine to which only the bank’s client may write',
    by: ['signer'],
  },
  {
    name: 'endpoints of partners',
    where:
      '`webhookUrl` of a partner, approved by two people: `https://`, only public addresses, checked before each connection',
    by: ['worker'],
  },
  { name: 'the webhook for alerts', where: '`ALERT_WEBHOOK_URL`', by: ['worker'] },
  {
    name: 'push services of browsers',
    where:
      'the service of a staff member’s browser (Google, Mozilla, Apple or Microsoft) if `WEB_PUSH_PUBLIC_KEY` is set, by the same rule as endpoints of partners',
    by: ['worker'],
  },
  {
    name: "a partner's page",
    where: 'the page that `embed-doctor` opens, by the same rule as endpoints of partners',
    by: ['worker', 'operate'],
  },
  {
    name: 'the identity provider of single sign-on',
    where: '`OIDC_ISSUER`, and the hosts that its discovery document names for tokens and keys: `https://`',
    by: ['console'],
  },
  {
    name: 'a collector of traces',
    where: '`OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, if set',
    by: ['api', 'worker'],
  },
];
