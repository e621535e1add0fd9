import './avatar.css';
import { computeInitials } from './computeInitials.ts';

type AvatarProps = {
  /** Undefined if no one is assigned. */
  readonly name: string | undefined;
  readonly small?: boolean;
};

/** A person's initials. */
export function Avatar({ name, small = false }: AvatarProps) {
  return (
    <span className="avatar" data-small={small ? '' : undefined} title={name ?? 'unassigned'}>
      <span aria-hidden="true">{name === undefined ? '–' : computeInitials(name)}</span>
      <span className="unseen">{name ?? 'unassigned'}</span>
    </span>
  );
}
