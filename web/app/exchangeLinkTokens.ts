import { call } from '../api/call.ts';
import { CallError, isOutcomeUnknown } from '../api/callError.ts';
import { currentDraft, emptyDraft, updateDraft } from '../features/draft/draft.ts';
import { rememberPartner } from '../features/partner/rememberPartner.ts';
import { buildSessionQuery, chooseSessionPath } from '../features/partner/sessionQuery.ts';
import { buildRefusalQuery, REFUSAL_PATH, type RefusalQuery } from '../features/partner/sessionRefusal.ts';
import { exchangeMintedToken } from '../features/session/mintedToken.ts';
import { type LinkTokens, removeExchangedTokens, replaceQuery } from './linkTokens.ts';

/**
 * Exchanges a partner's login token and session token before any other request. A rejected session leads to an error
 * page, never to a purchase without it. Returns false if no answer came and the exchange must be retried.
 */
export async function exchangeLinkTokens(tokens: LinkTokens): Promise<boolean> {
  const { authToken, session, proof } = tokens;
  if (authToken !== null) await exchangeMintedToken(authToken);
  if (session !== null && !(await openSession(session, proof))) return false;
  removeExchangedTokens(tokens);
  return true;
}

/** Opens the session; the link's other parameters do not count next to the values fixed by a partner. */
async function openSession(session: string, proof: string): Promise<boolean> {
  try {
    const opened = await call('openSession', { session, proof });
    rememberPartner(opened.partnerId);
    const { address, addressFixed, partnerSession } = opened;
    const { country } = currentDraft();
    // Nothing from this tab's earlier purchase goes into one fixed by a partner.
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
  // An earlier session of this tab must not replace it.
  updateDraft(emptyDraft);
  replaceQuery(buildRefusalQuery({ ...readRefusalReason(error), partnerId }), REFUSAL_PATH);
}

function readRefusalReason({ detail }: CallError): Pick<RefusalQuery, 'reason' | 'field'> {
  const { error = '', facts = {} } = detail ?? {};
  if (error === 'link_ended') return { reason: (facts['reason'] ?? 'unknown') as RefusalQuery['reason'], field: '' };
  if (error !== 'malformed' && error !== 'terms_refused') return { reason: 'amount', field: '' };
  const field = String(facts['field'] ?? '');
  // The token itself is too long or empty; the error is not about one of its claims.
  return field === 'session' ? { reason: 'unknown', field: '' } : { reason: 'malformed', field };
}
