import { CallError, isAbort } from '../../../api/callError.ts';
import { getDraft } from '../../draft/draft.ts';
import { createDraftOrder, findDetailsPage, prepareCards, type SavedCard } from './prepareOrder.ts';

export type PreparationState<Amounts> =
  | { readonly kind: 'working' }
  /** The amount differs from the one last shown; the buyer must agree before the order is created. */
  | {
      readonly kind: 'changed';
      readonly old: Amounts;
      readonly new: Amounts;
      readonly working: boolean;
      readonly agree: () => void;
    }
  | { readonly kind: 'choose'; readonly orderNo: string; readonly cards: readonly SavedCard[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Callbacks and values that the screen provides to the preparation. */
export type PreparationSteps<Amounts> = {
  /** Order number from the URL; '' if the order is not created yet. */
  readonly orderNo: string;
  /** Fetches a new quote for the draft and returns it with the amounts last shown; null if the draft contains no purchase. */
  readonly renew: (signal: AbortSignal) => Promise<{ readonly shown: Amounts; readonly quoted: Amounts } | null>;
  readonly isChanged: (shown: Amounts, quoted: Amounts) => boolean;
  readonly onOrder: (orderNo: string) => void;
  /** The quote expired before the order was created; a new quote is requested. */
  readonly onPriceExpired: () => void;
  readonly go: (to: string) => void;
};

/** Maximum number of quotes in a row that may expire before the run fails and the buyer must retry. */
const MAX_QUOTE_ROUNDS = 4;

type StateReporter<Amounts> = (state: PreparationState<Amounts>) => void;

/**
 * Runs the steps of Select Card: account status, quote, order, personal details, identity document, saved cards. Goes to another
 * page, or reports the cards or the failure.
 */
export async function runPreparation<Amounts>(
  steps: PreparationSteps<Amounts>,
  signal: AbortSignal,
  report: StateReporter<Amounts>,
): Promise<void> {
  try {
    const detailsPage = await findDetailsPage(steps.orderNo ? '' : getDraft().payMethod, signal);
    if (detailsPage !== null) return steps.go(detailsPage);
    const orderNo = steps.orderNo || (await createAgreedOrder(steps, signal, report));
    if (orderNo === null) return;
    const prepared = await prepareCards(orderNo, signal);
    if (prepared.kind === 'go') return steps.go(prepared.to);
    report({ kind: 'choose', orderNo, cards: prepared.cards });
  } catch (error) {
    if (!isAbort(error) && !(error instanceof CallError && error.handled)) report({ kind: 'failed', error });
  }
}

/**
 * Creates the order once the buyer has agreed to its amount. Returns its number, or null if the buyer was sent to
 * another page.
 */
async function createAgreedOrder<Amounts>(
  steps: PreparationSteps<Amounts>,
  signal: AbortSignal,
  report: StateReporter<Amounts>,
): Promise<string | null> {
  for (let round = 1; ; round += 1) {
    const renewed = await steps.renew(signal);
    if (!renewed) {
      steps.go('/edit');
      return null;
    }
    if (steps.isChanged(renewed.shown, renewed.quoted)) await waitForAgreement(renewed, report);
    const made = await createDraftOrder(getDraft());
    signal.throwIfAborted();
    if (made.kind === 'go') {
      steps.go(made.to);
      return null;
    }
    if (made.kind === 'made') {
      steps.onOrder(made.orderNo);
      return made.orderNo;
    }
    if (round === MAX_QUOTE_ROUNDS) throw new Error('every new quote expired before the order was created');
    steps.onPriceExpired();
    report({ kind: 'working' });
  }
}

/** Shows both amounts and waits until the buyer agrees to the new one. */
async function waitForAgreement<Amounts>(
  { shown, quoted }: { readonly shown: Amounts; readonly quoted: Amounts },
  report: StateReporter<Amounts>,
): Promise<void> {
  const change = { kind: 'changed', old: shown, new: quoted } as const;
  await new Promise<void>((agree) => {
    report({ ...change, working: false, agree });
  });
  report({ ...change, working: true, agree: () => undefined });
}
