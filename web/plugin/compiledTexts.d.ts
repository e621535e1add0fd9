declare module '*.json?compiled&part=plugin' {
  const texts: Readonly<Record<string, unknown[]>>;
  export default texts;
}
