/**
 * A file whose path matches `from` and not `notFrom` must not import a file that matches `to` and not `except`. `$1` in `to` and
 * `except` is replaced by the first group of `from`. Paths are relative to the project's root. A package has the path
 * `node_modules/<name>`; an import by a relative path also matches as `relative:<path>`.
 */
export type ImportRule = {
  readonly name: string;
  readonly why: string;
  readonly from: string;
  readonly notFrom?: string;
  readonly to: string;
  readonly except?: string;
};

/** Matches files that only tests use; most rules exempt them. */
export const TEST_FILES = String.raw`\.test\.tsx?$|\.testing\.tsx?$|/conformance\.ts$|/testDatabase\.ts$|/fixtures/|(^|/)vitest\.`;

/** Submodules in the order of a purchase; each may import only the ones before it. */
export const PURCHASE_SUBMODULES = [
  'catalog',
  'quote',
  'offer',
  'address',
  'session',
  'order',
  'provider',
  'payment',
  'identity',
  'conversion',
  'delivery',
  'refund',
  'dispute',
  'receipt',
  'actions',
];

const PROJECT_FOLDERS = '(contract|money|server|look|web|console|embed|sandbox|e2e|tools|bench)/';

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
    why: 'a clock, a fault or a rule that one test changes would affect the others',
    from: '^e2e/(journeys|specification|console|places|screens|gallery|rest)/',
    to: String.raw`^e2e/(sandboxControls|exclusiveWorld|createOperatorCli)\.ts$|^e2e/(exclusive|late)/`,
  },
  {
    name: 'money is pure',
    why: 'browser and server share it',
    from: '^money/',
    notFrom: TEST_FILES,
    to: `^${PROJECT_FOLDERS}|^node_modules/|^node:`,
    except: '^money/',
  },
  {
    name: 'contract depends on money only',
    why: 'browser and server share it',
    from: '^contract/',
    notFrom: TEST_FILES,
    to: `^${PROJECT_FOLDERS}|^node:`,
    except: '^(contract|money)/',
  },
  {
    name: 'browser code imports contract, money and look only',
    why: 'other imports would be served to every visitor',
    from: '^(web|console|embed)/',
    notFrom: String.raw`${TEST_FILES}|^(web|console)/(tools/|vite\.config)|^embed/(node/|packageBuild\.ts$)`,
    to: `^${PROJECT_FOLDERS}|^node:`,
    except: '^($1|contract|money|look)/',
  },
  {
    name: 'look depends on no module',
    why: "the buyer's app and the console share it: no texts, no addresses, no calls",
    from: '^look/',
    notFrom: String.raw`${TEST_FILES}|^look/tools/`,
    to: `^${PROJECT_FOLDERS}|^node:|^node_modules/(wouter|@tanstack/.*)$`,
    except: '^look/',
  },
  {
    name: 'packages for partners do not import look',
    why: 'partners’ pages would load it',
    from: '^embed/',
    to: '^(look|console)/',
  },
  {
    name: 'examples import published packages only',
    why: 'a copy of an example has nothing else of this project',
    from: '^examples/([^/]+)/',
    to: `^${PROJECT_FOLDERS}|^examples/`,
    except: '^examples/$1/|^(loader|react|node)$',
  },
  {
    name: 'server without browser code',
    why: 'the server serves the built app, it does not run it',
    from: '^server/',
    to: '^(look|web|console|embed)/|^node_modules/(react|react-dom|wouter)$',
  },
  {
    name: 'ports, not vendors',
    why: 'one list names the vendors; other code works with any vendor',
    from: '^server/',
    notFrom: String.raw`^server/app/vendors\.ts$|^server/providers/|${TEST_FILES}`,
    to: '^server/providers/[^/]+/[^/]+/',
  },
  {
    name: 'a vendor knows its port and money',
    why: 'adapters translate, nothing else: no database, no contract, no other vendor',
    from: '^server/providers/([^/]+/[^/]+)/',
    notFrom: TEST_FILES,
    to: `^${PROJECT_FOLDERS}|^node_modules/pg`,
    except: String.raw`^server/providers/$1/|^server/providers/[^/]+/[^/]+\.ts$|^server/providers/[^/]+\.ts$|^money/`,
  },
  {
    name: 'a port depends on money only',
    why: 'modules and vendors agree on ports; the list of payment methods is data',
    from: String.raw`^server/providers/([^/]+/)?[^/]+\.ts$`,
    notFrom: TEST_FILES,
    to: `^${PROJECT_FOLDERS}`,
    except: String.raw`^money/|^contract/entities/payMethods\.ts$|^server/providers/([^/]+/)?[^/]+\.ts$`,
  },
  {
    name: 'platform imports no module',
    why: 'every module uses it',
    from: '^server/platform/',
    notFrom: TEST_FILES,
    to: '^server/',
    // The manifest has the version.
    except: String.raw`^server/platform/|^server/package\.json$`,
  },
  {
    name: 'ledger depends on platform and money',
    why: 'every module posts to it; it imports none of them',
    from: '^server/ledger/',
    notFrom: TEST_FILES,
    to: '^(server|contract)/',
    except: '^server/(ledger|platform)/',
  },
  {
    name: 'action depends on platform',
    why: 'every module declares its actions with it; it knows none of them',
    from: '^server/action/',
    notFrom: TEST_FILES,
    to: '^server/',
    except: String.raw`^server/(action|platform)/|^server/providers/bank/bankPort\.ts$`,
  },
  {
    name: 'operator above the modules',
    why: 'it executes the actions of all modules',
    from: '^server/[^/]+/',
    notFrom: String.raw`^server/(operator|console|app|bench|model|compromise)/|${TEST_FILES}`,
    to: '^server/operator/',
  },
  {
    name: 'SQL only in stores',
    why: "one file per noun knows its tables' columns",
    from: '^server/',
    notFrom: String.raw`Store\.ts$|^server/platform/database/|${TEST_FILES}`,
    to: '^node_modules/(sql-template-tag|pg)$',
  },
  ...PURCHASE_SUBMODULES.slice(0, -1).map((submodule, index) => ({
    name: 'no later purchase submodule',
    why: `${submodule} names an effect instead, and the later submodule has the job`,
    from: `^server/purchase/${submodule}/`,
    notFrom: TEST_FILES,
    to: `^server/purchase/(${PURCHASE_SUBMODULES.slice(index + 1).join('|')})/`,
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
