import { parsedUrl } from '@slipway/contract/parsedUrl.ts';
import { call } from '../../api/call.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import { keepOpening, keptOpening, NO_OPENING, type OpenedWindow } from './opener.ts';

type Arrival = { readonly search: string; readonly referrer: string };

/** Where a partner's pages are; injectable, so that a test needs no server. */
type FindOrigins = (partnerId: string) => Promise<readonly string[]>;

const askForOrigins: FindOrigins = async (partnerId) => (await call('partnerInfo', { partnerId })).origins;

/**
 * Finds out to which origins this tab may speak, before there is anything to say. Another partner's link begins anew: nobody
 * is told of an order that was made for somebody else.
 */
export async function meetOpener(
  { search, referrer }: Arrival,
  page: OpenedWindow = window,
  findOrigins: FindOrigins = askForOrigins,
): Promise<void> {
  const partnerId = new URLSearchParams(search).get('partnerId') || rememberedPartner();
  const kept = keptOpening(page);
  if (kept.partnerId === partnerId && kept.origins.length > 0) return;
  if (kept.partnerId !== partnerId) keepOpening(page, { ...NO_OPENING, partnerId });
  // Without an answer nothing is told, and the next page asks again.
  const origins = await findOrigins(partnerId).catch((): readonly string[] => []);
  const from = parsedUrl(referrer)?.origin;
  // Where the browser says which of them it was, the others need not be tried.
  keepOpening(page, { origins: from !== undefined && origins.includes(from) ? [from] : origins });
}
