import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { cleanPoint } from './cleanPoint.ts';
import type { PointBuffer } from './pointBuffer.ts';
import { type RecordingContext, saveRecordingPart } from './saveRecordingPart.ts';

export type TrackingContext = RecordingContext & { readonly points: PointBuffer; readonly clock: Clock };

export function trackingCalls(context: TrackingContext): Pick<Handlers, 'addPoint' | 'addReplay'> {
  const { points, clock } = context;
  return {
    async addPoint(point, { country }) {
      points.add(cleanPoint(point, country, clock.now()));
      return { data: {} };
    },
    async addReplay(part, { country }) {
      await saveRecordingPart(context, part, country);
      return { data: {} };
    },
  };
}
