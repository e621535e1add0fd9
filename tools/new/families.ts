import type { Family } from '../../server/providers/vendor.ts';

/** Properties of a family's vendors in addition to those common to all vendors. */
export type FamilyShape = {
  /** Folder below server/providers/, with the port and the conformance suite. */
  readonly folder: string;
  readonly manifest: 'manifest' | 'manifestChain';
  /** Names of the configuration fields with the vendor's address and credential. */
  readonly address: string;
  readonly credential: string;
  /** True if the vendor sends webhooks. */
  readonly webhook: boolean;
  /** The list of server/app/vendors.ts that contains the family's vendors. */
  readonly list: 'vendors' | 'chainVendors';
};

const commonShape = {
  manifest: 'manifest',
  address: 'apiUrl',
  credential: 'apiKey',
  webhook: false,
  list: 'vendors',
} as const;

export const familyShapes: Readonly<Record<Family, FamilyShape>> = {
  card: { ...commonShape, folder: 'card', webhook: true },
  identity: { ...commonShape, folder: 'identity', webhook: true },
  bank: { ...commonShape, folder: 'bank' },
  chain: {
    folder: 'chain',
    manifest: 'manifestChain',
    address: 'rpcUrl',
    credential: 'accessToken',
    webhook: false,
    list: 'chainVendors',
  },
  venue: { ...commonShape, folder: 'venue' },
  // The prices have no own folder: their port is in the folder of the venues.
  prices: { ...commonShape, folder: 'venue' },
  rates: { ...commonShape, folder: 'rates' },
  sanctions: { ...commonShape, folder: 'sanctions' },
  mail: { ...commonShape, folder: 'mail' },
  offers: { ...commonShape, folder: 'offers', webhook: true },
};
