import { call } from '../api/call.ts';
import { CallError } from '../api/callError.ts';
import { updateDraft } from '../features/draft/draft.ts';
import { rememberPartner } from '../features/partner/rememberedPartner.ts';
import { pathOfSession, queryOfSession } from '../features/partner/sessionQuery.ts';
import { takeAuthToken } from '../features/session/mintedToken.ts';
import { queryOfError } from '../i18n/queryOfError.ts';
import { type Arrival, showQuery } from './takeArrival.ts';

/**
 * Trades a login that a partner has minted, and a partner's session, before anything else is asked. What is refused leaves
 * its words in the address, for the page to show.
 */
export async function tradeArrival({ authToken, session }: Arrival): Promise<void> {
  if (authToken !== null) await takeAuthToken(authToken);
  if (session !== null) await openSession(session);
}

/** What else the link has said does not count beside a partner's own word. */
async function openSession(session: string): Promise<void> {
  try {
    const opened = await call('openSession', { session }, { navigational: true });
    rememberPartner(opened.partnerId);
    const { address, addressFixed, partnerSession } = opened;
    updateDraft({ partnerSession, ...(address && { address, addressFixed }) });
    showQuery(queryOfSession(opened), pathOfSession(opened));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!error.handled) showQuery(new URLSearchParams({ error: queryOfError(error, error.respMessage) }), '/');
  }
}
