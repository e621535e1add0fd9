import { call } from '../api/call.ts';
import { CallError } from '../api/callError.ts';
import { updateDraft } from '../features/draft/draft.ts';
import { rememberPartner } from '../features/partner/partnerQuery.ts';
import { pathOfSession, queryOfSession } from '../features/partner/sessionQuery.ts';
import { takeAuthToken } from '../features/session/mintedToken.ts';
import { queryOfError } from '../i18n/queryOfError.ts';

/**
 * What a link carries that is good for once: a partner's session, and a login that a partner has minted. Both leave the
 * address bar before anything is asked, and are traded before anything else is. What is refused leaves its words in the
 * address, for the page to show.
 */
export async function tradeArrival(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const [authToken, session] = [query.get('authToken'), query.get('session')];
  query.delete('authToken');
  query.delete('session');
  show(query);
  if (authToken !== null) await takeAuthToken(authToken);
  if (session !== null) await openSession(session);
}

function show(query: URLSearchParams, path = location.pathname): void {
  history.replaceState(history.state, '', `${path}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
}

/** What else the link has said does not count beside a partner's own word. */
async function openSession(session: string): Promise<void> {
  try {
    const opened = await call('openSession', { session }, { navigational: true });
    rememberPartner(opened.partnerId);
    const { address, addressFixed, partnerSession } = opened;
    updateDraft({ partnerSession, ...(address && { address, addressFixed }) });
    show(queryOfSession(opened), pathOfSession(opened));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (!error.handled) show(new URLSearchParams({ error: queryOfError(error, error.respMessage) }), '/');
  }
}
