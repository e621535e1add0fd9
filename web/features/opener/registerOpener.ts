import { parseUrl } from '@slipway/contract/parseUrl.ts';
import { call } from '../../api/call.ts';
import { getRememberedPartner } from '../partner/rememberPartner.ts';
import { NO_OPENER, type OpenedWindow, readOpenerState, updateOpenerState } from './opener.ts';

type PageEntry = { readonly search: string; readonly referrer: string };

/** Looks up the origins of a partner's pages; injectable for tests. */
type OriginLookup = (partnerId: string) => Promise<readonly string[]>;

const requestOrigins: OriginLookup = async (partnerId) => (await call('partnerInfo', { partnerId })).origins;

/**
 * Finds the origins that this tab may post messages to, before the first message. Another partner's link resets the state, so
 * that no opener learns of an order made for another partner.
 */
export async function registerOpener(
  { search, referrer }: PageEntry,
  page: OpenedWindow = window,
  findOrigins: OriginLookup = requestOrigins,
): Promise<void> {
  const partnerId = new URLSearchParams(search).get('partnerId') || getRememberedPartner();
  const stored = readOpenerState(page);
  if (stored.partnerId === partnerId && stored.origins.length > 0) return;
  if (stored.partnerId !== partnerId) updateOpenerState(page, { ...NO_OPENER, partnerId });
  // Without an answer no messages are sent, and the next page tries again.
  const origins = await findOrigins(partnerId).catch((): readonly string[] => []);
  const from = parseUrl(referrer)?.origin;
  // If the referrer shows which origin opened the tab, the others are not needed.
  updateOpenerState(page, { origins: from !== undefined && origins.includes(from) ? [from] : origins });
}
