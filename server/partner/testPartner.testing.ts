import { deriveKeys } from '../platform/secrets.ts';
import type { Partner } from './partner.ts';

/** Keys of a test secret; a separate worker process derives the same ones. */
export const testKeys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

export function createTestPartner(id: string, webhookUrl?: string): Partner {
  return {
    id,
    name: id,
    kind: 'partner_site',
    origins: [],
    redirects: [],
    payMethod: '',
    offerType: '',
    webhookUrl,
    savedCardCentsPerDay: 0n,
    share: { coefficient: 0n, scale: 0 },
  };
}
