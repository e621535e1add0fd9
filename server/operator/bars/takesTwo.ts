import { changeTakesTwo } from '../../configuration/changeBar.ts';
import { type Configured, readOnce } from '../../configuration/readOnce.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import type { FileByHand } from '../askedFileStore.ts';
import type { RequestAction } from '../requestActions.ts';
import type { NewRequest } from '../requestStore.ts';
import { orderTakesTwo } from './orderBar.ts';
import { statementTakesTwo } from './statementBar.ts';
import { withdrawalTakesTwo } from './withdrawalBar.ts';

export type BarContext = {
  readonly database: Queryable;
  /** Of an answer that asks for many: read once for all of them. */
  readonly configured?: Configured | undefined;
  /** Of a request to import. */
  readonly statement?: { readonly bankFiles: BankFiles; readonly file: FileByHand } | undefined;
};

type Bar = (
  context: BarContext & { readonly configured: Configured },
  request: NewRequest,
) => Promise<boolean> | boolean;

const never: Bar = () => false;
/** Whatever it is worth: to release what the law stops, to say where money goes, or to let a partner act for buyers. */
const always: Bar = () => true;
const byWorth: Bar = orderTakesTwo;
const byChange: Bar = ({ configured }, request) => changeTakesTwo(configured, request);

const bars: Readonly<Record<RequestAction, Bar>> = {
  hold: never,
  freeze: never,
  'cancel-payout': never,
  'raise-fee': never,
  'top-up': never,
  book: never,
  'wait-until': never,
  swap: never,
  settle: never,
  seen: never,
  hand: never,
  duty: never,
  reach: never,
  'end-sessions': never,
  'partner-key': always,
  'rotate-secret': always,
  'rotate-link-key': always,
  'replay-events': never,
  'test-events': never,
  'switch-on': never,
  'stop-signing': never,
  'start-signing': always,
  'ask-document': never,
  erase: never,
  'set-level': always,
  block: always,
  unblock: always,
  'send-evidence': never,
  clear: byWorth,
  refuse: byWorth,
  refund: byWorth,
  give_up: byWorth,
  match: byWorth,
  recover: byWorth,
  unfreeze: always,
  vouch: always,
  'refund-by-bank': always,
  'pay-to': always,
  return: always,
  redirect: always,
  'transfer-refused': always,
  'allow-address': always,
  'accept-difference': always,
  'book-difference': always,
  'reverse-booking': always,
  'accept-list': always,
  'pay-shares': always,
  withdraw: withdrawalTakesTwo,
  set: byChange,
  remove: byChange,
  review: (_, { input }) => input['decision'] !== 'refuse',
  import: ({ statement, ...context }, request) =>
    statement ? statementTakesTwo({ ...context, bankFiles: statement.bankFiles }, request, statement.file) : true,
};

/** Whether a request takes a second person, by what is known at this moment: asked when it is made, and before it is done. */
export async function takesTwo(context: BarContext, request: NewRequest): Promise<boolean> {
  const { configured = readOnce(context.database) } = context;
  return bars[request.action]({ ...context, configured }, request);
}
