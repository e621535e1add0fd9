declare module '*.json?compiled' {
  const texts: Readonly<Record<string, string | unknown[]>>;
  export default texts;
}
