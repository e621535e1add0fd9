import type { CallData } from '@slipway/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export type Partner = CallData<'partnerInfo'>;

/** How a site identifies itself. */
export type Visit = {
  readonly partnerId: string;
  readonly origin: string;
  /** Where the buyer would go back to. */
  readonly redirectUrl: string;
};

const PARTNER_KEY = 'partnerId';
const NO_PARTNER = '0';
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

/** The partner who led the buyer here counts on later visits too. */
export function rememberPartner(partnerId: string): void {
  localStorage.setItem(PARTNER_KEY, partnerId);
}

/** By what the link says of itself, else by the site that the server knows by its origin. */
export function rememberSender(said: string, known: Pick<Partner, 'partnerId'>): void {
  if (said !== '') rememberPartner(said);
  else if (known.partnerId !== NO_PARTNER) rememberPartner(known.partnerId);
}

export function rememberedPartner(): string {
  return localStorage.getItem(PARTNER_KEY) ?? NO_PARTNER;
}

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
