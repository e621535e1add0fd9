type LockedPackage = { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean };

const INSTALLED = 'node_modules/';

/** Packages of these scopes keep state for the whole process: with a second copy, spans are made by one and exported by the other. */
const INSTALLED_ONCE: readonly string[] = ['@opentelemetry/'];

/**
 * What would make an install differ from machine to machine: an address recorded for a package (npm asks the registry it is
 * set to instead), or a package without a hash of its contents. And a second copy of a package that must be one.
 */
export function lockfileFaults(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  return [...contentFaults(packages), ...secondCopies(Object.keys(packages))];
}

function contentFaults(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes(INSTALLED)) return [];
    if (locked.link) return locked.resolved?.includes(':') ? [`${path} links outside the project`] : [];
    return [
      ...(locked.resolved === undefined ? [] : [`${path} records an address`]),
      ...(locked.integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512 hash`]),
    ];
  });
}

function secondCopies(paths: readonly string[]): string[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length));
  return paths
    .filter((_path, index) => {
      const name = names[index] ?? '';
      return INSTALLED_ONCE.some((scope) => name.startsWith(scope)) && names.indexOf(name) < index;
    })
    .map((path) => `${path} is a second copy`);
}
