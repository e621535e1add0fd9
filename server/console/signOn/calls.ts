import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, SessionCookie } from '../gateway/consoleHandlers.ts';
import { convertIdentityProviderErrors, requireProvider } from './convertIdentityProviderErrors.ts';
import { finishSignOn } from './finishSignOn.ts';
import { insertSignOn } from './signOnStore.ts';

/** Handlers for single sign-on, which opens sessions and signs nothing. */
export function signOnCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'beginSignOn' | 'beginSignOnLink' | 'finishSignOn'> {
  async function startSignOn(person: string | null, returnTo: string, cookie: SessionCookie) {
    const secret = randomToken(32);
    const url = await convertIdentityProviderErrors(context, requireProvider(context).createAuthorizationUrl(secret));
    await insertSignOn(context.database, { secretHash: sha256(secret), person, returnTo });
    cookie.set(secret);
    return { url };
  }
  return {
    beginSignOn: ({ returnTo }, { signOnCookie }) => startSignOn(null, returnTo, signOnCookie),
    beginSignOnLink: ({ returnTo }, { person, signOnCookie }) => startSignOn(person.name, returnTo, signOnCookie),
    finishSignOn: (input, visitor) => finishSignOn(context, input, visitor),
  };
}
