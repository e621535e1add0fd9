import type { CallName } from '@slipway/contract/calls.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildNewDeviceMail } from '../../notification/mailTexts.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { type Buyer, findBuyer, findOrCreateBuyer, setLocale } from '../buyerStore.ts';
import { MAX_SESSION_SECONDS } from '../sessions/sessionStore.ts';
import { startSession } from '../sessions/startSession.ts';
import { recordDevice } from './deviceStore.ts';
import { assignCodesToDevice } from './loginStore.ts';
import { redeemCode } from './redeemCode.ts';
import type { SendCodeContext } from './sendCode.ts';

export type LoginContext = SendCodeContext & {
  /** Moves the browser's guest orders to the account at login. */
  readonly claimGuestOrders: (database: Database, guestHash: Buffer, buyerId: string) => Promise<void>;
};

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

export type OpenedSession = { readonly authToken: string; readonly expiresAt: Date; readonly buyer: Buyer };

/**
 * Exchanges a code for a session; the first login creates the account. A session is a token for scripts and a cookie that
 * they cannot read; calls need both.
 */
export async function login(
  context: LoginContext,
  input: { readonly email: string; readonly code: string },
  caller: Caller,
): Promise<OpenedSession> {
  await redeemCode(context.database, input, caller.cookies);
  return openBuyerSession(context, caller, 'login', async (transaction, deviceHash) => {
    const requestHash = sha256(caller.cookies.read('login') ?? '');
    await assignCodesToDevice(transaction, { email: input.email, requestHash, deviceHash });
    const { id } = await findOrCreateBuyer(transaction, context.keys, {
      id: `buyer_${randomToken()}`,
      email: input.email,
      verifierReference: `applicant_${randomToken()}`,
      locale: caller.locale,
      partnerId: NO_PARTNER,
    });
    return id;
  });
}

/**
 * Opens a session of the buyer whose id `prove` returns; if `prove` throws, none is opened. Also records the browser,
 * moves its guest orders to the account, and sets the cookies.
 */
export async function openBuyerSession(
  context: LoginContext,
  caller: Caller,
  call: CallName,
  prove: (transaction: Transaction, deviceHash: Buffer) => Promise<string>,
): Promise<OpenedSession> {
  const { database } = context;
  const device = caller.cookies.read('device') ?? randomToken(32);
  const { cookie, ...opened } = await database.repeatableTransaction(async (transaction) => {
    const buyer = await findBuyer(transaction, await prove(transaction, sha256(device)));
    if (!buyer) throw new AppError('invalid_auth_token');
    const started = await startSession(transaction, { buyerId: buyer.id, call, isProved: true }, caller);
    await recordLoginDevice(context, transaction, { buyer, device, caller });
    return { ...started, buyer };
  });
  if (caller.guestHash) await context.claimGuestOrders(database, caller.guestHash, opened.buyer.id);
  caller.cookies.set('session', cookie, MAX_SESSION_SECONDS);
  caller.cookies.set('device', device, DEVICE_SECONDS);
  caller.cookies.clear('login');
  return opened;
}

/**
 * Records the browser of a login. If it is new, notifies the buyer by email, in the language of earlier browsers. If it is
 * known or the buyer's first, stores its language as the buyer's.
 */
async function recordLoginDevice(
  { operatorName, mailTranslations }: LoginContext,
  transaction: Transaction,
  { buyer, device, caller }: { readonly buyer: Buyer; readonly device: string; readonly caller: Caller },
): Promise<void> {
  const { kind, seenAt } = await recordDevice(transaction, buyer.id, sha256(device));
  if (kind !== 'new') {
    if (buyer.locale !== caller.locale) await setLocale(transaction, buyer.id, caller.locale);
    return;
  }
  await queueMail(transaction, {
    id: `device:${randomToken()}`,
    recipient: buyer.email,
    ...buildNewDeviceMail(mailTranslations(buyer.locale), operatorName, { at: seenAt, country: caller.country }),
  });
}
