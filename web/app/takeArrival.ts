import { newProof } from './newProof.ts';

/** What a link carries that is good for once: a login and a session, each null where it is not there. */
export type Arrival = {
  readonly authToken: string | null;
  readonly session: string | null;
  /** Opens the session, and opens it again if the answer is lost. */
  readonly proof: string;
  /** The address without any of it. */
  readonly address: string;
};

/** Until it is traded, so that a reload in between does not lose it. */
const STORAGE_KEY = 'arrival';

/** Whether a link carries any of it. */
export function carriesArrival(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('authToken') || query.has('session');
}

/** Takes it out of the address bar, before anything is asked of anybody; null where there is nothing to trade. */
export function takeArrival(): Arrival | null {
  const query = new URLSearchParams(location.search);
  const [authToken, session] = [query.get('authToken'), query.get('session')];
  if (authToken === null && session === null) return untradedArrival();
  query.delete('authToken');
  query.delete('session');
  showQuery(query);
  const stored = storedArrival();
  const proof = stored && stored.session === session ? stored.proof : newProof();
  const arrival = { authToken, session, proof, address: currentAddress() };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(arrival));
  return arrival;
}

export function forgetArrival(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** Of a page that was loaded anew before the answer came. */
function untradedArrival(): Arrival | null {
  const stored = storedArrival();
  return stored?.address === currentAddress() ? stored : null;
}

function storedArrival(): Arrival | null {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Arrival | null;
}

function currentAddress(): string {
  return location.pathname + location.search;
}

/** Back into the address, and the page anew: what has not been traded is good still, and the browser still says who led here. */
export function arriveAgain({ authToken, session, address }: Arrival): void {
  const [path, search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  if (authToken !== null) query.set('authToken', authToken);
  if (session !== null) query.set('session', session);
  showQuery(query, path);
  location.reload();
}

/** The address becomes another one, in the same entry of the history. */
export function showQuery(query: URLSearchParams, path = location.pathname): void {
  history.replaceState(history.state, '', `${path}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
}
