import type { SessionRefusal } from '@slipway/contract/embed/messages.ts';

/** What the page of a refused session is told in its query. */
export type Refused = {
  readonly reason: SessionRefusal;
  /** '' where nobody knows whose session it was. */
  readonly partnerId: string;
  /** The claim of a malformed link; '' for none. */
  readonly field: string;
};

export const REFUSED_PATH = '/session-refused';

export function queryOfRefusal({ reason, partnerId, field }: Refused): URLSearchParams {
  return new URLSearchParams(Object.entries({ reason, partnerId, field }).filter(([, value]) => value !== ''));
}

export function refusedPath(refused: Refused): string {
  return `${REFUSED_PATH}?${queryOfRefusal(refused)}`;
}
