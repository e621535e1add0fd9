import type { z } from 'zod';
import { changes, requestChange, withdrawChange } from './partnerPageCalls/changes.ts';
import { deliveries, delivery, replayEvent, sendTestEvent } from './partnerPageCalls/deliveries.ts';
import { keys } from './partnerPageCalls/keys.ts';
import { inviteMember, members, removeMember } from './partnerPageCalls/members.ts';
import { order, orders } from './partnerPageCalls/orders.ts';
import { overview } from './partnerPageCalls/overview.ts';
import { checkPage, pageCheck } from './partnerPageCalls/pageChecks.ts';
import { purchaseSessions } from './partnerPageCalls/purchaseSessions.ts';
import { join, joinOptions, logIn, logInOptions, logOut, start } from './partnerPageCalls/session.ts';
import { shares } from './partnerPageCalls/shares.ts';

/** All calls of the pages of partners' people. The server does not start unless it has a handler for each. */
export const partnerPageCalls = {
  start,
  logInOptions,
  logIn,
  logOut,
  joinOptions,
  join,
  overview,
  orders,
  order,
  deliveries,
  delivery,
  replayEvent,
  sendTestEvent,
  purchaseSessions,
  shares,
  checkPage,
  pageCheck,
  keys,
  changes,
  requestChange,
  withdrawChange,
  members,
  inviteMember,
  removeMember,
} as const;

export type PartnerPageCalls = typeof partnerPageCalls;
export type PartnerPageCallName = keyof PartnerPageCalls;
/** Request of a client: fields with defaults may be omitted. */
export type PartnerPageCallRequest<Name extends PartnerPageCallName> = z.input<PartnerPageCalls[Name]['request']>;
/** Validated request that a handler gets, with defaults filled in. */
export type PartnerPageCallInput<Name extends PartnerPageCallName> = z.output<PartnerPageCalls[Name]['request']>;
export type PartnerPageCallData<Name extends PartnerPageCallName> = z.output<PartnerPageCalls[Name]['data']>;
