import type { Act, Script } from './anyScript.testing.ts';

function byCard(acts: readonly Act[], rest: Partial<Script> = {}): Script {
  return { byBank: false, risky: false, needsDocument: false, moods: [], fills: [], acts, ...rest };
}

function byBank(acts: readonly Act[], rest: Partial<Script> = {}): Script {
  return byCard(acts, { byBank: true, ...rest });
}

function work(times: number): readonly Act[] {
  return Array.from({ length: times }, () => 'work');
}

const PAID = ['pay', ...work(2)] as const satisfies readonly Act[];
const GIVEN_BACK = [...PAID, 'hold', 'refuse', ...work(6)] as const satisfies readonly Act[];

/** For each planted fault a life that turns red with it: `npm test` lives these again, with the fault and without. */
export const revealing: Readonly<Record<string, Script>> = {
  'a held order is cleared although its money was taken back': byBank([
    'transfer',
    'hold',
    'recall',
    'clear',
    ...work(6),
  ]),
  'a recall is not counted': byBank(['transfer', ...work(2), 'recall', ...work(4)]),
  'a lost dispute is not counted': byCard([...PAID, 'dispute', 'lose']),
  'a recall while the money goes back is not noticed': byBank(['transfer', 'hold', 'refuse', 'recall', ...work(4)]),
  'a dispute of a held order has no row': byCard([...PAID, 'hold', 'dispute', 'clear', ...work(6)]),
  'a dispute that is told early is forgotten': byCard([...PAID, 'dispute', ...work(6)], { moods: ['does', 'loses'] }),
  'a capture that is told early is forgotten': byCard(
    ['pay', 'work', 'captureElsewhere', 'verify', 'clear', ...work(4)],
    {
      needsDocument: true,
    },
  ),
  'a refund that failed late is cleared as refunded': byCard([...GIVEN_BACK, 'refundsFail', 'clear']),
  'money that was held passes the identity check': byCard(['pay', ...work(2), 'clear', ...work(6)], {
    risky: true,
    needsDocument: true,
  }),
  'money that comes while the order is held has no row': byBank(['transfer', 'transferPartly'], { risky: true }),
  'a listed buyer is refunded and paid': byCard([...PAID, 'freeze', 'clear', ...work(8)]),
  "the dispute's fee is not booked": byCard([...PAID, 'dispute']),
  'a refund that fails late is not owed again': byCard([...GIVEN_BACK, 'refundsFail']),
  'a payout that arrives while the order is held has no row': byCard(['pay', ...work(6), 'hold', 'mine', ...work(5)], {
    moods: ['does', 'does', 'does', 'does', 'loses'],
  }),
  'a dispute won after all is not owed again': byCard([...PAID, 'dispute', 'refuse', ...work(5), 'win']),
  'a re-organization is not taken back': byCard(['pay', ...work(6), 'mine', ...work(4), 'reorganize', ...work(4)]),
  "the acquirer's fee is not booked": byCard(PAID),
  'money taken for an order that was given up is kept': byCard(['pay', 'work', 'cancel', 'captureElsewhere'], {
    needsDocument: true,
  }),
  'money that comes after the window is kept': byBank(['timeRunsOut', 'transfer', ...work(2)]),
  'what came too much is kept when a held order goes on': byBank(['transfer', ...work(4), 'transfer', 'clear'], {
    risky: true,
  }),
  'a refund in the dashboard is dropped': byCard([...PAID, 'refundElsewhere', ...work(6)]),
  'money of a second attempt counts as the price': byCard([...PAID, 'captureAgain', ...work(6)]),
  'money of a second attempt is kept': byCard([...PAID, 'captureAgain', ...work(6)]),
  'an appeal that is won is not booked': byCard([...PAID, 'dispute', 'lose', 'appeal']),
  'a refund of the dashboard that failed is not owed again': byCard([
    ...PAID,
    'refundElsewhere',
    'refuse',
    'refundElsewhereFails',
    ...work(4),
  ]),
  'a delivery that is taken back after a loss loses it twice': byCard([
    'pay',
    ...work(6),
    'mine',
    ...work(4),
    'disputePartly',
    'lose',
    'reorganize',
    ...work(4),
  ]),
  'a recalled receipt is given back whole': byBank([
    'transferPartly',
    'transferTooMuch',
    'hold',
    'recallPartly',
    'refuse',
    ...work(4),
  ]),
};

/** Lives that once ended badly, by what went wrong in them. */
export const mended: Readonly<Record<string, Script>> = {
  'what came after a loss was owed whole': byBank([
    'transferTooMuch',
    'transfer',
    ...work(2),
    'recall',
    'transferPartly',
    ...work(2),
  ]),
  'a surplus of which a bank had taken a part stayed where it was': byBank([
    'timeRunsOut',
    'transfer',
    ...work(2),
    'transfer',
    'recallPartly',
    ...work(4),
  ]),
  'a document that was refused while the money was taken': byCard(['pay', 'transfer', 'work', 'verify', 'reject'], {
    needsDocument: true,
  }),
  'money that a bank took back while nothing could be bought was waited for': byBank(
    ['transfer', 'work', 'recall', ...work(2)],
    { moods: ['refuses'] },
  ),
  'what came beyond the price while an order was held stayed when it was refused': byCard([
    ...PAID,
    'hold',
    'captureAgain',
    'refuse',
    ...work(4),
  ]),
  'a transfer that was asked for left for a buyer who was listed since': byBank([
    'transferTooMuch',
    'transfer',
    ...work(2),
    'freeze',
    'work',
  ]),
  'a surplus was asked back whole while its order was sent for money that was gone': byCard([
    'pay',
    ...work(6),
    'disputePartly',
    'lose',
    'captureAgain',
  ]),
};
