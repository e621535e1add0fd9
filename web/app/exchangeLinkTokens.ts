import { call } from '../api/call.ts';
import { CallError, isOutcomeUnknown } from '../api/callError.ts';
import { emptyDraft, getDraft, updateDraft } from '../features/draft/draft.ts';
import { rememberPartner } from '../features/partner/rememberPartner.ts';
import { buildSessionQuery, chooseSessionPath } from '../features/partner/sessionQuery.ts';
import { buildRefusalQuery, REFUSAL_PATH, type RefusalQuery } from '../features/partner/sessionRefusal.ts';
import { exchangeMintedToken } from '../features/session/mintedToken.ts';
import { type LinkTokens, removeExchangedTokens, replaceQuery } from './linkTokens.ts';

/**
 * Exchanges a partner's login token and session token before any other request. A rejected session leads to an error page,
 * never to a purchase without it. Returns false if the session must be exchanged again: no answer or a server error came, or
 * the server refuses further requests at the moment.
 */
export async function exchangeLinkTokens(tokens: LinkTokens): Promise<boolean> {
  const { authToken, session, proof } = tokens;
  if (authToken !== null) await exchangeMintedToken(authToken);
  if (session !== null && !(await openSession(session, proof))) return false;
  removeExchangedTokens(tokens);
  return true;
}

/**
 * Opens the session. Its values, which the partner has fixed, replace all other parameters of the link. A refusal leads to an
 * error page. Returns false if the session must be opened again.
 */
async function openSession(session: string, proof: string): Promise<boolean> {
  try {
    const opened = await call('openSession', { session, proof });
    rememberPartner(opened.partnerId);
    const { address, addressFixed, partnerSession } = opened;
    const { country } = getDraft();
    // Discards this tab's earlier purchase, except the country.
    updateDraft({ ...emptyDraft, country, partnerSession, address, addressFixed: addressFixed && address !== '' });
    replaceQuery(buildSessionQuery(opened), chooseSessionPath(opened));
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (isOutcomeUnknown(error) || error.status === TOO_MANY_REQUESTS) return false;
    if (!error.handled) showSessionRefusal(error);
    return true;
  }
}

const TOO_MANY_REQUESTS = 429;

function showSessionRefusal(error: CallError): void {
  const partnerId = String(
    error.detail?.facts['partnerId'] ?? new URLSearchParams(location.search).get('partnerId') ?? '',
  );
  if (partnerId !== '') rememberPartner(partnerId);
  // Discards an earlier session of this tab: it must not be used instead of the refused one.
  updateDraft(emptyDraft);
  replaceQuery(buildRefusalQuery({ ...readRefusalReason(error), partnerId }), REFUSAL_PATH);
}

function readRefusalReason({ detail }: CallError): Pick<RefusalQuery, 'reason' | 'field'> {
  const { error = '', facts = {} } = detail ?? {};
  if (error === 'link_ended') return { reason: (facts['reason'] ?? 'unknown') as RefusalQuery['reason'], field: '' };
  if (error !== 'malformed' && error !== 'terms_refused') return { reason: 'amount', field: '' };
  const field = String(facts['field'] ?? '');
  // `session` means that the token itself is too long or empty; other names are claims of the token.
  return field === 'session' ? { reason: 'unknown', field: '' } : { reason: 'malformed', field };
}
