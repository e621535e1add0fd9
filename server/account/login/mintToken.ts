import type { Partner, Partners } from '../../partner/partner.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { AccountMarkKeys } from '../blockStore.ts';
import { findBuyer, findOrCreateBuyer } from '../buyerStore.ts';
import { MAX_SESSION_SECONDS } from '../sessions/sessionStore.ts';
import { startSession } from '../sessions/startSession.ts';
import type { OpenedSession } from './login.ts';
import { insertMintedToken, useMintedToken } from './mintedTokenStore.ts';

/** Lifetime of a minted token. It need only pass from the partner's server to the page that redeems it. */
export const MINTED_SECONDS = 60;
const PREFIX = 'mint_';

/**
 * Creates a single-use token for a buyer that the partner knows, and the account if there is none. The token opens the
 * account of that email address at this partner, never an account that a login code opens or an account at another partner.
 */
export async function mintToken(
  transaction: Transaction,
  keys: AccountMarkKeys,
  partner: Partner,
  { email, locale }: { readonly email: string; readonly locale: string },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = `${PREFIX}${randomToken(32)}`;
  const buyer = await findOrCreateBuyer(transaction, keys, {
    id: `buyer_${randomToken()}`,
    email,
    verifierReference: `applicant_${randomToken()}`,
    locale,
    partnerId: partner.id,
  });
  const minted = { tokenHash: sha256(token), buyerId: buyer.id, partnerId: partner.id, seconds: MINTED_SECONDS };
  return { token, expiresAt: await insertMintedToken(transaction, minted) };
}

/** Session tokens never have this prefix. */
export function isMintedToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/**
 * Exchanges a minted token for a session. `origin` is the page that led here, as reported by the browser. It prevents
 * login CSRF: a token that an attacker obtained and put in a link, so that the victim buys in the attacker's account, is
 * refused. Throws `invalid_auth_token`.
 */
export async function redeemMintedToken(
  { database, partners }: { readonly database: Database; readonly partners: () => Partners },
  token: string,
  origin: string,
  caller: Caller,
): Promise<OpenedSession> {
  const partnerIds = [...partners().values()].filter(({ origins }) => origins.includes(origin)).map(({ id }) => id);
  const { cookie, ...opened } = await database.repeatableTransaction(async (transaction) => {
    const used = await useMintedToken(transaction, sha256(token), partnerIds);
    const buyer = used && (await findBuyer(transaction, used.buyerId));
    if (!buyer) throw new AppError('invalid_auth_token');
    return {
      ...(await startSession(transaction, { buyerId: buyer.id, call: 'authInfo', isProved: false }, caller)),
      buyer,
    };
  });
  caller.cookies.set('session', cookie, MAX_SESSION_SECONDS);
  return opened;
}
