import type { CallData } from '@slipway/contract/calls.ts';

const STORAGE_KEY = 'partnerId';
export const NO_PARTNER = '0';

/** The partner who led the buyer here counts on later visits too. */
export function rememberPartner(partnerId: string): void {
  localStorage.setItem(STORAGE_KEY, partnerId);
}

/** By what the link says of itself, else by the site that the server knows by its origin. */
export function rememberSender(said: string, known: Pick<CallData<'partnerInfo'>, 'partnerId'>): void {
  if (said !== '') rememberPartner(said);
  else if (known.partnerId !== NO_PARTNER) rememberPartner(known.partnerId);
}

export function rememberedPartner(): string {
  return localStorage.getItem(STORAGE_KEY) || NO_PARTNER;
}
