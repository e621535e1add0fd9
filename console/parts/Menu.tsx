import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';

export type MenuRow =
  | {
      readonly kind: 'act';
      readonly id: string;
      readonly title: ReactNode;
      readonly icon?: ReactNode;
      readonly keys?: string;
      readonly danger?: boolean;
      /** Why it cannot be done now. */
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
  | { readonly kind: 'line'; readonly id: string };

export type MenuProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement<{ onClick?: () => void }>;
  readonly rows: readonly MenuRow[];
  readonly side?: 'top' | 'bottom';
};

const MenuView = lazy(() => import('./MenuView.tsx'));

/** A button with rows behind it. They come once the page stands; one that is pressed before opens when they are here. */
export function Menu(props: MenuProps) {
  const [isAskedFor, setAskedFor] = useState(false);
  return (
    <Suspense fallback={cloneElement(props.trigger, { onClick: () => setAskedFor(true) })}>
      <MenuView {...props} isAskedFor={isAskedFor} />
    </Suspense>
  );
}
