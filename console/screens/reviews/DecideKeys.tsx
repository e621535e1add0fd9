import { Kbd } from '../../parts/Kbd.tsx';
import type { Decision } from './decisions.ts';

/** What may be pressed here. */
export function DecideKeys({ decisions }: { readonly decisions: readonly Decision[] }) {
  const chooses = decisions.filter(({ allowed }) => allowed).map(({ key }) => key);
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['J', 'K'], 'next, former'],
    ...(chooses.length > 0 ? ([[chooses, 'choose, never send']] as const) : []),
    ...(chooses.length > 0 ? ([[['⌘', '↵'], 'send']] as const) : []),
    [['?'], 'all keys'],
  ];
  return (
    <dl className="review-keys">
      {rows.map(([keys, what]) => (
        <div key={what}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
