import { hasTrackingOptOut } from '../tracking/doNotTrack.ts';
import { isRecordablePath } from './recordablePaths.ts';
import { sendPart } from './recordingSender.ts';

/**
 * Starts recording this visit; called if the URL requests it. The recorder is loaded only if this page may be recorded and the
 * server accepts the recording, and never in a browser that asks not to be tracked.
 */
export async function openReplay(): Promise<void> {
  if (hasTrackingOptOut(navigator) || !isRecordablePath(location.pathname)) return;
  const recording = crypto.randomUUID();
  if ((await sendPart({ recording, sequence: 0, events: '' })) !== 'kept') return;
  const { recordVisit } = await import('./recordVisit.tsx');
  await recordVisit(recording);
}
