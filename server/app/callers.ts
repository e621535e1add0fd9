import type { FastifyRequest } from 'fastify';
import { findSession } from '../account/sessionStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { CallerReader } from '../platform/http/admission.ts';
import { cookieJar } from '../platform/http/cookies.ts';

import type { Caller, Session } from '../platform/http/handlers.ts';
import { localeFor, readerOf } from '../platform/http/reader.ts';
import { requestAddress } from '../platform/http/requestAddress.ts';
import { hidesClient } from '../platform/http/unnamedProxy.ts';
import { equalBytes, sha256 } from '../platform/secrets.ts';
import type { PlaceOfAddress } from '../region/placeOfAddress.ts';
import { isLocalAddress } from '../region/publicAddress.ts';
import type { Whereabouts } from '../region/servedCallers.ts';

export type CallerContext = {
  readonly database: Database;
  readonly secureCookies: boolean;
  readonly placeOfAddress: PlaceOfAddress;
  readonly defaultCountry: string;
  readonly isBanned: (caller: Whereabouts) => boolean;
  /** There `x-sandbox-country` says where the caller is. */
  readonly isSandbox: boolean;
  /** Nothing real can be bought: an installation that is being tried, perhaps through a proxy on the same machine. */
  readonly isPlayMoney: boolean;
  /** The languages that there are: the caller has one of them. */
  readonly locales: readonly string[];
};

/** Who calls: the guest's cookie, the place of the IP, and the session of token and cookie together. */
export function createCallerReader(context: CallerContext): CallerReader {
  return {
    isBanned: context.isBanned,
    read(request, reply): Caller {
      const cookies = cookieJar(request, reply, context.secureCookies);
      const guest = cookies.read('guest');
      return {
        session: null,
        authToken: '',
        guestHash: guest ? sha256(guest) : null,
        address: requestAddress(request),
        ...placeOf(context, request),
        locale: localeFor(readerOf(request), context.locales),
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
 * Places a caller. Callers from this machine and the networks around it are in DEFAULT_COUNTRY, unless that address may be a
 * proxy's own: then they may be anywhere. Where only play money is taken that does not matter, and a trial through a proxy on the
 * same machine has to work.
 */
function placeOf(context: CallerContext, request: FastifyRequest): Pick<Whereabouts, 'country' | 'isPlaced'> {
  const { isSandbox, isPlayMoney, placeOfAddress, defaultCountry } = context;
  const header = request.headers['x-sandbox-country'];
  if (isSandbox && typeof header === 'string' && /^[A-Z]{2}$/.test(header)) return { country: header, isPlaced: true };
  const address = requestAddress(request);
  const country = placeOfAddress(address);
  if (country !== undefined) return { country, isPlaced: true };
  return {
    country: defaultCountry,
    isPlaced: isLocalAddress(address) && (isSandbox || isPlayMoney || !hidesClient(request)),
  };
}
