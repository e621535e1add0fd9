import type { Route } from '../routes.ts';

/** Whether a route must wait for a login. `search` is the query of the wanted address. */
export function needsLogin(route: Pick<Route, 'login'>, search: string, loggedIn: boolean): boolean {
  if (!route.login || loggedIn) return false;
  return route.login === 'required' || !new URLSearchParams(search).has('authToken');
}
