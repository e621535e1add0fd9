import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { addOverlayEntry } from './overlayHistory.ts';

export type Modal = {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** False after the closing animation: the content can be removed. */
  readonly mounted: boolean;
  readonly dialogProps: {
    readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
    readonly onPointerDown: (event: React.PointerEvent<HTMLDialogElement>) => void;
  };
};

/**
 * Manages a native modal dialog: the browser traps the focus, makes the page behind inert and returns the focus to the
 * element that opened the dialog. Escape, a press on the scrim and Back request closing.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  const [mounted, setMounted] = useState(open);
  const close = useEffectEvent(onClose);
  if (open && !mounted) setMounted(true);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    const removeEntry = addOverlayEntry(() => close());
    return () => {
      element.close();
      removeEntry();
      void waitForClosingAnimation(element).then(() => {
        if (!element.open) setMounted(false);
      });
    };
  }, [open]);

  return {
    dialog,
    mounted,
    dialogProps: {
      onCancel: (event) => {
        event.preventDefault();
        onClose();
      },
      onPointerDown: (event) => {
        if (event.target === event.currentTarget && isOutside(event)) onClose();
      },
    },
  };
}

async function waitForClosingAnimation(element: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(element.getAnimations().map((animation) => animation.finished));
}

/** A press on the backdrop has the dialog as its target, at a point outside its box. */
function isOutside({ currentTarget, clientX, clientY }: React.PointerEvent): boolean {
  const box = currentTarget.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
