import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawHeartbeats } from '../server/notification/heartbeats/drawHeartbeats.ts';
import { drawDataMap } from '../server/platform/personal/map/dataMap.ts';
import { drawOrder } from '../server/purchase/order/drawOrder.ts';
import { drawAsvs } from './asvs/drawAsvs.ts';
import { drawEgress } from './egress/drawEgress.ts';
import { drawLimits } from './limits/drawLimits.ts';
import { drawVariables } from './variables/drawVariables.ts';

/** `npm run draw`: writes the documents that are drawn from tables of the code. */
const documents: Readonly<Record<string, () => string>> = {
  'order.md': drawOrder,
  'egress.md': drawEgress,
  'heartbeats.md': drawHeartbeats,
  'personal-data.md': drawDataMap,
  'vendor-limits.md': drawLimits,
  'variables.md': drawVariables,
  'asvs.md': drawAsvs,
};

for (const [name, draw] of Object.entries(documents))
  await writeFile(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), draw());
