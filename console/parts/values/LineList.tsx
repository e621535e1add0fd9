import './lineList.css';

/** Several values, one on each line. */
export function LineList({ lines, none }: { readonly lines: readonly string[]; readonly none: string }) {
  if (lines.length === 0) return <span className="second">{none}</span>;
  return (
    <ul className="line-list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
