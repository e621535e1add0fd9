import { z } from 'zod';
import type { QueuedReview, QueuePlace } from './reviewQueueStore.ts';

const place = z.tuple([z.iso.datetime().nullable(), z.string().max(20), z.string().max(120)]);

export function cursorOf({ until, kind, key }: QueuedReview): string {
  return Buffer.from(JSON.stringify([until?.toISOString() ?? null, kind, key])).toString('base64url');
}

/** Null for one that is none of ours: the list begins anew. */
export function placeOf(cursor: string | undefined): QueuePlace | null {
  if (cursor === undefined) return null;
  try {
    const [until, kind, key] = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { until: until === null ? null : new Date(until), kind, key };
  } catch {
    return null;
  }
}
