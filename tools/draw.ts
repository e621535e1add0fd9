import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drawHeartbeats } from '../server/notification/heartbeats/drawHeartbeats.ts';
import { renderActionsDocument } from '../server/operator/renderActionsDocument.ts';
import { drawDataMap } from '../server/platform/personal/dataMap.ts';
import { drawOrderMachine } from '../server/purchase/order/machine/drawOrderMachine.ts';
import { drawAsvs } from './asvs/drawAsvs.ts';
import { drawEgress } from './egress/drawEgress.ts';
import { integrationPages } from './integrate/integrationPages.ts';
import { drawLimits } from './limits/drawLimits.ts';
import { drawReadme } from './readme/drawReadme.ts';
import { drawVariables } from './variables/drawVariables.ts';

/** `npm run draw`: writes the documents that are generated from tables in the code. */
const documents: Readonly<Record<string, () => string>> = {
  'actions.md': renderActionsDocument,
  'order.md': drawOrderMachine,
  'egress.md': drawEgress,
  'heartbeats.md': drawHeartbeats,
  'personal-data.md': drawDataMap,
  'vendor-limits.md': drawLimits,
  'variables.md': drawVariables,
  'asvs.md': drawAsvs,
  ...integrationPages,
};

for (const [name, draw] of Object.entries(documents))
  await writeFile(fileURLToPath(new URL(`../docs/${name}`, import.meta.url)), draw());
await writeFile(fileURLToPath(new URL('../README.md', import.meta.url)), drawReadme());
