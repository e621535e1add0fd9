import './bottomBar.css';
import { Link, useNavigate } from '@tanstack/react-router';
import Menu2 from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { Menu, type MenuRow } from '../../parts/overlays/Menu.tsx';
import { buildSectionPath } from '../buildSectionPath.ts';
import type { ConsoleSection } from '../consoleSections.ts';
import { useFrameState } from '../frameState.ts';
import { usePersonMenuRows } from './usePersonMenuRows.tsx';

type BottomBarProps = {
  readonly sections: readonly ConsoleSection[];
  readonly onFind: () => void;
  readonly onKeys: () => void;
};

/** Navigation on a phone: Today, Reviews, Search, Treasury, More. */
export function BottomBar({ sections, onFind, onKeys }: BottomBarProps) {
  const { waiting, session, mentions } = useFrameState();
  const navigate = useNavigate();
  const personRows = usePersonMenuRows(onKeys);
  const inBar = sections.filter((section) => section.inBar);
  const link = ({ id, title, icon: Icon }: ConsoleSection) => (
    <Link key={id} className="bar-place" to={buildSectionPath(id)}>
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
      {title}
      {(waiting[id]?.count ?? 0) > 0 && (
        <span className="bar-count" data-tone={waiting[id]?.tone}>
          {waiting[id]?.count}
        </span>
      )}
    </Link>
  );
  const others = sections
    .filter((section) => !section.inBar)
    .map(({ id, title, icon: Icon }): MenuRow => {
      const icon = <Icon size={17} strokeWidth={2} aria-hidden="true" />;
      return { kind: 'act', id, title, icon, onChoose: () => void navigate({ to: buildSectionPath(id) }) };
    });
  return (
    <nav className="bar" aria-label="Main">
      {inBar.slice(0, 2).map(link)}
      <button type="button" className="bar-place" onClick={onFind}>
        <Search size={20} strokeWidth={1.9} aria-hidden="true" />
        Search
      </button>
      {inBar.slice(2).map(link)}
      <Menu
        side="top"
        trigger={
          <button type="button" className="bar-place">
            <Menu2 size={20} strokeWidth={1.9} aria-hidden="true" />
            {session?.environment.kind === 'test' ? 'More, Test' : 'More'}
            {mentions > 0 && <span className="bar-count">{mentions}</span>}
          </button>
        }
        rows={[...others, ...(others.length > 0 ? [{ kind: 'line', id: 'places' } as const] : []), ...personRows]}
      />
    </nav>
  );
}
