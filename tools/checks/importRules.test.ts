import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findBrokenImportRules } from './findBrokenImportRules.ts';
import { findModuleCycles } from './findModuleCycles.ts';
import { findCycles, readImports } from './importGraph.ts';
import { importRules, PURCHASE_SUBMODULES } from './importRules.ts';

function listFaults(file: string, source: string): string[] {
  return findBrokenImportRules(readImports(file, source), importRules);
}

describe('a forbidden import', () => {
  test.each([
    ['examples/html/buy.ts', "import { a } from '@slipway/contract/calls.ts';", 'examples import published packages'],
    ['examples/html/buy.ts', "import { a } from '../nextjs/cart.ts';", 'examples import published packages'],
    [
      'server/purchase/order/applyEvent.ts',
      "import { a } from '../payment/payOrder.ts';",
      'no later purchase submodule',
    ],
    [
      'server/purchase/order/applyEvent.ts',
      "import type { A } from '../payment/payOrder.ts';",
      'no later purchase submodule',
    ],
    [
      'server/purchase/payment/effects.ts',
      "import { a } from '../../providers/card/stripe/map.ts';",
      'ports, not vendors',
    ],
    ['server/app/openVendors.ts', "import { a } from '../providers/card/stripe/stripe.ts';", 'ports, not vendors'],
    ['server/operate.ts', "import { a } from './providers/bank/folder/folder.ts';", 'ports, not vendors'],
    ['server/providers/card/stripe/map.ts', "import { a } from '../checkout/map.ts';", 'a vendor knows its port'],
    ['server/providers/card/stripe/map.ts', "import pg from 'pg';", 'a vendor knows its port'],
    [
      'server/providers/card/stripe/map.ts',
      "import { a } from '@slipway/contract/calls.ts';",
      'a vendor knows its port',
    ],
    [
      'server/providers/card/cardPort.ts',
      "import { a } from '../../ledger/posting.ts';",
      'a port depends on money only',
    ],
    ['server/main.ts', "import { a } from '../sandbox/world/ports.ts';", 'product without sandbox'],
    ['server/main.ts', "import { a } from '@slipway/sandbox/world/ports.ts';", 'product without sandbox'],
    ['server/main.ts', "const a = await import('../sandbox/world/ports.ts');", 'product without sandbox'],
    ['web/main.tsx', "export { a } from '@slipway/server/main.ts';", 'browser code imports'],
    ['money/amount.ts', "import { z } from 'zod';", 'money is pure'],
    ['contract/calls.ts', "import { a } from '@slipway/server/main.ts';", 'contract depends on money only'],
    ['server/ledger/posting.ts', "import { a } from '../purchase/order/order.ts';", 'ledger depends on platform'],
    ['server/platform/http/server.ts', "import { a } from '../../account/login.ts';", 'platform imports no module'],
    ['server/account/login.ts', "import sql from 'sql-template-tag';", 'SQL only in stores'],
    ['server/account/login.ts', "import { a } from '../../money/amount.ts';", 'workspaces by name'],
  ])('is reported in %s: %s', (file, source, name) => {
    expect(listFaults(file, source).join()).toContain(name);
  });
});

test.each(['sandboxControls', 'exclusiveWorld', 'createOperatorCli'])(
  'forbids a journey of the shared world to import %s, which exists',
  (name) => {
    const faults = listFaults('e2e/journeys/amounts.spec.ts', `import { a } from '../${name}.ts';`);
    expect(faults.join()).toContain('tests of the shared world disturb nothing');
    expect(existsSync(`e2e/${name}.ts`)).toBe(true);
  },
);

describe('an allowed import', () => {
  test.each([
    ['server/app/vendors.ts', "import { a } from '../providers/card/stripe/manifest.ts';"],
    ['server/purchase/payment/effects.ts', "import { a } from '../order/applyEvent.ts';"],
    ['server/purchase/payment/effects.ts', "import type { A } from '../../providers/card/cardPort.ts';"],
    ['server/providers/card/stripe/stripe.test.ts', "import { a } from '../../../../sandbox/stripe/stripe.ts';"],
    ['server/providers/card/stripe/map.ts', "import { a } from '../cardPort.ts';"],
    ['server/account/loginStore.ts', "import sql from 'sql-template-tag';"],
    ['web/main.tsx', "import { a } from '@slipway/money/amount.ts';"],
  ])('is accepted in %s: %s', (file, source) => {
    expect(listFaults(file, source)).toEqual([]);
  });
});

test('finds an import cycle, except one of types only', () => {
  const imports = [
    ...readImports('money/a.ts', "import { b } from './b.ts';"),
    ...readImports('money/b.ts', "import { c } from './c.ts'; import type { A } from './a.ts';"),
    ...readImports('money/c.ts', "import { b } from './b.ts';"),
  ];
  expect(findCycles(imports)).toEqual([['money/b.ts', 'money/c.ts', 'money/b.ts']]);
});

test('finds modules of the server that import each other, reports the rarer direction, and ignores tests', () => {
  const there = [
    ...readImports('server/account/login.ts', "import { a } from '../risk/judgeOrder.ts';"),
    ...readImports('server/account/codes.ts', "import { a } from '../risk/judgeOrder.ts';"),
  ];
  const back = readImports('server/risk/judgeOrder.ts', "import type { A } from '../account/login.ts';");
  expect(findModuleCycles([...there, ...back])).toEqual([
    'server/risk/judgeOrder.ts:1 imports ../account/login.ts: the modules account → risk → account import each other',
  ]);
  expect(findModuleCycles(there)).toEqual([]);
  const fromTest = readImports('server/risk/judgeOrder.test.ts', "import { a } from '../account/login.ts';");
  expect(findModuleCycles([...there, ...fromTest])).toEqual([]);
});

test('finds a cycle of several modules of the server', () => {
  const account = readImports('server/account/login.ts', "import { a } from '../risk/judgeOrder.ts';");
  const risk = readImports('server/risk/judgeOrder.ts', "import { a } from '../region/countries.ts';");
  const region = readImports('server/region/countries.ts', "import type { A } from '../account/login.ts';");
  expect(findModuleCycles([...account, ...risk, ...region])).toEqual([
    'server/account/login.ts:1 imports ../risk/judgeOrder.ts: the modules account → risk → region → account import each other',
  ]);
  expect(findModuleCycles([...account, ...risk])).toEqual([]);
});

test('the rules and ARCHITECTURE.md list every submodule of a purchase, in the same order', () => {
  expect(PURCHASE_SUBMODULES.toSorted()).toEqual(readdirSync('server/purchase').toSorted());
  const row = readFileSync('ARCHITECTURE.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('| `purchase/`'));
  expect([...(row ?? '').matchAll(/`([a-z]+)`/g)].map(([, name]) => name)).toEqual(PURCHASE_SUBMODULES);
});
