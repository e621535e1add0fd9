import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type Signer = ConsoleCallData<'treasury'>['signer'];

/** The signer reports twice a minute. A page is not refetched when reports stop, so it computes the silence itself. */
const SILENT_MS = 2 * 60_000;

/** Returns the current state, from data that was loaded earlier. */
export function computeSignerState(
  { state, reportedAt }: Pick<Signer, 'state' | 'reportedAt'>,
  now: number,
): Signer['state'] {
  if (state !== 'signs' || reportedAt === null) return state;
  return now - Date.parse(reportedAt) > SILENT_MS ? 'silent' : 'signs';
}
