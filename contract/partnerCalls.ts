import type { z } from 'zod';
import { askRefund } from './partnerCalls/askRefund.ts';
import { createSession } from './partnerCalls/createSession.ts';
import { events } from './partnerCalls/events.ts';
import { mintAuthToken } from './partnerCalls/mintAuthToken.ts';
import { offers } from './partnerCalls/offers.ts';
import { orderStatus } from './partnerCalls/orderStatus.ts';
import { orders } from './partnerCalls/orders.ts';
import { quote } from './partnerCalls/quote.ts';

/** Every call of a partner's server. The server registers a handler for each, or does not start. */
export const partnerCalls = {
  quote,
  offers,
  createSession,
  mintAuthToken,
  orderStatus,
  orders,
  events,
  askRefund,
} as const;

export type PartnerCalls = typeof partnerCalls;
export type PartnerCallName = keyof PartnerCalls;
/** What a client sends: numbers are still allowed for amounts, defaults may be left out. */
export type PartnerCallRequest<Name extends PartnerCallName> = z.input<PartnerCalls[Name]['request']>;
/** What a handler gets: checked, with defaults filled in. */
export type PartnerCallInput<Name extends PartnerCallName> = z.output<PartnerCalls[Name]['request']>;
export type PartnerCallData<Name extends PartnerCallName> = z.output<PartnerCalls[Name]['data']>;
