import { listPartnerKeyDates } from '../partner/api/partnerKeyStore.ts';
import { listLinkKeys } from '../partner/linkKeyStore.ts';
import { listSecretDates } from '../partner/secretStore.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

export function keyCalls({ database }: PartnerPagesContext): Pick<PartnerPageHandlers, 'keys'> {
  return {
    async keys(_input, { partner: { id } }) {
      const [keys, linkKeys, secrets] = await Promise.all([
        listPartnerKeyDates(database, id),
        listLinkKeys(database, id),
        listSecretDates(database, id),
      ]);
      return {
        keys: keys.map(({ keyId, lastUsedAt, ...dates }) => ({
          id: keyId,
          ...presentDates(dates),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        linkKeys: linkKeys.map(({ id: linkKey, ...dates }) => ({ id: linkKey, ...presentDates(dates) })),
        webhookSecrets: secrets.map(presentDates),
      };
    },
  };
}

function presentDates({ createdAt, retiresAt }: { readonly createdAt: Date; readonly retiresAt: Date | null }) {
  return { createdAt: createdAt.toISOString(), retiresAt: retiresAt?.toISOString() ?? null };
}
