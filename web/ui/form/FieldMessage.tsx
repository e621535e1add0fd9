import './fieldMessage.css';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';

type FieldMessageProps = {
  /** Id that the field names in aria-describedby. */
  readonly id: string;
  readonly children: ReactNode;
  /** A second line with the cause. */
  readonly cause?: ReactNode;
  readonly icon?: boolean;
};

/** Shows a field's error below it; announced once when it appears. */
export function FieldMessage({ id, children, cause, icon = false }: FieldMessageProps) {
  return (
    <p id={id} className="field-message" role="alert">
      {icon && <CircleAlert size={16} strokeWidth={2.2} aria-hidden="true" />}
      <span>
        {children}
        {cause && <span className="field-message-cause">{cause}</span>}
      </span>
    </p>
  );
}
