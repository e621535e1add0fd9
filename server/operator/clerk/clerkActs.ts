import type { Transaction } from '../../platform/database/database.ts';
import type { ClerkAction } from '../requestActions.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { acceptDifference } from './acceptDifference.ts';
import { acceptList } from './acceptList.ts';
import { book } from './book.ts';
import { bookDifference } from './bookDifference.ts';
import { bookSwap } from './bookSwap.ts';
import { changeDuty } from './changeDuty.ts';
import { changeReach } from './changeReach.ts';
import { changeRow } from './changeRow.ts';
import type { ClerkContext } from './clerkContext.ts';
import { endSessions } from './endSessions.ts';
import { handAlert } from './handAlert.ts';
import { importFile } from './importFile.ts';
import { partnerActs } from './partnerActs.ts';
import { payShares } from './payShares.ts';
import { reverseBooking } from './reverseBooking.ts';
import { reviewBuyer } from './reviewBuyer.ts';
import { seeAlert } from './seeAlert.ts';
import { settleAlert } from './settleAlert.ts';
import { signingActs } from './signingActs.ts';
import { waitUntil } from './waitUntil.ts';

/** Writes it with its line of the history, and answers what the person reads. Throws what {@link whyRefused} knows. */
export type Write = (transaction: Transaction) => Promise<string>;
/** Reads what has to be read first, which no transaction waits for. */
export type ClerkAct = (context: ClerkContext, request: OperatorRequest) => Promise<Write>;

/** What the clerk does for each word of an operator. */
export const clerkActs: Readonly<Record<ClerkAction, ClerkAct>> = {
  set: changeRow,
  remove: changeRow,
  'accept-difference': acceptDifference,
  'accept-list': acceptList,
  import: importFile,
  review: reviewBuyer,
  swap: bookSwap,
  book,
  'book-difference': bookDifference,
  'reverse-booking': reverseBooking,
  'wait-until': waitUntil,
  'pay-shares': payShares,
  settle: settleAlert,
  seen: seeAlert,
  hand: handAlert,
  duty: changeDuty,
  reach: changeReach,
  'end-sessions': endSessions,
  ...signingActs,
  ...partnerActs,
};
