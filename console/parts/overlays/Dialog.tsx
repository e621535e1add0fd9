import './dialog.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode, RefObject } from 'react';

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Describes the event and the effect of the action, in one or two sentences. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the recommended one first. */
  readonly acts?: ReactNode;
  readonly wide?: boolean;
  /** Receives the focus; by default the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};

/** A modal dialog: Escape or a click outside closes it, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, acts, wide = false, initialFocus } = props;
  return (
    <Base.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          className="dialog"
          data-wide={wide ? '' : undefined}
          {...(initialFocus !== undefined && { initialFocus })}
        >
          <div className="dialog-head">
            <Base.Title className="dialog-title">{title}</Base.Title>
            <Base.Close className="dialog-close" aria-label="Close">
              <X size={17} strokeWidth={2.1} aria-hidden="true" />
            </Base.Close>
          </div>
          {description !== undefined && (
            <Base.Description className="dialog-description">{description}</Base.Description>
          )}
          {children}
          {acts !== undefined && <div className="dialog-acts">{acts}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
