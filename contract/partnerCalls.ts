import type { z } from 'zod';
import { createSession } from './partnerCalls/createSession.ts';
import { events } from './partnerCalls/events.ts';
import { mintAuthToken } from './partnerCalls/mintAuthToken.ts';
import { offers } from './partnerCalls/offers.ts';
import { orderStatus } from './partnerCalls/orderStatus.ts';
import { orders } from './partnerCalls/orders.ts';
import { quote } from './partnerCalls/quote.ts';
import { requestRefund } from './partnerCalls/requestRefund.ts';

/** All calls of partners' servers. The server does not start unless it has a handler for each. */
export const partnerCalls = {
  quote,
  offers,
  createSession,
  mintAuthToken,
  orderStatus,
  orders,
  events,
  requestRefund,
} as const;

export type PartnerCalls = typeof partnerCalls;
export type PartnerCallName = keyof PartnerCalls;
/** Request of a client: amounts may be numbers, fields with defaults may be omitted. */
export type PartnerCallRequest<Name extends PartnerCallName> = z.input<PartnerCalls[Name]['request']>;
/** Validated request that a handler gets, with defaults filled in. */
export type PartnerCallInput<Name extends PartnerCallName> = z.output<PartnerCalls[Name]['request']>;
export type PartnerCallData<Name extends PartnerCallName> = z.output<PartnerCalls[Name]['data']>;
