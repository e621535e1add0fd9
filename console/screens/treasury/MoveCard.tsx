import { useNavigate, useSearch } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { MoveForm } from './MoveForm.tsx';
import type { MoveKind } from './moveFields.ts';

/** Forms for the operator's money: one for each action, prefilled from the URL. */
export function MoveCard({ kind }: { readonly kind: string | undefined }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, isError, isPending, refetch } = useConsoleQuery('moves', {}, { topics: ['requests'] });
  const chosen = data?.kinds.find((one) => one.kind === kind && one.allowed)?.kind;
  return (
    <Card title="New transfer or entry" aside="nothing is submitted before you sign">
      {isError && <LoadErrorNote onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={4} />}
      {data && (
        <EffectOptions
          label="Action"
          layout="column"
          options={data.kinds.map(({ kind: id, label, effect, allowed, why }) => ({
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
