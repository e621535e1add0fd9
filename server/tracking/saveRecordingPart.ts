import type { CallInput } from '@slipway/contract/calls.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import { addPart, openRecording } from './recordingStore.ts';

export type RecordingContext = { readonly database: Database; readonly rules: { readonly sessionReplay: boolean } };

/** Stores one part of a recording, which the first part opens. Throws `replay_off` if recordings are off, or `replay_full`. */
export async function saveRecordingPart(
  { database, rules }: RecordingContext,
  part: CallInput<'addReplay'>,
  country: string,
): Promise<void> {
  if (!rules.sessionReplay) throw new AppError('replay_off');
  const opened = part.sequence > 0 || (await openRecording(database, { id: part.recording, country }));
  if (!opened || !(await addPart(database, part))) throw new AppError('replay_full');
}
