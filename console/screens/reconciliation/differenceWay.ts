import type { Wish } from '../../person/useAct.ts';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

export type Way = ReconciliationData['differences'][number]['ways'][number];

/** By which a way is known from one reading of the page to the next. Pure. */
export function keyOf({ kind, row, offer: { subject } }: Pick<Way, 'kind' | 'row' | 'offer'>): string {
  return `${kind} ${row ?? ''} ${subject}`;
}

/** What is signed for a way; undefined while something has to be chosen first. Pure. */
export function wishOf({ offer, choose, choices }: Way, choice: string | undefined): Wish | undefined {
  const { act, action } = offer;
  if (choose === '') return { act, action, subject: offer.subject, input: offer.input };
  const chosen = choices.find(({ key }) => key === choice);
  return chosen && { act, action, subject: chosen.subject, input: chosen.input };
}

/** The difference after it; undefined where that is for a choice to say that was not made. Pure. */
export function leftOf({ left, choices }: Way, choice: string | undefined): string | undefined {
  return choices.find(({ key }) => key === choice)?.left ?? left ?? undefined;
}
