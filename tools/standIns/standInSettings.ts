import { productEnvironment } from '../../sandbox/productEnvironment.ts';
import { credentials } from '../../sandbox/world/credentials.ts';
import type { OwnCredentials } from '../../sandbox/world/drawCredentials.ts';
import { vendors } from '../../server/app/vendors.ts';
import { ownVariables, variablesReadBy } from '../deploy/readVariables.ts';

/** The processes that reach vendors. */
export const rolesWithVendors = ['api', 'worker', 'signer'] as const;
export type RoleWithVendors = (typeof rolesWithVendors)[number];

/** The bank needs an account of the operator's, and other providers keys that nobody can draw: they stay off. */
const LEFT_OUT = new Set(
  vendors
    .filter(({ family }) => family === 'bank' || family === 'offers')
    .flatMap(({ variables }) => Object.keys(variables)),
);

/** The variables with which a process of an installation reaches the stand-ins in place of the vendors, by drawn keys. */
export function standInVariables(role: RoleWithVendors, sandboxPort: number, own: OwnCredentials) {
  const keys = { ...credentials, ...own };
  const world = { sandboxPort, productPort: 0, bankFilesFolder: '', bankReceivedFolder: '' };
  const all = {
    ...productEnvironment(world, keys),
    ...(role === 'signer' && {
      KRAKEN_API_KEY: own.krakenWithdrawals.apiKey,
      KRAKEN_API_SECRET: own.krakenWithdrawals.apiSecret,
    }),
  };
  const known = variablesReadBy(role);
  const isOwn = (name: string) => name in ownVariables[role] && name !== 'EXPLORER_URL';
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => known.has(name) && !LEFT_OUT.has(name) && !isOwn(name)),
  );
}
