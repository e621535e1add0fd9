import { queueMail } from '../notification/mailOutboxStore.ts';
import { newDeviceMail } from '../notification/mailTexts.ts';
import { NO_PARTNER } from '../partner/partner.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { randomToken, sha256 } from '../platform/secrets.ts';
import { type Buyer, findOrCreateBuyer, setLocale } from './buyerStore.ts';
import { recordDevice } from './deviceStore.ts';
import { ownCodes } from './loginStore.ts';
import { redeemCode } from './redeemCode.ts';
import type { SendCodeContext } from './sendCode.ts';
import { endCarriedSession, insertSession, LONGEST_SECONDS } from './sessionStore.ts';

export type LoginContext = SendCodeContext & {
  /** A login takes over what the same browser ordered as a guest. */
  readonly claimGuestOrders: (database: Database, guestHash: Buffer, buyerId: string) => Promise<void>;
};

const DEVICE_SECONDS = 365 * 24 * 60 * 60;

export type OpenedSession = { readonly authToken: string; readonly expiresAt: Date; readonly buyer: Buyer };

/** Trades a code for a session: a token for scripts and a cookie that they cannot read; neither opens anything alone. */
export async function login(
  context: LoginContext,
  input: { readonly email: string; readonly code: string },
  caller: Caller,
): Promise<OpenedSession> {
  const { database } = context;
  await redeemCode(database, input, caller.cookies);

  const authToken = randomToken(32);
  const cookie = randomToken(32);
  const device = caller.cookies.read('device') ?? randomToken(32);
  const opened = await database.transaction(async (transaction) => {
    const buyer = await findOrCreateBuyer(transaction, {
      id: `buyer_${randomToken()}`,
      email: input.email,
      verifierReference: `applicant_${randomToken()}`,
      locale: caller.locale,
      partnerId: NO_PARTNER,
    });
    await endCarriedSession(transaction, caller.cookies);
    const expiresAt = await insertSession(transaction, {
      buyerId: buyer.id,
      tokenHash: sha256(authToken),
      cookieHash: sha256(cookie),
    });
    await greetDevice(context, transaction, { buyer, device, caller });
    const requestHash = sha256(caller.cookies.read('login') ?? '');
    await ownCodes(transaction, { email: input.email, requestHash, deviceHash: sha256(device) });
    return { authToken, expiresAt, buyer };
  });
  if (caller.guestHash) await context.claimGuestOrders(database, caller.guestHash, opened.buyer.id);
  caller.cookies.set('session', cookie, LONGEST_SECONDS);
  caller.cookies.set('device', device, DEVICE_SECONDS);
  caller.cookies.clear('login');
  return opened;
}

/** Tells the buyer by mail of a login from a new browser, in the language of the browsers that they used before. */
async function greetDevice(
  { operatorName, mailWords }: LoginContext,
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
    ...newDeviceMail(mailWords(buyer.locale), operatorName, { at: seenAt, country: caller.country }),
  });
}
