import './tag.css';
import type { ReactNode } from 'react';
import { Fading } from './Fading.tsx';
import type { Tone } from './tone.ts';

type TagProps = {
  /** A status as the machine names it, or what is needed. */
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly small?: boolean;
};

export function Tag({ children, tone = 'plain', icon, small = false }: TagProps) {
  return (
    <span className="tag" data-tone={tone} data-small={small ? '' : undefined}>
      {icon}
      {typeof children === 'string' ? <Fading>{children}</Fading> : children}
    </span>
  );
}
