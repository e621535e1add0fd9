import type { ShownReview } from './OneReview.tsx';

export type Decision = ShownReview['decisions'][number];

/** By what a way is known, and a request for it. */
export function wayId({ action, subject, input }: Pick<Decision, 'action' | 'subject' | 'input'>): string {
  return [action, subject, input['decision'] ?? ''].join(' ');
}

/** The command by which an action is asked for, where it has another name in the table of rights. */
export function actOf(action: string): string {
  return action === 'give_up' ? 'give-up' : action;
}
