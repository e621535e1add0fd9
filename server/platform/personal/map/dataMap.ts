import { accountTables } from './accountTables.ts';
import { moneyTables } from './moneyTables.ts';
import { operatorTables } from './operatorTables.ts';
import { partnerTables } from './partnerTables.ts';
import { platformTables } from './platformTables.ts';
import { purchaseTables } from './purchaseTables.ts';
import type { MappedTable, TableMap } from './tableMap.ts';

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

Every table and column of the database: its personal data, how it is protected, how long it is kept and who sees it. A test fails for a column that is missing here.

- **sealed**: encrypted by a data key (AES-256-GCM) that is wrapped by a key of \`PERSONAL_DATA_KEYS\`, bound to its table and row. The data key is deleted with the account, the refund or the file.
- **by a key of \`SLIPWAY_SECRET\`**: encrypted, temporarily or for a partner.
- **hash**: of a secret that only its owner has.
- **in the clear**: not encrypted, because it is searched for, compared or signed; anyone who can read the database can read it.

Jobs of the queue contain numbers of orders and steps, and no personal data. Identity documents and card numbers are never stored here: the verifier and the acquirer have them. Files that the product writes are readable only by its user (0600, folders 0700), or by its group if a variable allows it ([secrets.md](operating/secrets.md#files)): the bank's statements and the files of refunds name payers and payees until you delete them.
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
  const rows = columns.map(([column, [protection, what]]) => `| \`${column}\` | ${what} | ${protection} |\n`).join('');
  const table = columns.length === 0 ? '' : `\n| column | personal data | protection |\n| --- | --- | --- |\n${rows}`;
  const rest = other === '' ? '' : `\nNot personal: ${other.split(' ').join(', ')}.\n`;
  return `${head}${table}${rest}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
