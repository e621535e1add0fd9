import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawDataMap } from '../server/platform/personal/map/dataMap.ts';
import { drawOrder } from '../server/purchase/order/drawOrder.ts';

const drawn = { 'order.md': drawOrder(), 'personal-data.md': drawDataMap() };

/** `npm run draw`: writes the pages that are drawn from tables anew. */
for (const [name, text] of Object.entries(drawn))
  await writeFile(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), text);
