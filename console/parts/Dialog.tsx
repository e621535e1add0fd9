import './dialog.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode, RefObject } from 'react';

type DialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What happened and what the act means, in a sentence or two. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The acts, the one that is meant first. */
  readonly acts?: ReactNode;
  readonly wide?: boolean;
  /** What gets the focus; by default the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};

/** A window over the page: Escape and a press beside it leave it, the focus goes back to where it was. */
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
