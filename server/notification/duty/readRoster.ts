import type { Queryable } from '../../platform/database/database.ts';
import { buildRoster, NO_ONE_ON_DUTY, type OnDuty } from './duty.ts';
import { listDutyPeriodsFrom } from './dutyStore.ts';

/** A shift; without `to`, it has no end. */
export type Shift = OnDuty & { readonly from: Date; readonly to: Date | undefined };

/** Returns the roster from a moment on, gaps included. The last shift has no one on duty and no end. */
export async function readRoster(database: Queryable, now: Date): Promise<Shift[]> {
  const periods = await listDutyPeriodsFrom(database, now);
  const end = periods.reduce((latest, { to }) => (to > latest ? to : latest), now);
  const shifts: Shift[] = end > now ? buildRoster(periods, now, end) : [];
  return [...shifts, { ...NO_ONE_ON_DUTY, from: end, to: undefined }];
}
