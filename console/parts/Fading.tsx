import './fading.css';
import { useState } from 'react';

/** A value that fades in, in its place, when it has changed since it was first shown; nothing moves. */
export function Fading({ children }: { readonly children: string }) {
  const [first] = useState(children);
  return (
    <span key={children} className={children === first ? undefined : 'fading'}>
      {children}
    </span>
  );
}
