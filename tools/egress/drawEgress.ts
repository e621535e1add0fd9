import {
  calledFamilies,
  nonVendorDestinations,
  type ProductProcess,
  productProcesses,
} from '../../server/app/egress.ts';
import { chainVendors, vendors } from '../../server/app/vendors.ts';
import type { Family, Variables } from '../../server/providers/vendor.ts';

const PROCESS_TEXTS: Readonly<Record<ProductProcess, string>> = {
  api: 'serves the pages and calls of buyers and partners, and takes the webhooks of vendors (`ROLE=api`)',
  worker: 'runs the steps of orders and the periodic tasks, sends mail and reads prices (`ROLE=worker`)',
  signer: 'signs payouts (`ROLE=signer`)',
  console: 'serves the staff of the operator (`ROLE=console`)',
  operate: 'is the command line of the staff (`npm run operate`)',
};

const FAMILIES: Readonly<Record<Family, string>> = {
  card: 'cards',
  identity: 'identity',
  bank: 'bank',
  chain: 'networks',
  venue: 'purchases and withdrawals',
  prices: 'public',
  rates: 'fiat rates',
  sanctions: 'sanctions lists',
  mail: 'mail',
  offers: 'other provider',
};

type DestinationRow = { readonly to: string; readonly where: string };

/**
 * Returns docs/egress.md: the hosts that each process reaches, from the vendors' manifests and the table of other
 * destinations.
 */
export function drawEgress(): string {
  return [
    '# What each process reaches',
    '',
    '<!-- Written by `npm run draw` from server/app/egress.ts and the manifests of the vendors. -->',
    '',
    'For people who configure firewalls. A process connects only to the destinations in these tables:',
    '',
    '- It connects to a vendor only if the vendor is on ([vendors.md](operating/vendors.md)).',
    '- Variables after a semicolon replace the addresses before them if they are set ([variables.md](variables.md) has each). If a',
    '  row has only variables, they set the address.',
    '- If a vendor has other addresses for tests (`demo`, `stg`), its row lists both; an installation uses one kind.',
    '- `<ID>` is the id of the network in capitals, as in `BASE_RPC_URL`.',
    '- `ROLE=all` connects to the destinations of `api` and `worker`.',
    '- No process connects to an address that a buyer enters, and none follows redirects.',
    '- TLS is at least version 1.2, with the certificates that Node trusts. A process refuses to start if this check is off.',
    '',
    'Only files in `tools/egress/outboundFiles.ts` open connections or start programs: a test checks this.',
    '',
    ...productProcesses.flatMap((process) => drawSection(process)),
    '## What reaches the processes',
    '',
    '- `api` listens on `PORT`, for your proxy.',
    '- `console` listens on its own `PORT`, for a proxy that admits only your own networks.',
    '- The signer listens on `SIGNER_SOCKET`, for its user and group.',
    '- The signer and a worker with `ROLE=worker` answer your monitoring at `HEALTH_PORT`, if it is set.',
    '- All ports are open at `LISTEN_ADDRESS`, by default only on this machine. The command line listens nowhere.',
    '',
  ].join('\n');
}

function drawSection(process: ProductProcess): string[] {
  return [
    `## ${process}`,
    '',
    `This process ${PROCESS_TEXTS[process]}.`,
    '',
    '| destination | address |',
    '| --- | --- |',
    ...listDestinations(process).map(({ to, where }) => `| ${to} | ${where} |`),
    '',
  ];
}

function listDestinations(process: ProductProcess): DestinationRow[] {
  const families = calledFamilies[process];
  const plain = vendors
    .filter(({ family }) => families.has(family))
    .map(({ label, family, hosts, variables }) => ({
      to: `${label} (${FAMILIES[family]})`,
      where: formatHosts(hosts, listAddressVariables(variables)),
    }));
  const chains = families.has('chain')
    ? chainVendors
        .filter(({ hasContracts }) => process !== 'api' || hasContracts)
        .map(({ label, variables }) => ({
          to: `the node of each ${label}`.replace('each Bitcoin', 'Bitcoin'),
          where: formatHosts([], listAddressVariables(variables('<ID>'))),
        }))
    : [];
  const others = nonVendorDestinations
    .filter(({ by }) => by.includes(process))
    .map(({ name, where }) => ({ to: name, where }));
  return [...others, ...plain, ...chains].filter(({ where }) => where !== '');
}

function listAddressVariables(variables: Variables): string[] {
  return Object.entries(variables).flatMap(([name, { address, isBrowserOnly }]) =>
    address && !isBrowserOnly ? [`\`${name}\``] : [],
  );
}

function formatHosts(hosts: readonly string[], variables: readonly string[]): string {
  const usual = hosts.map((host) => `\`${host}\``).join(', ');
  return usual === '' ? variables.join(', ') : [usual, ...variables].join('; ');
}
