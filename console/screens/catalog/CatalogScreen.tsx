import './catalog.css';
import { Link, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { Failed } from '../../parts/Failed.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { KindRows } from './KindRows.tsx';
import { kindTitles } from './kindTitles.ts';
import { RowDesk } from './RowDesk.tsx';

/** What happens if I change this? */
export default function CatalogScreen() {
  const { kind = 'fee', key } = useParams({ strict: false });
  const { heardAt } = useFrame();
  return (
    <>
      <ScreenHead
        title="Catalog & rules"
        aside={<LiveBadge heardAt={heardAt} />}
        lead="Every process follows a change within a second. What it does is shown before it is asked for."
      />
      <div className="catalog" data-row={key === undefined ? undefined : ''}>
        <Kinds kind={kind} />
        {key === undefined ? (
          <KindRows key={kind} kind={kind} />
        ) : (
          <RowDesk key={`${kind} ${key}`} kind={kind} row={key} />
        )}
      </div>
    </>
  );
}

function Kinds({ kind: shown }: { readonly kind: string }) {
  const { data, isError, isPending, refetch } = useConsoleQuery('catalog', {}, { topics: ['configuration'] });
  if (isError && !data) return <Failed onAskAgain={() => void refetch()} />;
  if (isPending) return <Skeleton rows={12} height={31} />;
  const order = Object.keys(kindTitles);
  const place = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return (
    <nav className="catalog-kinds" aria-label="Kinds of rows">
      {data.kinds
        .toSorted((one, other) => place(one.kind) - place(other.kind))
        .map(({ kind, rows }) => (
          <Link
            key={kind}
            to="/catalog/{-$kind}/{-$key}"
            params={{ kind, key: undefined }}
            aria-current={kind === shown ? 'page' : undefined}
          >
            {kindTitles[kind] ?? kind}
            <span className="num">{rows}</span>
          </Link>
        ))}
    </nav>
  );
}
