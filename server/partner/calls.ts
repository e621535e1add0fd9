import type { Handlers } from '../platform/http/handlers.ts';
import type { Log } from '../platform/log/log.ts';
import { findAllowedRedirect, findPartner, NO_PARTNER, type Partners } from './partner.ts';

export type PartnerContext = { readonly partners: () => Partners; readonly log: Log };

export function partnerCalls({ partners, log }: PartnerContext): Pick<Handlers, 'partnerInfo'> {
  return {
    async partnerInfo({ partnerId, origin, redirectUrl }) {
      const partner = findPartner(partners(), partnerId, origin);
      const redirect = findAllowedRedirect(partner, redirectUrl);
      if (redirectUrl !== '' && redirect === undefined)
        log.info({ partnerId, origin: origin.slice(0, 100) }, 'the partner may not use this redirect address');
      return {
        data: {
          partnerId: partner?.id ?? NO_PARTNER,
          name: partner?.name ?? '',
          origins: [...(partner?.origins ?? [])],
          kind: partner?.kind ?? 'none',
          payMethod: partner?.payMethod ?? '',
          offerType: partner?.offerType ?? '',
          redirectUrl: redirect ?? '',
        },
      };
    },
  };
}
