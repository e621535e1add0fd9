/** Style sheet of the sandbox's pages, with the product's design tokens. */
export const STYLE_SHEET = `
:root{
  --paper:#F6F3EB;--card:#FFFDF9;--tint:#FAF7EF;--sunk:#F0ECE1;
  --ink:#15181E;--ink-2:#5A5F69;--line:#E5DFD1;--edge:#8B8677;
  --tide:#2449D8;--tide-press:#1B39B0;--tide-ink:#FFFFFF;--tide-soft:#E9EDFB;
  --good:#0B6B45;--good-soft:#E2F0E7;--warn:#875100;--warn-soft:#FAEED6;--bad:#B3261E;--bad-soft:#FBE9E5;
  --lift:0 1px 2px rgba(60,48,20,.05),0 10px 28px -14px rgba(60,48,20,.18);
  --font:"Hanken Grotesk",ui-sans-serif,system-ui,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif;
  --mono:"Geist Mono",ui-monospace,"SF Mono","Roboto Mono",Consolas,monospace;
  color-scheme:light;
}
@media (prefers-color-scheme:dark){:root{
  --paper:#101217;--card:#181B21;--tint:#1C2027;--sunk:#21252D;
  --ink:#F3F0E9;--ink-2:#A5A9B2;--line:#2B3039;--edge:#737986;
  --tide:#93A9FF;--tide-press:#B0C0FF;--tide-ink:#0C1540;--tide-soft:#20294A;
  --good:#5CCB99;--good-soft:#15302A;--warn:#EDB663;--warn-soft:#362A17;--bad:#FF978A;--bad-soft:#3B1F1F;
  --lift:none;color-scheme:dark;
}}
*{box-sizing:border-box;margin:0}
body{font:400 16px/24px var(--font);color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%}
button,input,select{font:inherit;color:inherit}
a{color:var(--tide);text-underline-offset:3px;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--tide);outline-offset:2px}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:4px 12px;min-height:60px;padding:8px 16px;max-width:1120px;margin:0 auto}
.bar p{font-size:21px;line-height:28px;font-weight:680;letter-spacing:-.015em;flex:1}
.bar nav{display:flex;flex-wrap:wrap;gap:0 16px}
.bar a,.rows a,.stand-ins a{display:inline-flex;align-items:center;min-height:44px}
.mark{fill:none;flex:none}
main{padding:8px 16px 40px;max-width:1120px;margin:0 auto}
main.narrow{max-width:508px}
h1{font-size:30px;line-height:36px;font-weight:680;letter-spacing:-.022em}
h2{font-size:19px;line-height:26px;font-weight:660;letter-spacing:-.012em}
h3{font-size:15px;line-height:20px;font-weight:620;margin-top:16px}
.lede{color:var(--ink-2);margin:6px 0 20px;max-width:68ch}
.hint{font-size:14px;line-height:20px;color:var(--ink-2);margin-top:2px}
.desk{display:grid;gap:16px;align-items:start}
@media (min-width:900px){.desk{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.wide{grid-column:1/-1}}
.column{display:grid;gap:16px;min-width:0}
.card{background:var(--card);border:1px solid var(--line);border-radius:22px;padding:16px;min-width:0}
.lift{box-shadow:var(--lift)}
.rows{list-style:none;padding:0;margin-top:8px}
.rows>li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:4px 16px;padding:6px 0;min-height:56px}
.rows>li+li{border-top:1px solid var(--line)}
.rows p{min-width:0}
.num{font-variant-numeric:tabular-nums lining-nums}
.mono{font-family:var(--mono);font-feature-settings:"zero";overflow-wrap:anywhere}
.quiet{display:block;font-size:13px;line-height:18px;color:var(--ink-2)}
form{display:grid;gap:10px;margin-top:12px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(150px,100%),1fr));gap:8px}
.groups{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(360px,100%),1fr));gap:0 32px}
.field{display:block;background:var(--card);border-radius:12px;box-shadow:inset 0 0 0 1px var(--edge);padding:9px 14px;min-height:60px}
.field span{display:block;font-size:13px;line-height:18px;color:var(--ink-2)}
.field input,.field select{display:block;width:100%;min-height:24px;border:0;background:var(--card);outline:0;padding:0;font-weight:520}
.field:focus-within{box-shadow:inset 0 0 0 2px var(--tide)}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:8px 18px;border:0;border-radius:16px;background:var(--tide);color:var(--tide-ink);font-weight:640;text-decoration:none;cursor:pointer}
.button:hover,.button:active{background:var(--tide-press)}
.button.ghost{background:none;color:var(--ink);box-shadow:inset 0 0 0 1.5px var(--edge)}
.button.ghost:hover,.button.ghost:active{background:var(--sunk)}
.button.main{min-height:56px;font-size:17px;width:100%}
.buttons{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}
form .buttons{margin-top:0}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}
.tag{display:inline-flex;align-items:center;min-height:22px;padding:0 8px;border-radius:8px;font-size:13px;line-height:18px;font-weight:640;background:var(--sunk);color:var(--ink-2);white-space:nowrap}
.tag.good{color:var(--good);background:var(--good-soft)}.tag.warn{color:var(--warn);background:var(--warn-soft)}.tag.bad{color:var(--bad);background:var(--bad-soft)}
.note{border-radius:12px;padding:12px 14px;font-size:14px;line-height:20px;background:var(--sunk);color:var(--ink-2);margin-top:12px}
.drop{display:block;border:1.5px dashed var(--edge);border-radius:16px;padding:18px 14px;background:var(--tint)}
.drop span{display:block;font-weight:620;font-size:15px}
.drop input{margin-top:8px;max-width:100%;min-height:44px;padding:8px 0}
.switch{display:flex;align-items:flex-start;gap:12px;width:100%;min-height:44px;cursor:pointer}
.switch input{appearance:none;flex:none;width:44px;height:26px;margin:1px 0;border-radius:999px;background:var(--card);box-shadow:inset 0 0 0 1.5px var(--edge);position:relative;cursor:pointer}
.switch input::after{content:"";position:absolute;left:4px;top:4px;width:18px;height:18px;border-radius:50%;background:var(--edge)}
.switch input:checked{background:var(--tide);box-shadow:none}
.switch input:checked::after{left:22px;background:var(--tide-ink)}
@media (forced-colors:active){.switch input{border:2px solid ButtonText}.switch input:checked::after{background:Highlight}.field{border:1px solid ButtonText}}
output{display:block;font-size:14px;line-height:20px;color:var(--ink-2);overflow-wrap:anywhere}
output.good{color:var(--good)}output.bad{color:var(--bad)}
summary{padding:10px 0;cursor:pointer}
article{padding:16px 0}article+article{border-top:1px solid var(--line)}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin-top:8px}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;font-size:14px;line-height:20px;margin-top:12px}
dt{color:var(--ink-2)}dd{text-align:right;overflow-wrap:anywhere}
`;
