import './slipSkeleton.css';
import { CallError } from '../../api/callError.ts';
import { text } from '../../i18n/text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Slip, Waterline } from '../../ui/Slip.tsx';

type SlipSkeletonProps = {
  /** Why the lists did not come; undefined while they are on their way. */
  readonly error: unknown;
  readonly onRetry: () => void;
};

/** The slip before the currencies are known, as high as it will be. */
export function SlipSkeleton({ error, onRetry }: SlipSkeletonProps) {
  if (error !== undefined) {
    return (
      <EmptyState
        message={text('edit.methods_failed')}
        detail={[text('edit.lists_failed'), referenceText(error)].filter(Boolean).join('\n')}
        action={text('ui.try_again')}
        onAction={onRetry}
      />
    );
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

/** The name under which the server's log knows the failure. */
function referenceText(error: unknown): string {
  const reference = error instanceof CallError ? error.detail?.facts['reference'] : undefined;
  return reference === undefined ? '' : text('edit.reference', { reference });
}

function HalfSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="slip-skeleton">
      <p>{label}</p>
      <div>
        <Skeleton width={120} height={28} />
        <Skeleton width={112} height={44} round />
      </div>
    </div>
  );
}
