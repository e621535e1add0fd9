import type { Family } from '../../server/providers/vendor.ts';

/** What a family's vendors are made of, beside what all of them have. */
export type FamilyShape = {
  /** Below server/providers/, with the port and the conformance suite. */
  readonly folder: string;
  readonly manifest: 'manifest' | 'manifestChain';
  /** Fields of the configuration that the client reads. */
  readonly address: string;
  readonly credential: string;
  /** The vendor calls us. */
  readonly webhook: boolean;
  /** The list of server/app/vendors.ts in which it stands. */
  readonly list: 'vendors' | 'chainVendors';
};

const usual = {
  manifest: 'manifest',
  address: 'apiUrl',
  credential: 'apiKey',
  webhook: false,
  list: 'vendors',
} as const;

export const familyShapes: Readonly<Record<Family, FamilyShape>> = {
  card: { ...usual, folder: 'card', webhook: true },
  identity: { ...usual, folder: 'identity', webhook: true },
  bank: { ...usual, folder: 'bank' },
  chain: {
    folder: 'chain',
    manifest: 'manifestChain',
    address: 'rpcUrl',
    credential: 'accessToken',
    webhook: false,
    list: 'chainVendors',
  },
  venue: { ...usual, folder: 'venue' },
  // Its port stands beside that of the venues.
  prices: { ...usual, folder: 'venue' },
  rates: { ...usual, folder: 'rates' },
  sanctions: { ...usual, folder: 'sanctions' },
  mail: { ...usual, folder: 'mail' },
  offers: { ...usual, folder: 'offers', webhook: true },
};
