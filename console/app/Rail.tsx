import { groupBy } from '@slipway/look/groupBy.ts';
import './rail.css';
import { Brand } from '@slipway/look/Brand.tsx';
import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { Kbd } from '../parts/Kbd.tsx';
import { EnvironmentCard } from './EnvironmentCard.tsx';
import { useFrame, type Waiting } from './frameState.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { placePath } from './placePath.ts';
import type { Place } from './places.ts';
import { prefetchScreen } from './screens.ts';

type RailProps = {
  readonly places: readonly Place[];
  readonly onFind: () => void;
  readonly onKeys: () => void;
};

/** Places in groups, with what waits at each; pictures alone where the window is narrow. */
export function Rail({ places, onFind, onKeys }: RailProps) {
  const { waiting } = useFrame();
  return (
    <aside className="rail">
      <div className="rail-brand">
        <Brand />
      </div>
      <EnvironmentCard />
      <button type="button" className="rail-find" aria-label="Find or do ⌘K" title="Find or do (⌘K)" onClick={onFind}>
        <Search size={15} strokeWidth={2.1} aria-hidden="true" />
        <span className="rail-word">Find or do</span>
        <Kbd>⌘K</Kbd>
      </button>
      <nav aria-label="Places">
        {[...groupBy(places, ({ group }) => group)].map(([group, own]) => (
          <div key={group} className="rail-group">
            {group !== '' && <h2 className="rail-heading">{group}</h2>}
            {own.map((place) => (
              <PlaceLink key={place.id} place={place} waiting={waiting[place.id]} />
            ))}
          </div>
        ))}
      </nav>
      <PersonMenu onKeys={onKeys} />
    </aside>
  );
}

type PlaceLinkProps = { readonly place: Place; readonly waiting: Waiting | undefined };

function PlaceLink({ place, waiting }: PlaceLinkProps) {
  const { id, title, icon: Icon } = place;
  return (
    <Link className="rail-place" to={placePath(id)} title={title} onPointerEnter={() => prefetchScreen(id)}>
      <Icon size={17} strokeWidth={2} aria-hidden="true" />
      <span className="rail-word">{title}</span>
      {waiting !== undefined && waiting.count > 0 && (
        <span className="rail-count" data-tone={waiting.tone}>
          {waiting.count}
          <span className="unseen">{waiting.tone === 'bad' ? ' wait, with faults' : ' wait'}</span>
        </span>
      )}
    </Link>
  );
}
