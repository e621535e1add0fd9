import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawCredentials, type OwnCredentials } from '../../sandbox/world/drawCredentials.ts';
import { rolesWithVendors, standInVariables } from './standInSettings.ts';

const OWNER_ALONE = 0o600;

export function credentialsFile(folder: string): string {
  return join(folder, 'credentials.json');
}

/**
 * Writes what an installation needs to reach the stand-ins: the drawn credentials, the variables of each process (`api.env`, …),
 * and the treasury's keys in hexadecimal (`evm.key`, `bitcoin.key`). Credentials that are there already are kept.
 */
export function writeStandInFolder(folder: string, sandboxPort: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = readOrDraw(folder);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), `${text}\n`, { mode: OWNER_ALONE });
  for (const role of rolesWithVendors)
    write(
      `${role}.env`,
      Object.entries(standInVariables(role, sandboxPort, own))
        .map(([name, value]) => `${name}=${value}`)
        .join('\n'),
    );
  write('evm.key', own.treasury.evmPrivateKey.replace(/^0x/, ''));
  write('bitcoin.key', own.treasury.bitcoinPrivateKey);
}

function readOrDraw(folder: string): OwnCredentials {
  const file = credentialsFile(folder);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as OwnCredentials;
  const own = drawCredentials();
  writeFileSync(file, JSON.stringify(own), { mode: OWNER_ALONE });
  return own;
}
