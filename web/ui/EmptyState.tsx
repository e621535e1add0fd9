import './emptyState.css';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from './Button.tsx';

type EmptyStateProps = {
  readonly message: string;
  /** Explains what it means for the buyer. */
  readonly detail?: string;
  readonly action?: string;
  readonly onAction?: () => void;
};

/** Shown if there is no content or it failed to load: one sentence, one link. */
export function EmptyState({ message, detail, action, onAction }: EmptyStateProps) {
  return (
    <output className="empty-state" data-detailed={detail ? '' : undefined}>
      <span className="empty-state-message">{message}</span>
      {detail && <span className="hint">{detail}</span>}
      {action && onAction && (
        <Button kind="link" icon={<RotateCw size={16} strokeWidth={2.3} aria-hidden="true" />} onClick={onAction}>
          {action}
        </Button>
      )}
    </output>
  );
}
