import {
  calledFamilies,
  nonVendorDestinations,
  type ProductProcess,
  productProcesses,
} from '../../server/app/egress.ts';
import { chainVendors, vendors } from '../../server/app/vendors.ts';
import type { Family, Variables } from '../../server/providers/vendor.ts';

const PROCESS_TEXTS: Readonly<Record<ProductProcess, string>> = {
  api: 'answers the pages, partners and vendors (`ROLE=api`)',
  worker: 'does the steps of orders, the sweeps, the mail and the prices (`ROLE=worker`)',
  signer: 'signs payouts (`ROLE=signer`)',
  console:
    'shows persons what there is, and takes what they sign (`ROLE=console`); it asks the database and, for single sign-on, the identity provider',
  operate: 'the command line of persons (`npm run operate`)',
};

const FAMILIES: Readonly<Record<Family, string>> = {
  card: 'cards',
  identity: 'identity',
  bank: 'bank',
  chain: 'networks',
  venue: 'conversion',
  prices: 'prices',
  rates: 'fiat rates',
  sanctions: 'lists of denied addresses',
  mail: 'mail',
  offers: "others' offers",
};

type DestinationRow = { readonly to: string; readonly why: string; readonly where: string };

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
    'For firewalls: whatever is not named here, a process never asks for. A vendor counts where it is on ([vendors.md](operating/vendors.md)); a variable, where it is set, takes the place of the usual address. `ROLE=all` is `api` and `worker` in one. A buyer names no address that a process asks: what is typed is an address of coins, and pages to go back to are led to by the browser.',
    '',
    'All of it goes through the files that `tools/egress/outboundFiles.ts` names; a test fails for any other file of the product that opens a connection or starts a program. No redirect is followed. TLS is checked by the certificates that Node trusts, from version 1.2 on; the start is refused where that was switched off.',
    '',
    ...productProcesses.flatMap((process) => drawSection(process)),
    '## What reaches the processes',
    '',
    '`api` listens on `PORT`, for a proxy of yours; `console` on its own `PORT`, for a proxy that lets your own networks alone there; the signer on `SIGNER_SOCKET`, for its user and group. A worker that stands alone and the signer answer supervisors at `HEALTH_PORT`, where it is set. All of these listen at `LISTEN_ADDRESS`, which is this machine alone unless it is set. The command line listens nowhere.',
    '',
  ].join('\n');
}

function drawSection(process: ProductProcess): string[] {
  return [
    `## ${process}`,
    '',
    `It ${PROCESS_TEXTS[process]}.`.replace('It the', 'The'),
    '',
    '| to | for | where |',
    '| --- | --- | --- |',
    ...listDestinations(process).map(({ to, why, where }) => `| ${to} | ${why} | ${where} |`),
    '',
  ];
}

function listDestinations(process: ProductProcess): DestinationRow[] {
  const families = calledFamilies[process];
  const plain = vendors
    .filter(({ family }) => families.has(family))
    .map(({ label, family, hosts, variables }) => ({
      to: label,
      why: FAMILIES[family],
      where: formatHosts(hosts, listAddressVariables(variables)),
    }));
  const chains = families.has('chain')
    ? chainVendors.map(({ label, variables }) => ({
        to: `the node of each ${label}`.replace('EVM network', 'network of EVM').replace('each Bitcoin', 'Bitcoin'),
        why: FAMILIES.chain,
        where: formatHosts([], listAddressVariables(variables('<ID>'))),
      }))
    : [];
  const others = nonVendorDestinations
    .filter(({ by }) => by.includes(process))
    .map(({ name, where }) => ({ to: name, why: '', where }));
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
