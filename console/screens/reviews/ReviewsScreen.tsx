import './reviews.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useFrameState } from '../../app/frameState.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { ReviewDetails } from './ReviewDetails.tsx';
import { ReviewList } from './ReviewList.tsx';
import { isReviewKind, REVIEW_KINDS, type ReviewKind } from './reviewKinds.ts';
import { useReviewQueue } from './useReviewQueue.ts';

/** The review queue, and the open review with its evidence. */
export default function ReviewsScreen() {
  const { updatedAt } = useFrameState();
  const { id, kind, after, list, stableList, shown, open, step, openNext } = useReviewQueue();
  useShortcuts({
    next: () => step(1),
    previous: () => step(-1),
    ...(id !== undefined && { back: () => open(undefined) }),
  });
  return (
    <div className="reviews" data-one={id === undefined ? undefined : ''}>
      <ScreenHead
        title="Reviews"
        titleAddition={
          <KindChips
            kind={isReviewKind(kind) ? kind : undefined}
            counts={list.data?.counts}
            onChoose={(next) => open(undefined, next === undefined ? {} : { kind: next })}
          />
        }
        aside={
          <>
            <span className="reviews-order">Due soonest</span>
            <LiveBadge updatedAt={updatedAt} />
          </>
        }
      />
      <div className="reviews-columns">
        <ReviewList
          list={list}
          stableList={stableList}
          shown={shown}
          onOpen={open}
          onPage={(cursor) => open(undefined, { kind, after: cursor })}
          isFirst={after === undefined}
        />
        {shown === undefined ? (
          <section className="review-evidence" aria-label="Evidence">
            {list.data && (
              <EmptyState>
                {stableList.rows.length === 0 ? 'No pending reviews.' : 'All of these are decided.'}
              </EmptyState>
            )}
          </section>
        ) : (
          <ReviewDetails key={shown} id={shown} onBack={() => open(undefined)} onDecided={openNext} />
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

/** Filters by one kind or all; a second click on a kind selects all. */
function KindChips({ kind, counts, onChoose }: KindChipsProps) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Chips label="Review type">
      <Chip on={kind === undefined} onToggle={() => onChoose(undefined)} {...(all !== undefined && { count: all })}>
        All
      </Chip>
      {REVIEW_KINDS.map(({ kind: one, title }) => (
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
