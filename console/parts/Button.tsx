import './button.css';
import { type ReactNode, type Ref, useId } from 'react';
import { Kbd } from './Kbd.tsx';

type ButtonProps = {
  /** Names the action: "Refund 850.00 EUR", never "OK". */
  readonly children: ReactNode;
  /** `primary` is the one filled button; `danger` is outlined red, only for stops and losses. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Why it is unavailable: the button stays, does nothing, and shows the reason. */
  readonly refused?: string | undefined;
  /** The action is in progress: a spinner replaces the label, the width stays, further clicks are ignored. */
  readonly working?: boolean;
  readonly type?: 'button' | 'submit';
  /** The equivalent key. */
  readonly keys?: string;
  readonly onClick?: () => void;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function Button(props: ButtonProps) {
  const {
    children,
    kind = 'plain',
    size = 'medium',
    icon,
    wide,
    disabled,
    refused,
    working,
    type = 'button',
    ref,
  } = props;
  const { keys, onClick } = props;
  const id = useId();
  const isInert = working === true || refused !== undefined;
  return (
    <>
      <button
        ref={ref}
        type={type}
        className={`button button-${kind} button-${size}`}
        data-wide={wide ? '' : undefined}
        disabled={disabled}
        aria-disabled={refused === undefined ? undefined : true}
        aria-describedby={refused === undefined ? undefined : id}
        aria-busy={working || undefined}
        title={refused}
        onClick={isInert ? (event) => event.preventDefault() : onClick}
      >
        <span className="button-label">
          {icon}
          {children}
          {keys !== undefined && <Kbd>{keys}</Kbd>}
        </span>
        {working && <output className="button-ring" aria-label="Working…" />}
      </button>
      {refused !== undefined && (
        <span id={id} className="unseen">
          {refused}
        </span>
      )}
    </>
  );
}

type IconButtonProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
};

/** An icon button with a name for screen readers and a tooltip. */
export function IconButton({ label, children, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button button-quiet button-small icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
