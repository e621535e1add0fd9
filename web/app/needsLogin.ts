import type { Route } from '../routes.ts';

/**
 * Returns true if a route requires a login first. A token in the query is exchanged for a login before the first route
 * is shown.
 */
export function needsLogin(route: Pick<Route, 'login'>, loggedIn: boolean): boolean {
  return route.login === 'required' && !loggedIn;
}
