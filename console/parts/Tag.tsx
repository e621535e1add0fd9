import './tag.css';
import type { ReactNode } from 'react';
import type { Tone } from './tone.ts';
import { FadingValue } from './values/FadingValue.tsx';

type TagProps = {
  /** A status of the state machine, or what is needed. */
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly small?: boolean;
};

export function Tag({ children, tone = 'plain', icon, small = false }: TagProps) {
  return (
    <span className="tag" data-tone={tone} data-small={small ? '' : undefined}>
      {icon}
      {typeof children === 'string' ? <FadingValue>{children}</FadingValue> : children}
    </span>
  );
}
