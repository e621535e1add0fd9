/** Style sheet of the example shop, which differs from that of the product. */
export const SHOP_STYLE_SHEET = `
:root{
  --wall:#eef0ea;--sheet:#ffffff;--ink:#17211c;--faint:#56625b;--line:#d3d9d1;
  --stamp:#c2361b;--on-stamp:#ffffff;--good:#17694a;
  --mono:ui-monospace,"SF Mono","Cascadia Mono","Roboto Mono",Menlo,Consolas,monospace;
  --text:ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif;
  color-scheme:light;
}
@media (prefers-color-scheme:dark){:root{
  --wall:#111613;--sheet:#1a211d;--ink:#eef2ec;--faint:#a3aea6;--line:#2f3a33;
  --stamp:#ff8a6b;--on-stamp:#2b0b03;--good:#6fcf9f;color-scheme:dark;
}}
*{box-sizing:border-box;margin:0}
body{font:400 1rem/1.5 var(--text);color:var(--ink);background:var(--wall);-webkit-text-size-adjust:100%}
a{color:inherit;text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--stamp);outline-offset:3px}
.page{max-width:64rem;margin:0 auto;padding:0 1rem 3rem}
.top{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:4rem}
.name{font:700 1.0625rem/1 var(--mono);letter-spacing:-.02em}
.name::before{content:"";display:inline-block;width:.75em;height:.75em;margin-right:.5em;background:var(--stamp);box-shadow:.75em 0 0 -.375em var(--ink)}
.top a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
h1{font:700 clamp(1.75rem,7vw,3rem)/1.05 var(--mono);letter-spacing:-.05em;max-width:15ch;margin:1.5rem 0 .75rem}
h2{font:700 1.25rem/1.3 var(--mono);letter-spacing:-.03em}
.lede{color:var(--faint);max-width:44ch}
.prints{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,9.5rem),1fr));gap:1.25rem 1rem;list-style:none;padding:0;margin:2rem 0 3rem}
@media (min-width:48rem){.prints{grid-template-columns:repeat(4,minmax(0,1fr))}}
.prints svg{display:block;width:100%;height:auto;border:.5rem solid var(--sheet);outline:1px solid var(--line);shape-rendering:crispEdges}
.prints h3{font-size:1rem;line-height:1.4;margin-top:.75rem}
.prints p{font-size:.875rem;color:var(--faint)}
.press{display:inline-flex;align-items:center;justify-content:center;width:100%;min-height:44px;margin-top:.5rem;padding:.5rem .75rem;border:0;border-radius:.25rem;background:var(--stamp);color:var(--on-stamp);font:600 .9375rem/1.2 var(--text);text-align:center;cursor:pointer}
.press:hover{filter:brightness(.94)}
.below{display:grid;gap:2.5rem}
@media (min-width:48rem){.below{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.below>section>p{color:var(--faint);margin:.25rem 0 1rem;max-width:40ch}
.frame{background:var(--sheet);border:1px solid var(--line);border-radius:.5rem;overflow:hidden;min-height:25rem}
.orders{list-style:none;padding:0;border-top:1px solid var(--line)}
.orders li{display:grid;grid-template-columns:1fr auto;gap:.125rem 1rem;padding:.75rem 0;border-bottom:1px solid var(--line)}
.orders .number{grid-column:1/-1;font:400 .8125rem/1.4 var(--mono);color:var(--faint);overflow-wrap:anywhere}
.orders .state{font-weight:600;color:var(--good)}
.note{margin-top:1rem;padding:.75rem 1rem;border-left:.25rem solid var(--stamp);background:var(--sheet);font-size:.9375rem}
.note:empty{display:none}
.small{margin-top:3rem;font-size:.8125rem;color:var(--faint)}
`;
