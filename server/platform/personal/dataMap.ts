import { readdirSync, readFileSync } from 'node:fs';
import type { Protection, TableDescription } from '../database/tables/tableDescription.ts';
import { tableAreas } from '../database/tables/tables.ts';

const MIGRATIONS = new URL('../database/migrations/', import.meta.url);

const HEAD = `# Personal data

<!-- Written by \`npm run draw\` from server/platform/database/tables/. -->

This page lists every table and column of the database: its personal data, their protection, how long the table's rows are kept, and who can see them. A test fails if a column is missing here.

- **sealed**: encrypted with a data key (AES-256-GCM) and bound to its table and row. A key of \`PERSONAL_DATA_KEYS\` wraps the data key, which is deleted with the account, the refund or the file.
- **by a key of \`SLIPWAY_SECRET\`**: encrypted with a key derived from it.
- **hash**: only a hash is stored, not the value.
- **in the clear**: not encrypted, because it is searched for, compared or signed; anyone who can read the database can read it.

Jobs of the queue contain numbers of orders and steps, and no personal data. Identity documents and card numbers are never stored here: the verifier and the acquirer have them.

Outside the database, bank statements and files of refunds contain the names of payers and payees until you delete them. Only the user of the process can read files that Slipway writes (0600, folders 0700), or also its group if a variable allows it ([secrets.md](operating/secrets.md#files)).
`;

/** Returns docs/personal-data.md. */
export function drawDataMap(): string {
  const comments = readTableComments();
  const drawn = tableAreas.map(([title, tables]) => {
    const rows = Object.entries(tables).map(([name, table]) => drawTable(name, comments.get(name) ?? '', table));
    return `\n## ${title}\n\n${rows.join('\n')}`;
  });
  return `${HEAD}${drawn.join('')}`;
}

/** Returns each table's newest comment in the migrations. */
function readTableComments(): ReadonlyMap<string, string> {
  const comments = readdirSync(MIGRATIONS)
    .toSorted()
    .flatMap((name) => [
      ...readFileSync(new URL(name, MIGRATIONS), 'utf8').matchAll(
        /comment on table (\w+) is((?:\s+'(?:[^']|'')*')+);/g,
      ),
    ]);
  return new Map(comments.map(([, table = '', literals = '']) => [table, joinLiterals(literals)]));
}

/** Returns the value of adjacent SQL string literals. */
function joinLiterals(literals: string): string {
  return [...literals.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'")).join('');
}

function drawTable(name: string, comment: string, { retention, seen, personal, other }: TableDescription): string {
  const columns = Object.entries(personal);
  const head = `### ${name}\n\n${comment} Kept: ${retention}. Seen by: ${seen}.\n`;
  const rows = columns
    .map(([column, [protection, what]]) => `| \`${column}\` | ${describeColumn(protection, what)} | ${protection} |\n`)
    .join('');
  const table = columns.length === 0 ? '' : `\n| column | personal data | protection |\n| --- | --- | --- |\n${rows}`;
  const rest = other === '' ? '' : `\nNot personal: ${other.split(' ').join(', ')}.\n`;
  return `${head}${table}${rest}`;
}

/** Completes the text of a hash, which names only what was hashed: `of the cookie`. */
function describeColumn(protection: Protection, what: string): string {
  return protection === 'hash' && what.startsWith('of ') ? `hash ${what}` : what;
}
