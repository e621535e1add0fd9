import { consoleCall } from '../api/consoleCall.ts';

/**
 * Redirects to the identity provider, which sends the browser back to `/console/signed-on`. Throws an error with the
 * message to show.
 */
export async function redirectToIdentityProvider(begin: 'beginSignOn' | 'beginSignOnLink'): Promise<void> {
  const { pathname, search } = location;
  const returnTo =
    pathname.startsWith('/console/') && pathname !== '/console/signed-on' ? pathname + search : '/console/';
  const { url } = await consoleCall(begin, { returnTo });
  location.assign(url);
}
