import './reviews.css';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import type { Search } from '../../app/search.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { useHeldBack } from '../../person/heldBack.ts';
import { OneReview } from './OneReview.tsx';
import { ReviewList } from './ReviewList.tsx';
import { isKind, KINDS } from './reviewKinds.ts';

const NO_ROWS: never[] = [];
const idOf = ({ id }: { readonly id: string }) => id;

/** Which is next, and what does it rest on? */
export default function ReviewsScreen() {
  const { id } = useParams({ strict: false });
  const { kind, after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { heardAt } = useFrame();
  const held = useHeldBack();
  const list = useConsoleQuery(
    'reviews',
    { ...(isKind(kind) && { kind }), ...(after !== undefined && { cursor: after }) },
    { topics: ['requests', 'alerts', 'orders', 'takes'] },
  );
  const calm = useCalmRows(list.data?.rows ?? NO_ROWS, idOf, `${kind ?? ''} ${after ?? ''}`, {
    isCut: list.data?.next != null,
  });
  const waiting = calm.rows.filter(
    (row) => !row.gone && !held.some((one) => one.id === row.id && one.state !== 'failed'),
  );
  // On a desk the nearest clock is open at once; on a phone the list comes first.
  const shown = id ?? waiting[0]?.id;

  const open = (next: string | undefined, search: Search = { kind, after }) =>
    void navigate({ to: '/reviews/{-$id}', params: { id: next }, search });
  const step = (by: number) => {
    const { rows } = calm;
    const at = rows.findIndex((row) => row.id === shown);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next) open(next.id);
  };
  /** The next that waits: of those below, else of those above. */
  const openNext = () => {
    const ids = calm.rows.map((row) => row.id);
    const at = ids.indexOf(shown ?? '');
    const order = [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
    open(order.find((one) => waiting.some((row) => row.id === one)));
  };
  useKeys({ next: () => step(1), former: () => step(-1), ...(id !== undefined && { back: () => open(undefined) }) });

  const counts = list.data?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="reviews" data-one={id === undefined ? undefined : ''}>
      <ScreenHead
        title="Reviews"
        beside={
          <Chips label="What is shown">
            <Chip on={!isKind(kind)} onToggle={() => open(undefined, {})} {...(all !== undefined && { count: all })}>
              All
            </Chip>
            {KINDS.map(({ kind: one, title }) => (
              <Chip
                key={one}
                on={kind === one}
                onToggle={() => open(undefined, kind === one ? {} : { kind: one })}
                {...(counts && { count: counts[one] })}
              >
                {title}
              </Chip>
            ))}
          </Chips>
        }
        aside={
          <>
            <span className="reviews-order">nearest clock first</span>
            <LiveBadge heardAt={heardAt} />
          </>
        }
      />
      <div className="reviews-columns">
        <ReviewList
          list={list}
          calm={calm}
          shown={shown}
          onOpen={open}
          onPage={(cursor) => open(undefined, { kind, after: cursor })}
          isFirst={after === undefined}
        />
        {shown === undefined ? (
          <section className="review-evidence" aria-label="Evidence">
            {list.data && (
              <Empty>{calm.rows.length === 0 ? 'Nothing is to be decided.' : 'All of these are decided.'}</Empty>
            )}
          </section>
        ) : (
          <OneReview key={shown} id={shown} onBack={() => open(undefined)} onDecided={openNext} />
        )}
      </div>
    </div>
  );
}
