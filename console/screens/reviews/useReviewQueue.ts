import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import type { Search } from '../../app/search.ts';
import { useHeldBack } from '../../person/heldBack.ts';
import { isKind } from './reviewKinds.ts';

const NO_ROWS: never[] = [];
const idOf = ({ id }: { readonly id: string }) => id;

/** The queue as the address names it, which of it is open, and the ways through it. */
export function useReviewQueue() {
  const { id } = useParams({ strict: false });
  const { kind, after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const held = useHeldBack();
  const list = useConsoleQuery(
    'reviews',
    { ...(isKind(kind) && { kind }), ...(after !== undefined && { cursor: after }) },
    { topics: ['requests', 'alerts', 'orders', 'takes'] },
  );
  const calm = useCalmRows(list.data?.rows ?? NO_ROWS, idOf, `${kind ?? ''} ${after ?? ''}`, {
    isCut: list.data?.next != null,
  });
  const { rows } = calm;
  const waiting = rows.filter((row) => !row.gone && !held.some((one) => one.id === row.id && one.state !== 'failed'));
  // On a desk the nearest clock is open at once; on a phone the list comes first.
  const shown = id ?? waiting[0]?.id;

  const open = (next: string | undefined, search: Search = { kind, after }) =>
    void navigate({ to: '/reviews/{-$id}', params: { id: next }, search });
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.id === shown);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) open(next.id);
  };
  /** The next that waits: of those below, else of those above. */
  const openNext = () => {
    const ids = rows.map((row) => row.id);
    const at = ids.indexOf(shown ?? '');
    const order = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
    open(order.find((one) => waiting.some((row) => row.id === one)));
  };
  return { id, kind, after, list, calm, shown, open, step, openNext };
}
