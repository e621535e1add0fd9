import './reviews.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useFrame } from '../../app/frameState.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Chip, Chips } from '../../parts/Chip.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { OneReview } from './OneReview.tsx';
import { ReviewList } from './ReviewList.tsx';
import { isKind, KINDS, type ReviewKind } from './reviewKinds.ts';
import { useReviewQueue } from './useReviewQueue.ts';

/** Which is next, and what does it rest on? */
export default function ReviewsScreen() {
  const { heardAt } = useFrame();
  const { id, kind, after, list, calm, shown, open, step, openNext } = useReviewQueue();
  useKeys({ next: () => step(1), former: () => step(-1), ...(id !== undefined && { back: () => open(undefined) }) });
  return (
    <div className="reviews" data-one={id === undefined ? undefined : ''}>
      <ScreenHead
        title="Reviews"
        beside={
          <KindChips
            kind={isKind(kind) ? kind : undefined}
            counts={list.data?.counts}
            onChoose={(next) => open(undefined, next === undefined ? {} : { kind: next })}
          />
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

type KindChipsProps = {
  readonly kind: ReviewKind | undefined;
  readonly counts: ConsoleCallData<'reviews'>['counts'] | undefined;
  readonly onChoose: (kind: ReviewKind | undefined) => void;
};

/** One kind, or all; a second press on a kind is all again. */
function KindChips({ kind, counts, onChoose }: KindChipsProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Chips label="What is shown">
      <Chip on={kind === undefined} onToggle={() => onChoose(undefined)} {...(all !== undefined && { count: all })}>
        All
      </Chip>
      {KINDS.map(({ kind: one, title }) => (
        <Chip
          key={one}
          on={kind === one}
          onToggle={() => onChoose(kind === one ? undefined : one)}
          {...(counts && { count: counts[one] })}
        >
          {title}
        </Chip>
      ))}
    </Chips>
  );
}
