(()=>{function ld(i,t=null){let e=null,n=()=>{if(!e)throw new Error("the page is not ready: await elver.ready first.");return e},s=Promise.resolve(i).then(r=>(e=r,!0));return s.catch(()=>{}),{ready:t??s,get viewer(){return n()},get names(){return n().source.names},get time(){return n().source.time},get status(){return n().source.status},get timing(){return n().timing},advance:r=>n().advance(r),set:(r,o,a={})=>n().
set(r,o,a),get:r=>n().source.get(r),state:()=>n().source.state(),output:r=>n().source.output(r),reset:()=>n().reset(),pause:()=>n().pause(),play:()=>n().play(),seek:r=>n().seek(r)}}function cd(i,t){let e=new Map,{p:n,x:s}=i.addresses,r=new Map(i.parameters.map(l=>[l.name,l])),o=new Set((i.sliders??[]).flatMap(l=>(l.clocks??[]).map(c=>c.name))),a=l=>n/8+r.get(l).place;for(let l of i.sliders??[]){let c=r.get(l.name),f=l.kind==="table"?l.places.map(d=>({at:i.tables[d.name].address/8+d.index,factor:d.factor})):[{at:a(l.name),factor:1}],h=(c?.states??[]).map(d=>s/8+d),u=(l.clocks??
[]).map(d=>({...d,at:a(d.name)}));e.set(l.name,new mo(l,t,f,h,u))}for(let l of r.values()){if(e.has(l.name))continue;let c=l.states.map(h=>s/8+h),f=new mo(l,t,[{at:a(l.name),factor:1}],c,[]);f.internal=o.has(l.name),e.set(l.name,f)}return e}var mo=class{constructor(t,e,n,s,r){this.name=t.name,this.kind=t.kind,this.lag=t.lag??0,this.numbers=e,this.targets=n,this.states=s,this.clocks=r,this.value=t.
value,this.seen=[t.value,0,0],this.moving=!1,this.internal=!1}set(t,e,n){if(this.value=t,this.kind==="followed"&&this.lag>0){this.moving=e,e||this.see([t,0,0],n);return}this.write(t),!e&&this.states.length&&[t,0,0].forEach((s,r)=>this.numbers[this.states[r]]=s)}follow(t,e){let n=3/this.lag,[s,r,o]=this.seen,a=s-this.value,l=r+n*a,c=o+2*n*r+n*n*a,f=Math.exp(-n*t),h=l+c*t,u=f*(a+l*t+c*t*t/2),d=f*h-n*
u,g=f*(c-n*h)-n*d,v=Math.max(Math.abs(this.value),Math.abs(a),Number.MIN_VALUE);this.moving=Math.max(Math.abs(u),Math.abs(d)/n,Math.abs(g)/(n*n))>1e-9*v,this.see(this.moving?[this.value+u,d,g]:[this.value,0,0],e)}see(t,e){let n=this.seen[0];this.seen=t;for(let s of this.clocks){let r=e+this.numbers[s.at]+s.base;n>0&&t[0]>0&&(this.numbers[s.at]+=r*((t[0]/n)**s.power-1))}this.write(t[0])}write(t){for(let{
at:e,factor:n}of this.targets)this.numbers[e]=n*t}settle(){this.moving=!1,this.seen=[this.value,0,0];for(let t of this.clocks)this.numbers[t.at]=0;this.write(this.value)}save(){return{value:this.value,seen:[...this.seen],moving:this.moving}}load({value:t,seen:e,moving:n}){Object.assign(this,{value:t,seen:[...e],moving:n})}};var{abs:Pa,exp:fd,sign:hd,sqrt:dd}=Math,nx=Number.MAX_VALUE,ud=2**-1021,ix=2.5,pd=60;function sx(i,t){let e=Pa(t);if(!Number.isFinite(i)||Number.isNaN(t)||e===0)return NaN;let n=e<=nx/2?Pa(i)%(2*e):Pa(i);return(e<ud?n+n>e:n>e/2)&&(n-=e,(e<ud?n+n>=e:n>=e/2)&&(n-=e)),i<0||Object.is(i,-0)?-n:n}function rx(i){if(Number.isNaN(i))return i;let t=Pa(i);return t>6?hd(i):t<ix?ox(i):hd(i)*(1-ax(t))}function ox(i){
let t=i,e=i;for(let n=1;n<pd;n+=1)t*=2*i*i/(2*n+1),e+=t;return 2/dd(Math.PI)*fd(-i*i)*e}function ax(i){let t=i;for(let e=pd;e>0;e-=1)t=i+e/2/t;return fd(-i*i)/(dd(Math.PI)*t)}var md={acos:Math.acos,acosh:Math.acosh,asin:Math.asin,asinh:Math.asinh,atan:Math.atan,atan2:Math.atan2,atanh:Math.atanh,cosh:Math.cosh,erf:rx,exp:Math.exp,expm1:Math.expm1,fmod:(i,t)=>i%t,hypot:Math.hypot,log:Math.log,log1p:Math.
log1p,pow:Math.pow,remainder:sx,sinh:Math.sinh,tanh:Math.tanh};var lx=.004,go=0,cx=1e-6;async function gd(i,t){let{instance:e}=await WebAssembly.instantiate(t,{library:md});return new Uh(i,e.exports)}var Uh=class{constructor(t,e){this.description=t,this.exports=e,this.numbers=new Float64Array(e.memory.buffer),this.dt=t.dt,this.failed=Number(Object.entries(t.statuses).find(([,r])=>r.word==="failed")[0]);let{x:n,y:s}=t.addresses;this.places=t.states.map(r=>n/8+
r.place),this.outputs=this.numbers.subarray(s/8,s/8+t.outputs.size),this.fields=new Map(t.outputs.fields.map(r=>[r.name,r])),this.controls=cd(t,this.numbers),this.names={states:t.states.map(r=>r.name),parameters:[...this.controls.values()].filter(r=>!r.internal).map(r=>r.name),outputs:[...this.fields.keys()]},this.reset()}get time(){return this.numbers[this.description.addresses.done/8]*this.dt}get status(){
let t=this.code===go?{word:"running",text:""}:this.description.statuses[this.code];return{code:this.code,word:t.word,text:this.trouble||t.text,time:this.time}}reset(){for(let t of this.controls.values())t.settle();return this.asked=0,this.stale=!0,this.run(()=>this.exports.start()),this.status}advance(t){if(!(t>=0&&t<1/0))throw new RangeError(`advance(${t}): give seconds, 0 or more.`);if(this.code!==
go)return this.status;this.asked+=t;let e=this.numbers[this.description.addresses.done/8];return this.take(Math.floor(this.asked/this.dt+cx)-e),this.status}run(t){this.trouble="";try{this.code=t()}catch(e){this.code=this.failed,this.trouble=`the module broke off: ${e.message}`}}take(t){let e=()=>[...this.controls.values()].filter(r=>r.moving),n=Math.max(1,Math.round(lx/this.dt)),s=t;for(;s>0&&this.
code===go;){let r=e(),o=r.length?Math.min(n,s):s;for(let a of r)a.follow(o*this.dt,this.clockTime());this.run(()=>this.exports.advance(o)),s-=o}this.stale=!0,this.code!==go&&(this.asked=this.time)}clockTime(){let{done:t,begin:e,step:n}=this.description.addresses,[s,r,o]=[t,e,n].map(a=>this.numbers[a/8]);return this.description.method==="moreau"?r+s*o:(r+s)*o}control(t){let e=this.controls.get(t);if(!e)
throw new RangeError(`no parameter '${t}'. Known: ${this.names.parameters.join(", ")||"none"}.`);return e}set(t,e,{smooth:n=!0}={}){let s=Number(e);if(!Number.isFinite(s))throw new RangeError(`${t} = ${e} is not allowed. Give a number.`);this.control(t).set(s,n,this.clockTime()),this.code=go,this.trouble="",this.stale=!0}get(t){return this.control(t).value}state(){return Float64Array.from(this.places,
t=>this.numbers[t])}frame(){return this.exports.frame(),this.stale=!1,this.outputs}output(t){this.stale&&this.frame();for(let e of this.fields.values()){if(t===e.name){let s=e.shape.reduce((r,o)=>r*o,1);return e.shape.length?this.outputs.slice(e.place,e.place+s):this.outputs[e.place]}let n=t.startsWith(`${e.name}.`)?this.placeIn(e,t.slice(e.name.length+1)):null;if(n!==null)return this.outputs[n]}throw new RangeError(
`no output '${t}'. Known: ${this.names.outputs.join(", ")}.`)}placeIn(t,e,n=0,s=t.place){if(n===t.dims.length)return e===""?s:null;let r=this.description.outputs.labels[t.dims[n]],o=t.shape.slice(n+1).reduce((a,l)=>a*l,1);for(let a=0;a<r.length;a+=1){let l=e===r[a]?"":e.startsWith(`${r[a]}.`)?e.slice(r[a].length+1):null,c=l===null?null:this.placeIn(t,l,n+1,s+a*o);if(c!==null)return c}return null}save(){
let t=[...this.controls.values()].map(e=>e.save());return{memory:this.numbers.slice(),asked:this.asked,code:this.code,trouble:this.trouble,controls:t}}load(t){this.numbers.set(t.memory),this.asked=t.asked,this.code=t.code,this.trouble=t.trouble,this.stale=!0,[...this.controls.values()].forEach((e,n)=>e.load(t.controls[n]))}};var xd='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: r\
elative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th \
> * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.0\
7);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 soli\
d;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var _d=`.elver{--ink:#1b2a41;--soft:#52627a;--faint:#5c6a7f;--card:#ffffffd9;--solid:#fff;--sheet:#fffffff2;--line:#1b2a4122;--accent:#17639f;--on:#fff;--press:#17639f14;--sky:#f7f9fb;--land:#e4ebf2;
position:relative;width:100%;height:100%;overflow:hidden;color:var(--ink);background:linear-gradient(var(--sky),var(--land));font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;text-align:left;-webkit-text-size-adjust:100%}
.elver.wet{--sky:#eef6fb;--land:#c3dcec}
.elver[data-theme=dark]{--ink:#e3eaf4;--soft:#b3c0d2;--faint:#98a7bb;--card:#141e2ce0;--solid:#16212f;--sheet:#16212ff2;--line:#dfe9f726;--accent:#7cc0f5;--on:#0b1420;--press:#7cc0f522;--sky:#0f1824;--land:#1a2635;color-scheme:dark}
.elver[data-theme=light]{color-scheme:light}
.elver[data-theme=dark].wet{--sky:#0c1e2d;--land:#0f3047}
.elver *,.elver *::before{box-sizing:border-box}
.elver [hidden]{display:none!important}
.elver .view{position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none;cursor:grab;outline:none}
.elver .view:active{cursor:grabbing}
.elver .view:focus-visible{box-shadow:inset 0 0 0 3px var(--accent)}
.elver :is(button,input,select,summary,a):focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:6px}
.elver h1,.elver h2,.elver h3,.elver p{margin:0}
.elver h1{font-size:17px;font-weight:650;letter-spacing:-.01em;display:inline}
.elver h2{font-size:13px;font-weight:650}
.elver h3{font-size:12px;font-weight:600;color:var(--soft)}
.elver .card{background:var(--card);backdrop-filter:blur(14px) saturate(1.3);border:1px solid var(--line);border-radius:14px;box-shadow:0 6px 24px #0b14201a}
.elver .left,.elver .right{position:absolute;top:12px;bottom:84px;width:300px;display:flex;flex-direction:column;gap:10px;pointer-events:none}
.elver .left{left:12px}
.elver .right{right:12px;width:372px}
.elver .left>*,.elver .right>*{pointer-events:auto}
.elver .titlecard{padding:10px 14px;flex:none}
.elver .about summary{cursor:pointer;list-style:none}
.elver .about summary::-webkit-details-marker{display:none}
.elver .about summary::after{content:"";display:inline-block;width:.42em;height:.42em;margin-left:.55em;border:solid var(--faint);border-width:0 1.5px 1.5px 0;transform:translateY(-.22em) rotate(45deg)}
.elver .about[open] summary::after{transform:translateY(0) rotate(225deg)}
.elver .about p{color:var(--soft);margin-top:4px;font-size:13px}
.elver .about .credits{color:var(--faint);font-size:12px}
.elver .figures{display:grid;grid-template-columns:1fr 1fr;gap:6px 14px;margin-top:8px}
.elver .figure{display:flex;flex-direction:column;min-width:0}
.elver .figure>span:first-child{color:var(--faint);font-size:11.5px;line-height:1.2}
.elver .number{font-variant-numeric:tabular-nums;font-size:15px}
.elver .number b{font-weight:600}
.elver small{color:var(--faint);font-size:12px}
.elver .panel{padding:8px 0 10px;display:flex;flex-direction:column;min-height:0}
.elver .panel.look{flex:none}
.elver .panel>header{display:flex;justify-content:space-between;align-items:center;padding:0 8px 4px 14px}
.elver .panel>div{overflow:auto;padding:0 14px;scrollbar-width:thin}
.elver .icon{display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:40px;height:40px;padding:0;border:0;border-radius:10px;background:none;color:var(--ink);font:inherit;cursor:pointer}
.elver .icon svg{width:21px;height:21px;fill:currentColor;flex:none}
.elver .icon.small{min-width:28px;height:28px;color:var(--faint)}
.elver .icon.small svg{width:16px;height:16px}
.elver .icon:hover{background:var(--press)}
.elver .icon.main{background:var(--accent);color:var(--on);border-radius:50%;width:44px;height:44px}
.elver .icon.main:hover{filter:brightness(1.08)}
.elver .icon[aria-expanded=true],.elver .icon[aria-pressed=true]{color:var(--accent);background:var(--press)}
.elver .tools .icon span{display:none;font-size:12px}
.elver .bottom{position:absolute;left:50%;bottom:14px;transform:translateX(-50%);display:flex;gap:10px;max-width:calc(100% - 24px)}
.elver .transport,.elver .tools{display:flex;align-items:center;gap:2px;padding:5px 8px;background:var(--card);backdrop-filter:blur(14px) saturate(1.3);border:1px solid var(--line);border-radius:16px;box-shadow:0 6px 24px #0b14201a}
.elver .clock{min-width:5.4em;padding:0 8px;text-align:center;font-variant-numeric:tabular-nums;font-weight:600;font-size:15px;white-space:nowrap}
.elver .speedbox{display:flex;align-items:center;gap:8px;padding:0 8px}
.elver .rate{min-width:3.2em;font-variant-numeric:tabular-nums;color:var(--soft);white-space:nowrap}
.elver input.speed{width:96px}
.elver .linebox{display:flex;align-items:center;gap:4px}
.elver input.line{width:min(30vw,380px)}
.elver input[type=range]{-webkit-appearance:none;appearance:none;height:22px;margin:0;background:none;cursor:pointer}
.elver input[type=range]::-webkit-slider-runnable-track{height:4px;border-radius:2px;background:linear-gradient(90deg,var(--accent) var(--share,0),var(--line) var(--share,0))}
.elver input[type=range]::-moz-range-track{height:4px;border-radius:2px;background:linear-gradient(90deg,var(--accent) var(--share,0),var(--line) var(--share,0))}
.elver input[type=range]::-webkit-slider-thumb{-webkit-appearance:none;width:16px;height:16px;margin-top:-6px;border-radius:50%;background:var(--accent);border:2px solid var(--solid)}
.elver input[type=range]::-moz-range-thumb{width:13px;height:13px;border-radius:50%;background:var(--accent);border:2px solid var(--solid)}
.elver input[type=range]:disabled{opacity:.35;cursor:default}
.elver fieldset{border:0;margin:0 0 8px;padding:0;min-width:0}
.elver legend{padding:0 0 2px;color:var(--faint);font-size:11.5px;font-weight:600;letter-spacing:.04em;text-transform:uppercase}
.elver .row{padding:1px 0}
.elver .head{display:flex;align-items:center;gap:5px}
.elver .head label{flex:1;min-width:0;font-size:13px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.elver .row.changed label{color:var(--accent);font-weight:600}
.elver .row input[type=range]{width:100%;height:18px;display:block}
.elver input[type=number]{width:5.6em;padding:2px 5px;border:1px solid var(--line);border-radius:6px;background:var(--solid);color:var(--ink);font:inherit;font-size:13px;font-variant-numeric:tabular-nums;text-align:right;appearance:textfield;-moz-appearance:textfield}
.elver input[type=number]::-webkit-inner-spin-button{display:none}
.elver .unit{min-width:2.2em;color:var(--faint);font-size:12px}
.elver .foot{padding-top:4px}
.elver .text,.elver .message button{border:1px solid var(--line);border-radius:8px;padding:5px 11px;background:var(--solid);color:var(--accent);font:inherit;font-weight:600;font-size:13px;cursor:pointer}
.elver .chips{display:flex;flex-wrap:wrap;gap:6px}
.elver .chip{display:inline-flex;align-items:center;gap:6px;border:1px solid var(--line);border-radius:999px;padding:4px 11px;background:var(--solid);color:var(--ink);font:inherit;font-size:13px;cursor:pointer}
.elver .chip[aria-pressed=true]{border-color:var(--accent);color:var(--accent);font-weight:600;background:var(--press)}
.elver .arrowrow{display:flex;flex-wrap:wrap;align-items:center;gap:4px 10px;margin-top:8px}
.elver .arrowrow input{flex:1;min-width:70px}
.elver .wide{flex-basis:100%}
.elver .dot{width:9px;height:9px;border-radius:50%}
.elver .note{color:var(--faint);font-size:12px}
.elver p.note{margin-top:6px}
.elver .bar{display:flex;gap:6px;padding-bottom:6px;position:sticky;top:0;z-index:2}
.elver select{min-width:0;flex:1;padding:4px 6px;border:1px solid var(--line);border-radius:8px;background:var(--solid);color:var(--ink);font:inherit;font-size:13px}
.elver .plot header{display:flex;justify-content:space-between;align-items:center;min-height:26px}
.elver .plot .icon{opacity:.65}
.elver .keys{display:flex;flex-wrap:wrap;gap:0 12px;font-size:11.5px;color:var(--soft);font-variant-numeric:tabular-nums}
.elver .key{white-space:nowrap}
.elver .key i{display:inline-block;width:12px;height:3px;border-radius:2px;margin-right:5px;vertical-align:middle}
.elver .key b{font-weight:600;color:var(--ink);display:inline-block;min-width:3.6em}
.elver .u-cursor-x{border-color:var(--faint)!important}
.elver .u-cursor-y{display:none}
.elver .notes{position:absolute;left:50%;bottom:84px;transform:translateX(-50%);display:flex;flex-direction:column;gap:6px;max-width:min(560px,92%);pointer-events:none}
.elver .notes p{display:flex;align-items:center;gap:8px;padding:6px 6px 6px 14px;border-radius:10px;background:var(--solid);border:1px solid var(--line);box-shadow:0 4px 16px #0b142026;font-size:13px;pointer-events:auto}
.elver .message{position:absolute;left:50%;top:42%;transform:translate(-50%,-50%);width:min(440px,90%);padding:20px 22px;border-radius:16px;background:var(--solid);border:1px solid var(--line);box-shadow:0 18px 60px #0b142055;z-index:9}
.elver .message h2{font-size:17px;margin-bottom:6px}
.elver .message p{color:var(--soft)}
.elver .buttons{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
.elver .message button{padding:8px 14px}
.elver .message button.main{background:var(--accent);color:var(--on);border-color:transparent}
.elver .help{font-size:13px;color:var(--soft)}
.elver .help p{margin-bottom:8px}
.elver .help table{border-spacing:0 3px}
.elver .help th{text-align:left;font-weight:400;padding-right:12px;white-space:nowrap}
.elver kbd{display:inline-block;padding:0 6px;margin-right:3px;border:1px solid var(--line);border-radius:5px;background:var(--solid);color:var(--ink);font:12px/1.5 ui-monospace,monospace}
.elver.narrow .left,.elver.narrow .right{position:static;display:contents}
.elver.narrow .titlecard{position:absolute;top:8px;left:8px;right:8px;padding:7px 12px}
.elver.narrow h1{font-size:15px}
.elver.narrow .figures{grid-auto-flow:column;grid-auto-columns:minmax(86px,1fr);grid-template-columns:none;overflow-x:auto;margin-top:4px;scrollbar-width:none}
.elver.narrow .figure>span:first-child{white-space:nowrap}
.elver.narrow .bottom{left:0;right:0;bottom:0;transform:none;max-width:none;flex-direction:column;gap:0;background:var(--sheet);border-top:1px solid var(--line);padding-bottom:env(safe-area-inset-bottom)}
.elver.narrow .transport,.elver.narrow .tools{border:0;border-radius:0;box-shadow:none;background:none;backdrop-filter:none;justify-content:space-between;flex-wrap:wrap}
.elver.narrow .transport{padding-bottom:0}
.elver.narrow .speedbox{flex:1}
.elver.narrow input.speed{flex:1;width:40px}
.elver.narrow .linebox{order:9;flex-basis:100%}
.elver.narrow input.line{flex:1;width:auto}
.elver.narrow .panel{position:absolute;left:0;right:0;bottom:var(--foot,100px);max-height:44%;border-radius:16px 16px 0 0;border-width:1px 0 0;background:var(--sheet)}
.elver.narrow .notes{bottom:120px}
@media (prefers-reduced-motion:no-preference){.elver .icon,.elver .chip{transition:background .12s,color .12s}}
@media (forced-colors:active){.elver .icon svg{fill:ButtonText}.elver .card{border:1px solid}}
`;var vd=!1;function yd(){if(vd)return;vd=!0;let i=document.createElement("style");i.textContent=xd+_d,document.head.append(i)}function Fh(i){return i.reduce((t,e)=>t*e,1)}var Ia=class{constructor(t,e){this.labels=e,this.fields=[],this.byName=new Map;let n=0;for(let s of t){let r=s.place??n,o={...s,dims:s.dims??[],shape:s.shape??[],place:r,count:Fh(s.shape??[])};n=r+o.count,this.fields.push(o),this.byName.set(o.name,o)}this.size=n}names(t,e){return this.labels[t.dims[e]]??Array.from({length:t.shape[e]},(s,r)=>String(r))}find(t){
for(let e of this.fields){if(t!==e.name&&!t.startsWith(e.name+"."))continue;let n=this.follow(e,0,t.slice(e.name.length+1),e.place);if(n)return n}return null}follow(t,e,n,s){if(n==="")return{field:t,start:s,count:Fh(t.shape.slice(e)),axis:e};if(e>=t.dims.length)return null;let r=this.names(t,e),o=Fh(t.shape.slice(e+1));for(let a=0;a<r.length;a++){if(n!==r[a]&&!n.startsWith(r[a]+"."))continue;let l=this.
follow(t,e+1,n.slice(r[a].length+1),s+a*o);if(l)return l}return null}numbers(t){let e=[t.name];for(let n=0;n<t.dims.length;n++){let s=this.names(t,n);e=e.flatMap(r=>s.map(o=>`${r}.${o}`))}return e}all(){return this.fields.flatMap(t=>this.numbers(t))}};function La(i){if(i.kind==="replay"){let e=Object.entries(i.recording.fields),n={};for(let[,s]of e)Object.assign(n,s.labels??{});return new Ia(e.map(
([s,r])=>({...r,name:s,shape:r.shape.slice(1),data:void 0})),n)}let t=i.machine.outputs??i.machine;return new Ia(t.fields,t.labels??i.machine.labels??{})}function bd(i,t){let e=i.flatMap(n=>[n.output,n.work,n.position,...(n.terms??[]).map(s=>s.output),...n.scale??[]]);return[...new Set(e.filter(Boolean).flatMap(n=>wd(n,t)))]}function wd(i,t){let e=t.find(i);return e?t.numbers(e.field).slice(e.start-e.field.place,e.start-e.field.place+e.count):[]}function Td(i,t){let e=n=>wd(n??"",t.catalogue).map(s=>t.history.index.get(s));return i.filter(n=>Sd[n.kind]).
map(n=>({reset(){},...n,...Sd[n.kind](n,t,e)}))}function Md(i,t,e,n){let s=0;for(let r of t)s+=Oh(i,r,e,n)**2;return Math.sqrt(s)}function Oh(i,t,e,n){return i.interpolated(e,t)-i.interpolated(e-n,t)}function pr(i){let t=i();return t>0?t:1}var Sd={value:(i,{history:t},e)=>{let[n]=e(i.output);return{value:s=>n===void 0?NaN:t.interpolated(s,n)}},size:(i,{history:t},e)=>{let n=e(i.output);return{value:s=>n.
length?Math.hypot(...n.map(r=>t.interpolated(s,r))):NaN}},speed:(i,{history:t,period:e},n)=>{let s=n(i.output);return{value:r=>s.length?Md(t,s,r,pr(e))/pr(e):NaN}},rate:(i,{history:t,period:e},n)=>{let[s]=n(i.output);return{value:r=>s===void 0?NaN:Oh(t,s,r,pr(e))/pr(e)}},cost:(i,{history:t,period:e},n)=>{let[s]=n(i.work),r=n(i.position);return{value:a=>{let l=Md(t,r,a,pr(e));return s!==void 0&&l>1e-9?
Oh(t,s,a,pr(e))/(i.mass*9.81*l):NaN}}},balance:fx};function fx(i,{catalogue:t,outputs:e}){let s=(i.terms??[]).map(h=>({factor:h.factor,place:t.find(h.output)?.start})).filter(h=>h.place!==void 0),r=(i.scale??[]).map(h=>t.find(h)?.start).filter(h=>h!==void 0),o=null,a=0,l=0;return{value:()=>{let h=e();o??=s.map(d=>h[d.place]);let u=s.reduce((d,g,v)=>d+g.factor*(h[g.place]-o[v]),0);return a=Math.max(
a,r.reduce((d,g)=>d+Math.abs(h[g]),0)),l=Math.max(l,Math.abs(u)),a>0?l/a:NaN},reset:()=>{o=null,a=0,l=0}}}function xo(i){let t=atob(i),e=new Uint8Array(t.length);for(let n=0;n<t.length;n++)e[n]=t.charCodeAt(n);return e}function _o(i){return typeof i=="string"?new Float32Array(xo(i).buffer):Float32Array.from(i)}function Ad(i){return typeof i=="string"?new Float64Array(xo(i).buffer):Float64Array.from(i)}function Na(i){let t=typeof i.triangles=="string"?xo(i.triangles):null,e=t?i.wide?new Uint32Array(t.buffer):
new Uint16Array(t.buffer):Uint32Array.from(i.triangles.flat());return{points:_o(i.points),triangles:e,smooth:i.smooth!==!1,thin:!!i.thin}}var vo={light:{ground:14542059,line:5991296,strong:3359836,label:"#4a5a70",land:15326400,water:13624563,region:15000804,shallow:10275046,deep:4162485,particle:3829655,obstacle:13616562,crease:1318959,path:13129021,sky:16777215,earth:12174028,sun:16777215,hemisphere:1.55,sunlight:2.1,shadow:.32,bodies:{base:13658693,body:4165577,other:7320030,wing:14919743,oar:14721072,rower:5333626,hull:16052196,rod:10134961},
arrows:[2062922,11740702,8077216,10117632]},dark:{ground:1581616,line:8361909,strong:11124698,label:"#a9b9cd",land:4866867,water:1916245,region:3357252,shallow:2910868,deep:1194584,particle:10274790,obstacle:8222054,crease:329999,path:16751482,sky:13623541,earth:2765890,sun:16774370,hemisphere:.95,sunlight:2,shadow:.55,bodies:{base:15698531,body:5153758,other:8832494,wing:15776604,oar:15775053,rower:9413565,
hull:15327954,rod:9082790},arrows:[6280852,16743282,13673200,15909198]}},Ed=["body","wing","rower","other","oar","hull"];function Da(i,t,e,n){let s=i.bodies;return t==="body"?e%2?s.other:s.body:s[t]??s[Ed[n%Ed.length]]}var Ua={xy:[0,1],xz:[0,2],yz:[1,2],"3d":[0,2]},yo=class{constructor(t,e,n){this.canvas=t,this.payload=e,this.pen=t.getContext("2d"),this.position=n.find("body_position"),this.rotation=n.find("body_rotation"),this.quaternion=n.find("body_quaternion"),this.clouds=e.bodies.map(s=>s.mesh===null?null:Na(e.meshes[s.mesh])),this.axes=Ua[e.scene.view]??Ua.xy,this.centre=[0,0,0],this.cell=0,this.insets={left:0,
right:0,top:0,bottom:0},this.arrows=[],this.trace={mesh:{visible:!0}},this.stage={size:e.scene.size,setInsets:s=>this.insets=s},this.rig=this.makeRig(),this.theme=vo.light}makeRig(){let t={following:!0,zoom:1,text:"",focus:[0,0,0],view:"start"};return t.scale=e=>t.zoom=Math.min(Math.max(t.zoom*e,.1),20),t.turn=()=>{},t.shift=()=>{},t.jump=e=>t.focus=[...e],t.choose=e=>this.axes=e==="side"?Ua.xz:Ua.
xy,t}setTheme(t){this.theme=vo[t]}resize(t,e){let n=Math.min(globalThis.devicePixelRatio||1,2);Object.assign(this,{width:t,height:e,ratio:n}),this.canvas.width=t*n,this.canvas.height=e*n}restart(t){this.update(t),this.rig.jump(this.centre)}update(t){this.outputs=t;let e=this.payload.bodies.length;for(let n=0;n<3;n++){let s=0;for(let r=0;r<e;r++)s+=t[this.position.start+3*r+n];this.centre[n]=s/e}}measure(){}draw(){
if(!this.width||!this.outputs)return!1;this.rig.following&&(this.rig.focus=[...this.centre]);let{pen:t}=this,e=Math.min(this.width-this.insets.left-this.insets.right,this.height-this.insets.top-this.insets.bottom),n=.85*Math.max(e,80)*this.rig.zoom/this.stage.size;t.setTransform(this.ratio,0,0,this.ratio,0,0),t.clearRect(0,0,this.width,this.height);let[s,r]=this.axes,{left:o,right:a,top:l,bottom:c}=this.
insets,[f,h]=[(this.width+o-a)/2,(this.height+l-c)/2],u=(d,g)=>[f+n*(d-this.rig.focus[s]),h-n*(g-this.rig.focus[r])];if(r===1)for(let d of this.payload.scene.obstacles??[])this.polygon(d.outline.map(([g,v])=>u(g,v)),this.theme.obstacle);return this.payload.bodies.forEach((d,g)=>this.body(d,g,u)),!1}body(t,e,n){let[s,r]=this.axes,o=this.position.start+3*e,a=this.clouds[e],l=Da(this.theme,t.role??"b\
ody",e,0);if(!a){t.parent>=0&&this.line(n(this.outputs[o+s],this.outputs[o+r]),n(this.outputs[this.position.start+3*t.parent+s],this.outputs[this.position.start+3*t.parent+r]),l);return}let c=this.turn(e),f=[];for(let h=0;h<a.points.length;h+=3){let u=[0,1,2].map(d=>this.outputs[o+d]+c[3*d]*a.points[h]+c[3*d+1]*a.points[h+1]+c[3*d+2]*a.points[h+2]);f.push(n(u[s],u[r]))}this.polygon(dx(f),l)}turn(t){
if(this.rotation)return this.outputs.subarray(this.rotation.start+9*t,this.rotation.start+9*t+9);let[e,n,s,r]=this.outputs.subarray(this.quaternion.start+4*t,this.quaternion.start+4*t+4);return[1-2*(s*s+r*r),2*(n*s-e*r),2*(n*r+e*s),2*(n*s+e*r),1-2*(n*n+r*r),2*(s*r-e*n),2*(n*r-e*s),2*(s*r+e*n),1-2*(n*n+s*s)]}polygon(t,e){let{pen:n}=this;n.beginPath(),t.forEach(([s,r],o)=>o?n.lineTo(s,r):n.moveTo(s,
r)),n.closePath(),n.fillStyle=`#${e.toString(16).padStart(6,"0")}`,n.fill(),n.strokeStyle="#0006",n.stroke()}line(t,e,n){let{pen:s}=this;s.beginPath(),s.moveTo(...t),s.lineTo(...e),s.lineWidth=2,s.strokeStyle=`#${n.toString(16).padStart(6,"0")}`,s.stroke(),s.lineWidth=1}dispose(){}};function dx(i){let t=[...i].sort((n,s)=>n[0]-s[0]||n[1]-s[1]),e=n=>{let s=[];for(let r of n){for(;s.length>1&&px(s[s.
length-2],s[s.length-1],r)<=0;)s.pop();s.push(r)}return s.slice(0,-1)};return[...e(t),...e(t.reverse())]}function px(i,t,e){return(t[0]-i[0])*(e[1]-i[1])-(t[1]-i[1])*(e[0]-i[0])}function Rd(){return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches?"dark":"light"}var Cd={s:"sliders",p:"plots",v:"look",h:"help","?":"help"};function mx(i){return/[",\n\r]/.test(i)?`"${i.replaceAll('"','""')}"`:i}function*Pd(i,t=[],e=i.names.map((n,s)=>s)){yield t.map(s=>`# ${s.replace(/[\r\n]+/g," ")}
`).join("")+["time",...e.map(s=>mx(i.names[s]))].join(",")+`
`;let n=[];for(let s=0;s<i.count;s++){let r=[String(Number(i.time(s).toPrecision(12)))];for(let o of e){let a=i.value(s,o);r.push(Number.isFinite(a)?String(Number(a.toPrecision(8))):"")}n.push(r.join(",")),n.length===2e3&&(yield n.join(`
`)+`
`,n=[])}n.length&&(yield n.join(`
`)+`
`)}function Xe(i,t=4){if(i==null||Number.isNaN(i))return"–";if(!Number.isFinite(i))return i>0?"∞":"−∞";if(i===0)return"0";let e=Math.abs(i);return(e>=1e6||e<1e-4?i.toExponential(Math.max(t-2,0)):String(Number(i.toPrecision(t)))).replace("-","−")}function Fa(i,t=3){if(i==null||!Number.isFinite(i))return"–";let e=Math.abs(i);if(e!==0&&(e>=1e5||e<.001))return i.toExponential(t-1).replace(/-/g,
"−");let n=e>0?Math.floor(Math.log10(e))+1:1;return i.toFixed(Math.min(Math.max(t-n,0),t+1)).replace("-","−")}function Ds(i){if(!(i>0))return 1;let t=10**Math.floor(Math.log10(i)),e=i/t;return[1,2,5,10].reduce((s,r)=>Math.abs(Math.log(r/e))<Math.abs(Math.log(s/e))?r:s)*t}function Bh(i){let t=Math.abs(i);return t>=1e3?`${Xe(i/1e3)} km`:t>=1||t===0?`${Xe(i)} m`:t>=.01?`${Xe(i*100)} cm`:`${Xe(i*1e3)}\
 mm`}function Id(i,t){if(!Number.isFinite(i))return"–";if(t&&t<.2)return`${i.toFixed(4)} s`;if(i<60)return`${i.toFixed(2)} s`;let e=Math.floor(i),n=r=>String(r).padStart(2,"0"),s=`${n(Math.floor(e/60)%60)}:${n(e%60)}`;return e>=3600?`${Math.floor(e/3600)}:${s}`:`${s}.${Math.floor((i-e)*10)}`}function Ld(i){return i<1?`${Xe(i*1e3,3)} ms`:i<120?`${Xe(i,3)} s`:i<7200?`${Xe(i/60,3)} min`:`${Xe(i/3600,
3)} h`}function pt(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))r==null||r===!1||(s==="text"?n.textContent=r:s.startsWith("on")?n.addEventListener(s.slice(2),r):s in gx?n[s]=r:n.setAttribute(s,r===!0?"":r));return n.append(...e.filter(s=>s!=null)),n}var gx={value:1,checked:1,hidden:1,disabled:1},xx={play:"M7 4.5v15l12-7.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",step:"\
M6 5v14l9-7zM16 5h2.5v14H16z",reset:"M12 5V2L7 6.5 12 11V8a5 5 0 1 1-5 5H4.5A7.5 7.5 0 1 0 12 5z",repeat:"M7 7h9v3l4.5-4L16 2v3H5v7h2zm10 10H8v-3l-4.5 4L8 22v-3h11v-7h-2z",sliders:"M4 6h9v2H4zm12-2h2v2h2v2h-2v2h-2zM4 16h3v-2h2v6H7v-2H4zm8 0h8v2h-8zM4 11h16v2H4z",plots:"M4 4h2v14h14v2H4zm4 10 4-5 3 3 4-6 1.6 1.2-5.3 7.6-3-3L9.5 15z",eye:"M12 5c5 0 8.5 4.3 9.8 7-1.3 2.7-4.8 7-9.8 7s-8.5-4.3-9.8-7C3.\
5 9.3 7 5 12 5zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",link:"M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zm4 0v2h3a3 3 0 0 1 0 6h-3v2h3a5 5 0 0 0 0-10zM8 11h8v2H8z",save:"M11 3h2v9l3-3 1.4 1.4L12 16l-5.4-5.6L8 9l3 3zM4 17h2v2h12v-2h2v4H4z",sun:"M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 2h2v4h-2zm0 16h2v4h-2zM2 11h4v2H2zm16 0h4v2h-4zM4.2 5.6l1.4-1.4 2.8 2.8L7 8.4zm11.4 11.4\
 1.4-1.4 2.8 2.8-1.4 1.4zM4.2 18.4 7 15.6 8.4 17l-2.8 2.8zM15.6 7l2.8-2.8 1.4 1.4L17 8.4z",help:"M11 17h2v2h-2zm1-12a4 4 0 0 1 4 4c0 2.5-3 3-3 5.5v.5h-2v-.5c0-3.5 3-3.5 3-5.5a2 2 0 0 0-4 0H8a4 4 0 0 1 4-4z",close:"M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",follow:"M12 3l2 4h-4zm0 18-2-4h4zM3 12l4-2v4zm18 0-4 2v-4zm-9-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"};
function Nd(i){let t="http://www.w3.org/2000/svg",e=document.createElementNS(t,"svg");e.setAttribute("viewBox","0 0 24 24"),e.setAttribute("aria-hidden","true");let n=document.createElementNS(t,"path");return n.setAttribute("d",xx[i]),e.append(n),e}function Dd(i,t){i.querySelector("svg").replaceWith(Nd(t))}function Ln(i,t,e,n={}){return pt("button",{type:"button",class:"icon","aria-label":t,title:t,
onclick:e,...n},Nd(i))}function Oa(i,t,e,n={}){let s=pt("button",{type:"button",class:"chip","aria-pressed":String(t),text:i,...n});return s.addEventListener("click",()=>{let r=s.getAttribute("aria-pressed")!=="true";s.setAttribute("aria-pressed",String(r)),e(r)}),s}function Ud(i,t,e){let n=URL.createObjectURL(new Blob(t,{type:e})),s=pt("a",{href:n,download:i});document.body.append(s),s.click(),s.
remove(),setTimeout(()=>URL.revokeObjectURL(n),1e4)}function Fd(i){let{world:t,runner:e,layout:n}=i,s={camera:t.rig.text};s.speed=String(e.speed);let r=t.arrows.map((a,l)=>a.group.visible?`${l}:${a.factor.toPrecision(3)}`:null).filter(Boolean);t.arrows.length&&(s.arrows=r.join(",")),n.chosenTheme!=="auto"&&(s.theme=n.chosenTheme);let o=n.plots.plots.map(a=>n.plotKey(a.spec));return o.join(",")!==n.firstPlots&&(s.plots=o.join(",")),s}function Od(i,t){
let{world:e,layout:n}=i;t.camera&&(e.rig.text=t.camera);let s=Number(t.speed);s>=.001&&s<=10&&i.setSpeed(s),["light","dark"].includes(t.theme)&&n.setTheme(t.theme),t.arrows!==void 0&&e.arrows.forEach((r,o)=>n.showArrows(o,!1));for(let r of(t.arrows??"").split(",")){let[o,a]=r.split(":").map(Number);!e.arrows[o]||!(a>0)||(n.showArrows(o,!0),e.arrows[o].factor=a)}if(t.plots!==void 0){n.plots.clear();
for(let r of t.plots.split(","))n.addByKey(r,i)}}function Bd(i){let{history:t}=i.runner,{payload:e}=i,n=[`${e.title}: ${e.about??""}`,`made by Elver ${e.version??""}; time [s], all else in SI units`],s=Object.entries(i.layout.sliders?.changed()??{});s.length&&n.push(`parameters at the end: ${s.map(([o,a])=>`${o} = ${a}`).join(", ")}`),t.dropped&&n.push(`the first ${t.dropped} samples were dropped:\
 the page keeps the last ${Ld(t.newest-t.oldest)}`);let r=String(e.title??"run").replace(/[^\w.-]+/g,"-").toLowerCase();Ud(`${r}.csv`,[...Pd(t,n)],"text/csv")}var Mo=class{constructor(t){this.rows=t.map(n=>({figure:n,value:pt("b",{text:"–"})}));let e=this.rows.map(({figure:n,value:s})=>pt("div",{class:"figure",title:n.meaning},pt("span",{text:n.title}),pt("span",{class:"number"},s," ",pt("small",{text:n.unit==="1"?"":n.unit}))));this.element=pt("div",{class:"figures",role:"group","aria-label":"figures"},...e),this.element.hidden=e.length===0}update(t){
for(let{figure:e,value:n}of this.rows){let s=Fa(e.value(t),3);s!==n.textContent&&(n.textContent=s)}}};var _x=[["space","play, pause"],[".","one step"],["r","start again"],["s  v  p  h","parameters, view, plots, help"],["1  2  3","free view, top, side"],["f","follow the machine"],["arrows","turn the view (when it has the focus)"],["shift arrows","move the view"],["+  −","nearer, farther"]];function kd(i){let t=_x.map(([s,r])=>pt("tr",{},pt("th",{scope:"row"},...s.split("  ").map(o=>pt("kbd",{text:o}))),
pt("td",{text:r})));return pt("div",{class:"help"},pt("p",{text:i?"This page replays a recorded run: drag the time line, or click into a plot.":"The machine is computed in this page while you look. A slider moves its parameter smoothly; the machine never jumps."}),pt("p",{text:"Drag to turn the view, drag with shift or the right button (two fingers) to move it, wheel or pinch to come nearer."}),pt(
"table",{},...t))}var vx=[["free","Free"],["top","Top"],["side","Side"]],Ba=class{constructor(t,e){this.world=t;let n=vx.map(([s,r])=>pt("button",{type:"button",class:"chip",text:r,onclick:()=>e.view(s)}));this.followButton=Oa("Follow",t.rig.following,e.follow),this.pathButton=Oa("Path",!0,e.path),this.rows=t.arrows.map((s,r)=>this.arrowRow(s,r,e)),this.element=pt("div",{class:"look"},pt("div",{class:"chips",role:"\
group","aria-label":"view"},...n,this.followButton,this.pathButton),...this.rows.map(s=>s.element),t.cell?pt("p",{class:"note",text:`Grid: ${Bh(t.cell)}`}):null)}arrowRow(t,e,n){let s=pt("i",{class:"dot"}),r=t.spec.title??t.spec.name,o=Oa(r,!1,c=>{n.arrows(e,c),this.update()});o.prepend(s);let a=pt("input",{type:"range",min:-30,max:30,step:1,value:0,"aria-label":`length of the arrows: ${r}`});a.addEventListener(
"input",()=>{n.scale(e,10**(Number(a.value)/20)),this.update()});let l=pt("span",{class:"note wide"});return{arrows:t,button:o,dot:s,scale:a,text:l,element:pt("div",{class:"arrowrow"},o,a,l)}}update(){for(let{arrows:t,dot:e,text:n,scale:s}of this.rows){e.style.background=`#${(t.colour??0).toString(16).padStart(6,"0")}`,s.disabled=!t.group.visible;let r=t.shown,o=Ds(.1*this.world.stage.size);n.textContent=
t.group.visible&&r>0?`${Bh(o)} = ${Xe(o/r,3)} ${t.spec.unit}`:""}}press(t,e){this.rows[t].button.setAttribute("aria-pressed",String(e))}};var ka=class{constructor(){this.element=pt("div",{class:"message",role:"alertdialog","aria-labelledby":"elver-says",tabindex:-1}),this.element.hidden=!0}show(t,e,n){let s=n.map(([r,o],a)=>pt("button",{type:"button",class:a?"":"main",text:r,onclick:()=>{this.hide(),o()}}));this.element.replaceChildren(pt("h2",{id:"elver-says",text:t}),pt("p",{text:e}),pt("div",{class:"buttons"},...s)),this.element.
hidden=!1,(s[0]??this.element).focus({preventScroll:!0})}hide(){this.element.hidden=!0}get shown(){return!this.element.hidden}};var yx="uplot",Mx="u-hz",Sx="u-vt",bx="u-title",wx="u-wrap",Tx="u-under",Ax="u-over",Ex="u-axis",Os="u-off",Rx="u-select",Cx="u-cursor-x",Px="u-cursor-y",Ix="u-cursor-pt",Lx="u-legend",Nx="u-live",Dx="u-inline",Ux="u-series",Fx="u-marker",zd="u-label",Ox="u-value",bo="width",wo="height";var Vd="bottom",mr="left",kh="right",nu="#000",Gd=nu+"0",zh="mousemove",Hd="mousedown",Vh="mouseup",Wd="mouseenter",Xd="mouseleave",qd="dblclick",Bx="resize",kx="scroll",Yd="change",Wa="dppxchange",iu="--",Sr=typeof window<"u",qh=Sr?document:null,xr=Sr?window:null,zx=Sr?navigator:null,Se,za;function Yh(){let i=devicePixelRatio;Se!=i&&(Se=i,za&&Zh(Yd,za,Yh),za=matchMedia(`(min-resolution: ${Se-.001}\
dppx) and (max-resolution: ${Se+.001}dppx)`),Bs(Yd,za,Yh),xr.dispatchEvent(new CustomEvent(Wa)))}function Qn(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function $h(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function ze(i,t,e){i.style[t]=e+"px"}function gi(i,t,e,n){let s=qh.createElement(i);return t!=null&&Qn(s,t),e?.insertBefore(s,n),s}function li(i,t){return gi("div",i,t)}
var $d=new WeakMap;function Di(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=$d.get(i);r!=o&&(i.style.transform=r,$d.set(i,r),t<0||e<0||t>n||e>s?Qn(i,Os):$h(i,Os))}var Zd=new WeakMap;function Jd(i,t,e){let n=t+e,s=Zd.get(i);n!=s&&(Zd.set(i,n),i.style.background=t,i.style.borderColor=e)}var Kd=new WeakMap;function jd(i,t,e,n){let s=t+""+e,r=Kd.get(i);s!=r&&(Kd.set(i,s),i.style.height=e+"px",i.style.
width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var su={passive:!0},Vx={...su,capture:!0};function Bs(i,t,e,n){t.addEventListener(i,e,n?Vx:su)}function Zh(i,t,e,n){t.removeEventListener(i,e,su)}Sr&&Yh();function xi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:ti((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Ap(i){return(e,n,s)=>{
let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Ep=i=>i!=null,Rp=i=>i!=null&&i>0,Ya=Ap(Ep),Gx=Ap(Rp);function Hx(i,t,e,n=0,s=!1){let r=s?Gx:Ya,o=s?Rp:Ep;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let f=i[c];o(f)&&(f<a?a=f:f>l&&(l=f))}return[a??Le,l??-Le]}function $a(i,t,e,n){
let s=ep(i),r=ep(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ki:Cp,a=s==1?ti:ci,l=r==1?ci:ti,c=a(o(gn(i))),f=l(o(gn(t))),h=_r(e,c),u=_r(e,f);return e==10&&(c<0&&(h=Ne(h,-c)),f<0&&(u=Ne(u,-f))),n||e==2?(i=h*s,t=u*r):(i=Np(i,h),t=Za(t,u)),[i,t]}function ru(i,t,e,n){let s=$a(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var ou=.1,Qd={mode:3,pad:ou},Ao={pad:0,soft:null,mode:0},Wx={min:Ao,max:Ao};
function Xa(i,t,e,n){return Ja(e)?tp(i,t,e):(Ao.pad=e,Ao.soft=n?0:null,Ao.mode=n?3:0,tp(i,t,Wx))}function ye(i,t){return i??t}function Xx(i,t,e){for(t=ye(t,0),e=ye(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function tp(i,t,e){let n=e.min,s=e.max,r=ye(n.pad,0),o=ye(s.pad,0),a=ye(n.hard,-Le),l=ye(s.hard,Le),c=ye(n.soft,Le),f=ye(s.soft,-Le),h=ye(n.mode,0),u=ye(s.mode,0),d=t-i,g=Ki(d),v=Vn(
gn(i),gn(t)),p=Ki(v),m=gn(p-g);(d<1e-24||m>10)&&(d=0,(i==0||t==0)&&(d=1e-24,h==2&&c!=Le&&(r=0),u==2&&f!=-Le&&(o=0)));let S=d||v||1e3,A=Ki(S),M=_r(10,ti(A)),P=S*(d==0?i==0?.1:1:r),E=Ne(Np(i-P,M/10),24),_=i>=c&&(h==1||h==3&&E<=c||h==2&&E>=c)?c:Le,T=Vn(a,E<_&&i>=_?_:_i(_,E)),B=S*(d==0?t==0?.1:1:o),D=Ne(Za(t+B,M/10),24),N=t<=f&&(u==1||u==3&&D>=f||u==2&&D<=f)?f:-Le,k=_i(l,D>N&&t<=N?N:Vn(N,D));return T==
k&&T==0&&(k=100),[T,k]}var qx=new Intl.NumberFormat(Sr?zx.language:"en-US"),au=i=>qx.format(i),ei=Math,Ha=ei.PI,gn=ei.abs,ti=ei.floor,mn=ei.round,ci=ei.ceil,_i=ei.min,Vn=ei.max,_r=ei.pow,ep=ei.sign,Ki=ei.log10,Cp=ei.log2,Yx=(i,t=1)=>ei.sinh(i)*t,Gh=(i,t=1)=>ei.asinh(i/t),Le=1/0;function np(i){return(Ki((i^i>>31)-(i>>31))|0)+1}function Jh(i,t,e){return _i(Vn(i,t),e)}function Pp(i){return typeof i==
"function"}function me(i){return Pp(i)?i:()=>i}var $x=()=>{},Ip=i=>i,Lp=(i,t)=>t,Zx=i=>null,ip=i=>!0,sp=(i,t)=>i==t,Jx=/\.\d*?(?=9{6,}|0{6,})/gm,ks=i=>{if(Up(i)||xs.has(i))return i;let t=`${i}`,e=t.match(Jx);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${ks(s)}e${r}`}return Ne(i,n)};function Us(i,t){return ks(Ne(ks(i/t))*t)}function Za(i,t){return ks(
ci(ks(i/t))*t)}function Np(i,t){return ks(ti(ks(i/t))*t)}function Ne(i,t=0){if(Up(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return mn(n)/e}var xs=new Map;function Dp(i){return((""+i).split(".")[1]||"").length}function Ro(i,t,e,n){let s=[],r=n.map(Dp);for(let o=t;o<e;o++){let a=gn(o),l=Ne(_r(i,o),a);for(let c=0;c<n.length;c++){let f=i==10?+`${n[c]}e${o}`:n[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),
u=i==10?f:Ne(f,h);s.push(u),xs.set(u,h)}}return s}var Eo={},lu=[],vr=[null,null],gs=Array.isArray,Up=Number.isInteger,Kx=i=>i===void 0;function rp(i){return typeof i=="string"}function Ja(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function jx(i){return i!=null&&typeof i=="object"}var Qx=Object.getPrototypeOf(Uint8Array),Fp="__proto__";function yr(i,t=Ja){let e;if(gs(
i)){let n=i.find(s=>s!=null);if(gs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=yr(i[s],t)}else e=i.slice()}else if(i instanceof Qx)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Fp&&(e[n]=yr(i[n],t))}else e=i;return e}function hn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Fp&&(Ja(i[s])?hn(i[s],yr(n[s])):i[s]=yr(n[s]))}return i}var t_=0,e_=1,n_=2;function i_(i,t,e){
for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function s_(i,t){if(a_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return l_(o[0])||(o=o_(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let f=0;f<c;f++)e.add(l[f])}let n=[Array.from(e).sort((o,a)=>o-a)],
s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let f=a[c],h=Array(s).fill(void 0),u=t?t[o][c]:e_,d=[];for(let g=0;g<f.length;g++){let v=f[g],p=r.get(l[g]);v===null?u!=t_&&(h[p]=v,u==n_&&d.push(p)):h[p]=v}i_(h,d,s),n.push(h)}}return n}var r_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function o_(i){
let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function a_(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function l_(i,t=100){let e=i.
length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Vn(1,ti((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Op=["January","February","March","April","May","June","July","August","September","October","November","December"],Bp=["Sunday","Monday","Tuesday","Wednesday","Thursday","Frid\
ay","Saturday"];function kp(i){return i.slice(0,3)}var c_=Bp.map(kp),h_=Op.map(kp),u_={MMMM:Op,MMM:h_,WWWW:Bp,WWW:c_};function So(i){return(i<10?"0":"")+i}function f_(i){return(i<10?"00":i<100?"0":"")+i}var d_={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>So(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>So(i.getDate()),
D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>So(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>So(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>So(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>f_(i.getMilliseconds())};function cu(i,t){
t=t||u_;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?d_[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var p_=new Intl.DateTimeFormat().resolvedOptions().timeZone;function m_(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==p_?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),
e.setMilliseconds(i.getMilliseconds())),e}var zp=i=>i%1==0,qa=[1,2,2.5,5],g_=Ro(10,-32,0,qa),Vp=Ro(10,0,32,qa),x_=Vp.filter(zp),Fs=g_.concat(Vp),hu=`
`,Gp="{YYYY}",op=hu+Gp,Hp="{M}/{D}",To=hu+Hp,Va=To+"/{YY}",Wp="{aa}",__="{h}:{mm}",gr=__+Wp,ap=hu+gr,lp=":{ss}",be=null;function Xp(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ro(10,0,3,qa).filter(zp):Ro(10,-3,0,qa)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),
c=[[o,Gp,be,be,be,be,be,be,1],[s*28,"{MMM}",op,be,be,be,be,be,1],[s,Hp,op,be,be,be,be,be,1],[n,"{h}"+Wp,Va,be,To,be,be,be,1],[e,gr,Va,be,To,be,be,be,1],[t,lp,Va+" "+gr,be,To+" "+gr,be,ap,be,1],[i,lp+".{fff}",Va+" "+gr,be,To+" "+gr,be,ap,be,1]];function f(h){return(u,d,g,v,p,m)=>{let S=[],A=p>=o,M=p>=r&&p<o,P=h(g),E=Ne(P*i,3),_=Hh(P.getFullYear(),A?0:P.getMonth(),M||A?1:P.getDate()),T=Ne(_*i,3);if(M||
A){let B=M?p/r:0,D=A?p/o:0,N=E==T?E:Ne(Hh(_.getFullYear()+D,_.getMonth()+B,1)*i,3),k=new Date(mn(N/i)),G=k.getFullYear(),L=k.getMonth();for(let H=0;N<=v;H++){let q=Hh(G+D*H,L+B*H,1),V=q-h(Ne(q*i,3));N=Ne((+q+V)*i,3),N<=v&&S.push(N)}}else{let B=p>=s?s:p,D=ti(g)-ti(E),N=T+D+Za(E-T,B);S.push(N);let k=h(N),G=k.getHours()+k.getMinutes()/e+k.getSeconds()/n,L=p/n,H=u.axes[d]._space,q=m/H;for(;N=Ne(N+p,i==
1?0:3),!(N>v);)if(L>1){let V=ti(Ne(G+L,6))%24,j=h(N).getHours()-V;j>1&&(j=-1),N-=j*n,G=(G+L)%24;let it=S[S.length-1];Ne((N-it)/p,3)*q>=.7&&S.push(N)}else S.push(N)}return S}}return[l,c,f]}var[v_,y_,M_]=Xp(1),[S_,b_,w_]=Xp(.001);Ro(2,-53,53,[1]);function cp(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function hp(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||
t[t.length-1],l,c,f,h,u,d;return n.map(g=>{let v=i(g),p=v.getFullYear(),m=v.getMonth(),S=v.getDate(),A=v.getHours(),M=v.getMinutes(),P=v.getSeconds(),E=p!=l&&a[2]||m!=c&&a[3]||S!=f&&a[4]||A!=h&&a[5]||M!=u&&a[6]||P!=d&&a[7]||a[1];return l=p,c=m,f=S,h=A,u=M,d=P,E(v)})}}function T_(i,t){let e=cu(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Hh(i,t,e){return new Date(i,t,e)}function up(i,t){return t(
i)}var A_="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function fp(i,t){return(e,n,s,r)=>r==null?iu:t(i(n))}function E_(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function R_(i,t){return i.series[t].fill(i,t)}var C_={show:!0,live:!0,isolate:!1,mount:$x,markers:{show:!0,width:2,stroke:E_,fill:R_,dash:"solid"},idx:null,idxs:null,values:[]};function P_(i,t){let e=i.
cursor.points,n=li(),s=e.size(i,t);ze(n,bo,s),ze(n,wo,s);let r=s/-2;ze(n,"marginLeft",r),ze(n,"marginTop",r);let o=e.width(i,t,s);return o&&ze(n,"borderWidth",o),n}function I_(i,t){let e=i.series[t].points;return e._fill||e._stroke}function L_(i,t){let e=i.series[t].points;return e._stroke||e._fill}function N_(i,t){return i.series[t].points.size}var Wh=[0,0];function D_(i,t,e){return Wh[0]=t,Wh[1]=
e,Wh}function Ga(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Xh(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var U_={show:!0,x:!0,y:!0,lock:!1,move:D_,points:{one:!1,show:P_,size:N_,width:0,stroke:L_,fill:I_},bind:{mousedown:Ga,mouseup:Ga,click:Ga,dblclick:Ga,mousemove:Xh,mouseleave:Xh,mouseenter:Xh},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),
t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},qp={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},uu=hn({},qp,{filter:Lp}),Yp=hn({},uu,{size:10}),$p=hn({},qp,{show:!1}),fu='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", s\
ans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Zp="bold "+fu,Jp=1.5,dp={show:!0,scale:"x",stroke:nu,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Zp,side:2,grid:uu,ticks:Yp,border:$p,font:fu,lineGap:Jp,rotate:0},F_="Value",O_="Time",pp={show:!0,scale:"x",auto:!1,sorted:1,min:Le,max:-Le,idxs:[]};function B_(i,t,e,n,s){return t.map(r=>r==
null?"":au(r))}function k_(i,t,e,n,s,r,o){let a=[],l=xs.get(s)||0;e=o?e:Ne(Za(e,s),l);for(let c=e;c<=n;c=Ne(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Kh(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ki:Cp,f=ti(c(e));s=_r(l,f),l==10&&(s=Fs[xi(s,Fs)]);let h=e,u=s*l;l==10&&(u=Fs[xi(u,Fs)]);do a.push(h),h=h+s,l==10&&!xs.has(h)&&(h=Ne(h,xs.get(s))),h>=u&&(s=h,u=s*l,l==10&&(u=
Fs[xi(u,Fs)]));while(h<=n);return a}function z_(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Kh(i,t,Vn(l,e),n,s):[l],f=n>=0&&e<=0?[0]:[];return(e<-l?Kh(i,t,Vn(l,-n),-e,s):[l]).reverse().map(u=>-u).concat(f,c)}var Kp=/./,V_=/[12357]/,G_=/[125]/,mp=/1/,jh=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function H_(i,t,e,n,s){let r=i.axes[e],o=r.scale,
a=i.scales[o],l=i.valToPos,c=r._space,f=l(10,o),h=l(9,o)-f>=c?Kp:l(7,o)-f>=c?V_:l(5,o)-f>=c?G_:mp;if(h==mp){let u=gn(l(1,o)-f);if(u<c)return jh(t.slice().reverse(),a.distr,h,ci(c/u)).reverse()}return jh(t,a.distr,h,1)}function W_(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=gn(l(1,o)-l(2,o));return c<a?jh(t.slice().reverse(),3,Kp,ci(a/c)).reverse():t}function X_(i,t,e,n){return n==
null?iu:t==null?"":au(t)}var gp={show:!0,scale:"y",stroke:nu,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Zp,side:3,grid:uu,ticks:Yp,border:$p,font:fu,lineGap:Jp,rotate:0};function q_(i,t){let e=3+(i||1)*2;return Ne(e*t,3)}function Y_(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=gn(o-r),l=i.series[t],c=a/(l.points.space*
Se);return n[1]-n[0]<=c}var xp={scale:null,auto:!0,sorted:0,min:Le,max:-Le},jp=(i,t,e,n,s)=>s,_p={show:!0,auto:!0,sorted:0,gaps:jp,alpha:1,facets:[hn({},xp,{scale:"x"}),hn({},xp,{scale:"y"})]},vp={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:jp,alpha:1,points:{show:Y_,filter:null},values:null,min:Le,max:-Le,idxs:[],path:null,clip:null};function $_(i,t,e,n,s){return e/10}var Qp={time:!0,auto:!0,
distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Z_=hn({},Qp,{time:!1,ori:1}),yp={};function tm(i,t){let e=yp[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let f=0;f<e.plots.length;f++)e.plots[f]!=s&&e.plots[f].pub(n,s,r,o,a,l,c)}},i!=null&&(yp[i]=e)),e}var Mr=1,Qh=2;function zs(i,t,e){let n=i.mode,s=i.series[t],r=n==2?
i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],f=n==2?o[s.facets[0].scale]:o[i.series[0].scale],h=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,d=a.top,g=a.width,v=a.height,p=i.valToPosH,m=i.valToPosV;return f.ori==0?e(s,l,c,f,h,p,m,u,d,g,v,ja,br,tl,nm,sm):e(s,l,c,f,h,m,p,d,u,v,g,Qa,wr,mu,im,rm)}function du(i,t){let e=0,n=0,s=ye(i.bands,lu);for(let r=0;r<s.length;r++){let o=s[r];o.
series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function J_(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ji(i,t,e,n,s,r){return zs(i,t,(o,a,l,c,f,h,u,d,g,v,p)=>{let m=o.pxRound,S=c.dir*(c.ori==0?1:-1),A=c.ori==0?br:wr,M,P;S==1?(M=e,P=n):(M=n,P=
e);let E=m(h(a[M],c,v,d)),_=m(u(l[M],f,p,g)),T=m(h(a[P],c,v,d)),B=m(u(r==1?f.max:f.min,f,p,g)),D=new Path2D(s);return A(D,T,B),A(D,E,B),A(D,E,_),D})}function Ka(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?tl:mu,l=e;for(let h=0;h<i.length;h++){let u=i[h];if(u[1]>u[0]){let d=u[0]-l;d>0&&a(o,l,n,d,n+r),l=u[1]}}let c=e+s-l,f=10;c>0&&a(o,l,n-f/2,c,n+r+f)}return o}function K_(i,t,e){let n=i[i.
length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function pu(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let h=c,u=c;if(s==1)for(;++c<=n&&t[c]===null;)u=c;else for(;--c>=e&&t[c]===null;)u=c;let d=r(i[h]),g=u==h?d:r(i[u]),v=h-s;d=o<=0&&v>=0&&v<l?r(i[v]):d;let m=u+s;g=o>=0&&m>=0&&m<l?r(i[m]):g,g>=d&&a.push([d,g])}return a}function Mp(i){return i==0?Ip:i==1?mn:t=>Us(
t,i)}function em(i){let t=i==0?ja:Qa,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,f=0)=>{c==0&&f==0?n(s,r,o,a,l):(c=_i(c,a/2,l/2),f=_i(f,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,f),e(s,r,o+l,r,o,f),e(s,r,o,r+a,o,c),s.closePath())}}var ja=(i,t,e)=>{i.moveTo(t,
e)},Qa=(i,t,e)=>{i.moveTo(e,t)},br=(i,t,e)=>{i.lineTo(t,e)},wr=(i,t,e)=>{i.lineTo(e,t)},tl=em(0),mu=em(1),nm=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},im=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},sm=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},rm=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function om(i){return(t,e,n,s,r)=>zs(t,e,(o,a,l,c,f,h,u,d,g,v,p)=>{let{pxRound:m,points:S}=o,A,M;c.ori==0?(A=ja,M=nm):
(A=Qa,M=im);let P=Ne(S.width*Se,3),E=(S.size-S.width)/2*Se,_=Ne(E*2,3),T=new Path2D,B=new Path2D,{left:D,top:N,width:k,height:G}=t.bbox;tl(B,D-_,N-_,k+_*2,G+_*2);let L=H=>{if(l[H]!=null){let q=m(h(a[H],c,v,d)),V=m(u(l[H],f,p,g));A(T,q+E,V),M(T,q,V,E,0,Ha*2)}};if(r)r.forEach(L);else for(let H=n;H<=s;H++)L(H);return{stroke:P>0?T:null,fill:T,clip:B,flags:Mr|Qh}})}function am(i){return(t,e,n,s,r,o)=>{
n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var j_=am(br),Q_=am(wr);function lm(i){let t=ye(i?.alignGaps,0);return(e,n,s,r)=>zs(e,n,(o,a,l,c,f,h,u,d,g,v,p)=>{[s,r]=Ya(l,s,r);let m=o.pxRound,S=G=>m(h(G,c,v,d)),A=G=>m(u(G,f,p,g)),M,P;c.ori==0?(M=br,P=j_):(M=wr,P=Q_);let E=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Mr},T=_.stroke,B=!1;if(r-
s>=v*4){let G=ht=>e.posToVal(ht,c.key,!0),L=null,H=null,q,V,lt,Z=S(a[E==1?s:r]),j=S(a[s]),it=S(a[r]),ut=G(E==1?j+1:it-1);for(let ht=E==1?s:r;ht>=s&&ht<=r;ht+=E){let Q=a[ht],_t=(E==1?Q<ut:Q>ut)?Z:S(Q),Et=l[ht];_t==Z?Et!=null?(V=Et,L==null?(M(T,_t,A(V)),q=L=H=V):V<L?L=V:V>H&&(H=V)):Et===null&&(B=!0):(L!=null&&P(T,Z,A(L),A(H),A(q),A(V)),Et!=null?(V=Et,M(T,_t,A(V)),L=H=q=V):(L=H=null,Et===null&&(B=!0)),
Z=_t,ut=G(Z+E))}L!=null&&L!=H&&lt!=Z&&P(T,Z,A(L),A(H),A(q),A(V))}else for(let G=E==1?s:r;G>=s&&G<=r;G+=E){let L=l[G];L===null?B=!0:L!=null&&M(T,S(a[G]),A(L))}let[N,k]=du(e,n);if(o.fill!=null||N!=0){let G=_.fill=new Path2D(T),L=o.fillTo(e,n,o.min,o.max,N),H=A(L),q=S(a[s]),V=S(a[r]);E==-1&&([V,q]=[q,V]),M(G,V,H),M(G,q,H)}if(!o.spanGaps){let G=[];B&&G.push(...pu(a,l,s,r,E,S,t)),_.gaps=G=o.gaps(e,n,s,
r,G),_.clip=Ka(G,c.ori,d,g,v,p)}return k!=0&&(_.band=k==2?[ji(e,n,s,r,T,-1),ji(e,n,s,r,T,1)]:ji(e,n,s,r,T,k)),_})}function tv(i){let t=ye(i.align,1),e=ye(i.ascDesc,!1),n=ye(i.alignGaps,0),s=ye(i.extend,!1);return(r,o,a,l)=>zs(r,o,(c,f,h,u,d,g,v,p,m,S,A)=>{[a,l]=Ya(h,a,l);let M=c.pxRound,{left:P,width:E}=r.bbox,_=j=>M(g(j,u,S,p)),T=j=>M(v(j,d,A,m)),B=u.ori==0?br:wr,D={stroke:new Path2D,fill:null,clip:null,
band:null,gaps:null,flags:Mr},N=D.stroke,k=u.dir*(u.ori==0?1:-1),G=T(h[k==1?a:l]),L=_(f[k==1?a:l]),H=L,q=L;s&&t==-1&&(q=P,B(N,q,G)),B(N,L,G);for(let j=k==1?a:l;j>=a&&j<=l;j+=k){let it=h[j];if(it==null)continue;let ut=_(f[j]),ht=T(it);t==1?B(N,ut,G):B(N,H,ht),B(N,ut,ht),G=ht,H=ut}let V=H;s&&t==1&&(V=P+E,B(N,V,G));let[lt,Z]=du(r,o);if(c.fill!=null||lt!=0){let j=D.fill=new Path2D(N),it=c.fillTo(r,o,c.
min,c.max,lt),ut=T(it);B(j,V,ut),B(j,q,ut)}if(!c.spanGaps){let j=[];j.push(...pu(f,h,a,l,k,_,n));let it=c.width*Se/2,ut=e||t==1?it:-it,ht=e||t==-1?-it:it;j.forEach(Q=>{Q[0]+=ut,Q[1]+=ht}),D.gaps=j=c.gaps(r,o,a,l,j),D.clip=Ka(j,u.ori,p,m,S,A)}return Z!=0&&(D.band=Z==2?[ji(r,o,a,l,N,-1),ji(r,o,a,l,N,1)]:ji(r,o,a,l,N,Z)),D})}function Sp(i,t,e,n,s,r,o=Le){if(i.length>1){let a=null;for(let l=0,c=1/0;l<
i.length;l++)if(t[l]!==void 0){if(a!=null){let f=gn(i[l]-i[a]);f<c&&(c=f,o=gn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function ev(i){i=i||Eo;let t=ye(i.size,[.6,Le,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=me(s),o=1-t[0],a=ye(t[1],Le),l=ye(t[2],1),c=ye(i.disp,Eo),f=ye(i.each,d=>{}),{fill:h,stroke:u}=c;return(d,g,v,p)=>zs(d,g,(m,S,A,M,P,E,_,T,B,D,N)=>{
let k=m.pxRound,G=e,L=n*Se,H=a*Se,q=l*Se,V,lt;M.ori==0?[V,lt]=r(d,g):[lt,V]=r(d,g);let Z=M.dir*(M.ori==0?1:-1),j=M.ori==0?tl:mu,it=M.ori==0?f:(Ct,Yt,re,bt,Ie,zt,qt)=>{f(Ct,Yt,re,Ie,bt,qt,zt)},ut=ye(d.bands,lu).find(Ct=>Ct.series[0]==g),ht=ut!=null?ut.dir:0,Q=m.fillTo(d,g,m.min,m.max,ht),mt=k(_(Q,P,N,B)),_t,Et,St,Ht=D,se=k(m.width*Se),Vt=!1,he=null,ae=null,ne=null,He=null;h!=null&&(se==0||u!=null)&&
(Vt=!0,he=h.values(d,g,v,p),ae=new Map,new Set(he).forEach(Ct=>{Ct!=null&&ae.set(Ct,new Path2D)}),se>0&&(ne=u.values(d,g,v,p),He=new Map,new Set(ne).forEach(Ct=>{Ct!=null&&He.set(Ct,new Path2D)})));let{x0:Ue,size:sn}=c;if(Ue!=null&&sn!=null){G=1,S=Ue.values(d,g,v,p),Ue.unit==2&&(S=S.map(re=>d.posToVal(T+re*D,M.key,!0)));let Ct=sn.values(d,g,v,p);sn.unit==2?Et=Ct[0]*D:Et=E(Ct[0],M,D,T)-E(0,M,D,T),Ht=
Sp(S,A,E,M,D,T,Ht),St=Ht-Et+L}else Ht=Sp(S,A,E,M,D,T,Ht),St=Ht*o+L,Et=Ht-St;St<1&&(St=0),se>=Et/2&&(se=0),St<5&&(k=Ip);let Ce=St>0,vn=Ht-St-(Ce?se:0);Et=k(Jh(vn,q,H)),_t=(G==0?Et/2:G==Z?0:Et)-G*Z*((G==0?L/2:0)+(Ce?se/2:0));let _e={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},dn=Vt?null:new Path2D,Ze=null;if(ut!=null)Ze=d.data[ut.series[1]];else{let{y0:Ct,y1:Yt}=c;Ct!=null&&Yt!=null&&
(A=Yt.values(d,g,v,p),Ze=Ct.values(d,g,v,p))}let rn=V*Et,F=lt*Et;for(let Ct=Z==1?v:p;Ct>=v&&Ct<=p;Ct+=Z){let Yt=A[Ct];if(Yt==null)continue;if(Ze!=null){let W=Ze[Ct]??0;if(Yt-W==0)continue;mt=_(W,P,N,B)}let re=M.distr!=2||c!=null?S[Ct]:Ct,bt=E(re,M,D,T),Ie=_(ye(Yt,Q),P,N,B),zt=k(bt-_t),qt=k(Vn(Ie,mt)),R=k(_i(Ie,mt)),y=qt-R;if(Yt!=null){let W=Yt<0?F:rn,ct=Yt<0?rn:F;Vt?(se>0&&ne[Ct]!=null&&j(He.get(ne[Ct]),
zt,R+ti(se/2),Et,Vn(0,y-se),W,ct),he[Ct]!=null&&j(ae.get(he[Ct]),zt,R+ti(se/2),Et,Vn(0,y-se),W,ct)):j(dn,zt,R+ti(se/2),Et,Vn(0,y-se),W,ct),it(d,g,Ct,zt-se/2,R,Et+se,y)}}return se>0?_e.stroke=Vt?He:dn:Vt||(_e._fill=m.width==0?m._fill:m._stroke??m._fill,_e.width=0),_e.fill=Vt?ae:dn,_e})}function nv(i,t){let e=ye(t?.alignGaps,0);return(n,s,r,o)=>zs(n,s,(a,l,c,f,h,u,d,g,v,p,m)=>{[r,o]=Ya(c,r,o);let S=a.
pxRound,A=V=>S(u(V,f,p,g)),M=V=>S(d(V,h,m,v)),P,E,_;f.ori==0?(P=ja,_=br,E=sm):(P=Qa,_=wr,E=rm);let T=f.dir*(f.ori==0?1:-1),B=A(l[T==1?r:o]),D=B,N=[],k=[];for(let V=T==1?r:o;V>=r&&V<=o;V+=T)if(c[V]!=null){let Z=l[V],j=A(Z);N.push(D=j),k.push(M(c[V]))}let G={stroke:i(N,k,P,_,E,S),fill:null,clip:null,band:null,gaps:null,flags:Mr},L=G.stroke,[H,q]=du(n,s);if(a.fill!=null||H!=0){let V=G.fill=new Path2D(
L),lt=a.fillTo(n,s,a.min,a.max,H),Z=M(lt);_(V,D,Z),_(V,B,Z)}if(!a.spanGaps){let V=[];V.push(...pu(l,c,r,o,T,A,e)),G.gaps=V=a.gaps(n,s,r,o,V),G.clip=Ka(V,f.ori,g,v,p,m)}return q!=0&&(G.band=q==2?[ji(n,s,r,o,L,-1),ji(n,s,r,o,L,1)]:ji(n,s,r,o,L,q)),G})}function iv(i){return nv(sv,i)}function sv(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{
let l=Array(o),c=Array(o-1),f=Array(o-1),h=Array(o-1);for(let u=0;u<o-1;u++)f[u]=t[u+1]-t[u],h[u]=i[u+1]-i[u],c[u]=f[u]/h[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(h[u-1]+h[u])/((2*h[u]+h[u-1])/c[u-1]+(h[u]+2*h[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+h[u]/3,t[u]+l[u]*h[u]/3,i[u+1]-h[u]/3,t[u+1]-l[u+1]*h[u]/3,
i[u+1],t[u+1])}return a}var tu=new Set;function bp(){for(let i of tu)i.syncRect(!0)}Sr&&(Bs(Bx,xr,bp),Bs(kx,xr,bp,!0),Bs(Wa,xr,()=>{Rn.pxRatio=Se}));var rv=lm(),ov=om();function wp(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>eu(r,o,t,e))}function av(i,t){return i.map((e,n)=>n==0?{}:hn({},t,e))}function eu(i,t,e,n){return hn({},t==0?e:n,i)}function cm(i,t,e){
return t==null?vr:[t,e]}var lv=cm;function cv(i,t,e){return t==null?vr:Xa(t,e,ou,!0)}function hm(i,t,e,n){return t==null?vr:$a(t,e,i.scales[n].log,!1)}var hv=hm;function um(i,t,e,n){return t==null?vr:ru(t,e,i.scales[n].log,!1)}var uv=um;function fv(i,t,e,n,s){let r=Vn(np(i),np(t)),o=t-i,a=xi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?xs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}
function Tp(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=mn((e=+s)*Se))+"px"),[i,t,e]}function dv(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Ne(t[2]*Se,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Rn(i,t,e){let n={mode:ye(i.mode,1)},s=n.mode;function r(x,b,C,I){let z=b.valToPct(x);return I+C*(b.dir==-1?1-z:z)}function o(x,b,C,I){let z=b.valToPct(x);return I+C*(b.dir==-1?z:
1-z)}function a(x,b,C,I){return b.ori==0?r(x,b,C,I):o(x,b,C,I)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=li(yx);if(i.id!=null&&(c.id=i.id),Qn(c,i.class),i.title){let x=li(bx,c);x.textContent=i.title}let f=gi("canvas"),h=n.ctx=f.getContext("2d"),u=li(wx,c);Bs("click",u,x=>{x.target===g&&(Oe!=cr||We!=hr)&&En.click(n,x)},!0);let d=n.under=li(Tx,u);u.appendChild(f);let g=n.over=li(Ax,
u);i=yr(i);let v=+ye(i.pxAlign,1),p=Mp(v);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let m=i.ms||.001,S=n.series=s==1?wp(i.series||[],pp,vp,!1):av(i.series||[null],_p),A=n.axes=wp(i.axes||[],dp,gp,!0),M=n.scales={},P=n.bands=i.bands||[];P.forEach(x=>{x.fill=me(x.fill||null),x.dir=ye(x.dir,-1)});let E=s==2?S[1].facets[0].scale:S[0].scale,_={axes:Zi,series:fe},T=(i.drawOrder||["axes","\
series"]).map(x=>_[x]);function B(x){let b=x.distr==3?C=>Ki(C>0?C:x.clamp(n,C,x.min,x.max,x.key)):x.distr==4?C=>Gh(C,x.asinh):x.distr==100?C=>x.fwd(C):C=>C;return C=>{let I=b(C),{_min:z,_max:$}=x,ot=$-z;return(I-z)/ot}}function D(x){let b=M[x];if(b==null){let C=(i.scales||Eo)[x]||Eo;if(C.from!=null){D(C.from);let I=hn({},M[C.from],C,{key:x});I.valToPct=B(I),M[x]=I}else{b=M[x]=hn({},x==E?Qp:Z_,C),b.
key=x;let I=b.time,z=b.range,$=gs(z);if((x!=E||s==2&&!I)&&($&&(z[0]==null||z[1]==null)&&(z={min:z[0]==null?Qd:{mode:1,hard:z[0],soft:z[0]},max:z[1]==null?Qd:{mode:1,hard:z[1],soft:z[1]}},$=!1),!$&&Ja(z))){let ot=z;z=(ft,yt,Nt)=>yt==null?vr:Xa(yt,Nt,ot)}b.range=me(z||(I?lv:x==E?b.distr==3?hv:b.distr==4?uv:cm:b.distr==3?hm:b.distr==4?um:cv)),b.auto=me($?!1:b.auto),b.clamp=me(b.clamp||$_),b._min=b._max=
null,b.valToPct=B(b)}}}D("x"),D("y"),s==1&&S.forEach(x=>{D(x.scale)}),A.forEach(x=>{D(x.scale)});for(let x in i.scales)D(x);let N=M[E],k=N.distr,G,L;N.ori==0?(Qn(c,Mx),G=r,L=o):(Qn(c,Sx),G=o,L=r);let H={};for(let x in M){let b=M[x];(b.min!=null||b.max!=null)&&(H[x]={min:b.min,max:b.max},b.min=b.max=null)}let q=i.tzDate||(x=>new Date(mn(x/m))),V=i.fmtDate||cu,lt=m==1?M_(q):w_(q),Z=hp(q,cp(m==1?y_:b_,
V)),j=fp(q,up(A_,V)),it=[],ut=n.legend=hn({},C_,i.legend),ht=n.cursor=hn({},U_,{drag:{y:s==2}},i.cursor),Q=ut.show,mt=ht.show,_t=ut.markers;ut.idxs=it,_t.width=me(_t.width),_t.dash=me(_t.dash),_t.stroke=me(_t.stroke),_t.fill=me(_t.fill);let Et,St,Ht,se=[],Vt=[],he,ae=!1,ne={};if(ut.live){let x=S[1]?S[1].values:null;ae=x!=null,he=ae?x(n,1,0):{_:0};for(let b in he)ne[b]=iu}if(Q)if(Et=gi("table",Lx,c),
Ht=gi("tbody",null,Et),ut.mount(n,Et),ae){St=gi("thead",null,Et,Ht);let x=gi("tr",null,St);gi("th",null,x);for(var He in he)gi("th",zd,x).textContent=He}else Qn(Et,Dx),ut.live&&Qn(Et,Nx);let Ue={show:!0},sn={show:!1};function Ce(x,b){if(b==0&&(ae||!ut.live||s==2))return vr;let C=[],I=gi("tr",Ux,Ht,Ht.childNodes[b]);Qn(I,x.class),x.show||Qn(I,Os);let z=gi("th",null,I);if(_t.show){let ft=li(Fx,z);if(b>
0){let yt=_t.width(n,b);yt&&(ft.style.border=yt+"px "+_t.dash(n,b)+" "+_t.stroke(n,b)),ft.style.background=_t.fill(n,b)}}let $=li(zd,z);x.label instanceof HTMLElement?$.appendChild(x.label):$.textContent=x.label,b>0&&(_t.show||($.style.color=x.width>0?_t.stroke(n,b):_t.fill(n,b)),_e("click",z,ft=>{if(ht._lock)return;Jt(ft);let yt=S.indexOf(x);if((ft.ctrlKey||ft.metaKey)!=ut.isolate){let Nt=S.some(
(Dt,Ft)=>Ft>0&&Ft!=yt&&Dt.show);S.forEach((Dt,Ft)=>{Ft>0&&Pi(Ft,Nt?Ft==yt?Ue:sn:Ue,!0,cn.setSeries)})}else Pi(yt,{show:!x.show},!0,cn.setSeries)},!1),Kt&&_e(Wd,z,ft=>{ht._lock||(Jt(ft),Pi(S.indexOf(x),fr,!0,cn.setSeries))},!1));for(var ot in he){let ft=gi("td",Ox,I);ft.textContent="--",C.push(ft)}return[I,C]}let vn=new Map;function _e(x,b,C,I=!0){let z=vn.get(b)||{},$=ht.bind[x](n,b,C,I);$&&(Bs(x,
b,z[x]=$),vn.set(b,z))}function dn(x,b,C){let I=vn.get(b)||{};for(let z in I)(x==null||z==x)&&(Zh(z,b,I[z]),delete I[z]);x==null&&vn.delete(b)}let Ze=0,rn=0,F=0,Ct=0,Yt=0,re=0,bt=Yt,Ie=re,zt=F,qt=Ct,R=0,y=0,W=0,ct=0;n.bbox={};let rt=!1,xt=!1,vt=!1,tt=!1,nt=!1,dt=!1;function U(x,b,C){(C||x!=n.width||b!=n.height)&&st(x,b),le(!1),vt=!0,xt=!0,In()}function st(x,b){n.width=Ze=F=x,n.height=rn=Ct=b,Yt=re=
0,Mt(),Gt();let C=n.bbox;R=C.left=Us(Yt*Se,.5),y=C.top=Us(re*Se,.5),W=C.width=Us(F*Se,.5),ct=C.height=Us(Ct*Se,.5)}let et=3;function wt(){let x=!1,b=0;for(;!x;){b++;let C=or(b),I=Ci(b);x=b==et||C&&I,x||(st(n.width,n.height),xt=!0)}}function gt({width:x,height:b}){U(x,b)}n.setSize=gt;function Mt(){let x=!1,b=!1,C=!1,I=!1;A.forEach((z,$)=>{if(z.show&&z._show){let{side:ot,_size:ft}=z,yt=ot%2,Nt=z.label!=
null?z.labelSize:0,Dt=ft+Nt;Dt>0&&(yt?(F-=Dt,ot==3?(Yt+=Dt,I=!0):C=!0):(Ct-=Dt,ot==0?(re+=Dt,x=!0):b=!0))}}),Ei[0]=x,Ei[1]=C,Ei[2]=b,Ei[3]=I,F-=di[1]+di[3],Yt+=di[3],Ct-=di[2]+di[0],re+=di[0]}function Gt(){let x=Yt+F,b=re+Ct,C=Yt,I=re;function z($,ot){switch($){case 1:return x+=ot,x-ot;case 2:return b+=ot,b-ot;case 3:return C-=ot,C+ot;case 0:return I-=ot,I+ot}}A.forEach(($,ot)=>{if($.show&&$._show){
let ft=$.side;$._pos=z(ft,$._size),$.label!=null&&($._lpos=z(ft,$.labelSize))}})}if(ht.dataIdx==null){let x=ht.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let C=x.prox=me(x.prox),I=x.bias??=0;ht.dataIdx=(z,$,ot,ft)=>{if($==0)return ot;let yt=ot,Nt=C(z,$,ot,ft)??Le,Dt=Nt>=0&&Nt<Le,Ft=N.ori==0?F:Ct,ie=ht.left,Me=t[0],ve=t[$];if(b.has(ve[ot])){yt=null;let de=null,Zt=null,Wt;if(I==0||I==-1)for(Wt=
ot;de==null&&Wt-- >0;)b.has(ve[Wt])||(de=Wt);if(I==0||I==1)for(Wt=ot;Zt==null&&Wt++<ve.length;)b.has(ve[Wt])||(Zt=Wt);if(de!=null||Zt!=null)if(Dt){let ke=de==null?-1/0:G(Me[de],N,Ft,0),je=Zt==null?1/0:G(Me[Zt],N,Ft,0),bn=ie-ke,Pe=je-ie;bn<=Pe?bn<=Nt&&(yt=de):Pe<=Nt&&(yt=Zt)}else yt=Zt==null?de:de==null?Zt:ot-de<=Zt-ot?de:Zt}else Dt&&gn(ie-G(Me[ot],N,Ft,0))>Nt&&(yt=null);return yt}}let Jt=x=>{ht.event=
x};ht.idxs=it,ht._lock=!1;let at=ht.points;at.show=me(at.show),at.size=me(at.size),at.stroke=me(at.stroke),at.width=me(at.width),at.fill=me(at.fill);let Ot=n.focus=hn({},i.focus||{alpha:.3},ht.focus),Kt=Ot.prox>=0,Rt=Kt&&at.one,oe=[],Fe=[],Fn=[];function oo(x,b){let C=at.show(n,b);if(C instanceof HTMLElement)return Qn(C,Ix),Qn(C,x.class),Di(C,-10,-10,F,Ct),g.insertBefore(C,oe[b]),C}function ir(x,b){
if(s==1||b>0){let C=s==1&&M[x.scale].time,I=x.value;x.value=C?rp(I)?fp(q,up(I,V)):I||j:I||X_,x.label=x.label||(C?O_:F_)}if(Rt||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||rv||Zx,x.fillTo=me(x.fillTo||J_),x.pxAlign=+ye(x.pxAlign,v),x.pxRound=Mp(x.pxAlign),x.stroke=me(x.stroke||null),x.fill=me(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let C=q_(Vn(1,x.width),1),I=x.points=hn({},
{size:C,width:Vn(1,C*.2),stroke:x.stroke,space:C*2,paths:ov,_stroke:null,_fill:null},x.points);I.show=me(I.show),I.filter=me(I.filter),I.fill=me(I.fill),I.stroke=me(I.stroke),I.paths=me(I.paths),I.pxAlign=x.pxAlign}if(Q){let C=Ce(x,b);se.splice(b,0,C[0]),Vt.splice(b,0,C[1]),ut.values.push(null)}if(mt){it.splice(b,0,null);let C=null;Rt?b==0&&(C=oo(x,b)):b>0&&(C=oo(x,b)),oe.splice(b,0,C),Fe.splice(b,
0,0),Fn.splice(b,0,0)}Sn("addSeries",b)}function Th(x,b){b=b??S.length,x=s==1?eu(x,b,pp,vp):eu(x,b,{},_p),S.splice(b,0,x),ir(S[b],b)}n.addSeries=Th;function Aa(x){if(S.splice(x,1),Q){ut.values.splice(x,1),Vt.splice(x,1);let b=se.splice(x,1)[0];dn(null,b.firstChild),b.remove()}mt&&(it.splice(x,1),oe.splice(x,1)[0].remove(),Fe.splice(x,1),Fn.splice(x,1)),Sn("delSeries",x)}n.delSeries=Aa;let Ei=[!1,!1,
!1,!1];function qi(x,b){if(x._show=x.show,x.show){let C=x.side%2,I=M[x.scale];I==null&&(x.scale=C?S[1].scale:E,I=M[x.scale]);let z=I.time;x.size=me(x.size),x.space=me(x.space),x.rotate=me(x.rotate),gs(x.incrs)&&x.incrs.forEach(ot=>{!xs.has(ot)&&xs.set(ot,Dp(ot))}),x.incrs=me(x.incrs||(I.distr==2?x_:z?m==1?v_:S_:Fs)),x.splits=me(x.splits||(z&&I.distr==1?lt:I.distr==3?Kh:I.distr==4?z_:k_)),x.stroke=
me(x.stroke),x.grid.stroke=me(x.grid.stroke),x.ticks.stroke=me(x.ticks.stroke),x.border.stroke=me(x.border.stroke);let $=x.values;x.values=gs($)&&!gs($[0])?me($):z?gs($)?hp(q,cp($,V)):rp($)?T_(q,$):$||Z:$||B_,x.filter=me(x.filter||(I.distr>=3&&I.log==10?H_:I.distr==3&&I.log==2?W_:Lp)),x.font=Tp(x.font),x.labelFont=Tp(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=
x._values=null,x._size>0&&(Ei[b]=!0,x._el=li(Ex,u))}}function Yi(x,b,C,I){let[z,$,ot,ft]=C,yt=b%2,Nt=0;return yt==0&&(ft||$)&&(Nt=b==0&&!z||b==2&&!ot?mn(dp.size/3):0),yt==1&&(z||ot)&&(Nt=b==1&&!$||b==3&&!ft?mn(gp.size/2):0),Nt}let ao=n.padding=(i.padding||[Yi,Yi,Yi,Yi]).map(x=>me(ye(x,Yi))),di=n._padding=ao.map((x,b)=>x(n,b,Ei,0)),Je,en=null,nn=null,Ri=s==1?S[0].idxs:null,Zn=null,hs=!1;function lo(x,b){
if(t=x??[],n.data=n._data=t,s==2){Je=0;for(let C=1;C<S.length;C++)Je+=t[C][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),Zn=t[0],Je=Zn.length;let C=t;if(k==2){C=t.slice();let I=C[0]=Array(Je);for(let z=0;z<Je;z++)I[z]=z}n._data=t=C}if(le(!0),Sn("setData"),k==2&&(vt=!0),b!==!1){let C=N;C.auto(n,hs)?co():ds(E,C.min,C.max),tt=tt||ht.left>=0,dt=!0,In()}}n.setData=lo;function co(){hs=!0;let x,b;s==
1&&(Je>0?(en=Ri[0]=0,nn=Ri[1]=Je-1,x=t[0][en],b=t[0][nn],k==2?(x=en,b=nn):x==b&&(k==3?[x,b]=$a(x,x,N.log,!1):k==4?[x,b]=ru(x,x,N.log,!1):N.time?b=x+mn(86400/m):[x,b]=Xa(x,b,ou,!0))):(en=Ri[0]=x=null,nn=Ri[1]=b=null)),ds(E,x,b)}let sr,us,rr,w,O,K,X,Y,Tt,Pt;function At(x,b,C,I,z,$){x??=Gd,C??=lu,I??="butt",z??=Gd,$??="round",x!=sr&&(h.strokeStyle=sr=x),z!=us&&(h.fillStyle=us=z),b!=rr&&(h.lineWidth=rr=
b),$!=O&&(h.lineJoin=O=$),I!=K&&(h.lineCap=K=I),C!=w&&h.setLineDash(w=C)}function It(x,b,C,I){b!=us&&(h.fillStyle=us=b),x!=X&&(h.font=X=x),C!=Y&&(h.textAlign=Y=C),I!=Tt&&(h.textBaseline=Tt=I)}function kt(x,b,C,I,z=0){if(I.length>0&&x.auto(n,hs)&&(b==null||b.min==null)){let $=ye(en,0),ot=ye(nn,I.length-1),ft=C.min==null?Hx(I,$,ot,z,x.distr==3):[C.min,C.max];x.min=_i(x.min,C.min=ft[0]),x.max=Vn(x.max,
C.max=ft[1])}}let jt={min:null,max:null};function ue(){for(let I in M){let z=M[I];H[I]==null&&(z.min==null||H[E]!=null&&z.auto(n,hs))&&(H[I]=jt)}for(let I in M){let z=M[I];H[I]==null&&z.from!=null&&H[z.from]!=null&&(H[I]=jt)}H[E]!=null&&le(!0);let x={};for(let I in H){let z=H[I];if(z!=null){let $=x[I]=yr(M[I],jx);if(z.min!=null)hn($,z);else if(I!=E||s==2)if(Je==0&&$.from==null){let ot=$.range(n,null,
null,I);$.min=ot[0],$.max=ot[1]}else $.min=Le,$.max=-Le}}if(Je>0){S.forEach((I,z)=>{if(s==1){let $=I.scale,ot=H[$];if(ot==null)return;let ft=x[$];if(z==0){let yt=ft.range(n,ft.min,ft.max,$);ft.min=yt[0],ft.max=yt[1],en=xi(ft.min,t[0]),nn=xi(ft.max,t[0]),nn-en>1&&(t[0][en]<ft.min&&en++,t[0][nn]>ft.max&&nn--),I.min=Zn[en],I.max=Zn[nn]}else I.show&&I.auto&&kt(ft,ot,I,t[z],I.sorted);I.idxs[0]=en,I.idxs[1]=
nn}else if(z>0&&I.show&&I.auto){let[$,ot]=I.facets,ft=$.scale,yt=ot.scale,[Nt,Dt]=t[z],Ft=x[ft],ie=x[yt];Ft!=null&&kt(Ft,H[ft],$,Nt,$.sorted),ie!=null&&kt(ie,H[yt],ot,Dt,ot.sorted),I.min=ot.min,I.max=ot.max}});for(let I in x){let z=x[I],$=H[I];if(z.from==null&&($==null||$.min==null)){let ot=z.range(n,z.min==Le?null:z.min,z.max==-Le?null:z.max,I);z.min=ot[0],z.max=ot[1]}}}for(let I in x){let z=x[I];
if(z.from!=null){let $=x[z.from];if($.min==null)z.min=z.max=null;else{let ot=z.range(n,$.min,$.max,I);z.min=ot[0],z.max=ot[1]}}}let b={},C=!1;for(let I in x){let z=x[I],$=M[I];if($.min!=z.min||$.max!=z.max){$.min=z.min,$.max=z.max;let ot=$.distr;$._min=ot==3?Ki($.min):ot==4?Gh($.min,$.asinh):ot==100?$.fwd($.min):$.min,$._max=ot==3?Ki($.max):ot==4?Gh($.max,$.asinh):ot==100?$.fwd($.max):$.max,b[I]=C=
!0}}if(C){S.forEach((I,z)=>{s==2?z>0&&b.y&&(I._paths=null):b[I.scale]&&(I._paths=null)});for(let I in b)vt=!0,Sn("setScale",I);mt&&ht.left>=0&&(tt=dt=!0)}for(let I in H)H[I]=null}function Bt(x){let b=Jh(en-1,0,Je-1),C=Jh(nn+1,0,Je-1);for(;x[b]==null&&b>0;)b--;for(;x[C]==null&&C<Je-1;)C++;return[b,C]}function fe(){if(Je>0){let x=S.some(b=>b._focus)&&Pt!=Ot.alpha;x&&(h.globalAlpha=Pt=Ot.alpha),S.forEach(
(b,C)=>{if(C>0&&b.show&&(Ye(C,!1),Ye(C,!0),b._paths==null)){let I=Pt;Pt!=b.alpha&&(h.globalAlpha=Pt=b.alpha);let z=s==2?[0,t[C][0].length-1]:Bt(t[C]);b._paths=b.paths(n,C,z[0],z[1]),Pt!=I&&(h.globalAlpha=Pt=I)}}),S.forEach((b,C)=>{if(C>0&&b.show){let I=Pt;Pt!=b.alpha&&(h.globalAlpha=Pt=b.alpha),b._paths!=null&&Te(C,!1);{let z=b._paths!=null?b._paths.gaps:null,$=b.points.show(n,C,en,nn,z),ot=b.points.
filter(n,C,$,z);($||ot)&&(b.points._paths=b.points.paths(n,C,en,nn,ot),Te(C,!0))}Pt!=I&&(h.globalAlpha=Pt=I),Sn("drawSeries",C)}}),x&&(h.globalAlpha=Pt=1)}}function Ye(x,b){let C=b?S[x].points:S[x];C._stroke=C.stroke(n,x),C._fill=C.fill(n,x)}function Te(x,b){let C=b?S[x].points:S[x],{stroke:I,fill:z,clip:$,flags:ot,_stroke:ft=C._stroke,_fill:yt=C._fill,_width:Nt=C.width}=C._paths;Nt=Ne(Nt*Se,3);let Dt=null,
Ft=Nt%2/2;b&&yt==null&&(yt=Nt>0?"#fff":ft);let ie=C.pxAlign==1&&Ft>0;if(ie&&h.translate(Ft,Ft),!b){let Me=R-Nt/2,ve=y-Nt/2,de=W+Nt,Zt=ct+Nt;Dt=new Path2D,Dt.rect(Me,ve,de,Zt)}b?Ut(ft,Nt,C.dash,C.cap,yt,I,z,ot,$):Ae(x,ft,Nt,C.dash,C.cap,yt,I,z,ot,Dt,$),ie&&h.translate(-Ft,-Ft)}function Ae(x,b,C,I,z,$,ot,ft,yt,Nt,Dt){let Ft=!1;yt!=0&&P.forEach((ie,Me)=>{if(ie.series[0]==x){let ve=S[ie.series[1]],de=t[ie.
series[1]],Zt=(ve._paths||Eo).band;gs(Zt)&&(Zt=ie.dir==1?Zt[0]:Zt[1]);let Wt,ke=null;ve.show&&Zt&&Xx(de,en,nn)?(ke=ie.fill(n,Me)||$,Wt=ve._paths.clip):Zt=null,Ut(b,C,I,z,ke,ot,ft,yt,Nt,Dt,Wt,Zt),Ft=!0}}),Ft||Ut(b,C,I,z,$,ot,ft,yt,Nt,Dt)}let pn=Mr|Qh;function Ut(x,b,C,I,z,$,ot,ft,yt,Nt,Dt,Ft){At(x,b,C,I,z),(yt||Nt||Ft)&&(h.save(),yt&&h.clip(yt),Nt&&h.clip(Nt)),Ft?(ft&pn)==pn?(h.clip(Ft),Dt&&h.clip(
Dt),pe(z,ot),on(x,$,b)):ft&Qh?(pe(z,ot),h.clip(Ft),on(x,$,b)):ft&Mr&&(h.save(),h.clip(Ft),Dt&&h.clip(Dt),pe(z,ot),h.restore(),on(x,$,b)):(pe(z,ot),on(x,$,b)),(yt||Nt||Ft)&&h.restore()}function on(x,b,C){C>0&&(b instanceof Map?b.forEach((I,z)=>{h.strokeStyle=sr=z,h.stroke(I)}):b!=null&&x&&h.stroke(b))}function pe(x,b){b instanceof Map?b.forEach((C,I)=>{h.fillStyle=us=I,h.fill(C)}):b!=null&&x&&h.fill(
b)}function $i(x,b,C,I){let z=A[x],$;if(I<=0)$=[0,0];else{let ot=z._space=z.space(n,x,b,C,I),ft=z._incrs=z.incrs(n,x,b,C,I,ot);$=fv(b,C,ft,I,ot)}return z._found=$}function an(x,b,C,I,z,$,ot,ft,yt,Nt){let Dt=ot%2/2;v==1&&h.translate(Dt,Dt),At(ft,ot,yt,Nt,ft),h.beginPath();let Ft,ie,Me,ve,de=z+(I==0||I==3?-$:$);C==0?(ie=z,ve=de):(Ft=z,Me=de);for(let Zt=0;Zt<x.length;Zt++)b[Zt]!=null&&(C==0?Ft=Me=x[Zt]:
ie=ve=x[Zt],h.moveTo(Ft,ie),h.lineTo(Me,ve));h.stroke(),v==1&&h.translate(-Dt,-Dt)}function or(x){let b=!0;return A.forEach((C,I)=>{if(!C.show)return;let z=M[C.scale];if(z.min==null){C._show&&(b=!1,C._show=!1,le(!1));return}else C._show||(b=!1,C._show=!0,le(!1));let $=C.side,ot=$%2,{min:ft,max:yt}=z,[Nt,Dt]=$i(I,ft,yt,ot==0?F:Ct);if(Dt==0)return;let Ft=z.distr==2,ie=C._splits=C.splits(n,I,ft,yt,Nt,
Dt,Ft),Me=z.distr==2?ie.map(Wt=>Zn[Wt]):ie,ve=z.distr==2?Zn[ie[1]]-Zn[ie[0]]:Nt,de=C._values=C.values(n,C.filter(n,Me,I,Dt,ve),I,Dt,ve);C._rotate=$==2?C.rotate(n,de,I,Dt):0;let Zt=C._size;C._size=ci(C.size(n,de,I,x)),Zt!=null&&C._size!=Zt&&(b=!1)}),b}function Ci(x){let b=!0;return ao.forEach((C,I)=>{let z=C(n,I,Ei,x);z!=di[I]&&(b=!1),di[I]=z}),b}function Zi(){for(let x=0;x<A.length;x++){let b=A[x];
if(!b.show||!b._show)continue;let C=b.side,I=C%2,z,$,ot=b.stroke(n,x),ft=C==0||C==3?-1:1,[yt,Nt]=b._found;if(b.label!=null){let kn=b.labelGap*ft,jn=mn((b._lpos+kn)*Se);It(b.labelFont[0],ot,"center",C==2?"top":Vd),h.save(),I==1?(z=$=0,h.translate(jn,mn(y+ct/2)),h.rotate((C==3?-Ha:Ha)/2)):(z=mn(R+W/2),$=jn);let Ns=Pp(b.label)?b.label(n,x,yt,Nt):b.label;h.fillText(Ns,z,$),h.restore()}if(Nt==0)continue;
let Dt=M[b.scale],Ft=I==0?W:ct,ie=I==0?R:y,Me=b._splits,ve=Dt.distr==2?Me.map(kn=>Zn[kn]):Me,de=Dt.distr==2?Zn[Me[1]]-Zn[Me[0]]:yt,Zt=b.ticks,Wt=b.border,ke=Zt.show?Zt.size:0,je=mn(ke*Se),bn=mn((b.alignTo==2?b._size-ke-b.gap:b.gap)*Se),Pe=b._rotate*-Ha/180,Qe=p(b._pos*Se),Jn=(je+bn)*ft,Bn=Qe+Jn;$=I==0?Bn:0,z=I==1?Bn:0;let oi=b.font[0],pi=b.align==1?mr:b.align==2?kh:Pe>0?mr:Pe<0?kh:I==0?"center":C==
3?kh:mr,Li=Pe||I==1?"middle":C==2?"top":Vd;It(oi,ot,pi,Li);let Kn=b.font[1]*b.lineGap,ai=Me.map(kn=>p(a(kn,Dt,Ft,ie))),mi=b._values;for(let kn=0;kn<mi.length;kn++){let jn=mi[kn];if(jn!=null){I==0?z=ai[kn]:$=ai[kn],jn=""+jn;let Ns=jn.indexOf(`
`)==-1?[jn]:jn.split(/\n/gm);for(let zn=0;zn<Ns.length;zn++){let ad=Ns[zn];Pe?(h.save(),h.translate(z,$+zn*Kn),h.rotate(Pe),h.fillText(ad,0,0),h.restore()):h.fillText(ad,z,$+zn*Kn)}}}Zt.show&&an(ai,Zt.filter(n,ve,x,Nt,de),I,C,Qe,je,Ne(Zt.width*Se,3),Zt.stroke(n,x),Zt.dash,Zt.cap);let Ni=b.grid;Ni.show&&an(ai,Ni.filter(n,ve,x,Nt,de),I,I==0?2:1,I==0?y:R,I==0?ct:W,Ne(Ni.width*Se,3),Ni.stroke(n,x),Ni.
dash,Ni.cap),Wt.show&&an([Qe],[1],I==0?1:0,I==0?1:2,I==1?y:R,I==1?ct:W,Ne(Wt.width*Se,3),Wt.stroke(n,x),Wt.dash,Wt.cap)}Sn("drawAxes")}function le(x){S.forEach((b,C)=>{C>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(I=>{I.min=null,I.max=null})))})}let Ke=!1,On=!1,Ee=[];function ln(){On=!1;for(let x=0;x<Ee.length;x++)Sn(...Ee[x]);Ee.length=0}function In(){Ke||(r_(Hf),Ke=!0)}function Ea(x,b=!1){
Ke=!0,On=b,x(n),Hf(),b&&Ee.length>0&&queueMicrotask(ln)}n.batch=Ea;function Hf(){if(rt&&(ue(),rt=!1),vt&&(wt(),vt=!1),xt){if(ze(d,mr,Yt),ze(d,"top",re),ze(d,bo,F),ze(d,wo,Ct),ze(g,mr,Yt),ze(g,"top",re),ze(g,bo,F),ze(g,wo,Ct),ze(u,bo,Ze),ze(u,wo,rn),f.width=mn(Ze*Se),f.height=mn(rn*Se),A.forEach(({_el:x,_show:b,_size:C,_pos:I,side:z})=>{if(x!=null)if(b){let $=z===3||z===0?C:0,ot=z%2==1;ze(x,ot?"lef\
t":"top",I-$),ze(x,ot?"width":"height",C),ze(x,ot?"top":"left",ot?re:Yt),ze(x,ot?"height":"width",ot?Ct:F),$h(x,Os)}else Qn(x,Os)}),sr=us=rr=O=K=X=Y=Tt=w=null,Pt=1,fo(!0),Yt!=bt||re!=Ie||F!=zt||Ct!=qt){le(!1);let x=F/zt,b=Ct/qt;if(mt&&!tt&&ht.left>=0){ht.left*=x,ht.top*=b,ar&&Di(ar,mn(ht.left),0,F,Ct),lr&&Di(lr,0,mn(ht.top),F,Ct);for(let C=0;C<oe.length;C++){let I=oe[C];I!=null&&(Fe[C]*=x,Fn[C]*=b,
Di(I,ci(Fe[C]),ci(Fn[C]),F,Ct))}}if(Be.show&&!nt&&Be.left>=0&&Be.width>0){Be.left*=x,Be.width*=x,Be.top*=b,Be.height*=b;for(let C in Ih)ze(ur,C,Be[C])}bt=Yt,Ie=re,zt=F,qt=Ct}Sn("setSize"),xt=!1}Ze>0&&rn>0&&(h.clearRect(0,0,f.width,f.height),Sn("drawClear"),T.forEach(x=>x()),Sn("draw")),Be.show&&nt&&(Ra(Be),nt=!1),mt&&tt&&(Ls(null,!0,!1),tt=!1),ut.show&&ut.live&&dt&&(Ch(),dt=!1),l||(l=!0,n.status=1,
Sn("ready")),hs=!1,Ke=!1}n.redraw=(x,b)=>{vt=b||!1,x!==!1?ds(E,N.min,N.max):In()};function Ah(x,b){let C=M[x];if(C.from==null){if(Je==0){let I=C.range(n,b.min,b.max,x);b.min=I[0],b.max=I[1]}if(b.min>b.max){let I=b.min;b.min=b.max,b.max=I}if(Je>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==E&&C.distr==2&&Je>0&&(b.min=xi(b.min,t[0]),b.max=xi(b.max,t[0]),b.min==b.max&&b.max++),H[x]=b,rt=!0,
In()}}n.setScale=Ah;let Eh,Rh,ar,lr,Wf,Xf,cr,hr,qf,Yf,Oe,We,fs=!1,En=ht.drag,yn=En.x,Mn=En.y;mt&&(ht.x&&(Eh=li(Cx,g)),ht.y&&(Rh=li(Px,g)),N.ori==0?(ar=Eh,lr=Rh):(ar=Rh,lr=Eh),Oe=ht.left,We=ht.top);let Be=n.select=hn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),ur=Be.show?li(Rx,Be.over?g:d):null;function Ra(x,b){if(Be.show){for(let C in x)Be[C]=x[C],C in Ih&&ze(ur,C,x[C]);b!==!1&&Sn("s\
etSelect")}}n.setSelect=Ra;function W0(x){if(S[x].show)Q&&$h(se[x],Os);else if(Q&&Qn(se[x],Os),mt){let C=Rt?oe[0]:oe[x];C!=null&&Di(C,-10,-10,F,Ct)}}function ds(x,b,C){Ah(x,{min:b,max:C})}function Pi(x,b,C,I){b.focus!=null&&Z0(x),b.show!=null&&S.forEach((z,$)=>{$>0&&(x==$||x==null)&&(z.show=b.show,W0($),s==2?(ds(z.facets[0].scale,null,null),ds(z.facets[1].scale,null,null)):ds(z.scale,null,null),In())}),
C!==!1&&Sn("setSeries",x,b),I&&po("setSeries",n,x,b)}n.setSeries=Pi;function X0(x,b){hn(P[x],b)}function q0(x,b){x.fill=me(x.fill||null),x.dir=ye(x.dir,-1),b=b??P.length,P.splice(b,0,x)}function Y0(x){x==null?P.length=0:P.splice(x,1)}n.addBand=q0,n.setBand=X0,n.delBand=Y0;function $0(x,b){S[x].alpha=b,mt&&oe[x]!=null&&(oe[x].style.opacity=b),Q&&se[x]&&(se[x].style.opacity=b)}let Ji,ps,Is,fr={focus:!0};
function Z0(x){if(x!=Is){let b=x==null,C=Ot.alpha!=1;S.forEach((I,z)=>{if(s==1||z>0){let $=b||z==0||z==x;I._focus=b?null:$,C&&$0(z,$?1:Ot.alpha)}}),Is=x,C&&In()}}Q&&Kt&&_e(Xd,Et,x=>{ht._lock||(Jt(x),Is!=null&&Pi(null,fr,!0,cn.setSeries))});function Ii(x,b,C){let I=M[b];C&&(x=x/Se-(I.ori==1?re:Yt));let z=F;I.ori==1&&(z=Ct,x=z-x),I.dir==-1&&(x=z-x);let $=I._min,ot=I._max,ft=x/z,yt=$+(ot-$)*ft,Nt=I.distr;
return Nt==3?_r(10,yt):Nt==4?Yx(yt,I.asinh):Nt==100?I.bwd(yt):yt}function J0(x,b){let C=Ii(x,E,b);return xi(C,t[0],en,nn)}n.valToIdx=x=>xi(x,t[0]),n.posToIdx=J0,n.posToVal=Ii,n.valToPos=(x,b,C)=>M[b].ori==0?r(x,M[b],C?W:F,C?R:0):o(x,M[b],C?ct:Ct,C?y:0),n.setCursor=(x,b,C)=>{Oe=x.left,We=x.top,Ls(null,b,C)};function $f(x,b){ze(ur,mr,Be.left=x),ze(ur,bo,Be.width=b)}function Zf(x,b){ze(ur,"top",Be.top=
x),ze(ur,wo,Be.height=b)}let ho=N.ori==0?$f:Zf,uo=N.ori==1?$f:Zf;function K0(){if(Q&&ut.live)for(let x=s==2?1:0;x<S.length;x++){if(x==0&&ae)continue;let b=ut.values[x],C=0;for(let I in b)Vt[x][C++].firstChild.nodeValue=b[I]}}function Ch(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((C,I)=>{it[I]=C}):Kx(x.idx)||it.fill(x.idx),ut.idx=it[0]),Q&&ut.live){for(let C=0;C<S.length;C++)(C>0||s==1&&!ae)&&j0(C,it[C]);
K0()}dt=!1,b!==!1&&Sn("setLegend")}n.setLegend=Ch;function j0(x,b){let C=S[x],I=x==0&&k==2?Zn:t[x],z;ae?z=C.values(n,x,b)??ne:(z=C.value(n,b==null?null:I[b],x,b),z=z==null?ne:{_:z}),ut.values[x]=z}function Ls(x,b,C){qf=Oe,Yf=We,[Oe,We]=ht.move(n,Oe,We),ht.left=Oe,ht.top=We,mt&&(ar&&Di(ar,mn(Oe),0,F,Ct),lr&&Di(lr,0,mn(We),F,Ct));let I,z=en>nn;Ji=Le,ps=null;let $=N.ori==0?F:Ct,ot=N.ori==1?F:Ct;if(Oe<
0||Je==0||z){I=ht.idx=null;for(let ft=0;ft<S.length;ft++){let yt=oe[ft];yt!=null&&Di(yt,-10,-10,F,Ct)}Kt&&Pi(null,fr,!0,x==null&&cn.setSeries),ut.live&&(it.fill(I),dt=!0)}else{let ft,yt,Nt;s==1&&(ft=N.ori==0?Oe:We,yt=Ii(ft,E),I=ht.idx=xi(yt,t[0],en,nn),Nt=G(t[0][I],N,$,0));let Dt=-10,Ft=-10,ie=0,Me=0,ve=!0,de="",Zt="";for(let Wt=s==2?1:0;Wt<S.length;Wt++){let ke=S[Wt],je=it[Wt],bn=je==null?null:s==
1?t[Wt][je]:t[Wt][1][je],Pe=ht.dataIdx(n,Wt,I,yt),Qe=Pe==null?null:s==1?t[Wt][Pe]:t[Wt][1][Pe];if(dt=dt||Qe!=bn||Pe!=je,it[Wt]=Pe,Wt>0&&ke.show){let Jn=Pe==null?-10:Pe==I?Nt:G(s==1?t[0][Pe]:t[Wt][0][Pe],N,$,0),Bn=Qe==null?-10:L(Qe,s==1?M[ke.scale]:M[ke.facets[1].scale],ot,0);if(Kt&&Qe!=null){let oi=N.ori==1?Oe:We,pi=gn(Ot.dist(n,Wt,Pe,Bn,oi));if(pi<Ji){let Li=Ot.bias;if(Li!=0){let Kn=Ii(oi,ke.scale),
ai=Qe>=0?1:-1,mi=Kn>=0?1:-1;mi==ai&&(mi==1?Li==1?Qe>=Kn:Qe<=Kn:Li==1?Qe<=Kn:Qe>=Kn)&&(Ji=pi,ps=Wt)}else Ji=pi,ps=Wt}}if(dt||Rt){let oi,pi;N.ori==0?(oi=Jn,pi=Bn):(oi=Bn,pi=Jn);let Li,Kn,ai,mi,Ni,kn,jn=!0,Ns=at.bbox;if(Ns!=null){jn=!1;let zn=Ns(n,Wt);ai=zn.left,mi=zn.top,Li=zn.width,Kn=zn.height}else ai=oi,mi=pi,Li=Kn=at.size(n,Wt);if(kn=at.fill(n,Wt),Ni=at.stroke(n,Wt),Rt)Wt==ps&&Ji<=Ot.prox&&(Dt=ai,
Ft=mi,ie=Li,Me=Kn,ve=jn,de=kn,Zt=Ni);else{let zn=oe[Wt];zn!=null&&(Fe[Wt]=ai,Fn[Wt]=mi,jd(zn,Li,Kn,jn),Jd(zn,kn,Ni),Di(zn,ci(ai),ci(mi),F,Ct))}}}}if(Rt){let Wt=Ot.prox,ke=Is==null?Ji<=Wt:Ji>Wt||ps!=Is;if(dt||ke){let je=oe[0];je!=null&&(Fe[0]=Dt,Fn[0]=Ft,jd(je,ie,Me,ve),Jd(je,de,Zt),Di(je,ci(Dt),ci(Ft),F,Ct))}}}if(Be.show&&fs)if(x!=null){let[ft,yt]=cn.scales,[Nt,Dt]=cn.match,[Ft,ie]=x.cursor.sync.scales,
Me=x.cursor.drag;if(yn=Me._x,Mn=Me._y,yn||Mn){let{left:ve,top:de,width:Zt,height:Wt}=x.select,ke=x.scales[Ft].ori,je=x.posToVal,bn,Pe,Qe,Jn,Bn,oi=ft!=null&&Nt(ft,Ft),pi=yt!=null&&Dt(yt,ie);oi&&yn?(ke==0?(bn=ve,Pe=Zt):(bn=de,Pe=Wt),Qe=M[ft],Jn=G(je(bn,Ft),Qe,$,0),Bn=G(je(bn+Pe,Ft),Qe,$,0),ho(_i(Jn,Bn),gn(Bn-Jn))):ho(0,$),pi&&Mn?(ke==1?(bn=ve,Pe=Zt):(bn=de,Pe=Wt),Qe=M[yt],Jn=L(je(bn,ie),Qe,ot,0),Bn=
L(je(bn+Pe,ie),Qe,ot,0),uo(_i(Jn,Bn),gn(Bn-Jn))):uo(0,ot)}else Lh()}else{let ft=gn(qf-Wf),yt=gn(Yf-Xf);if(N.ori==1){let ie=ft;ft=yt,yt=ie}yn=En.x&&ft>=En.dist,Mn=En.y&&yt>=En.dist;let Nt=En.uni;Nt!=null?yn&&Mn&&(yn=ft>=Nt,Mn=yt>=Nt,!yn&&!Mn&&(yt>ft?Mn=!0:yn=!0)):En.x&&En.y&&(yn||Mn)&&(yn=Mn=!0);let Dt,Ft;yn&&(N.ori==0?(Dt=cr,Ft=Oe):(Dt=hr,Ft=We),ho(_i(Dt,Ft),gn(Ft-Dt)),Mn||uo(0,ot)),Mn&&(N.ori==1?
(Dt=cr,Ft=Oe):(Dt=hr,Ft=We),uo(_i(Dt,Ft),gn(Ft-Dt)),yn||ho(0,$)),!yn&&!Mn&&(ho(0,0),uo(0,0))}if(En._x=yn,En._y=Mn,x==null){if(C){if(od!=null){let[ft,yt]=cn.scales;cn.values[0]=ft!=null?Ii(N.ori==0?Oe:We,ft):null,cn.values[1]=yt!=null?Ii(N.ori==1?Oe:We,yt):null}po(zh,n,Oe,We,F,Ct,I)}if(Kt){let ft=C&&cn.setSeries,yt=Ot.prox;Is==null?Ji<=yt&&Pi(ps,fr,!0,ft):Ji>yt?Pi(null,fr,!0,ft):ps!=Is&&Pi(ps,fr,!0,
ft)}}dt&&(ut.idx=I,Ch()),b!==!1&&Sn("setCursor")}let ms=null;Object.defineProperty(n,"rect",{get(){return ms==null&&fo(!1),ms}});function fo(x=!1){x?ms=null:(ms=g.getBoundingClientRect(),Sn("syncRect",ms))}function Jf(x,b,C,I,z,$,ot){ht._lock||fs&&x!=null&&x.movementX==0&&x.movementY==0||(Ph(x,b,C,I,z,$,ot,!1,x!=null),x!=null?Ls(null,!0,!0):Ls(b,!0,!1))}function Ph(x,b,C,I,z,$,ot,ft,yt){if(ms==null&&
fo(!1),Jt(x),x!=null)C=x.clientX-ms.left,I=x.clientY-ms.top;else{if(C<0||I<0){Oe=-10,We=-10;return}let[Nt,Dt]=cn.scales,Ft=b.cursor.sync,[ie,Me]=Ft.values,[ve,de]=Ft.scales,[Zt,Wt]=cn.match,ke=b.axes[0].side%2==1,je=N.ori==0?F:Ct,bn=N.ori==1?F:Ct,Pe=ke?$:z,Qe=ke?z:$,Jn=ke?I:C,Bn=ke?C:I;if(ve!=null?C=Zt(Nt,ve)?a(ie,M[Nt],je,0):-10:C=je*(Jn/Pe),de!=null?I=Wt(Dt,de)?a(Me,M[Dt],bn,0):-10:I=bn*(Bn/Qe),
N.ori==1){let oi=C;C=I,I=oi}}yt&&(b==null||b.cursor.event.type==zh)&&((C<=1||C>=F-1)&&(C=Us(C,F)),(I<=1||I>=Ct-1)&&(I=Us(I,Ct))),ft?(Wf=C,Xf=I,[cr,hr]=ht.move(n,C,I)):(Oe=C,We=I)}let Ih={width:0,height:0,left:0,top:0};function Lh(){Ra(Ih,!1)}let Kf,jf,Qf,td;function ed(x,b,C,I,z,$,ot){fs=!0,yn=Mn=En._x=En._y=!1,Ph(x,b,C,I,z,$,ot,!0,!1),x!=null&&(_e(Vh,qh,nd,!1),po(Hd,n,cr,hr,F,Ct,null));let{left:ft,
top:yt,width:Nt,height:Dt}=Be;Kf=ft,jf=yt,Qf=Nt,td=Dt}function nd(x,b,C,I,z,$,ot){fs=En._x=En._y=!1,Ph(x,b,C,I,z,$,ot,!1,!0);let{left:ft,top:yt,width:Nt,height:Dt}=Be,Ft=Nt>0||Dt>0,ie=Kf!=ft||jf!=yt||Qf!=Nt||td!=Dt;if(Ft&&ie&&Ra(Be),En.setScale&&Ft&&ie){let Me=ft,ve=Nt,de=yt,Zt=Dt;if(N.ori==1&&(Me=yt,ve=Dt,de=ft,Zt=Nt),yn&&ds(E,Ii(Me,E),Ii(Me+ve,E)),Mn)for(let Wt in M){let ke=M[Wt];Wt!=E&&ke.from==
null&&ke.min!=Le&&ds(Wt,Ii(de+Zt,Wt),Ii(de,Wt))}Lh()}else ht.lock&&(ht._lock=!ht._lock,Ls(b,!0,x!=null));x!=null&&(dn(Vh,qh),po(Vh,n,Oe,We,F,Ct,null))}function Q0(x,b,C,I,z,$,ot){if(ht._lock)return;Jt(x);let ft=fs;if(fs){let yt=!0,Nt=!0,Dt=10,Ft,ie;N.ori==0?(Ft=yn,ie=Mn):(Ft=Mn,ie=yn),Ft&&ie&&(yt=Oe<=Dt||Oe>=F-Dt,Nt=We<=Dt||We>=Ct-Dt),Ft&&yt&&(Oe=Oe<cr?0:F),ie&&Nt&&(We=We<hr?0:Ct),Ls(null,!0,!0),fs=
!1}Oe=-10,We=-10,it.fill(null),Ls(null,!0,!0),ft&&(fs=ft)}function id(x,b,C,I,z,$,ot){ht._lock||(Jt(x),co(),Lh(),x!=null&&po(qd,n,Oe,We,F,Ct,null))}function sd(){A.forEach(dv),U(n.width,n.height,!0)}Bs(Wa,xr,sd);let dr={};dr.mousedown=ed,dr.mousemove=Jf,dr.mouseup=nd,dr.dblclick=id,dr.setSeries=(x,b,C,I)=>{let z=cn.match[2];C=z(n,b,C),C!=-1&&Pi(C,I,!0,!1)},mt&&(_e(Hd,g,ed),_e(zh,g,Jf),_e(Wd,g,x=>{
Jt(x),fo(!1)}),_e(Xd,g,Q0),_e(qd,g,id),tu.add(n),n.syncRect=fo);let Ca=n.hooks=i.hooks||{};function Sn(x,b,C){On?Ee.push([x,b,C]):x in Ca&&Ca[x].forEach(I=>{I.call(null,n,b,C)})}(i.plugins||[]).forEach(x=>{for(let b in x.hooks)Ca[b]=(Ca[b]||[]).concat(x.hooks[b])});let rd=(x,b,C)=>C,cn=hn({key:null,setSeries:!1,filters:{pub:ip,sub:ip},scales:[E,S[1]?S[1].scale:null],match:[sp,sp,rd],values:[null,null]},
ht.sync);cn.match.length==2&&cn.match.push(rd),ht.sync=cn;let od=cn.key,Nh=tm(od);function po(x,b,C,I,z,$,ot){cn.filters.pub(x,b,C,I,z,$,ot)&&Nh.pub(x,b,C,I,z,$,ot)}Nh.sub(n);function tx(x,b,C,I,z,$,ot){cn.filters.sub(x,b,C,I,z,$,ot)&&dr[x](null,b,C,I,z,$,ot)}n.pub=tx;function ex(){Nh.unsub(n),tu.delete(n),vn.clear(),Zh(Wa,xr,sd),c.remove(),Et?.remove(),Sn("destroy")}n.destroy=ex;function Dh(){Sn(
"init",i,t),lo(t||i.data,!1),H[E]?Ah(E,H[E]):co(),nt=Be.show&&(Be.width>0||Be.height>0),tt=dt=!0,U(i.width,i.height)}return S.forEach(ir),A.forEach(qi),e?e instanceof HTMLElement?(e.appendChild(c),Dh()):e(n,Dh):Dh(),n}Rn.assign=hn;Rn.fmtNum=au;Rn.rangeNum=Xa;Rn.rangeLog=$a;Rn.rangeAsinh=ru;Rn.orient=zs;Rn.pxRatio=Se;Rn.join=s_;Rn.fmtDate=cu,Rn.tzDate=m_;Rn.sync=tm;{Rn.addGap=K_,Rn.clipGaps=Ka;let i=Rn.
paths={points:om};i.linear=lm,i.stepped=tv,i.bars=ev,i.spline=iv}var el=class{constructor(t,e=6e6){this.names=t,this.index=new Map(t.map((n,s)=>[n,s])),this.width=t.length,this.capacity=Math.max(256,Math.floor(e/(t.length+2))),this.times=new Float64Array(this.capacity),this.values=new Float32Array(this.capacity*this.width),this.clear()}clear(){this.first=0,this.count=0,this.dropped=0,this.changes=(this.changes??0)+1}at(t){return(this.first+t)%this.capacity}time(t){
return this.times[this.at(t)]}value(t,e){return this.values[this.at(t)*this.width+e]}get newest(){return this.count?this.time(this.count-1):NaN}get oldest(){return this.count?this.time(0):NaN}push(t){for(;this.count&&this.newest>=t;)this.count--;this.count===this.capacity&&(this.first=(this.first+1)%this.capacity,this.count--,this.dropped++);let e=this.at(this.count);return this.count++,this.times[e]=
t,this.changes++,this.values.subarray(e*this.width,(e+1)*this.width)}before(t){if(!this.count||this.time(0)>t)return-1;let e=0,n=this.count-1;for(;e<n;){let s=e+n+1>>1;this.time(s)<=t?e=s:n=s-1}return e}interpolated(t,e){let n=this.before(t);if(n<0)return NaN;if(n===this.count-1)return this.value(n,e);let s=(t-this.time(n))/(this.time(n+1)-this.time(n));return this.value(n,e)*(1-s)+this.value(n+1,
e)*s}};function fm(i,t,e,n,s,r){let o=Math.max(i.before(e),0),a=i.before(n),l=a-o+1;if(a<0||l<=0)return 0;if(l<=s.length){for(let u=0;u<l;u++){s[u]=i.time(o+u);for(let d=0;d<t.length;d++)r[d][u]=i.value(o+u,t[d])}return l}let c=2*Math.ceil(l/s.length),f=(i.dropped+o)%c,h=0;for(let u=o-f;u<=a&&h+2<=s.length;u+=c)h=pv(i,t,Math.max(u,o),Math.min(u+c-1,a),s,r,h);return h}function pv(i,t,e,n,s,r,o){s[o]=
i.time(e),s[o+1]=e===n?i.time(e)+1e-9:i.time(n);for(let a=0;a<t.length;a++){let l=e,c=e;for(let f=e+1;f<=n;f++){let h=i.value(f,t[a]);h<i.value(l,t[a])&&(l=f),h>i.value(c,t[a])&&(c=f)}r[a][o]=i.value(Math.min(l,c),t[a]),r[a][o+1]=i.value(Math.max(l,c),t[a])}return o+2}function dm(i){if(i.low===void 0)return _o(i.data);let t=xo(i.data),e=_o(i.low),n=_o(i.step),s=i.shape[0],r=e.length,o=s*r,a=new Float32Array(o);for(let l=0;l<r;l++){let c=0,f=0;for(let h=0;h<s;h++){let u=l*s+h;f=f+(t[u]|t[o+u]<<8)&65535,c=c+f&65535,a[h*r+l]=e[l]+n[l]*(c<<16>>16)}}return a}function gu(i,t){let e=0,n=i.length-1;for(;n-e>1;){let s=e+n>>1;i[s]<=t?e=s:n=s}return e}var nl=class{constructor(t){this.catalogue=La(t),this.times=Ad(t.recording.times),this.columns=this.catalogue.fields.map(n=>dm(t.recording.fields[n.name])),this.outputs=new Float64Array(this.catalogue.size),this.start=this.times[0],this.end=this.times[this.times.length-1],this.dt=this.times.length>1?(this.end-
this.start)/(this.times.length-1):0,this.time=this.start,this.replayed=!0;let e=this.catalogue.byName.get("state");this.names={states:e?this.catalogue.names(e,0):[],parameters:[],outputs:[...this.catalogue.byName.keys()]},this.frame()}get status(){let t=this.time>=this.end;return{code:0,word:t?"finished":"running",text:t?"the recording ends here":"",time:this.time}}advance(t){return this.seek(this.
time+t),this.status}seek(t){this.time=Math.min(Math.max(t,this.start),this.end),this.frame()}reset(){this.seek(this.start)}frame(){let t=gu(this.times,this.time),e=Math.min(t+1,this.times.length-1),n=this.times[e]-this.times[t],s=n>0?(this.time-this.times[t])/n:0;return this.catalogue.fields.forEach((r,o)=>mv(this.outputs,r,this.columns[o],t,e,s)),this.outputs}output(t){let e=this.catalogue.find(t);
if(!e)throw new RangeError(`no output '${t}' was recorded.`);return e.axis===e.field.dims.length?this.outputs[e.start]:this.outputs.slice(e.start,e.start+e.count)}state(){return this.catalogue.byName.has("state")?this.output("state"):new Float64Array(0)}set(t){throw new RangeError(`'${t}' cannot be set: this page replays a recorded run.`)}get(t){throw new RangeError(`'${t}' has no value here: this\
 page replays a recorded run.`)}save(){return{time:this.time}}load(t){this.seek(t.time)}};function mv(i,t,e,n,s,r){let{place:o,count:a}=t,l=n*a,c=s*a;if(!t.name.endsWith("quaternion")){for(let f=0;f<a;f++){let h=e[l+f];i[o+f]=r===0?h:h+r*(e[c+f]-h)}return}for(let f=0;f<a;f+=4){let h=0;for(let v=f;v<f+4;v++)h+=e[l+v]*e[c+v];let u=h<0?-1:1,d=0;for(let v=f;v<f+4;v++){let p=e[l+v]*(1-r)+u*r*e[c+v];i[o+
v]=p,d+=p*p}let g=Math.sqrt(d)||1;for(let v=f;v<f+4;v++)i[o+v]/=g}}var pm=700,mm={light:["#1f6fae","#b8432b","#2f7440","#8a5a00","#6a4a9c","#0f7b7a","#1b2a41","#9c3f55","#5b6570"],dark:["#6db8f0","#ff9077","#7fd08f","#f0bd5c","#c4a4f0","#67d3d1","#dfe7f2","#f29cb1","#aab4c0"]},gv=8,Co=[],xv={light:{text:"#3d4a5c",grid:"#0000001a"},dark:{text:"#b6c3d4",grid:"#ffffff1c"}},xu=class{constructor(t,e){this.spec=t,this.panel=e,this.columns=t.series.map(r=>e.history.index.
get(r.output)).filter(r=>r!==void 0),this.series=t.series.filter(r=>e.history.index.has(r.output)),this.times=new Float64Array(pm),this.lines=this.columns.map(()=>new Float32Array(pm)),this.peak=null,this.box=pt("div",{class:"canvas"});let n=Ln("close",`Remove the plot ${t.title}`,()=>e.remove(this),{class:"icon small"}),s=t.unit&&t.unit!=="1"?` [${t.unit}]`:"";this.legend=pt("div",{class:"keys"}),
this.element=pt("section",{class:"plot","aria-label":t.title},pt("header",{},pt("h3",{text:t.title+s}),n),this.legend,this.box)}draw(t,e){this.chart?.destroy();let n=xv[e],s={stroke:n.text,grid:{stroke:n.grid,width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},r=this.series.map((a,l)=>({label:a.label,stroke:mm[e][l%9],width:1.5,points:{show:!1}})),o={width:t,height:118,legend:{show:!1},padding:[
6,14,0,0],cursor:{sync:{key:this.panel.key,setSeries:!1},drag:{setScale:!1,x:!1,y:!1},points:{size:5}},scales:{x:{time:!1,range:()=>this.panel.window()},y:{range:(a,l,c)=>this.range(l,c)}},axes:[{...s,size:22,gap:2,values:(a,l)=>l.map(c=>Xe(c,6))},{...s,size:46,gap:3,space:26,values:(a,l)=>l.map(c=>Xe(c,4))}],series:[{},...r],hooks:{setCursor:[()=>this.showKeys()],drawSeries:[],draw:[a=>this.drawNow(
a,n)]}};this.chart=new Rn(o,this.data(),this.box),this.chart.over.addEventListener("click",()=>this.panel.clicked(this.chart.posToVal(this.chart.cursor.left,"x"))),this.theme=e,this.makeKeys()}data(){let[t,e]=this.panel.window(),n=fm(this.panel.history,this.columns,t,e,this.times,this.lines);return[this.times.subarray(0,n),...this.lines.map(s=>s.subarray(0,n))]}range(t,e){let n=_v(this.chart?.data??
[[]]),s=Math.max(Math.abs(t),Math.abs(e)),r=n>0&&s>gv*n;return this.peak=r?s:null,r?gm(Math.max(t,-1.6*n),Math.min(e,1.6*n)):gm(t,e)}update(){this.chart?.setData(this.data()),this.showKeys()}drawNow(t,e){if(this.peak!==null&&this.tellPeak(t,e),!this.panel.source.replayed)return;let n=Math.round(t.valToPos(this.panel.source.time,"x",!0))+.5,s=t.ctx;s.save(),s.strokeStyle=e.text,s.beginPath(),s.moveTo(
n,t.bbox.top),s.lineTo(n,t.bbox.top+t.bbox.height),s.stroke(),s.restore()}tellPeak(t,e){t.ctx.save(),t.ctx.fillStyle=e.text,t.ctx.font=`${10*(globalThis.devicePixelRatio||1)}px system-ui, sans-serif`,t.ctx.textAlign="right",t.ctx.textBaseline="top",t.ctx.fillText(`peak ${Xe(this.peak,3)} not shown`,t.bbox.left+t.bbox.width-4,t.bbox.top+2),t.ctx.restore()}makeKeys(){this.values=this.series.map(()=>pt(
"b"));let t=this.series.map((e,n)=>pt("span",{class:"key"},pt("i",{style:`background:${mm[this.theme][n%9]}`}),e.label," ",this.values[n]));this.legend.replaceChildren(...t),this.legend.hidden=this.series.length>9}present(t){let{source:e}=this.panel;return e.replayed?gu(t,e.time):t.length-1}showKeys(){if(!this.chart||this.legend.hidden)return;let e=this.chart.cursor.idx??this.present(this.chart.data[0]);
this.values.forEach((n,s)=>{let r=e>=0?Fa(this.chart.data[s+1][e]):"";n.textContent!==r&&(n.textContent=r)})}};function _v([i,...t]){Co.length=0;for(let e of t)for(let n=0;n<i.length;n+=10)e[n]===e[n]&&Co.push(Math.abs(e[n]));return Co.length>20?Co.sort((e,n)=>e-n)[Math.floor(.96*Co.length)]:0}function gm(i,t){if(i===null||!Number.isFinite(i+t))return[-1,1];let e=.08*(t-i)||.1*Math.abs(t)||1;return[
i-e,t+e]}var il=class{constructor({source:t,history:e,catalogue:n,key:s,span:r,actions:o}){Object.assign(this,{source:t,history:e,catalogue:n,key:s,span:r,actions:o}),this.plots=[],this.theme="light",this.list=pt("div",{class:"list"}),this.element=pt("div",{class:"plots"},this.makeBar(),this.list),this.width=0,new ResizeObserver(()=>this.resize()).observe(this.list)}makeBar(){let t=pt("select",{"a\
ria-label":"Add a plot"},pt("option",{value:"",text:"Add a plot …"}));for(let s of this.catalogue.fields)t.append(this.optionsOf(s));if(t.addEventListener("change",()=>{t.value&&this.actions.add(t.value),t.value=""}),this.source.replayed)return pt("div",{class:"bar"},t);let e=[...new Set([2,5,10,30,120,600].map(s=>s*this.unit()))],n=pt("select",{"aria-label":"Time shown"},...e.map(s=>pt("option",
{value:s,text:`last ${Xe(s,3)} s`})));return n.value=e.includes(this.span)?this.span:e[2],this.span=Number(n.value),n.addEventListener("change",()=>{this.span=Number(n.value),this.update()}),pt("div",{class:"bar"},t,n)}unit(){return this.span<1?.02:1}optionsOf(t){let e=pt("optgroup",{label:`${t.name} [${t.unit??""}]`}),n=this.catalogue.numbers(t);if(n.length>1&&n.length<=9&&e.append(pt("option",{value:t.
name,text:`${t.name}: all`})),n.length<=120)for(let s of n)e.append(pt("option",{value:s,text:s}));return e}add(t){let e=new xu(t,this);return this.plots.push(e),this.list.append(e.element),this.width&&e.draw(this.width,this.theme),e}remove(t){t.chart?.destroy(),t.element.remove(),this.plots=this.plots.filter(e=>e!==t),this.actions.changed()}clear(){for(let t of[...this.plots])this.remove(t)}setTheme(t){
if(this.theme=t,this.width)for(let e of this.plots)e.draw(this.width,t)}resize(){let t=this.list.clientWidth;if(!(!t||t===this.width)){this.width=t;for(let e of this.plots)e.draw(t,this.theme)}}window(){if(this.source.replayed)return[this.source.start,this.source.end];let t=Math.max(this.source.time,this.span);return[t-this.span,t]}clicked(t){this.source.replayed&&Number.isFinite(t)&&this.actions.
seek(t)}update(){if(this.list.clientWidth){this.list.clientWidth!==this.width&&this.resize();for(let t of this.plots)t.update()}}showTime(){if(this.list.clientWidth)for(let t of this.plots)t.chart?.redraw(!1),t.showKeys()}};var vv=400,sl=class{constructor(t,e){this.onset=e,this.rows=new Map;let n=new Map;for(let o of t){let a=o.group||"parameters";n.has(a)||n.set(a,[]),n.get(a).push(o)}let s=[...n].map(([o,a])=>this.makeGroup(o,a,n.size>1)),r=pt("button",{type:"button",class:"text",text:"Reset all",onclick:()=>this.first()});this.element=pt("div",{class:"sliders"},...s,pt("div",{class:"foot"},r))}makeGroup(t,e,n){let s=e.
map(r=>this.makeRow(r));return n?pt("fieldset",{},pt("legend",{text:t}),...s):pt("div",{},...s)}makeRow(t){let e=`slider-${t.name.replace(/[^\w-]/g,"-")}`,n=yv(t),s=t.meaning?`${t.meaning} (${t.name})`:t.name,r=t.step>0?t.step:(t.high-t.low)/vv,o=pt("input",{type:"range",id:e,min:t.low,max:t.high,step:r,"aria-label":`${n} [${t.unit||"1"}]`}),a=pt("input",{type:"number",step:"any",min:t.low,max:t.high,
"aria-label":`${n}, number [${t.unit||"1"}]`}),l=Ln("reset",`Reset ${n}`,()=>this.change(t,t.value),{class:"icon small"});o.addEventListener("input",()=>this.change(t,Number(o.value))),a.addEventListener("change",()=>this.typed(t,a));let c=pt("span",{class:"unit",text:t.unit==="1"?"":t.unit}),f=pt("div",{class:"head"},pt("label",{for:e,text:n,title:s}),a,c,l),h=pt("div",{class:"row"},f,o);return this.
rows.set(t.name,{slider:t,range:o,number:a,back:l,row:h}),this.show(t.name,t.value),h}typed(t,e){let n=Number(e.value);e.value.trim()===""||!Number.isFinite(n)?this.show(t.name,this.value(t.name)):this.change(t,Math.min(Math.max(n,t.low),t.high))}change(t,e){this.show(t.name,e),this.onset(t.name,e)}show(t,e){let n=this.rows.get(t);if(!n)return;n.current=e,n.range.value=e,n.number.value=Number(e.toPrecision(
6));let s=(e-n.slider.low)/(n.slider.high-n.slider.low||1);n.range.style.setProperty("--share",`${100*Math.min(Math.max(s,0),1)}%`),n.range.setAttribute("aria-valuetext",`${Xe(e)} ${n.slider.unit==="1"?"":n.slider.unit}`);let r=Math.abs(e-n.slider.value)>1e-9*(Math.abs(n.slider.value)+1e-9);n.row.classList.toggle("changed",r),n.back.style.visibility=r?"visible":"hidden"}value(t){return this.rows.get(
t).current}changed(){let t={};for(let[e,n]of this.rows)n.row.classList.contains("changed")&&(t[e]=n.current);return t}values(){return Object.fromEntries([...this.rows].map(([t,e])=>[t,e.current]))}first(){for(let{slider:t}of this.rows.values())this.value(t.name)!==t.value&&this.change(t,t.value)}};function yv(i){let t=i.label??i.name,e=`${i.group}.`;return(t.startsWith(e)?t.slice(e.length):t).replaceAll(
"_"," ").replaceAll("."," · ")}var rl=.001,_m=10;function xm(i){return Math.round(1e3*Math.log(i/rl)/Math.log(_m/rl))}function Mv(i){let t=rl*Math.exp(i/1e3*Math.log(_m/rl));return Number(t.toPrecision(t>.95&&t<1.06?1:2))}var ol=class{constructor(t,e,n){this.period=e,this.actions=n,this.playButton=Ln("play","Play (space)",n.play,{class:"icon main"}),this.time=pt("span",{class:"clock",role:"timer","aria-label":"time of the machi\
ne"}),this.speed=pt("input",{type:"range",min:0,max:1e3,step:1,class:"speed","aria-label":"speed"}),this.speedText=pt("span",{class:"rate"}),this.speed.addEventListener("input",()=>n.speed(Mv(Number(this.speed.value))));let r=[Ln("reset",t.replayed?"To the beginning (r)":"Start again (r)",n.reset),this.playButton,Ln("step","One step (.)",n.step),this.time];t.replayed&&r.push(this.makeLine(t));let o=pt(
"label",{class:"speedbox",title:"speed: machine time over real time"},this.speed,this.speedText);this.element=pt("div",{class:"transport",role:"group","aria-label":"run"},...r,o)}makeLine(t){this.line=pt("input",{type:"range",class:"line",min:t.start,max:t.end,step:"any","aria-label":"time line"}),this.line.addEventListener("input",()=>this.actions.seek(Number(this.line.value)));let e=Ln("repeat",
"Begin again at the end",()=>{let n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n)),this.actions.repeat(n)},{"aria-pressed":"true"});return pt("span",{class:"linebox"},this.line,e)}showPlaying(t){Dd(this.playButton,t?"pause":"play"),this.playButton.setAttribute("aria-label",t?"Pause (space)":"Play (space)"),this.playButton.title=t?"Pause (space)":"Play (space)"}showSpeed(t,e){
this.speed.value=xm(t),this.speed.style.setProperty("--share",`${xm(t)/10}%`);let n=e!==null&&e<.9*t,s=n?`${Xe(e,2)}× of ${Xe(t,3)}×`:`${Xe(t,3)}×`;s!==this.speedText.textContent&&(this.speedText.textContent=s,this.speedText.title=n?"this processor does not run the machine faster":"",this.speed.setAttribute("aria-valuetext",`${Xe(t,3)} times real time`))}showTime(t){let e=Id(t,this.period);e!==
this.time.textContent&&(this.time.textContent=e),this.line&&(this.line.value=t,this.line.style.setProperty("--share",`${100*(t-this.line.min)/(this.line.max-this.line.min||1)}%`))}};var vm=760,Sv=0,al=class{constructor(t,e){this.host=t,this.viewer=e,this.key=`elver-${Sv++}`,this.canvas=this.makeCanvas(),this.message=new ka,this.chosenTheme="auto",this.root=pt("div",{class:e.payload.scene.water&&!e.payload.scene.ground?"elver wet":"elver"},this.canvas),t.replaceChildren(this.root),this.ends=[]}makeCanvas(){let{title:t}=this.viewer.payload;return pt("canvas",{class:"view",tabindex:0,
role:"img","aria-label":`3-D view of ${t}: arrow keys turn it, plus and minus come nearer, shift and arrows move it`})}fill(t){let{source:e,payload:n,runner:s,world:r}=t;this.transport=new ol(e,n.period,{play:()=>s.playing?t.pause():t.play(),step:()=>t.step(),reset:()=>t.reset(),speed:a=>t.setSpeed(a),seek:a=>t.seek(a),repeat:a=>s.repeat=a});let o=n.machine?.sliders??[];this.sliders=!e.replayed&&o.
length?new sl(o,(a,l)=>t.set(a,l)):null,this.plots=new il({source:e,history:s.history,catalogue:t.catalogue,key:this.key,span:bv(n.period),actions:{add:a=>t.addPlot(a),seek:a=>t.seek(a),changed:()=>{}}}),this.figures=new Mo(t.figures),this.look=new Ba(r,{view:a=>{r.rig.choose(a),t.wake()},follow:a=>{r.rig.following=a,t.wake()},path:a=>{r.trace.mesh.visible=a,t.wake()},arrows:(a,l)=>{r.arrows[a].group.
visible=l,t.refresh()},scale:(a,l)=>{r.arrows[a].factor=l,t.refresh()}}),this.place(n),this.addFirst(n,t),this.listen(t)}place(t){let e=pt("details",{class:"about"},pt("summary",{},pt("h1",{text:t.title})),pt("p",{text:t.about??""}),this.credits(t)),n=pt("div",{class:"left"},pt("div",{class:"card titlecard"},e,this.figures.element)),s=pt("div",{class:"right"});this.panels=new Map,this.buttons=pt("\
div",{class:"tools",role:"toolbar","aria-label":"panels and tools"}),this.sliders&&this.addPanel("sliders","Parameters","sliders",this.sliders.element,n),this.addPanel("look","View and forces","eye",this.look.element,n),this.addPanel("plots","Plots","plots",this.plots.element,s),this.addPanel("help","Help","help",kd(this.viewer.source.replayed),s),this.addTools(),this.notes=pt("div",{class:"notes",
role:"status"}),this.foot=pt("div",{class:"bottom"},this.transport.element,this.buttons),this.root.append(n,s,this.foot,this.notes,this.message.element),Object.assign(this,{left:n,right:s})}credits(t){let e=t.recording?.note,n=[t.source,e,t.version?`Elver ${t.version}`:""].filter(Boolean).join(" · ");return pt("p",{class:"credits",text:n})}addPanel(t,e,n,s,r){let o=Ln("close",`Close ${e}`,()=>this.
open(t,!1),{class:"icon small"}),a=pt("section",{class:`card panel ${t}`,"aria-label":e},pt("header",{},pt("h2",{text:e}),o),s);a.hidden=!0;let l=Ln(n,e,()=>this.open(t,a.hidden),{"aria-expanded":"false"});l.append(pt("span",{text:e})),this.panels.set(t,{panel:a,button:l}),this.buttons.append(l),r.append(a)}addTools(){let t=Ln("sun","Light or dark",()=>this.setTheme(this.theme==="dark"?"light":"da\
rk")),e=Ln("link","Copy a link with these settings",()=>this.copyLink()),n=Ln("save","Download the run as CSV",()=>Bd(this.viewer));this.buttons.append(...this.viewer.options.hash?[e]:[],n,t)}open(t,e){let n=this.root.classList.contains("narrow");for(let[s,{panel:r,button:o}]of this.panels)s!==t&&!(e&&s!==t&&(n||s==="help"&&t==="plots"||s==="plots"&&t==="help"))||(r.hidden=s===t?!e:!0,o.setAttribute(
"aria-expanded",String(!r.hidden)));this.resize(),this.plots.update()}beginOpen(){this.root.clientWidth<vm||(this.sliders&&this.open("sliders",!0),this.root.clientWidth>1e3&&this.open("plots",!0))}addFirst(t,e){for(let n of t.plots??[])n.shown&&e.showPlot(n);this.firstPlots=this.plots.plots.map(n=>this.plotKey(n.spec)).join(","),e.world.arrows.forEach((n,s)=>n.spec.shown&&this.showArrows(s,!0)),this.
observer=new ResizeObserver(()=>this.resize()),this.observer.observe(this.root);for(let{panel:n}of this.panels.values())this.observer.observe(n);this.beginOpen()}showArrows(t,e){this.viewer.world.arrows[t].group.visible=e,this.look.press(t,e)}plotKey(t){let e=(this.viewer.payload.plots??[]).indexOf(t);return e>=0?`p${e}`:`o:${t.title}`}addByKey(t,e){let n=/^p\d+$/.test(t)?e.payload.plots?.[Number(
t.slice(1))]:null;n?e.showPlot(n):t.startsWith("o:")&&e.addPlot(t.slice(2))}renewHistory(t){if(!this.plots)return;this.plots.history=t.runner.history;for(let n of this.plots.plots)n.columns=n.series.map(s=>t.runner.history.index.get(s.output));let e=new Mo(t.figures);this.figures.element.replaceWith(e.element),this.figures=e}listen(t){let e=r=>this.pressed(r,t),n=globalThis.matchMedia?.("(prefers-\
color-scheme: dark)"),s=()=>this.chosenTheme==="auto"&&this.setTheme("auto");this.root.ownerDocument.addEventListener("keydown",e),n?.addEventListener("change",s),this.ends.push(()=>this.root.ownerDocument.removeEventListener("keydown",e),()=>n?.removeEventListener("change",s))}pressed(t,e){if(!(t.target===document.body||this.root.contains(t.target))||t.ctrlKey||t.metaKey||t.altKey||this.message.shown)
return;let s=t.target.matches?.("input:not([type=range]), select, textarea"),r=t.target.matches?.("button, summary"),a={" ":()=>e.runner.playing?e.pause():e.play(),".":()=>e.step(),r:()=>e.reset()}[t.key]??this.panelKey(t.key);!a||s||r&&t.key===" "||(t.preventDefault(),a())}panelKey(t){let e=Cd[t];if(e&&this.panels.has(e))return()=>this.open(e,this.panels.get(e).panel.hidden);let n={1:"free",2:"to\
p",3:"side"}[t];return n?()=>{this.viewer.world.rig.choose(n),this.viewer.wake()}:t==="f"?()=>this.look.followButton.click():null}setTheme(t){this.chosenTheme=t,this.theme=t==="auto"?Rd():t,this.root.dataset.theme=this.theme,this.viewer.world.setTheme(this.theme),this.plots.setTheme(this.theme),this.look.update(),this.viewer.refresh()}async copyLink(){let{viewer:t}=this,e=`${location.href.split("#")[0]}\
#${t.hash}`;history.replaceState(null,"",e);try{await navigator.clipboard.writeText(e),this.note("The link with these settings is copied, and stands in the address.",4e3)}catch{this.note("The link with these settings stands in the address of the page.",4e3)}}note(t,e=0){let n=pt("p",{text:t}),s=Ln("close","Close",()=>n.remove(),{class:"icon small"});n.append(s),this.notes?this.notes.append(n):this.
notesLater=[...this.notesLater??[],[t,e]],e&&setTimeout(()=>n.remove(),e)}resize(){let{clientWidth:t,clientHeight:e}=this.root;if(!t||!e||!this.viewer.world)return;let n=t<vm;if(this.root.classList.toggle("narrow",n),this.notesLater&&this.notes)for(let[a,l]of this.notesLater.splice(0))this.note(a,l);let s=a=>[...a.children].some(l=>l.classList.contains("panel")&&!l.hidden),r=n&&[...this.panels.values()].
find(({panel:a})=>!a.hidden),o=n?{left:0,right:0,top:90,bottom:this.foot.offsetHeight+(r?r.panel.offsetHeight:0)}:{left:s(this.left)?this.left.offsetWidth:0,right:s(this.right)?this.right.offsetWidth:0,top:0,bottom:this.foot.offsetHeight};this.root.style.setProperty("--foot",`${this.foot.offsetHeight}px`),this.viewer.world.stage.setInsets(o),this.viewer.world.resize(t,e),this.viewer.wake()}close(){
for(let t of this.ends)t();this.observer?.disconnect(),this.root.remove()}};function bv(i){return i>0&&i<.2?.2:10}var _u={s:i=>i,"rad/s":i=>2*Math.PI/i,Hz:i=>1/i,"1/s":i=>1/i,"1/min":i=>60/i},wv=1e-6;function ym(i,t){let e=i.period??0;if(!(e>0))return()=>0;let n=(i.machine?.sliders??[]).find(({unit:s,value:r})=>_u[s]&&Math.abs(_u[s](r)/e-1)<wv);return n?()=>{let s=_u[n.unit](t(n.name));return s>0&&Number.isFinite(s)?s:e}:()=>e}var Mm=.1,Tv=11,Av=["base_position","base_quaternion","base_rotation","base_velocity","com_position","joint_position","joint_torque","power","work","kinetic_energy","medium_energy","potential_energy"];function Sm(i,t){let e=Av.flatMap(n=>i.byName.has(n)?i.numbers(i.byName.get(n)):[]);return[...new Set([...e,...t])]}function Ev(i,t){let e=Math.min(.016666666666666666,t>0?t/80:1);return Math.max(1,Math.
round(e/i))*i}function Rv(i){return!(i>0)||i>.4?1:Number(Math.max(i/1.2,.001).toPrecision(1))}var ll=class{constructor(t,e,n,s){Object.assign(this,{source:t,catalogue:e,period:s}),this.playing=!1,this.speed=Rv(s),this.reached=null,this.interval=Ev(t.dt||.01,s),this.repeat=!0,this.keep(n),this.restart()}keep(t){let e=this.history;this.history=new el(t),this.places=t.map(n=>this.catalogue.find(n).start),
this.source.replayed?this.readAll():e&&Cv(e,this.history)}readAll(){let{source:t,history:e}=this,n=Pv(e.names,this.catalogue);for(let s=0;s<t.times.length;s++){let r=e.push(t.times[s]);for(let o=0;o<n.length;o++)r[o]=t.columns[n[o].field][s*n[o].count+n[o].offset]}}restart(){this.source.reset(),this.source.frame(),this.reached=null,!this.source.replayed&&(this.history.clear(),this.record())}record(){
let t=this.history.push(this.source.time),{outputs:e}=this.source;for(let n=0;n<this.places.length;n++)t[n]=e[this.places[n]];this.next=this.source.time+this.interval}advance(t){let e=this.source.time,n=Math.min(t,Mm)*this.speed;if(this.source.replayed)return this.source.advance(n),this.source.time>=this.source.end&&this.atEnd(),!0;let s=performance.now()+Tv,r=this.forward(n,()=>performance.now()>
s),o=this.source.time-e,a=t>0&&o<n-2*this.source.dt?o/Math.min(t,Mm):null;return this.reached=a===null?null:this.reached===null?a:.8*this.reached+.2*a,r}atEnd(){this.repeat?this.source.reset():this.playing=!1}forward(t,e=()=>!1){let{source:n}=this,s=t;for(;s>0;){let r=Math.min(s,Math.max(this.next-n.time,.5*n.dt));if(n.advance(r),s-=r,n.status.code!==0)return n.frame(),!1;if(n.time>=this.next-.5*n.
dt&&(n.frame(),this.record(),e()))return!0}return n.frame(),!0}};function Cv(i,t){let e=t.names.map(n=>i.index.get(n));for(let n=Math.max(0,i.count-t.capacity);n<i.count;n++){let s=t.push(i.time(n));for(let r=0;r<e.length;r++)s[r]=e[r]===void 0?NaN:i.value(n,e[r])}}function Pv(i,t){return i.map(e=>{let n=t.find(e);return{field:t.fields.indexOf(n.field),count:n.field.count,offset:n.start-n.field.place}})}function wm(i,t){let e=[];for(let[n,s]of Object.entries(i))e.push(`${vu(n)}=${Number(s.toPrecision(9))}`);for(let[n,s]of Object.entries(t))e.push(`~${vu(n)}=${vu(String(s))}`);return e.join("&")}function Tm(i){let t={},e={};for(let n of i.replace(/^#/,"").split("&")){let s=n.indexOf("=");if(s<1)continue;let r=bm(n.slice(0,s)),o=bm(n.slice(s+1));r===null||o===null||(r.startsWith("~")?e[r.slice(1)]=
o:o!==""&&Number.isFinite(Number(o))&&(t[r]=Number(o)))}return{parameters:t,own:e}}function vu(i){return encodeURIComponent(i).replaceAll("%2C",",").replaceAll("%3A",":").replaceAll("%20","+")}function bm(i){try{return decodeURIComponent(i.replaceAll("+","%20"))}catch{return null}}var og=0,tf=1,ag=2;var Ks=1,lg=2,Kr=3,Gi=0,qn=1,Yn=2,js=0,jr=1,ef=2,nf=3,sf=4,cg=5;var Qs=100,hg=101,ug=102,fg=103,dg=104,pg=200,mg=201,gg=202,xg=203,rf=204,of=205,_g=206,vg=207,yg=208,Mg=209,Sg=210,bg=211,wg=212,Tg=213,Ag=214,Bl=0,kl=1,zl=2,zr=3,Vl=4,Gl=5,Hl=6,Wl=7,_c=0,Eg=1,Rg=2,Hi=0,af=1,lf=2,cf=3,hf=4,uf=5,ff=6,df=7;var pf=300,tr=301,Qr=302,vc=303,yc=304,Xl=1e3,Fi=1001,ql=1002,Tn=1003,Cg=1004;var fa=1005;var Pn=1006,Mc=1007;var as=1008;var $n=1009,mf=1010,gf=1011,to=1012,Sc=1013,wi=1014,fi=1015,Ti=1016,bc=1017,wc=1018,er=1020,xf=35902,_f=35899,vf=1021,yf=1022,Ai=1023,rs=1026,ls=1027,Tc=1028,Ac=1029,Ps=1030,Ec=1031;var Rc=1033,da=33776,pa=33777,ma=33778,ga=33779,Cc=35840,Pc=35841,Ic=35842,Lc=35843,Nc=36196,Dc=37492,Uc=37496,Fc=37488,Oc=37489,xa=37490,Bc=37491,kc=37808,zc=37809,Vc=37810,Gc=37811,Hc=37812,Wc=37813,Xc=37814,qc=37815,Yc=37816,$c=37817,Zc=37818,Jc=37819,Kc=37820,jc=37821,Qc=36492,th=36494,eh=36495,nh=36283,ih=36284,_a=36285,sh=36286;var ko=2300,Yl=2301,Fl=2302,Hu=2303,Wu=2400,Xu=2401,qu=2402;var Pg=3200;var va=0,Ig=1,cs="",Cn="srgb",zo="srgb-linear",Vo="linear",we="srgb";var Ol=7680;var Lg=519,Ng=512,Dg=513,Ug=514,Mf=515,Fg=516,Og=517,Sf=518,bf=519,Bg=35044,ya=35048;var wf="300 es",ui=2e3,Vr=2001;function Iv(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Lv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Go(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function kg(){let i=Go("canvas");return i.style.display="block",i}var Am={},Gr=null;function Tf(...i){let t="THREE."+i.shift();Gr?Gr("log",t,...i):console.log(t,...i)}function zg(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function $t(...i){i=zg(i);let t="THREE."+i.shift();if(Gr)Gr("warn",t,...i);else{let e=i[0];
e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function Qt(...i){i=zg(i);let t="THREE."+i.shift();if(Gr)Gr("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function Bo(...i){let t=i.join(" ");t in Am||(Am[t]=!0,$t(...i))}function Vg(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Gg={[Bl]:Bl,[zl]:Hl,[Vl]:Vl,[zr]:Gl,[kl]:kl,[Hl]:zl,[Wl]:Wl,[Gl]:zr},Oi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===
void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.
slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Nn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","\
40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","\
90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","\
e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var yu=Math.PI/180,$l=180/Math.PI;function Ma(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Nn[i&255]+Nn[i>>8&255]+Nn[i>>16&255]+Nn[i>>24&255]+"-"+Nn[t&255]+Nn[t>>8&255]+"-"+Nn[t>>16&15|64]+Nn[t>>24&255]+"-"+Nn[e&63|128]+Nn[e>>8&255]+"-"+Nn[e>>16&255]+Nn[e>>24&255]+Nn[n&255]+Nn[n>>8&255]+Nn[n>>16&255]+Nn[n>>24&255]).
toLowerCase()}function xe(i,t,e){return Math.max(t,Math.min(e,i))}function Nv(i,t){return(i%t+t)%t}function Mu(i,t,e){return(1-e)*i+e*t}function Hg(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Af(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Dv(i,t){if(t.constructor===Float32Array)return i;let e=Af(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");
return Math.max(i/e,-1)}function Uv(i,t){if(t.constructor===Float32Array)return i;let e=Af(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var te=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:
throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){
return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){
return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=xe(this.x,t.x,e.x),this.y=xe(this.y,t.y,e.y),this}clampScalar(t,e){return this.
x=xe(this.x,t,e),this.y=xe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.
y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,
-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(xe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){
return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.
sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Bi=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],f=n[s+2],h=n[s+3],u=r[o+0],d=r[o+1],g=r[o+2],v=r[o+3];
if(h!==v||l!==u||c!==d||f!==g){let p=l*u+c*d+f*g+h*v;p<0&&(u=-u,d=-d,g=-g,v=-v,p=-p);let m=1-a;if(p<.9995){let S=Math.acos(p),A=Math.sin(S);m=Math.sin(m*S)/A,a=Math.sin(a*S)/A,l=l*m+u*a,c=c*m+d*a,f=f*m+g*a,h=h*m+v*a}else{l=l*m+u*a,c=c*m+d*a,f=f*m+g*a,h=h*m+v*a;let S=1/Math.sqrt(l*l+c*c+f*f+h*h);l*=S,c*=S,f*=S,h*=S}}t[e]=l,t[e+1]=c,t[e+2]=f,t[e+3]=h}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],
l=n[s+1],c=n[s+2],f=n[s+3],h=r[o],u=r[o+1],d=r[o+2],g=r[o+3];return t[e]=a*g+f*h+l*d-c*u,t[e+1]=l*g+f*u+c*h-a*d,t[e+2]=c*g+f*d+a*u-l*h,t[e+3]=f*g-a*h-l*u-c*d,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=
t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),f=a(s/2),h=a(r/2),u=l(n/2),d=l(s/
2),g=l(r/2);switch(o){case"XYZ":this._x=u*f*h+c*d*g,this._y=c*d*h-u*f*g,this._z=c*f*g+u*d*h,this._w=c*f*h-u*d*g;break;case"YXZ":this._x=u*f*h+c*d*g,this._y=c*d*h-u*f*g,this._z=c*f*g-u*d*h,this._w=c*f*h+u*d*g;break;case"ZXY":this._x=u*f*h-c*d*g,this._y=c*d*h+u*f*g,this._z=c*f*g+u*d*h,this._w=c*f*h-u*d*g;break;case"ZYX":this._x=u*f*h-c*d*g,this._y=c*d*h+u*f*g,this._z=c*f*g-u*d*h,this._w=c*f*h+u*d*g;
break;case"YZX":this._x=u*f*h+c*d*g,this._y=c*d*h+u*f*g,this._z=c*f*g-u*d*h,this._w=c*f*h-u*d*g;break;case"XZY":this._x=u*f*h-c*d*g,this._y=c*d*h-u*f*g,this._z=c*f*g+u*d*h,this._w=c*f*h+u*d*g;break;default:$t("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this.
_z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],f=e[6],h=e[10],u=n+a+h;if(u>0){let d=.5/Math.sqrt(u+1);this._w=.25/d,this._x=(f-l)*d,this._y=(r-c)*d,this._z=(o-s)*d}else if(n>a&&n>h){let d=2*Math.sqrt(1+n-a-h);this._w=(f-l)/d,this._x=.25*d,this._y=(s+o)/d,this._z=(r+c)/d}else if(a>h){let d=2*Math.
sqrt(1+a-n-h);this._w=(r-c)/d,this._x=(s+o)/d,this._y=.25*d,this._z=(l+f)/d}else{let d=2*Math.sqrt(1+h-n-a);this._w=(o-s)/d,this._x=(r+c)/d,this._y=(l+f)/d,this._z=.25*d}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.
y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(xe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),
this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=
this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,f=e._w;return this._x=n*f+o*a+s*c-r*l,this._y=s*f+o*l+r*a-n*c,this._z=r*f+o*c+n*l-s*a,this._w=o*f-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,
o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),f=Math.sin(c);l=Math.sin(l*c)/f,e=Math.sin(e*c)/f,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){
return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),
this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this.
_w}},J=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;
break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=
t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){
return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Em.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Em.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*
e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,
s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),f=2*(a*e-r*s),h=2*(r*n-o*e);return this.x=e+l*c+o*h-a*f,this.y=n+l*f+a*c-r*h,this.z=s+l*h+r*f-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;
return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.
max(this.z,t.z),this}clamp(t,e){return this.x=xe(this.x,t.x,e.x),this.y=xe(this.y,t.y,e.y),this.z=xe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=xe(this.x,t,e),this.y=xe(this.y,t,e),this.z=xe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.
z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.
y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.
z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(
n)}projectOnPlane(t){return Su.copy(this).projectOnVector(t),this.sub(Su)}reflect(t){return this.sub(Su.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(xe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*
e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){
return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,
e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){
return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Su=new J,Em=new Bi,ee=class{static{this.prototype.
isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let f=this.elements;return f[0]=t,f[1]=s,f[2]=a,f[3]=e,f[4]=r,f[5]=l,f[6]=n,f[7]=o,f[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=
n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.
elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],f=n[4],h=n[7],u=n[2],d=n[5],g=n[8],v=s[0],p=s[3],m=s[6],S=s[1],A=s[4],M=s[7],P=s[2],E=s[5],_=s[8];return r[0]=o*v+a*S+l*P,r[3]=o*p+a*A+l*E,r[6]=o*m+a*M+l*_,r[1]=c*v+f*S+h*P,r[4]=c*p+f*A+h*E,r[7]=c*m+f*M+h*_,r[2]=u*v+d*S+g*P,r[5]=u*p+d*A+g*E,r[8]=u*m+d*M+g*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,
e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],f=t[8];return e*o*f-e*a*c-n*r*f+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],f=t[8],h=f*o-a*c,u=a*l-f*r,d=c*r-o*l,g=e*h+n*u+s*d;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return t[0]=h*v,t[1]=(s*c-f*n)*v,
t[2]=(a*n-s*o)*v,t[3]=u*v,t[4]=(f*e-s*l)*v,t[5]=(s*r-a*e)*v,t[6]=d*v,t[7]=(n*l-c*e)*v,t[8]=(o*e-n*r)*v,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=
e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return Bo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(bu.makeScale(t,e)),this}rotate(t){return Bo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(
bu.makeRotation(-t)),this}translate(t,e){return Bo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(bu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,
0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},
bu=new ee,Rm=new ee().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Cm=new ee().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Fv(){let i={enabled:!0,workingColorSpace:zo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===we&&(s.r=ss(s.r),s.g=ss(s.g),s.b=
ss(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===we&&(s.r=kr(s.r),s.g=kr(s.g),s.b=kr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){
return this.spaces[s].primaries},getTransfer:function(s){return s===cs?Vo:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){
return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[zo]:{primaries:t,whitePoint:n,
transfer:Vo,toXYZ:Rm,fromXYZ:Cm,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Cn},outputColorSpaceConfig:{drawingBufferColorSpace:Cn}},[Cn]:{primaries:t,whitePoint:n,transfer:we,toXYZ:Rm,fromXYZ:Cm,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Cn}}}),i}var ge=Fv();function ss(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function kr(i){
return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Tr,Zl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Tr===void 0&&(Tr=Go("canvas")),Tr.width=t.width,Tr.height=t.height;let s=Tr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=
Tr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Go("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<
r.length;o++)r[o]=ss(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(ss(e[n]/255)*255):e[n]=ss(e[n]);return{data:e,width:t.width,height:t.height}}else return $t("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Ov=0,Hr=class{constructor(t=null){
this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Ov++}),this.uuid=Ma(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(
0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(wu(s[o].image)):r.push(wu(s[o]))}else r=wu(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function wu(i){
return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Zl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:($t("Texture: Unable to serialize Texture."),{})}var Bv=0,Tu=new J,Wn=class i extends Oi{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Fi,s=Fi,r=Pn,o=as,a=Ai,l=$n,c=i.DEFAULT_ANISOTROPY,f=cs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Bv++}),this.uuid=Ma(),this.name="",this.source=new Hr(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.
format=a,this.internalFormat=null,this.type=l,this.offset=new te(0,0),this.repeat=new te(1,1),this.center=new te(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ee,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=f,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,
this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Tu).x}get height(){return this.source.getSize(Tu).y}get depth(){return this.source.getSize(Tu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.
offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.
wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,
this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,
this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){$t(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){$t(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&
t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],
format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).
length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==pf)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Xl:t.x=t.x-Math.floor(t.x);break;case Fi:t.x=t.x<0?0:1;break;case ql:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.
wrapT){case Xl:t.y=t.y-Math.floor(t.y);break;case Fi:t.y=t.y<0?0:1;break;case ql:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Wn.DEFAULT_IMAGE=null;Wn.DEFAULT_MAPPING=pf;Wn.DEFAULT_ANISOTROPY=1;var De=class{static{
this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){
return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){
return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.
y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){
let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-
t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],f=l[4],h=l[8],u=l[1],d=l[5],g=l[9],v=l[2],p=l[6],m=l[10];if(Math.abs(f-u)<.01&&Math.abs(h-v)<.01&&Math.abs(g-p)<.01){if(Math.abs(f+u)<.1&&Math.abs(h+v)<.1&&Math.abs(g+p)<.1&&Math.abs(c+d+m-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let A=(c+
1)/2,M=(d+1)/2,P=(m+1)/2,E=(f+u)/4,_=(h+v)/4,T=(g+p)/4;return A>M&&A>P?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=E/n,r=_/n):M>P?M<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(M),n=E/s,r=T/s):P<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(P),n=_/r,s=T/r),this.set(n,s,r,e),this}let S=Math.sqrt((p-g)*(p-g)+(h-v)*(h-v)+(u-f)*(u-f));return Math.abs(S)<.001&&(S=1),this.x=(p-g)/S,this.
y=(h-v)/S,this.z=(u-f)/S,this.w=Math.acos((c+d+m-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.
w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=xe(this.x,t.x,e.x),this.y=xe(this.y,t.y,e.y),this.z=xe(this.z,t.z,e.z),this.w=xe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=xe(this.x,t,e),this.y=xe(this.y,t,e),this.z=xe(this.z,t,e),this.w=xe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xe(n,t,e))}floor(){return this.x=Math.floor(this.
x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),
this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.
abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){
return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.
random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Jl=class extends Oi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Pn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,
depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new De(0,0,t,e),this.scissorTest=!1,this.viewport=new De(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Wn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].
renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=
n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Pn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==
void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.
mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),
t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==
!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<
n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new Hr(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,
this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.
samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},si=class extends Jl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Ho=class extends Wn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Tn,this.minFilter=
Tn,this.wrapR=Fi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var Kl=class extends Wn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Tn,this.minFilter=Tn,this.wrapR=Fi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Re=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,f,h,u,d,g,v,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,f,h,u,d,g,v,p)}set(t,e,n,s,r,o,a,l,c,f,h,u,d,g,v,p){let m=this.elements;return m[0]=t,m[4]=e,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=f,m[10]=h,m[14]=u,m[3]=d,m[7]=g,m[11]=v,m[15]=p,this}identity(){return this.
set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=
n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,
0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Ar.setFromMatrixColumn(t,0).length(),r=1/Ar.setFromMatrixColumn(t,1).length(),o=1/Ar.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=
0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),f=Math.cos(r),h=Math.sin(r);if(t.order==="XYZ"){let u=o*f,d=o*h,g=a*f,v=a*h;e[0]=l*f,e[4]=-l*h,e[8]=c,e[1]=d+g*c,e[5]=u-v*c,e[9]=-a*l,e[2]=v-u*c,e[6]=g+d*c,e[10]=o*l}else if(t.order==="YXZ"){let u=l*f,d=l*h,g=c*f,v=c*h;e[0]=u+v*a,e[4]=g*a-d,e[8]=o*c,e[1]=o*h,e[5]=o*
f,e[9]=-a,e[2]=d*a-g,e[6]=v+u*a,e[10]=o*l}else if(t.order==="ZXY"){let u=l*f,d=l*h,g=c*f,v=c*h;e[0]=u-v*a,e[4]=-o*h,e[8]=g+d*a,e[1]=d+g*a,e[5]=o*f,e[9]=v-u*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let u=o*f,d=o*h,g=a*f,v=a*h;e[0]=l*f,e[4]=g*c-d,e[8]=u*c+v,e[1]=l*h,e[5]=v*c+u,e[9]=d*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let u=o*l,d=o*c,g=a*l,v=a*c;e[0]=l*f,e[4]=v-u*h,
e[8]=g*h+d,e[1]=h,e[5]=o*f,e[9]=-a*f,e[2]=-c*f,e[6]=d*h+g,e[10]=u-v*h}else if(t.order==="XZY"){let u=o*l,d=o*c,g=a*l,v=a*c;e[0]=l*f,e[4]=-h,e[8]=c*f,e[1]=u*h+v,e[5]=o*f,e[9]=d*h-g,e[2]=g*h-d,e[6]=a*f,e[10]=v*h+u}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(kv,t,zv)}lookAt(t,e,n){let s=this.elements;return ni.subVectors(t,e),ni.
lengthSq()===0&&(ni.z=1),ni.normalize(),_s.crossVectors(n,ni),_s.lengthSq()===0&&(Math.abs(n.z)===1?ni.x+=1e-4:ni.z+=1e-4,ni.normalize(),_s.crossVectors(n,ni)),_s.normalize(),cl.crossVectors(ni,_s),s[0]=_s.x,s[4]=cl.x,s[8]=ni.x,s[1]=_s.y,s[5]=cl.y,s[9]=ni.y,s[2]=_s.z,s[6]=cl.z,s[10]=ni.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){
let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],f=n[1],h=n[5],u=n[9],d=n[13],g=n[2],v=n[6],p=n[10],m=n[14],S=n[3],A=n[7],M=n[11],P=n[15],E=s[0],_=s[4],T=s[8],B=s[12],D=s[1],N=s[5],k=s[9],G=s[13],L=s[2],H=s[6],q=s[10],V=s[14],lt=s[3],Z=s[7],j=s[11],it=s[15];return r[0]=o*E+a*D+l*L+c*lt,r[4]=o*_+a*N+l*H+c*Z,r[8]=o*T+a*k+l*q+c*j,r[12]=o*B+a*G+l*V+c*it,r[1]=f*E+h*D+u*L+d*lt,
r[5]=f*_+h*N+u*H+d*Z,r[9]=f*T+h*k+u*q+d*j,r[13]=f*B+h*G+u*V+d*it,r[2]=g*E+v*D+p*L+m*lt,r[6]=g*_+v*N+p*H+m*Z,r[10]=g*T+v*k+p*q+m*j,r[14]=g*B+v*G+p*V+m*it,r[3]=S*E+A*D+M*L+P*lt,r[7]=S*_+A*N+M*H+P*Z,r[11]=S*T+A*k+M*q+P*j,r[15]=S*B+A*G+M*V+P*it,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=
t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],f=t[2],h=t[6],u=t[10],d=t[14],g=t[3],v=t[7],p=t[11],m=t[15],S=l*d-c*u,A=a*d-c*h,M=a*u-l*h,P=o*d-c*f,E=o*u-l*f,_=o*h-a*f;return e*(v*S-p*A+m*M)-n*(g*S-p*P+m*E)+s*(g*A-v*P+m*_)-r*(g*M-v*E+p*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],
f=t[10];return e*(o*f-a*c)-n*(r*f-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],
n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],f=t[8],h=t[9],u=t[10],d=t[11],g=t[12],v=t[13],p=t[14],m=t[15],S=e*a-n*o,A=e*l-s*o,M=e*c-r*o,P=n*l-s*a,E=n*c-r*a,_=s*c-r*l,T=f*v-h*g,B=f*p-u*g,D=f*m-d*g,N=h*p-u*v,k=h*m-d*v,G=u*m-d*p,L=S*G-A*k+M*N+P*D-E*B+_*T;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/L;return t[0]=(a*G-l*k+c*N)*H,t[1]=(s*k-n*G-r*N)*H,t[2]=(v*_-p*E+m*P)*H,t[3]=
(u*E-h*_-d*P)*H,t[4]=(l*D-o*G-c*B)*H,t[5]=(e*G-s*D+r*B)*H,t[6]=(p*M-g*_-m*A)*H,t[7]=(f*_-u*M+d*A)*H,t[8]=(o*k-a*D+c*T)*H,t[9]=(n*D-e*k-r*T)*H,t[10]=(g*E-v*M+m*S)*H,t[11]=(h*M-f*E-d*S)*H,t[12]=(a*B-o*N-l*T)*H,t[13]=(e*N-n*B+s*T)*H,t[14]=(v*A-g*P-p*S)*H,t[15]=(f*P-h*A+u*S)*H,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=
r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.
set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,f=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,f*a+n,f*l-s*
o,0,c*l-s*a,f*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,f=o+o,h=a+a,u=r*c,d=r*f,g=r*h,v=o*f,p=o*h,m=a*h,S=l*c,A=l*f,M=l*h,P=n.x,E=n.y,_=n.z;return s[0]=(1-(v+m))*P,s[1]=(d+M)*P,s[2]=(g-A)*P,s[3]=
0,s[4]=(d-M)*E,s[5]=(1-(u+m))*E,s[6]=(p+S)*E,s[7]=0,s[8]=(g+A)*_,s[9]=(p-S)*_,s[10]=(1-(u+v))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Ar.set(s[0],s[1],s[2]).length(),a=Ar.set(s[4],s[5],s[6]).length(),l=Ar.set(s[8],s[9],s[10]).length();r<
0&&(o=-o),vi.copy(this);let c=1/o,f=1/a,h=1/l;return vi.elements[0]*=c,vi.elements[1]*=c,vi.elements[2]*=c,vi.elements[4]*=f,vi.elements[5]*=f,vi.elements[6]*=f,vi.elements[8]*=h,vi.elements[9]*=h,vi.elements[10]*=h,e.setFromRotationMatrix(vi),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=ui,l=!1){let c=this.elements,f=2*r/(e-t),h=2*r/(n-s),u=(e+t)/(e-t),d=(n+s)/(n-s),g,v;if(l)g=r/(o-r),v=o*
r/(o-r);else if(a===ui)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===Vr)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=f,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=h,c[9]=d,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=ui,l=!1){let c=this.elements,f=2/(e-t),h=2/(n-s),u=-(e+t)/(e-
t),d=-(n+s)/(n-s),g,v;if(l)g=1/(o-r),v=o/(o-r);else if(a===ui)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===Vr)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=f,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=h,c[9]=0,c[13]=d,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<
16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Ar=new J,vi=new Re,kv=new J(0,0,0),
zv=new J(1,1,1),_s=new J,cl=new J,ni=new J,Pm=new Re,Im=new Bi,ki=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this.
_order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,
r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],f=s[9],h=s[2],u=s[6],d=s[10];switch(e){case"XYZ":this._y=Math.asin(xe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-f,d),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-xe(f,-1,1)),Math.abs(f)<.9999999?(this._y=Math.atan2(a,d),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=
Math.asin(xe(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-h,d),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-xe(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(u,d),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(xe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-f,c),this._y=Math.atan2(-h,
r)):(this._x=0,this._y=Math.atan2(a,d));break;case"XZY":this._z=Math.asin(-xe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-f,d),this._y=0);break;default:$t("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Pm.makeRotationFromQuaternion(
t),this.setFromRotationMatrix(Pm,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Im.setFromEuler(this),this.setFromQuaternion(Im,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=
this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ki.DEFAULT_ORDER="XYZ";var Wo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.
mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Vv=0,Lm=new J,Er=new Bi,Qi=new Re,hl=new J,Po=new J,Gv=new J,Hv=new Bi,Nm=new J(1,0,0),Dm=new J(0,1,0),Um=new J(0,0,1),Fm={type:"added"},Wv={type:"removed"},Rr={type:"childadded",child:null},Au={type:"childremoved",child:null},An=class i extends Oi{constructor(){super(),this.
isObject3D=!0,Object.defineProperty(this,"id",{value:Vv++}),this.uuid=Ma(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new J,e=new ki,n=new Bi,s=new J(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},
rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Re},normalMatrix:{value:new ee}}),this.matrix=new Re,this.matrixWorld=new Re,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=
new Wo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.
matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(
t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Er.setFromAxisAngle(t,e),this.quaternion.multiply(Er),this}rotateOnWorldAxis(t,e){return Er.setFromAxisAngle(t,e),this.quaternion.premultiply(Er),this}rotateX(t){return this.rotateOnAxis(Nm,t)}rotateY(t){return this.rotateOnAxis(Dm,t)}rotateZ(t){return this.rotateOnAxis(Um,t)}translateOnAxis(t,e){return Lm.copy(t).applyQuaternion(
this.quaternion),this.position.add(Lm.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Nm,t)}translateY(t){return this.translateOnAxis(Dm,t)}translateZ(t){return this.translateOnAxis(Um,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Qi.copy(this.matrixWorld).invert())}lookAt(t,e,n){
t.isVector3?hl.copy(t):hl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Po.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Qi.lookAt(Po,hl,this.up):Qi.lookAt(hl,Po,this.up),this.quaternion.setFromRotationMatrix(Qi),s&&(Qi.extractRotation(s.matrixWorld),Er.setFromRotationMatrix(Qi),this.quaternion.premultiply(Er.invert()))}add(t){if(arguments.length>1){for(let e=0;e<
arguments.length;e++)this.add(arguments[e]);return this}return t===this?(Qt("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Fm),Rr.child=t,this.dispatchEvent(Rr),Rr.child=null):Qt("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<
arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Wv),Au.child=t,this.dispatchEvent(Au),Au.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Qi.copy(this.matrixWorld).
invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Qi.multiply(t.parent.matrixWorld)),t.applyMatrix4(Qi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Fm),Rr.child=t,this.dispatchEvent(Rr),Rr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){
if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){
return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Po,t,Gv),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Po,Hv,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)
e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-
r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.
children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.
matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.
name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.
toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),
this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.
map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,
s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.
isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.
geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,f=l.length;c<f;c++){let h=l[c];r(t.shapes,h)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];
for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(
r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),f=o(t.images),h=o(t.shapes),u=o(t.skeletons),d=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),f.length>0&&(n.images=f),h.length>0&&(n.shapes=h),u.length>0&&(n.skeletons=u),d.length>0&&(n.animations=d),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){
let l=[];for(let c in a){let f=a[c];delete f.metadata,l.push(f)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(
t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),
this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};An.DEFAULT_UP=new J(0,1,0);An.DEFAULT_MATRIX_AUTO_UPDATE=!0;An.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Hn=class extends An{constructor(){super(),this.isGroup=!0,this.type="Group"}},Xv={type:"move"},Wr=class{constructor(){
this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Hn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Hn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=
!1,this._targetRay.linearVelocity=new J,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new J),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Hn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new J,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new J,this._grip.eventsEnabled=
!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"\
disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let v of t.hand.values()){let p=e.getJointPose(v,n),m=this._getHandJoint(c,
v);p!==null&&(m.matrix.fromArray(p.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=p.radius),m.visible=p!==null}let f=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],u=f.position.distanceTo(h.position),d=.02,g=.005;c.inputState.pinching&&u>d+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):
!c.inputState.pinching&&u<=d-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):
l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=
!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Xv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){
let n=new Hn;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Wg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,
cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,
deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,
lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,
linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,
orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,
seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},vs={h:0,s:0,l:0},ul={h:0,s:0,l:0};function Eu(i,t,e){
return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var Xt=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.
b=t,this}setHex(t,e=Cn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,ge.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=ge.workingColorSpace){return this.r=t,this.g=e,this.b=n,ge.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=ge.workingColorSpace){if(t=Nv(t,1),e=xe(e,0,1),n=xe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.
r=Eu(o,r,t+1/3),this.g=Eu(o,r,t),this.b=Eu(o,r,t-1/3)}return ge.colorSpaceToWorking(this,s),this}setStyle(t,e=Cn){function n(r){r!==void 0&&parseFloat(r)<1&&$t("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),
this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"\
hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:$t("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(
r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);$t("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Cn){let n=Wg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):$t("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){
return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=ss(t.r),this.g=ss(t.g),this.b=ss(t.b),this}copyLinearToSRGB(t){return this.r=kr(t.r),this.g=kr(t.g),this.b=kr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Cn){return ge.workingToColorSpace(Dn.copy(this),t),Math.round(xe(Dn.
r*255,0,255))*65536+Math.round(xe(Dn.g*255,0,255))*256+Math.round(xe(Dn.b*255,0,255))}getHexString(t=Cn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=ge.workingColorSpace){ge.workingToColorSpace(Dn.copy(this),e);let n=Dn.r,s=Dn.g,r=Dn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,f=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=f<=.5?h/(o+a):h/(2-o-a),o){case n:l=(s-r)/h+(s<r?6:
0);break;case s:l=(r-n)/h+2;break;case r:l=(n-s)/h+4;break}l/=6}return t.h=l,t.s=c,t.l=f,t}getRGB(t,e=ge.workingColorSpace){return ge.workingToColorSpace(Dn.copy(this),e),t.r=Dn.r,t.g=Dn.g,t.b=Dn.b,t}getStyle(t=Cn){ge.workingToColorSpace(Dn.copy(this),t);let e=Dn.r,n=Dn.g,s=Dn.b;return t!==Cn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)}\
,${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(vs),this.setHSL(vs.h+t,vs.s+e,vs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){
return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(vs),t.getHSL(ul);let n=Mu(vs.h,ul.h,e),s=Mu(vs.s,ul.s,e),r=Mu(vs.l,ul.l,e);return this.
setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.
r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Dn=new Xt;Xt.NAMES=Wg;var Xo=class extends An{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ki,this.environmentIntensity=1,this.environmentRotation=new ki,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",
{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,
this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=
this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},yi=new J,ts=new J,Ru=new J,es=new J,Cr=new J,Pr=new J,Om=new J,Cu=new J,Pu=new J,Iu=new J,Lu=new De,Nu=new De,Du=new De,bs=class i{constructor(t=new J,e=new J,n=new J){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),yi.
subVectors(t,e),s.cross(yi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){yi.subVectors(s,e),ts.subVectors(n,e),Ru.subVectors(t,e);let o=yi.dot(yi),a=yi.dot(ts),l=yi.dot(Ru),c=ts.dot(ts),f=ts.dot(Ru),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let u=1/h,d=(c*l-a*f)*u,g=(o*f-a*l)*u;return r.set(1-d-g,g,d)}static containsPoint(t,e,n,s){return this.
getBarycoord(t,e,n,s,es)===null?!1:es.x>=0&&es.y>=0&&es.x+es.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,es)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,es.x),l.addScaledVector(o,es.y),l.addScaledVector(a,es.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Lu.setScalar(0),Nu.setScalar(0),Du.setScalar(0),
Lu.fromBufferAttribute(t,e),Nu.fromBufferAttribute(t,n),Du.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Lu,r.x),o.addScaledVector(Nu,r.y),o.addScaledVector(Du,r.z),o}static isFrontFacing(t,e,n,s){return yi.subVectors(n,e),ts.subVectors(t,e),yi.cross(ts).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),
this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return yi.subVectors(this.c,this.b),ts.subVectors(this.a,this.b),yi.cross(ts).length()*
.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,
this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Cr.subVectors(s,n),Pr.subVectors(r,n),Cu.subVectors(t,n);let l=Cr.dot(Cu),c=Pr.dot(Cu);if(l<=0&&c<=0)return e.copy(n);Pu.subVectors(t,s);let f=Cr.dot(Pu),h=Pr.dot(Pu);if(f>=0&&h<=f)return e.copy(s);let u=l*
h-f*c;if(u<=0&&l>=0&&f<=0&&l-f>0)return o=l/(l-f),e.copy(n).addScaledVector(Cr,o);Iu.subVectors(t,r);let d=Cr.dot(Iu),g=Pr.dot(Iu);if(g>=0&&d<=g)return e.copy(r);let v=d*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Pr,a);let p=f*g-d*h;if(p<=0&&h-f>=0&&d-g>=0)return Om.subVectors(r,s),a=(h-f)/(h-f+(d-g)),e.copy(s).addScaledVector(Om,a);let m=1/(p+v+u);return o=v*m,a=u*m,e.copy(
n).addScaledVector(Cr,o).addScaledVector(Pr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},zi=class{constructor(t=new J(1/0,1/0,1/0),e=new J(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Mi.fromArray(t,e));return this}setFromBufferAttribute(t){
this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Mi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Mi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){
return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.
isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==
!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Mi):Mi.fromBufferAttribute(r,o),Mi.applyMatrix4(t.matrixWorld),this.expandByPoint(Mi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),fl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),fl.copy(n.boundingBox)),fl.applyMatrix4(t.matrixWorld),this.union(fl)}let s=t.children;
for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.
x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Mi),Mi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=
t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())
return!1;this.getCenter(Io),dl.subVectors(this.max,Io),Ir.subVectors(t.a,Io),Lr.subVectors(t.b,Io),Nr.subVectors(t.c,Io),ys.subVectors(Lr,Ir),Ms.subVectors(Nr,Lr),Vs.subVectors(Ir,Nr);let e=[0,-ys.z,ys.y,0,-Ms.z,Ms.y,0,-Vs.z,Vs.y,ys.z,0,-ys.x,Ms.z,0,-Ms.x,Vs.z,0,-Vs.x,-ys.y,ys.x,0,-Ms.y,Ms.x,0,-Vs.y,Vs.x,0];return!Uu(e,Ir,Lr,Nr,dl)||(e=[1,0,0,0,1,0,0,0,1],!Uu(e,Ir,Lr,Nr,dl))?!1:(pl.crossVectors(ys,
Ms),e=[pl.x,pl.y,pl.z],Uu(e,Ir,Lr,Nr,dl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Mi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Mi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.
min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ns[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ns[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ns[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ns[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ns[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ns[5].set(this.max.
x,this.min.y,this.max.z).applyMatrix4(t),ns[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ns[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ns),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.
fromArray(t.min),this.max.fromArray(t.max),this}},ns=[new J,new J,new J,new J,new J,new J,new J,new J],Mi=new J,fl=new zi,Ir=new J,Lr=new J,Nr=new J,ys=new J,Ms=new J,Vs=new J,Io=new J,dl=new J,pl=new J,Gs=new J;function Uu(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Gs.fromArray(i,r);let a=s.x*Math.abs(Gs.x)+s.y*Math.abs(Gs.y)+s.z*Math.abs(Gs.z),l=t.dot(Gs),c=e.dot(Gs),f=n.dot(Gs);if(Math.max(
-Math.max(l,c,f),Math.min(l,c,f))>a)return!1}return!0}var un=new J,ml=new te,qv=0,qe=class extends Oi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:qv++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Bg,this.updateRanges=[],this.gpuType=fi,this.version=
0,this._normalizationScale=t!==void 0?Af(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,
this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)ml.fromBufferAttribute(this,e),ml.applyMatrix3(t),this.setXY(e,ml.x,ml.
y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix3(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix4(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyNormalMatrix(
t),this.setXYZ(e,un.x,un.y,un.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.transformDirection(t),this.setXYZ(e,un.x,un.y,un.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(
n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+
1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){
return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(
n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=
this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Dv(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Uv(t,this.array)}};var qo=class extends qe{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var Yo=class extends qe{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var fn=class extends qe{constructor(t,e,n){super(new Float32Array(t),e,n)}},Yv=new zi,Lo=new J,Fu=new J,Vi=class{constructor(t=new J,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Yv.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(
t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.
center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),
t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Lo.subVectors(t,this.center);let e=Lo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.
radius)*.5;this.center.addScaledVector(Lo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Fu.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Lo.copy(t.center).add(Fu)),this.expandByPoint(Lo.copy(t.center).sub(Fu))),this)}equals(t){return t.center.
equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},$v=0,hi=new Re,Ou=new An,Dr=new J,ii=new zi,No=new zi,wn=new J,tn=class i extends Oi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",
{value:$v++}),this.uuid=Ma(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.
index=new(Iv(t)?Yo:qo)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,
materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ee().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.
needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return hi.makeRotationFromQuaternion(t),this.applyMatrix4(hi),this}rotateX(t){return hi.makeRotationX(t),this.applyMatrix4(hi),this}rotateY(t){return hi.makeRotationY(t),this.applyMatrix4(hi),this}rotateZ(t){return hi.makeRotationZ(
t),this.applyMatrix4(hi),this}translate(t,e,n){return hi.makeTranslation(t,e,n),this.applyMatrix4(hi),this}scale(t,e,n){return hi.makeScale(t,e,n),this.applyMatrix4(hi),this}lookAt(t){return Ou.lookAt(t),Ou.updateMatrix(),this.applyMatrix4(Ou.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Dr).negate(),this.translate(Dr.x,Dr.y,Dr.z),this}setFromPoints(t){let e=this.
getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new fn(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&$t("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){
this.boundingBox===null&&(this.boundingBox=new zi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Qt("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new J(-1/0,-1/0,-1/0),new J(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){
let r=e[n];ii.setFromBufferAttribute(r),this.morphTargetsRelative?(wn.addVectors(this.boundingBox.min,ii.min),this.boundingBox.expandByPoint(wn),wn.addVectors(this.boundingBox.max,ii.max),this.boundingBox.expandByPoint(wn)):(this.boundingBox.expandByPoint(ii.min),this.boundingBox.expandByPoint(ii.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||
isNaN(this.boundingBox.min.z))&&Qt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Vi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){Qt("BufferGeometry.computeBoundingSphere(): GLBufferAttrib\
ute requires a manual bounding sphere.",this),this.boundingSphere.set(new J,1/0);return}if(t){let n=this.boundingSphere.center;if(ii.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];No.setFromBufferAttribute(a),this.morphTargetsRelative?(wn.addVectors(ii.min,No.min),ii.expandByPoint(wn),wn.addVectors(ii.max,No.max),ii.expandByPoint(wn)):(ii.expandByPoint(No.min),ii.expandByPoint(
No.max))}ii.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)wn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(wn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,f=a.count;c<f;c++)wn.fromBufferAttribute(a,c),l&&(Dr.fromBufferAttribute(t,c),wn.add(Dr)),s=Math.max(s,n.distanceToSquared(wn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.
radius)&&Qt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){Qt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,
r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new qe(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new J,l[B]=new J;let f=new J,h=new J,u=new J,d=new te,g=new te,v=new te,p=new J,m=new J;function S(B,D,N){c[B]=c[D]=c[N]=1,f.fromBufferAttribute(n,B),h.fromBufferAttribute(n,D),u.fromBufferAttribute(
n,N),d.fromBufferAttribute(r,B),g.fromBufferAttribute(r,D),v.fromBufferAttribute(r,N),h.sub(f),u.sub(f),g.sub(d),v.sub(d);let k=1/(g.x*v.y-v.x*g.y);isFinite(k)&&(p.copy(h).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(k),m.copy(u).multiplyScalar(g.x).addScaledVector(h,-v.x).multiplyScalar(k),a[B].add(p),a[D].add(p),a[N].add(p),l[B].add(m),l[D].add(m),l[N].add(m))}let A=this.groups;A.length===
0&&(A=[{start:0,count:t.count}]);for(let B=0,D=A.length;B<D;++B){let N=A[B],k=N.start,G=N.count;for(let L=k,H=k+G;L<H;L+=3)S(t.getX(L+0),t.getX(L+1),t.getX(L+2))}let M=new J,P=new J,E=new J,_=new J;function T(B){E.fromBufferAttribute(s,B),_.copy(E);let D=a[B];M.copy(D),M.sub(E.multiplyScalar(E.dot(D))).normalize(),P.crossVectors(_,D);let k=P.dot(l[B])<0?-1:1;o.setXYZW(B,M.x,M.y,M.z,k)}for(let B=0,
D=n.count;B<D;++B)c[B]&&T(B);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new qe(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let u=0,d=n.count;u<d;u++)n.setXYZ(u,0,0,0);let s=new J,r=new J,o=new J,a=new J,l=new J,c=new J,f=new J,h=new J;if(t)
for(let u=0,d=t.count;u<d;u+=3){let g=t.getX(u+0),v=t.getX(u+1),p=t.getX(u+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,v),o.fromBufferAttribute(e,p),f.subVectors(o,r),h.subVectors(s,r),f.cross(h),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,p),a.add(f),l.add(f),c.add(f),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(p,c.x,c.y,c.z)}else for(let u=0,
d=e.count;u<d;u+=3)s.fromBufferAttribute(e,u+0),r.fromBufferAttribute(e,u+1),o.fromBufferAttribute(e,u+2),f.subVectors(o,r),h.subVectors(s,r),f.cross(h),n.setXYZ(u+0,f.x,f.y,f.z),n.setXYZ(u+1,f.x,f.y,f.z),n.setXYZ(u+2,f.x,f.y,f.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)wn.fromBufferAttribute(t,e),wn.normalize(),t.setXYZ(
e,wn.x,wn.y,wn.z)}toNonIndexed(){function t(a,l){let c=a.array,f=a.itemSize,h=a.normalized,u=new c.constructor(l.length*f),d=0,g=0;for(let v=0,p=l.length;v<p;v++){a.isInterleavedBufferAttribute?d=l[v]*a.data.stride+a.offset:d=l[v]*f;for(let m=0;m<f;m++)u[g++]=c[d++]}return new qe(u,f,h)}if(this.index===null)return $t("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,
n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let f=0,h=c.length;f<h;f++){let u=c[f],d=t(u,n);l.push(d)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){
let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data=
{attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],f=[];for(let h=0,u=c.length;h<u;h++){let d=c[h];f.push(d.toJSON(t.data))}f.length>0&&(s[l]=f,r=!0)}r&&
(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=
null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let f=s[c];this.setAttribute(c,f.clone(e))}let r=t.morphAttributes;for(let c in r){let f=[],h=r[c];for(let u=0,d=h.length;u<d;u++)f.push(h[u].clone(e));this.morphAttributes[c]=f}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,f=o.length;c<f;c++){let h=o[c];
this.addGroup(h.start,h.count,h.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Bu=new J,Zv=new J,Jv=new ee,Si=class{constructor(t=new J(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Bu.subVectors(
n,e).cross(Zv.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){
return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Bu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){
let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Jv.getNormalMatrix(t),s=this.coplanarPoint(Bu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.
constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},Kv=0,bi=class extends Oi{constructor(){super(),
this.isMaterial=!0,Object.defineProperty(this,"id",{value:Kv++}),this.uuid=Ma(),this.name="",this.type="Material",this.blending=jr,this.side=Gi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=rf,this.blendDst=of,this.blendEquation=Qs,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new Xt(0,0,0),this.blendAlpha=0,this.
depthFunc=zr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Lg,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Ol,this.stencilZFail=Ol,this.stencilZPass=Ol,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,
this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){
return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){$t(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){$t(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=
n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.
blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.
stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=
this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.
roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),
this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=
this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=
this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=
this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),
this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.
anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(
t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=
this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.
metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(
t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.
reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.
thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=
this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.
linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=
this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&
(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new Xt().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.
emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&
(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=
t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==
void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),
t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.
alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new Si().fromJSON(n))),t.clipIntersection!==
void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==
void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==
void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==
void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==
void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==
void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),
t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&
(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new te().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||
null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=
t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==
void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=
t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new te().
fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&
(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=
t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=
t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.
clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=
t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var is=new J,ku=new J,gl=new J,xl=new J,Xr=class{constructor(t=new J,e=new J(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){
return this.origin.copy(this.at(t,is)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=is.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(is.copy(
this.origin).addScaledVector(this.direction,e),is.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){ku.copy(t).add(e).multiplyScalar(.5),gl.copy(e).sub(t).normalize(),xl.copy(this.origin).sub(ku);let r=t.distanceTo(e)*.5,o=-this.direction.dot(gl),a=xl.dot(this.direction),l=-xl.dot(gl),c=xl.lengthSq(),f=Math.abs(1-o*o),h,u,d,g;if(f>0)if(h=o*l-a,u=o*a-l,g=r*f,h>=0)if(u>=-g)if(u<=g){let v=1/f;h*=v,u*=
v,d=h*(h+o*u+2*a)+u*(o*h+u+2*l)+c}else u=r,h=Math.max(0,-(o*u+a)),d=-h*h+u*(u+2*l)+c;else u=-r,h=Math.max(0,-(o*u+a)),d=-h*h+u*(u+2*l)+c;else u<=-g?(h=Math.max(0,-(-o*r+a)),u=h>0?-r:Math.min(Math.max(-r,-l),r),d=-h*h+u*(u+2*l)+c):u<=g?(h=0,u=Math.min(Math.max(-r,-l),r),d=u*(u+2*l)+c):(h=Math.max(0,-(o*r+a)),u=h>0?r:Math.min(Math.max(-r,-l),r),d=-h*h+u*(u+2*l)+c);else u=o>0?-r:r,h=Math.max(0,-(o*u+
a)),d=-h*h+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(ku).addScaledVector(gl,u),d}intersectSphere(t,e){if(t.radius<0)return null;is.subVectors(t.center,this.origin);let n=is.dot(this.direction),s=is.dot(is)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.
radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.
dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,f=1/this.direction.y,h=1/this.direction.z,u=this.origin;return c>=0?(n=(t.min.x-u.x)*c,s=(t.max.x-u.x)*c):(n=(t.max.x-u.x)*c,s=(t.min.x-u.x)*c),f>=0?(r=(t.min.y-u.y)*f,o=(t.max.y-u.y)*f):(r=(t.max.y-u.y)*f,o=(t.min.y-u.y)*f),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(t.min.z-u.z)*h,l=(t.max.z-u.z)*
h):(a=(t.max.z-u.z)*h,l=(t.min.z-u.z)*h),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,is)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,f=a.z,h=t.x-o.x,u=t.y-o.y,d=t.z-o.z,g=e.x-o.x,v=e.y-o.y,p=e.z-o.z,m=n.x-o.x,S=n.y-o.y,A=n.z-o.z,M=Math.abs(l),P=Math.abs(c),E=Math.abs(f),_,T,B,D,
N,k,G,L,H,q,V,lt;if(M>=P&&M>=E?(B=l,k=h,H=g,lt=m,l>=0?(_=c,T=f,D=u,N=d,G=v,L=p,q=S,V=A):(_=f,T=c,D=d,N=u,G=p,L=v,q=A,V=S)):P>=E?(B=c,k=u,H=v,lt=S,c>=0?(_=f,T=l,D=d,N=h,G=p,L=g,q=A,V=m):(_=l,T=f,D=h,N=d,G=g,L=p,q=m,V=A)):(B=f,k=d,H=p,lt=A,f>=0?(_=l,T=c,D=h,N=u,G=g,L=v,q=m,V=S):(_=c,T=l,D=u,N=h,G=v,L=g,q=S,V=m)),B===0)return null;let Z=_/B,j=T/B,it=1/B,ut=D-Z*k,ht=N-j*k,Q=G-Z*H,mt=L-j*H,_t=q-Z*lt,Et=V-
j*lt,St=_t*mt-Et*Q,Ht=ut*Et-ht*_t,se=Q*ht-mt*ut;if(s){if(St<0||Ht<0||se<0)return null}else if((St<0||Ht<0||se<0)&&(St>0||Ht>0||se>0))return null;let Vt=St+Ht+se;if(Vt===0)return null;let he=it*(St*k+Ht*H+se*lt);return(Vt>0?he<0:he>0)?null:this.at(he/Vt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.
equals(this.direction)}clone(){return new this.constructor().copy(this)}},qr=class extends bi{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Xt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ki,this.combine=_c,
this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,
this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},Bm=new Re,Hs=new Xr,_l=new Vi,km=new J,
vl=new J,yl=new J,Ml=new J,zu=new J,Sl=new J,zm=new J,bl=new J,Ge=class extends An{constructor(t=new tn,e=new qr){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.
slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.
morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Sl.set(0,0,0);for(let l=0,
c=r.length;l<c;l++){let f=a[l],h=r[l];f!==0&&(zu.fromBufferAttribute(h,t),o?Sl.addScaledVector(zu,f):Sl.addScaledVector(zu.sub(e),f))}e.add(Sl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),_l.copy(n.boundingSphere),_l.applyMatrix4(r),Hs.copy(t.ray).recast(
t.near),!(_l.containsPoint(Hs.origin)===!1&&(Hs.intersectSphere(_l,km)===null||Hs.origin.distanceToSquared(km)>(t.far-t.near)**2))&&(Bm.copy(r).invert(),Hs.copy(t.ray).applyMatrix4(Bm),!(n.boundingBox!==null&&Hs.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,Hs)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.
uv,f=r.attributes.uv1,h=r.attributes.normal,u=r.groups,d=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],S=Math.max(p.start,d.start),A=Math.min(a.count,Math.min(p.start+p.count,d.start+d.count));for(let M=S,P=A;M<P;M+=3){let E=a.getX(M),_=a.getX(M+1),T=a.getX(M+2);s=wl(this,m,t,n,c,f,h,E,_,T),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=
p.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),v=Math.min(a.count,d.start+d.count);for(let p=g,m=v;p<m;p+=3){let S=a.getX(p),A=a.getX(p+1),M=a.getX(p+2);s=wl(this,o,t,n,c,f,h,S,A,M),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],S=Math.max(p.start,d.start),A=Math.min(l.count,Math.min(p.start+
p.count,d.start+d.count));for(let M=S,P=A;M<P;M+=3){let E=M,_=M+1,T=M+2;s=wl(this,m,t,n,c,f,h,E,_,T),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let g=Math.max(0,d.start),v=Math.min(l.count,d.start+d.count);for(let p=g,m=v;p<m;p+=3){let S=p,A=p+1,M=p+2;s=wl(this,o,t,n,c,f,h,S,A,M),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}}};function jv(i,t,e,n,s,r,o,a){
let l;if(t.side===qn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Gi,a),l===null)return null;bl.copy(a),bl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(bl);return c<e.near||c>e.far?null:{distance:c,point:bl.clone(),object:i}}function wl(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,vl),i.getVertexPosition(l,yl),i.getVertexPosition(c,Ml);let f=jv(i,t,e,n,vl,yl,Ml,
zm);if(f){let h=new J;bs.getBarycoord(zm,vl,yl,Ml,h),s&&(f.uv=bs.getInterpolatedAttribute(s,a,l,c,h,new te)),r&&(f.uv1=bs.getInterpolatedAttribute(r,a,l,c,h,new te)),o&&(f.normal=bs.getInterpolatedAttribute(o,a,l,c,h,new J),f.normal.dot(n.direction)>0&&f.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new J,materialIndex:0};bs.getNormal(vl,yl,Ml,u.normal),f.face=u,f.barycoord=h}return f}var $o=class extends Wn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Tn,f=Tn,h,u){super(null,o,a,l,c,f,s,r,h,u),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Zo=class extends qe{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Ur=new Re,Vm=new Re,Tl=[],Gm=new zi,Qv=new Re,Do=new Ge,Uo=new Vi,Jo=class extends Ge{constructor(t,e,n){
super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new Zo(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,Qv)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new zi),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.
makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Ur),Gm.copy(t.boundingBox).applyMatrix4(Ur),this.boundingBox.union(Gm)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Vi),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Ur),Uo.copy(t.boundingSphere).applyMatrix4(
Ur),this.boundingSphere.union(Uo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():
null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Do.geometry=this.geometry,
Do.material=this.material,Do.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Uo.copy(this.boundingSphere),Uo.applyMatrix4(n),t.ray.intersectsSphere(Uo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Ur),Vm.multiplyMatrices(n,Ur),Do.matrixWorld=Vm,Do.raycast(t,Tl);for(let o=0,a=Tl.length;o<a;o++){let l=Tl[o];l.instanceId=r,l.object=this,e.push(l)}Tl.length=0}}setColorAt(t,e){
return this.instanceColor===null&&(this.instanceColor=new Zo(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new $o(new Float32Array(s*this.count),s,this.count,Tc,fi));let r=this.
morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},Ws=new Vi,ty=new te(.5,.5),Al=new J,
ws=class{constructor(t=new Si,e=new Si,n=new Si,s=new Si,r=new Si,o=new Si){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=ui,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],
f=r[4],h=r[5],u=r[6],d=r[7],g=r[8],v=r[9],p=r[10],m=r[11],S=r[12],A=r[13],M=r[14],P=r[15];if(s[0].setComponents(c-o,d-f,m-g,P-S).normalize(),s[1].setComponents(c+o,d+f,m+g,P+S).normalize(),s[2].setComponents(c+a,d+h,m+v,P+A).normalize(),s[3].setComponents(c-a,d-h,m-v,P-A).normalize(),n)s[4].setComponents(l,u,p,M).normalize(),s[5].setComponents(c-l,d-u,m-p,P-M).normalize();else if(s[4].setComponents(
c-l,d-u,m-p,P-M).normalize(),e===ui)s[5].setComponents(c+l,d+u,m+p,P+M).normalize();else if(e===Vr)s[5].setComponents(l,u,p,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),Ws.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{
let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),Ws.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(Ws)}intersectsSprite(t){Ws.center.set(0,0,0);let e=ty.distanceTo(t.center);return Ws.radius=.7071067811865476+e,Ws.applyMatrix4(t.matrixWorld),this.intersectsSphere(Ws)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)
if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Al.x=s.normal.x>0?t.max.x:t.min.x,Al.y=s.normal.y>0?t.max.y:t.min.y,Al.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Al)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().
copy(this)}},Hm=new Re,jl=class i{constructor(){this.coordinateSystem=ui,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Hm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ws),n[s].setFromProjectionMatrix(Hm,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){
return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this.
_frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new ws),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().
copy(this)}};var Ts=class extends bi{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Xt(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},
Ql=new J,tc=new J,Wm=new Re,Fo=new Xr,El=new Vi,Vu=new J,Xm=new J,ec=class extends An{constructor(t=new tn,e=new Ts){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.
slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)
Ql.fromBufferAttribute(e,s-1),tc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Ql.distanceTo(tc);t.setAttribute("lineDistance",new fn(n,1))}else $t("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===
null&&n.computeBoundingSphere(),El.copy(n.boundingSphere),El.applyMatrix4(s),El.radius+=r,t.ray.intersectsSphere(El)===!1)return;Wm.copy(s).invert(),Fo.copy(t.ray).applyMatrix4(Wm);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,f=n.index,u=n.attributes.position;if(f!==null){let d=Math.max(0,o.start),g=Math.min(f.count,o.start+o.count);for(let v=d,p=g-1;v<p;v+=
c){let m=f.getX(v),S=f.getX(v+1),A=Rl(this,t,Fo,l,m,S,v);A&&e.push(A)}if(this.isLineLoop){let v=f.getX(g-1),p=f.getX(d),m=Rl(this,t,Fo,l,v,p,g-1);m&&e.push(m)}}else{let d=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let v=d,p=g-1;v<p;v+=c){let m=Rl(this,t,Fo,l,v,v+1,v);m&&e.push(m)}if(this.isLineLoop){let v=Rl(this,t,Fo,l,g-1,d,g-1);v&&e.push(v)}}}updateMorphTargets(){let e=this.geometry.
morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Rl(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(Ql.fromBufferAttribute(a,s),tc.fromBufferAttribute(a,r),e.distanceSqToSegment(
Ql,tc,Vu,Xm)>n)return;Vu.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Vu);if(!(c<t.near||c>t.far))return{distance:c,point:Xm.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var qm=new J,Ym=new J,Xs=class extends ec{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===
null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)qm.fromBufferAttribute(e,s),Ym.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+qm.distanceTo(Ym);t.setAttribute("lineDistance",new fn(n,1))}else $t("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var nc=class extends bi{constructor(t){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Xt(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.alphaMap=t.alphaMap,this.size=t.size,this.sizeAttenuation=t.sizeAttenuation,this.fog=t.fog,this}},$m=new Re,
Yu=new Xr,Cl=new Vi,Pl=new J,Ko=class extends An{constructor(t=new tn,e=new nc){super(),this.isPoints=!0,this.type="Points",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=
void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===
null&&n.computeBoundingSphere(),Cl.copy(n.boundingSphere),Cl.applyMatrix4(s),Cl.radius+=r,t.ray.intersectsSphere(Cl)===!1)return;$m.copy(s).invert(),Yu.copy(t.ray).applyMatrix4($m);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=n.index,h=n.attributes.position;if(c!==null){let u=Math.max(0,o.start),d=Math.min(c.count,o.start+o.count);for(let g=u,v=d;g<v;g++){let p=c.getX(g);Pl.fromBufferAttribute(
h,p),Zm(Pl,p,l,s,t,e,this)}}else{let u=Math.max(0,o.start),d=Math.min(h.count,o.start+o.count);for(let g=u,v=d;g<v;g++)Pl.fromBufferAttribute(h,g),Zm(Pl,g,l,s,t,e,this)}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(
r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Zm(i,t,e,n,s,r,o){let a=Yu.distanceSqToPoint(i);if(a<e){let l=new J;Yu.closestPointToPoint(i,l),l.applyMatrix4(n);let c=s.ray.origin.distanceTo(l);if(c<s.near||c>s.far)return;r.push({distance:c,distanceToRay:Math.sqrt(a),point:l,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}var jo=class extends Wn{constructor(t=[],e=tr,n,s,r,o,a,l,c,f){super(t,e,n,s,r,o,a,l,c,f),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Qo=class extends Wn{constructor(t,e,n,s,r,o,a,l,c){super(t,e,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var os=class extends Wn{constructor(t,e,n=wi,s,r,o,a=Tn,l=Tn,c,f=rs,h=1){if(f!==rs&&f!==ls)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:t,height:e,depth:h};super(u,s,r,o,a,l,f,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Hr(Object.assign(
{},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},ta=class extends os{constructor(t,e=wi,n=tr,s,r,o=Tn,a=Tn,l,c=rs){let f={width:t,height:t,depth:1},h=[f,f,f,f,f,f];super(t,t,e,n,s,r,o,a,l,c),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},
ea=class extends Wn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Yr=class i extends tn{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(
o);let l=[],c=[],f=[],h=[],u=0,d=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new fn(c,3)),this.setAttribute("normal",new fn(f,3)),this.setAttribute("uv",new fn(h,2));function g(v,p,m,S,A,M,P,E,_,T,B){
let D=M/_,N=P/T,k=M/2,G=P/2,L=E/2,H=_+1,q=T+1,V=0,lt=0,Z=new J;for(let j=0;j<q;j++){let it=j*N-G;for(let ut=0;ut<H;ut++){let ht=ut*D-k;Z[v]=ht*S,Z[p]=it*A,Z[m]=L,c.push(Z.x,Z.y,Z.z),Z[v]=0,Z[p]=0,Z[m]=E>0?1:-1,f.push(Z.x,Z.y,Z.z),h.push(ut/_),h.push(1-j/T),V+=1}}for(let j=0;j<T;j++)for(let it=0;it<_;it++){let ut=u+it+H*j,ht=u+it+H*(j+1),Q=u+(it+1)+H*(j+1),mt=u+(it+1)+H*j;l.push(ut,ht,mt),l.push(ht,
Q,mt),lt+=6}a.addGroup(d,lt,B),d+=lt,u+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};var qs=class i extends tn{constructor(t=1,e=32,n=0,s=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:t,segments:e,thetaStart:n,thetaLength:s},e=Math.max(3,e);let r=[],o=[],a=[],l=[],c=new J,f=new te;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let h=0,u=3;h<=e;h++,u+=3){let d=n+h/e*s;c.x=t*Math.cos(d),c.y=t*Math.sin(d),o.push(c.x,c.y,c.z),a.push(0,0,1),f.x=(o[u]/t+1)/2,f.y=(o[u+
1]/t+1)/2,l.push(f.x,f.y)}for(let h=1;h<=e;h++)r.push(h,h+1,0);this.setIndex(r),this.setAttribute("position",new fn(o,3)),this.setAttribute("normal",new fn(a,3)),this.setAttribute("uv",new fn(l,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.segments,t.thetaStart,t.thetaLength)}},As=class i extends tn{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.
PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let f=[],h=[],u=[],d=[],g=0,v=[],p=n/2,m=0;S(),o===!1&&(t>0&&A(!0),e>0&&A(!1)),this.setIndex(f),this.setAttribute("position",new fn(h,3)),this.setAttribute("normal",new fn(u,3)),this.setAttribute(
"uv",new fn(d,2));function S(){let M=new J,P=new J,E=0,_=(e-t)/n;for(let T=0;T<=r;T++){let B=[],D=T/r,N=D*(e-t)+t;for(let k=0;k<=s;k++){let G=k/s,L=G*l+a,H=Math.sin(L),q=Math.cos(L);P.x=N*H,P.y=-D*n+p,P.z=N*q,h.push(P.x,P.y,P.z),M.set(H,_,q).normalize(),u.push(M.x,M.y,M.z),d.push(G,1-D),B.push(g++)}v.push(B)}for(let T=0;T<s;T++)for(let B=0;B<r;B++){let D=v[B][T],N=v[B+1][T],k=v[B+1][T+1],G=v[B][T+
1];(t>0||B!==0)&&(f.push(D,N,G),E+=3),(e>0||B!==r-1)&&(f.push(N,k,G),E+=3)}c.addGroup(m,E,0),m+=E}function A(M){let P=g,E=new te,_=new J,T=0,B=M===!0?t:e,D=M===!0?1:-1;for(let k=1;k<=s;k++)h.push(0,p*D,0),u.push(0,D,0),d.push(.5,.5),g++;let N=g;for(let k=0;k<=s;k++){let L=k/s*l+a,H=Math.cos(L),q=Math.sin(L);_.x=B*q,_.y=p*D,_.z=B*H,h.push(_.x,_.y,_.z),u.push(0,D,0),E.x=H*.5+.5,E.y=q*.5*D+.5,d.push(
E.x,E.y),g++}for(let k=0;k<s;k++){let G=P+k,L=N+k;M===!0?f.push(L,L+1,G):f.push(L+1,L,G),T+=3}c.addGroup(m,T,M===!0?1:2),m+=T}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},na=class i extends As{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.
PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};function ey(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=Xg(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=oy(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let f=a,h=l;for(let u=e;u<s;u+=e){let d=i[u],g=i[u+1];d<a&&(a=d),g<l&&(l=g),d>f&&(f=d),g>h&&(h=g)}c=Math.max(f-a,h-l),c=c!==0?32767/c:0}return ia(r,o,e,a,l,c,0),o}function Xg(i,t,e,n,s){let r;if(s===xy(i,t,e,n)>0)for(let o=t;o<
e;o+=n)r=Jm(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=Jm(o/n|0,i[o],i[o+1],r);return r&&$r(r,r.next)&&(ra(r),r=r.next),r}function Ys(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&($r(e,e.next)||$e(e.prev,e,e.next)===0)){if(ra(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function ia(i,t,e,n,s,r,o){if(!i)return;!o&&r&&uy(i,n,s,r);let a=i;for(;i.
prev!==i.next;){let l=i.prev,c=i.next;if(r?iy(i,n,s,r):ny(i)){t.push(l.i,i.i,c.i),ra(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=sy(Ys(i),t),ia(i,t,e,n,s,r,2)):o===2&&ry(i,t,e,n,s,r):ia(Ys(i),t,e,n,s,r,1);break}}}function ny(i){let t=i.prev,e=i,n=i.next;if($e(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,f=Math.min(s,r,o),h=Math.min(a,l,c),u=Math.max(s,r,o),d=Math.max(a,l,c),
g=n.next;for(;g!==t;){if(g.x>=f&&g.x<=u&&g.y>=h&&g.y<=d&&Oo(s,a,r,l,o,c,g.x,g.y)&&$e(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function iy(i,t,e,n){let s=i.prev,r=i,o=i.next;if($e(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,f=s.y,h=r.y,u=o.y,d=Math.min(a,l,c),g=Math.min(f,h,u),v=Math.max(a,l,c),p=Math.max(f,h,u),m=$u(d,g,t,e,n),S=$u(v,p,t,e,n),A=i.prevZ,M=i.nextZ;for(;A&&A.z>=m&&M&&M.z<=S;){if(A.
x>=d&&A.x<=v&&A.y>=g&&A.y<=p&&A!==s&&A!==o&&Oo(a,f,l,h,c,u,A.x,A.y)&&$e(A.prev,A,A.next)>=0||(A=A.prevZ,M.x>=d&&M.x<=v&&M.y>=g&&M.y<=p&&M!==s&&M!==o&&Oo(a,f,l,h,c,u,M.x,M.y)&&$e(M.prev,M,M.next)>=0))return!1;M=M.nextZ}for(;A&&A.z>=m;){if(A.x>=d&&A.x<=v&&A.y>=g&&A.y<=p&&A!==s&&A!==o&&Oo(a,f,l,h,c,u,A.x,A.y)&&$e(A.prev,A,A.next)>=0)return!1;A=A.prevZ}for(;M&&M.z<=S;){if(M.x>=d&&M.x<=v&&M.y>=g&&M.y<=
p&&M!==s&&M!==o&&Oo(a,f,l,h,c,u,M.x,M.y)&&$e(M.prev,M,M.next)>=0)return!1;M=M.nextZ}return!0}function sy(i,t){let e=i;do{let n=e.prev,s=e.next.next;!$r(n,s)&&Yg(n,e,e.next,s)&&sa(n,s)&&sa(s,n)&&(t.push(n.i,e.i,s.i),ra(e),ra(e.next),e=i=s),e=e.next}while(e!==i);return Ys(e)}function ry(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&py(o,a)){let l=$g(o,a);o=Ys(o,o.next),l=
Ys(l,l.next),ia(o,t,e,n,s,r,0),ia(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function oy(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=Xg(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(dy(c))}s.sort(ay);for(let r=0;r<s.length;r++)e=ly(s[r],e);return e}function ay(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),
s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function ly(i,t){let e=cy(i,t);if(!e)return t;let n=$g(e,i);return Ys(n,n.next),Ys(e,e.next)}function cy(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if($r(i,e))return e;do{if($r(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let h=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(h<=n&&h>r&&(r=h,o=e.x<e.next.x?e:e.next,h===n))return o}e=e.next}while(e!==
t);if(!o)return null;let a=o,l=o.x,c=o.y,f=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&qg(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let h=Math.abs(s-e.y)/(n-e.x);sa(e,i)&&(h<f||h===f&&(e.x>o.x||e.x===o.x&&hy(o,e)))&&(o=e,f=h)}e=e.next}while(e!==a);return o}function hy(i,t){return $e(i.prev,i,t.prev)<0&&$e(t.next,i,i.next)<0}function uy(i,t,e,n){let s=i;do s.z===0&&(s.z=$u(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=
s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,fy(s)}function fy(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function $u(i,t,e,n,s){return i=(i-e)*s|
0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function dy(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function qg(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function Oo(i,t,e,n,s,r,o,a){
return!(i===o&&t===a)&&qg(i,t,e,n,s,r,o,a)}function py(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!my(i,t)&&(sa(i,t)&&sa(t,i)&&gy(i,t)&&($e(i.prev,i,t.prev)||$e(i,t.prev,t))||$r(i,t)&&$e(i.prev,i,i.next)>0&&$e(t.prev,t,t.next)>0)}function $e(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function $r(i,t){return i.x===t.x&&i.y===t.y}function Yg(i,t,e,n){let s=Ll($e(i,t,e)),r=Ll($e(i,t,n)),o=Ll(
$e(e,n,i)),a=Ll($e(e,n,t));return!!(s!==r&&o!==a||s===0&&Il(i,e,t)||r===0&&Il(i,n,t)||o===0&&Il(e,i,n)||a===0&&Il(e,t,n))}function Il(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Ll(i){return i>0?1:i<0?-1:0}function my(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Yg(e,e.next,i,t))return!0;e=e.next}while(e!==
i);return!1}function sa(i,t){return $e(i.prev,i,i.next)<0?$e(i,t,i.next)>=0&&$e(i,i.prev,t)>=0:$e(i,t,i.prev)<0||$e(i,i.next,t)<0}function gy(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function $g(i,t){let e=Zu(i.i,i.x,i.y),n=Zu(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,
t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Jm(i,t,e,n){let s=Zu(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function ra(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Zu(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function xy(i,t,e,n){
let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Ju=class{static triangulate(t,e,n=2){return ey(t,e,n)}},Zr=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];Km(t),jm(n,t);let o=t.length;e.forEach(Km);for(let l=0;l<
e.length;l++)s.push(o),o+=e[l].length,jm(n,e[l]);let a=Ju.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Km(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function jm(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var $s=class i extends tn{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,f=l+1,h=t/a,u=e/l,d=[],g=[],v=[],p=[];for(let m=0;m<f;m++){let S=m*u-o;for(let A=0;A<c;A++){let M=A*h-r;g.push(M,-S,0),v.push(0,0,1),p.push(A/a),p.push(1-m/l)}}for(let m=0;m<l;m++)for(let S=0;S<
a;S++){let A=S+c*m,M=S+c*(m+1),P=S+1+c*(m+1),E=S+1+c*m;d.push(A,M,E),d.push(M,P,E)}this.setIndex(d),this.setAttribute("position",new fn(g,3)),this.setAttribute("normal",new fn(v,3)),this.setAttribute("uv",new fn(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};function nr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(Qm(s))s.isRenderTargetTexture?($t("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(Qm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}
function Un(i){let t={};for(let e=0;e<i.length;e++){let n=nr(i[e]);for(let s in n)t[s]=n[s]}return t}function Qm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function _y(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Ef(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===
!0?t.texture.colorSpace:ge.workingColorSpace}var Zg={clone:nr,merge:Un},vy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,yy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Xn=class extends bi{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=vy,this.fragmentShader=yy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues=
{color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=nr(t.uniforms),this.uniformsGroups=_y(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=
t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms=
{};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.
toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){
if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new Xt().setHex(s.value);break;case"v2":this.uniforms[n].value=new te().fromArray(s.value);break;case"v3":this.uniforms[n].value=new J().fromArray(s.value);break;case"v4":this.uniforms[n].value=
new De().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ee().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Re().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&
(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},ic=class extends Xn{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Zs=class extends bi{constructor(t){super(),this.isMeshStandardMaterial=!0,this.
type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new Xt(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=va,this.normalScale=new te(1,1),this.displacementMap=
null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ki,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.
color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.
normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.
wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Js=class extends bi{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Xt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Xt(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=va,this.normalScale=new te(
1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ki,this.combine=_c,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(
t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,
this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,
this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},sc=class extends bi{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Pg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=
1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},rc=class extends bi{constructor(t){
super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function Fr(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Nl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Es=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=
n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(
0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpol\
ant: Call to abstract method.")}intervalChanged_(){}},oc=class extends Es{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Wu,endingEnd:Wu}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Xu:r=t,a=2*e-n;break;case qu:
r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Xu:o=t,l=2*n-e;break;case qu:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,f=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*f,this._offsetNext=o*f}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,f=this.
_offsetPrev,h=this._offsetNext,u=this._weightPrev,d=this._weightNext,g=(n-e)/(s-e),v=g*g,p=v*g,m=-u*p+2*u*v-u*g,S=(1+u)*p+(-1.5-2*u)*v+(-.5+u)*g+1,A=(-1-d)*p+(1.5+d)*v+.5*g,M=d*p-d*v;for(let P=0;P!==a;++P)r[P]=m*o[f+P]+S*o[c+P]+A*o[l+P]+M*o[h+P];return r}},ac=class extends Es{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*
a,c=l-a,f=(n-e)/(s-e),h=1-f;for(let u=0;u!==a;++u)r[u]=o[c+u]*h+o[l+u]*f;return r}},lc=class extends Es{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},cc=class extends Es{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,f=this.inTangents,h=this.outTangents;if(!f||!h){let g=(n-e)/(s-e),v=1-g;for(let p=0;p!==a;++p)
r[p]=o[c+p]*v+o[l+p]*g;return r}let u=a*2,d=t-1;for(let g=0;g!==a;++g){let v=o[c+g],p=o[l+g],m=d*u+g*2,S=h[m],A=h[m+1],M=t*u+g*2,P=f[M],E=f[M+1],_=Sy(n,e,S,P,s);r[g]=Jg(_,v,A,E,p)}return r}};function Jg(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function My(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function Sy(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){
let a=Jg(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=My(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ri=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=Fr(e,this.TimeBufferType),this.
values=Fr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:Fr(t.times,Array),values:Fr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Nl(t.settings)&&(n.settings={inTangents:Fr(t.settings.inTangents,Array),outTangents:Fr(t.
settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new lc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new ac(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new oc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new cc(this.times,
this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case ko:e=this.InterpolantFactoryMethodDiscrete;break;case Yl:e=this.InterpolantFactoryMethodLinear;break;case Fl:e=this.InterpolantFactoryMethodSmooth;break;case Hu:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){
let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return $t("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ko;case this.
InterpolantFactoryMethodLinear:return Yl;case this.InterpolantFactoryMethodSmooth:return Fl;case this.InterpolantFactoryMethodBezier:return Hu}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Nl(this.settings)&&(tg(this.settings.inTangents,t),tg(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.
times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Nl(this.settings)&&(eg(this.settings.inTangents,t),eg(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){
let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(Qt("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qt("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qt("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){Qt("KeyframeTrack: Out \
of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Lv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qt("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Fl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],f=t[a+1];if(c!==f&&(a!==1||c!==t[0]))
if(s)l=!0;else{let h=a*n,u=h-n,d=h+n;for(let g=0;g!==n;++g){let v=e[h+g];if(v!==e[u+g]||v!==e[d+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let h=a*n,u=o*n;for(let d=0;d!==n;++d)e[u+d]=e[h+d]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),
e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Nl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function tg(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function eg(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}ri.prototype.ValueTypeName="";ri.prototype.
TimeBufferType=Float32Array;ri.prototype.ValueBufferType=Float32Array;ri.prototype.DefaultInterpolation=Yl;var Rs=class extends ri{constructor(t,e,n){super(t,e,n)}};Rs.prototype.ValueTypeName="bool";Rs.prototype.ValueBufferType=Array;Rs.prototype.DefaultInterpolation=ko;Rs.prototype.InterpolantFactoryMethodLinear=void 0;Rs.prototype.InterpolantFactoryMethodSmooth=void 0;var hc=class extends ri{constructor(t,e,n,s){
super(t,e,n,s)}};hc.prototype.ValueTypeName="color";var uc=class extends ri{constructor(t,e,n,s){super(t,e,n,s)}};uc.prototype.ValueTypeName="number";var fc=class extends Es{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let f=c+a;c!==f;c+=4)Bi.slerpFlat(r,0,o,c-a,o,c,l);return r}},oa=class extends ri{constructor(t,e,n,s){
super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new fc(this.times,this.values,this.getValueSize(),t)}};oa.prototype.ValueTypeName="quaternion";oa.prototype.InterpolantFactoryMethodSmooth=void 0;var Cs=class extends ri{constructor(t,e,n){super(t,e,n)}};Cs.prototype.ValueTypeName="string";Cs.prototype.ValueBufferType=Array;Cs.prototype.DefaultInterpolation=ko;Cs.prototype.InterpolantFactoryMethodLinear=
void 0;Cs.prototype.InterpolantFactoryMethodSmooth=void 0;var dc=class extends ri{constructor(t,e,n,s){super(t,e,n,s)}};dc.prototype.ValueTypeName="vector";var pc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(f){a++,r===!1&&s.onStart!==void 0&&s.onStart(f,o,a),r=!0},this.itemEnd=function(f){o++,s.onProgress!==void 0&&s.onProgress(f,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(f){s.onError!==void 0&&
s.onError(f)},this.resolveURL=function(f){return f=f.normalize("NFC"),l?l(f):f},this.setURLModifier=function(f){return l=f,this},this.addHandler=function(f,h){return c.push(f,h),this},this.removeHandler=function(f){let h=c.indexOf(f);return h!==-1&&c.splice(h,2),this},this.getHandler=function(f){for(let h=0,u=c.length;h<u;h+=2){let d=c[h],g=c[h+1];if(d.global&&(d.lastIndex=0),d.test(f))return g}return null},
this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Kg=new pc,mc=class{constructor(t){this.manager=t!==void 0?t:Kg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="au\
to",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=
t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};mc.DEFAULT_MATERIAL_NAME="__DEFAULT";var aa=class extends An{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new Xt(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},la=class extends aa{constructor(t,e,n){
super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(An.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Xt(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},Gu=new Re,ng=new J,ig=new J,gc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=
0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new te(512,512),this.mapType=$n,this.map=null,this.mapPass=null,this.matrix=new Re,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ws,this._frameExtents=new te(1,1),this._viewportCount=1,this._viewports=[new De(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){
return this._frustum}updateMatrices(t){let e=this.camera;ng.setFromMatrixPosition(t.matrixWorld),e.position.copy(ng),ig.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(ig),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){Gu.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(Gu,t.coordinateSystem,t.reversedDepth);let r=this.
_frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Vr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Gu)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){
return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,
t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Dl=new J,Ul=new Bi,Ui=new J,ca=class extends An{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Re,this.projectionMatrix=new Re,this.projectionMatrixInverse=
new Re,this.coordinateSystem=ui,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){
super.updateMatrixWorld(t),this.matrixWorld.decompose(Dl,Ul,Ui),Ui.x===1&&Ui.y===1&&Ui.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Dl,Ul,Ui.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Dl,Ul,Ui),Ui.x===1&&Ui.y===1&&Ui.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.
compose(Dl,Ul,Ui.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ss=new J,sg=new te,rg=new te,Gn=class extends ca{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){
return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=$l*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(yu*.5*this.fov);return .5*
this.getFilmHeight()/t}getEffectiveFOV(){return $l*2*Math.atan(Math.tan(yu*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Ss.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Ss.x,Ss.y).multiplyScalar(-t/Ss.z),Ss.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),
n.set(Ss.x,Ss.y).multiplyScalar(-t/Ss.z)}getViewSize(t,e){return this.getViewBounds(t,sg,rg),e.subVectors(rg,sg)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=
o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(yu*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==
0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&
(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var ha=class extends ca{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,
this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.
view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,f=(this.top-this.bottom)/this.view.fullHeight/this.
zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=f*this.view.offsetY,l=a-f*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.
top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},Ku=class extends gc{constructor(){super(new ha(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ua=class extends aa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(An.DEFAULT_UP),this.updateMatrix(),
this.target=new An,this.shadow=new Ku}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Or=-90,Br=1,Jr=class extends An{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Gn(Or,Br,t,e);s.layers=this.layers,this.add(s);let r=new Gn(Or,Br,t,e);r.layers=this.layers,this.add(r);let o=new Gn(Or,Br,t,e);o.layers=this.layers,this.add(o);let a=new Gn(Or,Br,t,e);a.layers=this.layers,this.add(a);let l=new Gn(Or,
Br,t,e);l.layers=this.layers,this.add(l);let c=new Gn(Or,Br,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===ui)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.
set(0,1,0),l.lookAt(0,0,-1);else if(t===Vr)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){
this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,f]=this.children,h=t.getRenderTarget(),u=t.getActiveCubeFace(),d=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=
!1;let p=!1;t.isWebGLRenderer===!0?p=t.state.buffers.depth.getReversed():p=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(
n,4,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=v,t.setRenderTarget(n,5,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,f),t.setRenderTarget(h,u,d),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},xc=class extends Gn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Rf="\\[\\]\\.:\\/",by=new RegExp("["+Rf+"]","g"),Cf="[^"+Rf+"]",wy="[^"+Rf.replace("\\.","")+"]",Ty=/((?:WC+[\/:])*)/.source.replace("WC",Cf),Ay=/(WCOD+)?/.source.replace("WCOD",wy),Ey=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Cf),Ry=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Cf),Cy=new RegExp("^"+Ty+Ay+Ey+Ry+"$"),Py=["material","materials","bones","map"],ju=class{constructor(t,e,n){let s=n||
Ve.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)
t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Ve=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.
Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(by,"")}static parseTrackName(t){let e=Cy.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(
s+1);Py.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){
let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){
t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=
!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=
!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(
t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.
objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){$t("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){Qt("PropertyBinding: Can not bind to material as node does not h\
ave a material.",this);return}if(!t.material.materials){Qt("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){Qt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let f=0;f<t.length;f++)if(t[f].name===c){c=f;break}break;case"\
map":if("map"in t){t=t.map;break}if(!t.material){Qt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){Qt("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){Qt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}
if(c!==void 0){if(t[c]===void 0){Qt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;Qt("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&
(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){Qt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){Qt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);
return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=
this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Ve.Composite=ju;Ve.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Ve.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Ve.prototype.GetterByBindingType=[Ve.prototype._getValue_direct,Ve.prototype._getValue_array,
Ve.prototype._getValue_arrayElement,Ve.prototype._getValue_toArray];Ve.prototype.SetterByBindingTypeAndVersioning=[[Ve.prototype._setValue_direct,Ve.prototype._setValue_direct_setNeedsUpdate,Ve.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_array,Ve.prototype._setValue_array_setNeedsUpdate,Ve.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_arrayElement,
Ve.prototype._setValue_arrayElement_setNeedsUpdate,Ve.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Ve.prototype._setValue_fromArray,Ve.prototype._setValue_fromArray_setNeedsUpdate,Ve.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var mA=new Float32Array(1);var Qu=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};function Pf(i,t,e,n){let s=Iy(n);switch(e){case vf:return i*t;case Tc:return i*t/s.components*s.byteLength;case Ac:return i*t/s.components*s.byteLength;case Ps:return i*t*2/s.components*s.byteLength;case Ec:return i*t*2/s.components*s.byteLength;case yf:return i*t*3/s.components*s.byteLength;case Ai:return i*t*4/s.components*s.byteLength;case Rc:return i*t*4/s.components*s.byteLength;case da:case pa:
return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case ma:case ga:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Pc:case Lc:return Math.max(i,16)*Math.max(t,8)/4;case Cc:case Ic:return Math.max(i,8)*Math.max(t,8)/2;case Nc:case Dc:case Fc:case Oc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Uc:case xa:case Bc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case kc:return Math.floor(
(i+3)/4)*Math.floor((t+3)/4)*16;case zc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Vc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case Gc:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Hc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Wc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Xc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case qc:return Math.
floor((i+7)/8)*Math.floor((t+7)/8)*16;case Yc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case $c:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case Zc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Jc:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Kc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case jc:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Qc:case th:case eh:
return Math.ceil(i/4)*Math.ceil(t/4)*16;case nh:case ih:return Math.ceil(i/4)*Math.ceil(t/4)*8;case _a:case sh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Iy(i){switch(i){case $n:case mf:return{byteLength:1,components:1};case to:case gf:case Ti:return{byteLength:2,components:1};case bc:case wc:return{byteLength:2,components:4};case wi:case Sc:case fi:
return{byteLength:4,components:1};case xf:case _f:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?$t("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function v0(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Ny(i){let t=new WeakMap;function e(a,l){let c=a.array,f=a.usage,h=c.byteLength,u=i.createBuffer();
i.bindBuffer(l,u),i.bufferData(l,c,f),a.onUploadCallback();let d;if(c instanceof Float32Array)d=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)d=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?d=i.HALF_FLOAT:d=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)d=i.SHORT;else if(c instanceof Uint32Array)d=i.UNSIGNED_INT;else if(c instanceof Int32Array)d=i.
INT;else if(c instanceof Int8Array)d=i.BYTE;else if(c instanceof Uint8Array)d=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)d=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:d,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function n(a,l,c){let f=l.array,h=l.updateRanges;if(i.bindBuffer(c,a),h.length===0)
i.bufferSubData(c,0,f);else{h.sort((d,g)=>d.start-g.start);let u=0;for(let d=1;d<h.length;d++){let g=h[u],v=h[d];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,h[u]=v)}h.length=u+1;for(let d=0,g=h.length;d<g;d++){let v=h[d];i.bufferSubData(c,v.start*f.BYTES_PER_ELEMENT,f,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&
(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let f=t.get(a);(!f||f.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.
version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Dy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Uy=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Fy=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Oy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,By=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,ky=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,zy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Vy=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Gy=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Hy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Wy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Xy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,qy=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Yy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,$y=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Zy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Jy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Ky=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,jy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,tM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,eM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,nM=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,iM=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,sM=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,rM=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,oM=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,aM=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,lM=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,cM="gl_FragColor = linearToOutputTexel( gl_FragColor );",hM=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,uM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,fM=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,dM=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,pM=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,mM=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,gM=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,xM=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,_M=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,vM=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,yM=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,MM=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,SM=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,bM=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,wM=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,TM=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,AM=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,EM=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,RM=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,CM=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,PM=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,IM=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,LM=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,NM=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,DM=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,UM=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,FM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,OM=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,BM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,kM=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,zM=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,VM=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,GM=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,HM=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,WM=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,XM=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,qM=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,YM=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,$M=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ZM=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,JM=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,KM=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,jM=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,QM=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,tS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,eS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,nS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,iS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,sS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,rS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,oS=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,aS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,lS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,cS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,hS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,uS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,fS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,dS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,pS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,mS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,gS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,xS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,_S=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,vS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,yS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,MS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,SS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,bS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,wS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,TS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,AS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,ES=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,RS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,CS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,PS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,IS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,LS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,NS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,DS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,US=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,FS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,OS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,BS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,kS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,zS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,VS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,GS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,HS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,WS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,XS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,qS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,YS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,$S=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ZS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,JS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,KS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,jS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,QS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,tb=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,eb=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,nb=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ib=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,sb=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rb=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,ob=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ab=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,lb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,cb=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,hb=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,ub=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,fb=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ce={alphahash_fragment:Dy,alphahash_pars_fragment:Uy,alphamap_fragment:Fy,alphamap_pars_fragment:Oy,alphatest_fragment:By,alphatest_pars_fragment:ky,aomap_fragment:zy,aomap_pars_fragment:Vy,batching_pars_vertex:Gy,batching_vertex:Hy,begin_vertex:Wy,beginnormal_vertex:Xy,bsdfs:qy,iridescence_fragment:Yy,bumpmap_pars_fragment:$y,clipping_planes_fragment:Zy,clipping_planes_pars_fragment:Jy,clipping_planes_pars_vertex:Ky,
clipping_planes_vertex:jy,color_fragment:Qy,color_pars_fragment:tM,color_pars_vertex:eM,color_vertex:nM,common:iM,defaultnormal_vertex:sM,displacementmap_pars_vertex:rM,displacementmap_vertex:oM,emissivemap_fragment:aM,emissivemap_pars_fragment:lM,colorspace_fragment:cM,colorspace_pars_fragment:hM,envmap_fragment:uM,envmap_common_pars_fragment:fM,envmap_pars_fragment:dM,envmap_pars_vertex:pM,envmap_physical_pars_fragment:TM,
envmap_vertex:mM,fog_vertex:gM,fog_pars_vertex:xM,fog_fragment:_M,fog_pars_fragment:vM,gradientmap_pars_fragment:yM,lightmap_pars_fragment:MM,lights_lambert_fragment:SM,lights_lambert_pars_fragment:bM,lights_pars_begin:wM,lights_toon_fragment:AM,lights_toon_pars_fragment:EM,lights_phong_fragment:RM,lights_phong_pars_fragment:CM,lights_physical_fragment:PM,lights_physical_pars_fragment:IM,lights_fragment_begin:LM,
lights_fragment_maps:NM,lights_fragment_end:DM,lightprobes_pars_fragment:UM,logdepthbuf_fragment:FM,logdepthbuf_pars_fragment:OM,logdepthbuf_pars_vertex:BM,logdepthbuf_vertex:kM,map_fragment:zM,map_pars_fragment:VM,map_particle_fragment:GM,map_particle_pars_fragment:HM,metalnessmap_fragment:WM,metalnessmap_pars_fragment:XM,morphinstance_vertex:qM,morphcolor_vertex:YM,morphnormal_vertex:$M,morphtarget_pars_vertex:ZM,
morphtarget_vertex:JM,normal_fragment_begin:KM,normal_fragment_maps:jM,normal_pars_fragment:QM,normal_pars_vertex:tS,normal_vertex:eS,normalmap_pars_fragment:nS,clearcoat_normal_fragment_begin:iS,clearcoat_normal_fragment_maps:sS,clearcoat_pars_fragment:rS,iridescence_pars_fragment:oS,opaque_fragment:aS,packing:lS,premultiplied_alpha_fragment:cS,project_vertex:hS,dithering_fragment:uS,dithering_pars_fragment:fS,
roughnessmap_fragment:dS,roughnessmap_pars_fragment:pS,shadowmap_pars_fragment:mS,shadowmap_pars_vertex:gS,shadowmap_vertex:xS,shadowmask_pars_fragment:_S,skinbase_vertex:vS,skinning_pars_vertex:yS,skinning_vertex:MS,skinnormal_vertex:SS,specularmap_fragment:bS,specularmap_pars_fragment:wS,tonemapping_fragment:TS,tonemapping_pars_fragment:AS,transmission_fragment:ES,transmission_pars_fragment:RS,uv_pars_fragment:CS,
uv_pars_vertex:PS,uv_vertex:IS,worldpos_vertex:LS,background_vert:NS,background_frag:DS,backgroundCube_vert:US,backgroundCube_frag:FS,cube_vert:OS,cube_frag:BS,depth_vert:kS,depth_frag:zS,distance_vert:VS,distance_frag:GS,equirect_vert:HS,equirect_frag:WS,linedashed_vert:XS,linedashed_frag:qS,meshbasic_vert:YS,meshbasic_frag:$S,meshlambert_vert:ZS,meshlambert_frag:JS,meshmatcap_vert:KS,meshmatcap_frag:jS,
meshnormal_vert:QS,meshnormal_frag:tb,meshphong_vert:eb,meshphong_frag:nb,meshphysical_vert:ib,meshphysical_frag:sb,meshtoon_vert:rb,meshtoon_frag:ob,points_vert:ab,points_frag:lb,shadow_vert:cb,shadow_frag:hb,sprite_vert:ub,sprite_frag:fb},Lt={common:{diffuse:{value:new Xt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ee},alphaMap:{value:null},alphaMapTransform:{value:new ee},
alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ee}},envmap:{envMap:{value:null},envMapRotation:{value:new ee},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ee}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{
value:new ee}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ee},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ee},normalScale:{value:new te(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ee},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{
value:new ee}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ee}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ee}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new Xt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{
direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},
directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},
pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{
value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Xt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ee},alphaTest:{value:0},uvTransform:{value:new ee}},sprite:{diffuse:{value:new Xt(16777215)},opacity:{value:1},center:{value:new te(.5,.5)},rotation:{value:0},map:{
value:null},mapTransform:{value:new ee},alphaMap:{value:null},alphaMapTransform:{value:new ee},alphaTest:{value:0}}},Xi={basic:{uniforms:Un([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.fog]),vertexShader:ce.meshbasic_vert,fragmentShader:ce.meshbasic_frag},lambert:{uniforms:Un([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,
Lt.fog,Lt.lights,{emissive:{value:new Xt(0)},envMapIntensity:{value:1}}]),vertexShader:ce.meshlambert_vert,fragmentShader:ce.meshlambert_frag},phong:{uniforms:Un([Lt.common,Lt.specularmap,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,Lt.lights,{emissive:{value:new Xt(0)},specular:{value:new Xt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),
vertexShader:ce.meshphong_vert,fragmentShader:ce.meshphong_frag},standard:{uniforms:Un([Lt.common,Lt.envmap,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.roughnessmap,Lt.metalnessmap,Lt.fog,Lt.lights,{emissive:{value:new Xt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ce.meshphysical_vert,fragmentShader:ce.meshphysical_frag},
toon:{uniforms:Un([Lt.common,Lt.aomap,Lt.lightmap,Lt.emissivemap,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.gradientmap,Lt.fog,Lt.lights,{emissive:{value:new Xt(0)}}]),vertexShader:ce.meshtoon_vert,fragmentShader:ce.meshtoon_frag},matcap:{uniforms:Un([Lt.common,Lt.bumpmap,Lt.normalmap,Lt.displacementmap,Lt.fog,{matcap:{value:null}}]),vertexShader:ce.meshmatcap_vert,fragmentShader:ce.meshmatcap_frag},
points:{uniforms:Un([Lt.points,Lt.fog]),vertexShader:ce.points_vert,fragmentShader:ce.points_frag},dashed:{uniforms:Un([Lt.common,Lt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ce.linedashed_vert,fragmentShader:ce.linedashed_frag},depth:{uniforms:Un([Lt.common,Lt.displacementmap]),vertexShader:ce.depth_vert,fragmentShader:ce.depth_frag},normal:{uniforms:Un([Lt.common,
Lt.bumpmap,Lt.normalmap,Lt.displacementmap,{opacity:{value:1}}]),vertexShader:ce.meshnormal_vert,fragmentShader:ce.meshnormal_frag},sprite:{uniforms:Un([Lt.sprite,Lt.fog]),vertexShader:ce.sprite_vert,fragmentShader:ce.sprite_frag},background:{uniforms:{uvTransform:{value:new ee},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ce.background_vert,fragmentShader:ce.background_frag},backgroundCube:{
uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ee}},vertexShader:ce.backgroundCube_vert,fragmentShader:ce.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ce.cube_vert,fragmentShader:ce.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ce.equirect_vert,
fragmentShader:ce.equirect_frag},distance:{uniforms:Un([Lt.common,Lt.displacementmap,{referencePosition:{value:new J},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ce.distance_vert,fragmentShader:ce.distance_frag},shadow:{uniforms:Un([Lt.lights,Lt.fog,{color:{value:new Xt(0)},opacity:{value:1}}]),vertexShader:ce.shadow_vert,fragmentShader:ce.shadow_frag}};Xi.physical={uniforms:Un(
[Xi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ee},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ee},clearcoatNormalScale:{value:new te(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ee},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{
value:new ee},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ee},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ee},sheen:{value:0},sheenColor:{value:new Xt(0)},sheenColorMap:{
value:null},sheenColorMapTransform:{value:new ee},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ee},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ee},transmissionSamplerSize:{value:new te},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ee},attenuationDistance:{
value:0},attenuationColor:{value:new Xt(0)},specularColor:{value:new Xt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ee},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ee},anisotropyVector:{value:new te},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ee}}]),vertexShader:ce.meshphysical_vert,fragmentShader:ce.
meshphysical_frag};var rh={r:0,b:0,g:0},db=new Re,y0=new ee;y0.set(-1,0,0,0,1,0,0,0,1);function pb(i,t,e,n,s,r){let o=new Xt(0),a=s===!0?0:1,l,c,f=null,h=0,u=null;function d(S){let A=S.isScene===!0?S.background:null;if(A&&A.isTexture){let M=S.backgroundBlurriness>0;A=t.get(A,M)}return A}function g(S){let A=!1,M=d(S);M===null?p(o,a):M&&M.isColor&&(p(M,1),A=!0);let P=i.xr.getEnvironmentBlendMode();P===
"additive"?e.buffers.color.setClear(0,0,0,1,r):P==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(S,A){let M=d(A);M&&M.isCubeTexture?(c===void 0&&(c=new Ge(new Yr(1,1,1),new Xn({name:"BackgroundCubeMaterial",uniforms:nr(
Xi.backgroundCube.uniforms),vertexShader:Xi.backgroundCube.vertexShader,fragmentShader:Xi.backgroundCube.fragmentShader,side:qn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(P,E,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.
uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(db.makeRotationFromEuler(A.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.
value.premultiply(y0),c.material.toneMapped=ge.getTransfer(M.colorSpace)!==we,(f!==M||h!==M.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,f=M,h=M.version,u=i.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new Ge(new $s(2,2),new Xn({name:"BackgroundMaterial",uniforms:nr(Xi.background.uniforms),vertexShader:Xi.background.vertexShader,
fragmentShader:Xi.background.fragmentShader,side:Gi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=ge.getTransfer(M.colorSpace)!==we,
M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(f!==M||h!==M.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,f=M,h=M.version,u=i.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function p(S,A){S.getRGB(rh,Ef(i)),e.buffers.color.setClear(rh.r,rh.g,rh.b,A,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.
dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(S,A=1){o.set(S),a=A,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(S){a=S,p(o,a)},render:g,addToRenderList:v,dispose:m}}function mb(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(N,k,G,L,H){let q=!1,
V=h(N,L,G,k);r!==V&&(r=V,c(r.object)),q=d(N,L,G,H),q&&g(N,L,G,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,M(N,k,G,L),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(N){return i.bindVertexArray(N)}function f(N){return i.deleteVertexArray(N)}function h(N,k,G,L){let H=L.wireframe===!0,q=n[k.id];q===void 0&&(q={},n[k.
id]=q);let V=N.isInstancedMesh===!0?N.id:0,lt=q[V];lt===void 0&&(lt={},q[V]=lt);let Z=lt[G.id];Z===void 0&&(Z={},lt[G.id]=Z);let j=Z[H];return j===void 0&&(j=u(l()),Z[H]=j),j}function u(N){let k=[],G=[],L=[];for(let H=0;H<e;H++)k[H]=0,G[H]=0,L[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:k,enabledAttributes:G,attributeDivisors:L,object:N,attributes:{},index:null}}function d(N,k,G,L){
let H=r.attributes,q=k.attributes,V=0,lt=G.getAttributes();for(let Z in lt)if(lt[Z].location>=0){let it=H[Z],ut=q[Z];if(ut===void 0&&(Z==="instanceMatrix"&&N.instanceMatrix&&(ut=N.instanceMatrix),Z==="instanceColor"&&N.instanceColor&&(ut=N.instanceColor)),it===void 0||it.attribute!==ut||ut&&it.data!==ut.data)return!0;V++}return r.attributesNum!==V||r.index!==L}function g(N,k,G,L){let H={},q=k.attributes,
V=0,lt=G.getAttributes();for(let Z in lt)if(lt[Z].location>=0){let it=q[Z];it===void 0&&(Z==="instanceMatrix"&&N.instanceMatrix&&(it=N.instanceMatrix),Z==="instanceColor"&&N.instanceColor&&(it=N.instanceColor));let ut={};ut.attribute=it,it&&it.data&&(ut.data=it.data),H[Z]=ut,V++}r.attributes=H,r.attributesNum=V,r.index=L}function v(){let N=r.newAttributes;for(let k=0,G=N.length;k<G;k++)N[k]=0}function p(N){
m(N,0)}function m(N,k){let G=r.newAttributes,L=r.enabledAttributes,H=r.attributeDivisors;G[N]=1,L[N]===0&&(i.enableVertexAttribArray(N),L[N]=1),H[N]!==k&&(i.vertexAttribDivisor(N,k),H[N]=k)}function S(){let N=r.newAttributes,k=r.enabledAttributes;for(let G=0,L=k.length;G<L;G++)k[G]!==N[G]&&(i.disableVertexAttribArray(G),k[G]=0)}function A(N,k,G,L,H,q,V){V===!0?i.vertexAttribIPointer(N,k,G,H,q):i.vertexAttribPointer(
N,k,G,L,H,q)}function M(N,k,G,L){v();let H=L.attributes,q=G.getAttributes(),V=k.defaultAttributeValues;for(let lt in q){let Z=q[lt];if(Z.location>=0){let j=H[lt];if(j===void 0&&(lt==="instanceMatrix"&&N.instanceMatrix&&(j=N.instanceMatrix),lt==="instanceColor"&&N.instanceColor&&(j=N.instanceColor)),j!==void 0){let it=j.normalized,ut=j.itemSize,ht=t.get(j);if(ht===void 0)continue;let Q=ht.buffer,mt=ht.
type,_t=ht.bytesPerElement,Et=mt===i.INT||mt===i.UNSIGNED_INT||j.gpuType===Sc;if(j.isInterleavedBufferAttribute){let St=j.data,Ht=St.isInterleavedBuffer===!0?St.stride:St.itemSize,se=j.offset;if(St.isInstancedInterleavedBuffer||St.isInstancedBufferAttribute){for(let Vt=0;Vt<Z.locationSize;Vt++)m(Z.location+Vt,St.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=
St.meshPerAttribute*St.count)}else for(let Vt=0;Vt<Z.locationSize;Vt++)p(Z.location+Vt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Vt=0;Vt<Z.locationSize;Vt++)A(Z.location+Vt,ut/Z.locationSize,mt,it,Ht*_t,(se+ut/Z.locationSize*Vt)*_t,Et)}else{if(j.isInstancedBufferAttribute){for(let St=0;St<Z.locationSize;St++)m(Z.location+St,j.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L.
_maxInstanceCount=j.meshPerAttribute*j.count)}else for(let St=0;St<Z.locationSize;St++)p(Z.location+St);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let St=0;St<Z.locationSize;St++)A(Z.location+St,ut/Z.locationSize,mt,it,ut*_t,ut/Z.locationSize*St*_t,Et)}}else if(V!==void 0){let it=V[lt];if(it!==void 0)switch(it.length){case 2:i.vertexAttrib2fv(Z.location,it);break;case 3:i.vertexAttrib3fv(Z.location,it);break;case 4:
i.vertexAttrib4fv(Z.location,it);break;default:i.vertexAttrib1fv(Z.location,it)}}}}S()}function P(){B();for(let N in n){let k=n[N];for(let G in k){let L=k[G];for(let H in L){let q=L[H];for(let V in q)f(q[V].object),delete q[V];delete L[H]}}delete n[N]}}function E(N){if(n[N.id]===void 0)return;let k=n[N.id];for(let G in k){let L=k[G];for(let H in L){let q=L[H];for(let V in q)f(q[V].object),delete q[V];
delete L[H]}}delete n[N.id]}function _(N){for(let k in n){let G=n[k];for(let L in G){let H=G[L];if(H[N.id]===void 0)continue;let q=H[N.id];for(let V in q)f(q[V].object),delete q[V];delete H[N.id]}}}function T(N){for(let k in n){let G=n[k],L=N.isInstancedMesh===!0?N.id:0,H=G[L];if(H!==void 0){for(let q in H){let V=H[q];for(let lt in V)f(V[lt].object),delete V[lt];delete H[q]}delete G[L],Object.keys(
G).length===0&&delete n[k]}}}function B(){D(),o=!0,r!==s&&(r=s,c(r.object))}function D(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:D,dispose:P,releaseStatesOfGeometry:E,releaseStatesOfObject:T,releaseStatesOfProgram:_,initAttributes:v,enableAttribute:p,disableUnusedAttributes:S}}function gb(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,
c),e.update(c,n,1)}function o(l,c,f){f!==0&&(i.drawArraysInstanced(n,l,c,f),e.update(c,n,f))}function a(l,c,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,f);let u=0;for(let d=0;d<f;d++)u+=c[d];e.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function xb(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_f\
ilter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==Ai&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let T=_===Ti&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==$n&&_!==fi&&!T&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}
function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==
void 0?e.precision:"highp",f=l(c);f!==c&&($t("WebGLRenderer:",c,"not supported, using",f,"instead."),c=f);let h=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),u=e.logarithmicDepthBuffer===!0&&h===!1;e.reversedDepthBuffer===!0&&h===!1&&$t("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===
!0&&h===!0&&$t("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let d=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),p=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),S=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),
M=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),P=i.getParameter(i.MAX_SAMPLES),E=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:h,maxTextures:d,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:p,maxAttributes:m,maxVertexUniforms:S,maxVaryings:A,maxFragmentUniforms:M,
maxSamples:P,samples:E}}function _b(i){let t=this,e=null,n=0,s=!1,r=!1,o=new Si,a=new ee,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,u){let d=h.length!==0||u||n!==0||s;return s=u,n=h.length,d},this.beginShadows=function(){r=!0,f(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,u){e=f(h,u,0)},this.setState=function(h,u,d){
let g=h.clippingPlanes,v=h.clipIntersection,p=h.clipShadows,m=i.get(h);if(!s||g===null||g.length===0||r&&!p)r?f(null):c();else{let S=r?0:n,A=S*4,M=m.clippingState||null;l.value=M,M=f(g,u,A,d);for(let P=0;P!==A;++P)M[P]=e[P];m.clippingState=M,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function f(h,u,d,g){
let v=h!==null?h.length:0,p=null;if(v!==0){if(p=l.value,g!==!0||p===null){let m=d+v*4,S=u.matrixWorldInverse;a.getNormalMatrix(S),(p===null||p.length<m)&&(p=new Float32Array(m));for(let A=0,M=d;A!==v;++A,M+=4)o.copy(h[A]).applyMatrix4(S,a),o.normal.toArray(p,M),p[M+3]=o.constant}l.value=p,l.needsUpdate=!0}return t.numPlanes=v,t.numIntersection=0,p}}var wa=class extends si{constructor(t=1,e={}){super(
t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new jo(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{
tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Yr(5,5,5),r=new Xn({name:"CubemapFromEquirect",uniforms:nr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:qn,blending:js});r.uniforms.tEquirect.value=e;let o=new Ge(s,r),a=e.minFilter;return e.minFilter===as&&(e.minFilter=Pn),new Jr(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();
for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},jg=256,vb=3,yb=20,M0=256,S0=16,Mb=3,Sb=new J,bb=new Xt,ah=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Jr(1,10,null),this._boxMesh=new Ge(new Yr(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,
this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=Sb}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),f=this._getSourceTarget(!0);e>0&&(f.texture.mipmapsAutoUpdate=!1);let h=l.autoClear,u=l.autoClearColor,d=l.autoClearDepth,g=l.autoClearStencil,v=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&
(t.background=l.getClearColor(bb));let p=new Jr(n,s,f);return p.position.copy(a),p.update(l,t),l.autoClear=h,l.autoClearColor=u,l.autoClearDepth=d,l.autoClearStencil=g,t.background=v,e>0&&(f.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===
null&&(this._cubemapMaterial=e0(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=t0(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.
dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(jg,Hg(t))}_fromTexture(t,e){t.mapping===tr||t.mapping===Qr?this._setSize(t.image.length===
0?jg:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=Qg(t,!1,!1),n=Math.log2(t)-vb;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this.
_cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Qg(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.
set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===tr||t.mapping===Qr?(this._cubemapMaterial===null&&(this._cubemapMaterial=e0()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=t0()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this.
_renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=wb(),this._integrationMaterial=Tb());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/S0);for(let o=0;o<=n;o++){let a=i.
lodToRoughness(o,n);if(o>n-Mb)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(M0*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=Ab());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/
Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function Qg(i,t,e){return new wa(i,{minFilter:as,generateMipmaps:t,type:Ti,colorSpace:zo,depthBuffer:e})}function Ta(i,t,e){return new Xn({name:i,uniforms:t,vertexShader:ce.cube_vert,fragmentShader:e,side:qn,blending:js,depthTest:!1,depthWrite:!1})}function wb(){return Ta("PMREMGGXConvolu\
tion",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${M0}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Tb(){return Ta("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:S0}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Ab(){return Ta("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${yb}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function t0(){return Ta("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function e0(){return Ta("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Eb(i){let t=new WeakMap,e=new WeakMap,n=null;function s(u,d=!1){return u==null?null:d?o(u):r(u)}function r(u){if(u&&u.isTexture){let d=u.mapping;if(d===vc||d===yc)if(t.has(u)){let g=t.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new wa(g.height);return v.fromEquirectangularTexture(i,u),t.set(u,v),u.addEventListener("dispose",c),a(v.texture,u.mapping)}else
return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let d=u.mapping,g=d===vc||d===yc,v=d===tr||d===Qr;if(g||v){let p=e.get(u),m=p!==void 0?p.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==m)return n===null&&(n=new ah(i)),p=g?n.fromEquirectangular(u,p):n.fromCubemap(u,p),p.texture.pmremVersion=u.pmremVersion,e.set(u,p),p.texture;if(p!==void 0)return p.
texture;{let S=u.image;return g&&S&&S.height>0||v&&S&&l(S)?(n===null&&(n=new ah(i)),p=g?n.fromEquirectangular(u):n.fromCubemap(u),p.texture.pmremVersion=u.pmremVersion,e.set(u,p),u.addEventListener("dispose",f),p.texture):null}}}return u}function a(u,d){return d===vc?u.mapping=tr:d===yc&&(u.mapping=Qr),u}function l(u){let d=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&d++;return d===g}function c(u){let d=u.
target;d.removeEventListener("dispose",c);let g=t.get(d);g!==void 0&&(t.delete(d),g.dispose())}function f(u){let d=u.target;d.removeEventListener("dispose",f);let g=e.get(d);g!==void 0&&(e.delete(d),g.dispose())}function h(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:h}}function Rb(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=
s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Bo("WebGLRenderer: "+n+" extension not supported."),s}}}function Cb(i,t,e,n){let s={},r=new WeakMap,
o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&t.remove(g.index);for(let p in g.attributes)t.remove(g.attributes[p]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(t.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,e.memory.geometries--}function c(g,v){
return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),e.memory.geometries++),v}function f(g){let v=g.attributes;for(let p in v)t.update(v[p],i.ARRAY_BUFFER)}function h(g){let v=g.index,p=g.attributes.position,m=0;if(p===void 0)return;let S=v!==null?v.array.length:p.array.length/3-1,A=p.count>=65535?Yo:qo,M=new A(Math.ceil(S/3)*6,1),P=M.array;if(v!==null){
let _=v.array;m=v.version;for(let T=0,B=0;T<S;T+=3){let D=_[T+0],N=_[T+1],k=_[T+2];P[B++]=D,P[B++]=N,P[B++]=N,P[B++]=k,P[B++]=k,P[B++]=D}}else{m=p.version;for(let _=0,T=0;_<S;_+=3){let B=_+0,D=_+1,N=_+2;P[T++]=B,P[T++]=D,P[T++]=D,P[T++]=N,P[T++]=N,P[T++]=B}}M.version=m;let E=r.get(g);E&&t.remove(E),r.set(g,M)}function u(g){let v=r.get(g);if(v){let p=g.index;p!==null&&v.version<p.version&&h(g)}else
h(g);return r.get(g)}function d(){for(let g in s){let v=s[g].deref();v!==void 0&&l(v)}}return{get:c,update:f,getWireframeAttribute:u,dispose:d}}function Pb(i,t,e){let n;function s(h){n=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function l(h,u){i.drawElements(n,u,r,h*o),e.update(u,n,1)}function c(h,u,d){d!==0&&(i.drawElementsInstanced(n,u,r,h*o,d),e.update(u,n,d))}function f(h,u,d){if(d===
0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,h,0,d);let v=0;for(let p=0;p<d;p++)v+=u[p];e.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=f}function Ib(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.
LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:Qt("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function Lb(i,t,e){let n=new WeakMap,s=new De;function r(o,a,l){let c=o.morphTargetInfluences,
f=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=f!==void 0?f.length:0,u=n.get(a);if(u===void 0||u.count!==h){let B=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",B)};u!==void 0&&u.texture.dispose();let d=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],m=a.
morphAttributes.normal||[],S=a.morphAttributes.color||[],A=0;d===!0&&(A=1),g===!0&&(A=2),v===!0&&(A=3);let M=a.attributes.position.count*A,P=1;M>t.maxTextureSize&&(P=Math.ceil(M/t.maxTextureSize),M=t.maxTextureSize);let E=new Float32Array(M*P*4*h),_=new Ho(E,M,P,h);_.type=fi,_.needsUpdate=!0;let T=A*4;for(let D=0;D<h;D++){let N=p[D],k=m[D],G=S[D],L=M*P*4*D;for(let H=0;H<N.count;H++){let q=H*T;d===
!0&&(s.fromBufferAttribute(N,H),E[L+q+0]=s.x,E[L+q+1]=s.y,E[L+q+2]=s.z,E[L+q+3]=0),g===!0&&(s.fromBufferAttribute(k,H),E[L+q+4]=s.x,E[L+q+5]=s.y,E[L+q+6]=s.z,E[L+q+7]=0),v===!0&&(s.fromBufferAttribute(G,H),E[L+q+8]=s.x,E[L+q+9]=s.y,E[L+q+10]=s.z,E[L+q+11]=G.itemSize===4?s.w:1)}}u={count:h,texture:_,size:new te(M,P)},n.set(a,u),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==
null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let d=0;for(let v=0;v<c.length;v++)d+=c[v];let g=a.morphTargetsRelative?1:1-d;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function Nb(i,t,e,n,s){
let r=new WeakMap;function o(c){let f=s.render.frame,h=c.geometry,u=t.get(c,h);if(r.get(u)!==f&&(t.update(u),r.set(u,f)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==f&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,f))),c.isSkinnedMesh){let d=c.skeleton;r.get(d)!==f&&(d.update(),
r.set(d,f))}return u}function a(){r=new WeakMap}function l(c){let f=c.target;f.removeEventListener("dispose",l),n.releaseStatesOfObject(f),e.remove(f.instanceMatrix),f.instanceColor!==null&&e.remove(f.instanceColor)}return{update:o,dispose:a}}var Db={[af]:"LINEAR_TONE_MAPPING",[lf]:"REINHARD_TONE_MAPPING",[cf]:"CINEON_TONE_MAPPING",[hf]:"ACES_FILMIC_TONE_MAPPING",[ff]:"AGX_TONE_MAPPING",[df]:"NEUT\
RAL_TONE_MAPPING",[uf]:"CUSTOM_TONE_MAPPING"};function Ub(i,t,e,n,s,r){let o=new si(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,f=new tn;f.setAttribute("position",new fn([-1,3,0,-1,-1,0,3,-1,0],3)),f.setAttribute("uv",new fn([0,2,0,0,2,0],2));let h=new ic(
{uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new Ge(f,h),d=new ha(-1,1,1,-1,0,1),g=null,v=null,p=!1,m,S=null,A=[],M=!1;this.setSize=function(P,E){o.setSize(P,E),a!==null&&a.setSize(P,E),l!==null&&l.setSize(P,E);for(let _=0;_<A.length;_++){let T=A[_];T.setSize&&T.setSize(P,E)}},this.setEffects=function(P){A=P,M=A.length>0&&A[0].isRenderPass===!0;let E=o.width,_=o.height;A.length>0&&a===null&&(a=new si(E,_,
{type:Ti,depthBuffer:!1,stencilBuffer:!1}),l=new si(E,_,{type:Ti,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&A.some(B=>B.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&c===null&&(c=new os(E,_),r===!0&&(c.format=ls,c.type=er)),o.dispose(),o.depthTexture=T?c:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let B=0;B<A.length;B++){let D=A[B];D.setSize&&D.setSize(E,
_),T&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(c)}},this.begin=function(P,E){if(p||P.toneMapping===Hi&&A.length===0)return!1;if(S=E,E!==null){let _=E.width,T=E.height;(o.width!==_||o.height!==T)&&this.setSize(_,T)}return M===!1&&P.setRenderTarget(o),m=P.toneMapping,P.toneMapping=Hi,!0},this.hasRenderPass=function(){return M},this.end=function(P,E){P.toneMapping=m,p=!0;let _=o,
T=a;for(let B=0;B<A.length;B++){let D=A[B];D.enabled!==!1&&(D.render(P,T,_,E),D.needsSwap!==!1&&(_=T,T=T===a?l:a))}if(g!==P.outputColorSpace||v!==P.toneMapping){g=P.outputColorSpace,v=P.toneMapping,h.defines={},ge.getTransfer(g)===we&&(h.defines.SRGB_TRANSFER="");let B=Db[v];B&&(h.defines[B]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=_.texture,P.setRenderTarget(S),P.render(u,d),S=null,p=!1},this.
isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),f.dispose(),h.dispose()}}var b0=new Wn,w0=new os(1,1),T0=new ta(1),A0=new Ho,E0=new Kl,R0=new jo,n0=[],i0=[],s0=new Float32Array(16),r0=new Float32Array(9),o0=new Float32Array(4);function no(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=n0[s];if(r===void 0&&(r=new Float32Array(s),
n0[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function xn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function _n(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function ch(i,t){let e=i0[t];e===void 0&&(e=new Int32Array(t),i0[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function Fb(i,t){
let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function Ob(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2fv(this.addr,t),_n(e,t)}}function Bb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.
r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;i.uniform3fv(this.addr,t),_n(e,t)}}function kb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4fv(this.addr,t),_n(
e,t)}}function zb(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),_n(e,t)}else{if(xn(e,n))return;o0.set(n),i.uniformMatrix2fv(this.addr,!1,o0),_n(e,n)}}function Vb(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),_n(e,t)}else{if(xn(e,n))return;r0.set(n),i.uniformMatrix3fv(this.addr,!1,r0),_n(
e,n)}}function Gb(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),_n(e,t)}else{if(xn(e,n))return;s0.set(n),i.uniformMatrix4fv(this.addr,!1,s0),_n(e,n)}}function Hb(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function Wb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.
x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2iv(this.addr,t),_n(e,t)}}function Xb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3iv(this.addr,t),_n(e,t)}}function qb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,
t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4iv(this.addr,t),_n(e,t)}}function Yb(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function $b(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2uiv(this.addr,t),_n(e,t)}}function Zb(i,t){let e=this.
cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3uiv(this.addr,t),_n(e,t)}}function Jb(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4uiv(this.
addr,t),_n(e,t)}}function hh(i){return i.version===0&&(i.compareFunction=bf,i.needsUpdate=!0),i}function Kb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=hh(w0):r=b0,e.setTexture2D(t||r,s)}function jb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||
E0,s)}function Qb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=hh(T0):r=R0,e.setTextureCube(t||r,s)}function tw(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||A0,s)}function ew(i){switch(i){case 5126:return Fb;case 35664:return Ob;case 35665:
return Bb;case 35666:return kb;case 35674:return zb;case 35675:return Vb;case 35676:return Gb;case 5124:case 35670:return Hb;case 35667:case 35671:return Wb;case 35668:case 35672:return Xb;case 35669:case 35673:return qb;case 5125:return Yb;case 36294:return $b;case 36295:return Zb;case 36296:return Jb;case 35678:case 36198:case 36298:case 36306:case 35682:return Kb;case 35679:case 36299:case 36307:
return jb;case 35680:case 36300:case 36308:case 36293:return Qb;case 36289:case 36303:case 36311:case 36292:return tw}}function nw(i,t){i.uniform1fv(this.addr,t)}function iw(i,t){let e=no(t,this.size,2);i.uniform2fv(this.addr,e)}function sw(i,t){let e=no(t,this.size,3);i.uniform3fv(this.addr,e)}function rw(i,t){let e=no(t,this.size,4);i.uniform4fv(this.addr,e)}function ow(i,t){let e=no(t,this.size,
4);i.uniformMatrix2fv(this.addr,!1,e)}function aw(i,t){let e=no(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function lw(i,t){let e=no(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function cw(i,t){i.uniform1iv(this.addr,t)}function hw(i,t){i.uniform2iv(this.addr,t)}function uw(i,t){i.uniform3iv(this.addr,t)}function fw(i,t){i.uniform4iv(this.addr,t)}function dw(i,t){i.uniform1uiv(this.addr,
t)}function pw(i,t){i.uniform2uiv(this.addr,t)}function mw(i,t){i.uniform3uiv(this.addr,t)}function gw(i,t){i.uniform4uiv(this.addr,t)}function xw(i,t,e){let n=this.cache,s=t.length,r=ch(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=hh(w0):o=b0;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function _w(i,t,e){let n=this.cache,s=t.length,r=ch(e,s);xn(
n,r)||(i.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||E0,r[o])}function vw(i,t,e){let n=this.cache,s=t.length,r=ch(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=hh(T0):o=R0;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function yw(i,t,e){let n=this.cache,s=t.length,r=ch(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),_n(n,
r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||A0,r[o])}function Mw(i){switch(i){case 5126:return nw;case 35664:return iw;case 35665:return sw;case 35666:return rw;case 35674:return ow;case 35675:return aw;case 35676:return lw;case 5124:case 35670:return cw;case 35667:case 35671:return hw;case 35668:case 35672:return uw;case 35669:case 35673:return fw;case 5125:return dw;case 36294:return pw;case 36295:
return mw;case 36296:return gw;case 35678:case 36198:case 36298:case 36306:case 35682:return xw;case 35679:case 36299:case 36307:return _w;case 35680:case 36300:case 36308:case 36293:return vw;case 36289:case 36303:case 36311:case 36292:return yw}}var Nf=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=ew(e.type)}},Df=class{constructor(t,e,n){this.id=t,this.
addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Mw(e.type)}},Uf=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},If=/(\w+)(\])?(\[|\.)?/g;function a0(i,t){i.seq.push(t),i.map[t.id]=t}function Sw(i,t,e){let n=i.name,s=n.length;for(If.lastIndex=0;;){let r=If.exec(n),o=If.
lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){a0(e,c===void 0?new Nf(a,i,t):new Df(a,i,t));break}else{let h=e.map[a];h===void 0&&(h=new Uf(a),a0(e,h)),e=h}}}var eo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);Sw(a,l,this)}let s=[],
r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==
!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function l0(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var bw=37297,ww=0;function Tw(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var c0=new ee;function Aw(i){ge._getMatrix(c0,ge.workingColorSpace,i);let t=`mat3( ${c0.elements.map(e=>e.toFixed(4))} )`;switch(ge.getTransfer(i)){case Vo:return[t,"LinearTransferOETF"];case we:return[t,"sRGBTransferOETF"];default:return $t("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function h0(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(
t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+Tw(i.getShaderSource(t),a)}else return r}function Ew(i,t){let e=Aw(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Rw={[af]:"Linear",[lf]:"Reinhard",[cf]:"Cineon",[hf]:"ACESFilmic",[ff]:"AgX",[df]:"Neutral",[uf]:"Custom"};function Cw(i,t){let e=Rw[t];return e===void 0?($t("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var oh=new J;function Pw(){ge.getLuminanceCoefficients(oh);
let i=oh.x.toFixed(4),t=oh.y.toFixed(4),e=oh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Iw(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ba).join(`
`)}function Lw(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Nw(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function ba(i){return i!==""}function u0(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;
return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,
t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function f0(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).
replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Dw=/^[ \t]*#include +<([\w\d./]+)>/gm;function Ff(i){return i.replace(Dw,Uw)}function Uw(i,t){let e=ce[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Ff(e)}var Fw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;
function d0(i){return i.replace(Fw,Ow)}function Ow(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function p0(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var Bw={[Ks]:"SHADOWMAP_TYPE_PCF",[Kr]:"SHADOWMAP_TYPE_VSM"};function kw(i){return Bw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var zw={[Qr]:"ENVMAP_MODE_REFRACTION"};function Vw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":zw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Gw={[_c]:"ENVMAP_BLENDING_MULTIPLY",[Eg]:"ENVMAP_BLENDING_MIX",[Rg]:"ENVMAP_BLENDING_ADD"};function Hw(i){
return i.envMap===!1?"ENVMAP_BLENDING_NONE":Gw[i.combine]||"ENVMAP_BLENDING_NONE"}function Ww(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=kw(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",f=Vw(e),h=Hw(e),u=Iw(e),d=Lw(r),g=s.createProgram(),v,p,m=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(v=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ba).join(`
`),v.length>0&&(v+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d].filter(ba).join(`
`),p.length>0&&(p+=`
`)):(v=[p0(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#defin\
e USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+f:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTS\
PACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE\
_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#def\
ine USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?
"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?
"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHN\
ESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:
"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NOR\
MAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_\
MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#def\
ine USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool i\
sOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif",
"#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ba).join(`
`),p=[p0(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,d,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+f:"",e.envMap?"#define "+h:"",e.envMapPMREM?"#de\
fine ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define US\
E_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_\
ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE\
_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define US\
E_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#defin\
e USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"\
#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Hi?"#define\
 TONE_MAPPING":"",e.toneMapping!==Hi?ce.tonemapping_pars_fragment:"",e.toneMapping!==Hi?Cw("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ce.colorspace_pars_fragment,Ew("linearToOutputTexel",e.outputColorSpace),Pw(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ba).join(`
`)),o=Ff(o),o=u0(o,e),o=f0(o,e),a=Ff(a),a=u0(a,e),a=f0(a,e),o=d0(o),a=d0(a),e.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,p=["#define varying in",e.glslVersion===wf?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===wf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEX\
T textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let S=m+v+o,A=m+p+a,M=l0(s,s.VERTEX_SHADER,S),P=l0(s,s.FRAGMENT_SHADER,A);s.attachShader(g,M),s.attachShader(g,P),e.index0AttributeName!==void 0?s.bindAttribLocation(g,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function E(D){if(i.debug.checkShaderErrors){let N=s.getProgramInfoLog(g)||"",k=s.getShaderInfoLog(M)||"",G=s.getShaderInfoLog(
P)||"",L=N.trim(),H=k.trim(),q=G.trim(),V=!0,lt=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,M,P);else{let Z=h0(s,M,"vertex"),j=h0(s,P,"fragment");Qt("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+L+`
`+Z+`
`+j)}else L!==""?$t("WebGLProgram: Program Info Log:",L):(H===""||q==="")&&(lt=!1);lt&&(D.diagnostics={runnable:V,programLog:L,vertexShader:{log:H,prefix:v},fragmentShader:{log:q,prefix:p}})}s.deleteShader(M),s.deleteShader(P),_=new eo(s,g),T=Nw(s,g)}let _;this.getUniforms=function(){return _===void 0&&E(this),_};let T;this.getAttributes=function(){return T===void 0&&E(this),T};let B=e.rendererExtensionParallelShaderCompile===
!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(g,bw)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=ww++,this.cacheKey=t,this.usedTimes=1,this.program=g,this.vertexShader=M,this.fragmentShader=P,this}var Xw=0,Of=class{constructor(){this.shaderCache=new Map,this.materialCache=
new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){
return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new Bf(t),e.set(t,n)),n}},Bf=class{constructor(t){this.id=Xw++,this.code=t,this.usedTimes=0}};function qw(i){
return i===Ps||i===xa||i===_a}function Yw(i,t,e,n,s,r){let o=new Wo,a=new Of,l=new Set,c=[],f=new Map,h=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"\
matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function d(_){return l.add(_),_===0?"uv":`uv${_}`}function g(_,T,B,D,N,k){let G=D.fog,L=N.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?D.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&
!_.envMap,V=t.get(_.envMap||H,q),lt=u[_.type],Z=n.precision;_.precision!==null&&(Z=n.getMaxPrecision(_.precision),Z!==_.precision&&$t("WebGLProgram.getParameters:",_.precision,"not supported, using",Z,"instead."));let j=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,it=j!==void 0?j.length:0,ut=0;L.morphAttributes.position!==void 0&&(ut=1),L.morphAttributes.normal!==void 0&&
(ut=2),L.morphAttributes.color!==void 0&&(ut=3);let ht,Q,mt,_t;if(lt){let Rt=Xi[lt];ht=Rt.vertexShader,Q=Rt.fragmentShader}else{ht=_.vertexShader,Q=_.fragmentShader;let Rt=a.getVertexShaderStage(_),oe=a.getFragmentShaderStage(_);a.update(_,Rt,oe),mt=Rt.id,_t=oe.id}let Et=i.getRenderTarget(),St=i.state.buffers.depth.getReversed(),Ht=N.isInstancedMesh===!0,se=N.isBatchedMesh===!0,Vt=!!_.map,he=!!_.matcap,
ae=!!V,ne=ae&&V.isPMREMTexture===!0,He=!!_.aoMap,Ue=!!_.lightMap,sn=!!_.bumpMap&&_.wireframe===!1,Ce=!!_.normalMap,vn=!!_.displacementMap,_e=!!_.emissiveMap,dn=!!_.metalnessMap,Ze=!!_.roughnessMap,rn=_.anisotropy>0,F=_.clearcoat>0,Ct=_.diffuseRoughness>0,Yt=_.dispersion>0,re=_.retroreflectivity>0,bt=_.iridescence>0,Ie=_.sheen>0,zt=_.transmission>0,qt=rn&&!!_.anisotropyMap,R=F&&!!_.clearcoatMap,y=F&&
!!_.clearcoatNormalMap,W=F&&!!_.clearcoatRoughnessMap,ct=Ct&&!!_.diffuseRoughnessMap,rt=bt&&!!_.iridescenceMap,xt=bt&&!!_.iridescenceThicknessMap,vt=Ie&&!!_.sheenColorMap,tt=Ie&&!!_.sheenRoughnessMap,nt=!!_.specularMap,dt=!!_.specularColorMap,U=!!_.specularIntensityMap,st=zt&&!!_.transmissionMap,et=zt&&!!_.thicknessMap,wt=!!_.gradientMap,gt=!!_.alphaMap,Mt=_.alphaTest>0,Gt=!!_.alphaHash,Jt=!!_.extensions,
at=Hi;_.toneMapped&&(Et===null||Et.isXRRenderTarget===!0)&&(at=i.toneMapping);let Ot=ne?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,Kt={shaderID:lt,shaderType:_.type,shaderName:_.name,vertexShader:ht,fragmentShader:Q,defines:_.defines,customVertexShaderID:mt,customFragmentShaderID:_t,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:Z,batching:se,batchingColor:se&&
N._colorsTexture!==null,instancing:Ht,instancingColor:Ht&&N.instanceColor!==null,instancingMorph:Ht&&N.morphTexture!==null,outputColorSpace:Et===null?i.outputColorSpace:Et.isXRRenderTarget===!0?Et.texture.colorSpace:ge.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Vt,matcap:he,envMap:ae,envMapMode:ae&&V.mapping,envMapPMREM:ne,envMapMaxLod:ne?Ot.length-1:null,envMapSize:ne?Ot[0].width:null,
aoMap:He,lightMap:Ue,bumpMap:sn,normalMap:Ce,displacementMap:vn,emissiveMap:_e,normalMapObjectSpace:Ce&&_.normalMapType===Ig,normalMapTangentSpace:Ce&&_.normalMapType===va,packedNormalMap:Ce&&_.normalMapType===va&&qw(_.normalMap.format),metalnessMap:dn,roughnessMap:Ze,anisotropy:rn,anisotropyMap:qt,clearcoat:F,clearcoatMap:R,clearcoatNormalMap:y,clearcoatRoughnessMap:W,diffuseRoughness:Ct,diffuseRoughnessMap:ct,
dispersion:Yt,retroreflection:re,iridescence:bt,iridescenceMap:rt,iridescenceThicknessMap:xt,sheen:Ie,sheenColorMap:vt,sheenRoughnessMap:tt,specularMap:nt,specularColorMap:dt,specularIntensityMap:U,transmission:zt,transmissionMap:st,thicknessMap:et,gradientMap:wt,opaque:_.transparent===!1&&_.blending===jr&&_.alphaToCoverage===!1,alphaMap:gt,alphaTest:Mt,alphaHash:Gt,combine:_.combine,mapUv:Vt&&d(_.
map.channel),aoMapUv:He&&d(_.aoMap.channel),lightMapUv:Ue&&d(_.lightMap.channel),bumpMapUv:sn&&d(_.bumpMap.channel),normalMapUv:Ce&&d(_.normalMap.channel),displacementMapUv:vn&&d(_.displacementMap.channel),emissiveMapUv:_e&&d(_.emissiveMap.channel),metalnessMapUv:dn&&d(_.metalnessMap.channel),roughnessMapUv:Ze&&d(_.roughnessMap.channel),anisotropyMapUv:qt&&d(_.anisotropyMap.channel),clearcoatMapUv:R&&
d(_.clearcoatMap.channel),clearcoatNormalMapUv:y&&d(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:W&&d(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ct&&d(_.diffuseRoughnessMap.channel),iridescenceMapUv:rt&&d(_.iridescenceMap.channel),iridescenceThicknessMapUv:xt&&d(_.iridescenceThicknessMap.channel),sheenColorMapUv:vt&&d(_.sheenColorMap.channel),sheenRoughnessMapUv:tt&&d(_.sheenRoughnessMap.
channel),specularMapUv:nt&&d(_.specularMap.channel),specularColorMapUv:dt&&d(_.specularColorMap.channel),specularIntensityMapUv:U&&d(_.specularIntensityMap.channel),transmissionMapUv:st&&d(_.transmissionMap.channel),thicknessMapUv:et&&d(_.thicknessMap.channel),alphaMapUv:gt&&d(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Ce||rn),vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,
vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:N.isPoints===!0&&!!L.attributes.uv&&(Vt||gt),fog:!!G,useFog:_.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&Ce===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.
sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:St,skinning:N.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:it,morphTextureStride:ut,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.
point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,
numLightProbeGrids:k.filter(Rt=>Rt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:at,decodeVideoTexture:Vt&&_.map.isVideoTexture===!0&&ge.getTransfer(_.map.colorSpace)===we,decodeVideoTextureEmissive:_e&&_.emissiveMap.isVideoTexture===!0&&ge.
getTransfer(_.emissiveMap.colorSpace)===we,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Yn,flipSided:_.side===qn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:Jt&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Jt&&_.extensions.multiDraw===!0||se)&&e.has(
"WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Kt.vertexUv1s=l.has(1),Kt.vertexUv2s=l.has(2),Kt.vertexUv3s=l.has(3),l.clear(),Kt}function v(_){let T=[];if(_.shaderID?T.push(_.shaderID):(T.push(_.customVertexShaderID),T.push(_.customFragmentShaderID)),_.defines!==void 0)for(let B in _.defines)T.
push(B),T.push(_.defines[B]);return _.isRawShaderMaterial===!1&&(p(T,_),m(T,_),T.push(i.outputColorSpace)),T.push(_.customProgramCacheKey),T.join()}function p(_,T){_.push(T.precision),_.push(T.outputColorSpace),_.push(T.envMapMode),_.push(T.envMapPMREM),_.push(T.envMapMaxLod),_.push(T.envMapSize),_.push(T.mapUv),_.push(T.alphaMapUv),_.push(T.lightMapUv),_.push(T.aoMapUv),_.push(T.bumpMapUv),_.push(
T.normalMapUv),_.push(T.displacementMapUv),_.push(T.emissiveMapUv),_.push(T.metalnessMapUv),_.push(T.roughnessMapUv),_.push(T.anisotropyMapUv),_.push(T.clearcoatMapUv),_.push(T.clearcoatNormalMapUv),_.push(T.clearcoatRoughnessMapUv),_.push(T.diffuseRoughnessMapUv),_.push(T.iridescenceMapUv),_.push(T.iridescenceThicknessMapUv),_.push(T.sheenColorMapUv),_.push(T.sheenRoughnessMapUv),_.push(T.specularMapUv),
_.push(T.specularColorMapUv),_.push(T.specularIntensityMapUv),_.push(T.transmissionMapUv),_.push(T.thicknessMapUv),_.push(T.combine),_.push(T.fogExp2),_.push(T.sizeAttenuation),_.push(T.morphTargetsCount),_.push(T.numSunLights),_.push(T.numDirLights),_.push(T.numPointLights),_.push(T.numSpotLights),_.push(T.numSpotLightMaps),_.push(T.numHemiLights),_.push(T.numRectAreaLights),_.push(T.numSunLightShadows),
_.push(T.numDirLightShadows),_.push(T.numPointLightShadows),_.push(T.numSpotLightShadows),_.push(T.numSpotLightShadowsWithMaps),_.push(T.numLightProbes),_.push(T.numLightProbeGrids),_.push(T.shadowMapType),_.push(T.toneMapping),_.push(T.numClippingPlanes),_.push(T.numClipIntersection),_.push(T.depthPacking)}function m(_,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&
o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),
T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.
reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&
o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function S(_){let T=u[_.type],B;if(T){let D=Xi[T];B=Zg.clone(D.uniforms)}else B=_.uniforms;return B}function A(_,T){let B=f.get(T);return B!==void 0?++B.usedTimes:(B=new Ww(i,T,_,s),c.push(
B),f.set(T,B)),B}function M(_){if(--_.usedTimes===0){let T=c.indexOf(_);c[T]=c[c.length-1],c.pop(),f.delete(_.cacheKey),_.destroy()}}function P(_){a.remove(_)}function E(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:S,acquireProgram:A,releaseProgram:M,releaseShaderCache:P,programs:c,dispose:E}}function $w(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.
get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Zw(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?
i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function m0(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function g0(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(u){let d=0;return u.isInstancedMesh&&(d+=2),u.isSkinnedMesh&&(d+=1),d}
function a(u,d,g,v,p,m){let S=i[t];return S===void 0?(S={id:u.id,object:u,geometry:d,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:p,group:m},i[t]=S):(S.id=u.id,S.object=u,S.geometry=d,S.material=g,S.materialVariant=o(u),S.groupOrder=v,S.renderOrder=u.renderOrder,S.z=p,S.group=m),t++,S}function l(u,d,g,v,p,m,S){S.reversedDepth===!0&&(p=-p);let A=a(u,d,g,v,p,m);g.transmission>
0?n.push(A):g.transparent===!0?s.push(A):e.push(A)}function c(u,d,g,v,p,m){let S=a(u,d,g,v,p,m);g.transmission>0?n.unshift(S):g.transparent===!0?s.unshift(S):e.unshift(S)}function f(u,d){e.length>1&&e.sort(u||Zw),n.length>1&&n.sort(d||m0),s.length>1&&s.sort(d||m0)}function h(){for(let u=t,d=i.length;u<d;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.
group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:h,sort:f}}function Jw(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new g0,i.set(n,[o])):s>=r.length?(o=new g0,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Kw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"\
SunLight":case"DirectionalLight":e={direction:new J,color:new Xt};break;case"SpotLight":e={position:new J,direction:new J,color:new Xt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new J,color:new Xt,distance:0,decay:0};break;case"HemisphereLight":e={direction:new J,skyColor:new Xt,groundColor:new Xt};break;case"RectAreaLight":e={color:new Xt,position:new J,halfWidth:new J,
halfHeight:new J};break}return i[t.id]=e,e}}}function jw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new te};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new te};break;case"Po\
intLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new te,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Qw=0;function t1(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function e1(i){let t=new Kw,e=jw(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,
numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,
rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new J);let s=new J,r=new Re,o=new Re;function a(c){let f=0,h=0,u=0;for(let k=0;k<9;k++)n.probe[k].set(0,0,0);let d=0,g=0,v=0,p=0,m=0,S=0,A=0,M=0,P=0,E=0,_=0,T=0,B=0,D=0;c.sort(t1);for(let k=0,G=c.length;k<G;k++){let L=c[k],H=L.color,
q=L.intensity,V=L.distance,lt=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Ps?lt=L.shadow.map.texture:lt=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)f+=H.r*q,h+=H.g*q,u+=H.b*q;else if(L.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(L.sh.coefficients[Z],q);D++}else if(L.isSunLight){let Z=t.get(L);if(Z.color.copy(L.color).multiplyScalar(L.intensity),
L.castShadow){let j=L.shadow,it=e.get(L);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[g]=it,n.sunShadowMap[g]=lt;let ut=j.getViewportCount();for(let ht=0;ht<ut;ht++)n.sunShadowMatrix[v+ht]=j.getMatrix(ht),n.sunShadowCascade[v+ht]=j._cascadeData[ht];v+=ut,g++}n.
sun[d]=Z,d++}else if(L.isDirectionalLight){let Z=t.get(L);if(Z.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,it=e.get(L);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,n.directionalShadow[p]=it,n.directionalShadowMap[p]=lt,n.directionalShadowMatrix[p]=L.shadow.matrix,P++}n.directional[p]=
Z,p++}else if(L.isSpotLight){let Z=t.get(L);Z.position.setFromMatrixPosition(L.matrixWorld),Z.color.copy(H).multiplyScalar(q),Z.distance=V,Z.coneCos=Math.cos(L.angle),Z.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),Z.decay=L.decay,n.spot[S]=Z;let j=L.shadow;if(L.map&&(n.spotLightMap[T]=L.map,T++,j.updateMatrices(L),L.castShadow&&B++),n.spotLightMatrix[S]=j.matrix,L.castShadow){let it=e.get(L);it.shadowIntensity=
j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,n.spotShadow[S]=it,n.spotShadowMap[S]=lt,_++}S++}else if(L.isRectAreaLight){let Z=t.get(L);Z.color.copy(H).multiplyScalar(q),Z.halfWidth.set(L.width*.5,0,0),Z.halfHeight.set(0,L.height*.5,0),n.rectArea[A]=Z,A++}else if(L.isPointLight){let Z=t.get(L);if(Z.color.copy(L.color).multiplyScalar(
L.intensity),Z.distance=L.distance,Z.decay=L.decay,L.castShadow){let j=L.shadow,it=e.get(L);it.shadowIntensity=j.intensity,it.shadowBias=j.bias,it.shadowNormalBias=j.normalBias,it.shadowRadius=j.radius,it.shadowMapSize=j.mapSize,it.shadowCameraNear=j.camera.near,it.shadowCameraFar=j.camera.far,n.pointShadow[m]=it,n.pointShadowMap[m]=lt,n.pointShadowMatrix[m]=L.shadow.matrix,E++}n.point[m]=Z,m++}else if(L.
isHemisphereLight){let Z=t.get(L);Z.skyColor.copy(L.color).multiplyScalar(q),Z.groundColor.copy(L.groundColor).multiplyScalar(q),n.hemi[M]=Z,M++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Lt.LTC_FLOAT_1,n.rectAreaLTC2=Lt.LTC_FLOAT_2):(n.rectAreaLTC1=Lt.LTC_HALF_1,n.rectAreaLTC2=Lt.LTC_HALF_2)),n.ambient[0]=f,n.ambient[1]=h,n.ambient[2]=u;let N=n.hash;(N.sunLength!==d||N.directionalLength!==
p||N.pointLength!==m||N.spotLength!==S||N.rectAreaLength!==A||N.hemiLength!==M||N.numSunShadows!==g||N.numDirectionalShadows!==P||N.numPointShadows!==E||N.numSpotShadows!==_||N.numSpotMaps!==T||N.numLightProbes!==D)&&(n.sun.length=d,n.directional.length=p,n.spot.length=S,n.rectArea.length=A,n.point.length=m,n.hemi.length=M,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.
length=v,n.directionalShadow.length=P,n.directionalShadowMap.length=P,n.directionalShadowMatrix.length=P,n.pointShadow.length=E,n.pointShadowMap.length=E,n.pointShadowMatrix.length=E,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+T-B,n.spotLightMap.length=T,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=D,N.sunLength=d,N.directionalLength=p,N.pointLength=m,N.spotLength=
S,N.rectAreaLength=A,N.hemiLength=M,N.numSunShadows=g,N.numDirectionalShadows=P,N.numPointShadows=E,N.numSpotShadows=_,N.numSpotMaps=T,N.numLightProbes=D,n.version=Qw++)}function l(c,f){let h=0,u=0,d=0,g=0,v=0,p=0,m=f.matrixWorldInverse;for(let S=0,A=c.length;S<A;S++){let M=c[S];if(M.isSunLight){let P=n.sun[h];P.direction.setFromMatrixPosition(M.matrixWorld),P.direction.transformDirection(m),h++}else if(M.
isDirectionalLight){let P=n.directional[u];P.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),P.direction.sub(s),P.direction.transformDirection(m),u++}else if(M.isSpotLight){let P=n.spot[g];P.position.setFromMatrixPosition(M.matrixWorld),P.position.applyMatrix4(m),P.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),
P.direction.sub(s),P.direction.transformDirection(m),g++}else if(M.isRectAreaLight){let P=n.rectArea[v];P.position.setFromMatrixPosition(M.matrixWorld),P.position.applyMatrix4(m),o.identity(),r.copy(M.matrixWorld),r.premultiply(m),o.extractRotation(r),P.halfWidth.set(M.width*.5,0,0),P.halfHeight.set(0,M.height*.5,0),P.halfWidth.applyMatrix4(o),P.halfHeight.applyMatrix4(o),v++}else if(M.isPointLight){
let P=n.point[d];P.position.setFromMatrixPosition(M.matrixWorld),P.position.applyMatrix4(m),d++}else if(M.isHemisphereLight){let P=n.hemi[p];P.direction.setFromMatrixPosition(M.matrixWorld),P.direction.transformDirection(m),p++}}}return{setup:a,setupView:l,state:n}}function x0(i){let t=new e1(i),e=[],n=[],s=[];function r(h){f.camera=h,e.length=0,n.length=0,s.length=0}function o(h){h.isLightProbeGrid?
s.push(h):e.push(h)}function a(h){n.push(h)}function l(){t.setup(e),s.sort((h,u)=>h.priority-u.priority||h.id-u.id)}function c(h){t.setupView(e,h)}let f={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:f,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function n1(i){let t=new WeakMap;function e(s,r=0){
let o=t.get(s),a;return o===void 0?(a=new x0(i),t.set(s,[a])):r>=o.length?(a=new x0(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var i1=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,s1=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,r1=[new J(1,0,0),new J(-1,0,0),new J(0,1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1)],o1=[new J(0,-1,0),new J(0,-1,0),new J(0,0,1),new J(0,0,-1),new J(0,-1,0),new J(0,-1,0)],_0=new Re,Sa=new J,Lf=new J;function a1(i,t,e){let n=new ws,s=new te,r=new te,o=new De,a=new sc,l=new rc,c={},f=e.maxTextureSize,h={[Gi]:qn,[qn]:Gi,[Yn]:Yn},u=new Xn({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},
resolution:{value:new te},radius:{value:4}},vertexShader:i1,fragmentShader:s1}),d=u.clone();d.defines.HORIZONTAL_PASS=1;let g=new tn;g.setAttribute("position",new qe(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new Ge(g,u),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ks;let m=this.type;this.render=function(E,_,T){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===
!1||E.length===0)return;this.type===lg&&($t("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ks);let B=i.getRenderTarget(),D=i.getActiveCubeFace(),N=i.getActiveMipmapLevel(),k=i.state;k.setBlending(js),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let G=m!==
this.type;G&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(H=>H.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,H=E.length;L<H;L++){let q=E[L],V=q.shadow;if(V===void 0){$t("WebGLShadowMap:",q,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let lt=V.getFrameExtents();s.multiply(lt),r.copy(V.mapSize),(s.x>f||s.
y>f)&&(s.x>f&&(r.x=Math.floor(f/lt.x),s.x=r.x*lt.x,V.mapSize.x=r.x),s.y>f&&(r.y=Math.floor(f/lt.y),s.y=r.y*lt.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||G===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Kr){if(q.isPointLight){$t("WebGLShadowMap: VSM s\
hadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new si(s.x,s.y,{format:Ps,type:Ti,minFilter:Pn,magFilter:Pn,generateMipmaps:!1}),V.map.texture.name=q.name+".shadowMap",V.map.depthTexture=new os(s.x,s.y,fi),V.map.depthTexture.name=q.name+".shadowMapDepth",V.map.depthTexture.format=rs,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=
Tn,V.map.depthTexture.magFilter=Tn}else q.isPointLight?(V.map=new wa(s.x),V.map.depthTexture=new ta(s.x,wi)):(V.map=new si(s.x,s.y),V.map.depthTexture=new os(s.x,s.y,wi)),V.map.depthTexture.name=q.name+".shadowMap",V.map.depthTexture.format=rs,this.type===Ks?(V.map.depthTexture.compareFunction=Z?Sf:Mf,V.map.depthTexture.minFilter=Pn,V.map.depthTexture.magFilter=Pn):(V.map.depthTexture.compareFunction=
null,V.map.depthTexture.minFilter=Tn,V.map.depthTexture.magFilter=Tn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();q.isPointLight!==!0&&V.updateMatrices(q,T);let it=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:T.layers;for(let ut=0;ut<j;ut++){
let ht=V.getCamera(ut);if(q.isPointLight){let Q=V.camera,mt=V.matrix,_t=q.distance||Q.far;_t!==Q.far&&(Q.far=_t,Q.updateProjectionMatrix()),Sa.setFromMatrixPosition(q.matrixWorld),Q.position.copy(Sa),Lf.copy(Q.position),Lf.add(r1[ut]),Q.up.copy(o1[ut]),Q.lookAt(Lf),Q.updateMatrixWorld(),mt.makeTranslation(-Sa.x,-Sa.y,-Sa.z),_0.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(
_0,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ut),i.clear();else{ut===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(ut);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),k.viewport(o)}n=V.getFrustum(ut),M(_,T,ht,q,it,this.type)}V.isPointLightShadow!==!0&&this.type===Kr&&S(V,T),V.needsUpdate=!1}m=this.type,p.needsUpdate=!1,i.setRenderTarget(B,D,N)};
function S(E,_){let T=t.update(v);u.defines.VSM_SAMPLES!==E.blurSamples&&(u.defines.VSM_SAMPLES=E.blurSamples,d.defines.VSM_SAMPLES=E.blurSamples,u.needsUpdate=!0,d.needsUpdate=!0),E.mapPass===null?E.mapPass=new si(s.x,s.y,{format:Ps,type:Ti}):(E.mapPass.width!==E.map.width||E.mapPass.height!==E.map.height)&&E.mapPass.setSize(E.map.width,E.map.height),u.uniforms.shadow_pass.value=E.map.depthTexture,
u.uniforms.resolution.value.set(E.map.width,E.map.height),u.uniforms.radius.value=E.radius,i.setRenderTarget(E.mapPass),i.clear(),i.renderBufferDirect(_,null,T,u,v,null),d.uniforms.shadow_pass.value=E.mapPass.texture,d.uniforms.resolution.value.set(E.map.width,E.map.height),d.uniforms.radius.value=E.radius,i.setRenderTarget(E.map),i.clear(),i.renderBufferDirect(_,null,T,d,v,null)}function A(E,_,T,B){
let D=null,N=T.isPointLight===!0?E.customDistanceMaterial:E.customDepthMaterial;if(N!==void 0)D=N;else if(D=T.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let k=D.uuid,G=_.uuid,L=c[k];L===void 0&&(L={},
c[k]=L);let H=L[G];H===void 0&&(H=D.clone(),L[G]=H,_.addEventListener("dispose",P)),D=H}if(D.visible=_.visible,D.wireframe=_.wireframe,B===Kr?D.side=_.shadowSide!==null?_.shadowSide:_.side:D.side=_.shadowSide!==null?_.shadowSide:h[_.side],D.alphaMap=_.alphaMap,D.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,D.map=_.map,D.clipShadows=_.clipShadows,D.clippingPlanes=_.clippingPlanes,D.clipIntersection=
_.clipIntersection,D.displacementMap=_.displacementMap,D.displacementScale=_.displacementScale,D.displacementBias=_.displacementBias,D.wireframeLinewidth=_.wireframeLinewidth,D.linewidth=_.linewidth,T.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let k=i.properties.get(D);k.light=T}return D}function M(E,_,T,B,D,N){if(E.visible===!1)return;if(E.layers.test(D)&&(E.isMesh||E.isLine||E.isPoints)&&
(E.castShadow||E.receiveShadow&&N===Kr)&&(!E.frustumCulled||E.intersectsFrustum(n))){E.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,E.matrixWorld);let L=t.update(E),H=E.material;if(Array.isArray(H)){let q=L.groups;for(let V=0,lt=q.length;V<lt;V++){let Z=q[V],j=H[Z.materialIndex];if(j&&j.visible){let it=A(E,j,B,N);E.onBeforeShadow(i,E,_,T,L,it,Z),i.renderBufferDirect(T,null,L,it,E,Z),E.onAfterShadow(
i,E,_,T,L,it,Z)}}}else if(H.visible){let q=A(E,H,B,N);E.onBeforeShadow(i,E,_,T,L,q,null),i.renderBufferDirect(T,null,L,q,E,null),E.onAfterShadow(i,E,_,T,L,q,null)}}let G=E.children;for(let L=0,H=G.length;L<H;L++)M(G[L],_,T,B,D,N)}function P(E){E.target.removeEventListener("dispose",P);for(let T in c){let B=c[T],D=E.target.uuid;D in B&&(B[D].dispose(),delete B[D])}}}function l1(i,t){function e(){let U=!1,
st=new De,et=null,wt=new De(0,0,0,0);return{setMask:function(gt){et!==gt&&!U&&(i.colorMask(gt,gt,gt,gt),et=gt)},setLocked:function(gt){U=gt},setClear:function(gt,Mt,Gt,Jt,at){at===!0&&(gt*=Jt,Mt*=Jt,Gt*=Jt),st.set(gt,Mt,Gt,Jt),wt.equals(st)===!1&&(i.clearColor(gt,Mt,Gt,Jt),wt.copy(st))},reset:function(){U=!1,et=null,wt.set(-1,0,0,0)}}}function n(){let U=!1,st=!1,et=null,wt=null,gt=null;return{setReversed:function(Mt){
if(st!==Mt){let Gt=t.get("EXT_clip_control");Mt?Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.ZERO_TO_ONE_EXT):Gt.clipControlEXT(Gt.LOWER_LEFT_EXT,Gt.NEGATIVE_ONE_TO_ONE_EXT),st=Mt;let Jt=gt;gt=null,this.setClear(Jt)}},getReversed:function(){return st},setTest:function(Mt){Mt?St(i.DEPTH_TEST):Ht(i.DEPTH_TEST)},setMask:function(Mt){et!==Mt&&!U&&(i.depthMask(Mt),et=Mt)},setFunc:function(Mt){if(st&&(Mt=Gg[Mt]),
wt!==Mt){switch(Mt){case Bl:i.depthFunc(i.NEVER);break;case kl:i.depthFunc(i.ALWAYS);break;case zl:i.depthFunc(i.LESS);break;case zr:i.depthFunc(i.LEQUAL);break;case Vl:i.depthFunc(i.EQUAL);break;case Gl:i.depthFunc(i.GEQUAL);break;case Hl:i.depthFunc(i.GREATER);break;case Wl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=Mt}},setLocked:function(Mt){U=Mt},setClear:function(Mt){gt!==
Mt&&(gt=Mt,st&&(Mt=1-Mt),i.clearDepth(Mt))},reset:function(){U=!1,et=null,wt=null,gt=null,st=!1}}}function s(){let U=!1,st=null,et=null,wt=null,gt=null,Mt=null,Gt=null,Jt=null,at=null;return{setTest:function(Ot){U||(Ot?St(i.STENCIL_TEST):Ht(i.STENCIL_TEST))},setMask:function(Ot){st!==Ot&&!U&&(i.stencilMask(Ot),st=Ot)},setFunc:function(Ot,Kt,Rt){(et!==Ot||wt!==Kt||gt!==Rt)&&(i.stencilFunc(Ot,Kt,Rt),
et=Ot,wt=Kt,gt=Rt)},setOp:function(Ot,Kt,Rt){(Mt!==Ot||Gt!==Kt||Jt!==Rt)&&(i.stencilOp(Ot,Kt,Rt),Mt=Ot,Gt=Kt,Jt=Rt)},setLocked:function(Ot){U=Ot},setClear:function(Ot){at!==Ot&&(i.clearStencil(Ot),at=Ot)},reset:function(){U=!1,st=null,et=null,wt=null,gt=null,Mt=null,Gt=null,Jt=null,at=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,f={},h={},u={},d=new WeakMap,g=[],v=null,p=!1,m=null,S=null,
A=null,M=null,P=null,E=null,_=null,T=new Xt(0,0,0),B=0,D=!1,N=null,k=null,G=null,L=null,H=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,lt=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=lt>=1):Z.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=lt>=2);let j=null,it={},ut=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(
i.VIEWPORT),Q=new De().fromArray(ut),mt=new De().fromArray(ht);function _t(U,st,et,wt){let gt=new Uint8Array(4),Mt=i.createTexture();i.bindTexture(U,Mt),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Gt=0;Gt<et;Gt++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(st+Gt,0,
i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return Mt}let Et={};Et[i.TEXTURE_2D]=_t(i.TEXTURE_2D,i.TEXTURE_2D,1),Et[i.TEXTURE_CUBE_MAP]=_t(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Et[i.TEXTURE_2D_ARRAY]=_t(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Et[i.TEXTURE_3D]=_t(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),St(i.DEPTH_TEST),o.setFunc(zr),sn(!1),Ce(tf),
St(i.CULL_FACE),He(js);function St(U){f[U]!==!0&&(i.enable(U),f[U]=!0)}function Ht(U){f[U]!==!1&&(i.disable(U),f[U]=!1)}function se(U,st){return u[U]!==st?(i.bindFramebuffer(U,st),u[U]=st,U===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=st),U===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Vt(U,st){let et=g,wt=!1;if(U){et=d.get(st),et===void 0&&(et=[],d.set(st,et));let gt=U.textures;if(et.length!==
gt.length||et[0]!==i.COLOR_ATTACHMENT0){for(let Mt=0,Gt=gt.length;Mt<Gt;Mt++)et[Mt]=i.COLOR_ATTACHMENT0+Mt;et.length=gt.length,wt=!0}}else et[0]!==i.BACK&&(et[0]=i.BACK,wt=!0);wt&&i.drawBuffers(et)}function he(U){return v!==U?(i.useProgram(U),v=U,!0):!1}let ae={[Qs]:i.FUNC_ADD,[hg]:i.FUNC_SUBTRACT,[ug]:i.FUNC_REVERSE_SUBTRACT};ae[fg]=i.MIN,ae[dg]=i.MAX;let ne={[pg]:i.ZERO,[mg]:i.ONE,[gg]:i.SRC_COLOR,
[rf]:i.SRC_ALPHA,[Sg]:i.SRC_ALPHA_SATURATE,[yg]:i.DST_COLOR,[_g]:i.DST_ALPHA,[xg]:i.ONE_MINUS_SRC_COLOR,[of]:i.ONE_MINUS_SRC_ALPHA,[Mg]:i.ONE_MINUS_DST_COLOR,[vg]:i.ONE_MINUS_DST_ALPHA,[bg]:i.CONSTANT_COLOR,[wg]:i.ONE_MINUS_CONSTANT_COLOR,[Tg]:i.CONSTANT_ALPHA,[Ag]:i.ONE_MINUS_CONSTANT_ALPHA};function He(U,st,et,wt,gt,Mt,Gt,Jt,at,Ot){if(U===js){p===!0&&(Ht(i.BLEND),p=!1);return}if(p===!1&&(St(i.BLEND),
p=!0),U!==cg){if(U!==m||Ot!==D){if((S!==Qs||P!==Qs)&&(i.blendEquation(i.FUNC_ADD),S=Qs,P=Qs),Ot)switch(U){case jr:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ef:i.blendFunc(i.ONE,i.ONE);break;case nf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case sf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:
Qt("WebGLState: Invalid blending: ",U);break}else switch(U){case jr:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ef:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case nf:Qt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case sf:Qt("WebGLState: MultiplyBlending requires material.premultipliedAlpha = tr\
ue");break;default:Qt("WebGLState: Invalid blending: ",U);break}A=null,M=null,E=null,_=null,T.set(0,0,0),B=0,m=U,D=Ot}return}gt=gt||st,Mt=Mt||et,Gt=Gt||wt,(st!==S||gt!==P)&&(i.blendEquationSeparate(ae[st],ae[gt]),S=st,P=gt),(et!==A||wt!==M||Mt!==E||Gt!==_)&&(i.blendFuncSeparate(ne[et],ne[wt],ne[Mt],ne[Gt]),A=et,M=wt,E=Mt,_=Gt),(Jt.equals(T)===!1||at!==B)&&(i.blendColor(Jt.r,Jt.g,Jt.b,at),T.copy(Jt),
B=at),m=U,D=!1}function Ue(U,st){U.side===Yn?Ht(i.CULL_FACE):St(i.CULL_FACE);let et=U.side===qn;st&&(et=!et),sn(et),U.blending===jr&&U.transparent===!1?He(js):He(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);
let wt=U.stencilWrite;a.setTest(wt),wt&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),_e(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?St(i.SAMPLE_ALPHA_TO_COVERAGE):Ht(i.SAMPLE_ALPHA_TO_COVERAGE)}function sn(U){N!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),N=U)}function Ce(U){
U!==og?(St(i.CULL_FACE),U!==k&&(U===tf?i.cullFace(i.BACK):U===ag?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ht(i.CULL_FACE),k=U}function vn(U){U!==G&&(V&&i.lineWidth(U),G=U)}function _e(U,st,et){U?(St(i.POLYGON_OFFSET_FILL),(L!==st||H!==et)&&(L=st,H=et,o.getReversed()&&(st=-st,et=-et),i.polygonOffset(st,et))):Ht(i.POLYGON_OFFSET_FILL)}function dn(U){U?St(i.SCISSOR_TEST):Ht(i.SCISSOR_TEST)}
function Ze(U){U===void 0&&(U=i.TEXTURE0+q-1),j!==U&&(i.activeTexture(U),j=U)}function rn(U,st,et){et===void 0&&(j===null?et=i.TEXTURE0+q-1:et=j);let wt=it[et];wt===void 0&&(wt={type:void 0,texture:void 0},it[et]=wt),(wt.type!==U||wt.texture!==st)&&(j!==et&&(i.activeTexture(et),j=et),i.bindTexture(U,st||Et[U]),wt.type=U,wt.texture=st)}function F(){let U=it[j];U!==void 0&&U.type!==void 0&&(i.bindTexture(
U.type,null),U.type=void 0,U.texture=void 0)}function Ct(){try{i.compressedTexImage2D(...arguments)}catch(U){Qt("WebGLState:",U)}}function Yt(){try{i.compressedTexImage3D(...arguments)}catch(U){Qt("WebGLState:",U)}}function re(){try{i.texSubImage2D(...arguments)}catch(U){Qt("WebGLState:",U)}}function bt(){try{i.texSubImage3D(...arguments)}catch(U){Qt("WebGLState:",U)}}function Ie(){try{i.compressedTexSubImage2D(
...arguments)}catch(U){Qt("WebGLState:",U)}}function zt(){try{i.compressedTexSubImage3D(...arguments)}catch(U){Qt("WebGLState:",U)}}function qt(){try{i.texStorage2D(...arguments)}catch(U){Qt("WebGLState:",U)}}function R(){try{i.texStorage3D(...arguments)}catch(U){Qt("WebGLState:",U)}}function y(){try{i.texImage2D(...arguments)}catch(U){Qt("WebGLState:",U)}}function W(){try{i.texImage3D(...arguments)}catch(U){
Qt("WebGLState:",U)}}function ct(U){return h[U]!==void 0?h[U]:i.getParameter(U)}function rt(U,st){h[U]!==st&&(i.pixelStorei(U,st),h[U]=st)}function xt(U){Q.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),Q.copy(U))}function vt(U){mt.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),mt.copy(U))}function tt(U,st){let et=c.get(st);et===void 0&&(et=new WeakMap,c.set(st,et));let wt=et.get(U);wt===void 0&&(wt=i.
getUniformBlockIndex(st,U.name),i.uniformBlockBinding(st,wt,wt),et.set(U,wt))}function nt(U,st,et){let gt=c.get(st).get(U);l[gt]!==et&&(i.bindBufferBase(i.UNIFORM_BUFFER,gt,et),l[gt]=et)}function dt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(
i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.
activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(
i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,
0),f={},h={},j=null,it={},u={},l={},d=new WeakMap,g=[],v=null,p=!1,m=null,S=null,A=null,M=null,P=null,E=null,_=null,T=new Xt(0,0,0),B=0,D=!1,N=null,k=null,G=null,L=null,H=null,Q.set(0,0,i.canvas.width,i.canvas.height),mt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:St,disable:Ht,bindFramebuffer:se,drawBuffers:Vt,useProgram:he,
setBlending:He,setMaterial:Ue,setFlipSided:sn,setCullFace:Ce,setLineWidth:vn,setPolygonOffset:_e,setScissorTest:dn,activeTexture:Ze,bindTexture:rn,unbindTexture:F,compressedTexImage2D:Ct,compressedTexImage3D:Yt,texImage2D:y,texImage3D:W,pixelStorei:rt,getParameter:ct,updateUBOMapping:tt,uniformBlockBinding:nt,texStorage2D:qt,texStorage3D:R,texSubImage2D:re,texSubImage3D:bt,compressedTexSubImage2D:Ie,
compressedTexSubImage3D:zt,scissor:xt,viewport:vt,reset:dt}}function c1(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new te,f=new WeakMap,h=new Set,u,d=new WeakMap,g=new Set,v=new FinalizationRegistry(R=>g.delete(R)),p=!1;try{p=typeof OffscreenCanvas<"u"&&
new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(R,y){return p?new OffscreenCanvas(R,y):Go("canvas")}function S(R,y,W){let ct=1,rt=qt(R);if((rt.width>W||rt.height>W)&&(ct=W/Math.max(rt.width,rt.height)),ct<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||
typeof VideoFrame<"u"&&R instanceof VideoFrame){let xt=Math.floor(ct*rt.width),vt=Math.floor(ct*rt.height);u===void 0&&(u=m(xt,vt));let tt=y?m(xt,vt):u;return tt.width=xt,tt.height=vt,tt.getContext("2d").drawImage(R,0,0,xt,vt),$t("WebGLRenderer: Texture has been resized from ("+rt.width+"x"+rt.height+") to ("+xt+"x"+vt+")."),tt}else return"data"in R&&$t("WebGLRenderer: Image in DataTexture is too \
big ("+rt.width+"x"+rt.height+")."),R;return R}function A(R){return R.generateMipmaps}function M(R){i.generateMipmap(R)}function P(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(R,y,W,ct,rt,xt=!1){if(R!==null){if(i[R]!==void 0)return i[R];$t("WebGLRenderer:\
 Attempt to use non-existing WebGL internal format '"+R+"'")}let vt;ct&&(vt=t.get("EXT_texture_norm16"),vt||$t("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let tt=y;if(y===i.RED&&(W===i.FLOAT&&(tt=i.R32F),W===i.HALF_FLOAT&&(tt=i.R16F),W===i.UNSIGNED_BYTE&&(tt=i.R8),W===i.UNSIGNED_SHORT&&vt&&(tt=vt.R16_EXT),W===i.SHORT&&vt&&(tt=vt.R16_SNORM_EXT)),y===i.RED_INTEGER&&
(W===i.UNSIGNED_BYTE&&(tt=i.R8UI),W===i.UNSIGNED_SHORT&&(tt=i.R16UI),W===i.UNSIGNED_INT&&(tt=i.R32UI),W===i.BYTE&&(tt=i.R8I),W===i.SHORT&&(tt=i.R16I),W===i.INT&&(tt=i.R32I)),y===i.RG&&(W===i.FLOAT&&(tt=i.RG32F),W===i.HALF_FLOAT&&(tt=i.RG16F),W===i.UNSIGNED_BYTE&&(tt=i.RG8),W===i.UNSIGNED_SHORT&&vt&&(tt=vt.RG16_EXT),W===i.SHORT&&vt&&(tt=vt.RG16_SNORM_EXT)),y===i.RG_INTEGER&&(W===i.UNSIGNED_BYTE&&(tt=
i.RG8UI),W===i.UNSIGNED_SHORT&&(tt=i.RG16UI),W===i.UNSIGNED_INT&&(tt=i.RG32UI),W===i.BYTE&&(tt=i.RG8I),W===i.SHORT&&(tt=i.RG16I),W===i.INT&&(tt=i.RG32I)),y===i.RGB_INTEGER&&(W===i.UNSIGNED_BYTE&&(tt=i.RGB8UI),W===i.UNSIGNED_SHORT&&(tt=i.RGB16UI),W===i.UNSIGNED_INT&&(tt=i.RGB32UI),W===i.BYTE&&(tt=i.RGB8I),W===i.SHORT&&(tt=i.RGB16I),W===i.INT&&(tt=i.RGB32I)),y===i.RGBA_INTEGER&&(W===i.UNSIGNED_BYTE&&
(tt=i.RGBA8UI),W===i.UNSIGNED_SHORT&&(tt=i.RGBA16UI),W===i.UNSIGNED_INT&&(tt=i.RGBA32UI),W===i.BYTE&&(tt=i.RGBA8I),W===i.SHORT&&(tt=i.RGBA16I),W===i.INT&&(tt=i.RGBA32I)),y===i.RGB&&(W===i.UNSIGNED_SHORT&&vt&&(tt=vt.RGB16_EXT),W===i.SHORT&&vt&&(tt=vt.RGB16_SNORM_EXT),W===i.UNSIGNED_INT_5_9_9_9_REV&&(tt=i.RGB9_E5),W===i.UNSIGNED_INT_10F_11F_11F_REV&&(tt=i.R11F_G11F_B10F)),y===i.RGBA){let nt=xt?Vo:ge.
getTransfer(rt);W===i.FLOAT&&(tt=i.RGBA32F),W===i.HALF_FLOAT&&(tt=i.RGBA16F),W===i.UNSIGNED_BYTE&&(tt=nt===we?i.SRGB8_ALPHA8:i.RGBA8),W===i.UNSIGNED_SHORT&&vt&&(tt=vt.RGBA16_EXT),W===i.SHORT&&vt&&(tt=vt.RGBA16_SNORM_EXT),W===i.UNSIGNED_SHORT_4_4_4_4&&(tt=i.RGBA4),W===i.UNSIGNED_SHORT_5_5_5_1&&(tt=i.RGB5_A1)}return(tt===i.R16F||tt===i.R32F||tt===i.RG16F||tt===i.RG32F||tt===i.RGBA16F||tt===i.RGBA32F)&&
t.get("EXT_color_buffer_float"),tt}function _(R,y){let W;return R?y===null||y===wi||y===er?W=i.DEPTH24_STENCIL8:y===fi?W=i.DEPTH32F_STENCIL8:y===to&&(W=i.DEPTH24_STENCIL8,$t("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):y===null||y===wi||y===er?W=i.DEPTH_COMPONENT24:y===fi?W=i.DEPTH_COMPONENT32F:y===to&&(W=i.DEPTH_COMPONENT16),W}function T(R,y){return A(
R)===!0||R.isFramebufferTexture&&R.minFilter!==Tn&&R.minFilter!==Pn?Math.log2(Math.max(y.width,y.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?y.mipmaps.length:1}function B(R){let y=new WeakRef(R);n.get(R).__ref=y,g.add(y),v.register(R,y,y)}function D(R){let y=n.get(R).__ref;y!==void 0&&(g.delete(y),v.unregister(y))}function N(R){G(R.target)}function k(R){
L(R.target)}function G(R){R.removeEventListener("dispose",N),D(R),q(R),R.isVideoTexture&&f.delete(R),R.isHTMLTexture&&h.delete(R)}function L(R){R.removeEventListener("dispose",k),D(R),lt(R)}function H(){for(let R of g){let y=R.deref();y!==void 0&&(y.isRenderTarget===!0?L(y):G(y))}g.clear(),h.clear()}function q(R){let y=n.get(R);if(y.__webglInit===void 0)return;let W=R.source,ct=d.get(W);if(ct){let rt=ct[y.
__cacheKey];rt.usedTimes--,rt.usedTimes===0&&V(R),Object.keys(ct).length===0&&d.delete(W)}n.remove(R)}function V(R){let y=n.get(R);i.deleteTexture(y.__webglTexture);let W=R.source,ct=d.get(W);delete ct[y.__cacheKey],o.memory.textures--}function lt(R){let y=n.get(R);y.__depthDisposeCallback&&y.__depthDisposeCallback();let W=R.depthTexture;if(W&&W.renderTarget===R&&G(W),R.isWebGLCubeRenderTarget)for(let rt=0;rt<
6;rt++){if(Array.isArray(y.__webglFramebuffer[rt]))for(let xt=0;xt<y.__webglFramebuffer[rt].length;xt++)i.deleteFramebuffer(y.__webglFramebuffer[rt][xt]);else i.deleteFramebuffer(y.__webglFramebuffer[rt]);y.__webglDepthbuffer&&i.deleteRenderbuffer(y.__webglDepthbuffer[rt])}else{if(Array.isArray(y.__webglFramebuffer))for(let rt=0;rt<y.__webglFramebuffer.length;rt++)i.deleteFramebuffer(y.__webglFramebuffer[rt]);else
i.deleteFramebuffer(y.__webglFramebuffer);if(y.__webglDepthbuffer&&i.deleteRenderbuffer(y.__webglDepthbuffer),y.__webglMultisampledFramebuffer&&i.deleteFramebuffer(y.__webglMultisampledFramebuffer),y.__webglColorRenderbuffer)for(let rt=0;rt<y.__webglColorRenderbuffer.length;rt++)y.__webglColorRenderbuffer[rt]&&i.deleteRenderbuffer(y.__webglColorRenderbuffer[rt]);y.__webglDepthRenderbuffer&&i.deleteRenderbuffer(
y.__webglDepthRenderbuffer)}let ct=R.textures;for(let rt=0,xt=ct.length;rt<xt;rt++){let vt=n.get(ct[rt]);vt.__webglTexture&&(i.deleteTexture(vt.__webglTexture),o.memory.textures--),n.remove(ct[rt])}n.remove(R)}let Z=0;function j(){Z=0}function it(){return Z}function ut(R){Z=R}function ht(){let R=Z;return R>=s.maxTextures&&$t("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supp\
orts only "+s.maxTextures),Z+=1,R}function Q(R){let y=[];return y.push(R.wrapS),y.push(R.wrapT),y.push(R.wrapR||0),y.push(R.magFilter),y.push(R.minFilter),y.push(R.anisotropy),y.push(R.internalFormat),y.push(R.format),y.push(R.type),y.push(R.generateMipmaps),y.push(R.mipmapsAutoUpdate),y.push(R.premultiplyAlpha),y.push(R.flipY),y.push(R.unpackAlignment),y.push(R.colorSpace),y.join()}function mt(R,y){
let W=n.get(R);if(R.isVideoTexture&&Ie(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&W.__version!==R.version){let ct=R.image;if(ct===null)$t("WebGLRenderer: Texture marked for update but no image data found.");else if(ct.complete===!1)$t("WebGLRenderer: Texture marked for update but image is incomplete");else{Ue(W,R,y);return}}else R.isExternalTexture&&(W.__webglTexture=R.
sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,W.__webglTexture,i.TEXTURE0+y)}function _t(R,y){let W=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&W.__version!==R.version){Ue(W,R,y);return}else R.isExternalTexture&&(W.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,W.__webglTexture,i.TEXTURE0+y)}function Et(R,y){let W=n.get(R);if(R.isRenderTargetTexture===
!1&&R.version>0&&W.__version!==R.version){Ue(W,R,y);return}e.bindTexture(i.TEXTURE_3D,W.__webglTexture,i.TEXTURE0+y)}function St(R,y){let W=n.get(R);if(R.version>0&&W.__version!==R.version){sn(W,R,y);return}e.bindTexture(i.TEXTURE_CUBE_MAP,W.__webglTexture,i.TEXTURE0+y)}let Ht={[Xl]:i.REPEAT,[Fi]:i.CLAMP_TO_EDGE,[ql]:i.MIRRORED_REPEAT},se={[Tn]:i.NEAREST,[Cg]:i.NEAREST_MIPMAP_NEAREST,[fa]:i.NEAREST_MIPMAP_LINEAR,
[Pn]:i.LINEAR,[Mc]:i.LINEAR_MIPMAP_NEAREST,[as]:i.LINEAR_MIPMAP_LINEAR},Vt={[Ng]:i.NEVER,[bf]:i.ALWAYS,[Dg]:i.LESS,[Mf]:i.LEQUAL,[Ug]:i.EQUAL,[Sf]:i.GEQUAL,[Fg]:i.GREATER,[Og]:i.NOTEQUAL};function he(R,y){if(y.type===fi&&t.has("OES_texture_float_linear")===!1&&(y.magFilter===Pn||y.magFilter===Mc||y.magFilter===fa||y.magFilter===as||y.minFilter===Pn||y.minFilter===Mc||y.minFilter===fa||y.minFilter===
as)&&$t("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Ht[y.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Ht[y.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Ht[y.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,se[y.magFilter]),i.texParameteri(
R,i.TEXTURE_MIN_FILTER,se[y.minFilter]),y.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Vt[y.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(y.magFilter===Tn||y.minFilter!==fa&&y.minFilter!==as||y.type===fi&&t.has("OES_texture_float_linear")===!1)return;if(y.anisotropy>1||n.get(y).__currentAnisotropy){
let W=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,W.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(y.anisotropy,s.getMaxAnisotropy())),n.get(y).__currentAnisotropy=y.anisotropy}}}function ae(R,y){let W=!1;R.__webglInit===void 0&&(R.__webglInit=!0,y.addEventListener("dispose",N),B(y));let ct=y.source,rt=d.get(ct);rt===void 0&&(rt={},d.set(ct,rt));let xt=Q(y);if(xt!==R.__cacheKey){rt[xt]===void 0&&
(rt[xt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,W=!0),rt[xt].usedTimes++;let vt=rt[R.__cacheKey];vt!==void 0&&(rt[R.__cacheKey].usedTimes--,vt.usedTimes===0&&V(y)),R.__cacheKey=xt,R.__webglTexture=rt[xt].texture}return W}function ne(R,y,W){return Math.floor(Math.floor(R/W)/y)}function He(R,y,W,ct){let xt=R.updateRanges;if(xt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,y.width,
y.height,W,ct,y.data);else{xt.sort((U,st)=>U.start-st.start);let vt=0;for(let U=1;U<xt.length;U++){let st=xt[vt],et=xt[U],wt=st.start+st.count,gt=ne(et.start,y.width,4),Mt=ne(st.start,y.width,4);et.start<=wt+1&&gt===Mt&&ne(et.start+et.count-1,y.width,4)===gt?st.count=Math.max(st.count,et.start+et.count-st.start):(++vt,xt[vt]=et)}xt.length=vt+1;let tt=e.getParameter(i.UNPACK_ROW_LENGTH),nt=e.getParameter(
i.UNPACK_SKIP_PIXELS),dt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,y.width);for(let U=0,st=xt.length;U<st;U++){let et=xt[U],wt=Math.floor(et.start/4),gt=Math.ceil(et.count/4),Mt=wt%y.width,Gt=Math.floor(wt/y.width),Jt=gt,at=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Mt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Gt),e.texSubImage2D(i.TEXTURE_2D,0,Mt,Gt,Jt,at,W,ct,y.data)}R.clearUpdateRanges(),
e.pixelStorei(i.UNPACK_ROW_LENGTH,tt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,nt),e.pixelStorei(i.UNPACK_SKIP_ROWS,dt)}}function Ue(R,y,W){let ct=i.TEXTURE_2D;(y.isDataArrayTexture||y.isCompressedArrayTexture)&&(ct=i.TEXTURE_2D_ARRAY),y.isData3DTexture&&(ct=i.TEXTURE_3D);let rt=ae(R,y),xt=y.source;e.bindTexture(ct,R.__webglTexture,i.TEXTURE0+W);let vt=n.get(xt);if(xt.version!==vt.__version||rt===!0){if(e.
activeTexture(i.TEXTURE0+W),(typeof ImageBitmap<"u"&&y.image instanceof ImageBitmap)===!1){let at=ge.getPrimaries(ge.workingColorSpace),Ot=y.colorSpace===cs?null:ge.getPrimaries(y.colorSpace),Kt=y.colorSpace===cs||at===Ot?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,y.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,
Kt)}e.pixelStorei(i.UNPACK_ALIGNMENT,y.unpackAlignment);let nt=S(y.image,!1,s.maxTextureSize);nt=zt(y,nt);let dt=r.convert(y.format,y.colorSpace),U=r.convert(y.type),st=E(y.internalFormat,dt,U,y.normalized,y.colorSpace,y.isVideoTexture);he(ct,y);let et,wt=y.mipmaps,gt=y.isVideoTexture!==!0,Mt=vt.__version===void 0||rt===!0,Gt=xt.dataReady,Jt=T(y,nt);if(y.isDepthTexture)st=_(y.format===ls,y.type),Mt&&
(gt?e.texStorage2D(i.TEXTURE_2D,1,st,nt.width,nt.height):e.texImage2D(i.TEXTURE_2D,0,st,nt.width,nt.height,0,dt,U,null));else if(y.isDataTexture)if(wt.length>0){gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,Jt,st,wt[0].width,wt[0].height);for(let at=0,Ot=wt.length;at<Ot;at++)et=wt[at],gt?Gt&&e.texSubImage2D(i.TEXTURE_2D,at,0,0,et.width,et.height,dt,U,et.data):e.texImage2D(i.TEXTURE_2D,at,st,et.width,et.height,
0,dt,U,et.data);y.generateMipmaps=!1}else gt?(Mt&&e.texStorage2D(i.TEXTURE_2D,Jt,st,nt.width,nt.height),Gt&&He(y,nt,dt,U)):e.texImage2D(i.TEXTURE_2D,0,st,nt.width,nt.height,0,dt,U,nt.data);else if(y.isCompressedTexture)if(y.isCompressedArrayTexture){gt&&Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Jt,st,wt[0].width,wt[0].height,nt.depth);for(let at=0,Ot=wt.length;at<Ot;at++)if(et=wt[at],y.format!==Ai)if(dt!==
null)if(gt){if(Gt)if(y.layerUpdates.size>0){let Kt=Pf(et.width,et.height,y.format,y.type);for(let Rt of y.layerUpdates){let oe=et.data.subarray(Rt*Kt/et.data.BYTES_PER_ELEMENT,(Rt+1)*Kt/et.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,Rt,et.width,et.height,1,dt,oe)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,0,et.width,et.height,nt.depth,dt,et.data)}else
e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,at,st,et.width,et.height,nt.depth,0,et.data,0,0);else $t("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Gt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,at,0,0,0,et.width,et.height,nt.depth,dt,U,et.data):e.texImage3D(i.TEXTURE_2D_ARRAY,at,st,et.width,et.height,nt.depth,0,dt,U,et.data);y.layerUpdates.size>0&&y.clearLayerUpdates()}else{
gt&&Mt&&e.texStorage2D(i.TEXTURE_2D,Jt,st,wt[0].width,wt[0].height);for(let at=0,Ot=wt.length;at<Ot;at++)et=wt[at],y.format!==Ai?dt!==null?gt?Gt&&e.compressedTexSubImage2D(i.TEXTURE_2D,at,0,0,et.width,et.height,dt,et.data):e.compressedTexImage2D(i.TEXTURE_2D,at,st,et.width,et.height,0,et.data):$t("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Gt&&e.texSubImage2D(
i.TEXTURE_2D,at,0,0,et.width,et.height,dt,U,et.data):e.texImage2D(i.TEXTURE_2D,at,st,et.width,et.height,0,dt,U,et.data)}else if(y.isDataArrayTexture)if(gt){if(Mt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Jt,st,nt.width,nt.height,nt.depth),Gt)if(y.layerUpdates.size>0){let at=Pf(nt.width,nt.height,y.format,y.type);for(let Ot of y.layerUpdates){let Kt=nt.data.subarray(Ot*at/nt.data.BYTES_PER_ELEMENT,(Ot+1)*
at/nt.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Ot,nt.width,nt.height,1,dt,U,Kt)}y.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,nt.width,nt.height,nt.depth,dt,U,nt.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,nt.width,nt.height,nt.depth,0,dt,U,nt.data);else if(y.isData3DTexture)gt?(Mt&&e.texStorage3D(i.TEXTURE_3D,Jt,st,nt.width,nt.height,nt.depth),Gt&&
e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,nt.width,nt.height,nt.depth,dt,U,nt.data)):e.texImage3D(i.TEXTURE_3D,0,st,nt.width,nt.height,nt.depth,0,dt,U,nt.data);else if(y.isFramebufferTexture){if(Mt)if(gt)e.texStorage2D(i.TEXTURE_2D,Jt,st,nt.width,nt.height);else{let at=nt.width,Ot=nt.height;for(let Kt=0;Kt<Jt;Kt++)e.texImage2D(i.TEXTURE_2D,Kt,st,at,Ot,0,dt,U,null),at>>=1,Ot>>=1}}else if(y.isHTMLTexture){
if("texElementImage2D"in i){let at=i.canvas;if(at.hasAttribute("layoutsubtree")||at.setAttribute("layoutsubtree","true"),nt.parentNode!==at){at.appendChild(nt),h.add(y),at.onpaint=Ot=>{let Kt=Ot.changedElements;for(let Rt of h)Kt.includes(Rt.image)&&(Rt.needsUpdate=!0)},at.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,nt);else{let Kt=i.RGBA,Rt=i.RGBA,
oe=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Kt,Rt,oe,nt)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&Mt){let at=qt(wt[0]);e.texStorage2D(i.TEXTURE_2D,Jt,st,at.width,at.height)}for(let at=0,Ot=wt.length;at<Ot;at++)et=wt[at],
gt?Gt&&e.texSubImage2D(i.TEXTURE_2D,at,0,0,dt,U,et):e.texImage2D(i.TEXTURE_2D,at,st,dt,U,et);y.generateMipmaps=!1}else if(gt){if(Mt){let at=qt(nt);e.texStorage2D(i.TEXTURE_2D,Jt,st,at.width,at.height)}Gt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,dt,U,nt)}else e.texImage2D(i.TEXTURE_2D,0,st,dt,U,nt);A(y)&&y.mipmapsAutoUpdate===!0&&M(ct),vt.__version=xt.version,y.onUpdate&&y.onUpdate(y)}R.__version=y.version}
function sn(R,y,W){if(y.image.length!==6)return;let ct=ae(R,y),rt=y.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+W);let xt=n.get(rt);if(rt.version!==xt.__version||ct===!0){e.activeTexture(i.TEXTURE0+W);let vt=ge.getPrimaries(ge.workingColorSpace),tt=y.colorSpace===cs?null:ge.getPrimaries(y.colorSpace),nt=y.colorSpace===cs||vt===tt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(
i.UNPACK_FLIP_Y_WEBGL,y.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,y.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,y.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,nt);let dt=y.isCompressedTexture||y.image[0].isCompressedTexture,U=y.image[0]&&y.image[0].isDataTexture,st=[];for(let Rt=0;Rt<6;Rt++)!dt&&!U?st[Rt]=S(y.image[Rt],!0,s.maxCubemapSize):st[Rt]=U?y.image[Rt].
image:y.image[Rt],st[Rt]=zt(y,st[Rt]);let et=st[0],wt=r.convert(y.format,y.colorSpace),gt=r.convert(y.type),Mt=E(y.internalFormat,wt,gt,y.normalized,y.colorSpace),Gt=y.isVideoTexture!==!0,Jt=xt.__version===void 0||ct===!0,at=rt.dataReady,Ot=T(y,et);he(i.TEXTURE_CUBE_MAP,y);let Kt;if(y.isDepthTexture){if(Mt=_(y.format===ls,y.type),Jt)if(Gt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Mt,et.width,et.height);else
for(let Rt=0;Rt<6;Rt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,Mt,et.width,et.height,0,wt,gt,null)}else if(dt){Gt&&Jt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,et.width,et.height);for(let Rt=0;Rt<6;Rt++){Kt=st[Rt].mipmaps;for(let oe=0;oe<Kt.length;oe++){let Fe=Kt[oe];y.format!==Ai?wt!==null?Gt?at&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,0,0,Fe.width,Fe.height,wt,Fe.data):
e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,Mt,Fe.width,Fe.height,0,Fe.data):$t("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,0,0,Fe.width,Fe.height,wt,gt,Fe.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe,Mt,Fe.width,Fe.height,0,wt,gt,Fe.data)}}}else{if(Kt=y.mipmaps,Gt&&
Jt){Kt.length>0&&Ot++;let Rt=qt(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Ot,Mt,Rt.width,Rt.height)}for(let Rt=0;Rt<6;Rt++)if(U){Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,st[Rt].width,st[Rt].height,wt,gt,st[Rt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,Mt,st[Rt].width,st[Rt].height,0,wt,gt,st[Rt].data);for(let oe=0;oe<Kt.length;oe++){let Fn=Kt[oe].image[Rt].image;Gt?
at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,0,0,Fn.width,Fn.height,wt,gt,Fn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,Mt,Fn.width,Fn.height,0,wt,gt,Fn.data)}}else{Gt?at&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,wt,gt,st[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,Mt,wt,gt,st[Rt]);for(let oe=0;oe<Kt.length;oe++){let Fe=Kt[oe];Gt?at&&e.texSubImage2D(
i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,0,0,wt,gt,Fe.image[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,oe+1,Mt,wt,gt,Fe.image[Rt])}}}A(y)&&y.mipmapsAutoUpdate===!0&&M(i.TEXTURE_CUBE_MAP),xt.__version=rt.version,y.onUpdate&&y.onUpdate(y)}R.__version=y.version}function Ce(R,y,W,ct,rt,xt){let vt=r.convert(W.format,W.colorSpace),tt=r.convert(W.type),nt=E(W.internalFormat,vt,tt,W.normalized,W.colorSpace),
dt=n.get(y),U=n.get(W);if(U.__renderTarget=y,!dt.__hasExternalTextures){let st=Math.max(1,y.width>>xt),et=Math.max(1,y.height>>xt);rt===i.TEXTURE_3D||rt===i.TEXTURE_2D_ARRAY?e.texImage3D(rt,xt,nt,st,et,y.depth,0,vt,tt,null):e.texImage2D(rt,xt,nt,st,et,0,vt,tt,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),bt(y)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ct,rt,U.__webglTexture,0,re(y)):(rt===i.TEXTURE_2D||
rt>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&rt<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ct,rt,U.__webglTexture,xt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function vn(R,y,W){if(i.bindRenderbuffer(i.RENDERBUFFER,R),y.depthBuffer){let ct=y.depthTexture,rt=ct&&ct.isDepthTexture?ct.type:null,xt=_(y.stencilBuffer,rt),vt=y.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;bt(
y)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(y),xt,y.width,y.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(y),xt,y.width,y.height):i.renderbufferStorage(i.RENDERBUFFER,xt,y.width,y.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,vt,i.RENDERBUFFER,R)}else{let ct=y.textures;for(let rt=0;rt<ct.length;rt++){let xt=ct[rt],vt=r.convert(xt.format,xt.colorSpace),tt=r.convert(xt.
type),nt=E(xt.internalFormat,vt,tt,xt.normalized,xt.colorSpace);bt(y)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,re(y),nt,y.width,y.height):W?i.renderbufferStorageMultisample(i.RENDERBUFFER,re(y),nt,y.width,y.height):i.renderbufferStorage(i.RENDERBUFFER,nt,y.width,y.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function _e(R,y,W){let ct=y.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(
i.FRAMEBUFFER,R),!(y.depthTexture&&y.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let rt=n.get(y.depthTexture);rt.__renderTarget=y;let xt=ct?y.depthTexture.image[0]:y.depthTexture.image;(!rt.__webglTexture||xt.width!==y.width||xt.height!==y.height)&&(xt.width=y.width,xt.height=y.height,y.depthTexture.needsUpdate=
!0),ct?St(y.depthTexture,0):mt(y.depthTexture,0);let vt=rt.__webglTexture,tt=re(y),nt=ct?i.TEXTURE_CUBE_MAP_POSITIVE_X+W:i.TEXTURE_2D,dt=y.depthTexture.format===ls?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(y.depthTexture.format===rs)bt(y)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,nt,vt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,dt,nt,vt,0);else if(y.depthTexture.format===ls)bt(y)?
a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,nt,vt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,dt,nt,vt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function dn(R){let y=n.get(R),W=R.isWebGLCubeRenderTarget===!0;if(y.__boundDepthTexture!==R.depthTexture){let ct=R.depthTexture;if(y.__depthDisposeCallback&&y.__depthDisposeCallback(),ct){let rt=()=>{delete y.__boundDepthTexture,
delete y.__depthDisposeCallback,ct.removeEventListener("dispose",rt)};ct.addEventListener("dispose",rt),y.__depthDisposeCallback=rt}y.__boundDepthTexture=ct}if(R.depthTexture&&!y.__autoAllocateDepthBuffer)if(W)for(let ct=0;ct<6;ct++)_e(y.__webglFramebuffer[ct],R,ct);else R.texture.mipmaps.length>0?_e(y.__webglFramebuffer[0],R,0):_e(y.__webglFramebuffer,R,0);else if(W){y.__webglDepthbuffer=[];for(let ct=0;ct<
6;ct++)if(e.bindFramebuffer(i.FRAMEBUFFER,y.__webglFramebuffer[ct]),y.__webglDepthbuffer[ct]===void 0)y.__webglDepthbuffer[ct]=i.createRenderbuffer(),vn(y.__webglDepthbuffer[ct],R,!1);else{let rt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xt=y.__webglDepthbuffer[ct];i.bindRenderbuffer(i.RENDERBUFFER,xt),i.framebufferRenderbuffer(i.FRAMEBUFFER,rt,i.RENDERBUFFER,xt)}}else if(R.texture.
mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,y.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,y.__webglFramebuffer),y.__webglDepthbuffer===void 0)y.__webglDepthbuffer=i.createRenderbuffer(),vn(y.__webglDepthbuffer,R,!1);else{let rt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,xt=y.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,xt),i.framebufferRenderbuffer(i.FRAMEBUFFER,
rt,i.RENDERBUFFER,xt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ze(R,y,W){let ct=n.get(R);y!==void 0&&Ce(ct.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),W!==void 0&&dn(R)}function rn(R){let y=R.texture,W=n.get(R),ct=n.get(y);R.addEventListener("dispose",k),B(R);let rt=R.textures,xt=R.isWebGLCubeRenderTarget===!0,vt=rt.length>1;if(vt||(ct.__webglTexture===void 0&&(ct.__webglTexture=
i.createTexture()),ct.__version=y.version,o.memory.textures++),xt){W.__webglFramebuffer=[];for(let tt=0;tt<6;tt++)if(y.mipmaps.length>0){W.__webglFramebuffer[tt]=[];for(let nt=0;nt<y.mipmaps.length;nt++)W.__webglFramebuffer[tt][nt]=i.createFramebuffer()}else W.__webglFramebuffer[tt]=i.createFramebuffer()}else{if(y.mipmaps.length>0){W.__webglFramebuffer=[];for(let tt=0;tt<y.mipmaps.length;tt++)W.__webglFramebuffer[tt]=
i.createFramebuffer()}else W.__webglFramebuffer=i.createFramebuffer();if(vt)for(let tt=0,nt=rt.length;tt<nt;tt++){let dt=n.get(rt[tt]);dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&bt(R)===!1){W.__webglMultisampledFramebuffer=i.createFramebuffer(),W.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,W.__webglMultisampledFramebuffer);
for(let tt=0;tt<rt.length;tt++){let nt=rt[tt];W.__webglColorRenderbuffer[tt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,W.__webglColorRenderbuffer[tt]);let dt=r.convert(nt.format,nt.colorSpace),U=r.convert(nt.type),st=E(nt.internalFormat,dt,U,nt.normalized,nt.colorSpace,R.isXRRenderTarget===!0),et=re(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,et,st,R.width,R.height),i.framebufferRenderbuffer(
i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+tt,i.RENDERBUFFER,W.__webglColorRenderbuffer[tt])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(W.__webglDepthRenderbuffer=i.createRenderbuffer(),vn(W.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(xt){e.bindTexture(i.TEXTURE_CUBE_MAP,ct.__webglTexture),he(i.TEXTURE_CUBE_MAP,y);for(let tt=0;tt<6;tt++)if(y.mipmaps.length>0)for(let nt=0;nt<
y.mipmaps.length;nt++)Ce(W.__webglFramebuffer[tt][nt],R,y,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,nt);else Ce(W.__webglFramebuffer[tt],R,y,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+tt,0);A(y)?M(i.TEXTURE_CUBE_MAP):y.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,y.mipmaps.length-1),e.unbindTexture()}else if(vt){for(let tt=0,nt=rt.length;tt<nt;tt++){let dt=rt[tt],
U=n.get(dt),st=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(st=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,U.__webglTexture),he(st,dt),Ce(W.__webglFramebuffer,R,dt,i.COLOR_ATTACHMENT0+tt,st,0),A(dt)&&M(st)}e.unbindTexture()}else{let tt=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(tt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:
i.TEXTURE_2D_ARRAY),e.bindTexture(tt,ct.__webglTexture),he(tt,y),y.mipmaps.length>0)for(let nt=0;nt<y.mipmaps.length;nt++)Ce(W.__webglFramebuffer[nt],R,y,i.COLOR_ATTACHMENT0,tt,nt);else Ce(W.__webglFramebuffer,R,y,i.COLOR_ATTACHMENT0,tt,0);A(y)?M(tt):y.mipmaps.length>0&&i.texParameteri(tt,i.TEXTURE_MAX_LEVEL,y.mipmaps.length-1),e.unbindTexture()}R.depthBuffer&&dn(R)}function F(R){let y=R.textures;
for(let W=0,ct=y.length;W<ct;W++){let rt=y[W];if(A(rt)&&rt.mipmapsAutoUpdate===!0){let xt=P(R),vt=n.get(rt).__webglTexture;e.bindTexture(xt,vt),M(xt),e.unbindTexture()}}}let Ct=[];function Yt(R){if(R.samples>0){if(bt(R)===!1){let y=R.textures,W=R.width,ct=R.height,rt=i.COLOR_BUFFER_BIT,xt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,vt=n.get(R),tt=y.length>1;if(tt)for(let dt=0;dt<
y.length;dt++)e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,vt.__webglMultisampledFramebuffer),R.texture.mipmaps.length>
0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,vt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,vt.__webglFramebuffer);for(let dt=0;dt<y.length;dt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(rt|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(rt|=i.STENCIL_BUFFER_BIT)),tt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,vt.__webglColorRenderbuffer[dt]);
let U=n.get(y[dt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,W,ct,0,0,W,ct,rt,i.NEAREST),l===!0&&(Ct.length=0,Ct.push(i.COLOR_ATTACHMENT0+dt),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Ct.push(xt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ct))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,
null),tt)for(let dt=0;dt<y.length;dt++){e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.RENDERBUFFER,vt.__webglColorRenderbuffer[dt]);let U=n.get(y[dt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,vt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+dt,i.TEXTURE_2D,U,0)}e.bindFramebuffer(
i.DRAW_FRAMEBUFFER,vt.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let y=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[y])}}}function re(R){return Math.min(s.maxSamples,R.samples)}function bt(R){let y=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&y.__useRenderToTexture!==
!1}function Ie(R){let y=o.render.frame;f.get(R)!==y&&(f.set(R,y),R.update())}function zt(R,y){let W=R.colorSpace,ct=R.format,rt=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||W!==zo&&W!==cs&&(ge.getTransfer(W)===we?(ct!==Ai||rt!==$n)&&$t("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qt("WebGLTextures: Unsupported texture color space:",W)),y}
function qt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=j,this.getTextureUnits=it,this.setTextureUnits=ut,this.setTexture2D=
mt,this.setTexture2DArray=_t,this.setTexture3D=Et,this.setTextureCube=St,this.rebindTextures=Ze,this.setupRenderTarget=rn,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Yt,this.setupDepthRenderbuffer=dn,this.setupFrameBufferTexture=Ce,this.useMultisampledRTT=bt,this.dispose=H}function h1(i,t){function e(n,s=cs){let r,o=ge.getTransfer(s);if(n===$n)return i.UNSIGNED_BYTE;if(n===bc)
return i.UNSIGNED_SHORT_4_4_4_4;if(n===wc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===xf)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===_f)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===mf)return i.BYTE;if(n===gf)return i.SHORT;if(n===to)return i.UNSIGNED_SHORT;if(n===Sc)return i.INT;if(n===wi)return i.UNSIGNED_INT;if(n===fi)return i.FLOAT;if(n===Ti)return i.HALF_FLOAT;if(n===vf)return i.ALPHA;if(n===yf)return i.
RGB;if(n===Ai)return i.RGBA;if(n===rs)return i.DEPTH_COMPONENT;if(n===ls)return i.DEPTH_STENCIL;if(n===Tc)return i.RED;if(n===Ac)return i.RED_INTEGER;if(n===Ps)return i.RG;if(n===Ec)return i.RG_INTEGER;if(n===Rc)return i.RGBA_INTEGER;if(n===da||n===pa||n===ma||n===ga)if(o===we)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===da)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===pa)return r.
COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ma)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===ga)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===da)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===pa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ma)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===ga)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else
return null;if(n===Cc||n===Pc||n===Ic||n===Lc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Cc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Pc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Ic)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Lc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Nc||n===Dc||n===Uc||n===Fc||n===Oc||n===xa||n===Bc)if(r=t.get("WEBGL_\
compressed_texture_etc"),r!==null){if(n===Nc||n===Dc)return o===we?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Uc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Fc)return r.COMPRESSED_R11_EAC;if(n===Oc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===xa)return r.COMPRESSED_RG11_EAC;if(n===Bc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===kc||n===
zc||n===Vc||n===Gc||n===Hc||n===Wc||n===Xc||n===qc||n===Yc||n===$c||n===Zc||n===Jc||n===Kc||n===jc)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===kc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===zc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Vc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:
r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Gc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Hc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Wc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Xc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;
if(n===qc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Yc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===$c)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Zc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Jc)return o===
we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Kc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===jc)return o===we?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Qc||n===th||n===eh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Qc)return o===we?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:
r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===th)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===eh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===nh||n===ih||n===_a||n===sh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===nh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===ih)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===_a)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===
sh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===er?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var u1=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,f1=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,kf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ea(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Xn({vertexShader:u1,fragmentShader:f1,uniforms:{
depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Ge(new $s(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},zf=class extends Oi{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,f=null,h=null,u=null,d=null,g=null,v=typeof XRWebGLBinding<"u",p=new kf,m={},S=e.getContextAttributes(),
A=null,M=null,P=[],E=[],_=new te,T=null,B=null,D=new Gn;D.viewport=new De;let N=new Gn;N.viewport=new De;let k=[D,N],G=new xc,L=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let mt=P[Q];return mt===void 0&&(mt=new Wr,P[Q]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(Q){let mt=P[Q];return mt===void 0&&(mt=new Wr,P[Q]=mt),mt.getGripSpace()},
this.getHand=function(Q){let mt=P[Q];return mt===void 0&&(mt=new Wr,P[Q]=mt),mt.getHandSpace()};function q(Q){let mt=E.indexOf(Q.inputSource);if(mt===-1)return;let _t=P[mt];_t!==void 0&&(_t.update(Q.inputSource,Q.frame,c||o),_t.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),
s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",lt);for(let Q=0;Q<P.length;Q++){let mt=E[Q];mt!==null&&(E[Q]=null,P[Q].disconnect(mt))}L=null,H=null,p.reset();for(let Q in m)delete m[Q];if(t.setRenderTarget(A),d=null,u=null,h=null,s=null,M=null,ht.stop(),n.isPresenting=
!1,t.setPixelRatio(T),t.setSize(_.width,_.height,!1),B!==null){let Q=B.camera;Q.fov=B.fov,Q.zoom=B.zoom,Q.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&$t("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&$t("WebXRManager: Cann\
ot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return u!==null?u:d},this.getBinding=function(){return h===null&&v&&(h=new XRWebGLBinding(s,e)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(A=t.getRenderTarget(),
s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",V),s.addEventListener("inputsourceschange",lt),S.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(_),v&&"createProjectionLayer"in XRWebGLBinding.
prototype){let _t=null,Et=null,St=null;S.depth&&(St=S.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,_t=S.stencil?ls:rs,Et=S.stencil?er:wi);let Ht={colorFormat:e.RGBA8,depthFormat:St,scaleFactor:r};h=this.getBinding(),u=h.createProjectionLayer(Ht),s.updateRenderState({layers:[u]}),t.setPixelRatio(1),t.setSize(u.textureWidth,u.textureHeight,!1),M=new si(u.textureWidth,u.textureHeight,{format:Ai,type:$n,
depthTexture:new os(u.textureWidth,u.textureHeight,Et,void 0,void 0,void 0,void 0,void 0,void 0,_t),stencilBuffer:S.stencil,colorSpace:t.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let _t={antialias:S.
antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};d=new XRWebGLLayer(s,e,_t),s.updateRenderState({baseLayer:d}),t.setPixelRatio(1),t.setSize(d.framebufferWidth,d.framebufferHeight,!1),M=new si(d.framebufferWidth,d.framebufferHeight,{format:Ai,type:$n,colorSpace:t.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===
!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){
return p.getDepthTexture()};function lt(Q){for(let mt=0;mt<Q.removed.length;mt++){let _t=Q.removed[mt],Et=E.indexOf(_t);Et>=0&&(E[Et]=null,P[Et].disconnect(_t))}for(let mt=0;mt<Q.added.length;mt++){let _t=Q.added[mt],Et=E.indexOf(_t);if(Et===-1){for(let Ht=0;Ht<P.length;Ht++)if(Ht>=E.length){E.push(_t),Et=Ht;break}else if(E[Ht]===null){E[Ht]=_t,Et=Ht;break}if(Et===-1)break}let St=P[Et];St&&St.connect(
_t)}}function Z(Q,mt){mt===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(mt.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let mt=Q.near,_t=Q.far;p.texture!==null&&(p.depthNear>0&&(mt=p.depthNear),p.depthFar>0&&(_t=p.depthFar)),G.near=N.near=D.near=mt,G.far=N.far=D.far=_t,(L!==G.near||H!==G.far)&&(s.updateRenderState(
{depthNear:G.near,depthFar:G.far}),L=G.near,H=G.far),G.layers.mask=Q.layers.mask|6,D.layers.mask=G.layers.mask&-5,N.layers.mask=G.layers.mask&-3;let Et=Q.parent,St=G.cameras;Z(G,Et);for(let Ht=0;Ht<St.length;Ht++)Z(St[Ht],Et);G.projectionMatrix.copy(D.projectionMatrix),G.projectionMatrixInverse.copy(D.projectionMatrixInverse),B===null&&Q.isPerspectiveCamera&&(B={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(
Q,G,Et)};function j(Q,mt,_t){_t===null?Q.matrix.copy(mt.matrixWorld):(Q.matrix.copy(_t.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(mt.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(mt.projectionMatrix),Q.projectionMatrixInverse.copy(mt.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=$l*2*Math.atan(1/Q.projectionMatrix.elements[5]),
Q.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(u===null&&d===null))return l},this.setFoveation=function(Q){l=Q,u!==null&&(u.fixedFoveation=Q),d!==null&&d.fixedFoveation!==void 0&&(d.fixedFoveation=Q)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(G)},this.getCameraTexture=function(Q){return m[Q]};let it=null;
function ut(Q,mt){if(f=mt.getViewerPose(c||o),g=mt,f!==null){let _t=f.views;d!==null&&(t.setRenderTargetFramebuffer(M,d.framebuffer),t.setRenderTarget(M));let Et=!1;_t.length!==G.cameras.length&&(G.cameras.length=0,Et=!0);for(let Vt=0;Vt<_t.length;Vt++){let he=_t[Vt],ae=null;if(d!==null)ae=d.getViewport(he);else{let He=h.getViewSubImage(u,he);ae=He.viewport,Vt===0&&(t.setRenderTargetTextures(M,He.
colorTexture,He.depthStencilTexture),t.setRenderTarget(M))}let ne=k[Vt];ne===void 0&&(ne=new Gn,ne.layers.enable(Vt),ne.viewport=new De,k[Vt]=ne),ne.matrix.fromArray(he.transform.matrix),ne.matrix.decompose(ne.position,ne.quaternion,ne.scale),ne.projectionMatrix.fromArray(he.projectionMatrix),ne.projectionMatrixInverse.copy(ne.projectionMatrix).invert(),ne.viewport.set(ae.x,ae.y,ae.width,ae.height),
Vt===0&&(G.matrix.copy(ne.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Et===!0&&G.cameras.push(ne)}let St=s.enabledFeatures;if(St&&St.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){h=n.getBinding();let Vt=h.getDepthInformation(_t[0]);Vt&&Vt.isValid&&Vt.texture&&p.init(Vt,s.renderState)}if(St&&St.includes("camera-access")&&v){t.state.unbindTexture(),h=n.getBinding();for(let Vt=0;Vt<
_t.length;Vt++){let he=_t[Vt].camera;if(he){let ae=m[he];ae||(ae=new ea,m[he]=ae);let ne=h.getCameraImage(he);ae.sourceTexture=ne}}}}for(let _t=0;_t<P.length;_t++){let Et=E[_t],St=P[_t];Et!==null&&St!==void 0&&St.update(Et,mt,c||o)}it&&it(Q,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),g=null}let ht=new v0;ht.setAnimationLoop(ut),this.setAnimationLoop=function(Q){it=Q},this.
dispose=function(){}}},d1=new Re,C0=new ee;C0.set(-1,0,0,0,1,0,0,0,1);function p1(i,t){function e(p,m){p.matrixAutoUpdate===!0&&p.updateMatrix(),m.value.copy(p.matrix)}function n(p,m){m.color.getRGB(p.fogColor.value,Ef(i)),m.isFog?(p.fogNear.value=m.near,p.fogFar.value=m.far):m.isFogExp2&&(p.fogDensity.value=m.density)}function s(p,m,S,A,M){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?
r(p,m):m.isMeshLambertMaterial?(r(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(p,m),h(p,m)):m.isMeshPhongMaterial?(r(p,m),f(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(p,m),u(p,m),m.isMeshPhysicalMaterial&&d(p,m,M)):m.isMeshMatcapMaterial?(r(p,m),g(p,m)):m.isMeshDepthMaterial?r(p,m):m.isMeshDistanceMaterial?(r(p,m),
v(p,m)):m.isMeshNormalMaterial?r(p,m):m.isLineBasicMaterial?(o(p,m),m.isLineDashedMaterial&&a(p,m)):m.isPointsMaterial?l(p,m,S,A):m.isSpriteMaterial?c(p,m):m.isShadowMaterial?(p.color.value.copy(m.color),p.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(p,m){p.opacity.value=m.opacity,m.color&&p.diffuse.value.copy(m.color),m.emissive&&p.emissive.value.copy(m.emissive).
multiplyScalar(m.emissiveIntensity),m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.bumpMap&&(p.bumpMap.value=m.bumpMap,e(m.bumpMap,p.bumpMapTransform),p.bumpScale.value=m.bumpScale,m.side===qn&&(p.bumpScale.value*=-1)),m.normalMap&&(p.normalMap.value=m.normalMap,e(m.normalMap,p.normalMapTransform),p.normalScale.value.
copy(m.normalScale),m.side===qn&&p.normalScale.value.negate()),m.displacementMap&&(p.displacementMap.value=m.displacementMap,e(m.displacementMap,p.displacementMapTransform),p.displacementScale.value=m.displacementScale,p.displacementBias.value=m.displacementBias),m.emissiveMap&&(p.emissiveMap.value=m.emissiveMap,e(m.emissiveMap,p.emissiveMapTransform)),m.specularMap&&(p.specularMap.value=m.specularMap,
e(m.specularMap,p.specularMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest);let S=t.get(m),A=S.envMap,M=S.envMapRotation;A&&(p.envMap.value=A,p.envMapRotation.value.setFromMatrix4(d1.makeRotationFromEuler(M)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(C0),p.reflectivity.value=m.reflectivity,p.ior.value=m.ior,p.refractionRatio.value=m.refractionRatio),
m.lightMap&&(p.lightMap.value=m.lightMap,p.lightMapIntensity.value=m.lightMapIntensity,e(m.lightMap,p.lightMapTransform)),m.aoMap&&(p.aoMap.value=m.aoMap,p.aoMapIntensity.value=m.aoMapIntensity,e(m.aoMap,p.aoMapTransform))}function o(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform))}function a(p,m){p.dashSize.value=m.dashSize,p.totalSize.
value=m.dashSize+m.gapSize,p.scale.value=m.scale}function l(p,m,S,A){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.size.value=m.size*S,p.scale.value=A*.5,m.map&&(p.map.value=m.map,e(m.map,p.uvTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function c(p,m){p.diffuse.value.copy(m.color),p.opacity.value=
m.opacity,p.rotation.value=m.rotation,m.map&&(p.map.value=m.map,e(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,e(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function f(p,m){p.specular.value.copy(m.specular),p.shininess.value=Math.max(m.shininess,1e-4)}function h(p,m){m.gradientMap&&(p.gradientMap.value=m.gradientMap)}function u(p,m){p.metalness.
value=m.metalness,m.metalnessMap&&(p.metalnessMap.value=m.metalnessMap,e(m.metalnessMap,p.metalnessMapTransform)),p.roughness.value=m.roughness,m.roughnessMap&&(p.roughnessMap.value=m.roughnessMap,e(m.roughnessMap,p.roughnessMapTransform)),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)}function d(p,m,S){p.ior.value=m.ior,m.diffuseRoughness>0&&(p.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&
(p.diffuseRoughnessMap.value=m.diffuseRoughnessMap,e(m.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),m.sheen>0&&(p.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),p.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(p.sheenColorMap.value=m.sheenColorMap,e(m.sheenColorMap,p.sheenColorMapTransform)),m.sheenRoughnessMap&&(p.sheenRoughnessMap.value=m.sheenRoughnessMap,e(m.sheenRoughnessMap,
p.sheenRoughnessMapTransform))),m.clearcoat>0&&(p.clearcoat.value=m.clearcoat,p.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(p.clearcoatMap.value=m.clearcoatMap,e(m.clearcoatMap,p.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,e(m.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(p.clearcoatNormalMap.
value=m.clearcoatNormalMap,e(m.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===qn&&p.clearcoatNormalScale.value.negate())),m.dispersion>0&&(p.dispersion.value=m.dispersion),m.retroreflectivity>0&&(p.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(p.iridescence.value=m.iridescence,p.iridescenceIOR.value=m.iridescenceIOR,
p.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(p.iridescenceMap.value=m.iridescenceMap,e(m.iridescenceMap,p.iridescenceMapTransform)),m.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=m.iridescenceThicknessMap,e(m.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),m.transmission>
0&&(p.transmission.value=m.transmission,p.transmissionSamplerMap.value=S.texture,p.transmissionSamplerSize.value.set(S.width,S.height),m.transmissionMap&&(p.transmissionMap.value=m.transmissionMap,e(m.transmissionMap,p.transmissionMapTransform)),p.thickness.value=m.thickness,m.thicknessMap&&(p.thicknessMap.value=m.thicknessMap,e(m.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=
m.attenuationDistance,p.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(p.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(p.anisotropyMap.value=m.anisotropyMap,e(m.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=m.specularIntensity,p.specularColor.value.copy(m.specularColor),
m.specularColorMap&&(p.specularColorMap.value=m.specularColorMap,e(m.specularColorMap,p.specularColorMapTransform)),m.specularIntensityMap&&(p.specularIntensityMap.value=m.specularIntensityMap,e(m.specularIntensityMap,p.specularIntensityMapTransform))}function g(p,m){m.matcap&&(p.matcap.value=m.matcap)}function v(p,m){let S=t.get(m).light;p.referencePosition.value.setFromMatrixPosition(S.matrixWorld),
p.nearDistance.value=S.shadow.camera.near,p.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function m1(i,t,e,n){let s={},r={};function o(S,A){let M=A.program;n.uniformBlockBinding(S,M,s[S.id])}function a(S,A){let M=s[S.id];M===void 0&&(g(S),M=l(S),s[S.id]=M,S.addEventListener("dispose",p));let P=A.program;n.updateUBOMapping(S,P);let E=t.render.frame;r[S.
id]!==E&&(c(S),r[S.id]=E)}function l(S){let A=i.createBuffer(),M=S.__size,P=S.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,M,P),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(S){let A=s[S.id],M=S.uniforms,P=S.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let E=0,_=M.length;E<_;E++){let T=M[E];if(Array.isArray(T))for(let B=0,D=T.length;B<D;B++)f(T[B],E,B,P);else f(T,
E,0,P)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function f(S,A,M,P){if(u(S,A,M,P)===!0){let E=S.__offset,_=S.value;if(Array.isArray(_)){let T=0;for(let B=0;B<_.length;B++){let D=_[B],N=v(D,!0);h(D,S.__data,T),T+=N.storage/Float32Array.BYTES_PER_ELEMENT}}else h(_,S.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,E,S.__data)}}function h(S,A,M){typeof S=="number"||typeof S=="boolean"?A[M]=S:S.isMatrix3?(A[M]=S.
elements[0],A[M+1]=S.elements[1],A[M+2]=S.elements[2],A[M+3]=0,A[M+4]=S.elements[3],A[M+5]=S.elements[4],A[M+6]=S.elements[5],A[M+7]=0,A[M+8]=S.elements[6],A[M+9]=S.elements[7],A[M+10]=S.elements[8],A[M+11]=0):ArrayBuffer.isView(S)?A.set(S.subarray(0,A.length-M),M):S.toArray(A,M)}function u(S,A,M,P){let E=S.value,_=A+"_"+M;if(Array.isArray(E)){P[_]===void 0&&(P[_]=[]);let T=P[_],B=!1;for(let D=0;D<
E.length;D++)d(E[D],T,D)===!0&&(B=!0);return B}return d(E,P,_)}function d(S,A,M){if(A[M]===void 0)return typeof S=="number"||typeof S=="boolean"?A[M]=S:ArrayBuffer.isView(S)?A[M]=S.slice():A[M]=S.clone(),!0;{let P=A[M];if(typeof S=="number"||typeof S=="boolean"){if(P!==S)return A[M]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(P.equals(S)===!1)return P.copy(S),!0}}return!1}function g(S){let A=S.
uniforms,M=0,P=16;for(let _=0,T=A.length;_<T;_++){let B=Array.isArray(A[_])?A[_]:[A[_]];for(let D=0,N=B.length;D<N;D++){let k=B[D],G=Array.isArray(k.value)?k.value:[k.value],L=Array.isArray(A[_])||Array.isArray(k.value),H=M;for(let V=0,lt=G.length;V<lt;V++){let Z=G[V],j=v(Z,L),it=M%P,ut=it%j.boundary,ht=it+ut;M+=ut,ht!==0&&P-ht<j.storage&&(M+=P-ht),V===0&&(H=M),M+=j.storage}let q=k.type==="int"?Int32Array:
k.type==="uint"?Uint32Array:Float32Array;k.__data=new q((M-H)/Float32Array.BYTES_PER_ELEMENT),k.__offset=H}}let E=M%P;return E>0&&(M+=P-E),S.__size=M,S.__cache={},this}function v(S,A){let M={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(M.boundary=4,M.storage=4):S.isVector2?(M.boundary=8,M.storage=8):S.isVector3||S.isColor?(M.boundary=16,M.storage=12):S.isVector4?(M.boundary=
16,M.storage=16):S.isMatrix3?(M.boundary=16,M.storage=48):S.isMatrix4?(M.boundary=16,M.storage=64):S.isTexture?$t("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(M.boundary=16,M.storage=S.byteLength):$t("WebGLRenderer: Unsupported uniform value type.",S),A===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function p(S){let A=S.target;A.removeEventListener(
"dispose",p),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function m(){for(let S in s)i.deleteBuffer(s[S]);s={},r={}}return{bind:o,update:a,dispose:m}}var g1=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,
13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,
14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,
14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,
9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,
14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,
4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,
2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Wi=null;function x1(){return Wi===null&&(Wi=new $o(g1,16,16,Ps,Ti),Wi.name="DFG_LUT",Wi.minFilter=Pn,Wi.magFilter=Pn,Wi.wrapS=Fi,Wi.
wrapT=Fi,Wi.generateMipmaps=!1,Wi.needsUpdate=!0),Wi}var lh=class{constructor(t={}){let{canvas:e=kg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:f="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:u=!1,outputBufferType:d=$n}=t;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<
"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=d,p=new Set([Rc,Ec,Ac]),m=new Set([$n,wi,to,er,bc,wc]),S=new Uint32Array(4),A=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},P=null,E=null,_=[],T=[],B=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{
keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Hi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,N=!1,k=null,G=null,L=null,H=null;this._outputColorSpace=Cn;let q=0,V=0,lt=null,Z=-1,j=null,it=new De,ut=new De,ht=null,
Q=new Xt(0),mt=0,_t=e.width,Et=e.height,St=1,Ht=null,se=null,Vt=new De(0,0,_t,Et),he=new De(0,0,_t,Et),ae=!1,ne=new ws,He=new jl,Ue=!1,sn=!1,Ce=new Re,vn=new J,_e=new De,dn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ze=!1;function rn(){return lt===null?St:1}let F=n;function Ct(w,O){return e.getContext(w,O)}let Yt,re,bt,Ie,zt,qt,R,y,W,ct,rt,xt,vt,tt,nt,dt,U,st,et,wt,
gt,Mt,Gt;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:f,failIfMajorPerformanceCaveat:h};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Ot,!1),e.addEventListener("webglcontextrestored",Kt,!1),e.addEventListener("webglcontextcreationerror",Rt,!1),F===null){let O="webgl2";
if(F=Ct(O,w),F===null)throw Ct(O)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Jt()}catch(w){throw e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Kt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),Qt("WebGLRenderer: "+w.message),
w}function Jt(){Yt=new Rb(F),Yt.init(),gt=new h1(F,Yt),re=new xb(F,Yt,t,gt),bt=new l1(F,Yt),re.reversedDepthBuffer&&u&&bt.buffers.depth.setReversed(!0),G=F.createFramebuffer(),L=F.createFramebuffer(),H=F.createFramebuffer(),Ie=new Ib(F),zt=new $w,qt=new c1(F,Yt,bt,zt,re,gt,Ie),R=new Eb(D),y=new Ny(F),Mt=new mb(F,y),W=new Cb(F,y,Ie,Mt),ct=new Nb(F,W,y,Mt,Ie),st=new Lb(F,re,qt),nt=new _b(zt),rt=new Yw(
D,R,Yt,re,Mt,nt),xt=new p1(D,zt),vt=new Jw,tt=new n1(Yt),U=new pb(D,R,bt,ct,g,l),dt=new a1(D,ct,re),Gt=new m1(F,Ie,re,bt),et=new gb(F,Yt,Ie),wt=new Pb(F,Yt,Ie),Ie.programs=rt.programs,D.capabilities=re,D.extensions=Yt,D.properties=zt,D.renderLists=vt,D.shadowMap=dt,D.state=bt,D.info=Ie}v!==$n&&(B=new Ub(v,e.width,e.height,a,s,r));let at=new zf(D,F);this.xr=at,this.getContext=function(){return F},this.
getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=Yt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Yt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return St},this.setPixelRatio=function(w){w!==void 0&&(St=w,this.setSize(_t,Et,!1))},this.getSize=function(w){return w.set(
_t,Et)},this.setSize=function(w,O,K=!0){if(at.isPresenting){$t("WebGLRenderer: Can't change size while VR device is presenting.");return}_t=w,Et=O,e.width=Math.floor(w*St),e.height=Math.floor(O*St),K===!0&&(e.style.width=w+"px",e.style.height=O+"px"),B!==null&&B.setSize(e.width,e.height),this.setViewport(0,0,w,O)},this.getDrawingBufferSize=function(w){return w.set(_t*St,Et*St).floor()},this.setDrawingBufferSize=
function(w,O,K){_t=w,Et=O,St=K,e.width=Math.floor(w*K),e.height=Math.floor(O*K),this.setViewport(0,0,w,O)},this.setEffects=function(w){if(v===$n){Qt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let O=0;O<w.length;O++)if(w[O].isOutputPass===!0){$t("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space co\
nversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(it)},this.getViewport=function(w){return w.copy(Vt)},this.setViewport=function(w,O,K,X){w.isVector4?Vt.set(w.x,w.y,w.z,w.w):Vt.set(w,O,K,X),bt.viewport(it.copy(Vt).multiplyScalar(rn()).round())},this.getScissor=function(w){return w.copy(he)},this.setScissor=function(w,O,K,X){w.isVector4?
he.set(w.x,w.y,w.z,w.w):he.set(w,O,K,X),bt.scissor(ut.copy(he).multiplyScalar(rn()).round())},this.getScissorTest=function(){return ae},this.setScissorTest=function(w){bt.setScissorTest(ae=w)},this.setOpaqueSort=function(w){Ht=w},this.setTransparentSort=function(w){se=w},this.getClearColor=function(w){return w.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.
getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(w=!0,O=!0,K=!0){let X=0;if(w){let Y=!1;if(lt!==null){let Tt=lt.texture.format;Y=p.has(Tt)}if(Y){let Tt=lt.texture.type,Pt=m.has(Tt),At=U.getClearColor(),It=U.getClearAlpha(),kt=At.r,jt=At.g,ue=At.b;Pt?(S[0]=kt,S[1]=jt,S[2]=ue,S[3]=It,F.clearBufferuiv(F.COLOR,0,S)):(A[0]=
kt,A[1]=jt,A[2]=ue,A[3]=It,F.clearBufferiv(F.COLOR,0,A))}else X|=F.COLOR_BUFFER_BIT}O&&(X|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(X|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),X!==0&&F.clear(X)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=
function(w){w.setRenderer(this),k=w},this.dispose=function(){e.removeEventListener("webglcontextlost",Ot,!1),e.removeEventListener("webglcontextrestored",Kt,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),U.dispose(),vt.dispose(),tt.dispose(),qt.dispose(),zt.dispose(),R.dispose(),ct.dispose(),W.dispose(),Mt.dispose(),Gt.dispose(),rt.dispose(),at.dispose(),at.removeEventListener("sessi\
onstart",Aa),at.removeEventListener("sessionend",Ei),qi.stop()};function Ot(w){w.preventDefault(),Tf("WebGLRenderer: Context Lost."),N=!0}function Kt(){Tf("WebGLRenderer: Context Restored."),N=!1;let w=Ie.autoReset,O=dt.enabled,K=dt.autoUpdate,X=dt.needsUpdate,Y=dt.type;Jt(),Ie.autoReset=w,dt.enabled=O,dt.autoUpdate=K,dt.needsUpdate=X,dt.type=Y}function Rt(w){Qt("WebGLRenderer: A WebGL context cou\
ld not be created. Reason: ",w.statusMessage)}function oe(w){let O=w.target;O.removeEventListener("dispose",oe),Fe(O)}function Fe(w){Fn(w),zt.remove(w)}function Fn(w){let O=zt.get(w).programs;O!==void 0&&(O.forEach(function(K){rt.releaseProgram(K)}),w.isShaderMaterial&&rt.releaseShaderCache(w))}this.renderBufferDirect=function(w,O,K,X,Y,Tt){O===null&&(O=dn);let Pt=Y.isMesh&&Y.matrixWorld.determinantAffine()<
0,At=co(w,O,K,X,Y);bt.setMaterial(X,Pt);let It=K.index,kt=1;if(X.wireframe===!0){if(It=W.getWireframeAttribute(K),It===void 0)return;kt=2}let jt=K.drawRange,ue=K.attributes.position,Bt=jt.start*kt,fe=(jt.start+jt.count)*kt;Tt!==null&&(Bt=Math.max(Bt,Tt.start*kt),fe=Math.min(fe,(Tt.start+Tt.count)*kt)),It!==null?(Bt=Math.max(Bt,0),fe=Math.min(fe,It.count)):ue!=null&&(Bt=Math.max(Bt,0),fe=Math.min(fe,
ue.count));let Ye=fe-Bt;if(Ye<0||Ye===1/0)return;Mt.setup(Y,X,At,K,It);let Te,Ae=et;if(It!==null&&(Te=y.get(It),Ae=wt,Ae.setIndex(Te)),Y.isMesh)X.wireframe===!0?(bt.setLineWidth(X.wireframeLinewidth*rn()),Ae.setMode(F.LINES)):Ae.setMode(F.TRIANGLES);else if(Y.isLine){let pn=X.linewidth;pn===void 0&&(pn=1),bt.setLineWidth(pn*rn()),Y.isLineSegments?Ae.setMode(F.LINES):Y.isLineLoop?Ae.setMode(F.LINE_LOOP):
Ae.setMode(F.LINE_STRIP)}else Y.isPoints?Ae.setMode(F.POINTS):Y.isSprite&&Ae.setMode(F.TRIANGLES);if(Y.isBatchedMesh)if(Yt.get("WEBGL_multi_draw"))Ae.renderMultiDraw(Y._multiDrawStarts,Y._multiDrawCounts,Y._multiDrawCount);else{let pn=Y._multiDrawStarts,Ut=Y._multiDrawCounts,on=Y._multiDrawCount,pe=It?y.get(It).bytesPerElement:1,$i=zt.get(X).currentProgram.getUniforms();for(let an=0;an<on;an++)$i.
setValue(F,"_gl_DrawID",an),Ae.render(pn[an]/pe,Ut[an])}else if(Y.isInstancedMesh)Ae.renderInstances(Bt,Ye,Y.count);else if(K.isInstancedBufferGeometry){let pn=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Ut=Math.min(K.instanceCount,pn);Ae.renderInstances(Bt,Ye,Ut)}else Ae.render(Bt,Ye)};function oo(w,O,K,X){k!==null&&w.isNodeMaterial&&k.setObject(X,w),Ue===!0&&nt.setState(w,K,!1),w.transparent===
!0&&w.side===Yn&&w.forceSinglePass===!1?(w.side=qn,w.needsUpdate=!0,Ri(w,O,X),w.side=Gi,w.needsUpdate=!0,Ri(w,O,X),w.side=Yn):Ri(w,O,X)}this.compile=function(w,O,K=null){K===null&&(K=w),k!==null&&k.renderStart(w,O,K),E=tt.get(K),E.init(O),T.push(E),K.traverseVisible(function(Y){Y.isLight&&Y.layers.test(O.layers)&&(E.pushLight(Y),Y.castShadow&&E.pushShadow(Y))}),w!==K&&w.traverseVisible(function(Y){
Y.isLight&&Y.layers.test(O.layers)&&(E.pushLight(Y),Y.castShadow&&E.pushShadow(Y))}),E.setupLights(),k!==null&&k.updateLights(E.state.lightsArray),sn=this.localClippingEnabled,Ue=nt.init(this.clippingPlanes,sn),Ue===!0&&nt.setGlobalState(this.clippingPlanes,O),k!==null&&dt.render(E.state.shadowsArray,K,O);let X=new Set;return w.traverse(function(Y){if(!(Y.isMesh||Y.isPoints||Y.isLine||Y.isSprite))
return;let Tt=Y.material;if(Tt)if(Array.isArray(Tt))for(let Pt=0;Pt<Tt.length;Pt++){let At=Tt[Pt];oo(At,K,O,Y),X.add(At)}else oo(Tt,K,O,Y),X.add(Tt)}),E=T.pop(),k!==null&&k.renderEnd(),X},this.compileAsync=function(w,O,K=null){let X=this.compile(w,O,K);return new Promise(Y=>{function Tt(){if(X.forEach(function(Pt){let It=zt.get(Pt).currentProgram;(It===void 0||It.isReady())&&X.delete(Pt)}),X.size===
0){Y(w);return}setTimeout(Tt,10)}Yt.get("KHR_parallel_shader_compile")!==null?Tt():setTimeout(Tt,10)})};let ir=null;function Th(w){ir&&ir(w)}function Aa(){qi.stop()}function Ei(){qi.start()}let qi=new v0;qi.setAnimationLoop(Th),typeof self<"u"&&qi.setContext(self),this.setAnimationLoop=function(w){ir=w,at.setAnimationLoop(w),w===null?qi.stop():qi.start()},at.addEventListener("sessionstart",Aa),at.
addEventListener("sessionend",Ei),this.render=function(w,O){if(O!==void 0&&O.isCamera!==!0){Qt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;k!==null&&k.renderStart(w,O);let K=at.enabled===!0&&at.isPresenting===!0,X=B!==null&&(lt===null||K)&&B.begin(D,lt);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),O.parent===null&&O.matrixWorldAutoUpdate===
!0&&O.updateMatrixWorld(),at.enabled===!0&&at.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(at.cameraAutoUpdate===!0&&at.updateCamera(O),O=at.getCamera()),w.isScene===!0&&w.onBeforeRender(D,w,O,lt),E=tt.get(w,T.length),E.init(O),E.state.textureUnits=qt.getTextureUnits(),T.push(E),Ce.multiplyMatrices(O.projectionMatrix,O.matrixWorldInverse),O.isArrayCamera?He.setFromArrayCamera(O):ne.setFromProjectionMatrix(
Ce,ui,O.reversedDepth),sn=this.localClippingEnabled,Ue=nt.init(this.clippingPlanes,sn),P=vt.get(w,_.length),P.init(),_.push(P),this.info.render.frame++,at.enabled===!0&&at.isPresenting===!0){let Pt=D.xr.getDepthSensingMesh();Pt!==null&&Yi(Pt,O,-1/0,D.sortObjects)}Yi(w,O,0,D.sortObjects),P.finish(),k!==null&&k.updateLights(E.state.lightsArray),D.sortObjects===!0&&P.sort(Ht,se),Ze=at.enabled===!1||at.
isPresenting===!1||at.hasDepthSensing()===!1,Ze&&U.addToRenderList(P,w),this.info.autoReset===!0&&this.info.reset(),Ue===!0&&nt.beginShadows();let Y=E.state.shadowsArray;if(dt.render(Y,w,O),Ue===!0&&nt.endShadows(),(X&&B.hasRenderPass())===!1){let Pt=P.opaque,At=P.transmissive;if(E.setupLights(),O.isArrayCamera){let It=O.cameras;if(At.length>0)for(let kt=0,jt=It.length;kt<jt;kt++){let ue=It[kt];di(
Pt,At,w,ue)}Ze&&U.render(w);for(let kt=0,jt=It.length;kt<jt;kt++){let ue=It[kt];ao(P,w,ue,ue.viewport)}}else At.length>0&&di(Pt,At,w,O),Ze&&U.render(w),ao(P,w,O)}lt!==null&&V===0&&(qt.updateMultisampleRenderTarget(lt),qt.updateRenderTargetMipmap(lt)),X&&B.end(D),w.isScene===!0&&w.onAfterRender(D,w,O),Mt.resetDefaultState(),Z=-1,j=null,T.pop(),T.length>0?(E=T[T.length-1],qt.setTextureUnits(E.state.
textureUnits),Ue===!0&&nt.setGlobalState(D.clippingPlanes,E.state.camera)):E=null,_.pop(),_.length>0?P=_[_.length-1]:P=null,k!==null&&k.renderEnd()};function Yi(w,O,K,X){if(w.visible===!1)return;if(w.layers.test(O.layers)){if(w.isGroup)K=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(O);else if(w.isLight)E.pushLight(w),w.castShadow&&E.pushShadow(w);else if(w.isSprite){let Pt=O.isArrayCamera?
He:ne;if(!w.frustumCulled||w.intersectsFrustum(Pt)){X&&_e.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Ce);let At=ct.update(w),It=w.material;It.visible&&P.push(w,At,It,K,_e.z,null,O)}}else if(w.isMesh||w.isLine||w.isPoints){let Pt=O.isArrayCamera?He:ne;if(!w.frustumCulled||w.intersectsFrustum(Pt)){let At=ct.update(w),It=w.material;if(X&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),
_e.copy(w.boundingSphere.center)):(At.boundingSphere===null&&At.computeBoundingSphere(),_e.copy(At.boundingSphere.center)),_e.applyMatrix4(w.matrixWorld).applyMatrix4(Ce)),Array.isArray(It)){let kt=At.groups;for(let jt=0,ue=kt.length;jt<ue;jt++){let Bt=kt[jt],fe=It[Bt.materialIndex];fe&&fe.visible&&P.push(w,At,fe,K,_e.z,Bt,O)}}else It.visible&&P.push(w,At,It,K,_e.z,null,O)}}}let Tt=w.children;for(let Pt=0,
At=Tt.length;Pt<At;Pt++)Yi(Tt[Pt],O,K,X)}function ao(w,O,K,X){let{opaque:Y,transmissive:Tt,transparent:Pt}=w;E.setupLightsView(K),Ue===!0&&nt.setGlobalState(D.clippingPlanes,K),X&&bt.viewport(it.copy(X)),Y.length>0&&Je(Y,O,K),Tt.length>0&&Je(Tt,O,K),Pt.length>0&&Je(Pt,O,K),bt.buffers.depth.setTest(!0),bt.buffers.depth.setMask(!0),bt.buffers.color.setMask(!0),bt.setPolygonOffset(!1)}function di(w,O,K,X){
if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(E.state.transmissionRenderTarget[X.id]===void 0){let Bt=Yt.has("EXT_color_buffer_half_float")||Yt.has("EXT_color_buffer_float");E.state.transmissionRenderTarget[X.id]=new si(1,1,{generateMipmaps:!0,type:Bt?Ti:$n,minFilter:as,samples:Math.max(4,re.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,
storeMultisampledStencilBuffer:!1,colorSpace:ge.workingColorSpace})}let Tt=E.state.transmissionRenderTarget[X.id],Pt=X.viewport||it;Tt.setSize(Pt.z*D.transmissionResolutionScale,Pt.w*D.transmissionResolutionScale);let At=D.getRenderTarget(),It=D.getActiveCubeFace(),kt=D.getActiveMipmapLevel();D.setRenderTarget(Tt),D.getClearColor(Q),mt=D.getClearAlpha(),mt<1&&D.setClearColor(16777215,.5),D.clear(),
Ze&&U.render(K);let jt=D.toneMapping;D.toneMapping=Hi;let ue=X.viewport;if(X.viewport!==void 0&&(X.viewport=void 0),E.setupLightsView(X),Ue===!0&&nt.setGlobalState(D.clippingPlanes,X),Je(w,K,X),qt.updateMultisampleRenderTarget(Tt),qt.updateRenderTargetMipmap(Tt),Yt.has("WEBGL_multisampled_render_to_texture")===!1){let Bt=!1;for(let fe=0,Ye=O.length;fe<Ye;fe++){let Te=O[fe],{object:Ae,geometry:pn,material:Ut,
group:on}=Te;if(Ut.side===Yn&&Ae.layers.test(X.layers)){let pe=Ut.side;Ut.side=qn,Ut.needsUpdate=!0,en(Ae,K,X,pn,Ut,on),Ut.side=pe,Ut.needsUpdate=!0,Bt=!0}}Bt===!0&&(qt.updateMultisampleRenderTarget(Tt),qt.updateRenderTargetMipmap(Tt))}D.setRenderTarget(At,It,kt),D.setClearColor(Q,mt),ue!==void 0&&(X.viewport=ue),D.toneMapping=jt}function Je(w,O,K){let X=O.isScene===!0?O.overrideMaterial:null;for(let Y=0,
Tt=w.length;Y<Tt;Y++){let Pt=w[Y],{object:At,geometry:It,group:kt}=Pt,jt=Pt.material;jt.allowOverride===!0&&X!==null&&(jt=X),At.layers.test(K.layers)&&en(At,O,K,It,jt,kt)}}function en(w,O,K,X,Y,Tt){k!==null&&Y.isNodeMaterial&&k.setObject(w,Y),w.onBeforeRender(D,O,K,X,Y,Tt),w.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),Y.onBeforeRender(
D,O,K,X,w,Tt),Y.transparent===!0&&Y.side===Yn&&Y.forceSinglePass===!1?(Y.side=qn,Y.needsUpdate=!0,D.renderBufferDirect(K,O,X,Y,w,Tt),Y.side=Gi,Y.needsUpdate=!0,D.renderBufferDirect(K,O,X,Y,w,Tt),Y.side=Yn):D.renderBufferDirect(K,O,X,Y,w,Tt),w.onAfterRender(D,O,K,X,Y,Tt)}function nn(w){let O=0;for(let K of w)K.texture!==null&&O++;return O}function Ri(w,O,K){O.isScene!==!0&&(O=dn);let X=zt.get(w),Y=E.
state.lights,Tt=E.state.shadowsArray,Pt=Y.state.version,At=rt.getParameters(w,Y.state,Tt,O,K,E.state.lightProbeGridArray),It=rt.getProgramCacheKey(At),kt=X.programs;X.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?O.environment:null,X.fog=O.fog;let jt=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;X.envMap=R.get(
w.envMap||X.environment,jt),X.envMapRotation=X.environment!==null&&w.envMap===null?O.environmentRotation:w.envMapRotation,kt===void 0&&(w.addEventListener("dispose",oe),kt=new Map,X.programs=kt,X.programVariants=new Map);let ue=kt.get(It);if(ue!==void 0){if(X.currentProgram===ue&&X.lightsStateVersion===Pt)return lo(w,At),ue}else At.uniforms=rt.getUniforms(w),k!==null&&w.isNodeMaterial&&k.build(w,K,
At),w.onBeforeCompile(At,D),ue=rt.acquireProgram(At,It),kt.set(It,ue),X.uniforms=At.uniforms;let Bt=X.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Bt.clippingPlanes=nt.uniform),lo(w,At),X.needsLights=us(w),X.lightsStateVersion=Pt,X.needsLights&&(Bt.ambientLightColor.value=Y.state.ambient,Bt.lightProbe.value=Y.state.probe,Bt.sunLights.value=Y.state.sun,Bt.sunLightShadows.
value=Y.state.sunShadow,Bt.directionalLights.value=Y.state.directional,Bt.directionalLightShadows.value=Y.state.directionalShadow,Bt.spotLights.value=Y.state.spot,Bt.spotLightShadows.value=Y.state.spotShadow,Bt.rectAreaLights.value=Y.state.rectArea,Bt.ltc_1.value=Y.state.rectAreaLTC1,Bt.ltc_2.value=Y.state.rectAreaLTC2,Bt.pointLights.value=Y.state.point,Bt.pointLightShadows.value=Y.state.pointShadow,
Bt.hemisphereLights.value=Y.state.hemi,Bt.sunShadowMatrix.value=Y.state.sunShadowMatrix,Bt.sunShadowCascade.value=Y.state.sunShadowCascade,Bt.directionalShadowMatrix.value=Y.state.directionalShadowMatrix,Bt.spotLightMatrix.value=Y.state.spotLightMatrix,Bt.spotLightMap.value=Y.state.spotLightMap,Bt.pointShadowMatrix.value=Y.state.pointShadowMatrix),X.numLightProbeGrids=nn(E.state.lightProbeGridArray),
X.currentProgram=ue,X.uniformsList=null,ue}function Zn(w,O,K,X,Y){let Tt=zt.get(w),Pt=Tt.currentProgram.id+","+X+","+Y,At=Tt.programVariants.get(Pt);return At===void 0?(At=Ri(w,O,K),Tt.programVariants.set(Pt,At)):(Tt.currentProgram=At,Tt.uniformsList=null,Tt.outputColorSpace=X,Tt.toneMapping=Y),At}function hs(w){if(w.uniformsList===null){let O=w.currentProgram.getUniforms();w.uniformsList=eo.seqWithValue(
O.seq,w.uniforms)}return w.uniformsList}function lo(w,O){let K=zt.get(w);K.outputColorSpace=O.outputColorSpace,K.batching=O.batching,K.batchingColor=O.batchingColor,K.instancing=O.instancing,K.instancingColor=O.instancingColor,K.instancingMorph=O.instancingMorph,K.skinning=O.skinning,K.morphTargets=O.morphTargets,K.morphNormals=O.morphNormals,K.morphColors=O.morphColors,K.morphTargetsCount=O.morphTargetsCount,
K.numClippingPlanes=O.numClippingPlanes,K.numIntersection=O.numClipIntersection,K.vertexAlphas=O.vertexAlphas,K.vertexTangents=O.vertexTangents,K.toneMapping=O.toneMapping}function co(w,O,K,X,Y){O.isScene!==!0&&(O=dn),qt.resetTextureUnits();let Tt=O.fog,Pt=X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial?O.environment:null,At=lt===null?D.outputColorSpace:lt.isXRRenderTarget===
!0?lt.texture.colorSpace:ge.workingColorSpace,It=X.isMeshStandardMaterial||X.isMeshLambertMaterial&&!X.envMap||X.isMeshPhongMaterial&&!X.envMap,kt=R.get(X.envMap||Pt,It),jt=X.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,ue=!!K.attributes.tangent&&(!!X.normalMap||X.anisotropy>0),Bt=!!K.morphAttributes.position,fe=!!K.morphAttributes.normal,Ye=!!K.morphAttributes.color,Te=Hi;
X.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Te=D.toneMapping);let Ae=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,pn=Ae!==void 0?Ae.length:0,Ut=zt.get(X),on=E.state.lights;if(Ue===!0&&(sn===!0||w!==j)){let Ee=w===j&&X.id===Z;nt.setState(X,w,Ee)}let pe=!1,$i=!1;X.version===Ut.__version?Ut.needsLights&&Ut.lightsStateVersion!==on.state.version||Y.isBatchedMesh&&
Ut.batching===!1||!Y.isBatchedMesh&&Ut.batching===!0||Y.isBatchedMesh&&Ut.batchingColor===!0&&Y._colorsTexture===null||Y.isBatchedMesh&&Ut.batchingColor===!1&&Y._colorsTexture!==null||Y.isInstancedMesh&&Ut.instancing===!1||!Y.isInstancedMesh&&Ut.instancing===!0||Y.isSkinnedMesh&&Ut.skinning===!1||!Y.isSkinnedMesh&&Ut.skinning===!0||Y.isInstancedMesh&&Ut.instancingColor===!0&&Y.instanceColor===null||
Y.isInstancedMesh&&Ut.instancingColor===!1&&Y.instanceColor!==null||Y.isInstancedMesh&&Ut.instancingMorph===!0&&Y.morphTexture===null||Y.isInstancedMesh&&Ut.instancingMorph===!1&&Y.morphTexture!==null||Ut.envMap!==kt||X.fog===!0&&Ut.fog!==Tt||Ut.numClippingPlanes!==void 0&&(Ut.numClippingPlanes!==nt.numPlanes||Ut.numIntersection!==nt.numIntersection)||Ut.vertexAlphas!==jt||Ut.vertexTangents!==ue||
Ut.morphTargets!==Bt||Ut.morphNormals!==fe||Ut.morphColors!==Ye||Ut.morphTargetsCount!==pn||Ut.numLightProbeGrids!==nn(E.state.lightProbeGridArray)?pe=!0:(Ut.outputColorSpace!==At||Ut.toneMapping!==Te)&&($i=!0):(pe=!0,Ut.__version=X.version);let an=Ut.currentProgram;(pe===!0||$i===!0)&&(an=$i===!0?Zn(X,O,Y,At,Te):Ri(X,O,Y),k&&X.isNodeMaterial&&k.onUpdateProgram(X,an,Ut));let or=!1,Ci=!1,Zi=!1,le=an.
getUniforms(),Ke=Ut.uniforms;if(bt.useProgram(an.program)&&(or=!0,Ci=!0,Zi=!0),X.id!==Z&&(Z=X.id,Ci=!0),or||j!==w){bt.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),le.setValue(F,"projectionMatrix",w.projectionMatrix),le.setValue(F,"viewMatrix",w.matrixWorldInverse);let ln=le.map.cameraPosition;ln!==void 0&&ln.setValue(F,vn.setFromMatrixPosition(
w.matrixWorld)),re.logarithmicDepthBuffer&&le.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(X.isMeshPhongMaterial||X.isMeshToonMaterial||X.isMeshLambertMaterial||X.isMeshBasicMaterial||X.isMeshStandardMaterial||X.isShaderMaterial)&&le.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),j!==w&&(j=w,Ci=!0,Zi=!0)}if(Ut.needsLights&&(on.state.sunShadowMap.length>0&&le.setValue(F,"su\
nShadowMap",on.state.sunShadowMap,qt),on.state.directionalShadowMap.length>0&&le.setValue(F,"directionalShadowMap",on.state.directionalShadowMap,qt),on.state.spotShadowMap.length>0&&le.setValue(F,"spotShadowMap",on.state.spotShadowMap,qt),on.state.pointShadowMap.length>0&&le.setValue(F,"pointShadowMap",on.state.pointShadowMap,qt)),Y.isSkinnedMesh){le.setOptional(F,Y,"bindMatrix"),le.setOptional(F,
Y,"bindMatrixInverse");let Ee=Y.skeleton;Ee&&(Ee.boneTexture===null&&Ee.computeBoneTexture(),le.setValue(F,"boneTexture",Ee.boneTexture,qt))}Y.isBatchedMesh&&(le.setOptional(F,Y,"batchingTexture"),le.setValue(F,"batchingTexture",Y._matricesTexture,qt),le.setOptional(F,Y,"batchingIdTexture"),le.setValue(F,"batchingIdTexture",Y._indirectTexture,qt),le.setOptional(F,Y,"batchingColorTexture"),Y._colorsTexture!==
null&&le.setValue(F,"batchingColorTexture",Y._colorsTexture,qt));let On=K.morphAttributes;if((On.position!==void 0||On.normal!==void 0||On.color!==void 0)&&st.update(Y,K,an),(Ci||Ut.receiveShadow!==Y.receiveShadow)&&(Ut.receiveShadow=Y.receiveShadow,le.setValue(F,"receiveShadow",Y.receiveShadow)),(X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial)&&X.envMap===null&&O.environment!==
null&&(Ke.envMapIntensity.value=O.environmentIntensity),Ke.dfgLUT!==void 0&&(Ke.dfgLUT.value=x1()),Ci){if(le.setValue(F,"toneMappingExposure",D.toneMappingExposure),Ut.needsLights&&sr(Ke,Zi),Tt&&X.fog===!0&&xt.refreshFogUniforms(Ke,Tt),xt.refreshMaterialUniforms(Ke,X,St,Et,E.state.transmissionRenderTarget[w.id]),Ut.needsLights&&Ut.numLightProbeGrids>0){let Ee=M,ln=0;for(let In of E.state.lightProbeGridArray)
In.texture!==null&&(Ee.textures[ln]=In.texture,Ee.min[ln]=In.boundingBox.min,Ee.max[ln]=In.boundingBox.max,Ee.resolution[ln]=In.resolution,ln++);for(let In in Ee)Ee[In].length=ln;Ke.probesSH.value=Ee.textures,Ke.probesMin.value=Ee.min,Ke.probesMax.value=Ee.max,Ke.probesResolution.value=Ee.resolution}eo.upload(F,hs(Ut),Ke,qt)}if(X.isShaderMaterial&&X.uniformsNeedUpdate===!0&&(eo.upload(F,hs(Ut),Ke,
qt),X.uniformsNeedUpdate=!1),X.isSpriteMaterial&&le.setValue(F,"center",Y.center),le.setValue(F,"modelViewMatrix",Y.modelViewMatrix),le.setValue(F,"normalMatrix",Y.normalMatrix),le.setValue(F,"modelMatrix",Y.matrixWorld),X.uniformsGroups!==void 0){let Ee=X.uniformsGroups;for(let ln=0,In=Ee.length;ln<In;ln++){let Ea=Ee[ln];Gt.update(Ea,an),Gt.bind(Ea,an)}}return an}function sr(w,O){w.ambientLightColor.
needsUpdate=O,w.lightProbe.needsUpdate=O,w.sunLights.needsUpdate=O,w.sunLightShadows.needsUpdate=O,w.directionalLights.needsUpdate=O,w.directionalLightShadows.needsUpdate=O,w.pointLights.needsUpdate=O,w.pointLightShadows.needsUpdate=O,w.spotLights.needsUpdate=O,w.spotLightShadows.needsUpdate=O,w.rectAreaLights.needsUpdate=O,w.hemisphereLights.needsUpdate=O}function us(w){return w.isMeshLambertMaterial||
w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(w,O,K){let X=zt.get(w);X.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,X.__autoAllocateDepthBuffer===
!1&&(X.__useRenderToTexture=!1),zt.get(w.texture).__webglTexture=O,zt.get(w.depthTexture).__webglTexture=X.__autoAllocateDepthBuffer?void 0:K,X.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,O){let K=zt.get(w);K.__webglFramebuffer=O,K.__useDefaultFramebuffer=O===void 0},this.setRenderTarget=function(w,O=0,K=0){lt=w,q=O,V=K;let X=null,Y=!1,Tt=!1;if(w){let At=zt.get(w);if(At.__useDefaultFramebuffer!==
void 0){bt.bindFramebuffer(F.FRAMEBUFFER,At.__webglFramebuffer),it.copy(w.viewport),ut.copy(w.scissor),ht=w.scissorTest,bt.viewport(it),bt.scissor(ut),bt.setScissorTest(ht),Z=-1;return}else if(At.__webglFramebuffer===void 0)qt.setupRenderTarget(w);else if(At.__hasExternalTextures)qt.rebindTextures(w,zt.get(w.texture).__webglTexture,zt.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let jt=w.
depthTexture;if(At.__boundDepthTexture!==jt){if(jt!==null&&zt.has(jt)&&(w.width!==jt.image.width||w.height!==jt.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");qt.setupDepthRenderbuffer(w)}}let It=w.texture;(It.isData3DTexture||It.isDataArrayTexture||It.isCompressedArrayTexture)&&(Tt=!0);let kt=zt.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?
(Array.isArray(kt[O])?X=kt[O][K]:X=kt[O],Y=!0):w.samples>0&&qt.useMultisampledRTT(w)===!1?X=zt.get(w).__webglMultisampledFramebuffer:Array.isArray(kt)?X=kt[K]:X=kt,it.copy(w.viewport),ut.copy(w.scissor),ht=w.scissorTest}else it.copy(Vt).multiplyScalar(St).floor(),ut.copy(he).multiplyScalar(St).floor(),ht=ae;if(K!==0&&(X=G),bt.bindFramebuffer(F.FRAMEBUFFER,X)&&bt.drawBuffers(w,X),bt.viewport(it),bt.
scissor(ut),bt.setScissorTest(ht),Y){let At=zt.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+O,At.__webglTexture,K)}else if(Tt){let At=O;for(let It=0;It<w.textures.length;It++){let kt=zt.get(w.textures[It]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+It,kt.__webglTexture,K,At)}}else if(w!==null&&K!==0){let At=zt.get(w.texture);
F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,At.__webglTexture,K)}Z=-1};function rr(w){let O=zt.get(w);return(O.__readFormat!==w.format||O.__readType!==w.type)&&(O.__readFormat=w.format,O.__readType=w.type,O.__formatReadable=re.textureFormatReadable(w.format),O.__typeReadable=re.textureTypeReadable(w.type)),O}this.readRenderTargetPixels=function(w,O,K,X,Y,Tt,Pt,At=0){if(!(w&&
w.isWebGLRenderTarget)){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let It=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(It)&&(It=It[0])),It){bt.bindFramebuffer(F.FRAMEBUFFER,It);try{let kt=w.textures[At],jt=kt.format,ue=kt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+At);let Bt=rr(
kt);if(Bt.__formatReadable===!1){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Bt.__typeReadable===!1){Qt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}O>=0&&O<=w.width-X&&K>=0&&K<=w.height-Y&&F.readPixels(O,K,X,Y,gt.convert(jt),gt.convert(ue),Tt)}finally{
let kt=lt!==null?zt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(F.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(w,O,K,X,Y,Tt,Pt,At=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let It=zt.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pt!==void 0&&(It=It[Pt],Array.isArray(
It)&&(It=It[0])),It)if(O>=0&&O<=w.width-X&&K>=0&&K<=w.height-Y){bt.bindFramebuffer(F.FRAMEBUFFER,It);let kt=w.textures[At],jt=kt.format,ue=kt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+At);let Bt=rr(kt);if(Bt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Bt.__typeReadable===
!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let fe=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,fe),F.bufferData(F.PIXEL_PACK_BUFFER,Tt.byteLength,F.STREAM_READ),F.readPixels(O,K,X,Y,gt.convert(jt),gt.convert(ue),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let Ye=lt!==null?zt.get(lt).__webglFramebuffer:
null;bt.bindFramebuffer(F.FRAMEBUFFER,Ye);let Te=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await Vg(F,Te,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,fe),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Tt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(fe),F.deleteSync(Te),Tt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},
this.copyFramebufferToTexture=function(w,O=null,K=0){let X=Math.pow(2,-K),Y=Math.floor(w.image.width*X),Tt=Math.floor(w.image.height*X),Pt=O!==null?O.x:0,At=O!==null?O.y:0;qt.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Pt,At,Y,Tt),bt.unbindTexture()},this.copyTextureToTexture=function(w,O,K=null,X=null,Y=0,Tt=0){let Pt,At,It,kt,jt,ue,Bt,fe,Ye,Te=w.isCompressedTexture?w.mipmaps[Tt]:w.image;
if(K!==null)Pt=K.max.x-K.min.x,At=K.max.y-K.min.y,It=K.isBox3?K.max.z-K.min.z:1,kt=K.min.x,jt=K.min.y,ue=K.isBox3?K.min.z:0;else{let le=Math.pow(2,-Y);Pt=Math.floor(Te.width*le),At=Math.floor(Te.height*le),w.isDataArrayTexture?It=Te.depth:w.isData3DTexture?It=Math.floor(Te.depth*le):It=1,kt=0,jt=0,ue=0}X!==null?(Bt=X.x,fe=X.y,Ye=X.z):(Bt=0,fe=0,Ye=0);let Ae=gt.convert(O.format),pn=gt.convert(O.type),
Ut;O.isData3DTexture?(qt.setTexture3D(O,0),Ut=F.TEXTURE_3D):O.isDataArrayTexture||O.isCompressedArrayTexture?(qt.setTexture2DArray(O,0),Ut=F.TEXTURE_2D_ARRAY):(qt.setTexture2D(O,0),Ut=F.TEXTURE_2D),bt.activeTexture(F.TEXTURE0),bt.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,O.flipY),bt.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,O.premultiplyAlpha),bt.pixelStorei(F.UNPACK_ALIGNMENT,O.unpackAlignment);let on=bt.
getParameter(F.UNPACK_ROW_LENGTH),pe=bt.getParameter(F.UNPACK_IMAGE_HEIGHT),$i=bt.getParameter(F.UNPACK_SKIP_PIXELS),an=bt.getParameter(F.UNPACK_SKIP_ROWS),or=bt.getParameter(F.UNPACK_SKIP_IMAGES);bt.pixelStorei(F.UNPACK_ROW_LENGTH,Te.width),bt.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Te.height),bt.pixelStorei(F.UNPACK_SKIP_PIXELS,kt),bt.pixelStorei(F.UNPACK_SKIP_ROWS,jt),bt.pixelStorei(F.UNPACK_SKIP_IMAGES,
ue);let Ci=w.isDataArrayTexture||w.isData3DTexture,Zi=O.isDataArrayTexture||O.isData3DTexture;if(w.isDepthTexture){let le=zt.get(w),Ke=zt.get(O),On=zt.get(le.__renderTarget),Ee=zt.get(Ke.__renderTarget);bt.bindFramebuffer(F.READ_FRAMEBUFFER,On.__webglFramebuffer),bt.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ee.__webglFramebuffer);for(let ln=0;ln<It;ln++)Ci&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.
COLOR_ATTACHMENT0,zt.get(w).__webglTexture,Y,ue+ln),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,zt.get(O).__webglTexture,Tt,Ye+ln)),F.blitFramebuffer(kt,jt,kt+Pt,jt+At,Bt,fe,Bt+Pt,fe+At,F.DEPTH_BUFFER_BIT,F.NEAREST);bt.bindFramebuffer(F.READ_FRAMEBUFFER,null),bt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Y!==0||w.isRenderTargetTexture||zt.has(w)){let le=zt.get(w),Ke=zt.get(
O);bt.bindFramebuffer(F.READ_FRAMEBUFFER,L),bt.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let On=0;On<It;On++)Ci?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,le.__webglTexture,Y,ue+On):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,le.__webglTexture,Y),Zi?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Ke.__webglTexture,Tt,Ye+On):F.framebufferTexture2D(
F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Ke.__webglTexture,Tt),Y!==0?F.blitFramebuffer(kt,jt,kt+Pt,jt+At,Bt,fe,Bt+Pt,fe+At,F.COLOR_BUFFER_BIT,F.NEAREST):Zi?F.copyTexSubImage3D(Ut,Tt,Bt,fe,Ye+On,kt,jt,Pt,At):F.copyTexSubImage2D(Ut,Tt,Bt,fe,kt,jt,Pt,At);bt.bindFramebuffer(F.READ_FRAMEBUFFER,null),bt.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else Zi?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(
Ut,Tt,Bt,fe,Ye,Pt,At,It,Ae,pn,Te.data):O.isCompressedArrayTexture?F.compressedTexSubImage3D(Ut,Tt,Bt,fe,Ye,Pt,At,It,Ae,Te.data):F.texSubImage3D(Ut,Tt,Bt,fe,Ye,Pt,At,It,Ae,pn,Te):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Tt,Bt,fe,Pt,At,Ae,pn,Te.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Tt,Bt,fe,Te.width,Te.height,Ae,Te.data):F.texSubImage2D(F.TEXTURE_2D,Tt,Bt,fe,Pt,At,Ae,
pn,Te);bt.pixelStorei(F.UNPACK_ROW_LENGTH,on),bt.pixelStorei(F.UNPACK_IMAGE_HEIGHT,pe),bt.pixelStorei(F.UNPACK_SKIP_PIXELS,$i),bt.pixelStorei(F.UNPACK_SKIP_ROWS,an),bt.pixelStorei(F.UNPACK_SKIP_IMAGES,or),Tt===0&&O.generateMipmaps===!0&&O.mipmapsAutoUpdate===!0&&F.generateMipmap(Ut),bt.unbindTexture()},this.initRenderTarget=function(w){zt.get(w).__webglFramebuffer===void 0&&qt.setupRenderTarget(w)},
this.initTexture=function(w){w.isCubeTexture?qt.setTextureCube(w,0):w.isData3DTexture?qt.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?qt.setTexture2DArray(w,0):qt.setTexture2D(w,0),bt.unbindTexture()},this.resetState=function(){q=0,V=0,lt=null,bt.reset(),Mt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){
return ui}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=ge._getDrawingBufferColorSpace(t),e.unpackColorSpace=ge._getUnpackColorSpace()}};var P0=.16,_1=1.2,v1=.004,y1=.15,M1=.01,I0=2.2,uh=class{constructor(t,e,n,s){this.spec=t,this.bodies=s,this.size=e.scene.size,this.rows=S1(t,e,n),this.material=new Js({transparent:!0,opacity:.92,depthTest:!0}),this.group=new Hn,this.group.visible=!1;let r=new As(1,1,1,8,1,!0).translate(0,.5,0).rotateX(Math.PI/2),o=new na(1,1,12).translate(0,.5,0).rotateX(Math.PI/2);[this.shafts,this.heads]=[r,o].map(
a=>this.instances(a)),this.shafts.onBeforeRender=a=>a.clearDepth(),this.factor=1,this.scale=t.scale??0,this.usual=0,this.place3=[0,0,0]}instances(t){let e=new Jo(t,this.material,Math.max(this.rows.length,1));return e.instanceMatrix.setUsage(ya),e.frustumCulled=!1,e.count=0,e.renderOrder=6,this.group.add(e),e}get empty(){return this.rows.length===0}setTheme(t,e){this.material.color.set(t.arrows[e%t.
arrows.length]),this.colour=t.arrows[e%t.arrows.length]}get shown(){return this.scale*this.factor}largest(t){let e=0;for(let n of this.rows){let s=0;for(let r=0;r<n.axes;r++)s+=t[n.at+r]**2;e=Math.max(e,s)}return Math.sqrt(e)}learn(t){if(this.spec.scale||this.fitted)return;let e=this.largest(t);if(!(e>0)||!Number.isFinite(e))return;let n=Math.min(e,4*this.usual||e)-this.usual;this.usual+=this.usual?
(n>0?y1:M1)*n:n;let s=P0*this.size/this.usual;(!this.scale||s>I0*this.scale||s<this.scale/I0)&&(this.scale=Ds(s))}fit(t){if(this.spec.scale)return;let e=[];for(let n of t.times){t.seek(n);let s=this.largest(t.outputs);s>0&&e.push(s)}e.length&&(this.scale=Ds(P0*this.size/e.sort((n,s)=>n-s)[Math.floor(.5*(e.length-1))]),this.fitted=!0)}place(t,e){if(this.learn(t),!this.group.visible)return;this.group.
position.set(e[0],e[1],e[2]);let n=this.shown,s=0;for(let r of this.rows){let o=t[r.at],a=t[r.at+1],l=r.axes>2?t[r.at+2]:0,c=Math.sqrt(o*o+a*a+l*l),f=Math.min(c*n,_1*this.size);if(f>v1*this.size){this.bodies.point(t,r.body,r.local,this.place3);for(let h=0;h<3;h++)this.place3[h]-=e[h];this.write(s++,o/c,a/c,l/c,f)}}this.shafts.count=this.heads.count=s,this.shafts.instanceMatrix.needsUpdate=this.heads.
instanceMatrix.needsUpdate=!0}write(t,e,n,s,r){let o=.0055*this.size,a=Math.min(.045*this.size,.5*r),l=Math.abs(s)<.9,c=l?n:0,f=l?-e:s,h=l?0:-n,u=Math.sqrt(c*c+f*f+h*h);c/=u,f/=u,h/=u;let d=n*h-s*f,g=s*c-e*h,v=e*f-n*c,[p,m,S]=this.place3,A=r-a;L0(this.shafts.instanceMatrix.array,t,o,c,f,h,d,g,v,A*e,A*n,A*s,p,m,S);let M=.4*a;L0(this.heads.instanceMatrix.array,t,M,c,f,h,d,g,v,a*e,a*n,a*s,p+A*e,m+A*n,
S+A*s)}};function L0(i,t,e,n,s,r,o,a,l,c,f,h,u,d,g){let v=16*t;i[v]=e*n,i[v+1]=e*s,i[v+2]=e*r,i[v+3]=0,i[v+4]=e*o,i[v+5]=e*a,i[v+6]=e*l,i[v+7]=0,i[v+8]=c,i[v+9]=f,i[v+10]=h,i[v+11]=0,i[v+12]=u,i[v+13]=d,i[v+14]=g,i[v+15]=1}function S1(i,t,e){let n=e.find(i.field);if(!n||n.axis!==n.field.dims.length-2)return[];let s=e.names(n.field,n.axis),r=n.field.shape[n.axis+1];return s.map((a,l)=>{let c=t.bodies.
findIndex(f=>f.name===a);return{body:c,at:n.start+l*r,axes:r,local:t.bodies[c]?.com??[0,0,0]}}).filter(a=>a.body>=0)}var N0=Math.cos(38*Math.PI/180),b1=1e-5;function fh(i,t,e=!0){let n=D0(i,t),s=U0(i),r=new Float32Array(t.length*3);for(let a=0;a<t.length;a++)for(let l=0;l<3;l++)r[3*a+l]=i[3*t[a]+l];let o=e?A1(n,t,s):T1(n,t.length);return{positions:r,normals:o,lines:w1(i,t,n,s)}}function w1(i,t,e=D0(i,t),n=U0(i)){let s=new Map,r=i.length;for(let a=0;a<t.length;a++){let l=a%3===2?a-2:a+1,c=n[t[a]],f=n[t[l]],h=c<f?
c*r+f:f*r+c,u=s.get(h);u?u.other=Math.floor(a/3):s.set(h,{a:c,b:f,face:Math.floor(a/3),other:-1})}let o=[];for(let{a,b:l,face:c,other:f}of s.values())if(!(f>=0&&O0(e,c,f)>N0))for(let h of[a,l])o.push(i[3*h],i[3*h+1],i[3*h+2]);return Float32Array.from(o)}function D0(i,t){let e=new Float32Array(t.length);for(let n=0;n<t.length;n+=3){let s=3*t[n],r=3*t[n+1],o=3*t[n+2],a=i[r]-i[s],l=i[r+1]-i[s+1],c=i[r+
2]-i[s+2],f=i[o]-i[s],h=i[o+1]-i[s+1],u=i[o+2]-i[s+2];e[n]=l*u-c*h,e[n+1]=c*f-a*u,e[n+2]=a*h-l*f}return e}function U0(i){let t=0;for(let r of i)t=Math.max(t,Math.abs(r));let e=b1*t||1,n=new Map,s=new Int32Array(i.length/3);for(let r=0;r<s.length;r++){let o=`${Math.round(i[3*r]/e)},${Math.round(i[3*r+1]/e)},${Math.round(i[3*r+2]/e)}`;n.has(o)||n.set(o,r),s[r]=n.get(o)}return s}function T1(i,t){let e=new Float32Array(
t*3);for(let n=0;n<t;n++)F0(e,n,i,[Math.floor(n/3)]);return e}function A1(i,t,e){let n=new Map;for(let r=0;r<t.length;r++){let o=e[t[r]];n.has(o)||n.set(o,[]),n.get(o).push(Math.floor(r/3))}let s=new Float32Array(t.length*3);for(let r=0;r<t.length;r++){let o=Math.floor(r/3);F0(s,r,i,n.get(e[t[r]]).filter(a=>a===o||O0(i,o,a)>=N0))}return s}function F0(i,t,e,n){let s=0,r=0,o=0;for(let l of n)s+=e[3*
l],r+=e[3*l+1],o+=e[3*l+2];let a=Math.sqrt(s*s+r*r+o*o)||1;i[3*t]=s/a,i[3*t+1]=r/a,i[3*t+2]=o/a}function O0(i,t,e){let n=i[3*t],s=i[3*t+1],r=i[3*t+2],o=i[3*e],a=i[3*e+1],l=i[3*e+2],c=Math.sqrt((n*n+s*s+r*r)*(o*o+a*a+l*l));return c>0?(n*o+s*a+r*l)/c:1}var ph=class{constructor(t,e){this.group=new Hn,this.spec=t.bodies,this.materials=new Map,this.lines=new Ts({transparent:!0,opacity:.35}),this.position=e.find("body_position"),this.rotation=e.find("body_rotation"),this.quaternion=e.find("body_quaternion");let n=t.meshes.map(r=>C1(r)),s=.006*t.scene.size;this.meshes=t.bodies.map((r,o)=>this.makeBody(r,o,n,s)),this.rods=t.bodies.map((r,o)=>r.mesh===
null&&r.parent>=0?this.makeRod(o,s):null),this.ends=t.bodies.map(r=>r.mesh===null?[0,0,0]:n[r.mesh].end),this.centre=[0,0,0]}makeBody(t,e,n,s){let r=t.mesh===null?null:n[t.mesh];if(!r)return null;let o=new Ge(r.faces,this.material(t,e,r.thin));return o.matrixAutoUpdate=!1,o.frustumCulled=!1,o.castShadow=!0,o.receiveShadow=!r.thin,r.lines&&o.add(new Xs(r.lines,this.lines)),o.userData.thickness=s,this.
group.add(o),o}makeRod(t,e){let n=new As(e,e,1,10).rotateX(Math.PI/2).translate(0,0,.5),s=new Ge(n,this.material({role:"rod"},t,!1));return s.frustumCulled=!1,s.castShadow=!0,this.group.add(s),s}material(t,e,n){let s=t.role??"body",r=`${s} ${s==="body"?e%2:0} ${n}`;if(!this.materials.has(r)){let o=new Zs({roughness:.55,metalness:0,side:n?Yn:Gi});n&&s==="wing"&&Object.assign(o,{transparent:!0,opacity:.82}),
o.userData={role:s,rank:e,spare:this.materials.size},this.materials.set(r,o)}return this.materials.get(r)}setTheme(t){for(let e of this.materials.values()){let{role:n,rank:s,spare:r}=e.userData;e.color=new Xt(Da(t,n,s,r))}this.lines.color=new Xt(t.crease)}place(t){let e=this.position.start;for(let n=0;n<this.meshes.length;n++){let s=this.meshes[n];s?(this.turn(s.matrix.elements,t,n),s.matrix.elements[12]=
t[e+3*n],s.matrix.elements[13]=t[e+3*n+1],s.matrix.elements[14]=t[e+3*n+2],s.matrixWorldNeedsUpdate=!0):this.rods[n]&&this.span(this.rods[n],t,e+3*n,e+3*this.spec[n].parent)}}middle(t){for(let e=0;e<3;e++){let n=0;for(let s=0;s<this.spec.length;s++)n+=t[this.position.start+3*s+e];this.centre[e]=n/this.spec.length}}reach(t,e){let n=0;for(let s=0;s<this.spec.length;s++){this.point(t,s,this.ends[s],dh);
let r=dh[0]-e[0],o=dh[1]-e[1],a=dh[2]-e[2];n=Math.max(n,r*r+o*o+a*a)}return Math.sqrt(n)}turn(t,e,n){if(this.rotation){let c=this.rotation.start+9*n;t[0]=e[c],t[4]=e[c+1],t[8]=e[c+2],t[1]=e[c+3],t[5]=e[c+4],t[9]=e[c+5],t[2]=e[c+6],t[6]=e[c+7],t[10]=e[c+8];return}let s=this.quaternion.start+4*n,r=e[s],o=e[s+1],a=e[s+2],l=e[s+3];t[0]=1-2*(a*a+l*l),t[4]=2*(o*a-r*l),t[8]=2*(o*l+r*a),t[1]=2*(o*a+r*l),t[5]=
1-2*(o*o+l*l),t[9]=2*(a*l-r*o),t[2]=2*(o*l-r*a),t[6]=2*(a*l+r*o),t[10]=1-2*(o*o+a*a)}span(t,e,n,s){t.position.set(e[n],e[n+1],e[n+2]);let r=e[s]-e[n],o=e[s+1]-e[n+1],a=e[s+2]-e[n+2],l=Math.sqrt(r*r+o*o+a*a);t.visible=l>1e-9,t.visible&&(t.lookAt(e[s],e[s+1],e[s+2]),t.scale.set(1,1,l))}point(t,e,n,s){let r=E1;this.turn(r,t,e);let o=this.position.start+3*e;for(let a=0;a<3;a++)s[a]=t[o+a]+r[a]*n[0]+r[4+
a]*n[1]+r[8+a]*n[2];return s}},E1=new Float64Array(16),dh=[0,0,0];function R1(i){let t=0,e=0;for(let n=0;n<i.length;n+=3){let s=i[n]**2+i[n+1]**2+i[n+2]**2;s>t&&([t,e]=[s,n])}return[i[e],i[e+1],i[e+2]]}function C1(i){let{points:t,triangles:e,smooth:n,thin:s}=Na(i),{positions:r,normals:o,lines:a}=fh(t,e,n),l=new tn;l.setAttribute("position",new qe(r,3)),l.setAttribute("normal",new qe(o,3));let c=a.
length?new tn().setAttribute("position",new qe(a,3)):null;return{faces:l,lines:c,thin:s,end:R1(t)}}var P1={free:{azimuth:-.9,elevation:.55},top:{azimuth:-Math.PI/2,elevation:Math.PI/2-.001},side:{azimuth:-Math.PI/2,elevation:.06}},B0={xy:{azimuth:-1.05,elevation:.8},xz:{azimuth:-1.15,elevation:.22},yz:{azimuth:-.35,elevation:.3},"3d":{azimuth:-.85,elevation:.42}},I1=.35,mh=class{constructor(t,e){this.stage=t,this.focus=[0,0,0],this.offset=[0,0,0],this.following=!0,this.view="start",Object.assign(
this,B0[e]??B0["3d"]),this.zoom=1,this.lowest=-1.5,this.room=t.size,this.taken=t.size}get distance(){let{width:t,height:e}=this.stage.clear,n=Math.tan(this.stage.camera.fov*Math.PI/360),s=n*t/this.stage.height,r=n*e/this.stage.height,o=this.room;return Math.max(.56*o/s,.5*o/r)/this.zoom}choose(t){this.view=t,Object.assign(this,P1[t],{zoom:1}),this.offset.fill(0)}turn(t,e){this.azimuth-=t,this.elevation=
Math.min(Math.max(this.elevation+e,this.lowest),Math.PI/2-.001),this.view="own"}scale(t){this.zoom=Math.min(Math.max(this.zoom*t,.08),25)}shift(t,e){let n=2*Math.tan(this.stage.camera.fov*Math.PI/360)*this.distance/this.stage.height,{azimuth:s,elevation:r}=this,o=[-Math.sin(s),Math.cos(s),0],a=[-Math.sin(r)*Math.cos(s),-Math.sin(r)*Math.sin(s),Math.cos(r)];for(let l=0;l<3;l++)this.offset[l]+=n*(-t*
o[l]+e*a[l])}make(t){Number.isFinite(t)&&(this.taken=Math.max(this.taken,Math.min(1.9*t,3*this.stage.size)))}jump(t){this.room=this.taken;for(let e=0;e<3;e++)this.focus[e]=t[e]}follow(t,e){let n=1-Math.exp(-e/I1),s=Math.abs(this.taken-this.room)>.01*this.room?1:0;if(this.room+=n*(this.taken-this.room),!this.following)return s>0;for(let r=0;r<3;r++){let o=n*(t[r]-this.focus[r]);Number.isFinite(o)&&
(this.focus[r]+=o),s+=Math.abs(o)}return s>1e-4*this.stage.size}apply(){let{camera:t}=this.stage,e=this.distance,n=e*Math.cos(this.elevation),[s,r,o]=this.aim(L1);t.position.set(s+n*Math.cos(this.azimuth),r+n*Math.sin(this.azimuth),o+e*Math.sin(this.elevation)),t.up.set(0,0,1),t.near=.02*e,t.far=e+80*this.stage.size,t.lookAt(s,r,o),t.updateProjectionMatrix()}aim(t){for(let e=0;e<3;e++)t[e]=this.focus[e]+
this.offset[e];return t}get text(){return[this.azimuth.toFixed(3),this.elevation.toFixed(3),this.zoom.toFixed(3),...this.offset.map(t=>t.toPrecision(3)),this.following?1:0].join(",")}set text(t){let e=t.split(",").map(Number);e.length!==7||!e.every(Number.isFinite)||([this.azimuth,this.elevation]=e,this.zoom=Math.min(Math.max(e[2],.08),25),this.offset=e.slice(3,6),this.following=e[6]===1,this.view=
"own")}},L1=[0,0,0];var io=4,gh=1e9,N1=`
float lineAt(vec2 place, float cell, float width) {
  vec2 scaled = place / cell;
  vec2 wide = fwidth(scaled);
  vec2 near = abs(fract(scaled - 0.5) - 0.5) / max(wide, vec2(1e-6));
  vec2 ink = clamp(width + 0.5 - near, 0.0, 1.0) * (1.0 - smoothstep(0.25, 0.6, wide));
  return max(ink.x, ink.y);
}
`,D1=`
vec2 place = vLocal + uOffset;
vec3 paint = diffuse;
float alongX = vLocal.x + uFocus.x;
for (int k = 0; k < ${io}; k++) {
  vec4 region = uRegions[k];
  if (alongX >= region.x && alongX < region.y) paint = uColours[k];
}
float fine = lineAt(place, uCell, 0.6) * 0.22;
float strong = lineAt(place, uCell * 5.0, 0.9) * 0.5;
paint = mix(paint, uLine, max(fine, strong));
float away = length(vLocal) / uReach;
diffuseColor.rgb = paint;
diffuseColor.a = uCover * (1.0 - smoothstep(0.25, 1.0, away)) ;
diffuseColor.a = max(diffuseColor.a, max(fine, strong) * 0.8 * (1.0 - smoothstep(0.2, 0.9, away)));
`,xh=class{constructor({cell:t,reach:e,level:n,cover:s,regions:r,wet:o}){this.cell=t,this.level=n,this.wet=o,this.regions=r.slice(0,io),this.uniforms={uCell:{value:t},uReach:{value:e},uCover:{value:s},uOffset:{value:new te},uFocus:{value:new te},uLine:{value:new Xt},uRegions:{value:Array.from({length:io},(a,l)=>U1(this.regions[l]))},uColours:{value:Array.from({length:io},()=>new Xt)}},this.material=
new Js({transparent:!0,depthWrite:s>.9}),this.material.onBeforeCompile=a=>this.addGrid(a),this.mesh=new Ge(new qs(e,64),this.material),this.mesh.receiveShadow=!0,this.mesh.frustumCulled=!1,this.mesh.renderOrder=o?2:-2}addGrid(t){Object.assign(t.uniforms,this.uniforms),t.vertexShader=`varying vec2 vLocal;
`+t.vertexShader.replace("#include <begin_vertex>",`#include <begin_vertex>
vLocal = position.xy;`);let e=`varying vec2 vLocal; uniform float uCell, uReach, uCover; uniform vec2 uOffset, uFocus; uniform vec3 uLine;
uniform vec4 uRegions[${io}]; uniform vec3 uColours[${io}];
`;t.fragmentShader=e+N1+t.fragmentShader.replace("#include <color_fragment>",`#include <color_fragment>
`+D1)}setTheme(t){this.material.color.set(this.wet?t.shallow:t.ground),this.uniforms.uLine.value.set(t.strong);let e={land:t.land,water:t.water};this.regions.forEach((n,s)=>this.uniforms.uColours.value[s].set(e[n.name]??t.region))}follow(t,e){this.mesh.position.set(t,e,this.level);let n=5*this.cell;this.uniforms.uOffset.value.set(t-n*Math.floor(t/n),e-n*Math.floor(e/n)),this.uniforms.uFocus.value.
set(t,e)}};function U1(i){return i?new De(i.from??-gh,i.to??gh,0,0):new De(gh,-gh,0,0)}var so=7,_h=class{constructor(t,e,n){Object.assign(this,{spacing:t,level:n}),this.group=new Hn,this.labels=Array.from({length:so},()=>F1(e));for(let s of this.labels)this.group.add(s.mesh);this.colour="#555"}setTheme(t){this.colour=t.label;for(let e of this.labels)e.text=null}follow(t,e){let n=Math.round(t/this.spacing),s=(Math.round(e/this.spacing)-1)*this.spacing;for(let r=0;r<so;r++){let o=n+r-
(so-1)/2,a=this.labels[(o%so+so)%so];a.mesh.position.set(o*this.spacing,s,this.level+.001*this.spacing);let l=`${Xe(o*this.spacing,6)} m`;a.text!==l&&O1(a,l,this.colour)}}};function F1(i){let t=document.createElement("canvas");t.width=256,t.height=64;let e=new Qo(t);e.colorSpace=Cn,e.minFilter=Pn,e.generateMipmaps=!1;let n=new qr({map:e,transparent:!0,depthWrite:!1}),s=new Ge(new $s(4*i,i).translate(
2.2*i,.6*i,0),n);return s.renderOrder=-1,{mesh:s,canvas:t,texture:e,text:null}}function O1(i,t,e){i.text=t;let n=i.canvas.getContext("2d");n.clearRect(0,0,256,64),n.font="500 44px system-ui, sans-serif",n.fillStyle=e,n.textBaseline="middle",n.fillText(t,4,34),i.texture.needsUpdate=!0}function B1(i,t,e){let n=i.map(([a,l])=>new te(a,l));n.length>1&&n[0].distanceTo(n[n.length-1])<1e-12&&(n=n.slice(0,-1)),Zr.area(n)<0&&n.reverse();let s=n.length,r=[...n.flatMap(a=>[a.x,a.y,t]),...n.flatMap(a=>[a.x,a.y,e])],o=[];for(let[a,l,c]of Zr.triangulateShape(n,[]))o.push(s+a,s+l,s+c,c,l,a);for(let a=0;a<s;a++){let l=(a+1)%s;o.push(a,l,s+l,a,s+l,s+a)}return{points:Float32Array.from(r),triangles:o}}
var vh=class{constructor(t){this.group=new Hn,this.material=new Zs({roughness:.85}),this.lines=new Ts({transparent:!0,opacity:.3});for(let e of[...t.obstacles??[],...t.walls??[]])this.add(e,t)}add(t,e){let n=t.outline.filter(u=>Number.isFinite(u[0]));if(n.length<3)return;let s=t.base??e.level??0,{points:r,triangles:o}=B1(n,s,s+(t.height??.12*e.size)),{positions:a,normals:l,lines:c}=fh(r,o),f=new tn;
f.setAttribute("position",new qe(a,3)),f.setAttribute("normal",new qe(l,3));let h=new Ge(f,this.material);h.castShadow=h.receiveShadow=!0,h.add(new Xs(new tn().setAttribute("position",new qe(c,3)),this.lines)),this.group.add(h)}setTheme(t){this.material.color.set(t.obstacle),this.lines.color.set(t.crease)}};var Vf=[-.6,-.2,1.15],k0=1024,yh=class{constructor(t,e){this.size=e,this.renderer=new lh({canvas:t,antialias:!0,alpha:!0,powerPreference:"low-power"}),this.renderer.outputColorSpace=Cn,this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Ks,this.renderer.setClearColor(new Xt(0),0),this.scene=new Xo,this.camera=new Gn(36,1,.01*e,400*e),this.camera.up.set(0,0,1),this.insets={left:0,right:0,
top:0,bottom:0},this.addLights()}addLights(){this.sky=new la(16777215,8947848,1),this.sky.position.set(0,0,1),this.sun=new ua(16777215,1),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(k0,k0);let t=1.25*this.size;Object.assign(this.sun.shadow.camera,{left:-t,right:t,top:t,bottom:-t,near:.1*this.size,far:8*this.size}),this.sun.shadow.normalBias=.004*this.size,this.sun.shadow.radius=3,this.scene.
add(this.sky,this.sun,this.sun.target)}setTheme(t){this.sky.color.set(t.sky),this.sky.groundColor.set(t.earth),this.sky.intensity=t.hemisphere,this.sun.color.set(t.sun),this.sun.intensity=t.sunlight,this.sun.shadow.intensity=Math.min(1,2*t.shadow)}lightAt(t,e,n){this.sun.target.position.set(t,e,n),this.sun.position.set(t+3*this.size*Vf[0],e+3*this.size*Vf[1],n+3*this.size*Vf[2])}resize(t,e){this.width=
Math.max(t,1),this.height=Math.max(e,1),this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio||1,2)),this.renderer.setSize(this.width,this.height,!1),this.frameAll()}setInsets(t){Object.assign(this.insets,t),this.frameAll()}get clear(){let{left:t,right:e,top:n,bottom:s}=this.insets;return{width:Math.max(this.width-t-e,80),height:Math.max(this.height-n-s,80)}}frameAll(){if(!this.width)return;
let{left:t,right:e,top:n,bottom:s}=this.insets;this.camera.aspect=this.width/this.height,this.camera.setViewOffset(this.width,this.height,(e-t)/2,(s-n)/2,this.width,this.height),this.camera.updateProjectionMatrix()}render(){this.renderer.render(this.scene,this.camera)}dispose(){this.renderer.dispose()}};var ro=2048,k1=`
attribute vec3 along; attribute float side;
uniform vec2 uView; uniform float uWidth;
void main() {
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 there = projectionMatrix * modelViewMatrix * vec4(position + along, 1.0);
  vec2 way = (there.xy / there.w - here.xy / here.w) * uView;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  here.xy += vec2(-way.y, way.x) * side * uWidth / uView * here.w;
  gl_Position = here;
}`,z1=`
uniform vec3 uColour;
void main() { gl_FragColor = vec4(uColour, 0.75); 
  #include <colorspace_fragment>
}`,Mh=class{constructor(t){this.first=t;let e=r=>new qe(new Float32Array(2*ro*r),r).setUsage(ya);this.geometry=new tn,this.places=e(3),this.ways=e(3);let n=e(1);for(let r=0;r<2*ro;r++)n.array[r]=r%2?-1:1;this.geometry.setAttribute("position",this.places).setAttribute("along",this.ways).setAttribute("side",n);let s=new Uint16Array(6*(ro-1));for(let r=0;r<ro-1;r++)s.set([2*r,2*r+1,2*r+2,2*r+2,2*r+1,
2*r+3],6*r);this.geometry.setIndex(new qe(s,1)),this.uniforms={uColour:{value:new Xt},uView:{value:new te(1,1)},uWidth:{value:2}},this.mesh=new Ge(this.geometry,new Xn({uniforms:this.uniforms,vertexShader:k1,fragmentShader:z1,transparent:!0,depthWrite:!1,side:2})),this.mesh.frustumCulled=!1,this.mesh.renderOrder=1,this.clear()}clear(){this.count=0,this.step=this.first,this.geometry.setDrawRange(0,
0)}setTheme(t){this.uniforms.uColour.value.set(t.path)}resize(t,e){this.uniforms.uView.value.set(t,e)}add(t,e,n){Number.isFinite(t+e+n)&&(this.count>=2&&this.distance(this.count-2,t,e,n)<this.step&&this.count--,this.count===ro&&this.halve(),this.write(this.count,t,e,n),this.count++,this.geometry.setDrawRange(0,6*Math.max(this.count-1,0)))}write(t,e,n,s){let r=this.places.array;for(let o=2*t;o<2*t+
2;o++)r[3*o]=e,r[3*o+1]=n,r[3*o+2]=s;if(t>0)for(let o=0;o<3;o++){let a=r[6*t+o]-r[6*(t-1)+o];this.ways.array[6*t+o]=this.ways.array[6*t+3+o]=a,t===1&&(this.ways.array[o]=this.ways.array[3+o]=a)}this.upload(2*Math.max(t-1,0),2*t+2)}upload(t,e){for(let n of[this.places,this.ways]){let s=n.updateRanges.length;s>8&&n.clearUpdateRanges(),s>8?n.addUpdateRange(0,n.array.length):n.addUpdateRange(3*t,3*(e-
t)),n.needsUpdate=!0}}distance(t,e,n,s){let r=this.places.array;return Math.hypot(r[6*t]-e,r[6*t+1]-n,r[6*t+2]-s)}halve(){let t=this.places.array,e=ro/2;for(let n=0;n<e;n++)this.write(n,t[12*n],t[12*n+1],t[12*n+2]);this.count=e,this.step*=2}};var V1=`
varying vec2 vLocal; varying vec3 vView;
void main() {
  vLocal = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vView = -seen.xyz;
  gl_Position = projectionMatrix * seen;
}`,G1=`
varying vec2 vLocal; varying vec3 vView;
uniform vec2 uOffset; uniform float uWave, uReach, uTime; uniform vec3 uShallow, uDeep;
vec2 slope(vec2 p) {
  vec2 s = vec2(0.0);
  p += 0.35 * vec2(sin(p.y * 1.8850 + 1.0), cos(p.x * 2.5133));
  s += vec2(0.6, 0.8) * cos(dot(p, vec2(0.7, 0.9)) * 6.2832 + uTime * 1.1);
  s += vec2(-0.9, 0.4) * cos(dot(p, vec2(-1.1, 0.5)) * 6.2832 + uTime * 1.4);
  s += vec2(0.9, -0.5) * 0.6 * cos(dot(p, vec2(2.3, -1.2)) * 6.2832 + uTime * 2.0);
  s += vec2(-0.3, 0.9) * 0.5 * cos(dot(p, vec2(-0.9, 2.9)) * 6.2832 + uTime * 2.6);
  return s;
}
void main() {
  vec2 place = (vLocal + uOffset) / uWave;
  float away = length(vLocal) / uReach;
  float wide = length(fwidth(place));
  float calm = (1.0 - smoothstep(0.1, 0.45, wide)) * (1.0 - smoothstep(0.02, 0.3, away));
  vec2 s = slope(place) * 0.055 * calm;
  vec3 up = normalize((viewMatrix * vec4(-s, 1.0, 0.0)).xyz);
  vec3 view = normalize(vView);
  float facing = abs(dot(up, view));
  float glance = pow(1.0 - facing, 3.0);
  vec3 sun = normalize((viewMatrix * vec4(-0.6, -0.2, 1.15, 0.0)).xyz);
  float spark = pow(max(dot(reflect(-sun, up), view), 0.0), 60.0);
  vec3 colour = mix(uDeep, uShallow, clamp(0.3 + glance + 1.9 * (s.x + s.y), 0.0, 1.0)) + 0.22 * spark;
  float alpha = mix(0.34, 0.7, glance) * (1.0 - smoothstep(0.3, 1.0, away));
  gl_FragColor = vec4(colour, alpha);
  #include <colorspace_fragment>
}`,Sh=class{constructor(t,e,n){this.level=t,this.wave=10*.09*e,this.uniforms={uOffset:{value:new te},uWave:{value:.09*e},uReach:{value:n},uTime:{value:0},uShallow:{value:new Xt},uDeep:{value:new Xt}};let s=new Xn({uniforms:this.uniforms,vertexShader:V1,fragmentShader:G1,transparent:!0,depthWrite:!1,side:Yn});this.mesh=new Ge(new qs(n,64),s),this.mesh.frustumCulled=!1,this.mesh.renderOrder=3}setTheme(t){
this.uniforms.uShallow.value.set(t.shallow),this.uniforms.uDeep.value.set(t.deep)}follow(t,e,n){this.mesh.position.set(t,e,this.level),this.uniforms.uOffset.value.set(t-this.wave*Math.floor(t/this.wave),e-this.wave*Math.floor(e/this.wave)),this.uniforms.uTime.value=n%628.3185307}},H1=420,W1=`
uniform vec3 uFocus; uniform float uBox, uDot; varying float vFade;
void main() {
  vec3 place = mod(position - uFocus + 0.5 * uBox, uBox) - 0.5 * uBox;
  vFade = 1.0 - smoothstep(0.25, 0.5, length(place) / uBox);
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uDot / -seen.z, 1.0, 7.0);
}`,X1=`
uniform vec3 uColour; varying float vFade;
void main() {
  float away = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(uColour, 0.55 * vFade * (1.0 - smoothstep(0.25, 0.5, away)));
  #include <colorspace_fragment>
}`,bh=class{constructor(t,e){this.box=4*t;let n=new Float32Array(H1*3),s=7,r=()=>(s=s*16807%2147483647)/2147483647;for(let l=0;l<n.length;l++)n[l]=r()*this.box;let o=new tn().setAttribute("position",new qe(n,3));this.uniforms={uFocus:{value:new J},uBox:{value:this.box},uDot:{value:.012*t*e},uColour:{value:new Xt}};let a=new Xn({uniforms:this.uniforms,vertexShader:W1,fragmentShader:X1,transparent:!0,
depthWrite:!1});this.points=new Ko(o,a),this.points.frustumCulled=!1}setTheme(t){this.uniforms.uColour.value.set(t.particle)}follow(t,e,n){let s=r=>r-this.box*Math.floor(r/this.box);this.points.position.set(t,e,n),this.uniforms.uFocus.value.set(s(t),s(e),s(n))}};var z0=14,wh=class{constructor(t,e,n){let{scene:s}=e;this.payload=e,this.stage=new yh(t,s.size),this.rig=new mh(this.stage,s.view),this.bodies=new ph(e,n),this.arrows=(e.arrows??[]).map(r=>new uh(r,e,n,this.bodies)).filter(r=>!r.empty),this.trace=new Mh(.02*s.size),this.base=n.find("base_position")??this.bodies.position,this.middle=n.find("com_position"),this.centre=[0,0,0],this.aim=[0,0,0],this.addSurroundings(
s),this.stage.scene.add(this.bodies.group,this.trace.mesh,...this.arrows.map(r=>r.group))}addSurroundings(t){let{size:e}=t,n=t.water??null;this.afloat=n!==null&&n.surface!==null&&n.surface!==void 0,this.standing=!!t.ground,this.submerged=n!==null&&!this.afloat&&!this.standing,this.strong=Ds(.45*e),this.cell=this.strong/5,this.level=t.level??0;let s=this.standing?.96:this.afloat?.45:.35;this.hung=!this.
standing&&!this.afloat,this.afloat&&(this.level=n.surface),this.ground=new xh({cell:this.cell,reach:z0*e,level:this.level,cover:s,regions:t.regions??[],wet:this.afloat}),this.solids=new vh(t),this.stage.scene.add(this.ground.mesh,this.solids.group),this.surface=this.afloat?new Sh(n.surface,e,z0*e):null,this.particles=this.submerged?new bh(e,900):null,this.marks=new _h(this.strong,.13*this.strong,this.
level),this.stage.scene.add(this.marks.group),this.surface&&this.stage.scene.add(this.surface.mesh),this.particles&&this.stage.scene.add(this.particles.points),(this.standing||this.afloat)&&(this.rig.lowest=this.standing?.03:-.4)}setTheme(t){let e=vo[t];for(let n of[this.stage,this.bodies,this.ground,this.solids,this.trace,this.marks,this.surface,this.particles])n?.setTheme(e);this.arrows.forEach(
(n,s)=>n.setTheme(e,s))}resize(t,e){this.stage.resize(t,e),this.trace.resize(t,e)}restart(t){this.trace.clear(),this.update(t),this.hung&&this.sink(),this.rig.following&&this.rig.jump(this.centre)}sink(){this.level=this.ground.level=this.marks.level=this.centre[2]-.38*this.stage.size}measure(t){let e=this.middle?this.middle.start:-1;this.bodies.middle(t);for(let n=0;n<3;n++)this.centre[n]=e>=0?t[e+
n]:this.bodies.centre[n];this.rig.make(this.bodies.reach(t,this.centre))}update(t){this.bodies.place(t),this.measure(t),this.trace.add(t[this.base.start],t[this.base.start+1],t[this.base.start+2]);for(let e of this.arrows)e.place(t,this.centre)}draw(t,e){let n=this.rig.follow(this.centre,t),[s,r,o]=this.rig.aim(this.aim);return this.hung&&Math.abs(this.centre[2]-this.level)>1.5*this.stage.size&&this.
sink(),this.ground.follow(s,r),this.marks.follow(s,r),this.surface?.follow(s,r,e),this.particles?.follow(s,r,o),this.stage.lightAt(...this.centre),this.rig.apply(),this.stage.render(),n}dispose(){this.stage.dispose()}};var q1={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]};function G0(i,t,e){let n=new Map,s=0,r=u=>{i.setPointerCapture(u.pointerId),n.set(u.pointerId,[u.clientX,u.clientY]),s=V0(n)},o=u=>{let d=n.get(u.pointerId);if(!d)return;let g=u.clientX-d[0],v=u.clientY-d[1];if(n.set(u.pointerId,[u.clientX,u.clientY]),n.size===2){let p=V0(n);s>0&&t.scale(p/s),s=p,t.shift(g/2,v/2)}else u.buttons&
6||u.shiftKey?t.shift(g,v):t.turn(.0075*g,.0075*v);e()},a=u=>n.delete(u.pointerId),l=u=>{u.preventDefault(),t.scale(Math.exp(-u.deltaY*(u.deltaMode?.05:.0012))),e()},h={pointerdown:r,pointermove:o,pointerup:a,pointercancel:a,contextmenu:u=>u.preventDefault(),keydown:u=>Y1(u,t,e)};for(let[u,d]of Object.entries(h))i.addEventListener(u,d);return i.addEventListener("wheel",l,{passive:!1}),()=>{for(let[
u,d]of Object.entries(h))i.removeEventListener(u,d);i.removeEventListener("wheel",l)}}function Y1(i,t,e){if(i.ctrlKey||i.altKey||i.metaKey)return;let n=q1[i.key];if(n&&i.shiftKey)t.shift(-30*n[0],30*n[1]);else if(n)t.turn(-.1*n[0],.1*n[1]);else if(i.key==="+"||i.key==="=")t.scale(1.15);else if(i.key==="-")t.scale(1/1.15);else return;i.preventDefault(),e()}function V0(i){if(i.size!==2)return 0;let[
t,e]=i.values();return Math.hypot(t[0]-e[0],t[1]-e[1])}var $1=90,Z1=200,J1=800;async function H0(i,t,e,n={}){yd();let s=n.source??(t.kind==="replay"?new nl(t):await gd(t.machine,e));return new Gf(i,t,s,n)}function K1(){return!!document.createElement("canvas").getContext("webgl2")}var Gf=class{constructor(t,e,n,s){Object.assign(this,{payload:e,source:n,options:s}),this.catalogue=n.catalogue??La(e);let r=(e.plots??[]).flatMap(a=>a.series.map(l=>l.output)).
filter(a=>this.catalogue.find(a)),o=Sm(this.catalogue,[...r,...bd(e.figures??[],this.catalogue)]);this.period=ym(e,a=>n.get(a)),this.runner=new ll(n,this.catalogue,o,e.period??0),this.figures=this.makeFigures(),this.timing={frames:0,script:0,worst:0,first:null,recent:new Float32Array(120)},this.frame=a=>this.tick(a),this.waiting=!0,this.good=null,this.layout=new al(t,this),this.world=this.makeWorld(),
this.layout.fill(this),this.begin()}makeFigures(){let t={history:this.runner.history,catalogue:this.catalogue,outputs:()=>this.source.outputs,period:this.period};return Td(this.payload.figures??[],t)}makeWorld(){let{canvas:t}=this.layout,e=K1()?new wh(t,this.payload,this.catalogue):new yo(t,this.payload,this.catalogue);return e instanceof yo&&this.layout.note("No 3-D view: this browser has no WebG\
L, or it is switched off. The machine is drawn in the plane; its numbers run all the same."),this.unsteer=G0(t,e.rig,()=>this.wake()),this.source.replayed&&this.fitTo(e),e}fitTo(t){for(let e of t.arrows)e.fit(this.source);for(let e of this.source.times)this.source.seek(e),t.measure(this.source.outputs);this.source.reset()}begin(){this.waiting=!1;let t=globalThis.matchMedia?.("(prefers-reduced-moti\
on: reduce)").matches;this.world.restart(this.source.outputs),this.layout.setTheme(this.options.theme??"auto"),this.options.hash&&this.restore(location.hash),this.layout.resize(),this.world.rig.jump(this.world.centre),this.options.play??!t?this.play():this.pause(),this.wake()}wake(){this.waiting||this.closed||(this.waiting=!0,requestAnimationFrame(this.frame))}tick(t){if(this.waiting=!1,this.closed)
return;let e=performance.now(),n=this.last===void 0?1/60:Math.min((t-this.last)/1e3,.5),s=this.runner.playing;s&&this.run(n),(s||this.stale)&&this.world.update(this.source.outputs),this.stale=!1,this.note(performance.now()-e,s);let r=this.world.draw(n,this.source.time);this.timing.first??=performance.now(),this.show(t,s),this.last=this.runner.playing||r?t:void 0,(this.runner.playing||r)&&this.wake()}run(t){
this.runner.advance(t)||this.fail(),this.runner.playing||this.layout.transport.showPlaying(!1)}note(t,e){if(!e)return;let{timing:n}=this;n.recent[n.frames%n.recent.length]=t,n.frames++,n.script+=(t-n.script)/Math.min(n.frames,120),n.worst=n.frames>30?Math.max(n.worst,t):0}show(t,e){let{transport:n,plots:s,figures:r,look:o}=this.layout;n.showTime(this.source.time),(t-(this.plotted??-1e9)>$1||!e)&&(this.
plotted=t,this.source.replayed?s.showTime():s.update()),(t-(this.figured??-1e9)>Z1||!e)&&(this.figured=t,r.update(this.source.time),o?.update(),n.showSpeed(this.runner.speed,this.runner.playing?this.runner.reached:null))}refresh(){this.stale=!0,this.wake()}play(){this.failed||(this.source.replayed&&this.source.time>=this.source.end&&this.source.reset(),this.runner.playing=!0,this.last=void 0,this.
layout.transport.showPlaying(!0),this.wake())}pause(){this.runner.playing=!1,this.layout.transport.showPlaying(!1),this.wake()}step(){this.pause(),this.advance(this.runner.interval)}advance(t){return(this.source.replayed?this.source.advance(t).code===0:this.runner.forward(t))||this.fail(),this.refresh(),this.source.status}seek(t){this.source.seek(t),this.refresh()}reset(){this.failed=!1,this.layout.
message.hide(),this.runner.restart();for(let t of this.figures)t.reset();this.world.restart(this.source.outputs),this.refresh()}setSpeed(t){this.runner.speed=t,this.runner.reached=null,this.layout.transport.showSpeed(t,null)}set(t,e,n={}){this.remember(),this.source.set(t,e,n),this.layout.sliders?.show(t,e),this.options.onset?.(t,e),this.refresh()}remember(){if(this.source.replayed||this.failed)return;
let t=performance.now();t-(this.moved??-1e9)>J1&&(this.good={snapshot:this.source.save(),parameters:this.layout.sliders?.values()??{}}),this.moved=t}fail(){if(this.failed)return;this.failed=!0,this.pause();let{word:t,text:e,time:n}=this.source.status,s=this.good?[["Back to the last good settings",()=>this.back()]]:[];this.layout.message.show(`The machine stopped: ${t}`,`At ${n.toPrecision(6)} s: ${e}\
.`,[...s,["Start again with the first settings",()=>this.first()]])}back(){this.failed=!1;let{snapshot:t,parameters:e}=this.good;this.source.load(t);for(let[n,s]of Object.entries(e))this.layout.sliders.show(n,s);this.source.frame(),this.runner.record();for(let n of this.figures)n.reset();this.refresh(),this.play()}first(){this.failed=!1,this.layout.sliders?.first(),this.reset(),this.play()}addPlot(t){
let e=this.catalogue.find(t);if(!e)return;let s=this.catalogue.numbers(e.field).slice(e.start-e.field.place,e.start-e.field.place+e.count),r=s.map(o=>({label:s.length>1?o.slice(t.length+1):o,output:o}));this.showPlot({title:t,unit:e.field.unit,series:r,shown:!0})}showPlot(t){let e=t.series.map(n=>n.output).filter(n=>this.catalogue.find(n)&&!this.runner.history.index.has(n));e.length&&this.keepMore(
e),this.layout.plots.add(t),this.refresh()}keepMore(t){this.runner.keep([...this.runner.history.names,...t]),this.figures=this.makeFigures(),this.layout.renewHistory(this)}get hash(){return wm(this.layout.sliders?.changed()??{},Fd(this))}restore(t){let{parameters:e,own:n}=Tm(t);for(let[s,r]of Object.entries(e)){if(!this.layout.sliders?.rows.has(s))continue;let{low:o,high:a}=this.layout.sliders.rows.
get(s).slider;this.set(s,Math.min(Math.max(r,o),a),{smooth:!1})}Object.keys(e).length&&this.reset(),Od(this,n)}close(){this.closed=!0,this.unsteer?.(),this.layout.close(),this.world.dispose()}};globalThis.elverOpen=(i,t,e)=>{let{ready:n}=globalThis.elver,s=H0(i,JSON.parse(t),e,{hash:!0});return globalThis.elver=ld(s,n),s};})();
