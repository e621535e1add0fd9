import { deriveKeys } from '../platform/secrets.ts';
import type { Partner } from './partner.ts';

/** Those of a secret for tests; a worker of its own process has them too. */
export const keys = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

export function partnerAt(id: string, webhookUrl?: string): Partner {
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
