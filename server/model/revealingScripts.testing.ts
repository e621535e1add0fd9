import type { Act, Script } from './anyScript.testing.ts';

function createCardScript(acts: readonly Act[], changes: Partial<Script> = {}): Script {
  return { byBank: false, risky: false, needsDocument: false, behaviors: [], fills: [], acts, ...changes };
}

function createTransferScript(acts: readonly Act[], changes: Partial<Script> = {}): Script {
  return createCardScript(acts, { byBank: true, ...changes });
}

function repeatWork(times: number): readonly Act[] {
  return Array.from({ length: times }, () => 'work');
}

const PAID = ['pay', ...repeatWork(2)] as const satisfies readonly Act[];
const REFUNDED_ACTS = [...PAID, 'hold', 'refuse', ...repeatWork(6)] as const satisfies readonly Act[];

/** For each planted fault, a run that reveals it: `npm test` repeats these with and without the fault. */
export const revealingScripts: Readonly<Record<string, Script>> = {
  'a held order is cleared although its money was taken back': createTransferScript([
    'transfer',
    'hold',
    'recall',
    'clear',
    ...repeatWork(6),
  ]),
  'a recall is not counted': createTransferScript(['transfer', ...repeatWork(2), 'recall', ...repeatWork(4)]),
  'a lost dispute is not counted': createCardScript([...PAID, 'dispute', 'lose']),
  'a recall while the money goes back is not noticed': createTransferScript([
    'transfer',
    'hold',
    'refuse',
    'recall',
    ...repeatWork(4),
  ]),
  'a dispute of a held order has no row': createCardScript([...PAID, 'hold', 'dispute', 'clear', ...repeatWork(6)]),
  'a dispute that is reported early is forgotten': createCardScript([...PAID, 'dispute', ...repeatWork(6)], {
    behaviors: ['does', 'loses'],
  }),
  'a capture that is reported early is forgotten': createCardScript(
    ['pay', 'work', 'captureElsewhere', 'verify', 'clear', ...repeatWork(4)],
    {
      needsDocument: true,
    },
  ),
  'a refund that failed late is cleared as refunded': createCardScript([...REFUNDED_ACTS, 'refundsFail', 'clear']),
  'money that was held passes the identity check': createCardScript(
    ['pay', ...repeatWork(2), 'clear', ...repeatWork(6)],
    {
      risky: true,
      needsDocument: true,
    },
  ),
  'money that arrives while the order is held has no row': createTransferScript(['transfer', 'transferPartly'], {
    risky: true,
  }),
  'a listed buyer is refunded and paid': createCardScript([...PAID, 'freeze', 'clear', ...repeatWork(8)]),
  "the dispute's fee is not booked": createCardScript([...PAID, 'dispute']),
  'a refund that fails late is not owed again': createCardScript([...REFUNDED_ACTS, 'refundsFail']),
  'a payout that arrives while the order is held has no row': createCardScript(
    ['pay', ...repeatWork(6), 'hold', 'mine', ...repeatWork(5)],
    {
      behaviors: ['does', 'does', 'does', 'does', 'loses'],
    },
  ),
  'a dispute won after all is not owed again': createCardScript([
    ...PAID,
    'dispute',
    'refuse',
    ...repeatWork(5),
    'win',
  ]),
  'a re-organization is not taken back': createCardScript([
    'pay',
    ...repeatWork(6),
    'mine',
    ...repeatWork(4),
    'reorganize',
    ...repeatWork(4),
  ]),
  "the acquirer's fee is not booked": createCardScript(PAID),
  'money taken for an order that was given up is kept': createCardScript(
    ['pay', 'work', 'cancel', 'captureElsewhere'],
    {
      needsDocument: true,
    },
  ),
  'money that arrives after the payment window is kept': createTransferScript([
    'timeRunsOut',
    'transfer',
    ...repeatWork(2),
  ]),
  'a surplus is kept when a held order goes on': createTransferScript(
    ['transfer', ...repeatWork(4), 'transfer', 'clear'],
    {
      risky: true,
    },
  ),
  'a refund in the dashboard is dropped': createCardScript([...PAID, 'refundElsewhere', ...repeatWork(6)]),
  'money of a second attempt counts as the price': createCardScript([...PAID, 'captureAgain', ...repeatWork(6)]),
  'money of a second attempt is kept': createCardScript([...PAID, 'captureAgain', ...repeatWork(6)]),
  'an appeal that is won is not booked': createCardScript([...PAID, 'dispute', 'lose', 'appeal']),
  'a refund of the dashboard that failed is not owed again': createCardScript([
    ...PAID,
    'refundElsewhere',
    'refuse',
    'refundElsewhereFails',
    ...repeatWork(4),
  ]),
  'a delivery that is taken back after a loss loses it twice': createCardScript([
    'pay',
    ...repeatWork(6),
    'mine',
    ...repeatWork(4),
    'disputePartly',
    'lose',
    'reorganize',
    ...repeatWork(4),
  ]),
  'a recalled receipt is given back whole': createTransferScript([
    'transferPartly',
    'transferTooMuch',
    'hold',
    'recallPartly',
    'refuse',
    ...repeatWork(4),
  ]),
};

/** Runs that once failed, by their fault. */
export const regressionScripts: Readonly<Record<string, Script>> = {
  'a payment after a recall was owed in full': createTransferScript([
    'transferTooMuch',
    'transfer',
    ...repeatWork(2),
    'recall',
    'transferPartly',
    ...repeatWork(2),
  ]),
  'a surplus that a bank had recalled in part was not refunded': createTransferScript([
    'timeRunsOut',
    'transfer',
    ...repeatWork(2),
    'transfer',
    'recallPartly',
    ...repeatWork(4),
  ]),
  'a document that was refused while the money was taken': createCardScript(
    ['pay', 'transfer', 'work', 'verify', 'reject'],
    {
      needsDocument: true,
    },
  ),
  'money that a bank took back while nothing could be bought was waited for': createTransferScript(
    ['transfer', 'work', 'recall', ...repeatWork(2)],
    { behaviors: ['refuses'] },
  ),
  'a surplus received while an order was held was kept when it was refused': createCardScript([
    ...PAID,
    'hold',
    'captureAgain',
    'refuse',
    ...repeatWork(4),
  ]),
  'a requested transfer was sent to a buyer who had been listed since': createTransferScript([
    'transferTooMuch',
    'transfer',
    ...repeatWork(2),
    'freeze',
    'work',
  ]),
  'a surplus was asked back whole while its order was sent for money that was gone': createCardScript([
    'pay',
    ...repeatWork(6),
    'disputePartly',
    'lose',
    'captureAgain',
  ]),
};
