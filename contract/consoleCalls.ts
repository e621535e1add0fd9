import type { z } from 'zod';
import { addNote } from './consoleCalls/addNote.ts';
import { alert } from './consoleCalls/alert.ts';
import { answer } from './consoleCalls/answer.ts';
import { ask } from './consoleCalls/ask.ts';
import { askTestQuote } from './consoleCalls/askTestQuote.ts';
import { audit } from './consoleCalls/audit.ts';
import { answerTogether, askTogether } from './consoleCalls/bulkStatements.ts';
import { buyer } from './consoleCalls/buyer.ts';
import { buyers } from './consoleCalls/buyers.ts';
import { catalog } from './consoleCalls/catalog.ts';
import { catalogKind } from './consoleCalls/catalogKind.ts';
import { catalogRow } from './consoleCalls/catalogRow.ts';
import { checkNow } from './consoleCalls/checkNow.ts';
import { counts } from './consoleCalls/counts.ts';
import { desk } from './consoleCalls/desk.ts';
import { dropView } from './consoleCalls/dropView.ts';
import { duty } from './consoleCalls/duty.ts';
import { endConsoleSession } from './consoleCalls/endConsoleSession.ts';
import { enter } from './consoleCalls/enter.ts';
import { exportBuyer } from './consoleCalls/exportBuyer.ts';
import { exportOrders } from './consoleCalls/exportOrders.ts';
import { handTo } from './consoleCalls/handTo.ts';
import { invite } from './consoleCalls/invite.ts';
import { join, joinOptions, joinText } from './consoleCalls/joining.ts';
import { knock } from './consoleCalls/knock.ts';
import { leave } from './consoleCalls/leave.ts';
import { lock } from './consoleCalls/lock.ts';
import { logIns } from './consoleCalls/logIns.ts';
import { look } from './consoleCalls/look.ts';
import { lookers } from './consoleCalls/lookers.ts';
import { mentions } from './consoleCalls/mentions.ts';
import { notes } from './consoleCalls/notes.ts';
import { order } from './consoleCalls/order.ts';
import { orders } from './consoleCalls/orders.ts';
import { deliveries, delivery, partner, partners, previewShares } from './consoleCalls/partners.ts';
import { payout, payouts } from './consoleCalls/payouts.ts';
import { people } from './consoleCalls/people.ts';
import { previewChange } from './consoleCalls/previewChange.ts';
import { providers } from './consoleCalls/providers.ts';
import { pushKey } from './consoleCalls/pushKey.ts';
import { pushList } from './consoleCalls/pushList.ts';
import { putBack } from './consoleCalls/putBack.ts';
import { readMentions } from './consoleCalls/readMentions.ts';
import { reconciliation } from './consoleCalls/reconciliation.ts';
import {
  exportList,
  exportReport,
  reportDay,
  reportDeclined,
  reportDeclines,
  reportFunnel,
  reportMargin,
  reportPostings,
  reportSpread,
  reportTimes,
  reportTrialBalance,
  reportVolumes,
} from './consoleCalls/reports.ts';
import { request } from './consoleCalls/request.ts';
import { requestReach } from './consoleCalls/requestReach.ts';
import { requests } from './consoleCalls/requests.ts';
import { reveal } from './consoleCalls/reveal.ts';
import { review } from './consoleCalls/review.ts';
import { reviews } from './consoleCalls/reviews.ts';
import { rightsTable } from './consoleCalls/rightsTable.ts';
import { saveView } from './consoleCalls/saveView.ts';
import { sayOfPersons } from './consoleCalls/sayOfPersons.ts';
import { sendEvidence } from './consoleCalls/sendEvidence.ts';
import { sessions } from './consoleCalls/sessions.ts';
import { signingFacts } from './consoleCalls/signingFacts.ts';
import { beginSignOn, beginSignOnLink, finishSignOn } from './consoleCalls/signOn.ts';
import { start } from './consoleCalls/start.ts';
import { stay } from './consoleCalls/stay.ts';
import { subscribePush } from './consoleCalls/subscribePush.ts';
import { take } from './consoleCalls/take.ts';
import { today } from './consoleCalls/today.ts';
import { moves, previewMove, transfer } from './consoleCalls/transfers.ts';
import { treasury } from './consoleCalls/treasury.ts';
import { unsubscribePush } from './consoleCalls/unsubscribePush.ts';
import { verifyAudit } from './consoleCalls/verifyAudit.ts';
import { views } from './consoleCalls/views.ts';

/** All calls of the operators' console. The server does not start unless it has a handler for each. */
export const consoleCalls = {
  start,
  knock,
  enter,
  beginSignOn,
  beginSignOnLink,
  finishSignOn,
  stay,
  leave,
  lock,
  signingFacts,
  ask,
  sendEvidence,
  requestReach,
  answer,
  askTogether,
  answerTogether,
  request,
  orders,
  order,
  exportOrders,
  exportBuyer,
  addNote,
  desk,
  dropView,
  handTo,
  look,
  lookers,
  mentions,
  notes,
  putBack,
  readMentions,
  saveView,
  take,
  views,
  requests,
  people,
  sayOfPersons,
  invite,
  sessions,
  endConsoleSession,
  audit,
  verifyAudit,
  rightsTable,
  duty,
  pushKey,
  subscribePush,
  unsubscribePush,
  pushList,
  joinOptions,
  joinText,
  join,
  alert,
  askTestQuote,
  checkNow,
  counts,
  reconciliation,
  today,
  treasury,
  transfer,
  moves,
  previewMove,
  payouts,
  payout,
  partners,
  partner,
  previewShares,
  deliveries,
  delivery,
  catalog,
  catalogKind,
  catalogRow,
  previewChange,
  providers,
  reviews,
  review,
  buyers,
  buyer,
  logIns,
  reveal,
  reportFunnel,
  reportDeclines,
  reportDeclined,
  reportVolumes,
  reportMargin,
  reportPostings,
  reportSpread,
  reportTimes,
  reportDay,
  reportTrialBalance,
  exportList,
  exportReport,
} as const;

export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
/** Request of a client: fields with defaults may be omitted. */
export type ConsoleCallRequest<Name extends ConsoleCallName> = z.input<ConsoleCalls[Name]['request']>;
/** Validated request that a handler gets, with defaults filled in. */
export type ConsoleCallInput<Name extends ConsoleCallName> = z.output<ConsoleCalls[Name]['request']>;
export type ConsoleCallData<Name extends ConsoleCallName> = z.output<ConsoleCalls[Name]['data']>;
