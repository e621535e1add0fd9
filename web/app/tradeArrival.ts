import { call } from '../api/call.ts';
import { CallError, isOutcomeUnknown } from '../api/callError.ts';
import { currentDraft, emptyDraft, updateDraft } from '../features/draft/draft.ts';
import { rememberPartner } from '../features/partner/rememberedPartner.ts';
import { pathOfSession, queryOfSession } from '../features/partner/sessionQuery.ts';
import { queryOfRefusal, REFUSED_PATH, type Refused } from '../features/partner/sessionRefusal.ts';
import { takeAuthToken } from '../features/session/mintedToken.ts';
import { type Arrival, forgetArrival, showQuery } from './takeArrival.ts';

/**
 * Trades a login that a partner has minted, and a partner's session, before anything else is asked. A session that is refused
 * leads to the page that says so, never to a purchase without it. False: no answer came, and the trade has to be tried again.
 */
export async function tradeArrival({ authToken, session, proof }: Arrival): Promise<boolean> {
  if (authToken !== null) await takeAuthToken(authToken);
  if (session !== null && !(await openSession(session, proof))) return false;
  forgetArrival();
  return true;
}

/** What else the link has said does not count beside a partner's own word. */
async function openSession(session: string, proof: string): Promise<boolean> {
  try {
    const opened = await call('openSession', { session, proof });
    rememberPartner(opened.partnerId);
    const { address, addressFixed, partnerSession } = opened;
    const { country } = currentDraft();
    // Nothing of an earlier purchase of this tab goes into one that a partner has fixed.
    updateDraft({ ...emptyDraft, country, partnerSession, address, addressFixed: addressFixed && address !== '' });
    showQuery(queryOfSession(opened), pathOfSession(opened));
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (isOutcomeUnknown(error) || error.status === TOO_MANY) return false;
    if (!error.handled) refuse(error);
    return true;
  }
}

const TOO_MANY = 429;

function refuse(error: CallError): void {
  const partnerId = String(
    error.detail?.facts['partnerId'] ?? new URLSearchParams(location.search).get('partnerId') ?? '',
  );
  if (partnerId !== '') rememberPartner(partnerId);
  // What this tab knew of an earlier session is not taken up in its place.
  updateDraft(emptyDraft);
  showQuery(queryOfRefusal({ ...reasonOf(error), partnerId }), REFUSED_PATH);
}

function reasonOf({ detail }: CallError): Pick<Refused, 'reason' | 'field'> {
  const { error = '', facts = {} } = detail ?? {};
  if (error === 'link_over') return { reason: (facts['reason'] ?? 'unknown') as Refused['reason'], field: '' };
  if (error !== 'malformed') return { reason: 'amount', field: '' };
  const field = String(facts['field'] ?? '');
  // The token itself is too long or empty, not a claim in it.
  return field === 'session' ? { reason: 'unknown', field: '' } : { reason: 'malformed', field };
}
