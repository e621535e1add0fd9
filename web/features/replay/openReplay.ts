import { asksNotToBeTracked } from '../tracking/doNotTrack.ts';
import { isRecorded } from './recordedPaths.ts';
import { sendPart } from './replaySender.ts';

/**
 * For a page whose query asks for it: the recorder is loaded only when the server takes this recording, and never for
 * a browser that asks not to be tracked.
 */
export async function openReplay(): Promise<void> {
  if (asksNotToBeTracked(navigator) || !isRecorded(location.pathname)) return;
  const recording = crypto.randomUUID();
  if ((await sendPart({ recording, sequence: 0, events: '' })) !== 'kept') return;
  const { recordVisit } = await import('./recordVisit.tsx');
  await recordVisit(recording);
}
