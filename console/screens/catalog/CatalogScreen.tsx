import './catalog.css';
import { Link, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { configurationKindTitles } from './configurationKindTitles.ts';
import { KindRows } from './KindRows.tsx';
import { RowEditor } from './RowEditor.tsx';

/** The configuration, with a preview of each change. */
export default function CatalogScreen() {
  const { kind = 'fee', key } = useParams({ strict: false });
  const { updatedAt } = useFrameState();
  return (
    <>
      <ScreenHead
        title="Pricing & rules"
        aside={<LiveBadge updatedAt={updatedAt} />}
        lead="Changes take effect within a second. The preview shows the effect before you submit."
      />
      <div className="catalog" data-row={key === undefined ? undefined : ''}>
        <KindNavigation kind={kind} />
        {key === undefined ? (
          <KindRows key={kind} kind={kind} />
        ) : (
          <RowEditor key={`${kind} ${key}`} kind={kind} row={key} />
        )}
      </div>
    </>
  );
}

function KindNavigation({ kind: shown }: { readonly kind: string }) {
  const { data, isError, isPending, refetch } = useConsoleQuery('catalog', {}, { topics: ['configuration'] });
  if (isError && !data) return <LoadErrorNote onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton rows={12} height={31} />;
  const order = Object.keys(configurationKindTitles);
  const findPosition = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return (
    <nav className="catalog-kinds" aria-label="Settings">
      {data.kinds
        .toSorted((one, other) => findPosition(one.kind) - findPosition(other.kind))
        .map(({ kind, rows }) => (
          <Link
            key={kind}
            to="/catalog/{-$kind}/{-$key}"
            params={{ kind, key: undefined }}
            aria-current={kind === shown ? 'page' : undefined}
          >
            {configurationKindTitles[kind] ?? kind}
            <span className="num">{rows}</span>
          </Link>
        ))}
    </nav>
  );
}
