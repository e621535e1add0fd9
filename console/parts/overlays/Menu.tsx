import {
  type ButtonHTMLAttributes,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

export type MenuRow =
  | {
      readonly kind: 'act';
      readonly id: string;
      readonly title: ReactNode;
      readonly icon?: ReactNode;
      readonly keys?: string;
      readonly danger?: boolean;
      /** Why it is unavailable now. */
      readonly refused?: string;
      readonly onChoose: () => void;
    }
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly title: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly value: string;
      readonly onChange: (value: string) => void;
    }
  | {
      readonly kind: 'switch';
      readonly id: string;
      readonly title: string;
      readonly on: boolean;
      readonly onChange: (on: boolean) => void;
    }
  | { readonly kind: 'text'; readonly id: string; readonly title: string }
  | { readonly kind: 'line'; readonly id: string };

export type MenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly rows: readonly MenuRow[];
  readonly side?: 'top' | 'bottom';
};

const loadView = () => import('./MenuView.tsx');
const MenuView = lazy(loadView);
/** Ignores a failure: it is shown when the menu is opened. */
const preloadView = () => void loadView().catch(() => undefined);

/**
 * A button that opens a menu. The menu's code loads when the button gets the pointer or the focus. The button stays the same
 * element until it was clicked: a button that is replaced between press and release gets no click.
 */
export function Menu(props: MenuProps) {
  const [isOpened, setOpened] = useState(false);
  const button = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpened,
    onPointerEnter: preloadView,
    onFocus: preloadView,
    onClick: () => setOpened(true),
  });
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <MenuView {...props} />
    </Suspense>
  );
}
