import type { ActionRequest } from '../../person/useSignedActions.ts';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

export type DifferenceAction = ReconciliationData['differences'][number]['actions'][number];

/** Returns a key that identifies an action across refetches. Pure. */
export function buildActionKey({
  kind,
  row,
  offer: { subject },
}: Pick<DifferenceAction, 'kind' | 'row' | 'offer'>): string {
  return `${kind} ${row ?? ''} ${subject}`;
}

/** Returns the signed request of an action; undefined while an option must be chosen first. Pure. */
export function buildActionRequest(
  { offer, choose, choices }: DifferenceAction,
  choice: string | undefined,
): ActionRequest | undefined {
  const { act, action } = offer;
  if (choose === '') return { act, action, subject: offer.subject, input: offer.input };
  const chosen = choices.find(({ key }) => key === choice);
  return chosen && { act, action, subject: chosen.subject, input: chosen.input };
}

type Difference = ReconciliationData['differences'][number];
type Snoozable = { readonly difference: Difference; readonly action: DifferenceAction };

/** Returns the differences that the person may snooze, with the action. Pure. */
export function listSnoozable(differences: readonly Difference[]): readonly Snoozable[] {
  return differences.flatMap((difference) => {
    const action = difference.actions.find(({ kind, offer }) => kind === 'wait' && offer.allowed);
    return action ? [{ difference, action }] : [];
  });
}

/** Returns the times until which all of these can be snoozed, each with the requests to sign. Pure. */
export function findCommonSnoozes(snoozable: readonly Snoozable[]): readonly {
  readonly key: string;
  readonly label: string;
  readonly requests: readonly ActionRequest[];
}[] {
  const [first, ...others] = snoozable;
  const isCommon = (key: string) => others.every(({ action }) => action.choices.some((choice) => choice.key === key));
  return (first?.action.choices ?? [])
    .filter(({ key }) => isCommon(key))
    .map(({ key, label }) => ({
      key,
      label,
      requests: snoozable.flatMap(({ action }) => buildActionRequest(action, key) ?? []),
    }));
}

/** Returns the remaining difference; undefined if it depends on an option that is not chosen. Pure. */
export function getRemainingDifference(
  { left, choices }: DifferenceAction,
  choice: string | undefined,
): string | undefined {
  return choices.find(({ key }) => key === choice)?.left ?? left ?? undefined;
}
