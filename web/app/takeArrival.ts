/** What a link carries that is good for once: a login and a session, each null where it is not there. */
export type Arrival = { readonly authToken: string | null; readonly session: string | null };

/** Whether a link carries any of it. */
export function carriesArrival(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('authToken') || query.has('session');
}

/** Takes it out of the address bar, before anything is asked of anybody; null without either. */
export function takeArrival(): Arrival | null {
  const query = new URLSearchParams(location.search);
  const [authToken, session] = [query.get('authToken'), query.get('session')];
  if (authToken === null && session === null) return null;
  query.delete('authToken');
  query.delete('session');
  showQuery(query);
  return { authToken, session };
}

/** Back into the address, and the page anew: what has not been traded is good still, and the browser still says who led here. */
export function arriveAgain({ authToken, session }: Arrival): void {
  const query = new URLSearchParams(location.search);
  if (authToken !== null) query.set('authToken', authToken);
  if (session !== null) query.set('session', session);
  showQuery(query);
  location.reload();
}

/** The address becomes another one, in the same entry of the history. */
export function showQuery(query: URLSearchParams, path = location.pathname): void {
  history.replaceState(history.state, '', `${path}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
}
