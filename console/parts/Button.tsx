import './button.css';
import { type ReactNode, type Ref, useId } from 'react';
import { Kbd } from './Kbd.tsx';

type ButtonProps = {
  /** Names the act: "Give back 850.00 EUR", never "OK". */
  readonly children: ReactNode;
  /** `primary` is the one filled button; `danger` is outlined red, for stops and losses alone. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: ReactNode;
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be done now: the button stays, does nothing, and says so. */
  readonly refused?: string | undefined;
  /** The act is under way: the label becomes a ring, the width stays, further presses are ignored. */
  readonly working?: boolean;
  readonly type?: 'button' | 'submit';
  /** The key that does the same. */
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
  const still = working === true || refused !== undefined;
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
        onClick={still ? (event) => event.preventDefault() : onClick}
      >
        <span className="button-label">
          {icon}
          {children}
          {keys !== undefined && <Kbd>{keys}</Kbd>}
        </span>
        {working && <output className="button-ring" aria-label="Under way" />}
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

/** A picture alone, named for readers and by its tooltip. */
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
