import { describe, expect, test } from 'vitest';
import { brokenImportRules } from './brokenImportRules.ts';
import { findCycles, importsOf } from './importGraph.ts';
import { importRules } from './importRules.ts';
import { twoWayRooms } from './twoWayRooms.ts';

function faultsOf(file: string, source: string): string[] {
  return brokenImportRules(importsOf(file, source), importRules);
}

describe('an import is refused', () => {
  test.each([
    ['server/purchase/order/applyEvent.ts', "import { a } from '../payment/payOrder.ts';", 'no later purchase room'],
    [
      'server/purchase/order/applyEvent.ts',
      "import type { A } from '../payment/payOrder.ts';",
      'no later purchase room',
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
    ['server/providers/card/cardPort.ts', "import { a } from '../../ledger/posting.ts';", 'a port knows money alone'],
    ['server/main.ts', "import { a } from '../sandbox/world/ports.ts';", 'product without sandbox'],
    ['server/main.ts', "import { a } from '@slipway/sandbox/world/ports.ts';", 'product without sandbox'],
    ['server/main.ts', "const a = await import('../sandbox/world/ports.ts');", 'product without sandbox'],
    ['web/main.tsx', "export { a } from '@slipway/server/main.ts';", 'browser code imports'],
    ['money/amount.ts', "import { z } from 'zod';", 'money is pure'],
    ['contract/calls.ts', "import { a } from '@slipway/server/main.ts';", 'contract stands on money alone'],
    ['server/ledger/posting.ts', "import { a } from '../purchase/order/order.ts';", 'ledger stands on platform'],
    ['server/platform/http/server.ts', "import { a } from '../../account/login.ts';", 'platform carries'],
    ['server/account/login.ts', "import sql from 'sql-template-tag';", 'SQL only in stores'],
    ['server/account/login.ts', "import { a } from '../../money/amount.ts';", 'workspaces by name'],
  ])('%s: %s', (file, source, name) => {
    expect(faultsOf(file, source).join()).toContain(name);
  });
});

describe('an import is allowed', () => {
  test.each([
    ['server/app/vendors.ts', "import { a } from '../providers/card/stripe/manifest.ts';"],
    ['server/purchase/payment/effects.ts', "import { a } from '../order/applyEvent.ts';"],
    ['server/purchase/payment/effects.ts', "import type { A } from '../../providers/card/cardPort.ts';"],
    ['server/providers/card/stripe/stripe.test.ts', "import { a } from '../../../../sandbox/stripe/stripe.ts';"],
    ['server/providers/card/stripe/map.ts', "import { a } from '../cardPort.ts';"],
    ['server/account/loginStore.ts', "import sql from 'sql-template-tag';"],
    ['web/main.tsx', "import { a } from '@slipway/money/amount.ts';"],
  ])('%s: %s', (file, source) => {
    expect(faultsOf(file, source)).toEqual([]);
  });
});

test('a cycle is found, one that exists only among types is none', () => {
  const imports = [
    ...importsOf('money/a.ts', "import { b } from './b.ts';"),
    ...importsOf('money/b.ts', "import { c } from './c.ts'; import type { A } from './a.ts';"),
    ...importsOf('money/c.ts', "import { b } from './b.ts';"),
  ];
  expect(findCycles(imports)).toEqual([['money/b.ts', 'money/c.ts', 'money/b.ts']]);
});

test('two rooms of the server that import each other are found, once, by the rarer direction; tests may', () => {
  const there = [
    ...importsOf('server/account/login.ts', "import { a } from '../risk/judgeOrder.ts';"),
    ...importsOf('server/account/codes.ts', "import { a } from '../risk/judgeOrder.ts';"),
  ];
  const back = importsOf('server/risk/judgeOrder.ts', "import type { A } from '../account/login.ts';");
  expect(twoWayRooms([...there, ...back])).toEqual([
    'server/risk/judgeOrder.ts:1 imports ../account/login.ts: the rooms risk and account import each other',
  ]);
  expect(twoWayRooms(there)).toEqual([]);
  const fromTest = importsOf('server/risk/judgeOrder.test.ts', "import { a } from '../account/login.ts';");
  expect(twoWayRooms([...there, ...fromTest])).toEqual([]);
});
