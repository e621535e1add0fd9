import './charts.css';

type AsTableProps = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** A chart's figures behind it, for whoever does not see lines or wants them exact. */
export function AsTable({ label, heads, rows }: AsTableProps) {
  return (
    <details className="as-table">
      <summary>As a table</summary>
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
