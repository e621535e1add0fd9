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
  'a recall during a refund is ignored': createTransferScript([
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
  'a refund that fails late is no longer owed to the buyer': createCardScript([...REFUNDED_ACTS, 'refundsFail']),
  'a payout that arrives while the order is held has no row': createCardScript(
    ['pay', ...repeatWork(6), 'hold', 'mine', ...repeatWork(5)],
    {
      behaviors: ['does', 'does', 'does', 'does', 'loses'],
    },
  ),
  'money of a dispute that is won later is not owed to the buyer': createCardScript([
    ...PAID,
    'dispute',
    'refuse',
    ...repeatWork(5),
    'win',
  ]),
  'a delivery is not reverted after a chain reorganization': createCardScript([
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
  'a failed refund of the dashboard is no longer owed to the buyer': createCardScript([
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
  'a partly recalled receipt is refunded in full': createTransferScript([
    'transferPartly',
    'transferTooMuch',
    'hold',
    'recallPartly',
    'refuse',
    ...repeatWork(4),
  ]),
};

/** Runs that failed in the past, by the fault that they found. */
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
  'a rejected document, while the payment was being captured': createCardScript(
    ['pay', 'transfer', 'work', 'verify', 'reject'],
    {
      needsDocument: true,
    },
  ),
  'an order waited for a payment that the bank had recalled while the purchase was refused': createTransferScript(
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
  'a surplus was refunded in full although a lost dispute had taken a part of the payment': createCardScript([
    'pay',
    ...repeatWork(6),
    'disputePartly',
    'lose',
    'captureAgain',
  ]),
};
