import type { OrderAction } from '../../operator/requestStore.ts';
import { findTransition } from '../../purchase/order/applyEvent.ts';
import type { Assessment, OrderEvent } from '../../purchase/order/events.ts';
import {
  isPaid,
  isProvidersOrder,
  isReceived,
  lostAmount,
  type Order,
  owedAmount,
} from '../../purchase/order/order.ts';
import type { Transition } from '../../purchase/order/transitions.ts';
import { effectOf, nameOf, type Said, saidOf } from './effectWords.ts';

/** A word about an order, before it is asked who says it. `why`: the machine does not take it now. */
export type Word = {
  readonly action: OrderAction;
  readonly title: string;
  readonly effect: string;
  readonly why: string | null;
  readonly asks: readonly ('name' | 'account' | 'entry')[];
  readonly isStop: boolean;
};

/** What of an order's rows a word looks at besides the order itself. */
export type WordFacts = {
  readonly now: Date;
  /** As persons call the coins. */
  readonly symbol: string;
  /** The acquirer has refused a refund, so that a transfer may give the money back. */
  readonly hasFailedRefund: boolean;
  /** A refund by bank that has no account to go to. */
  readonly hasRefundWithoutAccount: boolean;
  /** Why it is not let go on, whatever the machine says: what a worker asks too. */
  readonly againstClearing?: string | undefined;
};

/** The words that are about an order's own state; those that say no row are left out, or say why not. */
export function wordsFor(order: Order, facts: WordFacts): readonly Word[] {
  const said = saidOf(order, facts.symbol);
  const words = [
    ...(order.status === 'on_hold' ? [clearWord(order, facts, said), refuseWord(order, facts, said)] : []),
    refundWord(order, facts, said),
    giveUpWord(order, facts, said),
    ...payoutWords(order),
    ...bankWords(order, facts, said),
    holdWord(order, facts, said),
    freezeWord(order, facts, said),
  ];
  return words.filter((word) => word !== undefined);
}

type Without = Omit<Word, 'why' | 'effect' | 'asks' | 'isStop'> & Partial<Pick<Word, 'asks' | 'isStop'>>;

/** As the table says: with the row's effects, or closed with the reason. */
function byRow(row: Transition | undefined, order: Order, said: Said, word: Without): Word {
  return {
    asks: [],
    isStop: false,
    ...word,
    effect: row ? effectOf(row, order, said) : '',
    why: row ? null : whyNot(order),
  };
}

/** The key says which fact it is, once it is told: here it is only asked about. */
const NO_KEY = '';

function rowOf(order: Order, now: Date, event: OrderEvent): Transition | undefined {
  return findTransition(order.status, event, { order, now });
}

function whyNot(order: Order): string {
  if (order.frozen) return 'It is frozen: nothing moves until two persons unfreeze it.';
  if (order.payoutSigned) return 'A payout of it is signed: its bytes may reach the chain at any time.';
  return `The machine has no such way for an order that is ${nameOf(order.status)}, as its money stands now.`;
}

/** What a clearing may find: identity and price are judged again when it is done. */
const CLEARINGS: readonly { readonly when: string; readonly assessment: Assessment }[] = [
  { when: '', assessment: { risk: 'clear', identity: 'accepted' } },
  { when: ' If a document is missing: ', assessment: { risk: 'clear', identity: 'needed' } },
  { when: ' If the price has drifted: ', assessment: { risk: 'clear', identity: 'accepted', driftedUnits: 0n } },
];

function clearWord(order: Order, { now, againstClearing }: WordFacts, said: Said): Word {
  const rows = CLEARINGS.map(({ when, assessment }) => ({
    when,
    row: rowOf(order, now, { kind: 'hold_cleared', key: NO_KEY, facts: { assessment } }),
  }));
  const [best] = rows;
  const word = byRow(best?.row, order, said, { action: 'clear', title: clearTitle(best?.row, order, said) });
  const others = rows.filter(({ when, row }) => when !== '' && row && row !== best?.row);
  return {
    ...word,
    why: word.why ?? againstClearing ?? null,
    effect: word.effect + others.map(({ when, row }) => (row ? when + effectOf(row, order, said) : '')).join(''),
  };
}

function clearTitle(row: Transition | undefined, order: Order, said: Said): string {
  const to = row?.to === 'held_from' ? order.heldFrom : row?.to;
  if (to === 'capturing') return `Take ${said.pays}, go on`;
  if (to === 'paid') return `Buy ${said.receives}, go on`;
  if (to === 'converted' || to === 'delivering') return `Send ${said.receives}`;
  if (to === 'refunding') return `Go on giving back ${said.owed}`;
  return 'Clear it, go on';
}

function refuseWord(order: Order, { now }: WordFacts, said: Said): Word {
  const row = rowOf(order, now, { kind: 'hold_refused', key: NO_KEY, facts: {} });
  return byRow(row, order, said, { action: 'refuse', title: refuseTitle(row, order, said) });
}

function refuseTitle(row: Transition | undefined, order: Order, said: Said): string {
  if (row?.to === 'refunded' || row?.to === 'cancelled') return 'Close it: nothing is owed';
  return isPaid(order) ? `Give back ${said.owed}` : `Release the hold on ${said.pays}`;
}

/** Held first, and refused then: both rows must be there. */
function refundWord(order: Order, { now }: WordFacts, said: Said): Word | undefined {
  if (order.status === 'on_hold') return undefined;
  const held = rowOf(order, now, { kind: 'risk_flagged', key: NO_KEY, facts: { reason: 'operator' } });
  if (held?.to !== 'on_hold') return undefined;
  const after: Order = { ...order, status: 'on_hold', heldFrom: held.heldAt ?? order.status };
  const row = rowOf(after, now, { kind: 'hold_refused', key: NO_KEY, facts: {} });
  return byRow(row, after, said, { action: 'refund', title: refuseTitle(row, after, said) });
}

function giveUpWord(order: Order, { now }: WordFacts, said: Said): Word | undefined {
  if (order.status !== 'paid' && order.status !== 'converting') return undefined;
  const row = rowOf(order, now, { kind: 'conversion_given_up', key: NO_KEY, facts: {} });
  const word = byRow(row, order, said, {
    action: 'give_up',
    title: `Give the purchase up, give back ${said.owed}`,
    isStop: true,
  });
  return row ? { ...word, effect: `What the venue has sold already stays with us. ${word.effect}` } : word;
}

function holdWord(order: Order, { now }: WordFacts, said: Said): Word | undefined {
  if (order.status === 'on_hold' || order.holdRequested) return undefined;
  const row = rowOf(order, now, { kind: 'risk_flagged', key: NO_KEY, facts: { reason: 'operator' } });
  if (!row) return undefined;
  const word = byRow(row, order, said, { action: 'hold', title: 'Hold it' });
  return row.to === 'same' ? { ...word, effect: 'It goes on until its next step is done, and stops there.' } : word;
}

function freezeWord(order: Order, { now }: WordFacts, said: Said): Word | undefined {
  const kind = order.frozen ? 'unfrozen' : 'frozen';
  const facts = { reason: 'operator' };
  const row = rowOf(order, now, kind === 'frozen' ? { kind, key: NO_KEY, facts } : { kind, key: NO_KEY, facts: {} });
  if (!row) return undefined;
  if (kind === 'unfrozen')
    return {
      ...byRow(row, order, said, { action: 'unfreeze', title: 'Unfreeze it' }),
      effect: 'It can be decided again; it stays where it is until then.',
    };
  return {
    ...byRow(row, order, said, { action: 'freeze', title: 'Freeze it', isStop: true }),
    effect: 'Nothing is paid out and nothing goes back until two persons unfreeze it.',
  };
}

/** Signed, and in no block for good. */
function payoutWords({ payoutSigned, payoutFinal, status }: Order): readonly Word[] {
  if (!payoutSigned || payoutFinal || status === 'delivered') return [];
  const open = { why: null, asks: [] };
  return [
    {
      ...open,
      action: 'raise-fee',
      title: 'Send it again with a higher fee',
      effect: 'The same coins, once: whichever form is mined counts. Within the ceiling of its network.',
      isStop: false,
    },
    {
      ...open,
      action: 'cancel-payout',
      title: 'Take the payout back',
      effect: `If no block has it yet. All orders that its transaction pays are taken back with it${status === 'on_hold' ? '.' : ', and paid out again.'}`,
      isStop: true,
    },
  ];
}

function bankWords(order: Order, facts: WordFacts, said: Said): readonly Word[] {
  const words: Word[] = [];
  const givesBack = order.status === 'refunding' || (order.status === 'on_hold' && order.heldFrom === 'refunding');
  if (isProvidersOrder(order)) return words;
  if (!isReceived(order) && givesBack && facts.hasFailedRefund && owedAmount(order).units > 0n)
    words.push({
      action: 'refund-by-bank',
      title: `Give back ${said.owed} by transfer`,
      effect: `${said.owed} go to the account that you name, instead of to the card.`,
      why: order.frozen ? whyNot(order) : null,
      asks: ['name', 'account'],
      isStop: false,
    });
  if (facts.hasRefundWithoutAccount)
    words.push({
      action: 'pay-to',
      title: 'Name the refund’s account',
      effect: 'The refund goes to the account that you name.',
      why: order.frozen ? whyNot(order) : null,
      asks: ['name', 'account'],
      isStop: false,
    });
  if (lostAmount(order).units > 0n)
    words.push({
      action: 'recover',
      title: 'Money that came pays back what was lost',
      effect: 'A booking that waits is booked against the loss; never more than was lost.',
      why: null,
      asks: ['entry'],
      isStop: false,
    });
  return words;
}
