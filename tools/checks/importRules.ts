/**
 * A file whose path matches `from` must not import one that matches `to`, unless `except` matches it. `$1` in `to` and `except`
 * stands for what the first group of `from` matched. A package is `node_modules/<name>`. Paths start at the project's root.
 */
export type ImportRule = {
  readonly name: string;
  readonly why: string;
  readonly from: string;
  readonly notFrom?: string;
  readonly to: string;
  readonly except?: string;
};

/** What only tests use may reach anywhere. */
export const TEST_FILES = String.raw`\.test\.tsx?$|\.testing\.tsx?$|/conformance\.ts$|/testDatabase\.ts$|/fixtures/|(^|/)vitest\.`;

/** The order in which the coins flow; a room may import the rooms before it. */
const PURCHASE_ROOMS = [
  'catalog',
  'quote',
  'offer',
  'address',
  'order',
  'payment',
  'identity',
  'conversion',
  'delivery',
  'refund',
  'dispute',
];

const OURS = '(contract|money|server|look|web|console|embed|sandbox|e2e|tools|bench)/';

export const importRules: readonly ImportRule[] = [
  {
    name: 'product without sandbox',
    why: 'production must not carry stand-ins, tests or tools',
    from: '^(contract|money|server|look|web|console|embed)/',
    notFrom: TEST_FILES,
    to: '^(sandbox|e2e|tools|bench)/',
  },
  {
    name: 'product without test code',
    why: 'what only tests need stays with the tests',
    from: '^(contract|money|server|look|web|console|embed)/',
    notFrom: TEST_FILES,
    to: String.raw`\.test\.tsx?$|\.testing\.tsx?$|/testDatabase\.ts$|^node_modules/vitest$`,
  },
  {
    name: 'tests of the shared world disturb nothing',
    why: 'a clock, a fault or a rule that one test changes would reach the tests beside it',
    from: '^e2e/(journeys|specification|console|places|screens|gallery|rest)/',
    to: String.raw`^e2e/(sandboxControls|exclusiveWorld|createOperator)\.ts$|^e2e/(exclusive|late)/`,
  },
  {
    name: 'money is pure',
    why: 'browser and server share it',
    from: '^money/',
    notFrom: TEST_FILES,
    to: `^${OURS}|^node_modules/|^node:`,
    except: '^money/',
  },
  {
    name: 'contract stands on money alone',
    why: 'browser and server share it',
    from: '^contract/',
    notFrom: TEST_FILES,
    to: `^${OURS}|^node:`,
    except: '^(contract|money)/',
  },
  {
    name: 'browser code imports contract, money and the look alone',
    why: 'whatever else it imported would be served to everybody',
    from: '^(web|console|embed)/',
    notFrom: String.raw`${TEST_FILES}|^(web|console)/(tools/|vite\.config)|^embed/(node/|packageBuild\.ts$)`,
    to: `^${OURS}|^node:`,
    except: '^($1|contract|money|look)/',
  },
  {
    name: 'the look knows nobody',
    why: "the buyer's app and the console share it: no texts, no addresses, no calls",
    from: '^look/',
    notFrom: String.raw`${TEST_FILES}|^look/tools/`,
    to: `^${OURS}|^node:|^node_modules/(wouter|@tanstack/.*)$`,
    except: '^look/',
  },
  {
    name: 'packages for partners have a look of their own',
    why: 'what they bring along is loaded by the pages of others',
    from: '^embed/',
    to: '^(look|console)/',
  },
  {
    name: 'server without browser code',
    why: 'the server serves the built app, it does not run it',
    from: '^server/',
    to: '^(look|web|console|embed)/|^node_modules/(react|react-dom|wouter)$',
  },
  {
    name: 'ports, not vendors',
    why: 'one list names the vendors; everybody else works with any',
    from: '^server/',
    notFrom: String.raw`^server/app/vendors\.ts$|^server/providers/|${TEST_FILES}`,
    to: '^server/providers/[^/]+/[^/]+/',
  },
  {
    name: 'a vendor knows its port and money',
    why: 'adapters translate, nothing else: no database, no contract, no other vendor',
    from: '^server/providers/([^/]+/[^/]+)/',
    notFrom: TEST_FILES,
    to: `^${OURS}|^node_modules/pg`,
    except: String.raw`^server/providers/$1/|^server/providers/[^/]+/[^/]+\.ts$|^server/providers/[^/]+\.ts$|^money/`,
  },
  {
    name: 'a port knows money alone',
    why: 'a port is what rooms and vendors agree on',
    from: String.raw`^server/providers/([^/]+/)?[^/]+\.ts$`,
    notFrom: TEST_FILES,
    to: `^${OURS}`,
    except: String.raw`^money/|^server/providers/([^/]+/)?[^/]+\.ts$`,
  },
  {
    name: 'platform carries, it does not know',
    why: 'every room stands on it',
    from: '^server/platform/',
    notFrom: TEST_FILES,
    to: '^server/',
    except: '^server/platform/',
  },
  {
    name: 'ledger stands on platform and money',
    why: 'every room posts to it; it knows none of them',
    from: '^server/ledger/',
    notFrom: TEST_FILES,
    to: '^(server|contract)/',
    except: '^server/(ledger|platform)/',
  },
  {
    name: 'SQL only in stores',
    why: "one file per noun knows its tables' columns",
    from: '^server/',
    notFrom: String.raw`Store\.ts$|^server/platform/database/|${TEST_FILES}`,
    to: '^node_modules/(sql-template-tag|pg)$',
  },
  ...PURCHASE_ROOMS.slice(0, -1).map((room, index) => ({
    name: 'no later purchase room',
    why: `${room} names an effect instead, and the later room has the job`,
    from: `^server/purchase/${room}/`,
    notFrom: TEST_FILES,
    to: `^server/purchase/(${PURCHASE_ROOMS.slice(index + 1).join('|')})/`,
  })),
  {
    name: 'workspaces by name',
    why: 'a relative path from one workspace into another hides the dependency',
    from: '^(contract|money|server|look|web|console|embed)/',
    notFrom: TEST_FILES,
    to: '^relative:(contract|money|server|look|web|console|embed|sandbox)/',
    except: '^relative:$1/',
  },
];
