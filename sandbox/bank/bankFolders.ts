import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders in which the bank's client program and the customer exchange files. */
export type BankFolders = {
  /** Writes a file atomically to the folder of copies and to the exchange folder. */
  deliver(name: string, bytes: Uint8Array): Promise<void>;
  /** Lists the files that the customer submitted, in alphabetical order. */
  listOrders(): Promise<readonly string[]>;
  readOrder(name: string): Promise<Uint8Array>;
  /** Moves an order file to the folder `done` or `refused`; `refused` also gets a text file with the reason. */
  archiveOrder(name: string, verdict: 'done' | 'refused', reason?: string): Promise<void>;
};

export type BankFolderPaths = {
  /** The exchange folder; the customer moves and deletes the files that it has read. */
  readonly filesFolder: string;
  /** Folder with a copy of each delivered file; read-only for the customer. */
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
      // The copy is written first, since the product may read the exchange folder immediately.
      for (const folder of [receivedFolder, statements]) await writeAtomically(folder, name, bytes);
    },
    async listOrders() {
      const entries = await readdir(orders, { withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .toSorted();
    },
    readOrder: (name) => readFile(join(orders, name)),
    async archiveOrder(name, verdict, reason = '') {
      const target = join(orders, verdict, name);
      if (verdict === 'refused') await writeFile(`${target}.txt`, `${reason}\n`);
      await rename(join(orders, name), target);
    },
  };
}

async function writeAtomically(folder: string, name: string, bytes: Uint8Array): Promise<void> {
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
