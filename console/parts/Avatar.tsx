import './avatar.css';
import { initials } from './initials.ts';

type AvatarProps = {
  /** Undefined: nobody has it yet. */
  readonly name: string | undefined;
  readonly small?: boolean;
};

/** A person by initials. */
export function Avatar({ name, small = false }: AvatarProps) {
  return (
    <span className="avatar" data-small={small ? '' : undefined} title={name ?? 'nobody'}>
      <span aria-hidden="true">{name === undefined ? '–' : initials(name)}</span>
      <span className="unseen">{name ?? 'nobody'}</span>
    </span>
  );
}
