import type { ReactNode } from 'react';
import { Failed } from '../../parts/Failed.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

type ReadingProps<Data> = {
  readonly of: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
};

/** A report once it is read; what was read before stays, greyed, where it cannot be read anew. */
export function Reading<Data>({ of, children }: ReadingProps<Data>) {
  const { data, isError, error, dataUpdatedAt, refetch } = of;
  return (
    <>
      {isError && (
        <Failed
          onAskAgain={() => void refetch()}
          asOf={dataUpdatedAt > 0 ? new Date(dataUpdatedAt).toISOString() : undefined}
        >
          {error?.message ?? 'This could not be read.'}
        </Failed>
      )}
      {data === undefined ? (
        !isError && <Skeleton rows={8} />
      ) : (
        <div className="reports-body" data-greyed={isError ? '' : undefined}>
          {children(data)}
        </div>
      )}
    </>
  );
}
