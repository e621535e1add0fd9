import type { z } from 'zod';
import { buyer } from './consoleCalls/buyers/buyer.ts';
import { buyers } from './consoleCalls/buyers/buyers.ts';
import { exportBuyer } from './consoleCalls/buyers/exportBuyer.ts';
import { logIns } from './consoleCalls/buyers/logIns.ts';
import { reveal } from './consoleCalls/buyers/reveal.ts';
import { catalog } from './consoleCalls/catalog/catalog.ts';
import { catalogKind } from './consoleCalls/catalog/catalogKind.ts';
import { catalogRow } from './consoleCalls/catalog/catalogRow.ts';
import { previewChange } from './consoleCalls/catalog/previewChange.ts';
import { addNote } from './consoleCalls/collaboration/addNote.ts';
import { desk } from './consoleCalls/collaboration/desk.ts';
import { dropView } from './consoleCalls/collaboration/dropView.ts';
import { handTo } from './consoleCalls/collaboration/handTo.ts';
import { look } from './consoleCalls/collaboration/look.ts';
import { mentions } from './consoleCalls/collaboration/mentions.ts';
import { notes } from './consoleCalls/collaboration/notes.ts';
import { putBack } from './consoleCalls/collaboration/putBack.ts';
import { readMentions } from './consoleCalls/collaboration/readMentions.ts';
import { saveView } from './consoleCalls/collaboration/saveView.ts';
import { take } from './consoleCalls/collaboration/take.ts';
import { viewers } from './consoleCalls/collaboration/viewers.ts';
import { views } from './consoleCalls/collaboration/views.ts';
import { exportOrders } from './consoleCalls/orders/exportOrders.ts';
import { order } from './consoleCalls/orders/order.ts';
import { orders } from './consoleCalls/orders/orders.ts';
import { deliveries, delivery, partner, partners, previewShares } from './consoleCalls/partners.ts';
import { audit } from './consoleCalls/people/audit.ts';
import { duty } from './consoleCalls/people/duty.ts';
import { invite } from './consoleCalls/people/invite.ts';
import { join, joinOptions, joinText } from './consoleCalls/people/joining.ts';
import { people } from './consoleCalls/people/people.ts';
import { rightsTable } from './consoleCalls/people/rightsTable.ts';
import { signPersonStatement } from './consoleCalls/people/signPersonStatement.ts';
import { verifyAudit } from './consoleCalls/people/verifyAudit.ts';
import { providers } from './consoleCalls/providers.ts';
import { pushKey } from './consoleCalls/push/pushKey.ts';
import { pushList } from './consoleCalls/push/pushList.ts';
import { subscribePush } from './consoleCalls/push/subscribePush.ts';
import { unsubscribePush } from './consoleCalls/push/unsubscribePush.ts';
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
import { answer } from './consoleCalls/requests/answer.ts';
import { answerRequests, requestActions } from './consoleCalls/requests/bulkStatements.ts';
import { request } from './consoleCalls/requests/request.ts';
import { requestAction } from './consoleCalls/requests/requestAction.ts';
import { requestAlertAddress } from './consoleCalls/requests/requestAlertAddress.ts';
import { requests } from './consoleCalls/requests/requests.ts';
import { sendEvidence } from './consoleCalls/requests/sendEvidence.ts';
import { signingFacts } from './consoleCalls/requests/signingFacts.ts';
import { requestTestQuote } from './consoleCalls/requestTestQuote.ts';
import { review } from './consoleCalls/review.ts';
import { reviews } from './consoleCalls/reviews.ts';
import { endConsoleSession } from './consoleCalls/sessions/endConsoleSession.ts';
import { enter } from './consoleCalls/sessions/enter.ts';
import { knock } from './consoleCalls/sessions/knock.ts';
import { leave } from './consoleCalls/sessions/leave.ts';
import { lock } from './consoleCalls/sessions/lock.ts';
import { sessions } from './consoleCalls/sessions/sessions.ts';
import { beginSignOn, beginSignOnLink, finishSignOn } from './consoleCalls/sessions/signOn.ts';
import { start } from './consoleCalls/sessions/start.ts';
import { stay } from './consoleCalls/sessions/stay.ts';
import { alert } from './consoleCalls/today/alert.ts';
import { counts } from './consoleCalls/today/counts.ts';
import { today } from './consoleCalls/today/today.ts';
import { checkNow } from './consoleCalls/treasury/checkNow.ts';
import { payout, payouts } from './consoleCalls/treasury/payouts.ts';
import { reconciliation } from './consoleCalls/treasury/reconciliation.ts';
import { moves, previewMove, transfer } from './consoleCalls/treasury/transfers.ts';
import { treasury } from './consoleCalls/treasury/treasury.ts';

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
  requestAction,
  sendEvidence,
  requestAlertAddress,
  answer,
  requestActions,
  answerRequests,
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
  viewers,
  mentions,
  notes,
  putBack,
  readMentions,
  saveView,
  take,
  views,
  requests,
  people,
  signPersonStatement,
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
  requestTestQuote,
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
