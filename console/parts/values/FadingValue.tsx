import './fading.css';
import { useState } from 'react';

/** Fades in a value in place when it has changed since it was first shown; nothing moves. */
export function FadingValue({ children }: { readonly children: string }) {
  const [first] = useState(children);
  return (
    <span key={children} className={children === first ? undefined : 'fading'}>
      {children}
    </span>
  );
}
