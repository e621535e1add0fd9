import './personMenu.css';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Avatar } from '../parts/Avatar.tsx';
import { Menu } from '../parts/Menu.tsx';
import { useFrame } from './frameState.ts';
import { usePersonRows } from './usePersonRows.tsx';

/** Who I am, and what is mine to choose: look, density, keys, lock, leave. */
export function PersonMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { session, mentions } = useFrame();
  const person = session?.person;
  const rows = usePersonRows(onKeys);
  if (!person) return <div className="person" />;
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className="person">
          <Avatar name={person.name} />
          <span className="person-words">
            {person.name}
            <small>{roleWords(person.roles)}</small>
          </span>
          {mentions > 0 && (
            <span className="person-mentions">
              {mentions}
              <span className="unseen">{mentions === 1 ? ' note names you' : ' notes name you'}</span>
            </span>
          )}
          <span className="unseen">look, keys, lock, leave</span>
          <Ellipsis className="person-more" size={17} strokeWidth={2.2} aria-hidden="true" />
        </button>
      }
      rows={rows}
    />
  );
}

function roleWords(roles: readonly string[]): string {
  if (roles.length === 5) return 'Every role';
  return roles.map((role) => role.charAt(0).toUpperCase() + role.slice(1)).join(', ');
}
