type LockedPackage = { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean };

const INSTALLED = 'node_modules/';

/**
 * What would make an install differ from machine to machine: an address recorded for a package (npm asks the registry it is
 * set to instead), or a package without a hash of its contents.
 */
export function lockfileFaults(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes(INSTALLED)) return [];
    if (locked.link) return locked.resolved?.includes(':') ? [`${path} links outside the project`] : [];
    return [
      ...(locked.resolved === undefined ? [] : [`${path} records an address`]),
      ...(locked.integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512 hash`]),
    ];
  });
}
