import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** One step of the funnel, cleaned. */
export type TrackingPoint = {
  readonly type: string;
  readonly orderNo: string;
  readonly userId: string;
  readonly place: string;
  readonly extras: Readonly<Record<string, string | number | boolean>>;
  readonly country: string;
  readonly at: Date;
};

const KEPT_DAYS = 90;

/** Inserts a batch in one statement. */
export async function insertPoints(database: Queryable, points: readonly TrackingPoint[]): Promise<void> {
  if (points.length === 0) return;
  await database.run(sql`
    insert into tracking_points (type, order_no, user_id, place, extras, country, at)
    select type, order_no, user_id, place, extras, country, at
    from jsonb_to_recordset(${JSON.stringify(points.map(toRow))}::jsonb)
      as row(type text, order_no text, user_id text, place text, extras jsonb, country text, at timestamptz)`);
}

/** Deletes points that are too old for the funnel. */
export async function deleteOldPoints(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from tracking_points where at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}

function toRow({ orderNo, userId, at, ...point }: TrackingPoint) {
  return { ...point, order_no: orderNo, user_id: userId, at: at.toISOString() };
}
