import type { ReviewData } from './ReviewDetails.tsx';

export type Decision = ReviewData['decisions'][number];

/** Returns a key that identifies a decision and its request. */
export function buildDecisionKey({ action, subject, input }: Pick<Decision, 'action' | 'subject' | 'input'>): string {
  return [action, subject, input['decision'] ?? ''].join(' ');
}
