import type { Route } from '../routes.ts';

/** Whether a route must wait for a login. A token of the query has been traded for one before the first route is shown. */
export function needsLogin(route: Pick<Route, 'login'>, loggedIn: boolean): boolean {
  return route.login === 'required' && !loggedIn;
}
