import type Stripe from 'stripe';
import type { FileRecord } from '../accountState.ts';

/** docs.stripe.com/api/files/object */
export function toStripeFile({ pages: _pages, sha256: _sha256, ...shown }: FileRecord): Stripe.File {
  return {
    object: 'file',
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${shown.id}` },
    title: null,
    url: `https://files.stripe.com/v1/files/${shown.id}/contents`,
    ...shown,
  };
}
