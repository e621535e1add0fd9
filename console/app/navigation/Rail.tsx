import { groupBy } from '@slipway/look/groupBy.ts';
import './rail.css';
import { Brand } from '@slipway/look/Brand.tsx';
import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { Kbd } from '../../parts/Kbd.tsx';
import { buildSectionPath } from '../buildSectionPath.ts';
import type { ConsoleSection } from '../consoleSections.ts';
import { type PendingCount, useFrameState } from '../frameState.ts';
import { prefetchScreen } from '../screens.ts';
import { EnvironmentCard } from './EnvironmentCard.tsx';
import { PersonMenu } from './PersonMenu.tsx';

type RailProps = {
  readonly sections: readonly ConsoleSection[];
  readonly onFind: () => void;
  readonly onKeys: () => void;
};

/** Brand, environment, search, the sections in groups with their pending counts, and the person's menu; icons only if narrow. */
export function Rail({ sections, onFind, onKeys }: RailProps) {
  const { waiting } = useFrameState();
  return (
    <aside className="rail">
      <div className="rail-brand">
        <Brand />
      </div>
      <EnvironmentCard />
      <button
        type="button"
        className="rail-find"
        aria-label="Search ⌘K or run a command"
        title="Search or run a command (⌘K)"
        onClick={onFind}
      >
        <Search size={15} strokeWidth={2.1} aria-hidden="true" />
        <span className="rail-word">Search</span>
        <Kbd>⌘K</Kbd>
      </button>
      <nav aria-label="Main">
        {[...groupBy(sections, ({ group }) => group)].map(([group, own]) => (
          <div key={group} className="rail-group">
            {group !== '' && <h2 className="rail-heading">{group}</h2>}
            {own.map((section) => (
              <SectionLink key={section.id} section={section} waiting={waiting[section.id]} />
            ))}
          </div>
        ))}
      </nav>
      <PersonMenu onKeys={onKeys} />
    </aside>
  );
}

type SectionLinkProps = { readonly section: ConsoleSection; readonly waiting: PendingCount | undefined };

function SectionLink({ section, waiting }: SectionLinkProps) {
  const { id, title, icon: Icon } = section;
  return (
    <Link className="rail-place" to={buildSectionPath(id)} title={title} onPointerEnter={() => prefetchScreen(id)}>
      <Icon size={17} strokeWidth={2} aria-hidden="true" />
      <span className="rail-word">{title}</span>
      {waiting !== undefined && waiting.count > 0 && (
        <span className="rail-count" data-tone={waiting.tone}>
          {waiting.count}
          <span className="unseen">{`${waiting.count === 1 ? ' item' : ' items'} waiting${waiting.tone === 'bad' ? ', some with errors' : ''}`}</span>
        </span>
      )}
    </Link>
  );
}
