declare module '*.json?compiled&part=first' {
  const texts: Readonly<Record<string, unknown[]>>;
  export default texts;
}

declare module '*.json?compiled&part=later' {
  const texts: Readonly<Record<string, unknown[]>>;
  export default texts;
}
