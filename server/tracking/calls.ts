import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { cleanPoint } from './cleanPoint.ts';
import type { PointBuffer } from './pointBuffer.ts';

export type TrackingContext = { readonly points: PointBuffer; readonly clock: Clock };

export function trackingCalls({ points, clock }: TrackingContext): Pick<Handlers, 'addPoint'> {
  return {
    async addPoint(point, { country }) {
      points.add(cleanPoint(point, country, clock.now()));
      return { data: {} };
    },
  };
}
