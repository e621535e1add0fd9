import './slipSkeleton.css';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Slip, Waterline } from '../../ui/Slip.tsx';

type SlipSkeletonProps = { readonly failed: boolean; readonly onRetry: () => void };

/** The slip before the currencies are known, as high as it will be. */
export function SlipSkeleton({ failed, onRetry }: SlipSkeletonProps) {
  if (failed) {
    return <EmptyState message={text('edit.methods_failed')} action={text('ui.try_again')} onAction={onRetry} />;
  }
  return (
    <div aria-busy="true">
      <span className="unseen">{text('ui.loading')}</span>
      <Slip
        pay={<HalfSkeleton label={text('edit.you_pay')} />}
        waterline={<Waterline share={null} />}
        receive={<HalfSkeleton label={text('edit.you_get')} />}
      />
    </div>
  );
}

function HalfSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="slip-skeleton">
      <p>{label}</p>
      <div>
        <Skeleton width={140} height={30} />
        <Skeleton width={112} height={44} round />
      </div>
    </div>
  );
}
