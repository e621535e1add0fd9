import './personMenu.css';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Menu } from '../../parts/overlays/Menu.tsx';
import { Avatar } from '../../parts/values/Avatar.tsx';
import { useFrameState } from '../frameState.ts';
import { usePersonMenuRows } from './usePersonMenuRows.tsx';

/** The person's button with the number of unread mentions. It opens the menu of `usePersonMenuRows`. */
export function PersonMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { session, mentions } = useFrameState();
  const person = session?.person;
  const rows = usePersonMenuRows(onKeys);
  if (!person) return <div className="person" />;
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className="person">
          <Avatar name={person.name} />
          <span className="person-words">
            {person.name}
            <small>{formatRoles(person.roles)}</small>
          </span>
          {mentions > 0 && (
            <span className="person-mentions">
              {mentions}
              <span className="unseen">{mentions === 1 ? ' unread mention' : ' unread mentions'}</span>
            </span>
          )}
          <span className="unseen">Appearance, shortcuts, lock, sign out</span>
          <Ellipsis className="person-more" size={17} strokeWidth={2.2} aria-hidden="true" />
        </button>
      }
      rows={rows}
    />
  );
}

function formatRoles(roles: readonly string[]): string {
  // There are five roles.
  if (roles.length === 5) return 'All roles';
  return roles.map((role) => role.charAt(0).toUpperCase() + role.slice(1)).join(', ');
}
