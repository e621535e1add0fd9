type LockedPackage = { readonly resolved?: string; readonly integrity?: string; readonly link?: boolean };

const PACKAGES_FOLDER = 'node_modules/';

/** Scopes whose packages have process-wide state: one of two copies would create spans, and the other would export none. */
const SINGLE_COPY_SCOPES: readonly string[] = ['@opentelemetry/'];

/**
 * Returns the faults that make installations differ between machines: a recorded package URL (npm otherwise uses its
 * configured registry), a package without a SHA-512 hash, or a link outside the project. Also reports a second copy of a package
 * that must be unique.
 */
export function findLockfileFaults(lockfile: string): string[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, LockedPackage> };
  return [...findContentFaults(packages), ...findSecondCopies(Object.keys(packages))];
}

function findContentFaults(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes(PACKAGES_FOLDER)) return [];
    if (locked.link) return locked.resolved?.includes(':') ? [`${path} links outside the project`] : [];
    return [
      ...(locked.resolved === undefined ? [] : [`${path} records the URL of its download: remove "resolved"`]),
      ...(locked.integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512 hash`]),
    ];
  });
}

function findSecondCopies(paths: readonly string[]): string[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf(PACKAGES_FOLDER) + PACKAGES_FOLDER.length));
  return paths
    .filter((_path, index) => {
      const name = names[index] ?? '';
      return SINGLE_COPY_SCOPES.some((scope) => name.startsWith(scope)) && names.indexOf(name) < index;
    })
    .map((path) => `${path} is a second copy`);
}
