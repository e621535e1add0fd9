import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';

const ROLES = ['viewer', 'support', 'compliance', 'treasurer', 'admin'] as const;

/** Which roles may request and approve each action, by the server's table. */
export function RightsTable() {
  const { data, isError, isPending, refetch } = useConsoleQuery('rightsTable', {});
  return (
    <Card title="Who can request and who can approve" aside="No one can approve their own request" flush>
      {isError && <LoadErrorNote onRetry={() => void refetch()} />}
      {isPending && <Skeleton rows={12} height={24} />}
      {data && (
        <ScrollRegion label="Rights by role">
          <table className="people-table">
            <thead>
              <tr>
                <th scope="col">Action</th>
                {ROLES.map((role) => (
                  <th key={role} scope="col">
                    {role}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.acts.map(({ act, requesters, approvers }) => (
                <tr key={act}>
                  <th scope="row">{act}</th>
                  {ROLES.map((role) => (
                    <td key={role}>{formatRights(requesters.includes(role), approvers?.includes(role) ?? false)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function formatRights(requesters: boolean, approvers: boolean): string {
  if (requesters && approvers) return 'request, approve';
  if (requesters) return 'request';
  return approvers ? 'approve' : '–';
}
