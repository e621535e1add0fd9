import type { Assessment } from '../../purchase/order/events.ts';
import { isPaid, type Order } from '../../purchase/order/order.ts';
import type { Transition } from '../../purchase/order/transitions.ts';
import { effectOf, type Said, saidOf } from './effectWords.ts';
import { type MoneyFacts, moneyWords } from './moneyWays.ts';
import { byRow, NO_KEY, rowOf, type Word, wordOf } from './word.ts';

/** What of an order's rows a word looks at besides the order itself. */
export type WordFacts = MoneyFacts & {
  readonly now: Date;
  /** As persons call the coins. */
  readonly symbol: string;
  /** The orders that the transaction of its payout pays, itself among them; none without a payout. */
  readonly paidWith: readonly string[];
  /** Why it is not let go on, whatever the machine says: what a worker asks too. */
  readonly againstClearing?: string | undefined;
  /** One that the bank has not decided; `why`: it cannot be answered by a person now. */
  readonly dispute: {
    readonly id: string;
    readonly amount: string;
    readonly until: Date | null;
    readonly why: string | null;
  } | null;
};

/** The words that are about an order's own state; those that say no row are left out, or say why not. */
export function wordsFor(order: Order, facts: WordFacts): readonly Word[] {
  const said = saidOf(order, facts.symbol);
  const words = [
    ...(order.status === 'on_hold' ? [clearWord(order, facts, said), refuseWord(order, facts, said)] : []),
    refundWord(order, facts, said),
    giveUpWord(order, facts, said),
    ...payoutWords(order, facts),
    ...moneyWords(order, facts, said),
    evidenceWord(facts),
    holdWord(order, facts, said),
    freezeWord(order, facts, said),
  ];
  return words.filter((word) => word !== undefined);
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
function payoutWords({ payoutSigned, payoutFinal, status }: Order, { paidWith }: WordFacts): readonly Word[] {
  if (!payoutSigned || payoutFinal || status === 'delivered') return [];
  const count = paidWith.length;
  const again = status === 'on_hold' ? '.' : ', and paid out again.';
  return [
    wordOf({
      action: 'raise-fee',
      title: 'Send it again with a higher fee',
      effect: 'The same coins, once: whichever form is mined counts. Within the ceiling of its network.',
    }),
    wordOf({
      action: 'cancel-payout',
      title: count > 1 ? `Take the payout of ${count} orders back` : 'Take the payout back',
      effect:
        count > 1
          ? `If no block has it yet. Its transaction pays ${count} orders, and all of them are taken back${again} They are ${paidWith.join(', ')}.`
          : `If no block has it yet. It is taken back${again}`,
      // Their number is signed: whoever does it compares.
      given: { orders: String(Math.max(1, count)) },
      isStop: true,
    }),
  ];
}

/** Of a dispute at the acquirer: its review has the records, and takes words and files. */
function evidenceWord({ dispute }: WordFacts): Word | undefined {
  if (!dispute) return undefined;
  const { id, amount, until, why } = dispute;
  return wordOf({
    action: 'send-evidence',
    title: `Answer the dispute of ${amount}`,
    effect: `Our records go to the card’s bank with your words and files, once${until ? `, until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}.`,
    why,
    subject: id,
    review: `dispute-${id}`,
  });
}
