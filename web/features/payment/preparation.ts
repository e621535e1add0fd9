import { CallError, isAbort } from '../../api/callError.ts';
import { currentDraft } from '../draft/draft.ts';
import { blockedByDetails, makeOrder, prepareCards, type SavedCard } from './prepareOrder.ts';

export type PreparationState<Amounts> =
  | { readonly kind: 'working' }
  /** Another amount than the buyer last saw: agreed to before an order is made. */
  | {
      readonly kind: 'changed';
      readonly old: Amounts;
      readonly new: Amounts;
      readonly working: boolean;
      readonly agree: () => void;
    }
  | { readonly kind: 'choose'; readonly orderNo: string; readonly cards: readonly SavedCard[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What the preparation needs of the screen that it runs on. */
export type PreparationSteps<Amounts> = {
  /** The order of the address; '' when it is still to be made. */
  readonly orderNo: string;
  /** A new quote for the draft, beside what the buyer last saw; null when the draft holds no purchase. */
  readonly renew: (signal: AbortSignal) => Promise<{ readonly shown: Amounts; readonly quoted: Amounts } | null>;
  readonly isChanged: (shown: Amounts, quoted: Amounts) => boolean;
  readonly onOrder: (orderNo: string) => void;
  /** The price ran out before the order was made; a new quote is asked. */
  readonly onPriceExpired: () => void;
  readonly go: (to: string) => void;
};

/** Quotes that run out one after another are no accident: the buyer is asked before it goes on. */
const MOST_ROUNDS = 4;

type Report<Amounts> = (state: PreparationState<Amounts>) => void;

/** Select Card, step by step: who the buyer is, the quote, the order, the details, the document, the cards. */
export async function runPreparation<Amounts>(
  steps: PreparationSteps<Amounts>,
  signal: AbortSignal,
  report: Report<Amounts>,
): Promise<void> {
  try {
    const blocked = await blockedByDetails(steps.orderNo ? '' : currentDraft().payMethod, signal);
    if (blocked !== null) return steps.go(blocked);
    const orderNo = steps.orderNo || (await makeAgreedOrder(steps, signal, report));
    if (orderNo === null) return;
    const prepared = await prepareCards(orderNo, signal);
    if (prepared.kind === 'go') return steps.go(prepared.to);
    report({ kind: 'choose', orderNo, cards: prepared.cards });
  } catch (error) {
    if (!isAbort(error) && !(error instanceof CallError && error.handled)) report({ kind: 'failed', error });
  }
}

/** Null when the way leads elsewhere. */
async function makeAgreedOrder<Amounts>(
  steps: PreparationSteps<Amounts>,
  signal: AbortSignal,
  report: Report<Amounts>,
): Promise<string | null> {
  for (let round = 1; ; round += 1) {
    const renewed = await steps.renew(signal);
    if (!renewed) {
      steps.go('/edit');
      return null;
    }
    if (steps.isChanged(renewed.shown, renewed.quoted)) await agreement(renewed, report);
    const made = await makeOrder(currentDraft());
    signal.throwIfAborted();
    if (made.kind === 'go') {
      steps.go(made.to);
      return null;
    }
    if (made.kind === 'made') {
      steps.onOrder(made.orderNo);
      return made.orderNo;
    }
    if (round === MOST_ROUNDS) throw new Error('every new quote had run out before the order was made');
    steps.onPriceExpired();
    report({ kind: 'working' });
  }
}

/** Shows both amounts and waits until the buyer agrees to the new one. */
async function agreement<Amounts>(
  { shown, quoted }: { readonly shown: Amounts; readonly quoted: Amounts },
  report: Report<Amounts>,
): Promise<void> {
  const asked = { kind: 'changed', old: shown, new: quoted } as const;
  await new Promise<void>((agree) => {
    report({ ...asked, working: false, agree });
  });
  report({ ...asked, working: true, agree: () => undefined });
}
