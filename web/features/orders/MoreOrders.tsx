import { errorText } from '../../i18n/errorText.ts';
import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SkeletonRows } from './OrderSections.tsx';
import type { MyOrders } from './useMyOrders.ts';
import './moreOrders.css';

type MoreOrdersProps = {
  readonly view: MyOrders;
  readonly shown: number;
  readonly onMore: () => void;
};

/** Button that loads earlier orders, with its progress or error; nothing once all orders are shown. */
export function MoreOrders({ view, shown, onMore }: MoreOrdersProps) {
  if (!view.hasMore && !view.loadingMore) return null;
  if (view.moreError !== null) {
    return <EmptyState message={errorText(view.moreError)} action={text('ui.try_again')} onAction={onMore} />;
  }
  return (
    <div className="more-orders">
      {view.loadingMore && <SkeletonRows count={2} />}
      <Button kind="ghost" working={view.loadingMore} onClick={onMore}>
        {text('orders.show_more')}
      </Button>
      <output className="hint">
        {view.loadingMore
          ? text('orders.loading_more')
          : text('orders.shown_of', { shown, total: Math.max(shown, view.total) })}
      </output>
    </div>
  );
}
