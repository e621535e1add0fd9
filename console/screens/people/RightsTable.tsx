import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Failed } from '../../parts/Failed.tsx';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';

const ROLES = ['viewer', 'support', 'compliance', 'treasurer', 'admin'] as const;

/** Who may ask for what, and whose yes counts: as the server judges it. */
export function RightsTable() {
  const { data, isError, isPending, refetch } = useConsoleQuery('rightsTable', {});
  return (
    <Card title="Who may ask, and who says yes" aside="Nobody is their own second person" flush>
      {isError && <Failed onAskAgain={() => void refetch()} />}
      {isPending && <Skeleton rows={12} height={24} />}
      {data && (
        <Scrolls label="Rights by role">
          <table className="people-table">
            <thead>
              <tr>
                <th scope="col">Act</th>
                {ROLES.map((role) => (
                  <th key={role} scope="col">
                    {role}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.acts.map(({ act, asks, approves }) => (
                <tr key={act}>
                  <th scope="row">{act}</th>
                  {ROLES.map((role) => (
                    <td key={role}>{wordOf(asks.includes(role), approves?.includes(role) ?? false)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
    </Card>
  );
}

function wordOf(asks: boolean, approves: boolean): string {
  if (asks && approves) return 'asks, says yes';
  if (asks) return 'asks';
  return approves ? 'says yes' : '–';
}
