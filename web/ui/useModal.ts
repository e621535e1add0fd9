import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { holdBack } from './overlayHistory.ts';

export type Modal = {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  /** False once the leaving movement is over: the content can go. */
  readonly mounted: boolean;
  readonly dialogProps: {
    readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
    readonly onPointerDown: (event: React.PointerEvent<HTMLDialogElement>) => void;
  };
};

/**
 * A native modal dialog: the browser traps the focus, makes the page behind inert and gives the focus back to the
 * opener. Escape, a press on the scrim and Back ask to close.
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
    const giveBack = holdBack(() => close());
    return () => {
      element.close();
      giveBack();
      void leavingMovement(element).then(() => {
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

async function leavingMovement(element: HTMLDialogElement): Promise<void> {
  await Promise.allSettled(element.getAnimations().map((animation) => animation.finished));
}

/** A press on the dialog's backdrop has the dialog itself as its target, with a point outside its box. */
function isOutside({ currentTarget, clientX, clientY }: React.PointerEvent): boolean {
  const box = currentTarget.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
