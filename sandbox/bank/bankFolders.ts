import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The customer's folders as the bank's client sees them. */
export type BankFolders = {
  /** Writes a file that appears whole or not at all. */
  deliver(name: string, bytes: Uint8Array): Promise<void>;
  /** Names of what the customer has handed over, in the order of the alphabet. */
  listOrders(): Promise<readonly string[]>;
  readOrder(name: string): Promise<Uint8Array>;
  /** Takes a file out of the customer's way, a refused one with a text that says why. */
  putAway(name: string, verdict: 'done' | 'refused', reason?: string): Promise<void>;
};

export type BankFolderPaths = {
  /** The exchange with the customer, who moves and deletes what it has read. */
  readonly filesFolder: string;
  /** Keeps a copy of each delivered file; the customer only reads there. */
  readonly receivedFolder: string;
};

export async function openBankFolders({ filesFolder, receivedFolder }: BankFolderPaths): Promise<BankFolders> {
  const statements = join(filesFolder, 'statements');
  const orders = join(filesFolder, 'orders');
  for (const folder of [statements, receivedFolder, join(orders, 'done'), join(orders, 'refused')]) {
    await mkdir(folder, { recursive: true });
  }
  return {
    async deliver(name, bytes) {
      // The copy comes first: the product may read the exchange at once.
      for (const folder of [receivedFolder, statements]) await writeWhole(folder, name, bytes);
    },
    async listOrders() {
      const entries = await readdir(orders, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .toSorted();
    },
    readOrder: (name) => readFile(join(orders, name)),
    async putAway(name, verdict, reason = '') {
      const target = join(orders, verdict, name);
      if (verdict === 'refused') await writeFile(`${target}.txt`, `${reason}\n`);
      await rename(join(orders, name), target);
    },
  };
}

async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(folder, `.${name}.tmp`);
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(folder, name));
}
