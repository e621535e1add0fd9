import { useEffect, useRef } from 'react';
import { Button } from '../../parts/Button.tsx';

type MoreRowsProps = { readonly more: boolean; readonly working: boolean; readonly onMore: () => void };

/** Loads the next page when the end of the list becomes visible, or on a click. */
export function MoreRows({ more, working, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!more || working || !end.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onMore(),
      { rootMargin: '200px' },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [more, working, onMore]);
  if (!more) return null;
  return (
    <div ref={end} className="orders-more">
      <Button kind="quiet" size="small" working={working} onClick={onMore}>
        {' '}
        Show 50 more
      </Button>
    </div>
  );
}
