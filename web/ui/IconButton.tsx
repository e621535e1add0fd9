import './iconButton.css';
import type { ReactNode, Ref } from 'react';

type IconButtonProps = {
  /** Accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly onPointerEnter?: () => void;
  readonly hasPopup?: 'dialog' | 'menu';
  readonly ref?: Ref<HTMLButtonElement>;
};

/** Icon-only button of 44 × 44 px. */
export function IconButton({ label, icon, onClick, onPointerEnter, hasPopup, ref }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="icon-button"
      aria-label={label}
      aria-haspopup={hasPopup}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
    >
      {icon}
    </button>
  );
}
