import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { NO_PARTNER } from './rememberPartner.ts';

export type Partner = CallData<'partnerInfo'>;

/** How a site identifies itself. */
export type SiteIdentity = {
  readonly partnerId: string;
  readonly origin: string;
  /** URL that the buyer would return to. */
  readonly redirectUrl: string;
};

const MAX_ADDRESS_LENGTH = 2048;

export const noPartner: Partner = {
  partnerId: NO_PARTNER,
  name: '',
  origins: [],
  kind: 'none',
  payMethod: '',
  offerType: '',
  redirectUrl: '',
};

export type PartnerAnswer = {
  /** Undefined while loading; `noPartner` if the server does not answer. */
  readonly partner: Partner | undefined;
};

/** Loads what the operator has agreed with the referring site. Without such a site, returns `noPartner` and sends no request. */
export function usePartner({ partnerId, origin, redirectUrl }: SiteIdentity): PartnerAnswer {
  const anonymous = (partnerId === '' || partnerId === NO_PARTNER) && origin === '' && redirectUrl === '';
  const query = useQuery({
    queryKey: ['partnerInfo', partnerId, origin, redirectUrl],
    queryFn: ({ signal }) =>
      call(
        'partnerInfo',
        {
          partnerId: partnerId || NO_PARTNER,
          origin: origin.slice(0, MAX_ADDRESS_LENGTH),
          redirectUrl: redirectUrl.slice(0, MAX_ADDRESS_LENGTH),
        },
        { signal },
      ),
    enabled: !anonymous,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { partner: anonymous || query.isError ? noPartner : query.data };
}
