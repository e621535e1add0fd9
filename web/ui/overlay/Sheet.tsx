import './modal.css';
import './sheet.css';
import X from 'lucide-react/icons/x';
import { type ReactNode, useId } from 'react';
import { text } from '../../i18n/text.ts';
import { IconButton } from '../IconButton.tsx';
import { useDragAway } from './useDragAway.ts';
import { useModal } from './useModal.ts';

type SheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** `tall` for lists (the children scroll), `low` for a question with its answers. */
  readonly height?: 'tall' | 'low';
};

/** Bottom sheet on phones, centred dialog of 440 px on desktops. Dragging, Escape, the scrim and Back close it. */
export function Sheet({ open, onClose, title, children, height = 'low' }: SheetProps) {
  const titleId = useId();
  const { dialog, mounted, dialogProps } = useModal(open, onClose);
  const drag = useDragAway(dialog, 'block', onClose);
  return (
    <dialog ref={dialog} className="modal sheet" data-height={height} aria-labelledby={titleId} {...dialogProps}>
      {mounted && (
        <div className="sheet-box">
          <div className="sheet-head" {...drag}>
            <span className="sheet-grab" aria-hidden="true" />
            <h2 id={titleId}>{title}</h2>
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
