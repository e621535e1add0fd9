import type { ReactNode } from 'react';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

type LoadedReportProps<Data> = {
  readonly reportQuery: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly error: Error | null;
    readonly dataUpdatedAt: number;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
};

/** A report once loaded; if a refetch fails, the previous one stays, greyed. */
export function LoadedReport<Data>({ reportQuery, children }: LoadedReportProps<Data>) {
  const { data, isError, error, dataUpdatedAt, refetch } = reportQuery;
  return (
    <>
      {isError && (
        <LoadErrorNote
          onRetry={() => void refetch()}
          asOf={dataUpdatedAt > 0 ? new Date(dataUpdatedAt).toISOString() : undefined}
        >
          {error?.message ?? 'Could not load this data.'}
        </LoadErrorNote>
      )}
      {data === undefined ? (
        !isError && <Skeleton rows={8} />
      ) : (
        <div className="stack" data-greyed={isError ? '' : undefined}>
          {children(data)}
        </div>
      )}
    </>
  );
}
