import { chooseLocale } from '@slipway/contract/chooseLocale.ts';
import { isMintedTokenRedeemable } from '../../account/login/mintedTokenStore.ts';
import { mintToken } from '../../account/login/mintToken.ts';
import { eventFeedCalls } from '../../partner/api/eventFeed.ts';
import type { PartnerHandlers, PartnerReplayChecks } from '../../partner/api/partnerHandlers.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, CookieJar } from '../../platform/http/handlers.ts';
import { sha256 } from '../../platform/secrets.ts';
import { offerCalls } from '../../purchase/offer/offerCalls.ts';
import { partnerOrderCalls } from '../../purchase/order/partner/partnerOrderCalls.ts';
import { quoteCalls } from '../../purchase/quote/quoteCalls.ts';
import { partnerRefundCalls } from '../../purchase/refund/partnerRefundCalls.ts';
import { createSession } from '../../purchase/session/createSession.ts';
import { isOpenable } from '../../purchase/session/partnerSessionStore.ts';
import type { Context } from '../context.ts';

/** Returns the handlers of partners' calls, bound to their modules. */
export function createPartnerHandlers(context: Context): PartnerHandlers {
  const { offerInquiry } = quoteCalls(context);
  const { offerList } = offerCalls(context);
  return {
    async quote({ country, ...inquiry }, { partner }) {
      if (context.catalog.countryRules(country).banned) throw new AppError('region_denied');
      const chosen = {
        payMethod: inquiry.payMethod || partner.payMethod,
        offerType: inquiry.offerType || partner.offerType,
      };
      return offerInquiry({ ...inquiry, ...chosen, partnerId: partner.id }, createAnonymousCaller(country));
    },
    async offers(input, { partner }) {
      const issued = context.quoteTokens.read(input.token);
      if (issued?.partnerId !== partner.id) throw new AppError('quote_unknown');
      return offerList(input, createAnonymousCaller(issued.country));
    },
    async createSession(input, { partner }, transaction) {
      const { idempotencyKey: _, ...terms } = input;
      const { id, token, expiresAt } = await createSession(context, transaction, partner, terms);
      const url = new URL(`/order?partnerId=${partner.id}&session=${token}`, context.publicUrl).href;
      return { data: { sessionId: id, session: token, url, expiresAt: expiresAt.toISOString() } };
    },
    async mintAuthToken({ email, locale }, { partner }, transaction) {
      const buyer = { email, locale: chooseLocale([locale], context.languages.locales) };
      const { token, expiresAt } = await mintToken(transaction, context.keys, partner, buyer);
      return { data: { authToken: token, expiresAt: expiresAt.toISOString() } };
    },
    ...partnerOrderCalls(context),
    ...eventFeedCalls(context),
    ...partnerRefundCalls,
  };
}

export const partnerReplayChecks: PartnerReplayChecks = {
  async createSession({ sessionId }, transaction) {
    if (!(await isOpenable(transaction, sessionId))) throw new AppError('session_ended');
  },
  async mintAuthToken({ authToken }, transaction) {
    if (!(await isMintedTokenRedeemable(transaction, sha256(authToken)))) throw new AppError('auth_token_over');
  },
};

const NO_COOKIES: CookieJar = { read: () => undefined, set: () => undefined, clear: () => undefined };

/** Returns a caller of whom only the country is known. */
function createAnonymousCaller(country: string): Caller {
  return {
    session: null,
    guestHash: null,
    address: '',
    country,
    isCountryKnown: true,
    locale: 'en-US',
    userAgent: '',
    cookies: NO_COOKIES,
    authToken: '',
  };
}
