import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';
import { isOwnPath } from '../ownPath.ts';
import { parseUrl } from '../parseUrl.ts';

const returnTo = z
  .string()
  .max(2048)
  .refine(
    (path) => isOwnPath(path) && parseUrl(path, 'https://here.invalid')?.pathname.startsWith('/console/'),
    'must be a path of the console',
  )
  .describe('The screen to show afterwards');

const providerAccount = z
  .object({ issuer: z.string(), subject: z.string() })
  .describe('`iss` and `sub` of the ID token')
  .meta({ id: 'SignOnAccount' });

const providerRedirect = z.object({ url: z.url().describe('Where the browser logs in, at the identity provider') });

export const beginSignOn = defineConsoleCall({
  name: 'beginSignOn',
  summary: 'Begins single sign-on, and sets the cookie that its answer is bound to',
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
  summary: 'Begins a visit that proves which account at the identity provider is the caller’s own',
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
  summary: 'Takes the identity provider’s answer, once: opens a session, or names the account to be linked',
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
      .describe('To be linked by a statement `link-sign-on`; null where a session was opened'),
  }),
  errors: ['sign_on_refused', 'sign_on_unavailable', 'sign_on_unlinked'],
  example: {
    request: { answer: '?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj' },
  },
});
