import type { CallInput } from '@slipway/contract/calls.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import { addPart, openRecording } from './replayStore.ts';

export type ReplayContext = { readonly database: Database; readonly rules: { readonly sessionReplay: boolean } };

/** Keeps one part of a recording while the operator wants any. */
export async function keepReplay(
  { database, rules }: ReplayContext,
  part: CallInput<'addReplay'>,
  country: string,
): Promise<void> {
  if (!rules.sessionReplay) throw new AppError('replay_off');
  const opened = part.sequence > 0 || (await openRecording(database, { id: part.recording, country }));
  if (!opened || !(await addPart(database, part))) throw new AppError('replay_full');
}
