import './marketFrame.css';
import { text } from '../../i18n/text.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Placeholder that reserves the space from the first render. */
export function MarketSkeleton() {
  return (
    <section className="market" aria-busy="true">
      <span className="unseen">{text('ui.loading')}</span>
      <div className="market-heading">
        <Skeleton width={160} height={14} />
      </div>
      <div className="market-figures">
        <Skeleton width={200} height={28} />
      </div>
      <div className="market-place">
        <Skeleton height={186} />
      </div>
    </section>
  );
}
