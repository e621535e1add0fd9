/** Several values, one on each line. */
export function LineList({ lines: of, none }: { readonly lines: readonly string[]; readonly none: string }) {
  if (of.length === 0) return <span className="second">{none}</span>;
  return (
    <ul>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
