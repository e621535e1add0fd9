import type { CallData } from '@slipway/contract/calls.ts';

const STORAGE_KEY = 'partnerId';
export const NO_PARTNER = '0';

/** Stores the partner who led the buyer here; also applies to later visits. */
export function rememberPartner(partnerId: string): void {
  localStorage.setItem(STORAGE_KEY, partnerId);
}

/** Stores the partner named by the link, else the one that the server knows by the site's origin. */
export function rememberReferringPartner(
  linkPartnerId: string,
  known: Pick<CallData<'partnerInfo'>, 'partnerId'>,
): void {
  if (linkPartnerId !== '') rememberPartner(linkPartnerId);
  else if (known.partnerId !== NO_PARTNER) rememberPartner(known.partnerId);
}

export function getRememberedPartner(): string {
  return localStorage.getItem(STORAGE_KEY) || NO_PARTNER;
}
