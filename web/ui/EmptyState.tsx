import './emptyState.css';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from './Button.tsx';

type EmptyStateProps = {
  readonly message: string;
  readonly action?: string;
  readonly onAction?: () => void;
};

/** Nothing here, or it did not come: one sentence, one link. */
export function EmptyState({ message, action, onAction }: EmptyStateProps) {
  return (
    <output className="empty-state">
      <span className="empty-state-message">{message}</span>
      {action && onAction && (
        <Button kind="link" icon={<RotateCw size={16} strokeWidth={2.3} aria-hidden="true" />} onClick={onAction}>
          {action}
        </Button>
      )}
    </output>
  );
}
