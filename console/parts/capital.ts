/** A name, which is written in small letters, as people write it. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
