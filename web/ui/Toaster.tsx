import './toaster.css';
import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { getToast, subscribeToToast } from './toastStore.ts';

/** Rendered once in the app. A popover, so that toasts are visible above an open sheet. */
export function Toaster() {
  const toast = useSyncExternalStore(subscribeToToast, getToast, getToast);
  const region = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover) return;
    // Reopening moves it above a dialog that was opened since.
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each toast comes above what was opened before it
  }, [toast]);
  return (
    <output ref={region} className="toaster" popover="manual">
      {toast && (
        <p key={toast.id} className="toast">
          {toast.icon === 'done' ? (
            <Check size={18} strokeWidth={2.2} aria-hidden="true" />
          ) : (
            <Info size={18} strokeWidth={2.2} aria-hidden="true" />
          )}
          {toast.message}
        </p>
      )}
    </output>
  );
}
