import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawOrder } from '../server/purchase/order/drawOrder.ts';

/** `npm run draw`: writes docs/order.md anew from the table. */
await writeFile(fileURLToPath(new URL('../docs/order.md', import.meta.url)), drawOrder());
