import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { credentials } from '../../sandbox/world/credentials.ts';
import { type GeneratedCredentials, generateCredentials } from '../../sandbox/world/generateCredentials.ts';
import { vendors } from '../../server/app/vendors.ts';
import { listVariables, ownVariables } from '../deploy/readVariables.ts';

/** The processes that reach vendors. */
const rolesWithVendors = ['api', 'worker', 'signer'] as const;
type RoleWithVendors = (typeof rolesWithVendors)[number];

/** Vendors that stay off: the bank needs an account of the operator, and other providers need keys that they issue. */
const EXCLUDED_VARIABLES = new Set(
  vendors
    .filter(({ family }) => family === 'bank' || family === 'offers')
    .flatMap(({ variables }) => Object.keys(variables)),
);

/** Returns the variables with which a process reaches the stand-ins instead of the vendors, with the generated keys. */
function buildStandInVariables(role: RoleWithVendors, sandboxPort: number, own: GeneratedCredentials) {
  const keys = { ...credentials, ...own };
  const world = { sandboxPort, productPort: 0, bankFilesFolder: '', bankReceivedFolder: '' };
  const all = {
    ...productEnvironment(world, keys),
    ...(role === 'signer' && {
      KRAKEN_API_KEY: own.krakenWithdrawals.apiKey,
      KRAKEN_API_SECRET: own.krakenWithdrawals.apiSecret,
    }),
  };
  const roleVariables = listVariables(role);
  const isOwn = (name: string) => name in ownVariables[role] && name !== 'EXPLORER_URL';
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => roleVariables.has(name) && !EXCLUDED_VARIABLES.has(name) && !isOwn(name)),
  );
}

const OWNER_ONLY_MODE = 0o600;

export function credentialsFile(folder: string): string {
  return join(folder, 'credentials.json');
}

/**
 * Writes what an installation needs to reach the stand-ins: generated credentials, the variables of each process (`api.env`,
 * …), and the treasury's keys in hexadecimal (`evm.key`, `bitcoin.key`). Keeps existing credentials.
 */
export function writeStandInFolder(folder: string, sandboxPort: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = readOrCreateCredentials(folder);
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `${text}\n`, { mode: OWNER_ONLY_MODE });
  for (const role of rolesWithVendors)
    write(
      `${role}.env`,
      Object.entries(buildStandInVariables(role, sandboxPort, own))
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
  write('evm.key', own.treasury.evmPrivateKey.replace(/^0x/, ''));
  write('bitcoin.key', own.treasury.bitcoinPrivateKey);
}

function readOrCreateCredentials(folder: string): GeneratedCredentials {
  const file = credentialsFile(folder);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as GeneratedCredentials;
  const own = generateCredentials();
  writeFileSync(file, JSON.stringify(own), { mode: OWNER_ONLY_MODE });
  return own;
}
