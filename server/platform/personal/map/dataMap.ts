import { accountTables } from './accountTables.ts';
import { moneyTables } from './moneyTables.ts';
import { operatorTables } from './operatorTables.ts';
import { partnerTables } from './partnerTables.ts';
import { platformTables } from './platformTables.ts';
import { purchaseTables } from './purchaseTables.ts';
import type { MappedTable, Protection, TableMap } from './tableMap.ts';

const parts: readonly (readonly [title: string, tables: TableMap])[] = [
  ['Accounts', accountTables],
  ['Orders', purchaseTables],
  ['Money', moneyTables],
  ['The operator', operatorTables],
  ['Partners', partnerTables],
  ['The server itself', platformTables],
];

/** Every table of the schema, by its name. */
export const dataMap: TableMap = Object.assign({}, ...parts.map(([, tables]) => tables)) as TableMap;

const HEAD = `# Personal data

<!-- Written by \`npm run draw\` from server/platform/personal/map/. -->

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
  const drawn = parts.map(([title, tables]) => {
    const rows = Object.entries(tables).map(([name, table]) => drawTable(name, table));
    return `\n## ${title}\n\n${rows.join('\n')}`;
  });
  return `${HEAD}${drawn.join('')}`;
}

function drawTable(name: string, { about, retention, seen, personal, other }: MappedTable): string {
  const columns = Object.entries(personal);
  const head = `### ${name}\n\n${capital(about)}. Kept: ${retention}. Seen by: ${seen}.\n`;
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

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
