import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { cleanPoint } from './cleanPoint.ts';
import { keepReplay, type ReplayContext } from './keepReplay.ts';
import type { PointBuffer } from './pointBuffer.ts';

export type TrackingContext = ReplayContext & { readonly points: PointBuffer; readonly clock: Clock };

export function trackingCalls(context: TrackingContext): Pick<Handlers, 'addPoint' | 'addReplay'> {
  const { points, clock } = context;
  return {
    async addPoint(point, { country }) {
      points.add(cleanPoint(point, country, clock.now()));
      return { data: {} };
    },
    async addReplay(part, { country }) {
      await keepReplay(context, part, country);
      return { data: {} };
    },
  };
}
