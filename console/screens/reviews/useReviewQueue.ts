import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import type { SearchParams } from '../../app/searchParams.ts';
import { useDelayedDecisions } from '../../person/delayedDecisions.ts';
import { isReviewKind } from './reviewKinds.ts';

const NO_ROWS: never[] = [];
const getId = ({ id }: { readonly id: string }) => id;

/** Returns the queue selected by the URL, the open review, and navigation. */
export function useReviewQueue() {
  const { id } = useParams({ strict: false });
  const { kind, after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const delayedDecisions = useDelayedDecisions();
  const list = useConsoleQuery(
    'reviews',
    { ...(isReviewKind(kind) && { kind }), ...(after !== undefined && { cursor: after }) },
    { topics: ['requests', 'alerts', 'orders', 'takes'] },
  );
  const stableList = useStableRows(list.data?.rows ?? NO_ROWS, getId, `${kind ?? ''} ${after ?? ''}`, {
    isCut: list.data?.next != null,
  });
  const { rows } = stableList;
  const waiting = rows.filter(
    (row) => !row.gone && !delayedDecisions.some((one) => one.id === row.id && one.state !== 'failed'),
  );
  // On a desktop the review with the earliest deadline opens at once; on a phone the list comes first.
  const shown = id ?? waiting[0]?.id;

  const open = (next: string | undefined, search: SearchParams = { kind, after }) =>
    void navigate({ to: '/reviews/{-$id}', params: { id: next }, search });
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.id === shown);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) open(next.id);
  };
  /** Opens the next pending review: below, else above. */
  const openNext = () => {
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(shown ?? '');
    const order = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
    open(order.find((one) => waiting.some((row) => row.id === one)));
  };
  return { id, kind, after, list, stableList, shown, open, step, openNext };
}
