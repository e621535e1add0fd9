import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { NO_PARTNER } from './rememberedPartner.ts';

export type Partner = CallData<'partnerInfo'>;

/** How a site identifies itself. */
export type Visit = {
  readonly partnerId: string;
  readonly origin: string;
  /** Where the buyer would go back to. */
  readonly redirectUrl: string;
};

const LONGEST_ADDRESS = 2048;

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
  /** Undefined while it is on its way; `noPartner` when the server does not answer. */
  readonly partner: Partner | undefined;
};

/** What the site of a visit has agreed with the operator. Asked only when there is a site to ask about. */
export function usePartner({ partnerId, origin, redirectUrl }: Visit): PartnerAnswer {
  const anonymous = (partnerId === '' || partnerId === NO_PARTNER) && origin === '' && redirectUrl === '';
  const query = useQuery({
    queryKey: ['partnerInfo', partnerId, origin, redirectUrl],
    queryFn: ({ signal }) =>
      call(
        'partnerInfo',
        {
          partnerId: partnerId || NO_PARTNER,
          origin: origin.slice(0, LONGEST_ADDRESS),
          redirectUrl: redirectUrl.slice(0, LONGEST_ADDRESS),
        },
        { signal },
      ),
    enabled: !anonymous,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { partner: anonymous || query.isError ? noPartner : query.data };
}
