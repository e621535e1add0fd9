import type { Import } from './importGraph.ts';
import { TEST_FILES } from './importRules.ts';

/** Matches a file in a module of the server and captures the module's name. */
const SERVER_MODULE = /^server\/([^/]+)\//;
const testFilePattern = new RegExp(TEST_FILES);

/**
 * Returns one line per pair of server modules that import each other. The line names an import in the direction with fewer
 * imports, which are easier to remove. Type imports count too, since a reader would have to know both modules; imports of tests
 * do not count.
 */
export function findMutualImports(imports: readonly Import[]): string[] {
  const between = Map.groupBy(
    imports.filter(
      ({ from, to }) =>
        !testFilePattern.test(from) &&
        findServerModule(from) &&
        findServerModule(to) &&
        findServerModule(from) !== findServerModule(to),
    ),
    ({ from, to }) => `${findServerModule(from)} ${findServerModule(to)}`,
  );
  return [...between].flatMap(([pair, forward]) => {
    const [from, to] = pair.split(' ');
    const back = between.get(`${to} ${from}`);
    const [example] = forward;
    if (!back || !example || forward.length > back.length || (forward.length === back.length && pair > `${to} ${from}`))
      return [];
    return [
      `${example.from}:${example.line} imports ${example.specifier}: the modules ${from} and ${to} import each other`,
    ];
  });
}

function findServerModule(path: string): string | undefined {
  return SERVER_MODULE.exec(path)?.[1];
}
