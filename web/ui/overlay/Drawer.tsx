import './modal.css';
import './drawer.css';
import { Brand } from '@slipway/look/Brand.tsx';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { text } from '../../i18n/text.ts';
import { IconButton } from '../IconButton.tsx';
import { useDragAway } from './useDragAway.ts';
import { useModal } from './useModal.ts';

type DrawerProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Accessible name. */
  readonly label: string;
  readonly children: ReactNode;
};

/** Drawer from the inline end of the screen; dragging it back, Escape, the scrim and Back close it. */
export function Drawer({ open, onClose, label, children }: DrawerProps) {
  const { dialog, mounted, dialogProps } = useModal(open, onClose);
  const drag = useDragAway(dialog, 'inline', onClose);
  return (
    <dialog ref={dialog} className="modal drawer" aria-label={label} {...dialogProps}>
      {mounted && (
        <div className="drawer-box">
          <div className="drawer-head" {...drag}>
            <Brand />
            <IconButton
              label={text('ui.close')}
              icon={<X size={22} strokeWidth={2.1} aria-hidden="true" />}
              onClick={onClose}
            />
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
