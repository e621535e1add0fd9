import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';

export type Signer = ConsoleCallData<'treasury'>['signer'];

/** It speaks twice a minute, and a page that hears of nothing new is not asked for again. */
const SILENT_MS = 2 * 60_000;

/** How it stands by now, of what was read before. */
export function signerState({ state, heardAt }: Pick<Signer, 'state' | 'heardAt'>, now: number): Signer['state'] {
  if (state !== 'signs' || heardAt === null) return state;
  return now - Date.parse(heardAt) > SILENT_MS ? 'silent' : 'signs';
}
