import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';
import { isOwnPath } from '../../ownPath.ts';
import { parseUrl } from '../../parseUrl.ts';

const returnTo = z
  .string()
  .max(2048)
  .refine(
    (path) => isOwnPath(path) && parseUrl(path, 'https://here.invalid')?.pathname.startsWith('/console/'),
    'must be a path of the console',
  )
  .describe('Path below /console/ of the screen to display afterwards');

const providerAccount = z
  .object({ issuer: z.string(), subject: z.string() })
  .describe('`iss` and `sub` of the ID token')
  .meta({ id: 'SignOnAccount' });

const providerRedirect = z.object({ url: z.url().describe('URL at the identity provider where the browser logs in') });

export const beginSignOn = defineConsoleCall({
  name: 'beginSignOn',
  summary: 'Begins single sign-on, and sets the cookie to which its answer is bound',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ returnTo }),
  data: providerRedirect,
  errors: ['sign_on_refused', 'sign_on_unavailable'],
  example: { request: { returnTo: '/console/today' } },
});

export const beginSignOnLink = defineConsoleCall({
  name: 'beginSignOnLink',
  summary: 'Begins a login at the identity provider that proves which account there belongs to the caller',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({ returnTo }),
  data: providerRedirect,
  errors: ['sign_on_refused', 'sign_on_unavailable'],
  example: { request: { returnTo: '/console/today' } },
});

export const finishSignOn = defineConsoleCall({
  name: 'finishSignOn',
  summary: 'Processes the identity provider’s answer, once: opens a session, or returns the account to be linked',
  auth: 'none',
  roles,
  guard: 'free',
  request: z.object({
    answer: z
      .string()
      .max(8192)
      .regex(/^\?[^#\s]+$/, 'must be the query that the identity provider has sent')
      .describe('The query of the redirect URL'),
  }),
  data: z.object({
    returnTo,
    account: providerAccount
      .nullable()
      .describe('Account to be linked by a statement `link-sign-on`; null if a session was opened'),
  }),
  errors: ['sign_on_refused', 'sign_on_unavailable', 'sign_on_unlinked'],
  example: {
    request: { answer: '?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
  },
});
