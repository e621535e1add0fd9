import './kbd.css';

/** A key as labelled on the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd>{children}</kbd>;
}
