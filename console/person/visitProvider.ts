import { consoleCall } from '../api/consoleCall.ts';

/** Leads to the identity provider, which sends the browser back to `/console/signed-on`. Throws what the person reads. */
export async function visitProvider(begin: 'beginSignOn' | 'beginSignOnLink'): Promise<void> {
  const { pathname, search } = location;
  const returnTo =
    pathname.startsWith('/console/') && pathname !== '/console/signed-on' ? pathname + search : '/console/';
  const { url } = await consoleCall(begin, { returnTo });
  location.assign(url);
}
