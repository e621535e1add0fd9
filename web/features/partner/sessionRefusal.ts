import type { SessionRefusal } from '@slipway/contract/embed/messages.ts';

/** Query of the page for a refused session. */
export type RefusalQuery = {
  readonly reason: SessionRefusal;
  /** '' if the partner is unknown. */
  readonly partnerId: string;
  /** The invalid claim of a malformed link; '' for none. */
  readonly field: string;
};

export const REFUSAL_PATH = '/session-refused';

export function buildRefusalQuery({ reason, partnerId, field }: RefusalQuery): URLSearchParams {
  return new URLSearchParams(Object.entries({ reason, partnerId, field }).filter(([, value]) => value !== ''));
}

export function buildRefusalPath(refused: RefusalQuery): string {
  return `${REFUSAL_PATH}?${buildRefusalQuery(refused)}`;
}
