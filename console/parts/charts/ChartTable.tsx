import './charts.css';

type ChartTableProps = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** A chart's data as a table, for people who cannot see the lines or want exact values. */
export function ChartTable({ label, heads, rows }: ChartTableProps) {
  return (
    <details className="as-table">
      <summary>View as table</summary>
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
