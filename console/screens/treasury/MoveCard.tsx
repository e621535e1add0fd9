import { useNavigate, useSearch } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { MoveForm } from './MoveForm.tsx';
import type { MoveKind } from './moveFields.ts';

/** What may be asked for of our own money: one form for each act, its filling in the address. */
export function MoveCard({ kind }: { readonly kind: string | undefined }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, isError, isPending, refetch } = useConsoleQuery('moves', {}, { topics: ['requests'] });
  const chosen = data?.kinds.find((one) => one.kind === kind && one.allowed)?.kind;
  return (
    <Card title="Move, or book" aside="nothing is asked for before it is signed">
      {isError && <Failed onAskAgain={() => void refetch()} />}
      {isPending && <Skeleton rows={4} />}
      {data && (
        <Ways
          label="What to do"
          layout="column"
          ways={data.kinds.map(({ kind: id, label, effect, allowed, why }) => ({
            id,
            title: label,
            effect,
            ...(!allowed && { refused: why }),
          }))}
          value={chosen}
          onChange={(next) => void navigate({ to: `/treasury/transfers/${next}` })}
        />
      )}
      {data && chosen && (
        <MoveForm
          key={`${chosen} ${JSON.stringify(search)}`}
          kind={chosen satisfies MoveKind}
          moves={data}
          search={search as Readonly<Record<string, string>>}
        />
      )}
    </Card>
  );
}
