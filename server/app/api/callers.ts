import type { FastifyRequest } from 'fastify';
import { findSession } from '../../account/sessions/sessionStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCookieJar } from '../../platform/http/cookies.ts';
import type { CallerReader } from '../../platform/http/gateway/admission.ts';
import { getRequestAddress } from '../../platform/http/getRequestAddress.ts';
import type { Caller, Session } from '../../platform/http/handlers.ts';
import { chooseReaderLocale, readPreferences } from '../../platform/http/pages/readerPreferences.ts';
import { isFromUntrustedProxy } from '../../platform/http/untrustedProxy.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import type { CountryLookup } from '../../region/countryLookup.ts';
import { isLocalAddress } from '../../region/publicAddress.ts';
import type { CallerLocation } from '../../region/servedCallers.ts';

export type CallerContext = {
  readonly database: Database;
  readonly secureCookies: boolean;
  readonly findCountry: CountryLookup;
  readonly defaultCountry: string;
  readonly isBanned: (caller: CallerLocation) => boolean;
  /** In the sandbox `x-sandbox-country` sets the caller's country. */
  readonly isSandbox: boolean;
  /** True if nothing real can be bought: a trial installation, perhaps behind a proxy on the same machine. */
  readonly isPlayMoney: boolean;
  /** The available languages: the caller gets one of them. */
  readonly locales: readonly string[];
};

/**
 * Creates the reader of callers. `read` uses cookies, headers and the IP address, without a session; `withSession` adds the
 * session that matches both the token and the cookie.
 */
export function createCallerReader(context: CallerContext): CallerReader {
  return {
    isBanned: context.isBanned,
    read(request, reply): Caller {
      const cookies = createCookieJar(request, reply, context.secureCookies);
      const guest = cookies.read('guest');
      return {
        session: null,
        authToken: '',
        guestHash: guest ? sha256(guest) : null,
        address: getRequestAddress(request),
        ...locateCaller(context, request),
        locale: chooseReaderLocale(readPreferences(request), context.locales),
        userAgent: request.headers['user-agent'] ?? '',
        cookies,
      };
    },
    async withSession(caller, authToken) {
      const session = await readSession(context.database, authToken, caller.cookies.read('session'));
      return { ...caller, authToken, session };
    },
  };
}

async function readSession(database: Database, authToken: string, cookie: string | undefined): Promise<Session | null> {
  if (!cookie) return null;
  const found = await findSession(database, sha256(authToken));
  if (!found || !equalBytes(found.cookieHash, sha256(cookie))) return null;
  const { cookieHash: _, ...session } = found;
  return session;
}

/**
 * Returns a caller's country, and whether it is known. An IP address without a country gets DEFAULT_COUNTRY. That counts as
 * known only for this machine and private networks, unless the address may be an untrusted proxy's, whose clients may be
 * anywhere. In the sandbox and with play money, a proxy's address counts too, so that a trial behind a proxy works.
 */
function locateCaller(
  context: CallerContext,
  request: FastifyRequest,
): Pick<CallerLocation, 'country' | 'isCountryKnown'> {
  const { isSandbox, isPlayMoney, findCountry, defaultCountry } = context;
  const header = request.headers['x-sandbox-country'];
  if (isSandbox && typeof header === 'string' && /^[A-Z]{2}$/.test(header))
    return { country: header, isCountryKnown: true };
  const address = getRequestAddress(request);
  const country = findCountry(address);
  if (country !== undefined) return { country, isCountryKnown: true };
  return {
    country: defaultCountry,
    isCountryKnown: isLocalAddress(address) && (isSandbox || isPlayMoney || !isFromUntrustedProxy(request)),
  };
}
