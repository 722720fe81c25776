(()=>{function Gu(n,e=null){let t=null,i=()=>{if(!t)throw new Error("the page is not ready: await elver.ready first.");return t},r=Promise.resolve(n).then(s=>(t=s,!0));return r.catch(()=>{}),{ready:e??r,get viewer(){return i()},get names(){return i().source.names},get time(){return i().source.time},get status(){return i().source.status},get timing(){return i().timing},advance:s=>i().advance(s),set:(s,o,a={})=>i().
set(s,o,a),get:s=>i().source.get(s),state:()=>i().source.state(),output:s=>i().source.output(s),reset:()=>i().reset(),pause:()=>i().pause(),play:()=>i().play(),seek:s=>i().seek(s)}}function zu(n,e){let t=new Map,{p:i,x:r}=n.addresses,s=new Map(n.parameters.map(h=>[h.name,h])),o=new Set((n.sliders??[]).flatMap(h=>(h.clocks??[]).map(u=>u.name))),a=h=>i/8+s.get(h).place,l=h=>(h?.clocks??[]).map(u=>({...u,at:r/8+u.state}));for(let h of n.sliders??[]){let u=s.get(h.name),f=h.kind==="table"?h.places.map(d=>({at:n.tables[d.name].address/8+d.index,factor:d.factor})):[{at:a(h.name),factor:1}],
c=(u?.states??[]).map(d=>r/8+d),p=(h.clocks??[]).map(d=>({...d,at:a(d.name)}));t.set(h.name,new Oo({...h,allowed:u?u.allowed:h.allowed},e,f,c,[...p,...l(u)]))}for(let h of s.values()){if(t.has(h.name))continue;let u=h.states.map(c=>r/8+c),f=new Oo(h,e,[{at:a(h.name),factor:1}],u,l(h));f.internal=o.has(h.name),t.set(h.name,f)}return t}var Oo=class{constructor(e,t,i,r,s){this.name=e.name,this.kind=e.
kind,this.lag=e.lag??0,this.restart=e.restart??!1,this.allowed=e.allowed??{},this.numbers=t,this.targets=i,this.states=r,this.clocks=s,this.value=e.value,this.seen=[e.value,0,0],this.moving=!1,this.internal=!1}check(e){let{low:t,high:i,above:r}=this.allowed,s=[t===void 0?"":`at least ${t}`,r===void 0?"":`more than ${r}`,i===void 0?"":`at most ${i}`];if(e<t||e>i||e<=r)throw new RangeError(`${this.name}\
 = ${e} is not allowed. Give ${s.filter(Boolean).join(" and ")}.`)}set(e,t,i,r=!0){if(this.value=e,!(this.restart&&t)){if(this.kind==="followed"&&this.lag>0){this.moving=t,t||this.see([e,0,0],i,r);return}this.write(e),!t&&this.states.length&&(r&&this.keepPhase(this.numbers[this.states[0]],e,i),[e,0,0].forEach((s,o)=>this.numbers[this.states[o]]=s))}}follow(e,t){let i=3/this.lag,[r,s,o]=this.seen,a=r-
this.value,l=s+i*a,h=o+2*i*s+i*i*a,u=Math.exp(-i*e),f=l+h*e,c=u*(a+l*e+h*e*e/2),p=u*f-i*c,d=u*(h-i*f)-i*p,S=Math.max(Math.abs(this.value),Math.abs(a),Number.MIN_VALUE);this.moving=Math.max(Math.abs(c),Math.abs(p)/i,Math.abs(d)/(i*i))>1e-9*S,this.see(this.moving?[this.value+c,p,d]:[this.value,0,0],t)}see(e,t,i=!0){i&&this.keepPhase(this.seen[0],e[0],t),this.seen=e,this.write(e[0])}keepPhase(e,t,i){
if(e>0&&t>0)for(let r of this.clocks){let s=i+this.numbers[r.at]+r.base;this.numbers[r.at]+=s*((t/e)**r.power-1)}}get present(){let[{at:e,factor:t}]=this.targets;return this.states.length?this.numbers[this.states[0]]:this.numbers[e]/t}write(e){for(let{at:t,factor:i}of this.targets)this.numbers[t]=i*e}settle(){this.moving=!1,this.seen=[this.value,0,0];for(let e of this.clocks)this.numbers[e.at]=0;this.
write(this.value)}save(){return{value:this.value,seen:[...this.seen],moving:this.moving}}load({value:e,seen:t,moving:i}){Object.assign(this,{value:e,seen:[...t],moving:i})}};var{abs:pl,exp:Wu,sign:Hu,sqrt:Xu}=Math,gM=Number.MAX_VALUE,Vu=2**-1021,xM=2.5,Yu=60;function _M(n,e){let t=pl(e);if(!Number.isFinite(n)||Number.isNaN(e)||t===0)return NaN;let i=t<=gM/2?pl(n)%(2*t):pl(n);return(t<Vu?i+i>t:i>t/2)&&(i-=t,(t<Vu?i+i>=t:i>=t/2)&&(i-=t)),n<0||Object.is(n,-0)?-i:i}function MM(n){if(Number.isNaN(n))return n;let e=pl(n);return e>6?Hu(n):e<xM?SM(n):Hu(n)*(1-vM(e))}function SM(n){
let e=n,t=n;for(let i=1;i<Yu;i+=1)e*=2*n*n/(2*i+1),t+=e;return 2/Xu(Math.PI)*Wu(-n*n)*t}function vM(n){let e=n;for(let t=Yu;t>0;t-=1)e=n+t/2/e;return Wu(-n*n)/(Xu(Math.PI)*e)}var qu={acos:Math.acos,acosh:Math.acosh,asin:Math.asin,asinh:Math.asinh,atan:Math.atan,atan2:Math.atan2,atanh:Math.atanh,cosh:Math.cosh,erf:MM,exp:Math.exp,expm1:Math.expm1,fmod:(n,e)=>n%e,hypot:Math.hypot,log:Math.log,log1p:Math.
log1p,pow:Math.pow,remainder:_M,sinh:Math.sinh,tanh:Math.tanh};var yM=.004,Yr=0,Ku=1e-6,$u=2**31-1,wM=1e4;async function Ju(n,e){let{instance:t}=await WebAssembly.instantiate(e,{library:qu});return new Gc(n,t.exports)}var Zu=n=>typeof n=="string"?`"${n}"`:String(n),Gc=class{constructor(e,t){this.description=e,this.exports=t,this.numbers=new Float64Array(t.memory.buffer),this.dt=e.dt;let i=o=>Number(Object.entries(e.statuses).find(([,a])=>a.word===o)[0]);this.
failed=i("failed"),this.refused=i("refused"),this.unsolved=i("contact not converged"),this.last=e.signals?Math.floor(e.signals.to/this.dt+Ku):1/0;let{x:r,y:s}=e.addresses;this.places=e.states.map(o=>r/8+o.place),this.outputs=this.numbers.subarray(s/8,s/8+e.outputs.size),this.fields=new Map(e.outputs.fields.map(o=>[o.name,o])),this.controls=zu(e,this.numbers),this.names={states:e.states.map(o=>o.name),
parameters:[...this.controls.values()].filter(o=>!o.internal).map(o=>o.name),outputs:[...this.fields.keys()]},this.reset()}get done(){return this.numbers[this.description.addresses.done/8]}get time(){return this.done*this.dt}get status(){let e=this.code===Yr?{word:"running",text:""}:this.description.statuses[this.code];return{code:this.code,word:e.word,text:this.trouble||e.text,time:this.time,loosened:this.
loosened}}reset(){for(let e of this.controls.values())e.settle();return this.left=0,this.loosened=0,this.stale=!0,this.run(()=>this.exports.start()),this.unstarted&&(this.trouble=this.insideText()),this.status}get unstarted(){return this.code===this.refused&&this.done===0}insideText(){let{address:e,links:t,obstacles:i}=this.description.inside,[r,s,o]=this.numbers.subarray(e/8,e/8+3),a=Number((100*
o).toPrecision(2));return`${t[r]} starts ${a} cm inside obstacle ${i[s]}. Move a slider back and reset`}advance(e){let t=this.left+e/this.dt;if(typeof e!="number"||!(e>=0&&t<$u)){let s=($u*this.dt).toPrecision(3);throw new RangeError(`advance(${Zu(e)}): give seconds, 0 or more and less than ${s}, as a number.`)}if(this.code!==Yr)return this.status;let i=Math.floor(t+Ku),r=Math.min(i,this.last-this.
done);return this.left=t-i,this.take(r),r<i&&this.code===Yr&&this.stop(this.refused,`its recorded signals end at ${this.description.signals.to} s`),this.status}run(e){this.trouble="";try{this.code=e()}catch(t){this.stop(this.failed,`the module broke off: ${t.message}`)}}stop(e,t){Object.assign(this,{code:e,trouble:t,left:0})}take(e){let t=()=>[...this.controls.values()].filter(s=>s.moving),i=Math.
max(1,Math.round(yM/this.dt)),r=this.done+e;for(;this.done<r&&this.code===Yr;){let s=t(),o=r-this.done,a=s.length?Math.min(i,o):o;for(let l of s)l.follow(a*this.dt,this.clockTime());this.run(()=>this.exports.advance(a)),this.code===this.unsolved&&this.loosen()}this.stale=!0,this.code!==Yr&&(this.left=0)}loosen(){let e=this.description.addresses.tolerance/8,t=this.numbers[e];for(let i=10;i<=wM&&this.
code===this.unsolved;i*=10)this.numbers[e]=i*t,this.run(()=>this.exports.advance(1));this.numbers[e]=t,this.code===Yr&&(this.loosened+=1)}clockTime(){let{done:e,begin:t,step:i}=this.description.addresses,[r,s,o]=[e,t,i].map(a=>this.numbers[a/8]);return this.description.method==="moreau"?s+r*o:(s+r)*o}control(e){let t=this.controls.get(e);if(!t)throw new RangeError(`no parameter '${e}'. Known: ${this.
names.parameters.join(", ")||"none"}.`);return t}set(e,t,{smooth:i=!0}={}){if(typeof t!="number"||!Number.isFinite(t))throw new RangeError(`${e} = ${Zu(t)} is not allowed. Give a number.`);let r=this.control(e);r.check(t),r.set(t,i,this.clockTime(),this.done>0),this.stale=!0,!(this.code===this.failed||this.unstarted)&&(this.code=Yr,this.trouble="")}get(e){return this.control(e).value}seen(e){return this.
control(e).present}state(){return Float64Array.from(this.places,e=>this.numbers[e])}frame(){this.stale=!1;try{this.exports.frame()}catch(e){this.stop(this.failed,`the module broke off: ${e.message}`)}return this.outputs}output(e){this.stale&&this.frame();for(let t of this.fields.values()){if(e===t.name){let r=t.shape.reduce((s,o)=>s*o,1);return t.shape.length?this.outputs.slice(t.place,t.place+r):
this.outputs[t.place]}let i=e.startsWith(`${t.name}.`)?this.placeIn(t,e.slice(t.name.length+1)):null;if(i!==null)return this.outputs[i]}throw new RangeError(`no output '${e}'. Known: ${this.names.outputs.join(", ")}.`)}placeIn(e,t,i=0,r=e.place){if(i===e.dims.length)return t===""?r:null;let s=this.description.outputs.labels[e.dims[i]],o=e.shape.slice(i+1).reduce((a,l)=>a*l,1);for(let a=0;a<s.length;a+=
1){let l=t===s[a]?"":t.startsWith(`${s[a]}.`)?t.slice(s[a].length+1):null,h=l===null?null:this.placeIn(e,l,i+1,r+a*o);if(h!==null)return h}return null}save(){let e=[...this.controls.values()].map(t=>t.save());return{memory:this.numbers.slice(),left:this.left,code:this.code,trouble:this.trouble,loosened:this.loosened,controls:e}}load(e){this.numbers.set(e.memory),this.left=e.left,this.code=e.code,this.
trouble=e.trouble,this.loosened=e.loosened,this.stale=!0,[...this.controls.values()].forEach((t,i)=>t.load(e.controls[i]))}};var Qu='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: r\
elative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th \
> * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.0\
7);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 soli\
d;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var ju=`.elver{--ink:#1b2a41;--soft:#52627a;--faint:#5c6a7f;--card:#ffffffd9;--solid:#fff;--sheet:#fffffff2;--line:#1b2a4122;--accent:#17639f;--bad:#a52a1c;--on:#fff;--press:#17639f14;--sky:#f7f9fb;--land:#e4ebf2;
position:relative;width:100%;height:100%;overflow:hidden;color:var(--ink);background:linear-gradient(var(--sky),var(--land));font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;text-align:left;-webkit-text-size-adjust:100%}
.elver.wet{--sky:#eef6fb;--land:#c3dcec}
.elver[data-theme=dark]{--ink:#e3eaf4;--soft:#b3c0d2;--faint:#98a7bb;--card:#141e2ce0;--solid:#16212f;--sheet:#16212ff2;--line:#dfe9f726;--accent:#7cc0f5;--bad:#ff9a8a;--on:#0b1420;--press:#7cc0f522;--sky:#0f1824;--land:#1a2635;color-scheme:dark}
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
.elver .left,.elver .right{position:absolute;top:12px;bottom:calc(var(--foot,56px) + 28px);width:300px;display:flex;flex-direction:column;gap:10px;pointer-events:none}
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
.elver .ending{margin-top:8px;padding:6px 10px;border-left:3px solid var(--bad);border-radius:6px;background:var(--press);font-size:13px;overflow-wrap:anywhere}
.elver .ending b{color:var(--bad)}
.elver .trust{margin-top:8px;font-size:13px;overflow-wrap:anywhere}
.elver .trust summary{cursor:pointer}
.elver .trust>div{max-height:11em;overflow:auto}
.elver .trust>div p{max-height:none;margin-top:5px;color:var(--soft);font-size:12px}
.elver .ending p{max-height:6.5em;overflow:auto;color:var(--soft);font-size:12px}
.elver .figures{display:grid;grid-template-columns:1fr 1fr;gap:6px 14px;margin-top:8px}
.elver .figure{display:flex;flex-direction:column;justify-content:space-between;min-width:0}
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
.elver .bottom{position:absolute;left:12px;right:12px;bottom:14px;display:flex;flex-wrap:wrap;justify-content:center;gap:8px 10px;pointer-events:none}
.elver .bottom>*{pointer-events:auto}
.elver .transport,.elver .tools{display:flex;align-items:center;gap:2px;padding:5px 8px;background:var(--card);backdrop-filter:blur(14px) saturate(1.3);border:1px solid var(--line);border-radius:16px;box-shadow:0 6px 24px #0b14201a}
.elver .clock{min-width:5.4em;padding:0 8px;text-align:center;font-variant-numeric:tabular-nums;font-weight:600;font-size:15px;white-space:nowrap}
.elver .speedbox{display:flex;align-items:center;gap:8px;padding:0 8px}
.elver .rate{min-width:3.2em;font-variant-numeric:tabular-nums;color:var(--soft);white-space:nowrap}
.elver input.speed{width:96px}
.elver .transport.replay{flex:1 1 560px;min-width:0;max-width:820px}
.elver .linebox{flex:1;min-width:0;display:flex;align-items:center;gap:4px}
.elver input.line{flex:1;min-width:60px;width:auto}
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
.elver input[type=number]{width:6.4em;padding:2px 5px;border:1px solid var(--line);border-radius:6px;background:var(--solid);color:var(--ink);font:inherit;font-size:13px;font-variant-numeric:tabular-nums;text-align:right;appearance:textfield;-moz-appearance:textfield}
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
.elver .dot{display:inline-block;width:9px;height:9px;border-radius:50%}
.elver .legend{display:flex;flex-wrap:wrap;gap:0 14px;font-size:12px;color:var(--soft)}
.elver .legend:not(:empty){margin-top:6px}
.elver .legend .dot{margin-right:6px}
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
.elver .notes{position:absolute;left:50%;bottom:calc(var(--foot,56px) + 28px);transform:translateX(-50%);display:flex;flex-direction:column;gap:6px;max-width:min(560px,92%);pointer-events:none}
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
.elver.narrow .figures{grid-template-columns:repeat(auto-fill,minmax(96px,1fr));gap:3px 10px;margin-top:4px}
.elver.narrow .bottom{left:0;right:0;bottom:0;flex-direction:column;flex-wrap:nowrap;gap:0;pointer-events:auto;background:var(--sheet);border-top:1px solid var(--line);padding-bottom:env(safe-area-inset-bottom)}
.elver.narrow .transport,.elver.narrow .tools{border:0;border-radius:0;box-shadow:none;background:none;backdrop-filter:none;justify-content:space-between;flex-wrap:wrap}
.elver.narrow .transport{padding-bottom:0;flex:none;max-width:none}
.elver.narrow .speedbox{flex:1}
.elver.narrow input.speed{flex:1;width:40px}
.elver.narrow .linebox{order:9;flex-basis:100%}
.elver.narrow .panel{position:absolute;left:0;right:0;bottom:var(--foot,100px);max-height:44%;border-radius:16px 16px 0 0;border-width:1px 0 0;background:var(--sheet)}
.elver.narrow .notes{bottom:120px}
.elver.short .titlecard{right:auto;max-width:min(420px,55%)}
.elver.short .bottom{flex-direction:row;justify-content:center}
.elver.short .panel{left:auto;width:min(400px,60%);max-height:calc(100% - 76px);border-radius:16px 0 0 0}
@media (prefers-reduced-motion:no-preference){.elver .icon,.elver .chip{transition:background .12s,color .12s}}
@media (forced-colors:active){.elver .icon svg{fill:ButtonText}.elver .card{border:1px solid}}
`;var ep=!1;function tp(){if(ep)return;ep=!0;let n=document.createElement("style");n.textContent=Qu+ju,document.head.append(n)}function zc(n){return n.reduce((e,t)=>e*t,1)}var dl=class{constructor(e,t){this.labels=t,this.fields=[],this.byName=new Map;let i=0;for(let r of e){let s=r.place??i,o={...r,dims:r.dims??[],shape:r.shape??[],place:s,count:zc(r.shape??[])};i=s+o.count,this.fields.push(o),this.byName.set(o.name,o)}this.size=i}names(e,t){return this.labels[e.dims[t]]??Array.from({length:e.shape[t]},(r,s)=>String(s))}find(e){
for(let t of this.fields){if(e!==t.name&&!e.startsWith(t.name+"."))continue;let i=this.follow(t,0,e.slice(t.name.length+1),t.place);if(i)return i}return null}follow(e,t,i,r){if(i==="")return{field:e,start:r,count:zc(e.shape.slice(t)),axis:t};if(t>=e.dims.length)return null;let s=this.names(e,t),o=zc(e.shape.slice(t+1));for(let a=0;a<s.length;a++){if(i!==s[a]&&!i.startsWith(s[a]+"."))continue;let l=this.
follow(e,t+1,i.slice(s[a].length+1),r+a*o);if(l)return l}return null}numbers(e){let t=[e.name];for(let i=0;i<e.dims.length;i++){let r=this.names(e,i);t=t.flatMap(s=>r.map(o=>`${s}.${o}`))}return t}all(){return this.fields.flatMap(e=>this.numbers(e))}};function ml(n){if(n.kind==="replay"){let t=Object.entries(n.recording.fields),i={};for(let[,r]of t)Object.assign(i,r.labels??{});return new dl(t.map(
([r,s])=>({...s,name:r,shape:s.shape.slice(1),data:void 0})),i)}let e=n.machine.outputs??n.machine;return new dl(e.fields,e.labels??n.machine.labels??{})}function np(n,e){let t=n.flatMap(i=>[i.output,i.work,i.position,...(i.terms??[]).map(r=>r.output),...i.scale??[]]);return[...new Set(t.filter(Boolean).flatMap(i=>rp(i,e)))]}function rp(n,e){let t=e.find(n);return t?e.numbers(t.field).slice(t.start-t.field.place,t.start-t.field.place+t.count):[]}function sp(n,e){let t=i=>rp(i??"",e.catalogue).map(r=>e.history.index.get(r));return n.filter(i=>ip[i.kind]).
map(i=>({reset(){},...i,...ip[i.kind](i,e,t)}))}function Hc(n,e,t,i){let r=0;for(let s of e)r+=Vc(n,s,t,i)**2;return Math.sqrt(r)}function EM(n,e,t,i){let r=0;for(let s=0;s<24;s++)r+=Hc(n,e,t-i*s/24,i/24);return r}function Vc(n,e,t,i){return n.interpolated(t,e)-n.interpolated(t-i,e)}function Bo(n){let e=n();return e>0?e:1}var ip={value:(n,e,t)=>{let[i]=t(n.output);return{value:r=>i===void 0?NaN:e.
history.interpolated(r,i)}},size:(n,e,t)=>{let i=t(n.output);return{value:r=>i.length?Math.hypot(...i.map(s=>e.history.interpolated(r,s))):NaN}},speed:(n,e,t)=>{let i=t(n.output);return{value:r=>i.length?Hc(e.history,i,r,Bo(e.period))/Bo(e.period):NaN}},rate:(n,e,t)=>{let[i]=t(n.output);return{value:r=>i===void 0?NaN:Vc(e.history,i,r,Bo(e.period))/Bo(e.period)}},cost:(n,e,t)=>{let[i]=t(n.work),r=t(
n.position);return{value:o=>{let a=Bo(e.period),l=Hc(e.history,r,o,a),h=l>1e-9&&l>.02*EM(e.history,r,o,a);return i!==void 0&&h?Vc(e.history,i,o,a)/(n.mass*9.81*l):NaN}}},balance:AM,given:n=>({value:()=>n.value??NaN})};function AM(n,{catalogue:e,outputs:t}){let r=(n.terms??[]).map(f=>({factor:f.factor,place:e.find(f.output)?.start})).filter(f=>f.place!==void 0),s=(n.scale??[]).map(f=>e.find(f)?.start).
filter(f=>f!==void 0),o=null,a=0,l=0;return{value:()=>{let f=t();o??=r.map(p=>f[p.place]);let c=r.reduce((p,d,S)=>p+d.factor*(f[d.place]-o[S]),0);return a=Math.max(a,s.reduce((p,d)=>p+Math.abs(f[d]),0)),l=Math.max(l,Math.abs(c)),a>0?l/a:NaN},reset:()=>{o=r.map(f=>t()[f.place]),a=0,l=0}}}function ko(n){let e=atob(n),t=new Uint8Array(e.length);for(let i=0;i<e.length;i++)t[i]=e.charCodeAt(i);return t}function br(n){return typeof n=="string"?new Float32Array(ko(n).buffer):Float32Array.from(n)}function op(n){return typeof n=="string"?new Float64Array(ko(n).buffer):Float64Array.from(n)}function gl(n){let e=typeof n.triangles=="string"?ko(n.triangles):null,t=e?n.wide?new Uint32Array(e.buffer):
new Uint16Array(e.buffer):Uint32Array.from(n.triangles.flat());return{points:br(n.points),triangles:t,smooth:n.smooth!==!1,thin:!!n.thin}}function RM([n,e,t],i){let r=i<e?"low":"high",s=(r==="low"?n:t)-e;return{end:r,share:s===0?0:(i-e)/s}}var Es=class{constructor(e,t,i){this.points=t,this.seen=i,this.list=e.map(({name:r,at:s,meshes:o})=>({name:r,at:s,value:s[1],meshes:CM(o)}))}changed(){let e=new Map;for(let t of this.list){let i=this.seen(t.name);if(!(i===t.value||!Number.isFinite(i))){t.value=i;for(let r of t.meshes.keys())e.set(
r,null)}}for(let t of e.keys())e.set(t,this.pointsOf(t));return e}pointsOf(e){let t=Float32Array.from(this.points[e]);for(let{at:i,value:r,meshes:s}of this.list){let o=s.get(e);if(!o)continue;let{end:a,share:l}=RM(i,r);if(l!==0)for(let h=0;h<t.length;h++)t[h]+=l*o[a][h]}return t}};function CM(n){return new Map(Object.entries(n).map(([e,{low:t,high:i}])=>[Number(e),{low:br(t),high:br(i)}]))}function qt(n,e=4){if(n==null||Number.isNaN(n))return"–";if(!Number.isFinite(n))return n>0?"∞":"−∞";if(n===0)return"0";let t=Math.abs(n);return(t>=1e6||t<1e-4?n.toExponential(Math.max(e-2,0)):String(Number(n.toPrecision(e)))).replace("-","−")}function xl(n,e=3){if(n==null||!Number.isFinite(n))return"–";let t=Math.abs(n);if(t!==0&&(t>=1e5||t<.001))return n.toExponential(e-1).replace(/-/g,
"−");let i=t>0?Math.floor(Math.log10(t))+1:1;return n.toFixed(Math.min(Math.max(e-i,0),e+1)).replace("-","−")}function $n(n){if(!(n>0))return 1;let e=10**Math.floor(Math.log10(n)),t=n/e;return[1,2,5,10].reduce((r,s)=>Math.abs(Math.log(s/t))<Math.abs(Math.log(r/t))?s:r)*e}function Wc(n){let e=Math.abs(n);return e>=1e3?`${qt(n/1e3)} km`:e>=1||e===0?`${qt(n)} m`:e>=.01?`${qt(n*100)} cm`:`${qt(n*1e3)}\
 mm`}function ap(n,e){if(!Number.isFinite(n))return"–";if(e&&e<.2)return`${n.toFixed(4)} s`;if(n<60)return`${n.toFixed(2)} s`;let t=Math.floor(n),i=s=>String(s).padStart(2,"0"),r=`${i(Math.floor(t/60)%60)}:${i(t%60)}`;return t>=3600?`${Math.floor(t/3600)}:${r}`:`${r}.${Math.floor((n-t)*10)}`}function _l(n){return n<1?`${qt(n*1e3,3)} ms`:n<120?`${qt(n,3)} s`:n<7200?`${qt(n/60,3)} min`:`${qt(n/3600,
3)} h`}var Go={light:{ground:14542059,line:5991296,strong:3359836,label:"#4a5a70",land:15326400,water:13624563,region:15000804,shallow:10275046,deep:4162485,particle:3829655,obstacle:13616562,crease:1318959,path:13129021,sky:16777215,earth:12174028,sun:16777215,hemisphere:1.55,sunlight:2.1,shadow:.32,bodies:{base:13658693,body:4165577,other:7320030,wing:14919743,oar:14721072,rower:5333626,hull:16052196,rod:10134961},
arrows:[2062922,11740702,8077216,10117632]},dark:{ground:1581616,line:8361909,strong:11124698,label:"#a9b9cd",land:4866867,water:1916245,region:3357252,shallow:2910868,deep:1194584,particle:10274790,obstacle:8222054,crease:329999,path:16751482,sky:13623541,earth:2765890,sun:16774370,hemisphere:.95,sunlight:2,shadow:.55,bodies:{base:15698531,body:5153758,other:8832494,wing:15776604,oar:15775053,rower:9413565,
hull:15327954,rod:9082790},arrows:[6280852,16743282,13673200,15909198]}},lp=["body","wing","rower","other","oar","hull"];function Ml(n,e,t,i){let r=n.bodies;return e==="body"?t%2?r.other:r.body:r[e]??r[lp[i%lp.length]]}var Sl={xy:[0,1],xz:[0,2],yz:[1,2],"3d":[0,2]},zo=class{constructor(e,t,i,r){this.canvas=e,this.payload=t,this.pen=e.getContext("2d"),this.position=i.find("body_position"),this.rotation=i.find("body_rotation"),this.quaternion=i.find("body_quaternion"),this.clouds=t.meshes.map(o=>gl(o));let s=this.clouds.map(o=>o.points);this.morphs=new Es(t.morphs??[],s,o=>r.seen(o)),this.axes=Sl[t.scene.view]??Sl.
xy,this.centre=[0,0,0],this.cell=$n(.45*t.scene.size),this.middle=i.find("com_position"),this.insets={left:0,right:0,top:0,bottom:0},this.arrows=[],this.trace={mesh:{visible:!0}},this.stage={size:t.scene.size,setInsets:o=>this.insets=o},this.rig=this.makeRig(),this.theme=Go.light}makeRig(){let e={following:!0,zoom:1,text:"",focus:[0,0,0],view:"start"};return e.scale=t=>e.zoom=Math.min(Math.max(e.zoom*
t,.1),20),e.turn=()=>{},e.shift=()=>{},e.jump=t=>e.focus=[...t],e.choose=t=>this.axes=t==="side"?Sl.xz:Sl.xy,e}setTheme(e){this.theme=Go[e]}resize(e,t){let i=Math.min(globalThis.devicePixelRatio||1,2);Object.assign(this,{width:e,height:t,ratio:i}),this.canvas.width=e*i,this.canvas.height=t*i}restart(e){this.update(e),this.rig.jump(this.centre)}update(e){this.outputs=e;for(let[i,r]of this.morphs.changed())
this.clouds[i].points=r;let t=this.payload.bodies.length;for(let i=0;i<3;i++){if(this.middle){this.centre[i]=e[this.middle.start+i];continue}let r=0;for(let s=0;s<t;s++)r+=e[this.position.start+3*s+i];this.centre[i]=r/t}}measure(){}draw(){if(!this.width||!this.outputs)return!1;this.rig.following&&(this.rig.focus=[...this.centre]);let{pen:e}=this,t=Math.min(this.width-this.insets.left-this.insets.right,
this.height-this.insets.top-this.insets.bottom),i=.85*Math.max(t,80)*this.rig.zoom/this.stage.size;e.setTransform(this.ratio,0,0,this.ratio,0,0),e.clearRect(0,0,this.width,this.height);let[r,s]=this.axes,{left:o,right:a,top:l,bottom:h}=this.insets,[u,f]=[(this.width+o-a)/2,(this.height+l-h)/2],c=(p,d)=>[u+i*(p-this.rig.focus[r]),f-i*(d-this.rig.focus[s])];if(this.grid(r,s,u,f,i),s===1)for(let p of this.
payload.scene.obstacles??[])this.polygon(p.outline.map(([d,S])=>c(d,S)),this.theme.obstacle);return this.payload.bodies.forEach((p,d)=>this.body(p,d,c)),!1}grid(e,t,i,r,s){let{pen:o,cell:a}=this,[l,h]=[this.rig.focus[e],this.rig.focus[t]];o.beginPath();for(let u=Math.ceil((l-i/s)/a);u*a<l+(this.width-i)/s;u++)o.moveTo(i+s*(u*a-l),0),o.lineTo(i+s*(u*a-l),this.height);for(let u=Math.ceil((h-(this.height-
r)/s)/a);u*a<h+r/s;u++)o.moveTo(0,r-s*(u*a-h)),o.lineTo(this.width,r-s*(u*a-h));o.globalAlpha=.25,o.strokeStyle=Xc(this.theme.line),o.stroke(),o.globalAlpha=1}body(e,t,i){let[r,s]=this.axes,o=this.position.start+3*t,a=e.mesh===null?null:this.clouds[e.mesh],l=Ml(this.theme,e.role??"body",t,0);if(!a){e.parent>=0&&this.line(i(this.outputs[o+r],this.outputs[o+s]),i(this.outputs[this.position.start+3*e.
parent+r],this.outputs[this.position.start+3*e.parent+s]),l);return}let h=this.turn(t),u=[];for(let f=0;f<a.points.length;f+=3){let c=[0,1,2].map(p=>this.outputs[o+p]+h[3*p]*a.points[f]+h[3*p+1]*a.points[f+1]+h[3*p+2]*a.points[f+2]);u.push(i(c[r],c[s]))}this.polygon(PM(u),l)}turn(e){if(this.rotation)return this.outputs.subarray(this.rotation.start+9*e,this.rotation.start+9*e+9);let[t,i,r,s]=this.outputs.
subarray(this.quaternion.start+4*e,this.quaternion.start+4*e+4);return[1-2*(r*r+s*s),2*(i*r-t*s),2*(i*s+t*r),2*(i*r+t*s),1-2*(i*i+s*s),2*(r*s-t*i),2*(i*s-t*r),2*(r*s+t*i),1-2*(i*i+r*r)]}polygon(e,t){let{pen:i}=this;i.beginPath(),e.forEach(([r,s],o)=>o?i.lineTo(r,s):i.moveTo(r,s)),i.closePath(),i.fillStyle=Xc(t),i.fill(),i.strokeStyle="#0006",i.stroke()}line(e,t,i){let{pen:r}=this;r.beginPath(),r.moveTo(
...e),r.lineTo(...t),r.lineWidth=2,r.strokeStyle=Xc(i),r.stroke(),r.lineWidth=1}dispose(){}};function Xc(n){return`#${n.toString(16).padStart(6,"0")}`}function PM(n){let e=[...n].sort((i,r)=>i[0]-r[0]||i[1]-r[1]),t=i=>{let r=[];for(let s of i){for(;r.length>1&&LM(r[r.length-2],r[r.length-1],s)<=0;)r.pop();r.push(s)}return r.slice(0,-1)};return[...t(e),...t(e.reverse())]}function LM(n,e,t){return(e[0]-
n[0])*(t[1]-n[1])-(e[1]-n[1])*(t[0]-n[0])}var DM={s:"sliders",p:"plots",v:"look",h:"help","?":"help"},hp={1:"free",2:"top",3:"side"};function cp(n,e){let{root:t,message:i}=e.layout;if(!(n.target===document.body||t.contains(n.target))||n.ctrlKey||n.metaKey||n.altKey||i.shown&&n.key!=="r")return;let s=n.target.matches?.("input:not([type=range]), select, textarea"),o=n.target.matches?.("button, summary"),a=IM(n.key,e)??UM(n.key,e.layout)??NM(
n.key,e);!a||s&&n.key!=="Escape"||o&&n.key===" "||(n.preventDefault(),a())}function IM(n,e){return n===" "?()=>e.runner.playing?e.pause():e.play():n==="."?()=>e.step():n==="r"?()=>e.reset():null}function UM(n,e){let t=[...e.panels].find(([,{panel:r}])=>r.contains(document.activeElement));if(n==="Escape")return t?()=>e.shut(t[0]):null;let i=DM[n];return e.panels.has(i)?()=>e.open(i,e.panels.get(i).
panel.hidden):null}function NM(n,e){return n==="f"?()=>e.layout.look.followButton.click():hp[n]?()=>{e.world.rig.choose(hp[n]),e.wake()}:null}function fp(){return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches?"dark":"light"}var vl=class{constructor(e,t=6e6){this.names=e,this.index=new Map(e.map((i,r)=>[i,r])),this.width=e.length,this.capacity=Math.max(256,Math.floor(t/(e.length+2))),this.times=new Float64Array(this.capacity),this.values=new Float32Array(this.capacity*this.width),this.clear()}clear(){this.first=0,this.count=0,this.dropped=0,this.changes=(this.changes??0)+1}at(e){return(this.first+e)%this.capacity}time(e){
return this.times[this.at(e)]}value(e,t){return this.values[this.at(e)*this.width+t]}get newest(){return this.count?this.time(this.count-1):NaN}get oldest(){return this.count?this.time(0):NaN}push(e){for(;this.count&&this.newest>=e;)this.count--;this.count===this.capacity&&(this.first=(this.first+1)%this.capacity,this.count--,this.dropped++);let t=this.at(this.count);return this.count++,this.times[t]=
e,this.changes++,this.values.subarray(t*this.width,(t+1)*this.width)}before(e){if(!this.count||this.time(0)>e)return-1;let t=0,i=this.count-1;for(;t<i;){let r=t+i+1>>1;this.time(r)<=e?t=r:i=r-1}return t}interpolated(e,t){let i=this.before(e);if(i<0)return NaN;if(i===this.count-1)return this.value(i,t);let r=(e-this.time(i))/(this.time(i+1)-this.time(i));return this.value(i,t)*(1-r)+this.value(i+1,
t)*r}};function up(n,e,t,i,r,s){let o=Math.max(n.before(t),0),a=n.before(i),l=a-o+1;if(a<0||l<=0)return 0;if(l<=r.length){for(let c=0;c<l;c++){r[c]=n.time(o+c);for(let p=0;p<e.length;p++)s[p][c]=n.value(o+c,e[p])}return l}let h=2*Math.ceil(l/r.length),u=(n.dropped+o)%h,f=0;for(let c=o-u;c<=a&&f+2<=r.length;c+=h)f=FM(n,e,Math.max(c,o),Math.min(c+h-1,a),r,s,f);return f}function FM(n,e,t,i,r,s,o){r[o]=
n.time(t),r[o+1]=t===i?n.time(t)+1e-9:n.time(i);for(let a=0;a<e.length;a++)OM(n,e[a],t,i),s[a][o]=rr.lowFirst?rr.low:rr.high,s[a][o+1]=rr.lowFirst?rr.high:rr.low;return o+2}var rr={low:0,high:0,lowFirst:!0};function OM(n,e,t,i){let{values:r,width:s,capacity:o}=n,a=n.at(t),l=r[a*s+e],h=l,u=t,f=t;for(let c=t+1;c<=i;c++){a=a+1===o?0:a+1;let p=r[a*s+e];p<l?(l=p,u=c):p>h&&(h=p,f=c)}rr.low=l,rr.high=h,rr.
lowFirst=u<=f}var pp=.1,BM=11,kM=["base_position","base_quaternion","base_rotation","base_velocity","com_position","joint_position","joint_torque","power","work","kinetic_energy","medium_energy","potential_energy"];function dp(n,e){let t=kM.flatMap(i=>n.byName.has(i)?n.numbers(n.byName.get(i)):[]);return[...new Set([...t,...e])]}function GM(n,e){let t=Math.min(.016666666666666666,e>0?e/80:1);return Math.max(1,Math.
round(t/n))*n}function zM(n){return!(n>0)||n>.4?1:Number(Math.max(n/1.2,.001).toPrecision(1))}function Ho({period:n,duration:e}){return n>0?n:e>0&&e<3?e/4:0}var yl=class{constructor(e,t,i,r){Object.assign(this,{source:e,catalogue:t,period:r}),this.playing=!1,this.speed=zM(r),this.reached=null,this.interval=GM(e.dt||.01,r),this.repeat=!0,this.keep(i),this.restart()}keep(e){let t=this.history;this.history=
new vl(e),this.places=e.map(i=>this.catalogue.find(i).start),this.source.replayed?this.readAll():t&&HM(t,this.history)}readAll(){let{source:e,history:t}=this,i=VM(t.names,this.catalogue);for(let r=0;r<e.times.length;r++){let s=t.push(e.times[r]);for(let o=0;o<i.length;o++)s[o]=e.columns[i[o].field][r*i[o].count+i[o].offset]}}restart(){this.source.reset(),this.source.frame(),this.reached=null,!this.
source.replayed&&(this.history.clear(),this.record())}record(){let e=this.history.push(this.source.time),{outputs:t}=this.source;for(let i=0;i<this.places.length;i++)e[i]=t[this.places[i]];this.next=this.source.time+this.interval}advance(e){let t=this.source.time,i=Math.min(e,pp)*this.speed;if(this.source.replayed)return this.source.advance(i),this.source.time>=this.source.end&&this.atEnd(),!0;let r=performance.
now()+BM,s=this.forward(i,()=>performance.now()>r),o=this.source.time-t,a=e>0&&o<i-2*this.source.dt?o/Math.min(e,pp):null;return this.reached=a===null?null:this.reached===null?a:.8*this.reached+.2*a,s}atEnd(){this.repeat?this.source.reset():this.playing=!1}forward(e,t=()=>!1){let{source:i}=this;if(!Number.isFinite(e))throw new RangeError(`advance(${e}): give seconds as a number.`);let r=e;for(;r>0;){
let s=Math.min(r,Math.max(this.next-i.time,.5*i.dt));if(i.advance(s),r-=s,i.status.code!==0)return i.frame(),!1;if(i.time>=this.next-.5*i.dt&&(i.frame(),this.record(),t()))return!0}return i.frame(),!0}};function HM(n,e){let t=e.names.map(i=>n.index.get(i));for(let i=Math.max(0,n.count-e.capacity);i<n.count;i++){let r=e.push(n.time(i));for(let s=0;s<t.length;s++)r[s]=t[s]===void 0?NaN:n.value(i,t[s])}}
function VM(n,e){return n.map(t=>{let i=e.find(t);return{field:e.fields.indexOf(i.field),count:i.field.count,offset:i.start-i.field.place}})}function WM(n){return/[",\n\r]/.test(n)?`"${n.replaceAll('"','""')}"`:n}function*mp(n,e=[],t=n.names.map((i,r)=>r)){yield e.map(r=>`# ${r.replace(/[\r\n]+/g," ")}
`).join("")+["time",...t.map(r=>WM(n.names[r]))].join(",")+`
`;let i=[];for(let r=0;r<n.count;r++){let s=[String(Number(n.time(r).toPrecision(12)))];for(let o of t){let a=n.value(r,o);s.push(Number.isFinite(a)?String(Number(a.toPrecision(8))):"")}i.push(s.join(",")),i.length===2e3&&(yield i.join(`
`)+`
`,i=[])}i.length&&(yield i.join(`
`)+`
`)}function le(n,e={},...t){let i=document.createElement(n);for(let[r,s]of Object.entries(e))s==null||s===!1||(r==="text"?i.textContent=s:r.startsWith("on")?i.addEventListener(r.slice(2),s):r in XM?i[r]=s:i.setAttribute(r,s===!0?"":s));return i.append(...t.filter(r=>r!=null)),i}var XM={value:1,checked:1,hidden:1,disabled:1},YM={play:"M7 4.5v15l12-7.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",step:"\
M6 5v14l9-7zM16 5h2.5v14H16z",reset:"M12 5V2L7 6.5 12 11V8a5 5 0 1 1-5 5H4.5A7.5 7.5 0 1 0 12 5z",repeat:"M7 7h9v3l4.5-4L16 2v3H5v7h2zm10 10H8v-3l-4.5 4L8 22v-3h11v-7h-2z",sliders:"M4 6h9v2H4zm12-2h2v2h2v2h-2v2h-2zM4 16h3v-2h2v6H7v-2H4zm8 0h8v2h-8zM4 11h16v2H4z",plots:"M4 4h2v14h14v2H4zm4 10 4-5 3 3 4-6 1.6 1.2-5.3 7.6-3-3L9.5 15z",eye:"M12 5c5 0 8.5 4.3 9.8 7-1.3 2.7-4.8 7-9.8 7s-8.5-4.3-9.8-7C3.\
5 9.3 7 5 12 5zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",link:"M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zm4 0v2h3a3 3 0 0 1 0 6h-3v2h3a5 5 0 0 0 0-10zM8 11h8v2H8z",save:"M11 3h2v9l3-3 1.4 1.4L12 16l-5.4-5.6L8 9l3 3zM4 17h2v2h12v-2h2v4H4z",sun:"M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 2h2v4h-2zm0 16h2v4h-2zM2 11h4v2H2zm16 0h4v2h-4zM4.2 5.6l1.4-1.4 2.8 2.8L7 8.4zm11.4 11.4\
 1.4-1.4 2.8 2.8-1.4 1.4zM4.2 18.4 7 15.6 8.4 17l-2.8 2.8zM15.6 7l2.8-2.8 1.4 1.4L17 8.4z",help:"M11 17h2v2h-2zm1-12a4 4 0 0 1 4 4c0 2.5-3 3-3 5.5v.5h-2v-.5c0-3.5 3-3.5 3-5.5a2 2 0 0 0-4 0H8a4 4 0 0 1 4-4z",close:"M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",follow:"M12 3l2 4h-4zm0 18-2-4h4zM3 12l4-2v4zm18 0-4 2v-4zm-9-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"};
function gp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 24 24"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d",YM[n]),t.append(i),t}function xp(n,e){n.querySelector("svg").replaceWith(gp(e))}function Bi(n,e,t,i={}){return le("button",{type:"button",class:"icon","aria-label":e,title:e,
onclick:t,...i},gp(n))}function wl(n,e,t,i={}){let r=le("button",{type:"button",class:"chip","aria-pressed":String(e),text:n,...i});return r.addEventListener("click",()=>{let s=r.getAttribute("aria-pressed")!=="true";r.setAttribute("aria-pressed",String(s)),t(s)}),r}function _p(n,e,t){let i=URL.createObjectURL(new Blob(e,{type:t})),r=le("a",{href:i,download:n});document.body.append(r),r.click(),r.
remove(),setTimeout(()=>URL.revokeObjectURL(i),1e4)}var Mp=[.03,32],qM=24;function Sp(n){let{world:e,runner:t,layout:i}=n,r={camera:e.rig.text};r.speed=String(t.speed);let s=e.arrows.map((a,l)=>a.group.visible?`${l}:${a.factor.toPrecision(3)}`:null).filter(Boolean);e.arrows.length&&(r.arrows=s.join(",")),i.chosenTheme!=="auto"&&(r.theme=i.chosenTheme);let o=i.plots.plots.map(a=>i.plotKey(a.spec));return o.join(",")!==i.firstPlots&&(r.plots=o.join("\
,")),r}function vp(n,e){for(let[t,i]of Object.entries(e)){let r=n.layout.sliders?.rows.get(t)?.slider;r&&n.set(t,Math.min(Math.max(i,r.low),r.high),{smooth:!1})}Object.keys(e).length&&n.reset()}function yp(n,e){let{world:t,layout:i}=n;e.camera&&(t.rig.text=e.camera);let r=Number(e.speed);r>=.001&&r<=10&&n.setSpeed(r),["light","dark"].includes(e.theme)&&i.setTheme(e.theme),e.arrows!==void 0&&t.arrows.
forEach((s,o)=>i.showArrows(o,!1));for(let s of(e.arrows??"").split(",")){let[o,a]=s.split(":").map(Number);!t.arrows[o]||!(a>0)||(i.showArrows(o,!0),t.arrows[o].factor=Math.min(Math.max(a,Mp[0]),Mp[1]))}if(e.plots!==void 0){i.plots.clear();for(let s of[...new Set(e.plots.split(","))].slice(0,qM))i.addByKey(s,n)}}function wp(n){n.restore(location.hash);let e=()=>{n.layout.sliders?.first(),n.restore(
location.hash),n.refresh()};globalThis.addEventListener("hashchange",e),n.layout.ends.push(()=>globalThis.removeEventListener("hashchange",e))}function KM(n,e){return[...new Set(n.map(i=>e.find(i)?.field).filter(Boolean))].map(i=>`${i.name} [${i.unit||"1"}]`).join(", ")}function bp(n){let{history:e}=n.runner,{payload:t}=n,i=[`${t.title}: ${t.about??""}`,`made by Elver ${t.version??""}`,`units: tim\
e [s], ${KM(e.names,n.catalogue)}`],r=Object.entries(n.layout.sliders?.changed()??{});r.length&&i.push(`parameters at the end: ${r.map(([o,a])=>`${o} = ${a}`).join(", ")}`),e.dropped&&i.push(`the first ${e.dropped} samples were dropped: the page keeps the last ${_l(e.newest-e.oldest)}`);let s=String(t.title??"run").replace(/[^\w.-]+/g,"-").toLowerCase();_p(`${s}.csv`,[...mp(e,i)],"text/csv")}var bl=class{constructor(e){this.rows=e.map(i=>({figure:i,value:le("b",{text:"–"})}));let t=this.rows.map(({figure:i,value:r})=>le("div",{class:"figure",title:i.meaning},le("span",{text:i.title}),le("span",{class:"number"},r," ",le("small",{text:i.unit==="1"?"":i.unit}))));this.element=le("div",{class:"figures",role:"group","aria-label":"figures"},...t),this.element.hidden=t.length===0}update(e){
for(let{figure:t,value:i}of this.rows){let r=xl(t.value(e),3);r!==i.textContent&&(i.textContent=r)}}};var $M=[["space","play, pause"],[".","one step"],["r","start again"],["s  v  p  h","parameters, view, plots, help"],["1  2  3","free view, top, side"],["f","follow the machine"],["arrows","turn the view (when it has the focus)"],["shift arrows","move the view"],["+  −","nearer, farther"]];function Tp(n){let e=$M.map(([r,s])=>le("tr",{},le("th",{scope:"row"},...r.split("  ").map(o=>le("kbd",{text:o}))),
le("td",{text:s})));return le("div",{class:"help"},le("p",{text:n?"This page replays a recorded run: drag the time line, or click into a plot.":"The machine is computed in this page while you look. A slider moves its parameter smoothly; the machine never jumps."}),le("p",{text:"Drag to turn the view, drag with shift or the right button (two fingers) to move it, wheel or pinch to come nearer."}),le(
"table",{},...e))}var ZM=[["free","Free"],["top","Top"],["side","Side"]],Tl=class{constructor(e,t){this.world=e;let i=ZM.map(([r,s])=>le("button",{type:"button",class:"chip",text:s,onclick:()=>t.view(r)}));this.followButton=wl("Follow",e.rig.following,t.follow),this.pathButton=wl("Path",!0,t.path),this.legend=le("div",{class:"legend","aria-label":"scale of the arrows"}),this.rows=e.arrows.map((r,s)=>this.arrowRow(r,
s,t)),this.element=le("div",{class:"look"},le("div",{class:"chips",role:"group","aria-label":"view"},...i,this.followButton,this.pathButton),...this.rows.map(r=>r.element),le("p",{class:"note",text:`Grid: ${Wc(e.cell)}`}))}arrowRow(e,t,i){let r=le("i",{class:"dot"}),s=e.spec.title??e.spec.name,o=wl(s,!1,h=>{i.arrows(t,h),this.update()});o.prepend(r);let a=le("input",{type:"range",min:-30,max:30,step:1,
value:0,"aria-label":`length of the arrows: ${s}`});a.addEventListener("input",()=>{i.scale(t,10**(Number(a.value)/20)),this.update()});let l=le("span",{class:"note wide"});return{arrows:e,button:o,dot:r,scale:a,text:l,element:le("div",{class:"arrowrow"},o,a,l)}}update(){for(let{arrows:e,dot:t,text:i,scale:r}of this.rows){t.style.background=`#${(e.colour??0).toString(16).padStart(6,"0")}`,r.disabled=
!e.group.visible;let s=e.shown,o=$n(.1*this.world.stage.size),a=e.group.visible&&s>0?`${Wc(o)} = ${qt(o/s,3)} ${e.spec.unit}`:"";a!==i.textContent&&(i.textContent=a)}this.showLegend()}showLegend(){let e=this.rows.filter(({text:i})=>i.textContent).map(({arrows:i,text:r})=>`${i.spec.name}: ${r.textContent}`);if(e.join()===this.told)return;this.told=e.join();let t=this.rows.filter(({text:i})=>i.textContent);
this.legend.replaceChildren(...t.map(({dot:i},r)=>le("span",{},i.cloneNode(),e[r])))}press(e,t){this.rows[e].button.setAttribute("aria-pressed",String(t))}};var El=class{constructor(){this.element=le("div",{class:"message",role:"alertdialog","aria-labelledby":"elver-says",tabindex:-1}),this.element.hidden=!0}show(e,t,i){let r=i.map(([s,o],a)=>le("button",{type:"button",class:a?"":"main",text:s,onclick:()=>{this.hide(),o()}}));this.element.replaceChildren(le("h2",{id:"elver-says",text:e}),le("p",{text:t}),le("div",{class:"buttons"},...r)),this.element.
hidden=!1,(r[0]??this.element).focus({preventScroll:!0})}hide(){this.element.hidden=!0}get shown(){return!this.element.hidden}};var JM="uplot",QM="u-hz",jM="u-vt",eS="u-title",tS="u-wrap",iS="u-under",nS="u-over",rS="u-axis",$r="u-off",sS="u-select",oS="u-cursor-x",aS="u-cursor-y",lS="u-cursor-pt",hS="u-legend",cS="u-live",fS="u-inline",uS="u-series",pS="u-marker",Ep="u-label",dS="u-value",Wo="width",Xo="height";var Ap="bottom",As="left",Yc="right",cf="#000",Rp=cf+"0",qc="mousemove",Cp="mousedown",Kc="mouseup",Pp="mouseenter",Lp="mouseleave",Dp="dblclick",mS="resize",gS="scroll",Ip="change",Ll="dppxchange",ff="--",Us=typeof window<"u",jc=Us?document:null,Cs=Us?window:null,xS=Us?navigator:null,wt,Al;function ef(){let n=devicePixelRatio;wt!=n&&(wt=n,Al&&nf(Ip,Al,ef),Al=matchMedia(`(min-resolution: ${wt-.001}\
dppx) and (max-resolution: ${wt+.001}dppx)`),Zr(Ip,Al,ef),Cs.dispatchEvent(new CustomEvent(Ll)))}function on(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function tf(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function Xt(n,e,t){n.style[e]=t+"px"}function Rn(n,e,t,i){let r=jc.createElement(n);return e!=null&&on(r,e),t?.insertBefore(r,i),r}function gn(n,e){return Rn("div",n,e)}
var Up=new WeakMap;function Zn(n,e,t,i,r){let s="translate("+e+"px,"+t+"px)",o=Up.get(n);s!=o&&(n.style.transform=s,Up.set(n,s),e<0||t<0||e>i||t>r?on(n,$r):tf(n,$r))}var Np=new WeakMap;function Fp(n,e,t){let i=e+t,r=Np.get(n);i!=r&&(Np.set(n,i),n.style.background=e,n.style.borderColor=t)}var Op=new WeakMap;function Bp(n,e,t,i){let r=e+""+t,s=Op.get(n);r!=s&&(Op.set(n,r),n.style.height=t+"px",n.style.
width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var uf={passive:!0},_S={...uf,capture:!0};function Zr(n,e,t,i){e.addEventListener(n,t,i?_S:uf)}function nf(n,e,t,i){e.removeEventListener(n,t,uf)}Us&&ef();function Cn(n,e,t,i){let r;t=t||0,i=i||e.length-1;let s=i<=2147483647;for(;i-t>1;)r=s?t+i>>1:an((t+i)/2),e[r]<n?t=r:i=r;return n-e[t]<=e[i]-n?t:i}function ud(n){return(t,i,r)=>{
let s=-1,o=-1;for(let a=i;a<=r;a++)if(n(t[a])){s=a;break}for(let a=r;a>=i;a--)if(n(t[a])){o=a;break}return[s,o]}}var pd=n=>n!=null,dd=n=>n!=null&&n>0,Ul=ud(pd),MS=ud(dd);function SS(n,e,t,i=0,r=!1){let s=r?MS:Ul,o=r?dd:pd;[e,t]=s(n,e,t);let a=n[e],l=n[e];if(e>-1)if(i==1)a=n[e],l=n[t];else if(i==-1)a=n[t],l=n[e];else for(let h=e;h<=t;h++){let u=n[h];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Ft,l??-Ft]}function Nl(n,e,t,i){
let r=zp(n),s=zp(e);n==e&&(r==-1?(n*=t,e/=t):(n/=t,e*=t));let o=t==10?sr:md,a=r==1?an:xn,l=s==1?xn:an,h=a(o(_i(n))),u=l(o(_i(e))),f=Ps(t,h),c=Ps(t,u);return t==10&&(h<0&&(f=Ot(f,-h)),u<0&&(c=Ot(c,-u))),i||t==2?(n=f*r,e=c*s):(n=Md(n,f),e=Fl(e,c)),[n,e]}function pf(n,e,t,i){let r=Nl(n,e,t,i);return n==0&&(r[0]=0),e==0&&(r[1]=0),r}var df=.1,kp={mode:3,pad:df},qo={pad:0,soft:null,mode:0},vS={min:qo,max:qo};
function Dl(n,e,t,i){return Ol(t)?Gp(n,e,t):(qo.pad=t,qo.soft=i?0:null,qo.mode=i?3:0,Gp(n,e,vS))}function St(n,e){return n??e}function yS(n,e,t){for(e=St(e,0),t=St(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function Gp(n,e,t){let i=t.min,r=t.max,s=St(i.pad,0),o=St(r.pad,0),a=St(i.hard,-Ft),l=St(r.hard,Ft),h=St(i.soft,Ft),u=St(r.soft,-Ft),f=St(i.mode,0),c=St(r.mode,0),p=e-n,d=sr(p),S=Ki(
_i(n),_i(e)),g=sr(S),m=_i(g-d);(p<1e-24||m>10)&&(p=0,(n==0||e==0)&&(p=1e-24,f==2&&h!=Ft&&(s=0),c==2&&u!=-Ft&&(o=0)));let b=p||S||1e3,E=sr(b),v=Ps(10,an(E)),I=b*(p==0?n==0?.1:1:s),A=Ot(Md(n-I,v/10),24),_=n>=h&&(f==1||f==3&&A<=h||f==2&&A>=h)?h:Ft,T=Ki(a,A<_&&n>=_?_:Pn(_,A)),G=b*(p==0?e==0?.1:1:o),U=Ot(Fl(e+G,v/10),24),D=e<=u&&(c==1||c==3&&U>=u||c==2&&U<=u)?u:-Ft,B=Pn(l,U>D&&e<=D?D:Ki(D,U));return T==
B&&T==0&&(B=100),[T,B]}var wS=new Intl.NumberFormat(Us?xS.language:"en-US"),mf=n=>wS.format(n),ln=Math,Pl=ln.PI,_i=ln.abs,an=ln.floor,xi=ln.round,xn=ln.ceil,Pn=ln.min,Ki=ln.max,Ps=ln.pow,zp=ln.sign,sr=ln.log10,md=ln.log2,bS=(n,e=1)=>ln.sinh(n)*e,$c=(n,e=1)=>ln.asinh(n/e),Ft=1/0;function Hp(n){return(sr((n^n>>31)-(n>>31))|0)+1}function rf(n,e,t){return Pn(Ki(n,e),t)}function gd(n){return typeof n==
"function"}function mt(n){return gd(n)?n:()=>n}var TS=()=>{},xd=n=>n,_d=(n,e)=>e,ES=n=>null,Vp=n=>!0,Wp=(n,e)=>n==e,AS=/\.\d*?(?=9{6,}|0{6,})/gm,Jr=n=>{if(vd(n)||Er.has(n))return n;let e=`${n}`,t=e.match(AS);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[r,s]=e.split("e");return+`${Jr(r)}e${s}`}return Ot(n,i)};function qr(n,e){return Jr(Ot(Jr(n/e))*e)}function Fl(n,e){return Jr(
xn(Jr(n/e))*e)}function Md(n,e){return Jr(an(Jr(n/e))*e)}function Ot(n,e=0){if(vd(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return xi(i)/t}var Er=new Map;function Sd(n){return((""+n).split(".")[1]||"").length}function $o(n,e,t,i){let r=[],s=i.map(Sd);for(let o=e;o<t;o++){let a=_i(o),l=Ot(Ps(n,o),a);for(let h=0;h<i.length;h++){let u=n==10?+`${i[h]}e${o}`:i[h]*l,f=(o>=0?0:a)+(o>=s[h]?0:s[h]),
c=n==10?u:Ot(u,f);r.push(c),Er.set(c,f)}}return r}var Ko={},gf=[],Ls=[null,null],Tr=Array.isArray,vd=Number.isInteger,RS=n=>n===void 0;function Xp(n){return typeof n=="string"}function Ol(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function CS(n){return n!=null&&typeof n=="object"}var PS=Object.getPrototypeOf(Uint8Array),yd="__proto__";function Ds(n,e=Ol){let t;if(Tr(
n)){let i=n.find(r=>r!=null);if(Tr(i)||e(i)){t=Array(n.length);for(let r=0;r<n.length;r++)t[r]=Ds(n[r],e)}else t=n.slice()}else if(n instanceof PS)t=n.slice();else if(e(n)){t={};for(let i in n)i!=yd&&(t[i]=Ds(n[i],e))}else t=n;return t}function pi(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let r in i)r!=yd&&(Ol(n[r])?pi(n[r],Ds(i[r])):n[r]=Ds(i[r]))}return n}var LS=0,DS=1,IS=2;function US(n,e,t){
for(let i=0,r,s=-1;i<e.length;i++){let o=e[i];if(o>s){for(r=o-1;r>=0&&n[r]==null;)n[r--]=null;for(r=o+1;r<t&&n[r]==null;)n[s=r++]=null}}}function NS(n,e){if(BS(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return kS(o[0])||(o=OS(o)),o}let t=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],h=l.length;for(let u=0;u<h;u++)t.add(l[u])}let i=[Array.from(t).sort((o,a)=>o-a)],
r=i[0].length,s=new Map;for(let o=0;o<r;o++)s.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let h=1;h<a.length;h++){let u=a[h],f=Array(r).fill(void 0),c=e?e[o][h]:DS,p=[];for(let d=0;d<u.length;d++){let S=u[d],g=s.get(l[d]);S===null?c!=LS&&(f[g]=S,c==IS&&p.push(g)):f[g]=S}US(f,p,r),i.push(f)}}return i}var FS=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function OS(n){
let e=n[0],t=e.length,i=Array(t);for(let s=0;s<i.length;s++)i[s]=s;i.sort((s,o)=>e[s]-e[o]);let r=[];for(let s=0;s<n.length;s++){let o=n[s],a=Array(t);for(let l=0;l<t;l++)a[l]=o[i[l]];r.push(a)}return r}function BS(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let r=n[i][0];if(r.length!=t)return!1;if(r!=e){for(let s=0;s<t;s++)if(r[s]!=e[s])return!1}}return!0}function kS(n,e=100){let t=n.
length;if(t<=1)return!0;let i=0,r=t-1;for(;i<=r&&n[i]==null;)i++;for(;r>=i&&n[r]==null;)r--;if(r<=i)return!0;let s=Ki(1,an((r-i+1)/e));for(let o=n[i],a=i+s;a<=r;a+=s){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var wd=["January","February","March","April","May","June","July","August","September","October","November","December"],bd=["Sunday","Monday","Tuesday","Wednesday","Thursday","Frid\
ay","Saturday"];function Td(n){return n.slice(0,3)}var GS=bd.map(Td),zS=wd.map(Td),HS={MMMM:wd,MMM:zS,WWWW:bd,WWW:GS};function Vo(n){return(n<10?"0":"")+n}function VS(n){return(n<10?"00":n<100?"0":"")+n}var WS={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>Vo(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>Vo(n.getDate()),
D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>Vo(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>Vo(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>Vo(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>VS(n.getMilliseconds())};function xf(n,e){
e=e||HS;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,r;for(;r=i.exec(n);)t.push(r[0][0]=="{"?WS[r[1]]:r[0]);return s=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](s,e);return o}}var XS=new Intl.DateTimeFormat().resolvedOptions().timeZone;function YS(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==XS?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),
t.setMilliseconds(n.getMilliseconds())),t}var Ed=n=>n%1==0,Il=[1,2,2.5,5],qS=$o(10,-32,0,Il),Ad=$o(10,0,32,Il),KS=Ad.filter(Ed),Kr=qS.concat(Ad),_f=`
`,Rd="{YYYY}",Yp=_f+Rd,Cd="{M}/{D}",Yo=_f+Cd,Rl=Yo+"/{YY}",Pd="{aa}",$S="{h}:{mm}",Rs=$S+Pd,qp=_f+Rs,Kp=":{ss}",bt=null;function Ld(n){let e=n*1e3,t=e*60,i=t*60,r=i*24,s=r*30,o=r*365,l=(n==1?$o(10,0,3,Il).filter(Ed):$o(10,-3,0,Il)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,r,r*2,r*3,r*4,r*5,r*6,r*7,r*8,r*9,r*10,r*15,s,s*2,s*3,s*4,s*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),
h=[[o,Rd,bt,bt,bt,bt,bt,bt,1],[r*28,"{MMM}",Yp,bt,bt,bt,bt,bt,1],[r,Cd,Yp,bt,bt,bt,bt,bt,1],[i,"{h}"+Pd,Rl,bt,Yo,bt,bt,bt,1],[t,Rs,Rl,bt,Yo,bt,bt,bt,1],[e,Kp,Rl+" "+Rs,bt,Yo+" "+Rs,bt,qp,bt,1],[n,Kp+".{fff}",Rl+" "+Rs,bt,Yo+" "+Rs,bt,qp,bt,1]];function u(f){return(c,p,d,S,g,m)=>{let b=[],E=g>=o,v=g>=s&&g<o,I=f(d),A=Ot(I*n,3),_=Zc(I.getFullYear(),E?0:I.getMonth(),v||E?1:I.getDate()),T=Ot(_*n,3);if(v||
E){let G=v?g/s:0,U=E?g/o:0,D=A==T?A:Ot(Zc(_.getFullYear()+U,_.getMonth()+G,1)*n,3),B=new Date(xi(D/n)),Y=B.getFullYear(),L=B.getMonth();for(let H=0;D<=S;H++){let Z=Zc(Y+U*H,L+G*H,1),z=Z-f(Ot(Z*n,3));D=Ot((+Z+z)*n,3),D<=S&&b.push(D)}}else{let G=g>=r?r:g,U=an(d)-an(A),D=T+U+Fl(A-T,G);b.push(D);let B=f(D),Y=B.getHours()+B.getMinutes()/t+B.getSeconds()/i,L=g/i,H=c.axes[p]._space,Z=m/H;for(;D=Ot(D+g,n==
1?0:3),!(D>S);)if(L>1){let z=an(Ot(Y+L,6))%24,Q=f(D).getHours()-z;Q>1&&(Q=-1),D-=Q*i,Y=(Y+L)%24;let ne=b[b.length-1];Ot((D-ne)/g,3)*Z>=.7&&b.push(D)}else b.push(D)}return b}}return[l,h,u]}var[ZS,JS,QS]=Ld(1),[jS,ev,tv]=Ld(.001);$o(2,-53,53,[1]);function $p(n,e){return n.map(t=>t.map((i,r)=>r==0||r==8||i==null?i:e(r==1||t[8]==0?i:t[1]+i)))}function Zp(n,e){return(t,i,r,s,o)=>{let a=e.find(d=>o>=d[0])||
e[e.length-1],l,h,u,f,c,p;return i.map(d=>{let S=n(d),g=S.getFullYear(),m=S.getMonth(),b=S.getDate(),E=S.getHours(),v=S.getMinutes(),I=S.getSeconds(),A=g!=l&&a[2]||m!=h&&a[3]||b!=u&&a[4]||E!=f&&a[5]||v!=c&&a[6]||I!=p&&a[7]||a[1];return l=g,h=m,u=b,f=E,c=v,p=I,A(S)})}}function iv(n,e){let t=xf(e);return(i,r,s,o,a)=>r.map(l=>t(n(l)))}function Zc(n,e,t){return new Date(n,e,t)}function Jp(n,e){return e(
n)}var nv="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Qp(n,e){return(t,i,r,s)=>s==null?ff:e(n(i))}function rv(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function sv(n,e){return n.series[e].fill(n,e)}var ov={show:!0,live:!0,isolate:!1,mount:TS,markers:{show:!0,width:2,stroke:rv,fill:sv,dash:"solid"},idx:null,idxs:null,values:[]};function av(n,e){let t=n.
cursor.points,i=gn(),r=t.size(n,e);Xt(i,Wo,r),Xt(i,Xo,r);let s=r/-2;Xt(i,"marginLeft",s),Xt(i,"marginTop",s);let o=t.width(n,e,r);return o&&Xt(i,"borderWidth",o),i}function lv(n,e){let t=n.series[e].points;return t._fill||t._stroke}function hv(n,e){let t=n.series[e].points;return t._stroke||t._fill}function cv(n,e){return n.series[e].points.size}var Jc=[0,0];function fv(n,e,t){return Jc[0]=e,Jc[1]=
t,Jc}function Cl(n,e,t,i=!0){return r=>{r.button==0&&(!i||r.target==e)&&t(r)}}function Qc(n,e,t,i=!0){return r=>{(!i||r.target==e)&&t(r)}}var uv={show:!0,x:!0,y:!0,lock:!1,move:fv,points:{one:!1,show:av,size:cv,width:0,stroke:hv,fill:lv},bind:{mousedown:Cl,mouseup:Cl,click:Cl,dblclick:Cl,mousemove:Qc,mouseleave:Qc,mouseenter:Qc},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),
e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,r)=>i-r,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Dd={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Mf=pi({},Dd,{filter:_d}),Id=pi({},Mf,{size:10}),Ud=pi({},Dd,{show:!1}),Sf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", s\
ans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Nd="bold "+Sf,Fd=1.5,jp={show:!0,scale:"x",stroke:cf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Nd,side:2,grid:Mf,ticks:Id,border:Ud,font:Sf,lineGap:Fd,rotate:0},pv="Value",dv="Time",ed={show:!0,scale:"x",auto:!1,sorted:1,min:Ft,max:-Ft,idxs:[]};function mv(n,e,t,i,r){return e.map(s=>s==
null?"":mf(s))}function gv(n,e,t,i,r,s,o){let a=[],l=Er.get(r)||0;t=o?t:Ot(Fl(t,r),l);for(let h=t;h<=i;h=Ot(h+r,l))a.push(Object.is(h,-0)?0:h);return a}function sf(n,e,t,i,r,s,o){let a=[],l=n.scales[n.axes[e].scale].log,h=l==10?sr:md,u=an(h(t));r=Ps(l,u),l==10&&(r=Kr[Cn(r,Kr)]);let f=t,c=r*l;l==10&&(c=Kr[Cn(c,Kr)]);do a.push(f),f=f+r,l==10&&!Er.has(f)&&(f=Ot(f,Er.get(r))),f>=c&&(r=f,c=r*l,l==10&&(c=
Kr[Cn(c,Kr)]));while(f<=i);return a}function xv(n,e,t,i,r,s,o){let l=n.scales[n.axes[e].scale].asinh,h=i>l?sf(n,e,Ki(l,t),i,r):[l],u=i>=0&&t<=0?[0]:[];return(t<-l?sf(n,e,Ki(l,-i),-t,r):[l]).reverse().map(c=>-c).concat(u,h)}var Od=/./,_v=/[12357]/,Mv=/[125]/,td=/1/,of=(n,e,t,i)=>n.map((r,s)=>e==4&&r==0||s%i==0&&t.test(r.toExponential()[r<0?1:0])?r:null);function Sv(n,e,t,i,r){let s=n.axes[t],o=s.scale,
a=n.scales[o],l=n.valToPos,h=s._space,u=l(10,o),f=l(9,o)-u>=h?Od:l(7,o)-u>=h?_v:l(5,o)-u>=h?Mv:td;if(f==td){let c=_i(l(1,o)-u);if(c<h)return of(e.slice().reverse(),a.distr,f,xn(h/c)).reverse()}return of(e,a.distr,f,1)}function vv(n,e,t,i,r){let s=n.axes[t],o=s.scale,a=s._space,l=n.valToPos,h=_i(l(1,o)-l(2,o));return h<a?of(e.slice().reverse(),3,Od,xn(a/h)).reverse():e}function yv(n,e,t,i){return i==
null?ff:e==null?"":mf(e)}var id={show:!0,scale:"y",stroke:cf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Nd,side:3,grid:Mf,ticks:Id,border:Ud,font:Sf,lineGap:Fd,rotate:0};function wv(n,e){let t=3+(n||1)*2;return Ot(t*e,3)}function bv(n,e){let{scale:t,idxs:i}=n.series[0],r=n._data[0],s=n.valToPos(r[i[0]],t,!0),o=n.valToPos(r[i[1]],t,!0),a=_i(o-s),l=n.series[e],h=a/(l.points.space*
wt);return i[1]-i[0]<=h}var nd={scale:null,auto:!0,sorted:0,min:Ft,max:-Ft},Bd=(n,e,t,i,r)=>r,rd={show:!0,auto:!0,sorted:0,gaps:Bd,alpha:1,facets:[pi({},nd,{scale:"x"}),pi({},nd,{scale:"y"})]},sd={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Bd,alpha:1,points:{show:bv,filter:null},values:null,min:Ft,max:-Ft,idxs:[],path:null,clip:null};function Tv(n,e,t,i,r){return t/10}var kd={time:!0,auto:!0,
distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Ev=pi({},kd,{time:!1,ori:1}),od={};function Gd(n,e){let t=od[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(r=>r!=i)},pub(i,r,s,o,a,l,h){for(let u=0;u<t.plots.length;u++)t.plots[u]!=r&&t.plots[u].pub(i,r,s,o,a,l,h)}},n!=null&&(od[n]=t)),t}var Is=1,af=2;function Qr(n,e,t){let i=n.mode,r=n.series[e],s=i==2?
n._data[e]:n._data,o=n.scales,a=n.bbox,l=s[0],h=i==2?s[1]:s[e],u=i==2?o[r.facets[0].scale]:o[n.series[0].scale],f=i==2?o[r.facets[1].scale]:o[r.scale],c=a.left,p=a.top,d=a.width,S=a.height,g=n.valToPosH,m=n.valToPosV;return u.ori==0?t(r,l,h,u,f,g,m,c,p,d,S,kl,Ns,zl,Hd,Wd):t(r,l,h,u,f,m,g,p,c,S,d,Gl,Fs,wf,Vd,Xd)}function vf(n,e){let t=0,i=0,r=St(n.bands,gf);for(let s=0;s<r.length;s++){let o=r[s];o.
series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function Av(n,e,t,i,r){let s=n.mode,o=n.series[e],a=s==2?o.facets[1].scale:o.scale,l=n.scales[a];return r==-1?l.min:r==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function or(n,e,t,i,r,s){return Qr(n,e,(o,a,l,h,u,f,c,p,d,S,g)=>{let m=o.pxRound,b=h.dir*(h.ori==0?1:-1),E=h.ori==0?Ns:Fs,v,I;b==1?(v=t,I=i):(v=i,I=
t);let A=m(f(a[v],h,S,p)),_=m(c(l[v],u,g,d)),T=m(f(a[I],h,S,p)),G=m(c(s==1?u.max:u.min,u,g,d)),U=new Path2D(r);return E(U,T,G),E(U,A,G),E(U,A,_),U})}function Bl(n,e,t,i,r,s){let o=null;if(n.length>0){o=new Path2D;let a=e==0?zl:wf,l=t;for(let f=0;f<n.length;f++){let c=n[f];if(c[1]>c[0]){let p=c[0]-l;p>0&&a(o,l,i,p,i+s),l=c[1]}}let h=t+r-l,u=10;h>0&&a(o,l,i-u/2,h,i+s+u)}return o}function Rv(n,e,t){let i=n[n.
length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function yf(n,e,t,i,r,s,o){let a=[],l=n.length;for(let h=r==1?t:i;h>=t&&h<=i;h+=r)if(e[h]===null){let f=h,c=h;if(r==1)for(;++h<=i&&e[h]===null;)c=h;else for(;--h>=t&&e[h]===null;)c=h;let p=s(n[f]),d=c==f?p:s(n[c]),S=f-r;p=o<=0&&S>=0&&S<l?s(n[S]):p;let m=c+r;d=o>=0&&m>=0&&m<l?s(n[m]):d,d>=p&&a.push([p,d])}return a}function ad(n){return n==0?xd:n==1?xi:e=>qr(
e,n)}function zd(n){let e=n==0?kl:Gl,t=n==0?(r,s,o,a,l,h)=>{r.arcTo(s,o,a,l,h)}:(r,s,o,a,l,h)=>{r.arcTo(o,s,l,a,h)},i=n==0?(r,s,o,a,l)=>{r.rect(s,o,a,l)}:(r,s,o,a,l)=>{r.rect(o,s,l,a)};return(r,s,o,a,l,h=0,u=0)=>{h==0&&u==0?i(r,s,o,a,l):(h=Pn(h,a/2,l/2),u=Pn(u,a/2,l/2),e(r,s+h,o),t(r,s+a,o,s+a,o+l,h),t(r,s+a,o+l,s,o+l,u),t(r,s,o+l,s,o,u),t(r,s,o,s+a,o,h),r.closePath())}}var kl=(n,e,t)=>{n.moveTo(e,
t)},Gl=(n,e,t)=>{n.moveTo(t,e)},Ns=(n,e,t)=>{n.lineTo(e,t)},Fs=(n,e,t)=>{n.lineTo(t,e)},zl=zd(0),wf=zd(1),Hd=(n,e,t,i,r,s)=>{n.arc(e,t,i,r,s)},Vd=(n,e,t,i,r,s)=>{n.arc(t,e,i,r,s)},Wd=(n,e,t,i,r,s,o)=>{n.bezierCurveTo(e,t,i,r,s,o)},Xd=(n,e,t,i,r,s,o)=>{n.bezierCurveTo(t,e,r,i,o,s)};function Yd(n){return(e,t,i,r,s)=>Qr(e,t,(o,a,l,h,u,f,c,p,d,S,g)=>{let{pxRound:m,points:b}=o,E,v;h.ori==0?(E=kl,v=Hd):
(E=Gl,v=Vd);let I=Ot(b.width*wt,3),A=(b.size-b.width)/2*wt,_=Ot(A*2,3),T=new Path2D,G=new Path2D,{left:U,top:D,width:B,height:Y}=e.bbox;zl(G,U-_,D-_,B+_*2,Y+_*2);let L=H=>{if(l[H]!=null){let Z=m(f(a[H],h,S,p)),z=m(c(l[H],u,g,d));E(T,Z+A,z),v(T,Z,z,A,0,Pl*2)}};if(s)s.forEach(L);else for(let H=i;H<=r;H++)L(H);return{stroke:I>0?T:null,fill:T,clip:G,flags:Is|af}})}function qd(n){return(e,t,i,r,s,o)=>{
i!=r&&(s!=i&&o!=i&&n(e,t,i),s!=r&&o!=r&&n(e,t,r),n(e,t,o))}}var Cv=qd(Ns),Pv=qd(Fs);function Kd(n){let e=St(n?.alignGaps,0);return(t,i,r,s)=>Qr(t,i,(o,a,l,h,u,f,c,p,d,S,g)=>{[r,s]=Ul(l,r,s);let m=o.pxRound,b=Y=>m(f(Y,h,S,p)),E=Y=>m(c(Y,u,g,d)),v,I;h.ori==0?(v=Ns,I=Cv):(v=Fs,I=Pv);let A=h.dir*(h.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Is},T=_.stroke,G=!1;if(s-
r>=S*4){let Y=ue=>t.posToVal(ue,h.key,!0),L=null,H=null,Z,z,he,$=b(a[A==1?r:s]),Q=b(a[r]),ne=b(a[s]),fe=Y(A==1?Q+1:ne-1);for(let ue=A==1?r:s;ue>=r&&ue<=s;ue+=A){let Ge=a[ue],Xe=(A==1?Ge<fe:Ge>fe)?$:b(Ge),ze=l[ue];Xe==$?ze!=null?(z=ze,L==null?(v(T,Xe,E(z)),Z=L=H=z):z<L?L=z:z>H&&(H=z)):ze===null&&(G=!0):(L!=null&&I(T,$,E(L),E(H),E(Z),E(z)),ze!=null?(z=ze,v(T,Xe,E(z)),L=H=Z=z):(L=H=null,ze===null&&(G=
!0)),$=Xe,fe=Y($+A))}L!=null&&L!=H&&he!=$&&I(T,$,E(L),E(H),E(Z),E(z))}else for(let Y=A==1?r:s;Y>=r&&Y<=s;Y+=A){let L=l[Y];L===null?G=!0:L!=null&&v(T,b(a[Y]),E(L))}let[D,B]=vf(t,i);if(o.fill!=null||D!=0){let Y=_.fill=new Path2D(T),L=o.fillTo(t,i,o.min,o.max,D),H=E(L),Z=b(a[r]),z=b(a[s]);A==-1&&([z,Z]=[Z,z]),v(Y,z,H),v(Y,Z,H)}if(!o.spanGaps){let Y=[];G&&Y.push(...yf(a,l,r,s,A,b,e)),_.gaps=Y=o.gaps(t,
i,r,s,Y),_.clip=Bl(Y,h.ori,p,d,S,g)}return B!=0&&(_.band=B==2?[or(t,i,r,s,T,-1),or(t,i,r,s,T,1)]:or(t,i,r,s,T,B)),_})}function Lv(n){let e=St(n.align,1),t=St(n.ascDesc,!1),i=St(n.alignGaps,0),r=St(n.extend,!1);return(s,o,a,l)=>Qr(s,o,(h,u,f,c,p,d,S,g,m,b,E)=>{[a,l]=Ul(f,a,l);let v=h.pxRound,{left:I,width:A}=s.bbox,_=Q=>v(d(Q,c,b,g)),T=Q=>v(S(Q,p,E,m)),G=c.ori==0?Ns:Fs,U={stroke:new Path2D,fill:null,
clip:null,band:null,gaps:null,flags:Is},D=U.stroke,B=c.dir*(c.ori==0?1:-1),Y=T(f[B==1?a:l]),L=_(u[B==1?a:l]),H=L,Z=L;r&&e==-1&&(Z=I,G(D,Z,Y)),G(D,L,Y);for(let Q=B==1?a:l;Q>=a&&Q<=l;Q+=B){let ne=f[Q];if(ne==null)continue;let fe=_(u[Q]),ue=T(ne);e==1?G(D,fe,Y):G(D,H,ue),G(D,fe,ue),Y=ue,H=fe}let z=H;r&&e==1&&(z=I+A,G(D,z,Y));let[he,$]=vf(s,o);if(h.fill!=null||he!=0){let Q=U.fill=new Path2D(D),ne=h.fillTo(
s,o,h.min,h.max,he),fe=T(ne);G(Q,z,fe),G(Q,Z,fe)}if(!h.spanGaps){let Q=[];Q.push(...yf(u,f,a,l,B,_,i));let ne=h.width*wt/2,fe=t||e==1?ne:-ne,ue=t||e==-1?-ne:ne;Q.forEach(Ge=>{Ge[0]+=fe,Ge[1]+=ue}),U.gaps=Q=h.gaps(s,o,a,l,Q),U.clip=Bl(Q,c.ori,g,m,b,E)}return $!=0&&(U.band=$==2?[or(s,o,a,l,D,-1),or(s,o,a,l,D,1)]:or(s,o,a,l,D,$)),U})}function ld(n,e,t,i,r,s,o=Ft){if(n.length>1){let a=null;for(let l=0,
h=1/0;l<n.length;l++)if(e[l]!==void 0){if(a!=null){let u=_i(n[l]-n[a]);u<h&&(h=u,o=_i(t(n[l],i,r,s)-t(n[a],i,r,s)))}a=l}}return o}function Dv(n){n=n||Ko;let e=St(n.size,[.6,Ft,1]),t=n.align||0,i=n.gap||0,r=n.radius;r=r==null?[0,0]:typeof r=="number"?[r,0]:r;let s=mt(r),o=1-e[0],a=St(e[1],Ft),l=St(e[2],1),h=St(n.disp,Ko),u=St(n.each,p=>{}),{fill:f,stroke:c}=h;return(p,d,S,g)=>Qr(p,d,(m,b,E,v,I,A,_,T,G,U,D)=>{
let B=m.pxRound,Y=t,L=i*wt,H=a*wt,Z=l*wt,z,he;v.ori==0?[z,he]=s(p,d):[he,z]=s(p,d);let $=v.dir*(v.ori==0?1:-1),Q=v.ori==0?zl:wf,ne=v.ori==0?u:(be,qe,je,Me,Nt,ke,Ye)=>{u(be,qe,je,Nt,Me,Ye,ke)},fe=St(p.bands,gf).find(be=>be.series[0]==d),ue=fe!=null?fe.dir:0,Ge=m.fillTo(p,d,m.min,m.max,ue),nt=B(_(Ge,I,D,G)),Xe,ze,Le,rt=U,it=B(m.width*wt),st=!1,Et=null,Lt=null,kt=null,oi=null;f!=null&&(it==0||c!=null)&&
(st=!0,Et=f.values(p,d,S,g),Lt=new Map,new Set(Et).forEach(be=>{be!=null&&Lt.set(be,new Path2D)}),it>0&&(kt=c.values(p,d,S,g),oi=new Map,new Set(kt).forEach(be=>{be!=null&&oi.set(be,new Path2D)})));let{x0:Gt,size:ai}=h;if(Gt!=null&&ai!=null){Y=1,b=Gt.values(p,d,S,g),Gt.unit==2&&(b=b.map(je=>p.posToVal(T+je*U,v.key,!0)));let be=ai.values(p,d,S,g);ai.unit==2?ze=be[0]*U:ze=A(be[0],v,U,T)-A(0,v,U,T),rt=
ld(b,E,A,v,U,T,rt),Le=rt-ze+L}else rt=ld(b,E,A,v,U,T,rt),Le=rt*o+L,ze=rt-Le;Le<1&&(Le=0),it>=ze/2&&(it=0),Le<5&&(B=xd);let Dt=Le>0,bi=rt-Le-(Dt?it:0);ze=B(rf(bi,Z,H)),Xe=(Y==0?ze/2:Y==$?0:ze)-Y*$*((Y==0?L/2:0)+(Dt?it/2:0));let xt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},mi=st?null:new Path2D,Jt=null;if(fe!=null)Jt=p.data[fe.series[1]];else{let{y0:be,y1:qe}=h;be!=null&&qe!=null&&
(E=qe.values(p,d,S,g),Jt=be.values(p,d,S,g))}let li=z*ze,F=he*ze;for(let be=$==1?S:g;be>=S&&be<=g;be+=$){let qe=E[be];if(qe==null)continue;if(Jt!=null){let W=Jt[be]??0;if(qe-W==0)continue;nt=_(W,I,D,G)}let je=v.distr!=2||h!=null?b[be]:be,Me=A(je,v,U,T),Nt=_(St(qe,Ge),I,D,G),ke=B(Me-Xe),Ye=B(Ki(Nt,nt)),R=B(Pn(Nt,nt)),M=Ye-R;if(qe!=null){let W=qe<0?F:li,ae=qe<0?li:F;st?(it>0&&kt[be]!=null&&Q(oi.get(
kt[be]),ke,R+an(it/2),ze,Ki(0,M-it),W,ae),Et[be]!=null&&Q(Lt.get(Et[be]),ke,R+an(it/2),ze,Ki(0,M-it),W,ae)):Q(mi,ke,R+an(it/2),ze,Ki(0,M-it),W,ae),ne(p,d,be,ke-it/2,R,ze+it,M)}}return it>0?xt.stroke=st?oi:mi:st||(xt._fill=m.width==0?m._fill:m._stroke??m._fill,xt.width=0),xt.fill=st?Lt:mi,xt})}function Iv(n,e){let t=St(e?.alignGaps,0);return(i,r,s,o)=>Qr(i,r,(a,l,h,u,f,c,p,d,S,g,m)=>{[s,o]=Ul(h,s,o);
let b=a.pxRound,E=z=>b(c(z,u,g,d)),v=z=>b(p(z,f,m,S)),I,A,_;u.ori==0?(I=kl,_=Ns,A=Wd):(I=Gl,_=Fs,A=Xd);let T=u.dir*(u.ori==0?1:-1),G=E(l[T==1?s:o]),U=G,D=[],B=[];for(let z=T==1?s:o;z>=s&&z<=o;z+=T)if(h[z]!=null){let $=l[z],Q=E($);D.push(U=Q),B.push(v(h[z]))}let Y={stroke:n(D,B,I,_,A,b),fill:null,clip:null,band:null,gaps:null,flags:Is},L=Y.stroke,[H,Z]=vf(i,r);if(a.fill!=null||H!=0){let z=Y.fill=new Path2D(
L),he=a.fillTo(i,r,a.min,a.max,H),$=v(he);_(z,U,$),_(z,G,$)}if(!a.spanGaps){let z=[];z.push(...yf(l,h,s,o,T,E,t)),Y.gaps=z=a.gaps(i,r,s,o,z),Y.clip=Bl(z,u.ori,d,S,g,m)}return Z!=0&&(Y.band=Z==2?[or(i,r,s,o,L,-1),or(i,r,s,o,L,1)]:or(i,r,s,o,L,Z)),Y})}function Uv(n){return Iv(Nv,n)}function Nv(n,e,t,i,r,s){let o=n.length;if(o<2)return null;let a=new Path2D;if(t(a,n[0],e[0]),o==2)i(a,n[1],e[1]);else{
let l=Array(o),h=Array(o-1),u=Array(o-1),f=Array(o-1);for(let c=0;c<o-1;c++)u[c]=e[c+1]-e[c],f[c]=n[c+1]-n[c],h[c]=u[c]/f[c];l[0]=h[0];for(let c=1;c<o-1;c++)h[c]===0||h[c-1]===0||h[c-1]>0!=h[c]>0?l[c]=0:(l[c]=3*(f[c-1]+f[c])/((2*f[c]+f[c-1])/h[c-1]+(f[c]+2*f[c-1])/h[c]),isFinite(l[c])||(l[c]=0));l[o-1]=h[o-2];for(let c=0;c<o-1;c++)r(a,n[c]+f[c]/3,e[c]+l[c]*f[c]/3,n[c+1]-f[c]/3,e[c+1]-l[c+1]*f[c]/3,
n[c+1],e[c+1])}return a}var lf=new Set;function hd(){for(let n of lf)n.syncRect(!0)}Us&&(Zr(mS,Cs,hd),Zr(gS,Cs,hd,!0),Zr(Ll,Cs,()=>{Ii.pxRatio=wt}));var Fv=Kd(),Ov=Yd();function cd(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((s,o)=>hf(s,o,e,t))}function Bv(n,e){return n.map((t,i)=>i==0?{}:pi({},e,t))}function hf(n,e,t,i){return pi({},e==0?t:i,n)}function $d(n,e,t){
return e==null?Ls:[e,t]}var kv=$d;function Gv(n,e,t){return e==null?Ls:Dl(e,t,df,!0)}function Zd(n,e,t,i){return e==null?Ls:Nl(e,t,n.scales[i].log,!1)}var zv=Zd;function Jd(n,e,t,i){return e==null?Ls:pf(e,t,n.scales[i].log,!1)}var Hv=Jd;function Vv(n,e,t,i,r){let s=Ki(Hp(n),Hp(e)),o=e-n,a=Cn(r/i*o,t);do{let l=t[a],h=i*l/o;if(h>=r&&s+(l<5?Er.get(l):0)<=17)return[l,h]}while(++a<t.length);return[0,0]}
function fd(n){let e,t;return n=n.replace(/(\d+)px/,(i,r)=>(e=xi((t=+r)*wt))+"px"),[n,e,t]}function Wv(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=Ot(e[2]*wt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Ii(n,e,t){let i={mode:St(n.mode,1)},r=i.mode;function s(x,y,C,P){let k=y.valToPct(x);return P+C*(y.dir==-1?1-k:k)}function o(x,y,C,P){let k=y.valToPct(x);return P+C*(y.dir==-1?k:
1-k)}function a(x,y,C,P){return y.ori==0?s(x,y,C,P):o(x,y,C,P)}i.valToPosH=s,i.valToPosV=o;let l=!1;i.status=0;let h=i.root=gn(JM);if(n.id!=null&&(h.id=n.id),on(h,n.class),n.title){let x=gn(eS,h);x.textContent=n.title}let u=Rn("canvas"),f=i.ctx=u.getContext("2d"),c=gn(tS,h);Zr("click",c,x=>{x.target===d&&(Ht!=vs||Yt!=ys)&&Di.click(i,x)},!0);let p=i.under=gn(iS,c);c.appendChild(u);let d=i.over=gn(nS,
c);n=Ds(n);let S=+St(n.pxAlign,1),g=ad(S);(n.plugins||[]).forEach(x=>{x.opts&&(n=x.opts(i,n)||n)});let m=n.ms||.001,b=i.series=r==1?cd(n.series||[],ed,sd,!1):Bv(n.series||[null],rd),E=i.axes=cd(n.axes||[],jp,id,!0),v=i.scales={},I=i.bands=n.bands||[];I.forEach(x=>{x.fill=mt(x.fill||null),x.dir=St(x.dir,-1)});let A=r==2?b[1].facets[0].scale:b[0].scale,_={axes:ir,series:ft},T=(n.drawOrder||["axes","\
series"]).map(x=>_[x]);function G(x){let y=x.distr==3?C=>sr(C>0?C:x.clamp(i,C,x.min,x.max,x.key)):x.distr==4?C=>$c(C,x.asinh):x.distr==100?C=>x.fwd(C):C=>C;return C=>{let P=y(C),{_min:k,_max:K}=x,se=K-k;return(P-k)/se}}function U(x){let y=v[x];if(y==null){let C=(n.scales||Ko)[x]||Ko;if(C.from!=null){U(C.from);let P=pi({},v[C.from],C,{key:x});P.valToPct=G(P),v[x]=P}else{y=v[x]=pi({},x==A?kd:Ev,C),y.
key=x;let P=y.time,k=y.range,K=Tr(k);if((x!=A||r==2&&!P)&&(K&&(k[0]==null||k[1]==null)&&(k={min:k[0]==null?kp:{mode:1,hard:k[0],soft:k[0]},max:k[1]==null?kp:{mode:1,hard:k[1],soft:k[1]}},K=!1),!K&&Ol(k))){let se=k;k=(ce,xe,Re)=>xe==null?Ls:Dl(xe,Re,se)}y.range=mt(k||(P?kv:x==A?y.distr==3?zv:y.distr==4?Hv:$d:y.distr==3?Zd:y.distr==4?Jd:Gv)),y.auto=mt(K?!1:y.auto),y.clamp=mt(y.clamp||Tv),y._min=y._max=
null,y.valToPct=G(y)}}}U("x"),U("y"),r==1&&b.forEach(x=>{U(x.scale)}),E.forEach(x=>{U(x.scale)});for(let x in n.scales)U(x);let D=v[A],B=D.distr,Y,L;D.ori==0?(on(h,QM),Y=s,L=o):(on(h,jM),Y=o,L=s);let H={};for(let x in v){let y=v[x];(y.min!=null||y.max!=null)&&(H[x]={min:y.min,max:y.max},y.min=y.max=null)}let Z=n.tzDate||(x=>new Date(xi(x/m))),z=n.fmtDate||xf,he=m==1?QS(Z):tv(Z),$=Zp(Z,$p(m==1?JS:ev,
z)),Q=Qp(Z,Jp(nv,z)),ne=[],fe=i.legend=pi({},ov,n.legend),ue=i.cursor=pi({},uv,{drag:{y:r==2}},n.cursor),Ge=fe.show,nt=ue.show,Xe=fe.markers;fe.idxs=ne,Xe.width=mt(Xe.width),Xe.dash=mt(Xe.dash),Xe.stroke=mt(Xe.stroke),Xe.fill=mt(Xe.fill);let ze,Le,rt,it=[],st=[],Et,Lt=!1,kt={};if(fe.live){let x=b[1]?b[1].values:null;Lt=x!=null,Et=Lt?x(i,1,0):{_:0};for(let y in Et)kt[y]=ff}if(Ge)if(ze=Rn("table",hS,
h),rt=Rn("tbody",null,ze),fe.mount(i,ze),Lt){Le=Rn("thead",null,ze,rt);let x=Rn("tr",null,Le);Rn("th",null,x);for(var oi in Et)Rn("th",Ep,x).textContent=oi}else on(ze,fS),fe.live&&on(ze,cS);let Gt={show:!0},ai={show:!1};function Dt(x,y){if(y==0&&(Lt||!fe.live||r==2))return Ls;let C=[],P=Rn("tr",uS,rt,rt.childNodes[y]);on(P,x.class),x.show||on(P,$r);let k=Rn("th",null,P);if(Xe.show){let ce=gn(pS,k);
if(y>0){let xe=Xe.width(i,y);xe&&(ce.style.border=xe+"px "+Xe.dash(i,y)+" "+Xe.stroke(i,y)),ce.style.background=Xe.fill(i,y)}}let K=gn(Ep,k);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,y>0&&(Xe.show||(K.style.color=x.width>0?Xe.stroke(i,y):Xe.fill(i,y)),xt("click",k,ce=>{if(ue._lock)return;$e(ce);let xe=b.indexOf(x);if((ce.ctrlKey||ce.metaKey)!=fe.isolate){let Re=b.
some((Ce,Ie)=>Ie>0&&Ie!=xe&&Ce.show);b.forEach((Ce,Ie)=>{Ie>0&&Xn(Ie,Re?Ie==xe?Gt:ai:Gt,!0,ui.setSeries)})}else Xn(xe,{show:!x.show},!0,ui.setSeries)},!1),Ze&&xt(Pp,k,ce=>{ue._lock||($e(ce),Xn(b.indexOf(x),bs,!0,ui.setSeries))},!1));for(var se in Et){let ce=Rn("td",dS,P);ce.textContent="--",C.push(ce)}return[P,C]}let bi=new Map;function xt(x,y,C,P=!0){let k=bi.get(y)||{},K=ue.bind[x](i,y,C,P);K&&(Zr(
x,y,k[x]=K),bi.set(y,k))}function mi(x,y,C){let P=bi.get(y)||{};for(let k in P)(x==null||k==x)&&(nf(k,y,P[k]),delete P[k]);x==null&&bi.delete(y)}let Jt=0,li=0,F=0,be=0,qe=0,je=0,Me=qe,Nt=je,ke=F,Ye=be,R=0,M=0,W=0,ae=0;i.bbox={};let re=!1,me=!1,ge=!1,j=!1,te=!1,pe=!1;function N(x,y,C){(C||x!=i.width||y!=i.height)&&ie(x,y),ht(!1),ge=!0,me=!0,Oi()}function ie(x,y){i.width=Jt=F=x,i.height=li=be=y,qe=je=
0,_e(),He();let C=i.bbox;R=C.left=qr(qe*wt,.5),M=C.top=qr(je*wt,.5),W=C.width=qr(F*wt,.5),ae=C.height=qr(be*wt,.5)}let ee=3;function Se(){let x=!1,y=0;for(;!x;){y++;let C=_s(y),P=Wn(y);x=y==ee||C&&P,x||(ie(i.width,i.height),me=!0)}}function de({width:x,height:y}){N(x,y)}i.setSize=de;function _e(){let x=!1,y=!1,C=!1,P=!1;E.forEach((k,K)=>{if(k.show&&k._show){let{side:se,_size:ce}=k,xe=se%2,Re=k.label!=
null?k.labelSize:0,Ce=ce+Re;Ce>0&&(xe?(F-=Ce,se==3?(qe+=Ce,P=!0):C=!0):(be-=Ce,se==0?(je+=Ce,x=!0):y=!0))}}),Hn[0]=x,Hn[1]=C,Hn[2]=y,Hn[3]=P,F-=Tn[1]+Tn[3],qe+=Tn[3],be-=Tn[2]+Tn[0],je+=Tn[0]}function He(){let x=qe+F,y=je+be,C=qe,P=je;function k(K,se){switch(K){case 1:return x+=se,x-se;case 2:return y+=se,y-se;case 3:return C-=se,C+se;case 0:return P-=se,P+se}}E.forEach((K,se)=>{if(K.show&&K._show){
let ce=K.side;K._pos=k(ce,K._size),K.label!=null&&(K._lpos=k(ce,K.labelSize))}})}if(ue.dataIdx==null){let x=ue.hover,y=x.skip=new Set(x.skip??[]);y.add(void 0);let C=x.prox=mt(x.prox),P=x.bias??=0;ue.dataIdx=(k,K,se,ce)=>{if(K==0)return se;let xe=se,Re=C(k,K,se,ce)??Ft,Ce=Re>=0&&Re<Ft,Ie=D.ori==0?F:be,Qe=ue.left,yt=e[0],Mt=e[K];if(y.has(Mt[se])){xe=null;let pt=null,Ke=null,Ve;if(P==0||P==-1)for(Ve=
se;pt==null&&Ve-- >0;)y.has(Mt[Ve])||(pt=Ve);if(P==0||P==1)for(Ve=se;Ke==null&&Ve++<Mt.length;)y.has(Mt[Ve])||(Ke=Ve);if(pt!=null||Ke!=null)if(Ce){let Wt=pt==null?-1/0:Y(yt[pt],D,Ie,0),ei=Ke==null?1/0:Y(yt[Ke],D,Ie,0),Ri=Qe-Wt,It=ei-Qe;Ri<=It?Ri<=Re&&(xe=pt):It<=Re&&(xe=Ke)}else xe=Ke==null?pt:pt==null?Ke:se-pt<=Ke-se?pt:Ke}else Ce&&_i(Qe-Y(yt[se],D,Ie,0))>Re&&(xe=null);return xe}}let $e=x=>{ue.event=
x};ue.idxs=ne,ue._lock=!1;let oe=ue.points;oe.show=mt(oe.show),oe.size=mt(oe.size),oe.stroke=mt(oe.stroke),oe.width=mt(oe.width),oe.fill=mt(oe.fill);let Ue=i.focus=pi({},n.focus||{alpha:.3},ue.focus),Ze=Ue.prox>=0,we=Ze&&oe.one,ot=[],zt=[],Vi=[];function Co(x,y){let C=oe.show(i,y);if(C instanceof HTMLElement)return on(C,lS),on(C,x.class),Zn(C,-10,-10,F,be),d.insertBefore(C,ot[y]),C}function ms(x,y){
if(r==1||y>0){let C=r==1&&v[x.scale].time,P=x.value;x.value=C?Xp(P)?Qp(Z,Jp(P,z)):P||Q:P||yv,x.label=x.label||(C?dv:pv)}if(we||y>0){x.width=x.width==null?1:x.width,x.paths=x.paths||Fv||ES,x.fillTo=mt(x.fillTo||Av),x.pxAlign=+St(x.pxAlign,S),x.pxRound=ad(x.pxAlign),x.stroke=mt(x.stroke||null),x.fill=mt(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let C=wv(Ki(1,x.width),1),P=x.points=pi({},
{size:C,width:Ki(1,C*.2),stroke:x.stroke,space:C*2,paths:Ov,_stroke:null,_fill:null},x.points);P.show=mt(P.show),P.filter=mt(P.filter),P.fill=mt(P.fill),P.stroke=mt(P.stroke),P.paths=mt(P.paths),P.pxAlign=x.pxAlign}if(Ge){let C=Dt(x,y);it.splice(y,0,C[0]),st.splice(y,0,C[1]),fe.values.push(null)}if(nt){ne.splice(y,0,null);let C=null;we?y==0&&(C=Co(x,y)):y>0&&(C=Co(x,y)),ot.splice(y,0,C),zt.splice(
y,0,0),Vi.splice(y,0,0)}Ai("addSeries",y)}function Pc(x,y){y=y??b.length,x=r==1?hf(x,y,ed,sd):hf(x,y,{},rd),b.splice(y,0,x),ms(b[y],y)}i.addSeries=Pc;function hl(x){if(b.splice(x,1),Ge){fe.values.splice(x,1),st.splice(x,1);let y=it.splice(x,1)[0];mi(null,y.firstChild),y.remove()}nt&&(ne.splice(x,1),ot.splice(x,1)[0].remove(),zt.splice(x,1),Vi.splice(x,1)),Ai("delSeries",x)}i.delSeries=hl;let Hn=[!1,
!1,!1,!1];function jn(x,y){if(x._show=x.show,x.show){let C=x.side%2,P=v[x.scale];P==null&&(x.scale=C?b[1].scale:A,P=v[x.scale]);let k=P.time;x.size=mt(x.size),x.space=mt(x.space),x.rotate=mt(x.rotate),Tr(x.incrs)&&x.incrs.forEach(se=>{!Er.has(se)&&Er.set(se,Sd(se))}),x.incrs=mt(x.incrs||(P.distr==2?KS:k?m==1?ZS:jS:Kr)),x.splits=mt(x.splits||(k&&P.distr==1?he:P.distr==3?sf:P.distr==4?xv:gv)),x.stroke=
mt(x.stroke),x.grid.stroke=mt(x.grid.stroke),x.ticks.stroke=mt(x.ticks.stroke),x.border.stroke=mt(x.border.stroke);let K=x.values;x.values=Tr(K)&&!Tr(K[0])?mt(K):k?Tr(K)?Zp(Z,$p(K,z)):Xp(K)?iv(Z,K):K||$:K||mv,x.filter=mt(x.filter||(P.distr>=3&&P.log==10?Sv:P.distr==3&&P.log==2?vv:_d)),x.font=fd(x.font),x.labelFont=fd(x.labelFont),x._size=x.size(i,null,y,0),x._space=x._rotate=x._incrs=x._found=x._splits=
x._values=null,x._size>0&&(Hn[y]=!0,x._el=gn(rS,c))}}function er(x,y,C,P){let[k,K,se,ce]=C,xe=y%2,Re=0;return xe==0&&(ce||K)&&(Re=y==0&&!k||y==2&&!se?xi(jp.size/3):0),xe==1&&(k||se)&&(Re=y==1&&!K||y==3&&!ce?xi(id.size/2):0),Re}let Po=i.padding=(n.padding||[er,er,er,er]).map(x=>mt(St(x,er))),Tn=i._padding=Po.map((x,y)=>x(i,y,Hn,0)),Qt,ii=null,ni=null,Vn=r==1?b[0].idxs:null,tn=null,_r=!1;function Lo(x,y){
if(e=x??[],i.data=i._data=e,r==2){Qt=0;for(let C=1;C<b.length;C++)Qt+=e[C][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),tn=e[0],Qt=tn.length;let C=e;if(B==2){C=e.slice();let P=C[0]=Array(Qt);for(let k=0;k<Qt;k++)P[k]=k}i._data=e=C}if(ht(!0),Ai("setData"),B==2&&(ge=!0),y!==!1){let C=D;C.auto(i,_r)?Do():vr(A,C.min,C.max),j=j||ue.left>=0,pe=!0,Oi()}}i.setData=Lo;function Do(){_r=!0;let x,y;r==
1&&(Qt>0?(ii=Vn[0]=0,ni=Vn[1]=Qt-1,x=e[0][ii],y=e[0][ni],B==2?(x=ii,y=ni):x==y&&(B==3?[x,y]=Nl(x,x,D.log,!1):B==4?[x,y]=pf(x,x,D.log,!1):D.time?y=x+xi(86400/m):[x,y]=Dl(x,y,df,!0))):(ii=Vn[0]=x=null,ni=Vn[1]=y=null)),vr(A,x,y)}let gs,Mr,xs,w,O,J,X,q,ve,Te;function ye(x,y,C,P,k,K){x??=Rp,C??=gf,P??="butt",k??=Rp,K??="round",x!=gs&&(f.strokeStyle=gs=x),k!=Mr&&(f.fillStyle=Mr=k),y!=xs&&(f.lineWidth=xs=
y),K!=O&&(f.lineJoin=O=K),P!=J&&(f.lineCap=J=P),C!=w&&f.setLineDash(w=C)}function Ae(x,y,C,P){y!=Mr&&(f.fillStyle=Mr=y),x!=X&&(f.font=X=x),C!=q&&(f.textAlign=q=C),P!=ve&&(f.textBaseline=ve=P)}function Be(x,y,C,P,k=0){if(P.length>0&&x.auto(i,_r)&&(y==null||y.min==null)){let K=St(ii,0),se=St(ni,P.length-1),ce=C.min==null?SS(P,K,se,k,x.distr==3):[C.min,C.max];x.min=Pn(x.min,C.min=ce[0]),x.max=Ki(x.max,
C.max=ce[1])}}let Je={min:null,max:null};function ct(){for(let P in v){let k=v[P];H[P]==null&&(k.min==null||H[A]!=null&&k.auto(i,_r))&&(H[P]=Je)}for(let P in v){let k=v[P];H[P]==null&&k.from!=null&&H[k.from]!=null&&(H[P]=Je)}H[A]!=null&&ht(!0);let x={};for(let P in H){let k=H[P];if(k!=null){let K=x[P]=Ds(v[P],CS);if(k.min!=null)pi(K,k);else if(P!=A||r==2)if(Qt==0&&K.from==null){let se=K.range(i,null,
null,P);K.min=se[0],K.max=se[1]}else K.min=Ft,K.max=-Ft}}if(Qt>0){b.forEach((P,k)=>{if(r==1){let K=P.scale,se=H[K];if(se==null)return;let ce=x[K];if(k==0){let xe=ce.range(i,ce.min,ce.max,K);ce.min=xe[0],ce.max=xe[1],ii=Cn(ce.min,e[0]),ni=Cn(ce.max,e[0]),ni-ii>1&&(e[0][ii]<ce.min&&ii++,e[0][ni]>ce.max&&ni--),P.min=tn[ii],P.max=tn[ni]}else P.show&&P.auto&&Be(ce,se,P,e[k],P.sorted);P.idxs[0]=ii,P.idxs[1]=
ni}else if(k>0&&P.show&&P.auto){let[K,se]=P.facets,ce=K.scale,xe=se.scale,[Re,Ce]=e[k],Ie=x[ce],Qe=x[xe];Ie!=null&&Be(Ie,H[ce],K,Re,K.sorted),Qe!=null&&Be(Qe,H[xe],se,Ce,se.sorted),P.min=se.min,P.max=se.max}});for(let P in x){let k=x[P],K=H[P];if(k.from==null&&(K==null||K.min==null)){let se=k.range(i,k.min==Ft?null:k.min,k.max==-Ft?null:k.max,P);k.min=se[0],k.max=se[1]}}}for(let P in x){let k=x[P];
if(k.from!=null){let K=x[k.from];if(K.min==null)k.min=k.max=null;else{let se=k.range(i,K.min,K.max,P);k.min=se[0],k.max=se[1]}}}let y={},C=!1;for(let P in x){let k=x[P],K=v[P];if(K.min!=k.min||K.max!=k.max){K.min=k.min,K.max=k.max;let se=K.distr;K._min=se==3?sr(K.min):se==4?$c(K.min,K.asinh):se==100?K.fwd(K.min):K.min,K._max=se==3?sr(K.max):se==4?$c(K.max,K.asinh):se==100?K.fwd(K.max):K.max,y[P]=C=
!0}}if(C){b.forEach((P,k)=>{r==2?k>0&&y.y&&(P._paths=null):y[P.scale]&&(P._paths=null)});for(let P in y)ge=!0,Ai("setScale",P);nt&&ue.left>=0&&(j=pe=!0)}for(let P in H)H[P]=null}function Ne(x){let y=rf(ii-1,0,Qt-1),C=rf(ni+1,0,Qt-1);for(;x[y]==null&&y>0;)y--;for(;x[C]==null&&C<Qt-1;)C++;return[y,C]}function ft(){if(Qt>0){let x=b.some(y=>y._focus)&&Te!=Ue.alpha;x&&(f.globalAlpha=Te=Ue.alpha),b.forEach(
(y,C)=>{if(C>0&&y.show&&($t(C,!1),$t(C,!0),y._paths==null)){let P=Te;Te!=y.alpha&&(f.globalAlpha=Te=y.alpha);let k=r==2?[0,e[C][0].length-1]:Ne(e[C]);y._paths=y.paths(i,C,k[0],k[1]),Te!=P&&(f.globalAlpha=Te=P)}}),b.forEach((y,C)=>{if(C>0&&y.show){let P=Te;Te!=y.alpha&&(f.globalAlpha=Te=y.alpha),y._paths!=null&&At(C,!1);{let k=y._paths!=null?y._paths.gaps:null,K=y.points.show(i,C,ii,ni,k),se=y.points.
filter(i,C,K,k);(K||se)&&(y.points._paths=y.points.paths(i,C,ii,ni,se),At(C,!0))}Te!=P&&(f.globalAlpha=Te=P),Ai("drawSeries",C)}}),x&&(f.globalAlpha=Te=1)}}function $t(x,y){let C=y?b[x].points:b[x];C._stroke=C.stroke(i,x),C._fill=C.fill(i,x)}function At(x,y){let C=y?b[x].points:b[x],{stroke:P,fill:k,clip:K,flags:se,_stroke:ce=C._stroke,_fill:xe=C._fill,_width:Re=C.width}=C._paths;Re=Ot(Re*wt,3);let Ce=null,
Ie=Re%2/2;y&&xe==null&&(xe=Re>0?"#fff":ce);let Qe=C.pxAlign==1&&Ie>0;if(Qe&&f.translate(Ie,Ie),!y){let yt=R-Re/2,Mt=M-Re/2,pt=W+Re,Ke=ae+Re;Ce=new Path2D,Ce.rect(yt,Mt,pt,Ke)}y?De(ce,Re,C.dash,C.cap,xe,P,k,se,K):Rt(x,ce,Re,C.dash,C.cap,xe,P,k,se,Ce,K),Qe&&f.translate(-Ie,-Ie)}function Rt(x,y,C,P,k,K,se,ce,xe,Re,Ce){let Ie=!1;xe!=0&&I.forEach((Qe,yt)=>{if(Qe.series[0]==x){let Mt=b[Qe.series[1]],pt=e[Qe.
series[1]],Ke=(Mt._paths||Ko).band;Tr(Ke)&&(Ke=Qe.dir==1?Ke[0]:Ke[1]);let Ve,Wt=null;Mt.show&&Ke&&yS(pt,ii,ni)?(Wt=Qe.fill(i,yt)||K,Ve=Mt._paths.clip):Ke=null,De(y,C,P,k,Wt,se,ce,xe,Re,Ce,Ve,Ke),Ie=!0}}),Ie||De(y,C,P,k,K,se,ce,xe,Re,Ce)}let gi=Is|af;function De(x,y,C,P,k,K,se,ce,xe,Re,Ce,Ie){ye(x,y,C,P,k),(xe||Re||Ie)&&(f.save(),xe&&f.clip(xe),Re&&f.clip(Re)),Ie?(ce&gi)==gi?(f.clip(Ie),Ce&&f.clip(
Ce),dt(k,se),hi(x,K,y)):ce&af?(dt(k,se),f.clip(Ie),hi(x,K,y)):ce&Is&&(f.save(),f.clip(Ie),Ce&&f.clip(Ce),dt(k,se),f.restore(),hi(x,K,y)):(dt(k,se),hi(x,K,y)),(xe||Re||Ie)&&f.restore()}function hi(x,y,C){C>0&&(y instanceof Map?y.forEach((P,k)=>{f.strokeStyle=gs=k,f.stroke(P)}):y!=null&&x&&f.stroke(y))}function dt(x,y){y instanceof Map?y.forEach((C,P)=>{f.fillStyle=Mr=P,f.fill(C)}):y!=null&&x&&f.fill(
y)}function tr(x,y,C,P){let k=E[x],K;if(P<=0)K=[0,0];else{let se=k._space=k.space(i,x,y,C,P),ce=k._incrs=k.incrs(i,x,y,C,P,se);K=Vv(y,C,ce,P,se)}return k._found=K}function ci(x,y,C,P,k,K,se,ce,xe,Re){let Ce=se%2/2;S==1&&f.translate(Ce,Ce),ye(ce,se,xe,Re,ce),f.beginPath();let Ie,Qe,yt,Mt,pt=k+(P==0||P==3?-K:K);C==0?(Qe=k,Mt=pt):(Ie=k,yt=pt);for(let Ke=0;Ke<x.length;Ke++)y[Ke]!=null&&(C==0?Ie=yt=x[Ke]:
Qe=Mt=x[Ke],f.moveTo(Ie,Qe),f.lineTo(yt,Mt));f.stroke(),S==1&&f.translate(-Ce,-Ce)}function _s(x){let y=!0;return E.forEach((C,P)=>{if(!C.show)return;let k=v[C.scale];if(k.min==null){C._show&&(y=!1,C._show=!1,ht(!1));return}else C._show||(y=!1,C._show=!0,ht(!1));let K=C.side,se=K%2,{min:ce,max:xe}=k,[Re,Ce]=tr(P,ce,xe,se==0?F:be);if(Ce==0)return;let Ie=k.distr==2,Qe=C._splits=C.splits(i,P,ce,xe,Re,
Ce,Ie),yt=k.distr==2?Qe.map(Ve=>tn[Ve]):Qe,Mt=k.distr==2?tn[Qe[1]]-tn[Qe[0]]:Re,pt=C._values=C.values(i,C.filter(i,yt,P,Ce,Mt),P,Ce,Mt);C._rotate=K==2?C.rotate(i,pt,P,Ce):0;let Ke=C._size;C._size=xn(C.size(i,pt,P,x)),Ke!=null&&C._size!=Ke&&(y=!1)}),y}function Wn(x){let y=!0;return Po.forEach((C,P)=>{let k=C(i,P,Hn,x);k!=Tn[P]&&(y=!1),Tn[P]=k}),y}function ir(){for(let x=0;x<E.length;x++){let y=E[x];
if(!y.show||!y._show)continue;let C=y.side,P=C%2,k,K,se=y.stroke(i,x),ce=C==0||C==3?-1:1,[xe,Re]=y._found;if(y.label!=null){let Yi=y.labelGap*ce,sn=xi((y._lpos+Yi)*wt);Ae(y.labelFont[0],se,"center",C==2?"top":Ap),f.save(),P==1?(k=K=0,f.translate(sn,xi(M+ae/2)),f.rotate((C==3?-Pl:Pl)/2)):(k=xi(R+W/2),K=sn);let Xr=gd(y.label)?y.label(i,x,xe,Re):y.label;f.fillText(Xr,k,K),f.restore()}if(Re==0)continue;
let Ce=v[y.scale],Ie=P==0?W:ae,Qe=P==0?R:M,yt=y._splits,Mt=Ce.distr==2?yt.map(Yi=>tn[Yi]):yt,pt=Ce.distr==2?tn[yt[1]]-tn[yt[0]]:xe,Ke=y.ticks,Ve=y.border,Wt=Ke.show?Ke.size:0,ei=xi(Wt*wt),Ri=xi((y.alignTo==2?y._size-Wt-y.gap:y.gap)*wt),It=y._rotate*-Pl/180,ti=g(y._pos*wt),nn=(ei+Ri)*ce,Xi=ti+nn;K=P==0?Xi:0,k=P==1?Xi:0;let dn=y.font[0],En=y.align==1?As:y.align==2?Yc:It>0?As:It<0?Yc:P==0?"center":C==
3?Yc:As,qn=It||P==1?"middle":C==2?"top":Ap;Ae(dn,se,En,qn);let rn=y.font[1]*y.lineGap,mn=yt.map(Yi=>g(a(Yi,Ce,Ie,Qe))),An=y._values;for(let Yi=0;Yi<An.length;Yi++){let sn=An[Yi];if(sn!=null){P==0?k=mn[Yi]:K=mn[Yi],sn=""+sn;let Xr=sn.indexOf(`
`)==-1?[sn]:sn.split(/\n/gm);for(let qi=0;qi<Xr.length;qi++){let ku=Xr[qi];It?(f.save(),f.translate(k,K+qi*rn),f.rotate(It),f.fillText(ku,0,0),f.restore()):f.fillText(ku,k,K+qi*rn)}}}Ke.show&&ci(mn,Ke.filter(i,Mt,x,Re,pt),P,C,ti,ei,Ot(Ke.width*wt,3),Ke.stroke(i,x),Ke.dash,Ke.cap);let Kn=y.grid;Kn.show&&ci(mn,Kn.filter(i,Mt,x,Re,pt),P,P==0?2:1,P==0?M:R,P==0?ae:W,Ot(Kn.width*wt,3),Kn.stroke(i,x),Kn.
dash,Kn.cap),Ve.show&&ci([ti],[1],P==0?1:0,P==0?1:2,P==1?M:R,P==1?ae:W,Ot(Ve.width*wt,3),Ve.stroke(i,x),Ve.dash,Ve.cap)}Ai("drawAxes")}function ht(x){b.forEach((y,C)=>{C>0&&(y._paths=null,x&&(r==1?(y.min=null,y.max=null):y.facets.forEach(P=>{P.min=null,P.max=null})))})}let jt=!1,Wi=!1,Ct=[];function fi(){Wi=!1;for(let x=0;x<Ct.length;x++)Ai(...Ct[x]);Ct.length=0}function Oi(){jt||(FS(vu),jt=!0)}function cl(x,y=!1){
jt=!0,Wi=y,x(i),vu(),y&&Ct.length>0&&queueMicrotask(fi)}i.batch=cl;function vu(){if(re&&(ct(),re=!1),ge&&(Se(),ge=!1),me){if(Xt(p,As,qe),Xt(p,"top",je),Xt(p,Wo,F),Xt(p,Xo,be),Xt(d,As,qe),Xt(d,"top",je),Xt(d,Wo,F),Xt(d,Xo,be),Xt(c,Wo,Jt),Xt(c,Xo,li),u.width=xi(Jt*wt),u.height=xi(li*wt),E.forEach(({_el:x,_show:y,_size:C,_pos:P,side:k})=>{if(x!=null)if(y){let K=k===3||k===0?C:0,se=k%2==1;Xt(x,se?"lef\
t":"top",P-K),Xt(x,se?"width":"height",C),Xt(x,se?"top":"left",se?je:qe),Xt(x,se?"height":"width",se?be:F),tf(x,$r)}else on(x,$r)}),gs=Mr=xs=O=J=X=q=ve=w=null,Te=1,No(!0),qe!=Me||je!=Nt||F!=ke||be!=Ye){ht(!1);let x=F/ke,y=be/Ye;if(nt&&!j&&ue.left>=0){ue.left*=x,ue.top*=y,Ms&&Zn(Ms,xi(ue.left),0,F,be),Ss&&Zn(Ss,0,xi(ue.top),F,be);for(let C=0;C<ot.length;C++){let P=ot[C];P!=null&&(zt[C]*=x,Vi[C]*=y,
Zn(P,xn(zt[C]),xn(Vi[C]),F,be))}}if(Vt.show&&!te&&Vt.left>=0&&Vt.width>0){Vt.left*=x,Vt.width*=x,Vt.top*=y,Vt.height*=y;for(let C in Fc)Xt(ws,C,Vt[C])}Me=qe,Nt=je,ke=F,Ye=be}Ai("setSize"),me=!1}Jt>0&&li>0&&(f.clearRect(0,0,u.width,u.height),Ai("drawClear"),T.forEach(x=>x()),Ai("draw")),Vt.show&&te&&(fl(Vt),te=!1),nt&&j&&(Wr(null,!0,!1),j=!1),fe.show&&fe.live&&pe&&(Uc(),pe=!1),l||(l=!0,i.status=1,Ai(
"ready")),_r=!1,jt=!1}i.redraw=(x,y)=>{ge=y||!1,x!==!1?vr(A,D.min,D.max):Oi()};function Lc(x,y){let C=v[x];if(C.from==null){if(Qt==0){let P=C.range(i,y.min,y.max,x);y.min=P[0],y.max=P[1]}if(y.min>y.max){let P=y.min;y.min=y.max,y.max=P}if(Qt>1&&y.min!=null&&y.max!=null&&y.max-y.min<1e-16)return;x==A&&C.distr==2&&Qt>0&&(y.min=Cn(y.min,e[0]),y.max=Cn(y.max,e[0]),y.min==y.max&&y.max++),H[x]=y,re=!0,Oi()}}
i.setScale=Lc;let Dc,Ic,Ms,Ss,yu,wu,vs,ys,bu,Tu,Ht,Yt,Sr=!1,Di=ue.drag,Ti=Di.x,Ei=Di.y;nt&&(ue.x&&(Dc=gn(oS,d)),ue.y&&(Ic=gn(aS,d)),D.ori==0?(Ms=Dc,Ss=Ic):(Ms=Ic,Ss=Dc),Ht=ue.left,Yt=ue.top);let Vt=i.select=pi({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),ws=Vt.show?gn(sS,Vt.over?d:p):null;function fl(x,y){if(Vt.show){for(let C in x)Vt[C]=x[C],C in Fc&&Xt(ws,C,x[C]);y!==!1&&Ai("setSele\
ct")}}i.setSelect=fl;function rM(x){if(b[x].show)Ge&&tf(it[x],$r);else if(Ge&&on(it[x],$r),nt){let C=we?ot[0]:ot[x];C!=null&&Zn(C,-10,-10,F,be)}}function vr(x,y,C){Lc(x,{min:y,max:C})}function Xn(x,y,C,P){y.focus!=null&&hM(x),y.show!=null&&b.forEach((k,K)=>{K>0&&(x==K||x==null)&&(k.show=y.show,rM(K),r==2?(vr(k.facets[0].scale,null,null),vr(k.facets[1].scale,null,null)):vr(k.scale,null,null),Oi())}),
C!==!1&&Ai("setSeries",x,y),P&&Fo("setSeries",i,x,y)}i.setSeries=Xn;function sM(x,y){pi(I[x],y)}function oM(x,y){x.fill=mt(x.fill||null),x.dir=St(x.dir,-1),y=y??I.length,I.splice(y,0,x)}function aM(x){x==null?I.length=0:I.splice(x,1)}i.addBand=oM,i.setBand=sM,i.delBand=aM;function lM(x,y){b[x].alpha=y,nt&&ot[x]!=null&&(ot[x].style.opacity=y),Ge&&it[x]&&(it[x].style.opacity=y)}let nr,yr,Vr,bs={focus:!0};
function hM(x){if(x!=Vr){let y=x==null,C=Ue.alpha!=1;b.forEach((P,k)=>{if(r==1||k>0){let K=y||k==0||k==x;P._focus=y?null:K,C&&lM(k,K?1:Ue.alpha)}}),Vr=x,C&&Oi()}}Ge&&Ze&&xt(Lp,ze,x=>{ue._lock||($e(x),Vr!=null&&Xn(null,bs,!0,ui.setSeries))});function Yn(x,y,C){let P=v[y];C&&(x=x/wt-(P.ori==1?je:qe));let k=F;P.ori==1&&(k=be,x=k-x),P.dir==-1&&(x=k-x);let K=P._min,se=P._max,ce=x/k,xe=K+(se-K)*ce,Re=P.
distr;return Re==3?Ps(10,xe):Re==4?bS(xe,P.asinh):Re==100?P.bwd(xe):xe}function cM(x,y){let C=Yn(x,A,y);return Cn(C,e[0],ii,ni)}i.valToIdx=x=>Cn(x,e[0]),i.posToIdx=cM,i.posToVal=Yn,i.valToPos=(x,y,C)=>v[y].ori==0?s(x,v[y],C?W:F,C?R:0):o(x,v[y],C?ae:be,C?M:0),i.setCursor=(x,y,C)=>{Ht=x.left,Yt=x.top,Wr(null,y,C)};function Eu(x,y){Xt(ws,As,Vt.left=x),Xt(ws,Wo,Vt.width=y)}function Au(x,y){Xt(ws,"top",
Vt.top=x),Xt(ws,Xo,Vt.height=y)}let Io=D.ori==0?Eu:Au,Uo=D.ori==1?Eu:Au;function fM(){if(Ge&&fe.live)for(let x=r==2?1:0;x<b.length;x++){if(x==0&&Lt)continue;let y=fe.values[x],C=0;for(let P in y)st[x][C++].firstChild.nodeValue=y[P]}}function Uc(x,y){if(x!=null&&(x.idxs?x.idxs.forEach((C,P)=>{ne[P]=C}):RS(x.idx)||ne.fill(x.idx),fe.idx=ne[0]),Ge&&fe.live){for(let C=0;C<b.length;C++)(C>0||r==1&&!Lt)&&
uM(C,ne[C]);fM()}pe=!1,y!==!1&&Ai("setLegend")}i.setLegend=Uc;function uM(x,y){let C=b[x],P=x==0&&B==2?tn:e[x],k;Lt?k=C.values(i,x,y)??kt:(k=C.value(i,y==null?null:P[y],x,y),k=k==null?kt:{_:k}),fe.values[x]=k}function Wr(x,y,C){bu=Ht,Tu=Yt,[Ht,Yt]=ue.move(i,Ht,Yt),ue.left=Ht,ue.top=Yt,nt&&(Ms&&Zn(Ms,xi(Ht),0,F,be),Ss&&Zn(Ss,0,xi(Yt),F,be));let P,k=ii>ni;nr=Ft,yr=null;let K=D.ori==0?F:be,se=D.ori==
1?F:be;if(Ht<0||Qt==0||k){P=ue.idx=null;for(let ce=0;ce<b.length;ce++){let xe=ot[ce];xe!=null&&Zn(xe,-10,-10,F,be)}Ze&&Xn(null,bs,!0,x==null&&ui.setSeries),fe.live&&(ne.fill(P),pe=!0)}else{let ce,xe,Re;r==1&&(ce=D.ori==0?Ht:Yt,xe=Yn(ce,A),P=ue.idx=Cn(xe,e[0],ii,ni),Re=Y(e[0][P],D,K,0));let Ce=-10,Ie=-10,Qe=0,yt=0,Mt=!0,pt="",Ke="";for(let Ve=r==2?1:0;Ve<b.length;Ve++){let Wt=b[Ve],ei=ne[Ve],Ri=ei==
null?null:r==1?e[Ve][ei]:e[Ve][1][ei],It=ue.dataIdx(i,Ve,P,xe),ti=It==null?null:r==1?e[Ve][It]:e[Ve][1][It];if(pe=pe||ti!=Ri||It!=ei,ne[Ve]=It,Ve>0&&Wt.show){let nn=It==null?-10:It==P?Re:Y(r==1?e[0][It]:e[Ve][0][It],D,K,0),Xi=ti==null?-10:L(ti,r==1?v[Wt.scale]:v[Wt.facets[1].scale],se,0);if(Ze&&ti!=null){let dn=D.ori==1?Ht:Yt,En=_i(Ue.dist(i,Ve,It,Xi,dn));if(En<nr){let qn=Ue.bias;if(qn!=0){let rn=Yn(
dn,Wt.scale),mn=ti>=0?1:-1,An=rn>=0?1:-1;An==mn&&(An==1?qn==1?ti>=rn:ti<=rn:qn==1?ti<=rn:ti>=rn)&&(nr=En,yr=Ve)}else nr=En,yr=Ve}}if(pe||we){let dn,En;D.ori==0?(dn=nn,En=Xi):(dn=Xi,En=nn);let qn,rn,mn,An,Kn,Yi,sn=!0,Xr=oe.bbox;if(Xr!=null){sn=!1;let qi=Xr(i,Ve);mn=qi.left,An=qi.top,qn=qi.width,rn=qi.height}else mn=dn,An=En,qn=rn=oe.size(i,Ve);if(Yi=oe.fill(i,Ve),Kn=oe.stroke(i,Ve),we)Ve==yr&&nr<=Ue.
prox&&(Ce=mn,Ie=An,Qe=qn,yt=rn,Mt=sn,pt=Yi,Ke=Kn);else{let qi=ot[Ve];qi!=null&&(zt[Ve]=mn,Vi[Ve]=An,Bp(qi,qn,rn,sn),Fp(qi,Yi,Kn),Zn(qi,xn(mn),xn(An),F,be))}}}}if(we){let Ve=Ue.prox,Wt=Vr==null?nr<=Ve:nr>Ve||yr!=Vr;if(pe||Wt){let ei=ot[0];ei!=null&&(zt[0]=Ce,Vi[0]=Ie,Bp(ei,Qe,yt,Mt),Fp(ei,pt,Ke),Zn(ei,xn(Ce),xn(Ie),F,be))}}}if(Vt.show&&Sr)if(x!=null){let[ce,xe]=ui.scales,[Re,Ce]=ui.match,[Ie,Qe]=x.
cursor.sync.scales,yt=x.cursor.drag;if(Ti=yt._x,Ei=yt._y,Ti||Ei){let{left:Mt,top:pt,width:Ke,height:Ve}=x.select,Wt=x.scales[Ie].ori,ei=x.posToVal,Ri,It,ti,nn,Xi,dn=ce!=null&&Re(ce,Ie),En=xe!=null&&Ce(xe,Qe);dn&&Ti?(Wt==0?(Ri=Mt,It=Ke):(Ri=pt,It=Ve),ti=v[ce],nn=Y(ei(Ri,Ie),ti,K,0),Xi=Y(ei(Ri+It,Ie),ti,K,0),Io(Pn(nn,Xi),_i(Xi-nn))):Io(0,K),En&&Ei?(Wt==1?(Ri=Mt,It=Ke):(Ri=pt,It=Ve),ti=v[xe],nn=L(ei(
Ri,Qe),ti,se,0),Xi=L(ei(Ri+It,Qe),ti,se,0),Uo(Pn(nn,Xi),_i(Xi-nn))):Uo(0,se)}else Oc()}else{let ce=_i(bu-yu),xe=_i(Tu-wu);if(D.ori==1){let Qe=ce;ce=xe,xe=Qe}Ti=Di.x&&ce>=Di.dist,Ei=Di.y&&xe>=Di.dist;let Re=Di.uni;Re!=null?Ti&&Ei&&(Ti=ce>=Re,Ei=xe>=Re,!Ti&&!Ei&&(xe>ce?Ei=!0:Ti=!0)):Di.x&&Di.y&&(Ti||Ei)&&(Ti=Ei=!0);let Ce,Ie;Ti&&(D.ori==0?(Ce=vs,Ie=Ht):(Ce=ys,Ie=Yt),Io(Pn(Ce,Ie),_i(Ie-Ce)),Ei||Uo(0,
se)),Ei&&(D.ori==1?(Ce=vs,Ie=Ht):(Ce=ys,Ie=Yt),Uo(Pn(Ce,Ie),_i(Ie-Ce)),Ti||Io(0,K)),!Ti&&!Ei&&(Io(0,0),Uo(0,0))}if(Di._x=Ti,Di._y=Ei,x==null){if(C){if(Bu!=null){let[ce,xe]=ui.scales;ui.values[0]=ce!=null?Yn(D.ori==0?Ht:Yt,ce):null,ui.values[1]=xe!=null?Yn(D.ori==1?Ht:Yt,xe):null}Fo(qc,i,Ht,Yt,F,be,P)}if(Ze){let ce=C&&ui.setSeries,xe=Ue.prox;Vr==null?nr<=xe&&Xn(yr,bs,!0,ce):nr>xe?Xn(null,bs,!0,ce):
yr!=Vr&&Xn(yr,bs,!0,ce)}}pe&&(fe.idx=P,Uc()),y!==!1&&Ai("setCursor")}let wr=null;Object.defineProperty(i,"rect",{get(){return wr==null&&No(!1),wr}});function No(x=!1){x?wr=null:(wr=d.getBoundingClientRect(),Ai("syncRect",wr))}function Ru(x,y,C,P,k,K,se){ue._lock||Sr&&x!=null&&x.movementX==0&&x.movementY==0||(Nc(x,y,C,P,k,K,se,!1,x!=null),x!=null?Wr(null,!0,!0):Wr(y,!0,!1))}function Nc(x,y,C,P,k,K,se,ce,xe){
if(wr==null&&No(!1),$e(x),x!=null)C=x.clientX-wr.left,P=x.clientY-wr.top;else{if(C<0||P<0){Ht=-10,Yt=-10;return}let[Re,Ce]=ui.scales,Ie=y.cursor.sync,[Qe,yt]=Ie.values,[Mt,pt]=Ie.scales,[Ke,Ve]=ui.match,Wt=y.axes[0].side%2==1,ei=D.ori==0?F:be,Ri=D.ori==1?F:be,It=Wt?K:k,ti=Wt?k:K,nn=Wt?P:C,Xi=Wt?C:P;if(Mt!=null?C=Ke(Re,Mt)?a(Qe,v[Re],ei,0):-10:C=ei*(nn/It),pt!=null?P=Ve(Ce,pt)?a(yt,v[Ce],Ri,0):-10:
P=Ri*(Xi/ti),D.ori==1){let dn=C;C=P,P=dn}}xe&&(y==null||y.cursor.event.type==qc)&&((C<=1||C>=F-1)&&(C=qr(C,F)),(P<=1||P>=be-1)&&(P=qr(P,be))),ce?(yu=C,wu=P,[vs,ys]=ue.move(i,C,P)):(Ht=C,Yt=P)}let Fc={width:0,height:0,left:0,top:0};function Oc(){fl(Fc,!1)}let Cu,Pu,Lu,Du;function Iu(x,y,C,P,k,K,se){Sr=!0,Ti=Ei=Di._x=Di._y=!1,Nc(x,y,C,P,k,K,se,!0,!1),x!=null&&(xt(Kc,jc,Uu,!1),Fo(Cp,i,vs,ys,F,be,null));
let{left:ce,top:xe,width:Re,height:Ce}=Vt;Cu=ce,Pu=xe,Lu=Re,Du=Ce}function Uu(x,y,C,P,k,K,se){Sr=Di._x=Di._y=!1,Nc(x,y,C,P,k,K,se,!1,!0);let{left:ce,top:xe,width:Re,height:Ce}=Vt,Ie=Re>0||Ce>0,Qe=Cu!=ce||Pu!=xe||Lu!=Re||Du!=Ce;if(Ie&&Qe&&fl(Vt),Di.setScale&&Ie&&Qe){let yt=ce,Mt=Re,pt=xe,Ke=Ce;if(D.ori==1&&(yt=xe,Mt=Ce,pt=ce,Ke=Re),Ti&&vr(A,Yn(yt,A),Yn(yt+Mt,A)),Ei)for(let Ve in v){let Wt=v[Ve];Ve!=
A&&Wt.from==null&&Wt.min!=Ft&&vr(Ve,Yn(pt+Ke,Ve),Yn(pt,Ve))}Oc()}else ue.lock&&(ue._lock=!ue._lock,Wr(y,!0,x!=null));x!=null&&(mi(Kc,jc),Fo(Kc,i,Ht,Yt,F,be,null))}function pM(x,y,C,P,k,K,se){if(ue._lock)return;$e(x);let ce=Sr;if(Sr){let xe=!0,Re=!0,Ce=10,Ie,Qe;D.ori==0?(Ie=Ti,Qe=Ei):(Ie=Ei,Qe=Ti),Ie&&Qe&&(xe=Ht<=Ce||Ht>=F-Ce,Re=Yt<=Ce||Yt>=be-Ce),Ie&&xe&&(Ht=Ht<vs?0:F),Qe&&Re&&(Yt=Yt<ys?0:be),Wr(null,
!0,!0),Sr=!1}Ht=-10,Yt=-10,ne.fill(null),Wr(null,!0,!0),ce&&(Sr=ce)}function Nu(x,y,C,P,k,K,se){ue._lock||($e(x),Do(),Oc(),x!=null&&Fo(Dp,i,Ht,Yt,F,be,null))}function Fu(){E.forEach(Wv),N(i.width,i.height,!0)}Zr(Ll,Cs,Fu);let Ts={};Ts.mousedown=Iu,Ts.mousemove=Ru,Ts.mouseup=Uu,Ts.dblclick=Nu,Ts.setSeries=(x,y,C,P)=>{let k=ui.match[2];C=k(i,y,C),C!=-1&&Xn(C,P,!0,!1)},nt&&(xt(Cp,d,Iu),xt(qc,d,Ru),xt(
Pp,d,x=>{$e(x),No(!1)}),xt(Lp,d,pM),xt(Dp,d,Nu),lf.add(i),i.syncRect=No);let ul=i.hooks=n.hooks||{};function Ai(x,y,C){Wi?Ct.push([x,y,C]):x in ul&&ul[x].forEach(P=>{P.call(null,i,y,C)})}(n.plugins||[]).forEach(x=>{for(let y in x.hooks)ul[y]=(ul[y]||[]).concat(x.hooks[y])});let Ou=(x,y,C)=>C,ui=pi({key:null,setSeries:!1,filters:{pub:Vp,sub:Vp},scales:[A,b[1]?b[1].scale:null],match:[Wp,Wp,Ou],values:[
null,null]},ue.sync);ui.match.length==2&&ui.match.push(Ou),ue.sync=ui;let Bu=ui.key,Bc=Gd(Bu);function Fo(x,y,C,P,k,K,se){ui.filters.pub(x,y,C,P,k,K,se)&&Bc.pub(x,y,C,P,k,K,se)}Bc.sub(i);function dM(x,y,C,P,k,K,se){ui.filters.sub(x,y,C,P,k,K,se)&&Ts[x](null,y,C,P,k,K,se)}i.pub=dM;function mM(){Bc.unsub(i),lf.delete(i),bi.clear(),nf(Ll,Cs,Fu),h.remove(),ze?.remove(),Ai("destroy")}i.destroy=mM;function kc(){
Ai("init",n,e),Lo(e||n.data,!1),H[A]?Lc(A,H[A]):Do(),te=Vt.show&&(Vt.width>0||Vt.height>0),j=pe=!0,N(n.width,n.height)}return b.forEach(ms),E.forEach(jn),t?t instanceof HTMLElement?(t.appendChild(h),kc()):t(i,kc):kc(),i}Ii.assign=pi;Ii.fmtNum=mf;Ii.rangeNum=Dl;Ii.rangeLog=Nl;Ii.rangeAsinh=pf;Ii.orient=Qr;Ii.pxRatio=wt;Ii.join=NS;Ii.fmtDate=xf,Ii.tzDate=YS;Ii.sync=Gd;{Ii.addGap=Rv,Ii.clipGaps=Bl;let n=Ii.
paths={points:Yd};n.linear=Kd,n.stepped=Lv,n.bars=Dv,n.spline=Uv}function Qd(n){if(n.low===void 0)return br(n.data);let e=ko(n.data),t=br(n.low),i=br(n.step),r=n.shape[0],s=t.length,o=r*s,a=new Float32Array(o),l=e.length>2*o,h=l?8:16;for(let u=0;u<s;u++){let f=0,c=0;for(let p=0;p<r;p++){let d=u*r+p;c+=e[d]|e[o+d]<<8|(l?e[2*o+d]<<16:0),f=f+c<<h>>h,a[p*s+u]=f<0?NaN:t[u]+i[u]*f}}return a}function bf(n,e){let t=0,i=n.length-1;for(;i-t>1;){let r=t+i>>1;n[r]<=e?t=r:i=r}return t}var Hl=class{constructor(e){this.catalogue=ml(e),this.times=op(e.recording.times),this.columns=this.catalogue.fields.map(i=>Qd(e.recording.fields[i.name])),this.outputs=new Float64Array(this.catalogue.size),this.start=this.times[0],this.end=this.times[this.times.length-1],this.dt=this.times.length>1?(this.end-
this.start)/(this.times.length-1):0,this.time=this.start,this.replayed=!0,this.ended=e.ended??{word:"finished",text:"the recording ends here"};let t=this.catalogue.byName.get("state");this.names={states:t?this.catalogue.names(t,0):[],parameters:[],outputs:[...this.catalogue.byName.keys()]},this.frame()}get status(){return{code:0,...this.ended,time:this.time}}advance(e){return this.seek(this.time+e),
this.status}seek(e){this.time=Math.min(Math.max(e,this.start),this.end),this.frame()}reset(){this.seek(this.start)}frame(){let e=bf(this.times,this.time),t=Math.min(e+1,this.times.length-1),i=this.times[t]-this.times[e],r=i>0?(this.time-this.times[e])/i:0;return this.catalogue.fields.forEach((s,o)=>Xv(this.outputs,s,this.columns[o],e,t,r)),this.outputs}output(e){let t=this.catalogue.find(e);if(!t)
throw new RangeError(`no output '${e}' was recorded.`);return t.axis===t.field.dims.length?this.outputs[t.start]:this.outputs.slice(t.start,t.start+t.count)}state(){return this.catalogue.byName.has("state")?this.output("state"):new Float64Array(0)}set(e){throw new RangeError(`'${e}' cannot be set: this page replays a recorded run.`)}get(e){throw new RangeError(`'${e}' has no value here: this page \
replays a recorded run.`)}save(){return{time:this.time}}load(e){this.seek(e.time)}};function Xv(n,e,t,i,r,s){let{place:o,count:a}=e,l=i*a,h=r*a;if(!e.name.endsWith("quaternion")){for(let u=0;u<a;u++){let f=t[l+u];n[o+u]=s===0?f:f+s*(t[h+u]-f)}return}for(let u=0;u<a;u+=4){let f=0;for(let S=u;S<u+4;S++)f+=t[l+S]*t[h+S];let c=f<0?-1:1,p=0;for(let S=u;S<u+4;S++){let g=t[l+S]*(1-s)+c*s*t[h+S];n[o+S]=g,
p+=g*g}let d=Math.sqrt(p)||1;for(let S=u;S<u+4;S++)n[o+S]/=d}}var jd=700,em={light:["#1f6fae","#b8432b","#2f7440","#8a5a00","#6a4a9c","#0f7b7a","#1b2a41","#9c3f55","#5b6570"],dark:["#6db8f0","#ff9077","#7fd08f","#f0bd5c","#c4a4f0","#67d3d1","#dfe7f2","#f29cb1","#aab4c0"]},Yv=8,Zo=[],qv={light:{text:"#3d4a5c",grid:"#0000001a"},dark:{text:"#b6c3d4",grid:"#ffffff1c"}},Tf=class{constructor(e,t){this.spec=e,this.panel=t,this.columns=e.series.map(s=>t.history.index.
get(s.output)).filter(s=>s!==void 0),this.series=e.series.filter(s=>t.history.index.has(s.output)),this.times=new Float64Array(jd),this.lines=this.columns.map(()=>new Float32Array(jd)),this.peak=null,this.box=le("div",{class:"canvas"});let i=Bi("close",`Remove the plot ${e.title}`,()=>t.remove(this),{class:"icon small"}),r=e.unit&&e.unit!=="1"?` [${e.unit}]`:"";this.legend=le("div",{class:"keys"}),
this.element=le("section",{class:"plot","aria-label":e.title},le("header",{},le("h3",{text:e.title+r}),i),this.legend,this.box)}draw(e,t){this.chart?.destroy();let i=qv[t],r={stroke:i.text,grid:{stroke:i.grid,width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},s=this.series.map((a,l)=>({label:a.label,stroke:em[t][l%9],width:1.5,points:{show:!1}})),o={width:e,height:118,legend:{show:!1},padding:[
6,14,0,0],cursor:{sync:{key:this.panel.key,setSeries:!1},drag:{setScale:!1,x:!1,y:!1},points:{size:5}},scales:{x:{time:!1,range:()=>this.panel.window()},y:{range:(a,l,h)=>this.range(l,h)}},axes:[{...r,size:22,gap:2,values:(a,l)=>l.map(h=>qt(h,6))},{...r,size:46,gap:3,space:26,values:(a,l)=>l.map(h=>qt(h,4))}],series:[{},...s],hooks:{setCursor:[()=>this.showKeys()],drawSeries:[],draw:[a=>this.drawNow(
a,i)]}};this.chart=new Ii(o,this.data(),this.box),this.chart.over.addEventListener("click",()=>this.panel.clicked(this.chart.posToVal(this.chart.cursor.left,"x"))),this.theme=t,this.makeKeys()}data(){let[e,t]=this.panel.window(),i=up(this.panel.history,this.columns,e,t,this.times,this.lines);return[this.times.subarray(0,i),...this.lines.map(r=>r.subarray(0,i))]}range(e,t){let i=Kv(this.chart?.data??
[[]]),r=Math.max(Math.abs(e),Math.abs(t)),s=i>0&&r>Yv*i;return this.peak=s?r:null,s?tm(Math.max(e,-1.6*i),Math.min(t,1.6*i)):tm(e,t)}update(){this.chart?.setData(this.data()),this.showKeys()}drawNow(e,t){if(this.peak!==null&&this.tellPeak(e,t),!this.panel.source.replayed)return;let i=Math.round(e.valToPos(this.panel.source.time,"x",!0))+.5,r=e.ctx;r.save(),r.strokeStyle=t.text,r.beginPath(),r.moveTo(
i,e.bbox.top),r.lineTo(i,e.bbox.top+e.bbox.height),r.stroke(),r.restore()}tellPeak(e,t){e.ctx.save(),e.ctx.fillStyle=t.text,e.ctx.font=`${10*(globalThis.devicePixelRatio||1)}px system-ui, sans-serif`,e.ctx.textAlign="right",e.ctx.textBaseline="top",e.ctx.fillText(`peak ${qt(this.peak,3)} not shown`,e.bbox.left+e.bbox.width-4,e.bbox.top+2),e.ctx.restore()}makeKeys(){this.values=this.series.map(()=>le(
"b"));let e=this.series.map((t,i)=>le("span",{class:"key"},le("i",{style:`background:${em[this.theme][i%9]}`}),t.label," ",this.values[i]));this.legend.replaceChildren(...e),this.legend.hidden=this.series.length>9}present(e){let{source:t}=this.panel;return t.replayed?bf(e,t.time):e.length-1}showKeys(){if(!this.chart||this.legend.hidden)return;let t=this.chart.cursor.idx??this.present(this.chart.data[0]);
this.values.forEach((i,r)=>{let s=t>=0?xl(this.chart.data[r+1][t]):"";i.textContent!==s&&(i.textContent=s)})}};function Kv([n,...e]){Zo.length=0;for(let t of e)for(let i=0;i<n.length;i+=10)t[i]===t[i]&&Zo.push(Math.abs(t[i]));return Zo.length>20?Zo.sort((t,i)=>t-i)[Math.floor(.96*Zo.length)]:0}function tm(n,e){if(n===null||!Number.isFinite(n+e))return[-1,1];let t=.08*(e-n)||.1*Math.abs(e)||1;return[
n-t,e+t]}var Vl=class{constructor({source:e,history:t,catalogue:i,key:r,span:s,actions:o}){Object.assign(this,{source:e,history:t,catalogue:i,key:r,span:s,actions:o}),this.plots=[],this.theme="light",this.list=le("div",{class:"list"}),this.element=le("div",{class:"plots"},this.makeBar(),this.list),this.width=0,new ResizeObserver(()=>this.resize()).observe(this.list)}makeBar(){let e=le("select",{"a\
ria-label":"Add a plot"},le("option",{value:"",text:"Add a plot …"}));for(let r of this.catalogue.fields)e.append(this.optionsOf(r));if(e.addEventListener("change",()=>{e.value&&this.actions.add(e.value),e.value=""}),this.source.replayed)return le("div",{class:"bar"},e);let t=[...new Set([2,5,10,30,120,600].map(r=>r*this.unit()))],i=le("select",{"aria-label":"Time shown"},...t.map(r=>le("option",
{value:r,text:`last ${qt(r,3)} s`})));return i.value=t.includes(this.span)?this.span:t[2],this.span=Number(i.value),i.addEventListener("change",()=>{this.span=Number(i.value),this.update()}),le("div",{class:"bar"},e,i)}unit(){return this.span<1?.02:1}optionsOf(e){let t=le("optgroup",{label:`${e.name} [${e.unit??""}]`}),i=this.catalogue.numbers(e);if(i.length>1&&i.length<=9&&t.append(le("option",{value:e.
name,text:`${e.name}: all`})),i.length<=120)for(let r of i)t.append(le("option",{value:r,text:r}));return t}add(e){let t=new Tf(e,this);return this.plots.push(t),this.list.append(t.element),this.width&&t.draw(this.width,this.theme),t}remove(e){e.chart?.destroy(),e.element.remove(),this.plots=this.plots.filter(t=>t!==e),this.actions.changed()}clear(){for(let e of[...this.plots])this.remove(e)}setTheme(e){
if(this.theme=e,this.width)for(let t of this.plots)t.draw(this.width,e)}resize(){let e=this.list.clientWidth;if(!(!e||e===this.width)){this.width=e;for(let t of this.plots)t.draw(e,this.theme)}}window(){if(this.source.replayed)return[this.source.start,this.source.end];let e=Math.max(this.source.time,this.span);return[e-this.span,e]}clicked(e){this.source.replayed&&Number.isFinite(e)&&this.actions.
seek(e)}update(){if(this.list.clientWidth){this.list.clientWidth!==this.width&&this.resize();for(let e of this.plots)e.update()}}showTime(){if(this.list.clientWidth)for(let e of this.plots)e.chart?.redraw(!1),e.showKeys()}};var $v=400,Wl=class{constructor(e,t){this.onset=t,this.rows=new Map;let i=new Map;for(let o of e){let a=o.group||"parameters";i.has(a)||i.set(a,[]),i.get(a).push(o)}let r=[...i].map(([o,a])=>this.makeGroup(o,a,i.size>1)),s=le("button",{type:"button",class:"text",text:"Reset all",onclick:()=>this.first()});this.element=le("div",{class:"sliders"},...r,le("div",{class:"foot"},s))}makeGroup(e,t,i){let r=t.
map(s=>this.makeRow(s));return i?le("fieldset",{},le("legend",{text:e}),...r):le("div",{},...r)}makeRow(e){let t=`slider-${e.name.replace(/[^\w-]/g,"-")}`,i=Zv(e),r=e.meaning?`${e.meaning} (${e.name})`:e.name,s=e.restart?`${i} (after Reset)`:i,{unit:o,factor:a,step:l}=Ef(e),h=le("input",{type:"range",id:t,min:Jo(e.low/a),max:Jo(e.high/a),step:l,"aria-label":`${i} [${o||"1"}]`}),u=le("input",{type:"\
number",step:"any",min:Jo(e.low/a),max:Jo(e.high/a),"aria-label":`${i}, number [${o||"1"}]`}),f=Bi("reset",`Reset ${i}`,()=>this.change(e,e.value),{class:"icon small"});h.addEventListener("input",()=>this.change(e,Number(h.value)*a)),u.addEventListener("change",()=>this.typed(e,u));let c=le("span",{class:"unit",text:o==="1"?"":o}),p=le("div",{class:"head"},le("label",{for:t,text:s,title:r}),u,c,f),
d=le("div",{class:"row"},p,h);return this.rows.set(e.name,{slider:e,range:h,number:u,back:f,row:d}),this.show(e.name,e.value),d}typed(e,t){let i=Number(t.value)*Ef(e).factor;t.value.trim()===""||!Number.isFinite(i)?this.show(e.name,this.value(e.name)):this.change(e,Math.min(Math.max(i,e.low),e.high))}change(e,t){this.show(e.name,t),this.onset(e.name,t)}show(e,t){let i=this.rows.get(e);if(!i)return;
i.current=t;let{unit:r,factor:s}=Ef(i.slider);i.range.value=Jo(t/s),i.number.value=Number((t/s).toPrecision(5));let o=(t-i.slider.low)/(i.slider.high-i.slider.low||1);i.range.style.setProperty("--share",`${100*Math.min(Math.max(o,0),1)}%`),i.range.setAttribute("aria-valuetext",`${qt(t/s)} ${r==="1"?"":r}`);let a=Math.abs(t-i.slider.value)>1e-9*(Math.abs(i.slider.value)+1e-9);i.row.classList.toggle(
"changed",a),i.back.style.visibility=a?"visible":"hidden"}value(e){return this.rows.get(e).current}changed(){let e={};for(let[t,i]of this.rows)i.row.classList.contains("changed")&&(e[t]=i.current);return e}first(){for(let{slider:e}of this.rows.values())this.value(e.name)!==e.value&&this.change(e,e.value)}};function Ef(n){let e=n.step>0?n.step:(n.high-n.low)/$v;return n.shown??{unit:n.unit,factor:1,
step:e}}function Jo(n){return Number(n.toPrecision(12))}function Zv(n){let e=n.label??n.name,t=`${n.group}.`;return(e.startsWith(t)?e.slice(t.length):e).replaceAll("_"," ").replaceAll("."," · ")}var Xl=.001,nm=10;function im(n){return Math.round(1e3*Math.log(n/Xl)/Math.log(nm/Xl))}function Jv(n){let e=Xl*Math.exp(n/1e3*Math.log(nm/Xl));return Number(e.toPrecision(e>.95&&e<1.06?1:2))}var Yl=class{constructor(e,t,i){this.period=t,this.actions=i,this.playButton=Bi("play","Play (space)",i.play,{class:"icon main"}),this.time=le("span",{class:"clock",role:"timer","aria-label":"time of the machi\
ne"}),this.speed=le("input",{type:"range",min:0,max:1e3,step:1,class:"speed","aria-label":"speed"}),this.speedText=le("span",{class:"rate"}),this.speed.addEventListener("input",()=>i.speed(Jv(Number(this.speed.value))));let s=[Bi("reset",e.replayed?"To the beginning (r)":"Start again (r)",i.reset),this.playButton,Bi("step","One step (.)",i.step),this.time];e.replayed&&s.push(this.makeLine(e));let o=le(
"label",{class:"speedbox",title:"speed: machine time over real time"},this.speed,this.speedText);this.element=le("div",{class:e.replayed?"transport replay":"transport",role:"group","aria-label":"run"},...s,o)}makeLine(e){this.line=le("input",{type:"range",class:"line",min:e.start,max:e.end,step:"any","aria-label":"time line"}),this.line.addEventListener("input",()=>this.actions.seek(Number(this.line.
value)));let t=Bi("repeat","Begin again at the end",()=>{let i=t.getAttribute("aria-pressed")!=="true";t.setAttribute("aria-pressed",String(i)),this.actions.repeat(i)},{"aria-pressed":"true"});return le("span",{class:"linebox"},this.line,t)}showPlaying(e){xp(this.playButton,e?"pause":"play"),this.playButton.setAttribute("aria-label",e?"Pause (space)":"Play (space)"),this.playButton.title=e?"Pause \
(space)":"Play (space)"}showSpeed(e,t){this.speed.value=im(e),this.speed.style.setProperty("--share",`${im(e)/10}%`);let i=t!==null&&t<.9*e,r=i?`${qt(t,2)}× of ${qt(e,3)}×`:`${qt(e,3)}×`;r!==this.speedText.textContent&&(this.speedText.textContent=r,this.speedText.title=i?"this processor does not run the machine faster":"",this.speed.setAttribute("aria-valuetext",`${qt(e,3)} times real time`))}showTime(e){
let t=ap(e,this.period);t!==this.time.textContent&&(this.time.textContent=t),this.line&&(this.line.value=e,this.line.style.setProperty("--share",`${100*(e-this.line.min)/(this.line.max-this.line.min||1)}%`))}};function rm({trust:n}){let{doubts:e=[],warnings:t=[],of:i=""}=n??{};if(!e.length&&!t.length)return[];let r=e.length?"Not to be trusted":t.length>1?`${t.length} warnings`:"A warning",s=e.slice(0,1).map(l=>le("span",{text:`: ${l}`})),o=le("summary",{},le("b",{text:r}),...s),a=[...e.slice(1),...t,`Looked at: ${i}.`].map(l=>le("p",{text:l}));return[le("details",{class:e.length?"ending trust":"trust"},
o,le("div",{},...a))]}var Af=760,Qv=480,jv=0,ql=class{constructor(e,t){this.host=e,this.viewer=t,this.key=`elver-${jv++}`,this.canvas=this.makeCanvas(),this.message=new El,this.chosenTheme="auto",this.root=le("div",{class:t.payload.scene.water&&!t.payload.scene.ground?"elver wet":"elver"},this.canvas),e.replaceChildren(this.root),this.ends=[]}makeCanvas(){let{title:e}=this.viewer.payload;return le("canvas",{class:"view",
tabindex:0,role:"img","aria-label":`3-D view of ${e}: arrow keys turn it, plus and minus come nearer, shift and arrows move it`})}fill(e){let{source:t,payload:i,runner:r,world:s}=e;this.transport=new Yl(t,Ho(i),{play:()=>r.playing?e.pause():e.play(),step:()=>e.step(),reset:()=>e.reset(),speed:a=>e.setSpeed(a),seek:a=>e.seek(a),repeat:a=>r.repeat=a});let o=i.machine?.sliders??[];this.sliders=!t.replayed&&
o.length?new Wl(o,(a,l)=>e.set(a,l)):null,this.plots=new Vl({source:t,history:r.history,catalogue:e.catalogue,key:this.key,span:ty(Ho(i)),actions:{add:a=>e.addPlot(a),seek:a=>e.seek(a),changed:()=>{}}}),this.figures=new bl(e.figures),this.look=new Tl(s,{view:a=>{s.rig.choose(a),e.wake()},follow:a=>{s.rig.following=a,e.wake()},path:a=>{s.trace.mesh.visible=a,e.wake()},arrows:(a,l)=>{s.arrows[a].group.
visible=l,e.refresh()},scale:(a,l)=>{s.arrows[a].factor=l,e.refresh()}}),this.place(i),this.addFirst(i,e),this.listen(e)}place(e){let t=le("details",{class:"about"},le("summary",{},le("h1",{text:e.title})),le("p",{text:e.about??""}),this.credits(e)),i=le("div",{class:"left"},le("div",{class:"card titlecard"},t,...ey(this.viewer.source),...rm(e),this.figures.element,this.look.legend)),r=le("div",{class:"\
right"});this.panels=new Map,this.buttons=le("div",{class:"tools",role:"toolbar","aria-label":"panels and tools"}),this.sliders&&this.addPanel("sliders","Parameters","sliders",this.sliders.element,i),this.addPanel("look","View and forces","eye",this.look.element,i),this.addPanel("plots","Plots","plots",this.plots.element,r),this.addPanel("help","Help","help",Tp(this.viewer.source.replayed),r),this.
addTools(),this.notes=le("div",{class:"notes",role:"status"}),this.foot=le("div",{class:"bottom"},this.transport.element,this.buttons),this.root.append(i,r,this.foot,this.notes,this.message.element),Object.assign(this,{left:i,right:r})}credits(e){let t=e.recording?.note,i=[e.source,...e.machine?.notes??[],t,e.version?`Elver ${e.version}`:""].filter(Boolean).join(" · ");return le("p",{class:"credi\
ts",text:i})}addPanel(e,t,i,r,s){let o=Bi("close",`Close ${t}`,()=>this.shut(e),{class:"icon small"}),a=le("section",{class:`card panel ${e}`,"aria-label":t},le("header",{},le("h2",{text:t}),o),r);a.hidden=!0;let l=Bi(i,t,()=>this.open(e,a.hidden),{"aria-expanded":"false"});l.append(le("span",{text:t})),this.panels.set(e,{panel:a,button:l}),this.buttons.append(l),s.append(a)}addTools(){let e=Bi("s\
un","Light or dark",()=>this.setTheme(this.theme==="dark"?"light":"dark")),t=Bi("link","Copy a link with these settings",()=>this.copyLink()),i=Bi("save","Download the run as CSV",()=>this.download()),r=this.viewer.options.hash&&location.protocol!=="about:";this.buttons.append(...r?[t]:[],i,e)}open(e,t){let i=this.root.classList.contains("narrow");for(let[r,{panel:s,button:o}]of this.panels)r!==e&&
!(t&&r!==e&&(i||r==="help"&&e==="plots"||r==="plots"&&e==="help"))||(s.hidden=r===e?!t:!0,o.setAttribute("aria-expanded",String(!s.hidden)));this.resize(),this.plots.update()}shut(e){this.open(e,!1),this.panels.get(e).button.focus()}beginOpen(){this.isNarrow()||(this.sliders&&this.open("sliders",!0),this.root.clientWidth>1e3&&this.open("plots",!0))}addFirst(e,t){for(let i of e.plots??[])i.shown&&t.
showPlot(i);this.firstPlots=this.plots.plots.map(i=>this.plotKey(i.spec)).join(","),t.world.arrows.forEach((i,r)=>i.spec.shown&&this.showArrows(r,!0)),this.observer=new ResizeObserver(()=>this.resize()),this.observer.observe(this.root);for(let{panel:i}of this.panels.values())this.observer.observe(i);this.beginOpen()}showArrows(e,t){this.viewer.world.arrows[e].group.visible=t,this.look.press(e,t)}plotKey(e){
let t=(this.viewer.payload.plots??[]).indexOf(e);return t>=0?`p${t}`:`o:${e.title}`}addByKey(e,t){let i=/^p\d+$/.test(e)?t.payload.plots?.[Number(e.slice(1))]:null;i?t.showPlot(i):e.startsWith("o:")&&t.addPlot(e.slice(2))}renewHistory(e){if(this.plots){this.plots.history=e.runner.history;for(let t of this.plots.plots)t.columns=t.series.map(i=>e.runner.history.index.get(i.output))}}listen(e){let t=s=>cp(
s,e),i=globalThis.matchMedia?.("(prefers-color-scheme: dark)"),r=()=>this.chosenTheme==="auto"&&this.setTheme("auto");this.root.ownerDocument.addEventListener("keydown",t),i?.addEventListener("change",r),this.ends.push(()=>this.root.ownerDocument.removeEventListener("keydown",t),()=>i?.removeEventListener("change",r))}setTheme(e){this.chosenTheme=e,this.theme=e==="auto"?fp():e,this.root.dataset.theme=
this.theme,this.viewer.world.setTheme(this.theme),this.plots.setTheme(this.theme),this.look.update(),this.viewer.refresh()}download(){let{history:e}=this.viewer.runner;bp(this.viewer),e.dropped&&this.note(`The table holds the last ${_l(e.newest-e.oldest)}: earlier samples make room for new ones.`,8e3)}async copyLink(){let{viewer:e}=this,t=`${location.href.split("#")[0]}#${e.hash}`;history.replaceState(
null,"",t);try{await navigator.clipboard.writeText(t),this.note("The link with these settings is copied, and stands in the address.",4e3)}catch{this.note("The link with these settings stands in the address of the page.",4e3)}}note(e,t=0){let i=le("p",{text:e}),r=Bi("close","Close",()=>i.remove(),{class:"icon small"});i.append(r),this.notes?this.notes.append(i):this.notesLater=[...this.notesLater??
[],[e,t]],t&&setTimeout(()=>i.remove(),t)}isNarrow(){return this.root.clientWidth<Af||this.root.clientHeight<Qv}wideInsets(){let e=t=>[...t.children].some(i=>i.classList.contains("panel")&&!i.hidden);return{left:e(this.left)?this.left.offsetWidth:0,right:e(this.right)?this.right.offsetWidth:0,top:0,bottom:this.foot.offsetHeight}}narrowInsets(e){let t=[...this.panels.values()].find(({panel:i})=>!i.
hidden)?.panel;return e>=Af?{left:0,right:t?.offsetWidth??0,top:20,bottom:this.foot.offsetHeight}:{left:0,right:0,top:this.left.firstChild.offsetHeight+8,bottom:this.foot.offsetHeight+(t?.offsetHeight??0)}}resize(){let{clientWidth:e,clientHeight:t}=this.root;if(!e||!t||!this.viewer.world)return;let i=this.isNarrow();if(this.root.classList.toggle("narrow",i),this.root.classList.toggle("short",i&&e>=
Af),this.notesLater&&this.notes)for(let[s,o]of this.notesLater.splice(0))this.note(s,o);let r=i?this.narrowInsets(e):this.wideInsets();this.root.style.setProperty("--foot",`${this.foot.offsetHeight}px`),this.viewer.world.stage.setInsets(r),this.viewer.world.resize(e,t),this.viewer.wake()}close(){for(let e of this.ends)e();this.observer?.disconnect(),this.root.remove()}};function ey({replayed:n,status:e}){
if(!n||e.word==="finished")return[];let t=le("b",{text:`This run did not finish: ${e.word}`});return[le("div",{class:"ending",role:"alert"},t,le("p",{text:e.text}))]}function ty(n){return n>0&&n<.2?.2:10}var Rf={s:n=>n,"rad/s":n=>2*Math.PI/n,Hz:n=>1/n,"1/s":n=>1/n,"1/min":n=>60/n},iy=1e-6;function sm(n,e){let t=n.period??0;if(!(t>0))return()=>0;let i=(n.machine?.sliders??[]).find(({unit:r,value:s})=>Rf[r]&&Math.abs(Rf[r](s)/t-1)<iy);return i?()=>{let r=Rf[i.unit](e(i.name));return r>0&&Number.isFinite(r)?r:t}:()=>t}function om(n,e){if(!n.replayed)throw new RangeError(`seek(${e}): this page runs the machine, and only a recorded run can be sought. Use reset() and advance(seconds).`);if(typeof e!="number"||!Number.isFinite(e))throw new RangeError(`seek(${e}): give seconds as a number.`)}function lm(n,e){let t=[];for(let[i,r]of Object.entries(n))t.push(`${Cf(i)}=${Number(r.toPrecision(9))}`);for(let[i,r]of Object.entries(e))t.push(`~${Cf(i)}=${Cf(String(r))}`);return t.join("&")}function hm(n){let e={},t={};for(let i of n.replace(/^#/,"").split("&")){let r=i.indexOf("=");if(r<1)continue;let s=am(i.slice(0,r)),o=am(i.slice(r+1));s===null||o===null||(s.startsWith("~")?t[s.slice(1)]=
o:o!==""&&Number.isFinite(Number(o))&&(e[s]=Number(o)))}return{parameters:e,own:t}}function Cf(n){return encodeURIComponent(n).replaceAll("%2C",",").replaceAll("%3A",":").replaceAll("%20","+")}function am(n){try{return decodeURIComponent(n.replaceAll("+","%20"))}catch{return null}}var cm=0,Pf=1,fm=2;var Ar=1,um=2,jr=3,Zi=0,ri=1,Ui=2,Rr=0,Cr=1,Lf=2,Df=3,If=4,pm=5;var Pr=100,dm=101,mm=102,gm=103,xm=104,_m=200,Mm=201,Sm=202,vm=203,Kl=204,$l=205,ym=206,wm=207,bm=208,Tm=209,Em=210,Am=211,Rm=212,Cm=213,Pm=214,Qo=0,jo=1,ea=2,Lr=3,ta=4,ia=5,na=6,ra=7,Dr=0,Lm=1,Dm=2,hn=0,Zl=1,Jl=2,Ql=3,jl=4,eh=5,th=6,ih=7;var Uf=300,es=301,sa=302,nh=303,rh=304,oa=1e3,Ln=1001,aa=1002,Kt=1003,Im=1004;var la=1005;var Mi=1006,sh=1007;var Dn=1008;var Ci=1009,oh=1010,ah=1011,ar=1012,Os=1013,ki=1014,Si=1015,Ji=1016,Bs=1017,ks=1018,lr=1020,lh=35902,hh=35899,ch=1021,fh=1022,cn=1023,_n=1026,In=1027,Gs=1028,zs=1029,Un=1030,Hs=1031;var Vs=1033,Ws=33776,Xs=33777,Ys=33778,qs=33779,ha=35840,ca=35841,fa=35842,ua=35843,pa=36196,da=37492,ma=37496,ga=37488,xa=37489,ts=37490,_a=37491,Ma=37808,Sa=37809,va=37810,ya=37811,wa=37812,ba=37813,Ta=37814,Ea=37815,Aa=37816,Ra=37817,Ca=37818,Pa=37819,La=37820,Da=37821,Ia=36492,Ua=36494,Na=36495,Fa=36283,Oa=36284,is=36285,Ba=36286;var Um=3200;var ns=0,Nm=1,Mn="",vi="srgb",ka="srgb-linear",rs="linear",gt="srgb";var uh=7680;var Fm=519,Om=512,Bm=513,km=514,ph=515,Gm=516,zm=517,dh=518,mh=519,Hm=35044,gh=35048;var Nf="300 es",Ni=2e3,hr=2001;function Wm(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function $s(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function Xm(){let n=$s("canvas");return n.style.display="block",n}var Vm={},Ks=null;function Ff(...n){let e="THREE."+n.shift();Ks?Ks("log",e,...n):console.log(e,...n)}function Ym(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Fe(...n){n=Ym(n);let e="THREE."+n.shift();if(Ks)Ks("warn",e,...n);else{let t=n[0];
t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function ut(...n){n=Ym(n);let e="THREE."+n.shift();if(Ks)Ks("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function ss(...n){let e=n.join(" ");e in Vm||(Vm[e]=!0,Fe(...n))}function qm(n,e,t){return new Promise(function(i,r){function s(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:r();break;case n.TIMEOUT_EXPIRED:setTimeout(s,t);break;default:i()}}setTimeout(s,t)})}var Km={[Qo]:Qo,[ea]:na,[ta]:ta,[Lr]:ia,[jo]:jo,[na]:ea,[ra]:ra,[ia]:Lr};var Qi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let s=r.indexOf(t);s!==-1&&r.splice(s,1)}}dispatchEvent(e){
let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let s=0,o=r.length;s<o;s++)r[s].call(this,e);e.target=null}}};var Gi=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4\
e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9\
e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","e\
e","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var xh=Math.PI/180,Of=180/Math.PI;function Jn(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Gi[n&255]+Gi[n>>8&255]+Gi[n>>16&255]+Gi[n>>24&255]+"-"+Gi[e&255]+Gi[e>>8&255]+"-"+Gi[e>>16&15|64]+Gi[e>>24&255]+"-"+Gi[t&63|128]+Gi[t>>8&255]+"-"+Gi[t>>16&255]+Gi[t>>24&255]+Gi[i&255]+Gi[i>>8&255]+Gi[i>>16&255]+Gi[i>>24&255]).
toLowerCase()}function at(n,e,t){return Math.max(e,Math.min(t,n))}function $m(n,e){return(n%e+e)%e}function _h(n,e,t){return(1-t)*n+t*e}function Mh(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Zm(n,e){if(e.constructor===Float32Array)return n;let t=Mh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");
return Math.max(n/t,-1)}function Jm(n,e){if(e.constructor===Float32Array)return n;let t=Mh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var Oe=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:
throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){
return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){
return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this}clampScalar(e,t){return this.
x=at(this.x,e,t),this.y=at(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.
y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,
-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(at(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){
return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.
sin(t),s=this.x-e.x,o=this.y-e.y;return this.x=s*i-o*r+e.x,this.y=s*r+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};var Sn=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,s,o,a){let l=i[r+0],h=i[r+1],u=i[r+2],f=i[r+3],c=s[o+0],p=s[o+1],d=s[o+2],S=s[o+3];if(f!==S||l!==c||h!==p||u!==d){let g=l*c+h*p+u*d+f*S;g<0&&(c=-c,p=-p,d=-d,S=-S,g=-g);let m=1-a;if(g<.9995){let b=Math.acos(g),E=Math.sin(b);m=Math.sin(m*b)/E,a=Math.sin(a*b)/E,l=l*m+c*a,h=h*
m+p*a,u=u*m+d*a,f=f*m+S*a}else{l=l*m+c*a,h=h*m+p*a,u=u*m+d*a,f=f*m+S*a;let b=1/Math.sqrt(l*l+h*h+u*u+f*f);l*=b,h*=b,u*=b,f*=b}}e[t]=l,e[t+1]=h,e[t+2]=u,e[t+3]=f}static multiplyQuaternionsFlat(e,t,i,r,s,o){let a=i[r],l=i[r+1],h=i[r+2],u=i[r+3],f=s[o],c=s[o+1],p=s[o+2],d=s[o+3];return e[t]=a*d+u*f+l*p-h*c,e[t+1]=l*d+u*c+h*f-a*p,e[t+2]=h*d+u*p+a*c-l*f,e[t+3]=u*d-a*f-l*c-h*p,e}get x(){return this._x}set x(e){
this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){
return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,r=e._y,s=e._z,o=e._order,a=Math.cos,l=Math.sin,h=a(i/2),u=a(r/2),f=a(s/2),c=l(i/2),p=l(r/2),d=l(s/2);switch(o){case"XYZ":this._x=c*u*f+h*p*d,this._y=h*p*f-c*u*d,this._z=h*u*d+c*p*f,this._w=h*u*f-c*p*d;break;case"YXZ":this._x=c*u*f+h*p*d,this._y=h*p*f-c*u*d,this._z=h*u*d-c*p*f,this._w=
h*u*f+c*p*d;break;case"ZXY":this._x=c*u*f-h*p*d,this._y=h*p*f+c*u*d,this._z=h*u*d+c*p*f,this._w=h*u*f-c*p*d;break;case"ZYX":this._x=c*u*f-h*p*d,this._y=h*p*f+c*u*d,this._z=h*u*d-c*p*f,this._w=h*u*f+c*p*d;break;case"YZX":this._x=c*u*f+h*p*d,this._y=h*p*f+c*u*d,this._z=h*u*d-c*p*f,this._w=h*u*f-c*p*d;break;case"XZY":this._x=c*u*f-h*p*d,this._y=h*p*f-c*u*d,this._z=h*u*d+c*p*f,this._w=h*u*f+c*p*d;break;default:
Fe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],r=t[4],s=t[8],o=t[1],a=t[5],l=t[9],h=t[2],u=t[6],f=t[10],c=i+a+f;if(c>0){let p=.5/Math.sqrt(c+
1);this._w=.25/p,this._x=(u-l)*p,this._y=(s-h)*p,this._z=(o-r)*p}else if(i>a&&i>f){let p=2*Math.sqrt(1+i-a-f);this._w=(u-l)/p,this._x=.25*p,this._y=(r+o)/p,this._z=(s+h)/p}else if(a>f){let p=2*Math.sqrt(1+a-i-f);this._w=(s-h)/p,this._x=(r+o)/p,this._y=.25*p,this._z=(l+u)/p}else{let p=2*Math.sqrt(1+f-i-a);this._w=(o-r)/p,this._x=(s+h)/p,this._y=(l+u)/p,this._z=.25*p}return this._onChangeCallback(),
this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(at(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)
return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this.
_x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,s=e.
_z,o=e._w,a=t._x,l=t._y,h=t._z,u=t._w;return this._x=i*u+o*a+r*h-s*l,this._y=r*u+o*l+s*a-i*h,this._z=s*u+o*h+i*l-r*a,this._w=o*u-i*a-r*l-s*h,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,a=this.dot(e);a<0&&(i=-i,r=-r,s=-s,o=-o,a=-a);let l=1-t;if(a<.9995){let h=Math.acos(a),u=Math.sin(h);l=Math.sin(l*h)/u,t=Math.sin(t*h)/u,this._x=this._x*l+i*t,this._y=this._y*l+r*t,this.
_z=this._z*l+s*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+r*t,this._z=this._z*l+s*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),s=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),s*
Math.sin(t),s*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.
getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}};var V=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:
throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){
return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=
e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Qm.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Qm.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6]*
r,this.y=s[1]*t+s[4]*i+s[7]*r,this.z=s[2]*t+s[5]*i+s[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=e.elements,o=1/(s[3]*t+s[7]*i+s[11]*r+s[15]);return this.x=(s[0]*t+s[4]*i+s[8]*r+s[12])*o,this.y=(s[1]*t+s[5]*i+s[9]*r+s[13])*o,this.z=(s[2]*t+s[6]*i+s[10]*r+s[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,s=e.x,
o=e.y,a=e.z,l=e.w,h=2*(o*r-a*i),u=2*(a*t-s*r),f=2*(s*i-o*t);return this.x=t+l*h+o*f-a*u,this.y=i+l*u+a*h-s*f,this.z=r+l*f+s*u-o*h,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*
t+s[4]*i+s[8]*r,this.y=s[1]*t+s[5]*i+s[9]*r,this.z=s[2]*t+s[6]*i+s[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){
return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this.z=at(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=at(this.x,e,t),this.y=at(this.y,e,t),this.z=at(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.
ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.
x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){
return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,s=e.z,o=t.x,a=t.y,l=t.z;return this.x=r*l-s*a,this.y=s*o-i*l,this.z=i*a-r*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return Bf.copy(this).
projectOnVector(e),this.sub(Bf)}reflect(e){return this.sub(Bf.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(at(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.
abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(
t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){
return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(
t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Bf=new V,Qm=new Sn;var We=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,r,s,o,a,l,h){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,a,l,h)}set(e,t,i,r,s,o,a,l,h){let u=this.elements;return u[0]=e,u[1]=r,u[2]=a,u[3]=t,u[4]=s,u[5]=l,u[6]=i,u[7]=o,u[8]=h,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],
t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){
let i=e.elements,r=t.elements,s=this.elements,o=i[0],a=i[3],l=i[6],h=i[1],u=i[4],f=i[7],c=i[2],p=i[5],d=i[8],S=r[0],g=r[3],m=r[6],b=r[1],E=r[4],v=r[7],I=r[2],A=r[5],_=r[8];return s[0]=o*S+a*b+l*I,s[3]=o*g+a*E+l*A,s[6]=o*m+a*v+l*_,s[1]=h*S+u*b+f*I,s[4]=h*g+u*E+f*A,s[7]=h*m+u*v+f*_,s[2]=c*S+p*b+d*I,s[5]=c*g+p*E+d*A,s[8]=c*m+p*v+d*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=
e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],l=e[6],h=e[7],u=e[8];return t*o*u-t*a*h-i*s*u+i*a*l+r*s*h-r*o*l}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],l=e[6],h=e[7],u=e[8],f=u*o-a*h,c=a*l-u*s,p=h*s-o*l,d=t*f+i*c+r*p;if(d===0)return this.set(0,0,0,0,0,0,0,0,0);let S=1/d;return e[0]=f*S,
e[1]=(r*h-u*i)*S,e[2]=(a*i-r*o)*S,e[3]=c*S,e[4]=(u*t-r*l)*S,e[5]=(r*s-a*t)*S,e[6]=p*S,e[7]=(i*l-h*t)*S,e[8]=(o*t-i*s)*S,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],
e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,s,o,a){let l=Math.cos(s),h=Math.sin(s);return this.set(i*l,i*h,-i*(l*o+h*a)+o+e,-r*h,r*l,-r*(-h*o+l*a)+a+t,0,0,1),this}scale(e,t){return ss("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(kf.makeScale(e,t)),this}rotate(e){return ss("Matrix3: .rotate() is deprecated. Use .makeRotation() inst\
ead."),this.premultiply(kf.makeRotation(-e)),this}translate(e,t){return ss("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(kf.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){
return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().
fromArray(this.elements)}},kf=new We;var jm=new We().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),eg=new We().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function ny(){let n={enabled:!0,workingColorSpace:ka,spaces:{},convert:function(r,s,o){return this.enabled===!1||s===o||!s||!o||(this.spaces[s].transfer===gt&&(r.r=Nn(r.r),r.g=Nn(r.g),r.b=Nn(r.b)),
this.spaces[s].primaries!==this.spaces[o].primaries&&(r.applyMatrix3(this.spaces[s].toXYZ),r.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===gt&&(r.r=os(r.r),r.g=os(r.g),r.b=os(r.b))),r},workingToColorSpace:function(r,s){return this.convert(r,this.workingColorSpace,s)},colorSpaceToWorking:function(r,s){return this.convert(r,s,this.workingColorSpace)},getPrimaries:function(r){return this.
spaces[r].primaries},getTransfer:function(r){return r===Mn?rs:this.spaces[r].transfer},getToneMappingMode:function(r){return this.spaces[r].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(r,s=this.workingColorSpace){return r.fromArray(this.spaces[s].luminanceCoefficients)},define:function(r){Object.assign(this.spaces,r)},_getMatrix:function(r,s,o){return r.copy(
this.spaces[o].fromXYZ).multiply(this.spaces[s].toXYZ)},_getDrawingBufferColorSpace:function(r){return this.spaces[r].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(r=this.workingColorSpace){return this.spaces[r].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[ka]:{primaries:e,whitePoint:i,transfer:rs,
toXYZ:jm,fromXYZ:eg,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:vi},outputColorSpaceConfig:{drawingBufferColorSpace:vi}},[vi]:{primaries:e,whitePoint:i,transfer:gt,toXYZ:jm,fromXYZ:eg,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:vi}}}),n}var et=ny();function Nn(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function os(n){return n<
.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Zs,Sh=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Zs===void 0&&(Zs=$s("canvas")),Zs.width=e.width,Zs.height=e.height;let r=Zs.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=Zs}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<
"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=$s("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),s=r.data;for(let o=0;o<s.length;o++)s[o]=Nn(s[o]/255)*255;return i.putImageData(r,0,0),t}else if(e.
data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(Nn(t[i]/255)*255):t[i]=Nn(t[i]);return{data:t,width:e.width,height:e.height}}else return Fe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}};var ry=0,Ir=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ry++}),this.uuid=Jn(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.
width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},r=this.data;if(r!==null){let s;if(Array.isArray(r)){s=[];for(let o=0,a=r.length;o<a;o++)r[o].isDataTexture?s.push(Gf(r[o].image)):s.push(Gf(r[o]))}else s=Gf(r);i.url=s}return t||
(e.images[this.uuid]=i),i}};function Gf(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?Sh.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Fe("Texture: Unable to serialize Texture."),{})}var sy=0,zf=new V,si=class n extends Qi{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Ln,r=Ln,s=Mi,o=Dn,a=cn,l=Ci,h=n.DEFAULT_ANISOTROPY,u=Mn){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:sy++}),this.uuid=Jn(),this.name="",this.source=new Ir(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=r,this.magFilter=s,this.minFilter=o,this.anisotropy=h,this.
format=a,this.internalFormat=null,this.type=l,this.offset=new Oe(0,0),this.repeat=new Oe(1,1),this.center=new Oe(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new We,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,
this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(zf).x}get height(){return this.source.getSize(zf).y}get depth(){return this.source.getSize(zf).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.
offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.
wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,
this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,
this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){Fe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Fe(`Texture.setValues(): property '${t}' does not exist.`);continue}r&&i&&r.isVector2&&i.isVector2||r&&i&&r.isVector3&&i.isVector3||r&&i&&r.isMatrix3&&i.isMatrix3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&
e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],
format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).
length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Uf)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case oa:e.x=e.x-Math.floor(e.x);break;case Ln:e.x=e.x<0?0:1;break;case aa:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.
wrapT){case oa:e.y=e.y-Math.floor(e.y);break;case Ln:e.y=e.y<0?0:1;break;case aa:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};si.DEFAULT_IMAGE=null;si.DEFAULT_MAPPING=Uf;si.DEFAULT_ANISOTROPY=1;var vt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.
z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of \
range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.
x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=
e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*r+o[12]*s,this.y=o[1]*t+o[5]*i+o[9]*r+o[13]*s,this.z=o[2]*t+o[6]*i+o[10]*r+o[14]*s,this.w=o[3]*t+o[7]*i+o[11]*r+o[15]*s,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*
Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,s,l=e.elements,h=l[0],u=l[4],f=l[8],c=l[1],p=l[5],d=l[9],S=l[2],g=l[6],m=l[10];if(Math.abs(u-c)<.01&&Math.abs(f-S)<.01&&Math.abs(d-g)<.01){if(Math.abs(u+c)<.1&&Math.abs(f+S)<.1&&Math.abs(d+g)<.1&&Math.abs(h+p+m-3)<.1)return this.
set(1,0,0,0),this;t=Math.PI;let E=(h+1)/2,v=(p+1)/2,I=(m+1)/2,A=(u+c)/4,_=(f+S)/4,T=(d+g)/4;return E>v&&E>I?E<.01?(i=0,r=.707106781,s=.707106781):(i=Math.sqrt(E),r=A/i,s=_/i):v>I?v<.01?(i=.707106781,r=0,s=.707106781):(r=Math.sqrt(v),i=A/r,s=T/r):I<.01?(i=.707106781,r=.707106781,s=0):(s=Math.sqrt(I),i=_/s,r=T/s),this.set(i,r,s,t),this}let b=Math.sqrt((g-d)*(g-d)+(f-S)*(f-S)+(c-u)*(c-u));return Math.
abs(b)<.001&&(b=1),this.x=(g-d)/b,this.y=(f-S)/b,this.z=(c-u)/b,this.w=Math.acos((h+p+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,
e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this.z=at(this.z,e.z,t.z),this.w=at(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=at(this.x,e,t),this.y=at(this.y,e,t),this.z=at(this.z,e,t),this.w=at(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,
t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.
trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){
return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=
e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.
y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};var vh=class extends Qi{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Mi,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},
i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new vt(0,0,e,t),this.scissorTest=!1,this.viewport=new vt(0,0,e,t),this.textures=[];let r=i.count;for(let s=0;s<r;s++)this.textures[s]=new si({width:e,height:t,depth:i.depth}),this.textures[s].isRenderTargetTexture=!0,this.textures[s].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.
stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=
i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Mi,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),
e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==
void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){
return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,s=this.textures.length;r<s;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.
set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].
renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new Ir(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=
e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){
this.dispatchEvent({type:"dispose"})}};var ji=class extends vh{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}};var Js=class extends si{constructor(e=null,t=1,i=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Kt,this.minFilter=Kt,this.wrapR=Ln,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.
clear()}};var yh=class extends si{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Kt,this.minFilter=Kt,this.wrapR=Ln,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var tt=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,r,s,o,a,l,h,u,f,c,p,d,S,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,a,l,h,u,f,c,p,d,S,g)}set(e,t,i,r,s,o,a,l,h,u,f,c,p,d,S,g){let m=this.elements;return m[0]=e,m[4]=t,m[8]=i,m[12]=r,m[1]=s,m[5]=o,m[9]=a,m[13]=l,m[2]=h,m[6]=u,m[10]=f,m[14]=c,m[3]=p,m[7]=d,m[11]=S,m[15]=g,this}identity(){return this.
set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=
i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,
0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,r=1/Qs.setFromMatrixColumn(e,0).length(),s=1/Qs.setFromMatrixColumn(e,1).length(),o=1/Qs.setFromMatrixColumn(e,2).length();return t[0]=i[0]*r,t[1]=i[1]*r,t[2]=i[2]*r,t[3]=0,t[4]=i[4]*s,t[5]=i[5]*s,t[6]=i[6]*s,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=
0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,r=e.y,s=e.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(r),h=Math.sin(r),u=Math.cos(s),f=Math.sin(s);if(e.order==="XYZ"){let c=o*u,p=o*f,d=a*u,S=a*f;t[0]=l*u,t[4]=-l*f,t[8]=h,t[1]=p+d*h,t[5]=c-S*h,t[9]=-a*l,t[2]=S-c*h,t[6]=d+p*h,t[10]=o*l}else if(e.order==="YXZ"){let c=l*u,p=l*f,d=h*u,S=h*f;t[0]=c+S*a,t[4]=d*a-p,t[8]=o*h,t[1]=o*f,t[5]=o*
u,t[9]=-a,t[2]=p*a-d,t[6]=S+c*a,t[10]=o*l}else if(e.order==="ZXY"){let c=l*u,p=l*f,d=h*u,S=h*f;t[0]=c-S*a,t[4]=-o*f,t[8]=d+p*a,t[1]=p+d*a,t[5]=o*u,t[9]=S-c*a,t[2]=-o*h,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let c=o*u,p=o*f,d=a*u,S=a*f;t[0]=l*u,t[4]=d*h-p,t[8]=c*h+S,t[1]=l*f,t[5]=S*h+c,t[9]=p*h-d,t[2]=-h,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let c=o*l,p=o*h,d=a*l,S=a*h;t[0]=l*u,t[4]=S-c*f,
t[8]=d*f+p,t[1]=f,t[5]=o*u,t[9]=-a*u,t[2]=-h*u,t[6]=p*f+d,t[10]=c-S*f}else if(e.order==="XZY"){let c=o*l,p=o*h,d=a*l,S=a*h;t[0]=l*u,t[4]=-f,t[8]=h*u,t[1]=c*f+S,t[5]=o*u,t[9]=p*f-d,t[2]=d*f-p,t[6]=a*u,t[10]=S*f+c}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(oy,e,ay)}lookAt(e,t,i){let r=this.elements;return fn.subVectors(e,t),fn.
lengthSq()===0&&(fn.z=1),fn.normalize(),Ur.crossVectors(i,fn),Ur.lengthSq()===0&&(Math.abs(i.z)===1?fn.x+=1e-4:fn.z+=1e-4,fn.normalize(),Ur.crossVectors(i,fn)),Ur.normalize(),wh.crossVectors(fn,Ur),r[0]=Ur.x,r[4]=wh.x,r[8]=fn.x,r[1]=Ur.y,r[5]=wh.y,r[9]=fn.y,r[2]=Ur.z,r[6]=wh.z,r[10]=fn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){
let i=e.elements,r=t.elements,s=this.elements,o=i[0],a=i[4],l=i[8],h=i[12],u=i[1],f=i[5],c=i[9],p=i[13],d=i[2],S=i[6],g=i[10],m=i[14],b=i[3],E=i[7],v=i[11],I=i[15],A=r[0],_=r[4],T=r[8],G=r[12],U=r[1],D=r[5],B=r[9],Y=r[13],L=r[2],H=r[6],Z=r[10],z=r[14],he=r[3],$=r[7],Q=r[11],ne=r[15];return s[0]=o*A+a*U+l*L+h*he,s[4]=o*_+a*D+l*H+h*$,s[8]=o*T+a*B+l*Z+h*Q,s[12]=o*G+a*Y+l*z+h*ne,s[1]=u*A+f*U+c*L+p*he,
s[5]=u*_+f*D+c*H+p*$,s[9]=u*T+f*B+c*Z+p*Q,s[13]=u*G+f*Y+c*z+p*ne,s[2]=d*A+S*U+g*L+m*he,s[6]=d*_+S*D+g*H+m*$,s[10]=d*T+S*B+g*Z+m*Q,s[14]=d*G+S*Y+g*z+m*ne,s[3]=b*A+E*U+v*L+I*he,s[7]=b*_+E*D+v*H+I*$,s[11]=b*T+E*B+v*Z+I*Q,s[15]=b*G+E*Y+v*z+I*ne,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=
e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[12],o=e[1],a=e[5],l=e[9],h=e[13],u=e[2],f=e[6],c=e[10],p=e[14],d=e[3],S=e[7],g=e[11],m=e[15],b=l*p-h*c,E=a*p-h*f,v=a*c-l*f,I=o*p-h*u,A=o*c-l*u,_=o*f-a*u;return t*(S*b-g*E+m*v)-i*(d*b-g*I+m*A)+r*(d*E-S*I+m*_)-s*(d*v-S*A+g*_)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[1],o=e[5],a=e[9],l=e[2],h=e[6],
u=e[10];return t*(o*u-a*h)-i*(s*u-a*l)+r*(s*h-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=i),this}invert(){let e=this.elements,t=e[0],
i=e[1],r=e[2],s=e[3],o=e[4],a=e[5],l=e[6],h=e[7],u=e[8],f=e[9],c=e[10],p=e[11],d=e[12],S=e[13],g=e[14],m=e[15],b=t*a-i*o,E=t*l-r*o,v=t*h-s*o,I=i*l-r*a,A=i*h-s*a,_=r*h-s*l,T=u*S-f*d,G=u*g-c*d,U=u*m-p*d,D=f*g-c*S,B=f*m-p*S,Y=c*m-p*g,L=b*Y-E*B+v*D+I*U-A*G+_*T;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/L;return e[0]=(a*Y-l*B+h*D)*H,e[1]=(r*B-i*Y-s*D)*H,e[2]=(S*_-g*A+m*I)*H,e[3]=
(c*A-f*_-p*I)*H,e[4]=(l*U-o*Y-h*G)*H,e[5]=(t*Y-r*U+s*G)*H,e[6]=(g*v-d*_-m*E)*H,e[7]=(u*_-c*v+p*E)*H,e[8]=(o*B-a*U+h*T)*H,e[9]=(i*U-t*B-s*T)*H,e[10]=(d*A-S*v+m*b)*H,e[11]=(f*v-u*A-p*b)*H,e[12]=(a*G-o*D-l*T)*H,e[13]=(t*D-i*G+r*T)*H,e[14]=(S*E-d*I-g*b)*H,e[15]=(u*I-f*E+c*b)*H,this}scale(e){let t=this.elements,i=e.x,r=e.y,s=e.z;return t[0]*=i,t[4]*=r,t[8]*=s,t[1]*=i,t[5]*=r,t[9]*=s,t[2]*=i,t[6]*=r,t[10]*=
s,t[3]*=i,t[7]*=r,t[11]*=s,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,r))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.
set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),r=Math.sin(t),s=1-i,o=e.x,a=e.y,l=e.z,h=s*o,u=s*a;return this.set(h*o+i,h*a-r*l,h*l+r*a,0,h*a+r*l,u*a+i,u*l-r*
o,0,h*l-r*a,u*l+r*o,s*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,r,s,o){return this.set(1,i,s,0,e,1,o,0,t,r,1,0,0,0,0,1),this}compose(e,t,i){let r=this.elements,s=t._x,o=t._y,a=t._z,l=t._w,h=s+s,u=o+o,f=a+a,c=s*h,p=s*u,d=s*f,S=o*u,g=o*f,m=a*f,b=l*h,E=l*u,v=l*f,I=i.x,A=i.y,_=i.z;return r[0]=(1-(S+m))*I,r[1]=(p+v)*I,r[2]=(d-E)*I,r[3]=
0,r[4]=(p-v)*A,r[5]=(1-(c+m))*A,r[6]=(g+b)*A,r[7]=0,r[8]=(d+E)*_,r[9]=(g-b)*_,r[10]=(1-(c+S))*_,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,i){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let s=this.determinantAffine();if(s===0)return i.set(1,1,1),t.identity(),this;let o=Qs.set(r[0],r[1],r[2]).length(),a=Qs.set(r[4],r[5],r[6]).length(),l=Qs.set(r[8],r[9],r[10]).length();s<
0&&(o=-o),Fn.copy(this);let h=1/o,u=1/a,f=1/l;return Fn.elements[0]*=h,Fn.elements[1]*=h,Fn.elements[2]*=h,Fn.elements[4]*=u,Fn.elements[5]*=u,Fn.elements[6]*=u,Fn.elements[8]*=f,Fn.elements[9]*=f,Fn.elements[10]*=f,t.setFromRotationMatrix(Fn),i.x=o,i.y=a,i.z=l,this}makePerspective(e,t,i,r,s,o,a=Ni,l=!1){let h=this.elements,u=2*s/(t-e),f=2*s/(i-r),c=(t+e)/(t-e),p=(i+r)/(i-r),d,S;if(l)d=s/(o-s),S=o*
s/(o-s);else if(a===Ni)d=-(o+s)/(o-s),S=-2*o*s/(o-s);else if(a===hr)d=-o/(o-s),S=-o*s/(o-s);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return h[0]=u,h[4]=0,h[8]=c,h[12]=0,h[1]=0,h[5]=f,h[9]=p,h[13]=0,h[2]=0,h[6]=0,h[10]=d,h[14]=S,h[3]=0,h[7]=0,h[11]=-1,h[15]=0,this}makeOrthographic(e,t,i,r,s,o,a=Ni,l=!1){let h=this.elements,u=2/(t-e),f=2/(i-r),c=-(t+e)/(t-
e),p=-(i+r)/(i-r),d,S;if(l)d=1/(o-s),S=o/(o-s);else if(a===Ni)d=-2/(o-s),S=-(o+s)/(o-s);else if(a===hr)d=-1/(o-s),S=-s/(o-s);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return h[0]=u,h[4]=0,h[8]=0,h[12]=c,h[1]=0,h[5]=f,h[9]=0,h[13]=p,h[2]=0,h[6]=0,h[10]=d,h[14]=S,h[3]=0,h[7]=0,h[11]=0,h[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<
16;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},Qs=new V,Fn=new tt,oy=new V(0,0,0),
ay=new V(1,1,1),Ur=new V,wh=new V,fn=new V;var tg=new tt,ig=new Sn,en=class n{constructor(e=0,t=0,i=0,r=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=r}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this.
_onChangeCallback()}set(e,t,i,r=this._order){return this._x=e,this._y=t,this._z=i,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let r=e.elements,s=r[0],o=r[4],a=r[8],l=r[1],h=r[5],
u=r[9],f=r[2],c=r[6],p=r[10];switch(t){case"XYZ":this._y=Math.asin(at(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,p),this._z=Math.atan2(-o,s)):(this._x=Math.atan2(c,h),this._z=0);break;case"YXZ":this._x=Math.asin(-at(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,p),this._z=Math.atan2(l,h)):(this._y=Math.atan2(-f,s),this._z=0);break;case"ZXY":this._x=Math.asin(at(c,-1,1)),Math.abs(c)<
.9999999?(this._y=Math.atan2(-f,p),this._z=Math.atan2(-o,h)):(this._y=0,this._z=Math.atan2(l,s));break;case"ZYX":this._y=Math.asin(-at(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(c,p),this._z=Math.atan2(l,s)):(this._x=0,this._z=Math.atan2(-o,h));break;case"YZX":this._z=Math.asin(at(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,h),this._y=Math.atan2(-f,s)):(this._x=0,this._y=Math.atan2(
a,p));break;case"XZY":this._z=Math.asin(-at(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(c,h),this._y=Math.atan2(a,s)):(this._x=Math.atan2(-u,p),this._y=0);break;default:Fe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return tg.makeRotationFromQuaternion(e),this.setFromRotationMatrix(tg,
t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return ig.setFromEuler(this),this.setFromQuaternion(ig,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,
e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};en.DEFAULT_ORDER="XYZ";var js=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}};var ly=0,ng=new V,eo=new Sn,cr=new tt,bh=new V,Ga=new V,hy=new V,cy=new Sn,rg=new V(1,0,0),sg=new V(0,1,0),og=new V(0,0,1),ag={type:"added"},fy={type:"removed"},to={type:"childadded",child:null},Hf={type:"childremoved",child:null},Ut=class n extends Qi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:ly++}),this.uuid=Jn(),this.name="",this.type="Object3D",this.parent=
null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new V,t=new en,i=new Sn,r=new V(1,1,1);function s(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(s),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,
enumerable:!0,value:r},modelViewMatrix:{value:new tt},normalMatrix:{value:new We}}),this.matrix=new tt,this.matrixWorld=new tt,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new js,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=
[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(
this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return eo.setFromAxisAngle(e,t),this.quaternion.
multiply(eo),this}rotateOnWorldAxis(e,t){return eo.setFromAxisAngle(e,t),this.quaternion.premultiply(eo),this}rotateX(e){return this.rotateOnAxis(rg,e)}rotateY(e){return this.rotateOnAxis(sg,e)}rotateZ(e){return this.rotateOnAxis(og,e)}translateOnAxis(e,t){return ng.copy(e).applyQuaternion(this.quaternion),this.position.add(ng.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(rg,e)}translateY(e){
return this.translateOnAxis(sg,e)}translateZ(e){return this.translateOnAxis(og,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(cr.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?bh.copy(e):bh.set(e,t,i);let r=this.parent;this.updateWorldMatrix(!0,!1),Ga.setFromMatrixPosition(this.
matrixWorld),this.isCamera||this.isLight?cr.lookAt(Ga,bh,this.up):cr.lookAt(bh,Ga,this.up),this.quaternion.setFromRotationMatrix(cr),r&&(cr.extractRotation(r.matrixWorld),eo.setFromRotationMatrix(cr),this.quaternion.premultiply(eo.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(ut("Object3D.add: object can't be added a\
s a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(ag),to.child=e,this.dispatchEvent(to),to.child=null):ut("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.
parent=null,this.children.splice(t,1),e.dispatchEvent(fy),Hf.child=e,this.dispatchEvent(Hf),Hf.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),cr.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),cr.multiply(e.parent.matrixWorld)),
e.applyMatrix4(cr),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(ag),to.child=e,this.dispatchEvent(to),to.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,r=this.children.length;i<r;i++){let o=this.
children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let r=this.children;for(let s=0,o=r.length;s<o;s++)r[s].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ga,e,
hy),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Ga,cy,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(
this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,r=e.z,s=this.matrix.elements;s[12]+=t-s[0]*t-s[4]*i-s[8]*r,s[13]+=i-s[1]*t-s[5]*i-s[9]*r,s[14]+=r-s[2]*t-s[6]*i-s[10]*
r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].updateMatrixWorld(
e)}updateWorldMatrix(e,t,i=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let s=this.children;
for(let o=0,a=s.length;o<a;o++)s[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,
r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=
Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type="InstancedMesh",r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type="BatchedMesh",r.perObjectFrustumCulled=this.
perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(a=>({...a})),r.availableInstanceIds=this._availableInstanceIds.slice(),
r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=
this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function s(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.
background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=s(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;
if(Array.isArray(l))for(let h=0,u=l.length;h<u;h++){let f=l[h];s(e.shapes,f)}else s(e.shapes,l)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(s(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,h=this.material.length;l<h;l++)a.push(s(e.materials,
this.material[l]));r.material=a}else r.material=s(e.materials,this.material);if(this.children.length>0){r.children=[];for(let a=0;a<this.children.length;a++)r.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];r.animations.push(s(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),
h=o(e.textures),u=o(e.images),f=o(e.shapes),c=o(e.skeletons),p=o(e.animations),d=o(e.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),h.length>0&&(i.textures=h),u.length>0&&(i.images=u),f.length>0&&(i.shapes=f),c.length>0&&(i.skeletons=c),p.length>0&&(i.animations=p),d.length>0&&(i.nodes=d)}return i.object=r,i;function o(a){let l=[];for(let h in a){let u=a[h];delete u.metadata,l.push(
u)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.
matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)
for(let i=0;i<e.children.length;i++){let r=e.children[i];this.add(r.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Ut.DEFAULT_UP=new V(0,1,0);Ut.DEFAULT_MATRIX_AUTO_UPDATE=!0;Ut.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var On=class extends Ut{constructor(){super(),this.isGroup=!0,this.type="Group"}};var lg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,
darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,
firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,
lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,
mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,
palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,
slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Nr={h:0,s:0,l:0},Th={h:0,s:0,l:0};function Vf(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}
var Pe=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=vi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>
8&255)/255,this.b=(e&255)/255,et.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=et.workingColorSpace){return this.r=e,this.g=t,this.b=i,et.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=et.workingColorSpace){if(e=$m(e,1),t=at(t,0,1),i=at(i,0,1),t===0)this.r=this.g=this.b=i;else{let s=i<=.5?i*(1+t):i+t-i*t,o=2*i-s;this.r=Vf(o,s,e+1/3),this.g=Vf(o,s,e),this.b=Vf(o,s,e-1/3)}return et.colorSpaceToWorking(
this,r),this}setStyle(e,t=vi){function i(s){s!==void 0&&parseFloat(s)<1&&Fe("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let s,o=r[1],a=r[2];switch(o){case"rgb":case"rgba":if(s=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(s[4]),this.setRGB(Math.min(255,parseInt(s[1],10))/255,Math.min(255,parseInt(s[2],10))/
255,Math.min(255,parseInt(s[3],10))/255,t);if(s=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(s[4]),this.setRGB(Math.min(100,parseFloat(s[1]))/100,Math.min(100,parseFloat(s[2]))/100,Math.min(100,parseFloat(s[3]))/100,t);break;case"hsl":case"hsla":if(s=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.
exec(a))return i(s[4]),this.setHSL(parseFloat(s[1])/360,parseFloat(s[2])/100,parseFloat(s[3])/100,t);break;default:Fe("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let s=r[1],o=s.length;if(o===3)return this.setRGB(parseInt(s.charAt(0),16)/15,parseInt(s.charAt(1),16)/15,parseInt(s.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(s,16),t);Fe("Color: Invalid hex col\
or "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=vi){let i=lg[e.toLowerCase()];return i!==void 0?this.setHex(i,t):Fe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Nn(e.r),this.g=Nn(e.g),this.b=Nn(e.b),this}copyLinearToSRGB(e){return this.
r=os(e.r),this.g=os(e.g),this.b=os(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=vi){return et.workingToColorSpace(zi.copy(this),e),Math.round(at(zi.r*255,0,255))*65536+Math.round(at(zi.g*255,0,255))*256+Math.round(at(zi.b*255,0,255))}getHexString(e=vi){return("000000"+this.getHex(e).toString(16)).slice(
-6)}getHSL(e,t=et.workingColorSpace){et.workingToColorSpace(zi.copy(this),t);let i=zi.r,r=zi.g,s=zi.b,o=Math.max(i,r,s),a=Math.min(i,r,s),l,h,u=(a+o)/2;if(a===o)l=0,h=0;else{let f=o-a;switch(h=u<=.5?f/(o+a):f/(2-o-a),o){case i:l=(r-s)/f+(r<s?6:0);break;case r:l=(s-i)/f+2;break;case s:l=(i-r)/f+4;break}l/=6}return e.h=l,e.s=h,e.l=u,e}getRGB(e,t=et.workingColorSpace){return et.workingToColorSpace(zi.
copy(this),t),e.r=zi.r,e.g=zi.g,e.b=zi.b,e}getStyle(e=vi){et.workingToColorSpace(zi.copy(this),e);let t=zi.r,i=zi.g,r=zi.b;return e!==vi?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(Nr),this.setHSL(Nr.h+e,Nr.s+t,Nr.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){
return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*
t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Nr),e.getHSL(Th);let i=_h(Nr.h,Th.h,t),r=_h(Nr.s,Th.s,t),s=_h(Nr.l,Th.l,t);return this.setHSL(i,r,s),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,s=e.elements;return this.r=s[0]*
t+s[3]*i+s[6]*r,this.g=s[1]*t+s[4]*i+s[7]*r,this.b=s[2]*t+s[5]*i+s[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){
yield this.r,yield this.g,yield this.b}},zi=new Pe;Pe.NAMES=lg;var za=class extends Ut{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new en,this.environmentIntensity=1,this.environmentRotation=new en,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",
{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,
this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=
this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}};var Bn=new V,fr=new V,Wf=new V,ur=new V,io=new V,no=new V,hg=new V,Xf=new V,Yf=new V,qf=new V,Kf=new vt,$f=new vt,Zf=new vt,Fr=class n{constructor(e=new V,t=new V,i=new V){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,r){r.subVectors(i,t),Bn.subVectors(e,t),r.cross(Bn);let s=r.lengthSq();return s>0?r.multiplyScalar(1/Math.sqrt(s)):r.set(0,0,0)}static getBarycoord(e,t,i,r,s){Bn.subVectors(r,t),
fr.subVectors(i,t),Wf.subVectors(e,t);let o=Bn.dot(Bn),a=Bn.dot(fr),l=Bn.dot(Wf),h=fr.dot(fr),u=fr.dot(Wf),f=o*h-a*a;if(f===0)return s.set(0,0,0),null;let c=1/f,p=(h*l-a*u)*c,d=(o*u-a*l)*c;return s.set(1-p-d,d,p)}static containsPoint(e,t,i,r){return this.getBarycoord(e,t,i,r,ur)===null?!1:ur.x>=0&&ur.y>=0&&ur.x+ur.y<=1}static getInterpolation(e,t,i,r,s,o,a,l){return this.getBarycoord(e,t,i,r,ur)===
null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(s,ur.x),l.addScaledVector(o,ur.y),l.addScaledVector(a,ur.z),l)}static getInterpolatedAttribute(e,t,i,r,s,o){return Kf.setScalar(0),$f.setScalar(0),Zf.setScalar(0),Kf.fromBufferAttribute(e,t),$f.fromBufferAttribute(e,i),Zf.fromBufferAttribute(e,r),o.setScalar(0),o.addScaledVector(Kf,s.x),o.addScaledVector($f,
s.y),o.addScaledVector(Zf,s.z),o}static isFrontFacing(e,t,i,r){return Bn.subVectors(i,t),fr.subVectors(e,t),Bn.cross(fr).dot(r)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,r){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,i,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,
i),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Bn.subVectors(this.c,this.b),fr.subVectors(this.a,this.b),Bn.cross(fr).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){
return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,r,s){return n.getInterpolation(e,this.a,this.b,this.c,t,i,r,s)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){
let i=this.a,r=this.b,s=this.c,o,a;io.subVectors(r,i),no.subVectors(s,i),Xf.subVectors(e,i);let l=io.dot(Xf),h=no.dot(Xf);if(l<=0&&h<=0)return t.copy(i);Yf.subVectors(e,r);let u=io.dot(Yf),f=no.dot(Yf);if(u>=0&&f<=u)return t.copy(r);let c=l*f-u*h;if(c<=0&&l>=0&&u<=0&&l-u>0)return o=l/(l-u),t.copy(i).addScaledVector(io,o);qf.subVectors(e,s);let p=io.dot(qf),d=no.dot(qf);if(d>=0&&p<=d)return t.copy(
s);let S=p*h-l*d;if(S<=0&&h>=0&&d<=0)return a=h/(h-d),t.copy(i).addScaledVector(no,a);let g=u*d-p*f;if(g<=0&&f-u>=0&&p-d>=0)return hg.subVectors(s,r),a=(f-u)/(f-u+(p-d)),t.copy(r).addScaledVector(hg,a);let m=1/(g+S+c);return o=S*m,a=c*m,t.copy(i).addScaledVector(io,o).addScaledVector(no,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}};var vn=class{constructor(e=new V(1/0,1/0,1/0),t=new V(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(kn.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(kn.fromBufferAttribute(e,t));return this}setFromPoints(e){
this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=kn.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){
return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(
e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let s=i.getAttribute("position");if(t===!0&&s!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=s.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,kn):kn.
fromBufferAttribute(s,o),kn.applyMatrix4(e.matrixWorld),this.expandByPoint(kn);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Eh.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Eh.copy(i.boundingBox)),Eh.applyMatrix4(e.matrixWorld),this.union(Eh)}let r=e.children;for(let s=0,o=r.length;s<o;s++)this.expandByObject(r[s],t);return this}containsPoint(e){return e.
x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){
return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,kn),kn.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=
e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Ha),Ah.subVectors(this.max,Ha),ro.subVectors(e.a,Ha),so.subVectors(e.b,Ha),oo.subVectors(
e.c,Ha),Or.subVectors(so,ro),Br.subVectors(oo,so),as.subVectors(ro,oo);let t=[0,-Or.z,Or.y,0,-Br.z,Br.y,0,-as.z,as.y,Or.z,0,-Or.x,Br.z,0,-Br.x,as.z,0,-as.x,-Or.y,Or.x,0,-Br.y,Br.x,0,-as.y,as.x,0];return!Jf(t,ro,so,oo,Ah)||(t=[1,0,0,0,1,0,0,0,1],!Jf(t,ro,so,oo,Ah))?!1:(Rh.crossVectors(Or,Br),t=[Rh.x,Rh.y,Rh.z],Jf(t,ro,so,oo,Ah))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){
return this.clampPoint(e,kn).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(kn).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(pr[0].set(this.min.x,this.min.
y,this.min.z).applyMatrix4(e),pr[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),pr[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),pr[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),pr[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),pr[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),pr[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),pr[7].set(
this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(pr),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},pr=[new V,new V,new V,new V,new V,new V,new V,new V],kn=new V,
Eh=new vn,ro=new V,so=new V,oo=new V,Or=new V,Br=new V,as=new V,Ha=new V,Ah=new V,Rh=new V,ls=new V;function Jf(n,e,t,i,r){for(let s=0,o=n.length-3;s<=o;s+=3){ls.fromArray(n,s);let a=r.x*Math.abs(ls.x)+r.y*Math.abs(ls.y)+r.z*Math.abs(ls.z),l=e.dot(ls),h=t.dot(ls),u=i.dot(ls);if(Math.max(-Math.max(l,h,u),Math.min(l,h,u))>a)return!1}return!0}var di=new V,Ch=new Oe,uy=0,Pt=class extends Qi{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:uy++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=Hm,this.updateRanges=[],this.gpuType=Si,this.version=
0,this._normalizationScale=e!==void 0?Mh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,
this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,s=this.itemSize;r<s;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)Ch.fromBufferAttribute(this,t),Ch.applyMatrix3(e),this.setXY(t,Ch.x,Ch.
y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)di.fromBufferAttribute(this,t),di.applyMatrix3(e),this.setXYZ(t,di.x,di.y,di.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)di.fromBufferAttribute(this,t),di.applyMatrix4(e),this.setXYZ(t,di.x,di.y,di.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)di.fromBufferAttribute(this,t),di.applyNormalMatrix(
e),this.setXYZ(t,di.x,di.y,di.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)di.fromBufferAttribute(this,t),di.transformDirection(e),this.setXYZ(t,di.x,di.y,di.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(
i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+
1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){
return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(
i),r=this._normalize(r),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=s,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=
this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Zm(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Jm(e,this.array)}};var ao=class extends Pt{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var lo=class extends Pt{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var Bt=class extends Pt{constructor(e,t,i){super(new Float32Array(e),t,i)}};var py=new vn,Va=new V,Qf=new V,$i=class{constructor(e=new V,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):py.setFromPoints(e).getCenter(i);let r=0;for(let s=0,o=e.length;s<o;s++)r=Math.max(r,i.distanceToSquared(e[s]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.
copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.
intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),
e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Va.subVectors(e,this.center);let t=Va.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(Va,r/i),this.radius+=r}
return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Qf.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Va.copy(e.center).add(Qf)),this.expandByPoint(Va.copy(e.center).sub(Qf))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.
constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}};var dy=0,yn=new tt,jf=new Ut,ho=new V,un=new vn,Wa=new vn,Pi=new V,_t=class n extends Qi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:dy++}),this.uuid=Jn(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,
this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Wm(e)?lo:ao)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=
t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;
if(i!==void 0){let s=new We().getNormalMatrix(e);i.applyNormalMatrix(s),i.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return yn.makeRotationFromQuaternion(e),this.applyMatrix4(yn),this}rotateX(e){
return yn.makeRotationX(e),this.applyMatrix4(yn),this}rotateY(e){return yn.makeRotationY(e),this.applyMatrix4(yn),this}rotateZ(e){return yn.makeRotationZ(e),this.applyMatrix4(yn),this}translate(e,t,i){return yn.makeTranslation(e,t,i),this.applyMatrix4(yn),this}scale(e,t,i){return yn.makeScale(e,t,i),this.applyMatrix4(yn),this}lookAt(e){return jf.lookAt(e),jf.updateMatrix(),this.applyMatrix4(jf.matrix),
this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(ho).negate(),this.translate(ho.x,ho.y,ho.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let r=0,s=e.length;r<s;r++){let o=e[r];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Bt(i,3))}else{let i=Math.min(e.length,t.count);for(let r=0;r<i;r++){let s=e[r];t.setXYZ(r,s.x,s.y,s.z||
0)}e.length>t.count&&Fe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new vn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ut("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual boundi\
ng box.",this),this.boundingBox.set(new V(-1/0,-1/0,-1/0),new V(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,r=t.length;i<r;i++){let s=t[i];un.setFromBufferAttribute(s),this.morphTargetsRelative?(Pi.addVectors(this.boundingBox.min,un.min),this.boundingBox.expandByPoint(Pi),Pi.addVectors(this.boundingBox.max,un.max),this.boundingBox.expandByPoint(Pi)):
(this.boundingBox.expandByPoint(un.min),this.boundingBox.expandByPoint(un.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ut('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.
boundingSphere=new $i);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ut("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new V,1/0);return}if(e){let i=this.boundingSphere.center;if(un.setFromBufferAttribute(e),t)for(let s=0,o=t.length;s<o;s++){let a=t[s];Wa.setFromBufferAttribute(
a),this.morphTargetsRelative?(Pi.addVectors(un.min,Wa.min),un.expandByPoint(Pi),Pi.addVectors(un.max,Wa.max),un.expandByPoint(Pi)):(un.expandByPoint(Wa.min),un.expandByPoint(Wa.max))}un.getCenter(i);let r=0;for(let s=0,o=e.count;s<o;s++)Pi.fromBufferAttribute(e,s),r=Math.max(r,i.distanceToSquared(Pi));if(t)for(let s=0,o=t.length;s<o;s++){let a=t[s],l=this.morphTargetsRelative;for(let h=0,u=a.count;h<
u;h++)Pi.fromBufferAttribute(a,h),l&&(ho.fromBufferAttribute(e,h),Pi.add(ho)),r=Math.max(r,i.distanceToSquared(Pi))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&ut('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===
void 0||t.normal===void 0||t.uv===void 0){ut("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,r=t.normal,s=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new Pt(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],h=new Uint8Array(i.count);for(let G=0;G<i.count;G++)a[G]=
new V,l[G]=new V;let u=new V,f=new V,c=new V,p=new Oe,d=new Oe,S=new Oe,g=new V,m=new V;function b(G,U,D){h[G]=h[U]=h[D]=1,u.fromBufferAttribute(i,G),f.fromBufferAttribute(i,U),c.fromBufferAttribute(i,D),p.fromBufferAttribute(s,G),d.fromBufferAttribute(s,U),S.fromBufferAttribute(s,D),f.sub(u),c.sub(u),d.sub(p),S.sub(p);let B=1/(d.x*S.y-S.x*d.y);isFinite(B)&&(g.copy(f).multiplyScalar(S.y).addScaledVector(
c,-d.y).multiplyScalar(B),m.copy(c).multiplyScalar(d.x).addScaledVector(f,-S.x).multiplyScalar(B),a[G].add(g),a[U].add(g),a[D].add(g),l[G].add(m),l[U].add(m),l[D].add(m))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let G=0,U=E.length;G<U;++G){let D=E[G],B=D.start,Y=D.count;for(let L=B,H=B+Y;L<H;L+=3)b(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let v=new V,I=new V,A=new V,_=new V;function T(G){
A.fromBufferAttribute(r,G),_.copy(A);let U=a[G];v.copy(U),v.sub(A.multiplyScalar(A.dot(U))).normalize(),I.crossVectors(_,U);let B=I.dot(l[G])<0?-1:1;o.setXYZW(G,v.x,v.y,v.z,B)}for(let G=0,U=i.count;G<U;++G)h[G]&&T(G);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new Pt(
new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let c=0,p=i.count;c<p;c++)i.setXYZ(c,0,0,0);let r=new V,s=new V,o=new V,a=new V,l=new V,h=new V,u=new V,f=new V;if(e)for(let c=0,p=e.count;c<p;c+=3){let d=e.getX(c+0),S=e.getX(c+1),g=e.getX(c+2);r.fromBufferAttribute(t,d),s.fromBufferAttribute(t,S),o.fromBufferAttribute(t,g),u.subVectors(o,s),f.subVectors(r,s),u.cross(f),a.fromBufferAttribute(
i,d),l.fromBufferAttribute(i,S),h.fromBufferAttribute(i,g),a.add(u),l.add(u),h.add(u),i.setXYZ(d,a.x,a.y,a.z),i.setXYZ(S,l.x,l.y,l.z),i.setXYZ(g,h.x,h.y,h.z)}else for(let c=0,p=t.count;c<p;c+=3)r.fromBufferAttribute(t,c+0),s.fromBufferAttribute(t,c+1),o.fromBufferAttribute(t,c+2),u.subVectors(o,s),f.subVectors(r,s),u.cross(f),i.setXYZ(c+0,u.x,u.y,u.z),i.setXYZ(c+1,u.x,u.y,u.z),i.setXYZ(c+2,u.x,u.y,
u.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)Pi.fromBufferAttribute(e,t),Pi.normalize(),e.setXYZ(t,Pi.x,Pi.y,Pi.z)}toNonIndexed(){function e(a,l){let h=a.array,u=a.itemSize,f=a.normalized,c=new h.constructor(l.length*u),p=0,d=0;for(let S=0,g=l.length;S<g;S++){a.isInterleavedBufferAttribute?p=l[S]*a.data.stride+a.offset:
p=l[S]*u;for(let m=0;m<u;m++)c[d++]=h[p++]}return new Pt(c,u,f)}if(this.index===null)return Fe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,r=this.attributes;for(let a in r){let l=r[a],h=e(l,i);t.setAttribute(a,h)}let s=this.morphAttributes;for(let a in s){let l=[],h=s[a];for(let u=0,f=h.length;u<f;u++){let c=h[u],p=e(c,i);l.push(p)}t.
morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let h=o[a];t.addGroup(h.start,h.count,h.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,
Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let h in l)l[h]!==void 0&&(e[h]=l[h]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let h=i[l];e.data.attributes[l]=h.toJSON(
e.data)}let r={},s=!1;for(let l in this.morphAttributes){let h=this.morphAttributes[l],u=[];for(let f=0,c=h.length;f<c;f++){let p=h[f];u.push(p.toJSON(e.data))}u.length>0&&(r[l]=u,s=!0)}s&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=
a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let r=e.attributes;for(let h in r){let u=r[h];this.setAttribute(h,u.clone(t))}let s=e.morphAttributes;for(let h in s){let u=[],f=s[h];
for(let c=0,p=f.length;c<p;c++)u.push(f[c].clone(t));this.morphAttributes[h]=u}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let h=0,u=o.length;h<u;h++){let f=o[h];this.addGroup(f.start,f.count,f.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,
this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var eu=new V,my=new V,gy=new We,pn=class{constructor(e=new V(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=eu.subVectors(
i,t).cross(my.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){
return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let r=e.delta(eu),s=this.normal.dot(r);if(s===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/s;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(r,o)}intersectsLine(e){
let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||gy.getNormalMatrix(e),r=this.coplanarPoint(eu).applyMatrix4(e),s=this.normal.applyMatrix3(i).normalize();return this.
constant=-r.dot(s),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}};var xy=0,Li=class extends Qi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:xy++}),this.uuid=Jn(),this.name="",this.type="Material",this.blending=Cr,this.side=Zi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Kl,this.blendDst=$l,this.blendEquation=Pr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,
this.blendColor=new Pe(0,0,0),this.blendAlpha=0,this.depthFunc=Lr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Fm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=uh,this.stencilZFail=uh,this.stencilZPass=uh,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=
null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){
return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){Fe(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Fe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=
i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.
blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.
stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=
this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.
roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),
this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=
this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=
this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=
this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),
this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.
anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(
e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=
this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.
metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(
e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.
reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.
thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=
this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(s=>s.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.
linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=
this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(s){let o=[];for(let a in s){let l=s[a];delete l.metadata,o.push(l)}return o}if(t){let s=r(e.textures),o=r(e.images);s.length>0&&(i.textures=s),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&
(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Pe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.
emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&
(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=
e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==
void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),
e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.
alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new pn().fromJSON(i))),e.clipIntersection!==
void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==
void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==
void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==
void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==
void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==
void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),
e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&
(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new Oe().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||
null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=
e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==
void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=
e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Oe().
fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&
(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=
e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=
e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let s=0;s!==r;++s)i[s]=t[s].clone()}return this.
clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=
e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var dr=new V,tu=new V,Ph=new V,Lh=new V,kr=class{constructor(e=new V,t=new V(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){
return this.origin.copy(this.at(e,dr)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=dr.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(dr.copy(
this.origin).addScaledVector(this.direction,t),dr.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){tu.copy(e).add(t).multiplyScalar(.5),Ph.copy(t).sub(e).normalize(),Lh.copy(this.origin).sub(tu);let s=e.distanceTo(t)*.5,o=-this.direction.dot(Ph),a=Lh.dot(this.direction),l=-Lh.dot(Ph),h=Lh.lengthSq(),u=Math.abs(1-o*o),f,c,p,d;if(u>0)if(f=o*l-a,c=o*a-l,d=s*u,f>=0)if(c>=-d)if(c<=d){let S=1/u;f*=S,c*=
S,p=f*(f+o*c+2*a)+c*(o*f+c+2*l)+h}else c=s,f=Math.max(0,-(o*c+a)),p=-f*f+c*(c+2*l)+h;else c=-s,f=Math.max(0,-(o*c+a)),p=-f*f+c*(c+2*l)+h;else c<=-d?(f=Math.max(0,-(-o*s+a)),c=f>0?-s:Math.min(Math.max(-s,-l),s),p=-f*f+c*(c+2*l)+h):c<=d?(f=0,c=Math.min(Math.max(-s,-l),s),p=c*(c+2*l)+h):(f=Math.max(0,-(o*s+a)),c=f>0?s:Math.min(Math.max(-s,-l),s),p=-f*f+c*(c+2*l)+h);else c=o>0?-s:s,f=Math.max(0,-(o*c+
a)),p=-f*f+c*(c+2*l)+h;return i&&i.copy(this.origin).addScaledVector(this.direction,f),r&&r.copy(tu).addScaledVector(Ph,c),p}intersectSphere(e,t){if(e.radius<0)return null;dr.subVectors(e.center,this.origin);let i=dr.dot(this.direction),r=dr.dot(dr)-i*i,s=e.radius*e.radius;if(r>s)return null;let o=Math.sqrt(s-r),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.
radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.
dot(this.direction)*t<0}intersectBox(e,t){let i,r,s,o,a,l,h=1/this.direction.x,u=1/this.direction.y,f=1/this.direction.z,c=this.origin;return h>=0?(i=(e.min.x-c.x)*h,r=(e.max.x-c.x)*h):(i=(e.max.x-c.x)*h,r=(e.min.x-c.x)*h),u>=0?(s=(e.min.y-c.y)*u,o=(e.max.y-c.y)*u):(s=(e.max.y-c.y)*u,o=(e.min.y-c.y)*u),i>o||s>r||((s>i||isNaN(i))&&(i=s),(o<r||isNaN(r))&&(r=o),f>=0?(a=(e.min.z-c.z)*f,l=(e.max.z-c.z)*
f):(a=(e.max.z-c.z)*f,l=(e.min.z-c.z)*f),i>l||a>r)||((a>i||i!==i)&&(i=a),(l<r||r!==r)&&(r=l),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,dr)!==null}intersectTriangle(e,t,i,r,s){let o=this.origin,a=this.direction,l=a.x,h=a.y,u=a.z,f=e.x-o.x,c=e.y-o.y,p=e.z-o.z,d=t.x-o.x,S=t.y-o.y,g=t.z-o.z,m=i.x-o.x,b=i.y-o.y,E=i.z-o.z,v=Math.abs(l),I=Math.abs(h),A=Math.abs(u),_,T,G,U,
D,B,Y,L,H,Z,z,he;if(v>=I&&v>=A?(G=l,B=f,H=d,he=m,l>=0?(_=h,T=u,U=c,D=p,Y=S,L=g,Z=b,z=E):(_=u,T=h,U=p,D=c,Y=g,L=S,Z=E,z=b)):I>=A?(G=h,B=c,H=S,he=b,h>=0?(_=u,T=l,U=p,D=f,Y=g,L=d,Z=E,z=m):(_=l,T=u,U=f,D=p,Y=d,L=g,Z=m,z=E)):(G=u,B=p,H=g,he=E,u>=0?(_=l,T=h,U=f,D=c,Y=d,L=S,Z=m,z=b):(_=h,T=l,U=c,D=f,Y=S,L=d,Z=b,z=m)),G===0)return null;let $=_/G,Q=T/G,ne=1/G,fe=U-$*B,ue=D-Q*B,Ge=Y-$*H,nt=L-Q*H,Xe=Z-$*he,ze=z-
Q*he,Le=Xe*nt-ze*Ge,rt=fe*ze-ue*Xe,it=Ge*ue-nt*fe;if(r){if(Le<0||rt<0||it<0)return null}else if((Le<0||rt<0||it<0)&&(Le>0||rt>0||it>0))return null;let st=Le+rt+it;if(st===0)return null;let Et=ne*(Le*B+rt*H+it*he);return(st>0?Et<0:Et>0)?null:this.at(Et/st,s)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.
direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}};var hs=class extends Li{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Pe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new en,this.combine=Dr,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=
1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),
this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}};var cg=new tt,cs=new kr,Dh=new $i,fg=new V,Ih=new V,Uh=new V,Nh=new V,iu=new V,Fh=new V,ug=new V,Oh=new V,Tt=class extends Ut{constructor(e=new _t,t=new hs){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?
this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(
t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let a=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=s}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,s=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(r,e);let a=this.morphTargetInfluences;
if(s&&a){Fh.set(0,0,0);for(let l=0,h=s.length;l<h;l++){let u=a[l],f=s[l];u!==0&&(iu.fromBufferAttribute(f,e),o?Fh.addScaledVector(iu,u):Fh.addScaledVector(iu.sub(t),u))}t.add(Fh)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,s=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Dh.copy(i.boundingSphere),Dh.
applyMatrix4(s),cs.copy(e.ray).recast(e.near),!(Dh.containsPoint(cs.origin)===!1&&(cs.intersectSphere(Dh,fg)===null||cs.origin.distanceToSquared(fg)>(e.far-e.near)**2))&&(cg.copy(s).invert(),cs.copy(e.ray).applyMatrix4(cg),!(i.boundingBox!==null&&cs.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,cs)))}_computeIntersections(e,t,i){let r,s=this.geometry,o=this.material,a=s.index,
l=s.attributes.position,h=s.attributes.uv,u=s.attributes.uv1,f=s.attributes.normal,c=s.groups,p=s.drawRange;if(a!==null)if(Array.isArray(o))for(let d=0,S=c.length;d<S;d++){let g=c[d],m=o[g.materialIndex],b=Math.max(g.start,p.start),E=Math.min(a.count,Math.min(g.start+g.count,p.start+p.count));for(let v=b,I=E;v<I;v+=3){let A=a.getX(v),_=a.getX(v+1),T=a.getX(v+2);r=Bh(this,m,e,i,h,u,f,A,_,T),r&&(r.faceIndex=
Math.floor(v/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let d=Math.max(0,p.start),S=Math.min(a.count,p.start+p.count);for(let g=d,m=S;g<m;g+=3){let b=a.getX(g),E=a.getX(g+1),v=a.getX(g+2);r=Bh(this,o,e,i,h,u,f,b,E,v),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}else if(l!==void 0)if(Array.isArray(o))for(let d=0,S=c.length;d<S;d++){let g=c[d],m=o[g.materialIndex],b=Math.max(g.start,p.start),
E=Math.min(l.count,Math.min(g.start+g.count,p.start+p.count));for(let v=b,I=E;v<I;v+=3){let A=v,_=v+1,T=v+2;r=Bh(this,m,e,i,h,u,f,A,_,T),r&&(r.faceIndex=Math.floor(v/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let d=Math.max(0,p.start),S=Math.min(l.count,p.start+p.count);for(let g=d,m=S;g<m;g+=3){let b=g,E=g+1,v=g+2;r=Bh(this,o,e,i,h,u,f,b,E,v),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}}};
function _y(n,e,t,i,r,s,o,a){let l;if(e.side===ri?l=i.intersectTriangle(o,s,r,!0,a):l=i.intersectTriangle(r,s,o,e.side===Zi,a),l===null)return null;Oh.copy(a),Oh.applyMatrix4(n.matrixWorld);let h=t.ray.origin.distanceTo(Oh);return h<t.near||h>t.far?null:{distance:h,point:Oh.clone(),object:n}}function Bh(n,e,t,i,r,s,o,a,l,h){n.getVertexPosition(a,Ih),n.getVertexPosition(l,Uh),n.getVertexPosition(h,
Nh);let u=_y(n,e,t,i,Ih,Uh,Nh,ug);if(u){let f=new V;Fr.getBarycoord(ug,Ih,Uh,Nh,f),r&&(u.uv=Fr.getInterpolatedAttribute(r,a,l,h,f,new Oe)),s&&(u.uv1=Fr.getInterpolatedAttribute(s,a,l,h,f,new Oe)),o&&(u.normal=Fr.getInterpolatedAttribute(o,a,l,h,f,new V),u.normal.dot(i.direction)>0&&u.normal.multiplyScalar(-1));let c={a,b:l,c:h,normal:new V,materialIndex:0};Fr.getNormal(Ih,Uh,Nh,c.normal),u.face=c,
u.barycoord=f}return u}var kh=class extends si{constructor(e=null,t=1,i=1,r,s,o,a,l,h=Kt,u=Kt,f,c){super(null,o,a,l,h,u,r,s,f,c),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var Xa=class extends Pt{constructor(e,t,i,r=1){super(e,t,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=r}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}};var co=new tt,pg=new tt,Gh=[],dg=new vn,My=new tt,Ya=new Tt,qa=new $i,Ka=class extends Tt{constructor(e,t,i){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new Xa(new Float32Array(i*16),16),this.instanceColor=null,this.morphTexture=null,this.count=i,this.boundingBox=null,this.boundingSphere=null;for(let r=0;r<i;r++)this.setMatrixAt(r,My)}computeBoundingBox(){let e=this.geometry,t=this.count;
this.boundingBox===null&&(this.boundingBox=new vn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,co),dg.copy(e.boundingBox).applyMatrix4(co),this.boundingBox.union(dg)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new $i),e.boundingSphere===null&&e.computeBoundingSphere(),
this.boundingSphere.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,co),qa.copy(e.boundingSphere).applyMatrix4(co),this.boundingSphere.union(qa)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.
boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let i=t.morphTargetInfluences,r=this.morphTexture.source.data.data,s=i.length+1,o=e*
s+1;for(let a=0;a<i.length;a++)i[a]=r[o+a]}raycast(e,t){let i=this.matrixWorld,r=this.count;if(Ya.geometry=this.geometry,Ya.material=this.material,Ya.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),qa.copy(this.boundingSphere),qa.applyMatrix4(i),e.ray.intersectsSphere(qa)!==!1))for(let s=0;s<r;s++){this.getMatrixAt(s,co),pg.multiplyMatrices(i,co),Ya.matrixWorld=pg,Ya.raycast(
e,Gh);for(let o=0,a=Gh.length;o<a;o++){let l=Gh[o];l.instanceId=s,l.object=this,t.push(l)}Gh.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new Xa(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let i=t.morphTargetInfluences,
r=i.length+1;this.morphTexture===null&&(this.morphTexture=new kh(new Float32Array(r*this.count),r,this.count,Gs,Si));let s=this.morphTexture.source.data.data,o=0;for(let h=0;h<i.length;h++)o+=i[h];let a=this.geometry.morphTargetsRelative?1:1-o,l=r*e;return s[l]=a,s.set(i,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.
dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}};var fs=new $i,Sy=new Oe(.5,.5),zh=new V,Gn=class{constructor(e=new pn,t=new pn,i=new pn,r=new pn,s=new pn,o=new pn){this.planes=[e,t,i,r,s,o]}set(e,t,i,r,s,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(i),a[3].copy(r),a[4].copy(s),a[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=Ni,i=!1){let r=this.planes,
s=e.elements,o=s[0],a=s[1],l=s[2],h=s[3],u=s[4],f=s[5],c=s[6],p=s[7],d=s[8],S=s[9],g=s[10],m=s[11],b=s[12],E=s[13],v=s[14],I=s[15];if(r[0].setComponents(h-o,p-u,m-d,I-b).normalize(),r[1].setComponents(h+o,p+u,m+d,I+b).normalize(),r[2].setComponents(h+a,p+f,m+S,I+E).normalize(),r[3].setComponents(h-a,p-f,m-S,I-E).normalize(),i)r[4].setComponents(l,c,g,v).normalize(),r[5].setComponents(h-l,p-c,m-g,I-
v).normalize();else if(r[4].setComponents(h-l,p-c,m-g,I-v).normalize(),t===Ni)r[5].setComponents(h+l,p+c,m+g,I+v).normalize();else if(t===hr)r[5].setComponents(l,c,g,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),fs.copy(e.boundingSphere).
applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),fs.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(fs)}intersectsSprite(e){fs.center.set(0,0,0);let t=Sy.distanceTo(e.center);return fs.radius=.7071067811865476+t,fs.applyMatrix4(e.matrixWorld),this.intersectsSphere(fs)}intersectsSphere(e){let t=this.planes,i=e.center,
r=-e.radius;for(let s=0;s<6;s++)if(t[s].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(zh.x=r.normal.x>0?e.max.x:e.min.x,zh.y=r.normal.y>0?e.max.y:e.min.y,zh.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(zh)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){
return new this.constructor().copy(this)}};var mg=new tt,Hh=class n{constructor(){this.coordinateSystem=Ni,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let r=0;r<t.length;r++){let s=t[r];mg.multiplyMatrices(s.projectionMatrix,s.matrixWorldInverse),i[r]===void 0&&(i[r]=new Gn),i[r].setFromProjectionMatrix(mg,s.coordinateSystem,s.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this.
_frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;
for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new Gn),t[r].copy(i[r]);return this._count=e._count,this}clone(){return new n().copy(
this)}};var mr=class extends Li{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Pe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}};var Xh=new V,Yh=new V,gg=new tt,$a=new kr,Vh=new $i,nu=new V,xg=new V,qh=class extends Ut{constructor(e=new _t,t=new mr){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.
slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let r=1,s=t.count;r<s;r++)
Xh.fromBufferAttribute(t,r-1),Yh.fromBufferAttribute(t,r),i[r]=i[r-1],i[r]+=Xh.distanceTo(Yh);e.setAttribute("lineDistance",new Bt(i,1))}else Fe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.matrixWorld,s=e.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===
null&&i.computeBoundingSphere(),Vh.copy(i.boundingSphere),Vh.applyMatrix4(r),Vh.radius+=s,e.ray.intersectsSphere(Vh)===!1)return;gg.copy(r).invert(),$a.copy(e.ray).applyMatrix4(gg);let a=s/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,h=this.isLineSegments?2:1,u=i.index,c=i.attributes.position;if(u!==null){let p=Math.max(0,o.start),d=Math.min(u.count,o.start+o.count);for(let S=p,g=d-1;S<g;S+=
h){let m=u.getX(S),b=u.getX(S+1),E=Wh(this,e,$a,l,m,b,S);E&&t.push(E)}if(this.isLineLoop){let S=u.getX(d-1),g=u.getX(p),m=Wh(this,e,$a,l,S,g,d-1);m&&t.push(m)}}else{let p=Math.max(0,o.start),d=Math.min(c.count,o.start+o.count);for(let S=p,g=d-1;S<g;S+=h){let m=Wh(this,e,$a,l,S,S+1,S);m&&t.push(m)}if(this.isLineLoop){let S=Wh(this,e,$a,l,d-1,p,d-1);S&&t.push(S)}}}updateMorphTargets(){let t=this.geometry.
morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let a=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=s}}}}};function Wh(n,e,t,i,r,s,o){let a=n.geometry.attributes.position;if(Xh.fromBufferAttribute(a,r),Yh.fromBufferAttribute(a,s),t.distanceSqToSegment(
Xh,Yh,nu,xg)>i)return;nu.applyMatrix4(n.matrixWorld);let h=e.ray.origin.distanceTo(nu);if(!(h<e.near||h>e.far))return{distance:h,point:xg.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var _g=new V,Mg=new V,gr=class extends qh{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let r=0,s=t.count;r<s;r+=2)_g.fromBufferAttribute(t,r),Mg.fromBufferAttribute(t,r+1),i[r]=r===0?0:i[r-1],i[r+1]=i[r]+_g.distanceTo(Mg);e.setAttribute("lineDistance",new Bt(i,1))}else Fe(
"LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Kh=class extends Li{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Pe(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}};var Sg=new tt,ru=new kr,$h=new $i,Zh=new V,Za=class extends Ut{constructor(e=new _t,t=new Kh){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=
void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.matrixWorld,s=e.params.Points.threshold,o=i.drawRange;if(i.boundingSphere===
null&&i.computeBoundingSphere(),$h.copy(i.boundingSphere),$h.applyMatrix4(r),$h.radius+=s,e.ray.intersectsSphere($h)===!1)return;Sg.copy(r).invert(),ru.copy(e.ray).applyMatrix4(Sg);let a=s/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,h=i.index,f=i.attributes.position;if(h!==null){let c=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let d=c,S=p;d<S;d++){let g=h.getX(d);Zh.fromBufferAttribute(
f,g),vg(Zh,g,l,r,e,t,this)}}else{let c=Math.max(0,o.start),p=Math.min(f.count,o.start+o.count);for(let d=c,S=p;d<S;d++)Zh.fromBufferAttribute(f,d),vg(Zh,d,l,r,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let a=r[s].name||String(
s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=s}}}}};function vg(n,e,t,i,r,s,o){let a=ru.distanceSqToPoint(n);if(a<t){let l=new V;ru.closestPointToPoint(n,l),l.applyMatrix4(i);let h=r.ray.origin.distanceTo(l);if(h<r.near||h>r.far)return;s.push({distance:h,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var fo=class extends si{constructor(e=[],t=es,i,r,s,o,a,l,h,u){super(e,t,i,r,s,o,a,l,h,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ja=class extends si{constructor(e,t,i,r,s,o,a,l,h){super(e,t,i,r,s,o,a,l,h),this.isCanvasTexture=!0,this.needsUpdate=!0}};var zn=class extends si{constructor(e,t,i=ki,r,s,o,a=Kt,l=Kt,h,u=_n,f=1){if(u!==_n&&u!==In)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let c={width:e,height:t,depth:f};super(c,r,s,o,a,l,u,i,h),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Ir(Object.assign(
{},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}};var uo=class extends zn{constructor(e,t=ki,i=es,r,s,o=Kt,a=Kt,l,h=_n){let u={width:e,height:e,depth:1},f=[u,u,u,u,u,u];super(e,e,t,i,r,s,o,a,l,h),this.image=f,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}};var po=class n extends _t{constructor(e=1,t=1,i=1,r=1,s=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:r,heightSegments:s,depthSegments:o};let a=this;r=Math.floor(r),s=Math.floor(s),o=Math.floor(o);let l=[],h=[],u=[],f=[],c=0,p=0;d("z","y","x",-1,-1,i,t,e,o,s,0),d("z","y","x",1,-1,i,t,-e,o,s,1),d("x","z","y",1,1,e,i,t,r,o,2),d("x","z","y",1,-1,e,i,-t,
r,o,3),d("x","y","z",1,-1,e,t,i,r,s,4),d("x","y","z",-1,-1,e,t,-i,r,s,5),this.setIndex(l),this.setAttribute("position",new Bt(h,3)),this.setAttribute("normal",new Bt(u,3)),this.setAttribute("uv",new Bt(f,2));function d(S,g,m,b,E,v,I,A,_,T,G){let U=v/_,D=I/T,B=v/2,Y=I/2,L=A/2,H=_+1,Z=T+1,z=0,he=0,$=new V;for(let Q=0;Q<Z;Q++){let ne=Q*D-Y;for(let fe=0;fe<H;fe++){let ue=fe*U-B;$[S]=ue*b,$[g]=ne*E,$[m]=
L,h.push($.x,$.y,$.z),$[S]=0,$[g]=0,$[m]=A>0?1:-1,u.push($.x,$.y,$.z),f.push(fe/_),f.push(1-Q/T),z+=1}}for(let Q=0;Q<T;Q++)for(let ne=0;ne<_;ne++){let fe=c+ne+H*Q,ue=c+ne+H*(Q+1),Ge=c+(ne+1)+H*(Q+1),nt=c+(ne+1)+H*Q;l.push(fe,ue,nt),l.push(ue,Ge,nt),he+=6}a.addGroup(p,he,G),p+=he,c+=z}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.
width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var mo=class n extends _t{constructor(e=1,t=32,i=0,r=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:e,segments:t,thetaStart:i,thetaLength:r},t=Math.max(3,t);let s=[],o=[],a=[],l=[],h=new V,u=new Oe;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let f=0,c=3;f<=t;f++,c+=3){let p=i+f/t*r;h.x=e*Math.cos(p),h.y=e*Math.sin(p),o.push(h.x,h.y,h.z),a.push(0,0,1),u.x=(o[c]/e+1)/2,u.y=(o[c+
1]/e+1)/2,l.push(u.x,u.y)}for(let f=1;f<=t;f++)s.push(f,f+1,0);this.setIndex(s),this.setAttribute("position",new Bt(o,3)),this.setAttribute("normal",new Bt(a,3)),this.setAttribute("uv",new Bt(l,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.segments,e.thetaStart,e.thetaLength)}};var Gr=class n extends _t{constructor(e=1,t=1,i=1,r=32,s=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:r,heightSegments:s,openEnded:o,thetaStart:a,thetaLength:l};let h=this;r=Math.floor(r),s=Math.floor(s);let u=[],f=[],c=[],p=[],d=0,S=[],g=i/2,m=0;b(),o===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(u),this.setAttribute(
"position",new Bt(f,3)),this.setAttribute("normal",new Bt(c,3)),this.setAttribute("uv",new Bt(p,2));function b(){let v=new V,I=new V,A=0,_=(t-e)/i;for(let T=0;T<=s;T++){let G=[],U=T/s,D=U*(t-e)+e;for(let B=0;B<=r;B++){let Y=B/r,L=Y*l+a,H=Math.sin(L),Z=Math.cos(L);I.x=D*H,I.y=-U*i+g,I.z=D*Z,f.push(I.x,I.y,I.z),v.set(H,_,Z).normalize(),c.push(v.x,v.y,v.z),p.push(Y,1-U),G.push(d++)}S.push(G)}for(let T=0;T<
r;T++)for(let G=0;G<s;G++){let U=S[G][T],D=S[G+1][T],B=S[G+1][T+1],Y=S[G][T+1];(e>0||G!==0)&&(u.push(U,D,Y),A+=3),(t>0||G!==s-1)&&(u.push(D,B,Y),A+=3)}h.addGroup(m,A,0),m+=A}function E(v){let I=d,A=new Oe,_=new V,T=0,G=v===!0?e:t,U=v===!0?1:-1;for(let B=1;B<=r;B++)f.push(0,g*U,0),c.push(0,U,0),p.push(.5,.5),d++;let D=d;for(let B=0;B<=r;B++){let L=B/r*l+a,H=Math.cos(L),Z=Math.sin(L);_.x=G*Z,_.y=g*U,
_.z=G*H,f.push(_.x,_.y,_.z),c.push(0,U,0),A.x=H*.5+.5,A.y=Z*.5*U+.5,p.push(A.x,A.y),d++}for(let B=0;B<r;B++){let Y=I+B,L=D+B;v===!0?u.push(L,L+1,Y):u.push(L+1,L,Y),T+=3}h.addGroup(m,T,v===!0?1:2),m+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,
e.thetaLength)}};var Jh=class n extends Gr{constructor(e=1,t=1,i=32,r=1,s=!1,o=0,a=Math.PI*2){super(0,e,t,i,r,s,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:i,heightSegments:r,openEnded:s,thetaStart:o,thetaLength:a}}static fromJSON(e){return new n(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};function au(n,e,t=2){let i=e&&e.length,r=i?e[0]*t:n.length,s=wg(n,0,r,t,!0),o=[];if(!s||s.next===s.prev)return o;let a,l,h;if(i&&(s=Ty(n,e,s,t)),n.length>80*t){a=n[0],l=n[1];let u=a,f=l;for(let c=t;c<r;c+=t){let p=n[c],d=n[c+1];p<a&&(a=p),d<l&&(l=d),p>u&&(u=p),d>f&&(f=d)}h=Math.max(u-a,f-l),h=h!==0?32767/h:0}return ja(s,o,t,a,l,h,0),o}function wg(n,e,t,i,r){let s;if(r===Fy(n,e,t,i)>0)for(let o=e;o<
t;o+=i)s=yg(o/i|0,n[o],n[o+1],s);else for(let o=t-i;o>=e;o-=i)s=yg(o/i|0,n[o],n[o+1],s);return s&&go(s,s.next)&&(tl(s),s=s.next),s}function us(n,e){if(!n)return n;e||(e=n);let t=n,i;do if(i=!1,!t.steiner&&(go(t,t.next)||Zt(t.prev,t,t.next)===0)){if(tl(t),t=e=t.prev,t===t.next)break;i=!0}else t=t.next;while(i||t!==e);return e}function ja(n,e,t,i,r,s,o){if(!n)return;!o&&s&&Py(n,i,r,s);let a=n;for(;n.
prev!==n.next;){let l=n.prev,h=n.next;if(s?yy(n,i,r,s):vy(n)){e.push(l.i,n.i,h.i),tl(n),n=h.next,a=h.next;continue}if(n=h,n===a){o?o===1?(n=wy(us(n),e),ja(n,e,t,i,r,s,2)):o===2&&by(n,e,t,i,r,s):ja(us(n),e,t,i,r,s,1);break}}}function vy(n){let e=n.prev,t=n,i=n.next;if(Zt(e,t,i)>=0)return!1;let r=e.x,s=t.x,o=i.x,a=e.y,l=t.y,h=i.y,u=Math.min(r,s,o),f=Math.min(a,l,h),c=Math.max(r,s,o),p=Math.max(a,l,h),
d=i.next;for(;d!==e;){if(d.x>=u&&d.x<=c&&d.y>=f&&d.y<=p&&Qa(r,a,s,l,o,h,d.x,d.y)&&Zt(d.prev,d,d.next)>=0)return!1;d=d.next}return!0}function yy(n,e,t,i){let r=n.prev,s=n,o=n.next;if(Zt(r,s,o)>=0)return!1;let a=r.x,l=s.x,h=o.x,u=r.y,f=s.y,c=o.y,p=Math.min(a,l,h),d=Math.min(u,f,c),S=Math.max(a,l,h),g=Math.max(u,f,c),m=su(p,d,e,t,i),b=su(S,g,e,t,i),E=n.prevZ,v=n.nextZ;for(;E&&E.z>=m&&v&&v.z<=b;){if(E.
x>=p&&E.x<=S&&E.y>=d&&E.y<=g&&E!==r&&E!==o&&Qa(a,u,l,f,h,c,E.x,E.y)&&Zt(E.prev,E,E.next)>=0||(E=E.prevZ,v.x>=p&&v.x<=S&&v.y>=d&&v.y<=g&&v!==r&&v!==o&&Qa(a,u,l,f,h,c,v.x,v.y)&&Zt(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;E&&E.z>=m;){if(E.x>=p&&E.x<=S&&E.y>=d&&E.y<=g&&E!==r&&E!==o&&Qa(a,u,l,f,h,c,E.x,E.y)&&Zt(E.prev,E,E.next)>=0)return!1;E=E.prevZ}for(;v&&v.z<=b;){if(v.x>=p&&v.x<=S&&v.y>=d&&v.y<=
g&&v!==r&&v!==o&&Qa(a,u,l,f,h,c,v.x,v.y)&&Zt(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function wy(n,e){let t=n;do{let i=t.prev,r=t.next.next;!go(i,r)&&Tg(i,t,t.next,r)&&el(i,r)&&el(r,i)&&(e.push(i.i,t.i,r.i),tl(t),tl(t.next),t=n=r),t=t.next}while(t!==n);return us(t)}function by(n,e,t,i,r,s){let o=n;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&Iy(o,a)){let l=Eg(o,a);o=us(o,o.next),l=
us(l,l.next),ja(o,e,t,i,r,s,0),ja(l,e,t,i,r,s,0);return}a=a.next}o=o.next}while(o!==n)}function Ty(n,e,t,i){let r=[];for(let s=0,o=e.length;s<o;s++){let a=e[s]*i,l=s<o-1?e[s+1]*i:n.length,h=wg(n,a,l,i,!1);h===h.next&&(h.steiner=!0),r.push(Dy(h))}r.sort(Ey);for(let s=0;s<r.length;s++)t=Ay(r[s],t);return t}function Ey(n,e){let t=n.x-e.x;if(t===0&&(t=n.y-e.y,t===0)){let i=(n.next.y-n.y)/(n.next.x-n.x),
r=(e.next.y-e.y)/(e.next.x-e.x);t=i-r}return t}function Ay(n,e){let t=Ry(n,e);if(!t)return e;let i=Eg(t,n);return us(i,i.next),us(t,t.next)}function Ry(n,e){let t=e,i=n.x,r=n.y,s=-1/0,o;if(go(n,t))return t;do{if(go(n,t.next))return t.next;if(r<=t.y&&r>=t.next.y&&t.next.y!==t.y){let f=t.x+(r-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(f<=i&&f>s&&(s=f,o=t.x<t.next.x?t:t.next,f===i))return o}t=t.next}while(t!==
e);if(!o)return null;let a=o,l=o.x,h=o.y,u=1/0;t=o;do{if(i>=t.x&&t.x>=l&&i!==t.x&&bg(r<h?i:s,r,l,h,r<h?s:i,r,t.x,t.y)){let f=Math.abs(r-t.y)/(i-t.x);el(t,n)&&(f<u||f===u&&(t.x>o.x||t.x===o.x&&Cy(o,t)))&&(o=t,u=f)}t=t.next}while(t!==a);return o}function Cy(n,e){return Zt(n.prev,n,e.prev)<0&&Zt(e.next,n,n.next)<0}function Py(n,e,t,i){let r=n;do r.z===0&&(r.z=su(r.x,r.y,e,t,i)),r.prevZ=r.prev,r.nextZ=
r.next,r=r.next;while(r!==n);r.prevZ.nextZ=null,r.prevZ=null,Ly(r)}function Ly(n){let e,t=1;do{let i=n,r;n=null;let s=null;for(e=0;i;){e++;let o=i,a=0;for(let h=0;h<t&&(a++,o=o.nextZ,!!o);h++);let l=t;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||i.z<=o.z)?(r=i,i=i.nextZ,a--):(r=o,o=o.nextZ,l--),s?s.nextZ=r:n=r,r.prevZ=s,s=r;i=o}s.nextZ=null,t*=2}while(e>1);return n}function su(n,e,t,i,r){return n=(n-t)*r|
0,e=(e-i)*r|0,n=(n|n<<8)&16711935,n=(n|n<<4)&252645135,n=(n|n<<2)&858993459,n=(n|n<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,n|e<<1}function Dy(n){let e=n,t=n;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==n);return t}function bg(n,e,t,i,r,s,o,a){return(r-o)*(e-a)>=(n-o)*(s-a)&&(n-o)*(i-a)>=(t-o)*(e-a)&&(t-o)*(s-a)>=(r-o)*(i-a)}function Qa(n,e,t,i,r,s,o,a){
return!(n===o&&e===a)&&bg(n,e,t,i,r,s,o,a)}function Iy(n,e){return n.next.i!==e.i&&n.prev.i!==e.i&&!Uy(n,e)&&(el(n,e)&&el(e,n)&&Ny(n,e)&&(Zt(n.prev,n,e.prev)||Zt(n,e.prev,e))||go(n,e)&&Zt(n.prev,n,n.next)>0&&Zt(e.prev,e,e.next)>0)}function Zt(n,e,t){return(e.y-n.y)*(t.x-e.x)-(e.x-n.x)*(t.y-e.y)}function go(n,e){return n.x===e.x&&n.y===e.y}function Tg(n,e,t,i){let r=jh(Zt(n,e,t)),s=jh(Zt(n,e,i)),o=jh(
Zt(t,i,n)),a=jh(Zt(t,i,e));return!!(r!==s&&o!==a||r===0&&Qh(n,t,e)||s===0&&Qh(n,i,e)||o===0&&Qh(t,n,i)||a===0&&Qh(t,e,i))}function Qh(n,e,t){return e.x<=Math.max(n.x,t.x)&&e.x>=Math.min(n.x,t.x)&&e.y<=Math.max(n.y,t.y)&&e.y>=Math.min(n.y,t.y)}function jh(n){return n>0?1:n<0?-1:0}function Uy(n,e){let t=n;do{if(t.i!==n.i&&t.next.i!==n.i&&t.i!==e.i&&t.next.i!==e.i&&Tg(t,t.next,n,e))return!0;t=t.next}while(t!==
n);return!1}function el(n,e){return Zt(n.prev,n,n.next)<0?Zt(n,e,n.next)>=0&&Zt(n,n.prev,e)>=0:Zt(n,e,n.prev)<0||Zt(n,n.next,e)<0}function Ny(n,e){let t=n,i=!1,r=(n.x+e.x)/2,s=(n.y+e.y)/2;do t.y>s!=t.next.y>s&&t.next.y!==t.y&&r<(t.next.x-t.x)*(s-t.y)/(t.next.y-t.y)+t.x&&(i=!i),t=t.next;while(t!==n);return i}function Eg(n,e){let t=ou(n.i,n.x,n.y),i=ou(e.i,e.x,e.y),r=n.next,s=e.prev;return n.next=e,
e.prev=n,t.next=r,r.prev=t,i.next=t,t.prev=i,s.next=i,i.prev=s,i}function yg(n,e,t,i){let r=ou(n,e,t);return i?(r.next=i.next,r.prev=i,i.next.prev=r,i.next=r):(r.prev=r,r.next=r),r}function tl(n){n.next.prev=n.prev,n.prev.next=n.next,n.prevZ&&(n.prevZ.nextZ=n.nextZ),n.nextZ&&(n.nextZ.prevZ=n.prevZ)}function ou(n,e,t){return{i:n,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Fy(n,e,t,i){let r=0;for(let s=e,o=t-i;s<t;s+=i)r+=(n[o]-n[s])*(n[s+1]+n[o+1]),o=s;return r}var ec=class{static triangulate(e,t,i=2){return au(e,t,i)}};var xo=class n{static area(e){let t=e.length,i=0;for(let r=t-1,s=0;s<t;r=s++)i+=e[r].x*e[s].y-e[s].x*e[r].y;return i*.5}static isClockWise(e){return n.area(e)<0}static triangulateShape(e,t){let i=[],r=[],s=[];Ag(e),Rg(i,e);let o=e.length;t.forEach(Ag);for(let l=0;l<t.length;l++)r.push(o),o+=t[l].length,Rg(i,t[l]);let a=ec.triangulate(i,r);for(let l=0;l<a.length;l+=3)s.push(a.slice(l,l+3));return s}};
function Ag(n){let e=n.length;e>2&&n[e-1].equals(n[0])&&n.pop()}function Rg(n,e){for(let t=0;t<e.length;t++)n.push(e[t].x),n.push(e[t].y)}var _o=class n extends _t{constructor(e=1,t=1,i=1,r=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:r};let s=e/2,o=t/2,a=Math.floor(i),l=Math.floor(r),h=a+1,u=l+1,f=e/a,c=t/l,p=[],d=[],S=[],g=[];for(let m=0;m<u;m++){let b=m*c-o;for(let E=0;E<h;E++){let v=E*f-s;d.push(v,-b,0),S.push(0,0,1),g.push(E/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let b=0;b<
a;b++){let E=b+h*m,v=b+h*(m+1),I=b+1+h*(m+1),A=b+1+h*m;p.push(E,v,A),p.push(v,I,A)}this.setIndex(p),this.setAttribute("position",new Bt(d,3)),this.setAttribute("normal",new Bt(S,3)),this.setAttribute("uv",new Bt(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};function xr(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let r=n[t][i];if(Cg(r))r.isRenderTargetTexture?(Fe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=r.clone();else if(Array.isArray(r))if(Cg(r[0])){let s=[];for(let o=0,a=r.length;o<a;o++)s[o]=r[o].clone();e[t][i]=s}else e[t][i]=r.slice();else e[t][i]=r}}return e}
function Hi(n){let e={};for(let t=0;t<n.length;t++){let i=xr(n[t]);for(let r in i)e[r]=i[r]}return e}function Cg(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function Pg(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function tc(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===
!0?e.texture.colorSpace:et.workingColorSpace}var Lg={clone:xr,merge:Hi};var Dg="";var Ig="";var Fi=class extends Li{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Dg,this.fragmentShader=Ig,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues=
{color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=xr(e.uniforms),this.uniformsGroups=Pg(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=
e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms=
{};for(let r in this.uniforms){let o=this.uniforms[r].value;o&&o.isTexture?t.uniforms[r]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[r]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[r]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[r]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[r]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[r]={type:"m3",value:o.
toArray()}:o&&o.isMatrix4?t.uniforms[r]={type:"m4",value:o.toArray()}:t.uniforms[r]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){
if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new Pe().setHex(r.value);break;case"v2":this.uniforms[i].value=new Oe().fromArray(r.value);break;case"v3":this.uniforms[i].value=new V().fromArray(r.value);break;case"v4":this.uniforms[i].value=
new vt().fromArray(r.value);break;case"m3":this.uniforms[i].value=new We().fromArray(r.value);break;case"m4":this.uniforms[i].value=new tt().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&
(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}};var ic=class extends Fi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var ps=class extends Li{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new Pe(16777215),this.specular=new Pe(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Pe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,
this.normalMapType=ns,this.normalScale=new Oe(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new en,this.combine=Dr,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",
this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,
this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=
e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var ds=class extends Li{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Pe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Pe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ns,this.normalScale=new Oe(
1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new en,this.combine=Dr,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(
e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,
this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,
this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var nc=class extends Li{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Um,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.
displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}};var rc=class extends Li{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=
e.displacementBias,this}};var Mo=class extends Ut{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Pe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}};var il=class extends Mo{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Ut.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Pe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}};var lu=new tt,Ug=new V,Ng=new V,sc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Oe(512,512),this.mapType=Ci,this.map=null,this.mapPass=null,this.matrix=new tt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Gn,this._frameExtents=new Oe(1,1),this._viewportCount=1,this._viewports=[new vt(
0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Ug.setFromMatrixPosition(e.matrixWorld),t.position.copy(Ug),Ng.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Ng),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,r){lu.multiplyMatrices(e.projectionMatrix,
e.matrixWorldInverse),i.setFromProjectionMatrix(lu,e.coordinateSystem,e.reversedDepth);let s=this._frameExtents,o=r?r.z/s.x:1,a=r?r.w/s.y:1,l=r?r.x/s.x:0,h=r?r.y/s.y:0;e.coordinateSystem===hr||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+h,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+h,0,0,.5,.5,0,0,0,1),t.multiply(lu)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this.
_frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){
return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}};var oc=new V,ac=new Sn,Qn=new V,So=class extends Ut{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new tt,this.projectionMatrix=new tt,this.projectionMatrixInverse=new tt,this.coordinateSystem=Ni,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.
copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(oc,ac,Qn),Qn.x===1&&Qn.y===1&&Qn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(oc,
ac,Qn.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(oc,ac,Qn),Qn.x===1&&Qn.y===1&&Qn.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(oc,ac,Qn.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}};var zr=new V,Fg=new Oe,Og=new Oe,wn=class extends So{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.
far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Of*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(xh*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Of*2*Math.atan(Math.tan(xh*.5*
this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){zr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(zr.x,zr.y).multiplyScalar(-e/zr.z),zr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(zr.x,zr.y).multiplyScalar(-e/zr.z)}getViewSize(e,t){return this.getViewBounds(
e,Fg,Og),t.subVectors(Og,Fg)}setViewOffset(e,t,i,r,s,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=
!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(xh*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,s=-.5*r,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,h=o.fullHeight;s+=o.offsetX*r/l,t-=o.offsetY*i/h,r*=o.width/l,i*=o.height/h}let a=this.filmOffset;a!==0&&(s+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(s,s+r,t,t-i,e,
this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.
object.filmOffset=this.filmOffset,t}};var vo=class extends So{constructor(e=-1,t=1,i=1,r=-1,s=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=s,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,
this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,r,s,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.
view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,s=i-e,o=i+e,a=r+t,l=r-t;if(this.view!==null&&this.view.enabled){let h=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.
zoom;s+=h*this.view.offsetX,o=s+h*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(s,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.
top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}};var lc=class extends sc{constructor(){super(new vo(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}};var nl=class extends Mo{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Ut.DEFAULT_UP),this.updateMatrix(),this.target=new Ut,this.shadow=new lc}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.
shadow.toJSON(),t.object.target=this.target.uuid,t}};var yo=-90,wo=1,hc=class extends Ut{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new wn(yo,wo,e,t);r.layers=this.layers,this.add(r);let s=new wn(yo,wo,e,t);s.layers=this.layers,this.add(s);let o=new wn(yo,wo,e,t);o.layers=this.layers,this.add(o);let a=new wn(yo,wo,e,t);a.layers=this.layers,this.add(a);let l=new wn(yo,
wo,e,t);l.layers=this.layers,this.add(l);let h=new wn(yo,wo,e,t);h.layers=this.layers,this.add(h)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,r,s,o,a,l]=t;for(let h of t)this.remove(h);if(e===Ni)i.up.set(0,1,0),i.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),s.up.set(0,0,-1),s.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.
set(0,1,0),l.lookAt(0,0,-1);else if(e===hr)i.up.set(0,-1,0),i.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),s.up.set(0,0,1),s.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let h of t)this.add(h),h.updateMatrixWorld()}update(e,t){
this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[s,o,a,l,h,u]=this.children,f=e.getRenderTarget(),c=e.getActiveCubeFace(),p=e.getActiveMipmapLevel(),d=e.xr.enabled;e.xr.enabled=!1;let S=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=
!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(i,0,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(i,1,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,3,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(
i,4,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),i.texture.mipmapsAutoUpdate=S,e.setRenderTarget(i,5,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(f,c,p),e.xr.enabled=d,i.texture.needsPMREMUpdate=!0}};function hu(n,e,t,i){let r=Oy(i);switch(t){case ch:return n*e;case Gs:return n*e/r.components*r.byteLength;case zs:return n*e/r.components*r.byteLength;case Un:return n*e*2/r.components*r.byteLength;case Hs:return n*e*2/r.components*r.byteLength;case fh:return n*e*3/r.components*r.byteLength;case cn:return n*e*4/r.components*r.byteLength;case Vs:return n*e*4/r.components*r.byteLength;case Ws:case Xs:
return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Ys:case qs:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case ca:case ua:return Math.max(n,16)*Math.max(e,8)/4;case ha:case fa:return Math.max(n,8)*Math.max(e,8)/2;case pa:case da:case ga:case xa:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case ma:case ts:case _a:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Ma:return Math.floor(
(n+3)/4)*Math.floor((e+3)/4)*16;case Sa:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case va:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case ya:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case wa:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case ba:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Ta:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Ea:return Math.
floor((n+7)/8)*Math.floor((e+7)/8)*16;case Aa:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case Ra:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case Ca:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case Pa:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case La:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case Da:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case Ia:case Ua:case Na:
return Math.ceil(n/4)*Math.ceil(e/4)*16;case Fa:case Oa:return Math.ceil(n/4)*Math.ceil(e/4)*8;case is:case Ba:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Oy(n){switch(n){case Ci:case oh:return{byteLength:1,components:1};case ar:case ah:case Ji:return{byteLength:2,components:1};case Bs:case ks:return{byteLength:2,components:4};case ki:case Os:case Si:
return{byteLength:4,components:1};case lh:case hh:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Fe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Bg(){let n=null,e=!1,t=null,i=null;function r(s,o){i=n.requestAnimationFrame(r),t(s,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(r),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(s){t=s},setContext:function(s){n=s}}}function kg(n){let e=new WeakMap;function t(a,l){let h=a.array,u=a.usage,f=h.byteLength,c=n.createBuffer();n.bindBuffer(l,c),n.bufferData(l,h,u),a.onUploadCallback();let p;if(h instanceof Float32Array)p=n.FLOAT;else if(typeof Float16Array<"u"&&h instanceof Float16Array)p=n.HALF_FLOAT;else if(h instanceof Uint16Array)a.isFloat16BufferAttribute?p=n.HALF_FLOAT:p=n.UNSIGNED_SHORT;else if(h instanceof Int16Array)
p=n.SHORT;else if(h instanceof Uint32Array)p=n.UNSIGNED_INT;else if(h instanceof Int32Array)p=n.INT;else if(h instanceof Int8Array)p=n.BYTE;else if(h instanceof Uint8Array)p=n.UNSIGNED_BYTE;else if(h instanceof Uint8ClampedArray)p=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+h);return{buffer:c,type:p,bytesPerElement:h.BYTES_PER_ELEMENT,version:a.version,
size:f}}function i(a,l,h){let u=l.array,f=l.updateRanges;if(n.bindBuffer(h,a),f.length===0)n.bufferSubData(h,0,u);else{f.sort((p,d)=>p.start-d.start);let c=0;for(let p=1;p<f.length;p++){let d=f[c],S=f[p];S.start<=d.start+d.count+1?d.count=Math.max(d.count,S.start+S.count-d.start):(++c,f[c]=S)}f.length=c+1;for(let p=0,d=f.length;p<d;p++){let S=f[p];n.bufferSubData(h,S.start*u.BYTES_PER_ELEMENT,u,S.
start,S.count)}l.clearUpdateRanges()}l.onUploadCallback()}function r(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function s(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(n.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=e.get(a);(!u||u.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.
type,bytesPerElement:a.elementSize,version:a.version});return}let h=e.get(a);if(h===void 0)e.set(a,t(a,l));else if(h.version<a.version){if(h.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(h.buffer,a,l),h.version=a.version}}return{get:r,remove:s,update:o}}var Gg=`
#ifdef USE_ALPHAHASH
if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif
`;var zg=`
#ifdef USE_ALPHAHASH
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
#endif
`;var Hg=`
#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif
`;var Vg=`
#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif
`;var Wg=`
#ifdef USE_ALPHATEST
#ifdef ALPHA_TO_COVERAGE
diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
if ( diffuseColor.a == 0.0 ) discard;
#else
if ( diffuseColor.a < alphaTest ) discard;
#endif
#endif
`;var Xg=`
#ifdef USE_ALPHATEST
uniform float alphaTest;
#endif
`;var Yg=`
#ifdef USE_AOMAP
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
#endif
`;var qg=`
#ifdef USE_AOMAP
uniform sampler2D aoMap;
uniform float aoMapIntensity;
#endif
`;var Kg=`
#ifdef USE_BATCHING
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
#endif
`;var $g=`
#ifdef USE_BATCHING
mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif
`;var Zg=`
vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
vPosition = vec3( position );
#endif
`;var Jg=`
vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
vec3 objectTangent = vec3( tangent.xyz );
#endif
`;var Qg=`
float G_BlinnPhong_Implicit(  ) {
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
float G = G_BlinnPhong_Implicit(  );
float D = D_BlinnPhong( shininess, dotNH );
return F * ( G * D );
}
`;var jg="";var e0=`
#ifdef USE_BUMPMAP
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
#endif
`;var t0=`
#if NUM_CLIPPING_PLANES > 0
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
#endif
`;var i0=`
#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif
`;var n0=`
#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
#endif
`;var r0=`
#if NUM_CLIPPING_PLANES > 0
vClipPosition = - mvPosition.xyz;
#endif
`;var s0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
diffuseColor *= vColor;
#endif
`;var o0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
varying vec4 vColor;
#endif
`;var a0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
varying vec4 vColor;
#endif
`;var l0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif
`;var h0=`
#define PI 3.141592653589793
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
}
`;var c0=`
vec3 transformedNormal = objectNormal;
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
#endif
`;var f0=`
#ifdef USE_DISPLACEMENTMAP
uniform sampler2D displacementMap;
uniform float displacementScale;
uniform float displacementBias;
#endif
`;var u0=`
#ifdef USE_DISPLACEMENTMAP
transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif
`;var p0=`
#ifdef USE_EMISSIVEMAP
vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
emissiveColor = sRGBTransferEOTF( emissiveColor );
#endif
totalEmissiveRadiance *= emissiveColor.rgb;
#endif
`;var d0=`
#ifdef USE_EMISSIVEMAP
uniform sampler2D emissiveMap;
#endif
`;var m0=`
gl_FragColor = linearToOutputTexel( gl_FragColor );
`;var g0=`
vec4 LinearTransferOETF( in vec4 value ) {
return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}
`;var x0=`
#ifdef USE_ENVMAP
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
#endif
`;var _0=`
#ifdef USE_ENVMAP
uniform float envMapIntensity;
uniform mat3 envMapRotation;
uniform samplerCube envMap;
#ifdef ENVMAP_TYPE_PMREM
float roughnessToMip( const in float roughness ) {
float r = clamp( roughness, 0.0, 1.0 );
return ENVMAP_MAX_LOD * r * ( 2.0 - r );
}
#endif
#endif
`;var M0=`
#ifdef USE_ENVMAP
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
#endif
`;var S0=`
#ifdef USE_ENVMAP
#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
#define ENV_WORLDPOS
#endif
#ifdef ENV_WORLDPOS
varying vec3 vWorldPosition;
#else
varying vec3 vReflect;
uniform float refractionRatio;
#endif
#endif
`;var v0=`
#ifdef USE_ENVMAP
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
#endif
`;var y0=`
#ifdef USE_FOG
vFogDepth = - mvPosition.z;
#endif
`;var w0=`
#ifdef USE_FOG
varying float vFogDepth;
#endif
`;var b0=`
#ifdef USE_FOG
#ifdef FOG_EXP2
float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
#else
float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
#endif
gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif
`;var T0=`
#ifdef USE_FOG
uniform vec3 fogColor;
varying float vFogDepth;
#ifdef FOG_EXP2
uniform float fogDensity;
#else
uniform float fogNear;
uniform float fogFar;
#endif
#endif
`;var E0="";var A0=`
#ifdef USE_LIGHTMAP
uniform sampler2D lightMap;
uniform float lightMapIntensity;
#endif
`;var R0=`
LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;
`;var C0=`
varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert
`;var P0=`
uniform bool receiveShadow;
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
uniform sampler2D ltc_1;
uniform sampler2D ltc_2;
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
#include <lightprobes_pars_fragment>
`;var L0=`
#ifdef USE_ENVMAP
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
#endif
`;var D0="";var I0="";var U0=`
BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;
`;var N0=`
varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong
`;var F0="";var O0="";var B0=`
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
#endif
`;var k0=`
#if defined( RE_IndirectDiffuse )
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
#endif
`;var G0=`
#if defined( RE_IndirectDiffuse )
#if defined( LAMBERT ) || defined( PHONG )
irradiance += iblIrradiance;
#endif
RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
`;var z0=`
#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif
`;var H0=`
#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif
`;var V0=`
#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
uniform float logDepthBufFC;
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var W0=`
#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var X0=`
#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
vFragDepth = 1.0 + gl_Position.w;
vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif
`;var Y0=`
#ifdef USE_MAP
vec4 sampledDiffuseColor = texture2D( map, vMapUv );
#ifdef DECODE_VIDEO_TEXTURE
sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
#endif
diffuseColor *= sampledDiffuseColor;
#endif
`;var q0=`
#ifdef USE_MAP
uniform sampler2D map;
#endif
`;var K0="";var $0="";var Z0="";var J0="";var Q0=`
#ifdef USE_INSTANCING_MORPH
float morphTargetInfluences[ MORPHTARGETS_COUNT ];
float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
}
#endif
`;var j0=`
#if defined( USE_MORPHCOLORS )
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
#endif
`;var ex=`
#ifdef USE_MORPHNORMALS
objectNormal *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
}
#endif
`;var tx=`
#ifdef USE_MORPHTARGETS
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
#endif
`;var ix=`
#ifdef USE_MORPHTARGETS
transformed *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
}
#endif
`;var nx=`
float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;
`;var rx=`
#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif
`;var sx=`
#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var ox=`
#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var ax=`
#ifndef FLAT_SHADED
vNormal = normalize( transformedNormal );
#ifdef USE_TANGENT
vTangent = normalize( transformedTangent );
vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
#ifdef FLIP_SIDED
vBitangent = - vBitangent;
#endif
#endif
#endif
`;var lx=`
#ifdef USE_NORMALMAP
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
#endif
`;var hx="";var cx="";var fx="";var ux="";var px=`
#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );
`;var dx=`
vec3 packNormalToRGB( const in vec3 normal ) {
return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;
const float UnpackDownscale = 255. / 256.;
const float ShiftRight8 = 1. / 256.;
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
}
`;var mx=`
#ifdef PREMULTIPLIED_ALPHA
gl_FragColor.rgb *= gl_FragColor.a;
#endif
`;var gx=`
vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;
`;var xx=`
#ifdef DITHERING
gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif
`;var _x=`
#ifdef DITHERING
vec3 dithering( vec3 color ) {
float grid_position = rand( gl_FragCoord.xy );
vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
return color + dither_shift_RGB;
}
#endif
`;var Mx="";var Sx="";var vx=`
#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif
`;var yx=`
#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif
`;var wx=`
#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif
`;var bx="";var Tx=`
#ifdef USE_SKINNING
mat4 boneMatX = getBoneMatrix( skinIndex.x );
mat4 boneMatY = getBoneMatrix( skinIndex.y );
mat4 boneMatZ = getBoneMatrix( skinIndex.z );
mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif
`;var Ex=`
#ifdef USE_SKINNING
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
#endif
`;var Ax=`
#ifdef USE_SKINNING
vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
vec4 skinned = vec4( 0.0 );
skinned += boneMatX * skinVertex * skinWeight.x;
skinned += boneMatY * skinVertex * skinWeight.y;
skinned += boneMatZ * skinVertex * skinWeight.z;
skinned += boneMatW * skinVertex * skinWeight.w;
transformed = ( bindMatrixInverse * skinned ).xyz;
#endif
`;var Rx=`
#ifdef USE_SKINNING
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
#endif
`;var Cx=`
float specularStrength;
#ifdef USE_SPECULARMAP
vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
specularStrength = texelSpecular.r;
#else
specularStrength = 1.0;
#endif
`;var Px=`
#ifdef USE_SPECULARMAP
uniform sampler2D specularMap;
#endif
`;var Lx=`
#if defined( TONE_MAPPING )
gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif
`;var Dx="";var Ix="";var Ux="";var Nx=`
#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif
`;var Fx=`
#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif
`;var Ox=`
#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif
`;var Bx=`
#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
vec4 worldPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
worldPosition = batchingMatrix * worldPosition;
#endif
#ifdef USE_INSTANCING
worldPosition = instanceMatrix * worldPosition;
#endif
worldPosition = modelMatrix * worldPosition;
#endif
`;var kx=`
#include <common>
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
}
`,Gx=`
#if DEPTH_PACKING == 3200
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
}
`;var zx=`
#include <common>
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
}
`,Hx=`
uniform vec3 diffuse;
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
}
`;var Vx=`
#define LAMBERT
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
}
`,Wx=`
#define LAMBERT
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
}
`;var Xx=`
#define PHONG
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
}
`,Yx=`
#define PHONG
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
}
`;var lt={alphahash_fragment:Gg,alphahash_pars_fragment:zg,alphamap_fragment:Hg,alphamap_pars_fragment:Vg,alphatest_fragment:Wg,alphatest_pars_fragment:Xg,aomap_fragment:Yg,aomap_pars_fragment:qg,batching_pars_vertex:Kg,batching_vertex:$g,begin_vertex:Zg,beginnormal_vertex:Jg,bsdfs:Qg,iridescence_fragment:jg,bumpmap_pars_fragment:e0,clipping_planes_fragment:t0,clipping_planes_pars_fragment:i0,clipping_planes_pars_vertex:n0,
clipping_planes_vertex:r0,color_fragment:s0,color_pars_fragment:o0,color_pars_vertex:a0,color_vertex:l0,common:h0,defaultnormal_vertex:c0,displacementmap_pars_vertex:f0,displacementmap_vertex:u0,emissivemap_fragment:p0,emissivemap_pars_fragment:d0,colorspace_fragment:m0,colorspace_pars_fragment:g0,envmap_fragment:x0,envmap_common_pars_fragment:_0,envmap_pars_fragment:M0,envmap_pars_vertex:S0,envmap_physical_pars_fragment:L0,
envmap_vertex:v0,fog_vertex:y0,fog_pars_vertex:w0,fog_fragment:b0,fog_pars_fragment:T0,gradientmap_pars_fragment:E0,lightmap_pars_fragment:A0,lights_lambert_fragment:R0,lights_lambert_pars_fragment:C0,lights_pars_begin:P0,lights_toon_fragment:D0,lights_toon_pars_fragment:I0,lights_phong_fragment:U0,lights_phong_pars_fragment:N0,lights_physical_fragment:F0,lights_physical_pars_fragment:O0,lights_fragment_begin:B0,
lights_fragment_maps:k0,lights_fragment_end:G0,lightprobes_pars_fragment:z0,logdepthbuf_fragment:H0,logdepthbuf_pars_fragment:V0,logdepthbuf_pars_vertex:W0,logdepthbuf_vertex:X0,map_fragment:Y0,map_pars_fragment:q0,map_particle_fragment:K0,map_particle_pars_fragment:$0,metalnessmap_fragment:Z0,metalnessmap_pars_fragment:J0,morphinstance_vertex:Q0,morphcolor_vertex:j0,morphnormal_vertex:ex,morphtarget_pars_vertex:tx,
morphtarget_vertex:ix,normal_fragment_begin:nx,normal_fragment_maps:rx,normal_pars_fragment:sx,normal_pars_vertex:ox,normal_vertex:ax,normalmap_pars_fragment:lx,clearcoat_normal_fragment_begin:hx,clearcoat_normal_fragment_maps:cx,clearcoat_pars_fragment:fx,iridescence_pars_fragment:ux,opaque_fragment:px,packing:dx,premultiplied_alpha_fragment:mx,project_vertex:gx,dithering_fragment:xx,dithering_pars_fragment:_x,
roughnessmap_fragment:Mx,roughnessmap_pars_fragment:Sx,shadowmap_pars_fragment:vx,shadowmap_pars_vertex:yx,shadowmap_vertex:wx,shadowmask_pars_fragment:bx,skinbase_vertex:Tx,skinning_pars_vertex:Ex,skinning_vertex:Ax,skinnormal_vertex:Rx,specularmap_fragment:Cx,specularmap_pars_fragment:Px,tonemapping_fragment:Lx,tonemapping_pars_fragment:Dx,transmission_fragment:Ix,transmission_pars_fragment:Ux,uv_pars_fragment:Nx,
uv_pars_vertex:Fx,uv_vertex:Ox,worldpos_vertex:Bx,background_vert:"",background_frag:"",backgroundCube_vert:"",backgroundCube_frag:"",cube_vert:"",cube_frag:"",depth_vert:kx,depth_frag:Gx,distance_vert:"",distance_frag:"",equirect_vert:"",equirect_frag:"",linedashed_vert:"",linedashed_frag:"",meshbasic_vert:zx,meshbasic_frag:Hx,meshlambert_vert:Vx,meshlambert_frag:Wx,meshmatcap_vert:"",meshmatcap_frag:"",
meshnormal_vert:"",meshnormal_frag:"",meshphong_vert:Xx,meshphong_frag:Yx,meshphysical_vert:"",meshphysical_frag:"",meshtoon_vert:"",meshtoon_frag:"",points_vert:"",points_frag:"",shadow_vert:"",shadow_frag:"",sprite_vert:"",sprite_frag:""};var Ee={common:{diffuse:{value:new Pe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new We},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new We}},envmap:{envMap:{value:null},envMapRotation:{value:new We},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},
aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new We}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new We}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new We},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new We},normalScale:{value:new Oe(1,1)}},displacementmap:{displacementMap:{value:null},
displacementMapTransform:{value:new We},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new We}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new We}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new We}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{
value:1},fogFar:{value:2e3},fogColor:{value:new Pe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},
color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},
shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},
groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Pe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0},
uvTransform:{value:new We}},sprite:{diffuse:{value:new Pe(16777215)},opacity:{value:1},center:{value:new Oe(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new We},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0}}};var bn={basic:{uniforms:Hi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.fog]),vertexShader:lt.meshbasic_vert,fragmentShader:lt.meshbasic_frag},lambert:{uniforms:Hi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},envMapIntensity:{value:1}}]),vertexShader:lt.meshlambert_vert,
fragmentShader:lt.meshlambert_frag},phong:{uniforms:Hi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},specular:{value:new Pe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:lt.meshphong_vert,fragmentShader:lt.meshphong_frag},standard:{uniforms:Hi([Ee.common,Ee.envmap,
Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.roughnessmap,Ee.metalnessmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:lt.meshphysical_vert,fragmentShader:lt.meshphysical_frag},toon:{uniforms:Hi([Ee.common,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,
Ee.gradientmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)}}]),vertexShader:lt.meshtoon_vert,fragmentShader:lt.meshtoon_frag},matcap:{uniforms:Hi([Ee.common,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,{matcap:{value:null}}]),vertexShader:lt.meshmatcap_vert,fragmentShader:lt.meshmatcap_frag},points:{uniforms:Hi([Ee.points,Ee.fog]),vertexShader:lt.points_vert,fragmentShader:lt.points_frag},dashed:{
uniforms:Hi([Ee.common,Ee.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:lt.linedashed_vert,fragmentShader:lt.linedashed_frag},depth:{uniforms:Hi([Ee.common,Ee.displacementmap]),vertexShader:lt.depth_vert,fragmentShader:lt.depth_frag},normal:{uniforms:Hi([Ee.common,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,{opacity:{value:1}}]),vertexShader:lt.meshnormal_vert,fragmentShader:lt.
meshnormal_frag},sprite:{uniforms:Hi([Ee.sprite,Ee.fog]),vertexShader:lt.sprite_vert,fragmentShader:lt.sprite_frag},background:{uniforms:{uvTransform:{value:new We},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:lt.background_vert,fragmentShader:lt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{
value:new We}},vertexShader:lt.backgroundCube_vert,fragmentShader:lt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:lt.cube_vert,fragmentShader:lt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:lt.equirect_vert,fragmentShader:lt.equirect_frag},distance:{uniforms:Hi([Ee.common,Ee.displacementmap,{referencePosition:{value:new V},
nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:lt.distance_vert,fragmentShader:lt.distance_frag},shadow:{uniforms:Hi([Ee.lights,Ee.fog,{color:{value:new Pe(0)},opacity:{value:1}}]),vertexShader:lt.shadow_vert,fragmentShader:lt.shadow_frag}};bn.physical={uniforms:Hi([bn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new We},clearcoatNormalMap:{
value:null},clearcoatNormalMapTransform:{value:new We},clearcoatNormalScale:{value:new Oe(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new We},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new We},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},
iridescenceMapTransform:{value:new We},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new We},sheen:{value:0},sheenColor:{value:new Pe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new We},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{
value:new We},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new We},transmissionSamplerSize:{value:new Oe},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new We},attenuationDistance:{value:0},attenuationColor:{value:new Pe(0)},specularColor:{value:new Pe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{
value:new We},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new We},anisotropyVector:{value:new Oe},anisotropyMap:{value:null},anisotropyMapTransform:{value:new We}}]),vertexShader:lt.meshphysical_vert,fragmentShader:lt.meshphysical_frag};var cc={r:0,b:0,g:0},Hy=new tt,qx=new We;qx.set(-1,0,0,0,1,0,0,0,1);function Kx(n,e,t,i,r,s){let o=new Pe(0),a=r===!0?0:1,l,h,u=null,f=0,c=null;function p(b){let E=b.isScene===!0?b.background:null;if(E&&E.isTexture){let v=b.backgroundBlurriness>0;E=e.get(E,v)}return E}function d(b){let E=!1,v=p(b);v===null?g(o,a):v&&v.isColor&&(g(v,1),E=!0);let I=n.xr.getEnvironmentBlendMode();I==="additive"?t.buffers.
color.setClear(0,0,0,1,s):I==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,s),(n.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function S(b,E){let v=p(E);v&&v.isCubeTexture?(h===void 0&&(h=new Tt(new po(1,1,1),new Fi({name:"BackgroundCubeMaterial",uniforms:xr(bn.backgroundCube.uniforms),
vertexShader:bn.backgroundCube.vertexShader,fragmentShader:bn.backgroundCube.fragmentShader,side:ri,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(I,A,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.
update(h)),h.material.uniforms.envMap.value=v,h.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(Hy.makeRotationFromEuler(E.backgroundRotation)).transpose(),v.isRenderTargetTexture===!1&&h.material.uniforms.backgroundRotation.value.premultiply(qx),h.material.
toneMapped=et.getTransfer(v.colorSpace)!==gt,(u!==v||f!==v.version||c!==n.toneMapping)&&(h.material.needsUpdate=!0,u=v,f=v.version,c=n.toneMapping),h.layers.enableAll(),b.unshift(h,h.geometry,h.material,0,0,null)):v&&v.isTexture&&(l===void 0&&(l=new Tt(new _o(2,2),new Fi({name:"BackgroundMaterial",uniforms:xr(bn.background.uniforms),vertexShader:bn.background.vertexShader,fragmentShader:bn.background.
fragmentShader,side:Zi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=v,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=et.getTransfer(v.colorSpace)!==gt,v.matrixAutoUpdate===!0&&v.updateMatrix(),
l.material.uniforms.uvTransform.value.copy(v.matrix),(u!==v||f!==v.version||c!==n.toneMapping)&&(l.material.needsUpdate=!0,u=v,f=v.version,c=n.toneMapping),l.layers.enableAll(),b.unshift(l,l.geometry,l.material,0,0,null))}function g(b,E){b.getRGB(cc,tc(n)),t.buffers.color.setClear(cc.r,cc.g,cc.b,E,s)}function m(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),l!==void 0&&(l.geometry.
dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(b,E=1){o.set(b),a=E,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(b){a=b,g(o,a)},render:d,addToRenderList:S,dispose:m}}function $x(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},r=c(null),s=r,o=!1;function a(D,B,Y,L,H){let Z=!1,z=f(D,L,Y,B);s!==z&&(s=z,h(s.object)),Z=p(D,L,Y,H),Z&&d(D,L,Y,H),H!==null&&e.update(H,n.ELEMENT_ARRAY_BUFFER),(Z||o)&&(o=!1,v(D,B,Y,L),H!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return n.createVertexArray()}function h(D){return n.bindVertexArray(D)}function u(D){
return n.deleteVertexArray(D)}function f(D,B,Y,L){let H=L.wireframe===!0,Z=i[B.id];Z===void 0&&(Z={},i[B.id]=Z);let z=D.isInstancedMesh===!0?D.id:0,he=Z[z];he===void 0&&(he={},Z[z]=he);let $=he[Y.id];$===void 0&&($={},he[Y.id]=$);let Q=$[H];return Q===void 0&&(Q=c(l()),$[H]=Q),Q}function c(D){let B=[],Y=[],L=[];for(let H=0;H<t;H++)B[H]=0,Y[H]=0,L[H]=0;return{geometry:null,program:null,wireframe:!1,
newAttributes:B,enabledAttributes:Y,attributeDivisors:L,object:D,attributes:{},index:null}}function p(D,B,Y,L){let H=s.attributes,Z=B.attributes,z=0,he=Y.getAttributes();for(let $ in he)if(he[$].location>=0){let ne=H[$],fe=Z[$];if(fe===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(fe=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(fe=D.instanceColor)),ne===void 0||ne.attribute!==fe||fe&&
ne.data!==fe.data)return!0;z++}return s.attributesNum!==z||s.index!==L}function d(D,B,Y,L){let H={},Z=B.attributes,z=0,he=Y.getAttributes();for(let $ in he)if(he[$].location>=0){let ne=Z[$];ne===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(ne=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(ne=D.instanceColor));let fe={};fe.attribute=ne,ne&&ne.data&&(fe.data=ne.data),H[$]=fe,z++}s.attributes=
H,s.attributesNum=z,s.index=L}function S(){let D=s.newAttributes;for(let B=0,Y=D.length;B<Y;B++)D[B]=0}function g(D){m(D,0)}function m(D,B){let Y=s.newAttributes,L=s.enabledAttributes,H=s.attributeDivisors;Y[D]=1,L[D]===0&&(n.enableVertexAttribArray(D),L[D]=1),H[D]!==B&&(n.vertexAttribDivisor(D,B),H[D]=B)}function b(){let D=s.newAttributes,B=s.enabledAttributes;for(let Y=0,L=B.length;Y<L;Y++)B[Y]!==
D[Y]&&(n.disableVertexAttribArray(Y),B[Y]=0)}function E(D,B,Y,L,H,Z,z){z===!0?n.vertexAttribIPointer(D,B,Y,H,Z):n.vertexAttribPointer(D,B,Y,L,H,Z)}function v(D,B,Y,L){S();let H=L.attributes,Z=Y.getAttributes(),z=B.defaultAttributeValues;for(let he in Z){let $=Z[he];if($.location>=0){let Q=H[he];if(Q===void 0&&(he==="instanceMatrix"&&D.instanceMatrix&&(Q=D.instanceMatrix),he==="instanceColor"&&D.instanceColor&&
(Q=D.instanceColor)),Q!==void 0){let ne=Q.normalized,fe=Q.itemSize,ue=e.get(Q);if(ue===void 0)continue;let Ge=ue.buffer,nt=ue.type,Xe=ue.bytesPerElement,ze=nt===n.INT||nt===n.UNSIGNED_INT||Q.gpuType===Os;if(Q.isInterleavedBufferAttribute){let Le=Q.data,rt=Le.isInterleavedBuffer===!0?Le.stride:Le.itemSize,it=Q.offset;if(Le.isInstancedInterleavedBuffer||Le.isInstancedBufferAttribute){for(let st=0;st<
$.locationSize;st++)m($.location+st,Le.meshPerAttribute);D.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Le.meshPerAttribute*Le.count)}else for(let st=0;st<$.locationSize;st++)g($.location+st);n.bindBuffer(n.ARRAY_BUFFER,Ge);for(let st=0;st<$.locationSize;st++)E($.location+st,fe/$.locationSize,nt,ne,rt*Xe,(it+fe/$.locationSize*st)*Xe,ze)}else{if(Q.isInstancedBufferAttribute){
for(let Le=0;Le<$.locationSize;Le++)m($.location+Le,Q.meshPerAttribute);D.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let Le=0;Le<$.locationSize;Le++)g($.location+Le);n.bindBuffer(n.ARRAY_BUFFER,Ge);for(let Le=0;Le<$.locationSize;Le++)E($.location+Le,fe/$.locationSize,nt,ne,fe*Xe,fe/$.locationSize*Le*Xe,ze)}}else if(z!==void 0){let ne=z[he];
if(ne!==void 0)switch(ne.length){case 2:n.vertexAttrib2fv($.location,ne);break;case 3:n.vertexAttrib3fv($.location,ne);break;case 4:n.vertexAttrib4fv($.location,ne);break;default:n.vertexAttrib1fv($.location,ne)}}}}b()}function I(){G();for(let D in i){let B=i[D];for(let Y in B){let L=B[Y];for(let H in L){let Z=L[H];for(let z in Z)u(Z[z].object),delete Z[z];delete L[H]}}delete i[D]}}function A(D){if(i[D.
id]===void 0)return;let B=i[D.id];for(let Y in B){let L=B[Y];for(let H in L){let Z=L[H];for(let z in Z)u(Z[z].object),delete Z[z];delete L[H]}}delete i[D.id]}function _(D){for(let B in i){let Y=i[B];for(let L in Y){let H=Y[L];if(H[D.id]===void 0)continue;let Z=H[D.id];for(let z in Z)u(Z[z].object),delete Z[z];delete H[D.id]}}}function T(D){for(let B in i){let Y=i[B],L=D.isInstancedMesh===!0?D.id:0,
H=Y[L];if(H!==void 0){for(let Z in H){let z=H[Z];for(let he in z)u(z[he].object),delete z[he];delete H[Z]}delete Y[L],Object.keys(Y).length===0&&delete i[B]}}}function G(){U(),o=!0,s!==r&&(s=r,h(s.object))}function U(){r.geometry=null,r.program=null,r.wireframe=!1}return{setup:a,reset:G,resetDefaultState:U,dispose:I,releaseStatesOfGeometry:A,releaseStatesOfObject:T,releaseStatesOfProgram:_,initAttributes:S,
enableAttribute:g,disableUnusedAttributes:b}}function Zx(n,e,t){let i;function r(l){i=l}function s(l,h){n.drawArrays(i,l,h),t.update(h,i,1)}function o(l,h,u){u!==0&&(n.drawArraysInstanced(i,l,h,u),t.update(h,i,u))}function a(l,h,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,h,0,u);let c=0;for(let p=0;p<u;p++)c+=h[p];t.update(c,i,1)}this.setMode=r,this.render=s,this.renderInstances=o,this.renderMultiDraw=a}function Jx(n,e,t,i){let r;function s(){if(r!==void 0)return r;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");r=n.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else r=0;return r}function o(_){return!(_!==cn&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let T=_===Ji&&(e.has("EXT_color_buffer_half_float")||e.has("EX\
T_color_buffer_float"));return!(_!==Ci&&_!==Si&&!T&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>
0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let h=t.precision!==void 0?t.precision:"highp",u=l(h);u!==h&&(Fe("WebGLRenderer:",h,"not supported, using",u,"instead."),h=u);let f=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),c=t.logarithmicDepthBuffer===!0&&f===!1;t.reversedDepthBuffer===!0&&f===!1&&Fe("WebGLRenderer: Unable to use reversed dep\
th buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&f===!0&&Fe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let p=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),d=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),S=n.getParameter(n.MAX_TEXTURE_SIZE),g=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),
m=n.getParameter(n.MAX_VERTEX_ATTRIBS),b=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),E=n.getParameter(n.MAX_VARYING_VECTORS),v=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),I=n.getParameter(n.MAX_SAMPLES),A=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:s,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:h,logarithmicDepthBuffer:c,reversedDepthBuffer:f,maxTextures:p,
maxVertexTextures:d,maxTextureSize:S,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:b,maxVaryings:E,maxFragmentUniforms:v,maxSamples:I,samples:A}}function Qx(n){let e=this,t=null,i=0,r=!1,s=!1,o=new pn,a=new We,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(f,c){let p=f.length!==0||c||i!==0||r;return r=c,i=f.length,p},this.beginShadows=function(){s=!0,u(null)},this.endShadows=function(){s=!1},this.setGlobalState=function(f,c){t=u(f,c,0)},this.setState=function(f,c,p){let d=f.clippingPlanes,
S=f.clipIntersection,g=f.clipShadows,m=n.get(f);if(!r||d===null||d.length===0||s&&!g)s?u(null):h();else{let b=s?0:i,E=b*4,v=m.clippingState||null;l.value=v,v=u(d,c,E,p);for(let I=0;I!==E;++I)v[I]=t[I];m.clippingState=v,this.numIntersection=S?this.numPlanes:0,this.numPlanes+=b}};function h(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function u(f,c,p,d){let S=f!==null?
f.length:0,g=null;if(S!==0){if(g=l.value,d!==!0||g===null){let m=p+S*4,b=c.matrixWorldInverse;a.getNormalMatrix(b),(g===null||g.length<m)&&(g=new Float32Array(m));for(let E=0,v=p;E!==S;++E,v+=4)o.copy(f[E]).applyMatrix4(b,a),o.normal.toArray(g,v),g[v+3]=o.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=S,e.numIntersection=0,g}}var rl=class{dispose(){}};var bo=class extends ji{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},r=[i,i,i,i,i,i];this.texture=new fo(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,
this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},r=new po(5,5,5),s=new Fi({name:"CubemapFromEquirect",uniforms:xr(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:ri,blending:Rr});s.uniforms.tEquirect.value=t;let o=new Tt(r,s),a=t.minFilter;return t.minFilter===Dn&&(t.minFilter=Mi),new hc(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,r=!0){let s=e.getRenderTarget();
for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,r);e.setRenderTarget(s)}};function jx(n){let e=new WeakMap,t=new WeakMap,i=null;function r(c,p=!1){return c==null?null:p?o(c):s(c)}function s(c){if(c&&c.isTexture){let p=c.mapping;if(p===nh||p===rh)if(e.has(c)){let d=e.get(c).texture;return a(d,c.mapping)}else{let d=c.image;if(d&&d.height>0){let S=new bo(d.height);return S.fromEquirectangularTexture(n,c),e.set(c,S),c.addEventListener("dispose",h),a(S.texture,c.mapping)}else
return null}}return c}function o(c){if(c&&c.isTexture&&c.isPMREMTexture!==!0){let p=c.mapping,d=p===nh||p===rh,S=p===es||p===sa;if(d||S){let g=t.get(c),m=g!==void 0?g.texture.pmremVersion:0;if(c.isRenderTargetTexture&&c.pmremVersion!==m)return i===null&&(i=new rl(n)),g=d?i.fromEquirectangular(c,g):i.fromCubemap(c,g),g.texture.pmremVersion=c.pmremVersion,t.set(c,g),g.texture;if(g!==void 0)return g.
texture;{let b=c.image;return d&&b&&b.height>0||S&&b&&l(b)?(i===null&&(i=new rl(n)),g=d?i.fromEquirectangular(c):i.fromCubemap(c),g.texture.pmremVersion=c.pmremVersion,t.set(c,g),c.addEventListener("dispose",u),g.texture):null}}}return c}function a(c,p){return p===nh?c.mapping=es:p===rh&&(c.mapping=sa),c}function l(c){let p=0,d=6;for(let S=0;S<d;S++)c[S]!==void 0&&p++;return p===d}function h(c){let p=c.
target;p.removeEventListener("dispose",h);let d=e.get(p);d!==void 0&&(e.delete(p),d.dispose())}function u(c){let p=c.target;p.removeEventListener("dispose",u);let d=t.get(p);d!==void 0&&(t.delete(p),d.dispose())}function f(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:r,dispose:f}}function e_(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let r=n.getExtension(i);return e[i]=r,r}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let r=t(i);return r===
null&&ss("WebGLRenderer: "+i+" extension not supported."),r}}}function t_(n,e,t,i){let r={},s=new WeakMap,o=new FinalizationRegistry(d=>delete r[d]);function a(d){l(d.target)}function l(d){d.index!==null&&e.remove(d.index);for(let g in d.attributes)e.remove(d.attributes[g]);d.removeEventListener("dispose",a),delete r[d.id],o.unregister(d);let S=s.get(d);S&&(e.remove(S),s.delete(d)),i.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,
t.memory.geometries--}function h(d,S){return r[S.id]!==void 0||(S.addEventListener("dispose",a),r[S.id]=new WeakRef(S),o.register(S,S.id,S),t.memory.geometries++),S}function u(d){let S=d.attributes;for(let g in S)e.update(S[g],n.ARRAY_BUFFER)}function f(d){let S=d.index,g=d.attributes.position,m=0;if(g===void 0)return;let b=S!==null?S.array.length:g.array.length/3-1,E=g.count>=65535?lo:ao,v=new E(
Math.ceil(b/3)*6,1),I=v.array;if(S!==null){let _=S.array;m=S.version;for(let T=0,G=0;T<b;T+=3){let U=_[T+0],D=_[T+1],B=_[T+2];I[G++]=U,I[G++]=D,I[G++]=D,I[G++]=B,I[G++]=B,I[G++]=U}}else{m=g.version;for(let _=0,T=0;_<b;_+=3){let G=_+0,U=_+1,D=_+2;I[T++]=G,I[T++]=U,I[T++]=U,I[T++]=D,I[T++]=D,I[T++]=G}}v.version=m;let A=s.get(d);A&&e.remove(A),s.set(d,v)}function c(d){let S=s.get(d);if(S){let g=d.index;
g!==null&&S.version<g.version&&f(d)}else f(d);return s.get(d)}function p(){for(let d in r){let S=r[d].deref();S!==void 0&&l(S)}}return{get:h,update:u,getWireframeAttribute:c,dispose:p}}function i_(n,e,t){let i;function r(f){i=f}let s,o;function a(f){s=f.type,o=f.bytesPerElement}function l(f,c){n.drawElements(i,c,s,f*o),t.update(c,i,1)}function h(f,c,p){p!==0&&(n.drawElementsInstanced(i,c,s,f*o,p),t.update(c,i,p))}function u(f,c,p){if(p===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,c,0,s,f,0,p);let S=0;for(let g=0;g<p;g++)S+=c[g];t.update(S,i,1)}this.setMode=r,this.
setIndex=a,this.render=l,this.renderInstances=h,this.renderMultiDraw=u}function n_(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(s,o,a){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=a*(s/3);break;case n.LINES:t.lines+=a*(s/2);break;case n.LINE_STRIP:t.lines+=a*(s-1);break;case n.LINE_LOOP:t.lines+=a*s;break;case n.POINTS:t.points+=a*s;break;default:ut("WebGLInfo: Unknown draw mode:",o);break}}function r(){t.calls=0,
t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:r,update:i}}function r_(n,e,t){let i=new WeakMap,r=new vt;function s(o,a,l){let h=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=u!==void 0?u.length:0,c=i.get(a);if(c===void 0||c.count!==f){let G=function(){_.dispose(),i.delete(a),a.removeEventListener("dispose",G)};c!==void 0&&c.texture.dispose();let p=a.morphAttributes.position!==void 0,d=a.morphAttributes.
normal!==void 0,S=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],b=a.morphAttributes.color||[],E=0;p===!0&&(E=1),d===!0&&(E=2),S===!0&&(E=3);let v=a.attributes.position.count*E,I=1;v>e.maxTextureSize&&(I=Math.ceil(v/e.maxTextureSize),v=e.maxTextureSize);let A=new Float32Array(v*I*4*f),_=new Js(A,v,I,f);_.type=Si,_.needsUpdate=!0;let T=E*4;for(let U=0;U<
f;U++){let D=g[U],B=m[U],Y=b[U],L=v*I*4*U;for(let H=0;H<D.count;H++){let Z=H*T;p===!0&&(r.fromBufferAttribute(D,H),A[L+Z+0]=r.x,A[L+Z+1]=r.y,A[L+Z+2]=r.z,A[L+Z+3]=0),d===!0&&(r.fromBufferAttribute(B,H),A[L+Z+4]=r.x,A[L+Z+5]=r.y,A[L+Z+6]=r.z,A[L+Z+7]=0),S===!0&&(r.fromBufferAttribute(Y,H),A[L+Z+8]=r.x,A[L+Z+9]=r.y,A[L+Z+10]=r.z,A[L+Z+11]=Y.itemSize===4?r.w:1)}}c={count:f,texture:_,size:new Oe(v,I)},
i.set(a,c),a.addEventListener("dispose",G)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let p=0;for(let S=0;S<h.length;S++)p+=h[S];let d=a.morphTargetsRelative?1:1-p;l.getUniforms().setValue(n,"morphTargetBaseInfluence",d),l.getUniforms().setValue(n,"morphTargetInfluences",h)}l.getUniforms().setValue(n,"morphTargetsTexture",c.texture,
t),l.getUniforms().setValue(n,"morphTargetsTextureSize",c.size)}return{update:s}}function s_(n,e,t,i,r){let s=new WeakMap;function o(h){let u=r.render.frame,f=h.geometry,c=e.get(h,f);if(s.get(c)!==u&&(e.update(c),s.set(c,u)),h.isInstancedMesh&&(h.hasEventListener("dispose",l)===!1&&h.addEventListener("dispose",l),s.get(h)!==u&&(t.update(h.instanceMatrix,n.ARRAY_BUFFER),h.instanceColor!==null&&t.update(h.instanceColor,n.ARRAY_BUFFER),s.set(h,u))),h.isSkinnedMesh){let p=h.skeleton;
s.get(p)!==u&&(p.update(),s.set(p,u))}return c}function a(){s=new WeakMap}function l(h){let u=h.target;u.removeEventListener("dispose",l),i.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:o,dispose:a}}var Vy={[Zl]:"LINEAR_TONE_MAPPING",[Jl]:"REINHARD_TONE_MAPPING",[Ql]:"CINEON_TONE_MAPPING",[jl]:"ACES_FILMIC_TONE_MAPPING",[th]:"AGX_TONE_MAPPING",[ih]:"NEUTRAL_TONE_MAPPING",[eh]:"CUSTOM_TONE_MAPPING"};function o_(n,e,t,i,r,s){let o=new ji(e,t,{type:n,depthBuffer:r,stencilBuffer:s,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),
a=null,l=null,h=null,u=new _t;u.setAttribute("position",new Bt([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new Bt([0,2,0,0,2,0],2));let f=new ic({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),c=new Tt(u,f),p=new vo(-1,1,1,-1,0,1),d=null,S=null,g=!1,m,b=null,E=[],v=!1;this.setSize=function(I,A){o.setSize(I,A),a!==null&&a.setSize(I,A),l!==null&&l.setSize(I,A);for(let _=0;_<E.length;_++){let T=E[_];T.setSize&&T.setSize(I,A)}},this.setEffects=function(I){E=I,v=E.length>0&&E[0].isRenderPass===!0;let A=o.width,_=o.height;E.length>0&&a===null&&(a=new ji(A,_,
{type:Ji,depthBuffer:!1,stencilBuffer:!1}),l=new ji(A,_,{type:Ji,depthBuffer:!1,stencilBuffer:!1}));let T=r===!0&&E.some(G=>G.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&h===null&&(h=new zn(A,_),s===!0&&(h.format=In,h.type=lr)),o.dispose(),o.depthTexture=T?h:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let G=0;G<E.length;G++){let U=E[G];U.setSize&&U.setSize(A,
_),T&&U.needsDepthTexture===!0&&U.setDepthTexture&&U.setDepthTexture(h)}},this.begin=function(I,A){if(g||I.toneMapping===hn&&E.length===0)return!1;if(b=A,A!==null){let _=A.width,T=A.height;(o.width!==_||o.height!==T)&&this.setSize(_,T)}return v===!1&&I.setRenderTarget(o),m=I.toneMapping,I.toneMapping=hn,!0},this.hasRenderPass=function(){return v},this.end=function(I,A){I.toneMapping=m,g=!0;let _=o,
T=a;for(let G=0;G<E.length;G++){let U=E[G];U.enabled!==!1&&(U.render(I,T,_,A),U.needsSwap!==!1&&(_=T,T=T===a?l:a))}if(d!==I.outputColorSpace||S!==I.toneMapping){d=I.outputColorSpace,S=I.toneMapping,f.defines={},et.getTransfer(d)===gt&&(f.defines.SRGB_TRANSFER="");let G=Vy[S];G&&(f.defines[G]=""),f.needsUpdate=!0}f.uniforms.tDiffuse.value=_.texture,I.setRenderTarget(b),I.render(c,p),b=null,g=!1},this.
isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),u.dispose(),f.dispose()}}var p_=new si,d_=new zn(1,1),m_=new uo(1),g_=new Js,x_=new yh,__=new fo,a_=[],l_=[],h_=new Float32Array(16),c_=new Float32Array(9),f_=new Float32Array(4);function To(n,e,t){let i=n[0];if(i<=0||i>0)return n;let r=e*t,s=a_[r];if(s===void 0&&(s=new Float32Array(r),a_[r]=s),e!==0){i.toArray(s,0);for(let o=1,a=0;o!==e;++o)a+=t,n[o].toArray(s,a)}return s}function yi(n,e){if(n.length!==e.length)return!1;
for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function wi(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function fc(n,e){let t=l_[e];t===void 0&&(t=new Int32Array(e),l_[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function Wy(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function Xy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==
e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(yi(t,e))return;n.uniform2fv(this.addr,e),wi(t,e)}}function Yy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(yi(
t,e))return;n.uniform3fv(this.addr,e),wi(t,e)}}function qy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(yi(t,e))return;n.uniform4fv(this.addr,e),wi(t,e)}}function Ky(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(yi(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),wi(
t,e)}else{if(yi(t,i))return;f_.set(i),n.uniformMatrix2fv(this.addr,!1,f_),wi(t,i)}}function $y(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(yi(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),wi(t,e)}else{if(yi(t,i))return;c_.set(i),n.uniformMatrix3fv(this.addr,!1,c_),wi(t,i)}}function Zy(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(yi(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),wi(
t,e)}else{if(yi(t,i))return;h_.set(i),n.uniformMatrix4fv(this.addr,!1,h_),wi(t,i)}}function Jy(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function Qy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(yi(t,e))return;n.uniform2iv(this.addr,e),wi(t,e)}}function jy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==
e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(yi(t,e))return;n.uniform3iv(this.addr,e),wi(t,e)}}function ew(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(yi(t,e))return;n.uniform4iv(this.addr,e),wi(t,e)}}function tw(n,e){
let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function iw(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(yi(t,e))return;n.uniform2uiv(this.addr,e),wi(t,e)}}function nw(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{
if(yi(t,e))return;n.uniform3uiv(this.addr,e),wi(t,e)}}function rw(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(yi(t,e))return;n.uniform4uiv(this.addr,e),wi(t,e)}}function uc(n){return n.version===0&&(n.compareFunction=mh,n.needsUpdate=!0),n}function sw(n,e,t){let i=this.
cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_2D_SHADOW?s=uc(d_):s=p_,t.setTexture2D(e||s,r)}function ow(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture3D(e||x_,r)}function aw(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===
n.SAMPLER_CUBE_SHADOW?s=uc(m_):s=__,t.setTextureCube(e||s,r)}function lw(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture2DArray(e||g_,r)}function hw(n){switch(n){case 5126:return Wy;case 35664:return Xy;case 35665:return Yy;case 35666:return qy;case 35674:return Ky;case 35675:return $y;case 35676:return Zy;case 5124:case 35670:return Jy;case 35667:case 35671:
return Qy;case 35668:case 35672:return jy;case 35669:case 35673:return ew;case 5125:return tw;case 36294:return iw;case 36295:return nw;case 36296:return rw;case 35678:case 36198:case 36298:case 36306:case 35682:return sw;case 35679:case 36299:case 36307:return ow;case 35680:case 36300:case 36308:case 36293:return aw;case 36289:case 36303:case 36311:case 36292:return lw}}function cw(n,e){n.uniform1fv(
this.addr,e)}function fw(n,e){let t=To(e,this.size,2);n.uniform2fv(this.addr,t)}function uw(n,e){let t=To(e,this.size,3);n.uniform3fv(this.addr,t)}function pw(n,e){let t=To(e,this.size,4);n.uniform4fv(this.addr,t)}function dw(n,e){let t=To(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function mw(n,e){let t=To(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function gw(n,e){let t=To(e,this.size,
16);n.uniformMatrix4fv(this.addr,!1,t)}function xw(n,e){n.uniform1iv(this.addr,e)}function _w(n,e){n.uniform2iv(this.addr,e)}function Mw(n,e){n.uniform3iv(this.addr,e)}function Sw(n,e){n.uniform4iv(this.addr,e)}function vw(n,e){n.uniform1uiv(this.addr,e)}function yw(n,e){n.uniform2uiv(this.addr,e)}function ww(n,e){n.uniform3uiv(this.addr,e)}function bw(n,e){n.uniform4uiv(this.addr,e)}function Tw(n,e,t){
let i=this.cache,r=e.length,s=fc(t,r);yi(i,s)||(n.uniform1iv(this.addr,s),wi(i,s));let o;this.type===n.SAMPLER_2D_SHADOW?o=uc(d_):o=p_;for(let a=0;a!==r;++a)t.setTexture2D(e[a]||o,s[a])}function Ew(n,e,t){let i=this.cache,r=e.length,s=fc(t,r);yi(i,s)||(n.uniform1iv(this.addr,s),wi(i,s));for(let o=0;o!==r;++o)t.setTexture3D(e[o]||x_,s[o])}function Aw(n,e,t){let i=this.cache,r=e.length,s=fc(t,r);yi(
i,s)||(n.uniform1iv(this.addr,s),wi(i,s));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=uc(m_):o=__;for(let a=0;a!==r;++a)t.setTextureCube(e[a]||o,s[a])}function Rw(n,e,t){let i=this.cache,r=e.length,s=fc(t,r);yi(i,s)||(n.uniform1iv(this.addr,s),wi(i,s));for(let o=0;o!==r;++o)t.setTexture2DArray(e[o]||g_,s[o])}function Cw(n){switch(n){case 5126:return cw;case 35664:return fw;case 35665:return uw;case 35666:
return pw;case 35674:return dw;case 35675:return mw;case 35676:return gw;case 5124:case 35670:return xw;case 35667:case 35671:return _w;case 35668:case 35672:return Mw;case 35669:case 35673:return Sw;case 5125:return vw;case 36294:return yw;case 36295:return ww;case 36296:return bw;case 35678:case 36198:case 36298:case 36306:case 35682:return Tw;case 35679:case 36299:case 36307:return Ew;case 35680:case 36300:case 36308:case 36293:
return Aw;case 36289:case 36303:case 36311:case 36292:return Rw}}var uu=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=hw(t.type)}},pu=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Cw(t.type)}},du=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let s=0,
o=r.length;s!==o;++s){let a=r[s];a.setValue(e,t[a.id],i)}}},fu=/(\w+)(\])?(\[|\.)?/g;function u_(n,e){n.seq.push(e),n.map[e.id]=e}function Pw(n,e,t){let i=n.name,r=i.length;for(fu.lastIndex=0;;){let s=fu.exec(i),o=fu.lastIndex,a=s[1],l=s[2]==="]",h=s[3];if(l&&(a=a|0),h===void 0||h==="["&&o+2===r){u_(t,h===void 0?new uu(a,n,e):new pu(a,n,e));break}else{let f=t.map[a];f===void 0&&(f=new du(a),u_(t,f)),
t=f}}}var Hr=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);Pw(a,l,this)}let r=[],s=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(o):s.push(o);r.length>0&&(this.seq=r.concat(s))}setValue(e,t,i,r){
let s=this.map[t];s!==void 0&&s.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let s=0,o=t.length;s!==o;++s){let a=t[s],l=i[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,r)}}static seqWithValue(e,t){let i=[];for(let r=0,s=e.length;r!==s;++r){let o=e[r];o.id in t&&i.push(o)}return i}};function mu(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var Lw=37297,Dw=0;function Iw(n,e){let t=n.split(`
`),i=[],r=Math.max(e-6,0),s=Math.min(e+6,t.length);for(let o=r;o<s;o++){let a=o+1;i.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return i.join(`
`)}var M_=new We;function Uw(n){et._getMatrix(M_,et.workingColorSpace,n);let e=`mat3( ${M_.elements.map(t=>t.toFixed(4))} )`;switch(et.getTransfer(n)){case rs:return[e,"LinearTransferOETF"];case gt:return[e,"sRGBTransferOETF"];default:return Fe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function S_(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),s=(n.getShaderInfoLog(
e)||"").trim();if(i&&s==="")return"";let o=/ERROR: 0:(\d+)/.exec(s);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+s+`

`+Iw(n.getShaderSource(e),a)}else return s}function Nw(n,e){let t=Uw(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Fw={[Zl]:"Linear",[Jl]:"Reinhard",[Ql]:"Cineon",[jl]:"ACESFilmic",[th]:"AgX",[ih]:"Neutral",[eh]:"Custom"};function Ow(n,e){let t=Fw[e];return t===void 0?(Fe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var pc=new V;function Bw(){et.getLuminanceCoefficients(pc);
let n=pc.x.toFixed(4),e=pc.y.toFixed(4),t=pc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function kw(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(sl).join(`
`)}function Gw(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function zw(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let r=0;r<i;r++){let s=n.getActiveAttrib(e,r),o=s.name,a=1;s.type===n.FLOAT_MAT2&&(a=2),s.type===n.FLOAT_MAT3&&(a=3),s.type===n.FLOAT_MAT4&&(a=4),t[o]={type:s.type,location:n.getAttribLocation(e,o),locationSize:a}}return t}function sl(n){return n!==""}function v_(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;
return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,
e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function y_(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).
replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Hw=/^[ \t]*#include +<([\w\d./]+)>/gm;function gu(n){return n.replace(Hw,Vw)}function Vw(n,e){let t=lt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return gu(t)}var Ww=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;
function w_(n){return n.replace(Ww,Xw)}function Xw(n,e,t,i){let r="";for(let s=parseInt(e);s<parseInt(t);s++)r+=i.replace(/\[\s*i\s*\]/g,"[ "+s+" ]").replace(/UNROLLED_LOOP_INDEX/g,s);return r}function b_(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var Yw={[Ar]:"SHADOWMAP_TYPE_PCF",[jr]:"SHADOWMAP_TYPE_VSM"};function qw(n){return Yw[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Kw={[sa]:"ENVMAP_MODE_REFRACTION"};function $w(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":Kw[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Zw={[Dr]:"ENVMAP_BLENDING_MULTIPLY",[Lm]:"ENVMAP_BLENDING_MIX",[Dm]:"ENVMAP_BLENDING_ADD"};function Jw(n){
return n.envMap===!1?"ENVMAP_BLENDING_NONE":Zw[n.combine]||"ENVMAP_BLENDING_NONE"}function T_(n,e,t,i){let r=n.getContext(),s=t.defines,o=t.vertexShader,a=t.fragmentShader,l=qw(t),h=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=$w(t),f=Jw(t),c=kw(t),p=Gw(s),d=r.createProgram(),S,g,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(S=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(sl).join(`
`),S.length>0&&(S+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(sl).join(`
`),g.length>0&&(g+=`
`)):(S=[b_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#defin\
e USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTS\
PACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE\
_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#def\
ine USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?
"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?
"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHN\
ESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:
"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NOR\
MAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_\
MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#def\
ine USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool i\
sOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif",
"#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(sl).join(`
`),g=[b_(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.envMap?"#define "+u:"",t.envMap?"#define "+f:"",t.envMapPMREM?"#de\
fine ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define US\
E_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_\
ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE\
_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define US\
E_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#defin\
e USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"\
#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==hn?"#define\
 TONE_MAPPING":"",t.toneMapping!==hn?lt.tonemapping_pars_fragment:"",t.toneMapping!==hn?Ow("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",lt.colorspace_pars_fragment,Nw("linearToOutputTexel",t.outputColorSpace),Bw(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(sl).join(`
`)),o=gu(o),o=v_(o,t),o=y_(o,t),a=gu(a),a=v_(a,t),a=y_(a,t),o=w_(o),a=w_(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,S=[c,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+S,g=["#define varying in",t.glslVersion===Nf?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===Nf?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEX\
T textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let b=m+S+o,E=m+g+a,v=mu(r,r.VERTEX_SHADER,b),I=mu(r,r.FRAGMENT_SHADER,E);r.attachShader(d,v),r.attachShader(d,I),t.index0AttributeName!==void 0?r.bindAttribLocation(d,0,t.index0AttributeName):t.hasPositionAttribute===!0&&r.bindAttribLocation(d,0,"position"),r.linkProgram(d);function A(U){if(n.debug.checkShaderErrors){let D=r.getProgramInfoLog(d)||"",B=r.getShaderInfoLog(v)||"",Y=r.getShaderInfoLog(
I)||"",L=D.trim(),H=B.trim(),Z=Y.trim(),z=!0,he=!0;if(r.getProgramParameter(d,r.LINK_STATUS)===!1)if(z=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(r,d,v,I);else{let $=S_(r,v,"vertex"),Q=S_(r,I,"fragment");ut("WebGLProgram: Shader Error "+r.getError()+" - VALIDATE_STATUS "+r.getProgramParameter(d,r.VALIDATE_STATUS)+`

Material Name: `+U.name+`
Material Type: `+U.type+`

Program Info Log: `+L+`
`+$+`
`+Q)}else L!==""?Fe("WebGLProgram: Program Info Log:",L):(H===""||Z==="")&&(he=!1);he&&(U.diagnostics={runnable:z,programLog:L,vertexShader:{log:H,prefix:S},fragmentShader:{log:Z,prefix:g}})}r.deleteShader(v),r.deleteShader(I),_=new Hr(r,d),T=zw(r,d)}let _;this.getUniforms=function(){return _===void 0&&A(this),_};let T;this.getAttributes=function(){return T===void 0&&A(this),T};let G=t.rendererExtensionParallelShaderCompile===
!1;return this.isReady=function(){return G===!1&&(G=r.getProgramParameter(d,Lw)),G},this.destroy=function(){i.releaseStatesOfProgram(this),r.deleteProgram(d),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=Dw++,this.cacheKey=e,this.usedTimes=1,this.program=d,this.vertexShader=v,this.fragmentShader=I,this}var Qw=0,dc=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){
return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new xu(e),t.set(e,i)),i}},xu=class{constructor(e){
this.id=Qw++,this.code=e,this.usedTimes=0}};function jw(n){return n===Un||n===ts||n===is}function E_(n,e,t,i,r,s){let o=new js,a=new dc,l=new Set,h=[],u=new Map,f=i.logarithmicDepthBuffer,c={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physica\
l",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function p(_){return l.add(_),_===0?"uv":`uv${_}`}function d(_,T,G,U,D,B){let Y=U.fog,L=D.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?U.environment:null,Z=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&
!_.envMap||_.isMeshPhongMaterial&&!_.envMap,z=e.get(_.envMap||H,Z),he=c[_.type],$=i.precision;_.precision!==null&&($=i.getMaxPrecision(_.precision),$!==_.precision&&Fe("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let Q=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,ne=Q!==void 0?Q.length:0,fe=0;L.morphAttributes.position!==void 0&&(fe=
1),L.morphAttributes.normal!==void 0&&(fe=2),L.morphAttributes.color!==void 0&&(fe=3);let ue,Ge,nt,Xe;if(he){let we=bn[he];ue=we.vertexShader,Ge=we.fragmentShader}else{ue=_.vertexShader,Ge=_.fragmentShader;let we=a.getVertexShaderStage(_),ot=a.getFragmentShaderStage(_);a.update(_,we,ot),nt=we.id,Xe=ot.id}let ze=n.getRenderTarget(),Le=n.state.buffers.depth.getReversed(),rt=D.isInstancedMesh===!0,it=D.
isBatchedMesh===!0,st=!!_.map,Et=!!_.matcap,Lt=!!z,kt=Lt&&z.isPMREMTexture===!0,oi=!!_.aoMap,Gt=!!_.lightMap,ai=!!_.bumpMap&&_.wireframe===!1,Dt=!!_.normalMap,bi=!!_.displacementMap,xt=!!_.emissiveMap,mi=!!_.metalnessMap,Jt=!!_.roughnessMap,li=_.anisotropy>0,F=_.clearcoat>0,be=_.diffuseRoughness>0,qe=_.dispersion>0,je=_.retroreflectivity>0,Me=_.iridescence>0,Nt=_.sheen>0,ke=_.transmission>0,Ye=li&&
!!_.anisotropyMap,R=F&&!!_.clearcoatMap,M=F&&!!_.clearcoatNormalMap,W=F&&!!_.clearcoatRoughnessMap,ae=be&&!!_.diffuseRoughnessMap,re=Me&&!!_.iridescenceMap,me=Me&&!!_.iridescenceThicknessMap,ge=Nt&&!!_.sheenColorMap,j=Nt&&!!_.sheenRoughnessMap,te=!!_.specularMap,pe=!!_.specularColorMap,N=!!_.specularIntensityMap,ie=ke&&!!_.transmissionMap,ee=ke&&!!_.thicknessMap,Se=!!_.gradientMap,de=!!_.alphaMap,
_e=_.alphaTest>0,He=!!_.alphaHash,$e=!!_.extensions,oe=hn;_.toneMapped&&(ze===null||ze.isXRRenderTarget===!0)&&(oe=n.toneMapping);let Ue=kt?z.isCompressedCubeTexture?z.image[0].mipmaps:z.mipmaps:null,Ze={shaderID:he,shaderType:_.type,shaderName:_.name,vertexShader:ue,fragmentShader:Ge,defines:_.defines,customVertexShaderID:nt,customFragmentShaderID:Xe,isRawShaderMaterial:_.isRawShaderMaterial===!0,
glslVersion:_.glslVersion,precision:$,batching:it,batchingColor:it&&D._colorsTexture!==null,instancing:rt,instancingColor:rt&&D.instanceColor!==null,instancingMorph:rt&&D.morphTexture!==null,outputColorSpace:ze===null?n.outputColorSpace:ze.isXRRenderTarget===!0?ze.texture.colorSpace:et.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:st,matcap:Et,envMap:Lt,envMapMode:Lt&&z.mapping,envMapPMREM:kt,
envMapMaxLod:kt?Ue.length-1:null,envMapSize:kt?Ue[0].width:null,aoMap:oi,lightMap:Gt,bumpMap:ai,normalMap:Dt,displacementMap:bi,emissiveMap:xt,normalMapObjectSpace:Dt&&_.normalMapType===Nm,normalMapTangentSpace:Dt&&_.normalMapType===ns,packedNormalMap:Dt&&_.normalMapType===ns&&jw(_.normalMap.format),metalnessMap:mi,roughnessMap:Jt,anisotropy:li,anisotropyMap:Ye,clearcoat:F,clearcoatMap:R,clearcoatNormalMap:M,
clearcoatRoughnessMap:W,diffuseRoughness:be,diffuseRoughnessMap:ae,dispersion:qe,retroreflection:je,iridescence:Me,iridescenceMap:re,iridescenceThicknessMap:me,sheen:Nt,sheenColorMap:ge,sheenRoughnessMap:j,specularMap:te,specularColorMap:pe,specularIntensityMap:N,transmission:ke,transmissionMap:ie,thicknessMap:ee,gradientMap:Se,opaque:_.transparent===!1&&_.blending===Cr&&_.alphaToCoverage===!1,alphaMap:de,
alphaTest:_e,alphaHash:He,combine:_.combine,mapUv:st&&p(_.map.channel),aoMapUv:oi&&p(_.aoMap.channel),lightMapUv:Gt&&p(_.lightMap.channel),bumpMapUv:ai&&p(_.bumpMap.channel),normalMapUv:Dt&&p(_.normalMap.channel),displacementMapUv:bi&&p(_.displacementMap.channel),emissiveMapUv:xt&&p(_.emissiveMap.channel),metalnessMapUv:mi&&p(_.metalnessMap.channel),roughnessMapUv:Jt&&p(_.roughnessMap.channel),anisotropyMapUv:Ye&&
p(_.anisotropyMap.channel),clearcoatMapUv:R&&p(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&p(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:W&&p(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ae&&p(_.diffuseRoughnessMap.channel),iridescenceMapUv:re&&p(_.iridescenceMap.channel),iridescenceThicknessMapUv:me&&p(_.iridescenceThicknessMap.channel),sheenColorMapUv:ge&&p(_.sheenColorMap.
channel),sheenRoughnessMapUv:j&&p(_.sheenRoughnessMap.channel),specularMapUv:te&&p(_.specularMap.channel),specularColorMapUv:pe&&p(_.specularColorMap.channel),specularIntensityMapUv:N&&p(_.specularIntensityMap.channel),transmissionMapUv:ie&&p(_.transmissionMap.channel),thicknessMapUv:ee&&p(_.thicknessMap.channel),alphaMapUv:de&&p(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Dt||li),
vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!L.attributes.uv&&(st||de),fog:!!Y,useFog:_.fog===!0,fogExp2:!!Y&&Y.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&Dt===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||
_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:f,reversedDepthBuffer:Le,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:ne,morphTextureStride:fe,numSunLights:T.sun.length,
numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.
numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:B.filter(we=>we.texture!==null).length,numClippingPlanes:s.numPlanes,numClipIntersection:s.numIntersection,dithering:_.dithering,shadowMapEnabled:n.shadowMap.enabled&&G.length>0,shadowMapType:n.shadowMap.type,toneMapping:oe,decodeVideoTexture:st&&_.map.isVideoTexture===!0&&et.getTransfer(_.map.colorSpace)===gt,decodeVideoTextureEmissive:xt&&
_.emissiveMap.isVideoTexture===!0&&et.getTransfer(_.emissiveMap.colorSpace)===gt,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Ui,flipSided:_.side===ri,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:$e&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:($e&&_.
extensions.multiDraw===!0||it)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Ze.vertexUv1s=l.has(1),Ze.vertexUv2s=l.has(2),Ze.vertexUv3s=l.has(3),l.clear(),Ze}function S(_){let T=[];if(_.shaderID?T.push(_.shaderID):(T.push(_.customVertexShaderID),T.push(_.customFragmentShaderID)),_.defines!==
void 0)for(let G in _.defines)T.push(G),T.push(_.defines[G]);return _.isRawShaderMaterial===!1&&(g(T,_),m(T,_),T.push(n.outputColorSpace)),T.push(_.customProgramCacheKey),T.join()}function g(_,T){_.push(T.precision),_.push(T.outputColorSpace),_.push(T.envMapMode),_.push(T.envMapPMREM),_.push(T.envMapMaxLod),_.push(T.envMapSize),_.push(T.mapUv),_.push(T.alphaMapUv),_.push(T.lightMapUv),_.push(T.aoMapUv),
_.push(T.bumpMapUv),_.push(T.normalMapUv),_.push(T.displacementMapUv),_.push(T.emissiveMapUv),_.push(T.metalnessMapUv),_.push(T.roughnessMapUv),_.push(T.anisotropyMapUv),_.push(T.clearcoatMapUv),_.push(T.clearcoatNormalMapUv),_.push(T.clearcoatRoughnessMapUv),_.push(T.diffuseRoughnessMapUv),_.push(T.iridescenceMapUv),_.push(T.iridescenceThicknessMapUv),_.push(T.sheenColorMapUv),_.push(T.sheenRoughnessMapUv),
_.push(T.specularMapUv),_.push(T.specularColorMapUv),_.push(T.specularIntensityMapUv),_.push(T.transmissionMapUv),_.push(T.thicknessMapUv),_.push(T.combine),_.push(T.fogExp2),_.push(T.sizeAttenuation),_.push(T.morphTargetsCount),_.push(T.numSunLights),_.push(T.numDirLights),_.push(T.numPointLights),_.push(T.numSpotLights),_.push(T.numSpotLightMaps),_.push(T.numHemiLights),_.push(T.numRectAreaLights),
_.push(T.numSunLightShadows),_.push(T.numDirLightShadows),_.push(T.numPointLightShadows),_.push(T.numSpotLightShadows),_.push(T.numSpotLightShadowsWithMaps),_.push(T.numLightProbes),_.push(T.numLightProbeGrids),_.push(T.shadowMapType),_.push(T.toneMapping),_.push(T.numClippingPlanes),_.push(T.numClipIntersection),_.push(T.depthPacking)}function m(_,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&
o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(
15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&
o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(
17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function b(_){let T=c[_.type],G;if(T){let U=bn[T];G=Lg.clone(U.uniforms)}else G=_.uniforms;return G}function E(_,T){let G=u.get(T);return G!==void 0?++G.usedTimes:(G=new T_(
n,T,_,r),h.push(G),u.set(T,G)),G}function v(_){if(--_.usedTimes===0){let T=h.indexOf(_);h[T]=h[h.length-1],h.pop(),u.delete(_.cacheKey),_.destroy()}}function I(_){a.remove(_)}function A(){a.dispose()}return{getParameters:d,getProgramCacheKey:S,getUniforms:b,acquireProgram:E,releaseProgram:v,releaseShaderCache:I,programs:h,dispose:A}}function A_(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function r(o,a,l){n.get(o)[a]=l}function s(){n=new WeakMap}return{has:e,get:t,remove:i,update:r,dispose:s}}function eb(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function R_(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?
n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function C_(){let n=[],e=0,t=[],i=[],r=[];function s(){e=0,t.length=0,i.length=0,r.length=0}function o(c){let p=0;return c.isInstancedMesh&&(p+=2),c.isSkinnedMesh&&(p+=1),p}function a(c,p,d,S,g,m){let b=n[e];return b===void 0?(b={id:c.id,object:c,geometry:p,material:d,materialVariant:o(c),groupOrder:S,renderOrder:c.renderOrder,z:g,group:m},n[e]=
b):(b.id=c.id,b.object=c,b.geometry=p,b.material=d,b.materialVariant=o(c),b.groupOrder=S,b.renderOrder=c.renderOrder,b.z=g,b.group=m),e++,b}function l(c,p,d,S,g,m,b){b.reversedDepth===!0&&(g=-g);let E=a(c,p,d,S,g,m);d.transmission>0?i.push(E):d.transparent===!0?r.push(E):t.push(E)}function h(c,p,d,S,g,m){let b=a(c,p,d,S,g,m);d.transmission>0?i.unshift(b):d.transparent===!0?r.unshift(b):t.unshift(b)}
function u(c,p){t.length>1&&t.sort(c||eb),i.length>1&&i.sort(p||R_),r.length>1&&r.sort(p||R_)}function f(){for(let c=e,p=n.length;c<p;c++){let d=n[c];if(d.id===null)break;d.id=null,d.object=null,d.geometry=null,d.material=null,d.group=null}}return{opaque:t,transmissive:i,transparent:r,init:s,push:l,unshift:h,finish:f,sort:u}}function P_(){let n=new WeakMap;function e(i,r){let s=n.get(i),o;return s===
void 0?(o=new C_,n.set(i,[o])):r>=s.length?(o=new C_,s.push(o)):o=s[r],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function tb(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new V,color:new Pe};break;case"SpotLight":t={position:new V,direction:new V,color:new Pe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new V,color:new Pe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new V,
skyColor:new Pe,groundColor:new Pe};break;case"RectAreaLight":t={color:new Pe,position:new V,halfWidth:new V,halfHeight:new V};break}return n[e.id]=t,t}}}function ib(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Oe};break;case"SpotL\
ight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Oe};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Oe,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var nb=0;function rb(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function L_(n){let e=new tb,t=ib(),
i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],
spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let h=0;h<9;h++)i.probe.push(new V);let r=new V,s=new tt,o=new tt;function a(h){let u=0,f=0,c=0;for(let B=0;B<9;B++)i.probe[B].set(0,0,0);let p=0,d=0,S=0,g=0,
m=0,b=0,E=0,v=0,I=0,A=0,_=0,T=0,G=0,U=0;h.sort(rb);for(let B=0,Y=h.length;B<Y;B++){let L=h[B],H=L.color,Z=L.intensity,z=L.distance,he=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Un?he=L.shadow.map.texture:he=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)u+=H.r*Z,f+=H.g*Z,c+=H.b*Z;else if(L.isLightProbe){for(let $=0;$<9;$++)i.probe[$].addScaledVector(L.sh.coefficients[$],
Z);U++}else if(L.isSunLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,ne=t.get(L);ne.shadowIntensity=Q.intensity,ne.shadowBias=Q.bias,ne.shadowNormalBias=Q.normalBias,ne.shadowRadius=Q.radius,ne.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),i.sunShadow[d]=ne,i.sunShadowMap[d]=he;let fe=Q.getViewportCount();for(let ue=0;ue<fe;ue++)
i.sunShadowMatrix[S+ue]=Q.getMatrix(ue),i.sunShadowCascade[S+ue]=Q._cascadeData[ue];S+=fe,d++}i.sun[p]=$,p++}else if(L.isDirectionalLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let Q=L.shadow,ne=t.get(L);ne.shadowIntensity=Q.intensity,ne.shadowBias=Q.bias,ne.shadowNormalBias=Q.normalBias,ne.shadowRadius=Q.radius,ne.shadowMapSize=Q.mapSize,i.directionalShadow[g]=
ne,i.directionalShadowMap[g]=he,i.directionalShadowMatrix[g]=L.shadow.matrix,I++}i.directional[g]=$,g++}else if(L.isSpotLight){let $=e.get(L);$.position.setFromMatrixPosition(L.matrixWorld),$.color.copy(H).multiplyScalar(Z),$.distance=z,$.coneCos=Math.cos(L.angle),$.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),$.decay=L.decay,i.spot[b]=$;let Q=L.shadow;if(L.map&&(i.spotLightMap[T]=L.map,T++,Q.updateMatrices(
L),L.castShadow&&G++),i.spotLightMatrix[b]=Q.matrix,L.castShadow){let ne=t.get(L);ne.shadowIntensity=Q.intensity,ne.shadowBias=Q.bias,ne.shadowNormalBias=Q.normalBias,ne.shadowRadius=Q.radius,ne.shadowMapSize=Q.mapSize,i.spotShadow[b]=ne,i.spotShadowMap[b]=he,_++}b++}else if(L.isRectAreaLight){let $=e.get(L);$.color.copy(H).multiplyScalar(Z),$.halfWidth.set(L.width*.5,0,0),$.halfHeight.set(0,L.height*
.5,0),i.rectArea[E]=$,E++}else if(L.isPointLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),$.distance=L.distance,$.decay=L.decay,L.castShadow){let Q=L.shadow,ne=t.get(L);ne.shadowIntensity=Q.intensity,ne.shadowBias=Q.bias,ne.shadowNormalBias=Q.normalBias,ne.shadowRadius=Q.radius,ne.shadowMapSize=Q.mapSize,ne.shadowCameraNear=Q.camera.near,ne.shadowCameraFar=Q.camera.far,
i.pointShadow[m]=ne,i.pointShadowMap[m]=he,i.pointShadowMatrix[m]=L.shadow.matrix,A++}i.point[m]=$,m++}else if(L.isHemisphereLight){let $=e.get(L);$.skyColor.copy(L.color).multiplyScalar(Z),$.groundColor.copy(L.groundColor).multiplyScalar(Z),i.hemi[v]=$,v++}}E>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Ee.LTC_FLOAT_1,i.rectAreaLTC2=Ee.LTC_FLOAT_2):(i.rectAreaLTC1=Ee.LTC_HALF_1,i.rectAreaLTC2=
Ee.LTC_HALF_2)),i.ambient[0]=u,i.ambient[1]=f,i.ambient[2]=c;let D=i.hash;(D.sunLength!==p||D.directionalLength!==g||D.pointLength!==m||D.spotLength!==b||D.rectAreaLength!==E||D.hemiLength!==v||D.numSunShadows!==d||D.numDirectionalShadows!==I||D.numPointShadows!==A||D.numSpotShadows!==_||D.numSpotMaps!==T||D.numLightProbes!==U)&&(i.sun.length=p,i.directional.length=g,i.spot.length=b,i.rectArea.length=
E,i.point.length=m,i.hemi.length=v,i.sunShadow.length=d,i.sunShadowMap.length=d,i.sunShadowMatrix.length=S,i.sunShadowCascade.length=S,i.directionalShadow.length=I,i.directionalShadowMap.length=I,i.directionalShadowMatrix.length=I,i.pointShadow.length=A,i.pointShadowMap.length=A,i.pointShadowMatrix.length=A,i.spotShadow.length=_,i.spotShadowMap.length=_,i.spotLightMatrix.length=_+T-G,i.spotLightMap.
length=T,i.numSpotLightShadowsWithMaps=G,i.numLightProbes=U,D.sunLength=p,D.directionalLength=g,D.pointLength=m,D.spotLength=b,D.rectAreaLength=E,D.hemiLength=v,D.numSunShadows=d,D.numDirectionalShadows=I,D.numPointShadows=A,D.numSpotShadows=_,D.numSpotMaps=T,D.numLightProbes=U,i.version=nb++)}function l(h,u){let f=0,c=0,p=0,d=0,S=0,g=0,m=u.matrixWorldInverse;for(let b=0,E=h.length;b<E;b++){let v=h[b];
if(v.isSunLight){let I=i.sun[f];I.direction.setFromMatrixPosition(v.matrixWorld),I.direction.transformDirection(m),f++}else if(v.isDirectionalLight){let I=i.directional[c];I.direction.setFromMatrixPosition(v.matrixWorld),r.setFromMatrixPosition(v.target.matrixWorld),I.direction.sub(r),I.direction.transformDirection(m),c++}else if(v.isSpotLight){let I=i.spot[d];I.position.setFromMatrixPosition(v.matrixWorld),
I.position.applyMatrix4(m),I.direction.setFromMatrixPosition(v.matrixWorld),r.setFromMatrixPosition(v.target.matrixWorld),I.direction.sub(r),I.direction.transformDirection(m),d++}else if(v.isRectAreaLight){let I=i.rectArea[S];I.position.setFromMatrixPosition(v.matrixWorld),I.position.applyMatrix4(m),o.identity(),s.copy(v.matrixWorld),s.premultiply(m),o.extractRotation(s),I.halfWidth.set(v.width*.5,
0,0),I.halfHeight.set(0,v.height*.5,0),I.halfWidth.applyMatrix4(o),I.halfHeight.applyMatrix4(o),S++}else if(v.isPointLight){let I=i.point[p];I.position.setFromMatrixPosition(v.matrixWorld),I.position.applyMatrix4(m),p++}else if(v.isHemisphereLight){let I=i.hemi[g];I.direction.setFromMatrixPosition(v.matrixWorld),I.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:i}}function D_(n){let e=new L_(n),t=[],i=[],r=[];function s(f){u.camera=f,t.length=0,i.length=0,r.length=0}function o(f){f.isLightProbeGrid?r.push(f):t.push(f)}function a(f){i.push(f)}function l(){e.setup(t),r.sort((f,c)=>f.priority-c.priority||f.id-c.id)}function h(f){e.setupView(t,f)}let u={lightsArray:t,shadowsArray:i,lightProbeGridArray:r,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};
return{init:s,state:u,setupLights:l,setupLightsView:h,pushLight:o,pushShadow:a}}function I_(n){let e=new WeakMap;function t(r,s=0){let o=e.get(r),a;return o===void 0?(a=new D_(n),e.set(r,[a])):s>=o.length?(a=new D_(n),o.push(a)):a=o[s],a}function i(){e=new WeakMap}return{get:t,dispose:i}}var sb=[new V(1,0,0),new V(-1,0,0),new V(0,1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1)],ob=[new V(0,-1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1),new V(0,-1,0),new V(0,-1,0)],U_=new tt,ol=new V,_u=new V;function N_(n,e,t){let i=new Gn,r=new Oe,s=new Oe,o=new vt,a=new nc,l=new rc,h={},u=t.maxTextureSize,f={[Zi]:ri,[ri]:Zi,[Ui]:Ui},c=new Fi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},
resolution:{value:new Oe},radius:{value:4}},vertexShader:"",fragmentShader:""}),p=c.clone();p.defines.HORIZONTAL_PASS=1;let d=new _t;d.setAttribute("position",new Pt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let S=new Tt(d,c),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ar;let m=this.type;this.render=function(A,_,T){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===
!1||A.length===0)return;this.type===um&&(Fe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ar);let G=n.getRenderTarget(),U=n.getActiveCubeFace(),D=n.getActiveMipmapLevel(),B=n.state;B.setBlending(Rr),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let Y=m!==
this.type;Y&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(H=>H.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,H=A.length;L<H;L++){let Z=A[L],z=Z.shadow;if(z===void 0){Fe("WebGLShadowMap:",Z,"has no shadow.");continue}if(z.autoUpdate===!1&&z.needsUpdate===!1)continue;r.copy(z.mapSize);let he=z.getFrameExtents();r.multiply(he),s.copy(z.mapSize),(r.x>u||r.
y>u)&&(r.x>u&&(s.x=Math.floor(u/he.x),r.x=s.x*he.x,z.mapSize.x=s.x),r.y>u&&(s.y=Math.floor(u/he.y),r.y=s.y*he.y,z.mapSize.y=s.y));let $=n.state.buffers.depth.getReversed();if(z.camera._reversedDepth=$,z.map===null||Y===!0){if(z.map!==null&&(z.map.depthTexture!==null&&(z.map.depthTexture.dispose(),z.map.depthTexture=null),z.map.dispose()),this.type===jr){if(Z.isPointLight){Fe("WebGLShadowMap: VSM s\
hadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}z.map=new ji(r.x,r.y,{format:Un,type:Ji,minFilter:Mi,magFilter:Mi,generateMipmaps:!1}),z.map.texture.name=Z.name+".shadowMap",z.map.depthTexture=new zn(r.x,r.y,Si),z.map.depthTexture.name=Z.name+".shadowMapDepth",z.map.depthTexture.format=_n,z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=
Kt,z.map.depthTexture.magFilter=Kt}else Z.isPointLight?(z.map=new bo(r.x),z.map.depthTexture=new uo(r.x,ki)):(z.map=new ji(r.x,r.y),z.map.depthTexture=new zn(r.x,r.y,ki)),z.map.depthTexture.name=Z.name+".shadowMap",z.map.depthTexture.format=_n,this.type===Ar?(z.map.depthTexture.compareFunction=$?dh:ph,z.map.depthTexture.minFilter=Mi,z.map.depthTexture.magFilter=Mi):(z.map.depthTexture.compareFunction=
null,z.map.depthTexture.minFilter=Kt,z.map.depthTexture.magFilter=Kt);z.camera.updateProjectionMatrix()}z.map.isWebGLCubeRenderTarget!==!0&&(z.map.width!==r.x||z.map.height!==r.y)&&z.map.setSize(r.x,r.y);let Q=z.map.isWebGLCubeRenderTarget?6:z.getViewportCount();Z.isPointLight!==!0&&z.updateMatrices(Z,T);let ne=(z.camera.layers.mask&4294967294)!==0?z.camera.layers:T.layers;for(let fe=0;fe<Q;fe++){
let ue=z.getCamera(fe);if(Z.isPointLight){let Ge=z.camera,nt=z.matrix,Xe=Z.distance||Ge.far;Xe!==Ge.far&&(Ge.far=Xe,Ge.updateProjectionMatrix()),ol.setFromMatrixPosition(Z.matrixWorld),Ge.position.copy(ol),_u.copy(Ge.position),_u.add(sb[fe]),Ge.up.copy(ob[fe]),Ge.lookAt(_u),Ge.updateMatrixWorld(),nt.makeTranslation(-ol.x,-ol.y,-ol.z),U_.multiplyMatrices(Ge.projectionMatrix,Ge.matrixWorldInverse),z.
_frustum.setFromProjectionMatrix(U_,Ge.coordinateSystem,Ge.reversedDepth)}if(z.map.isWebGLCubeRenderTarget)n.setRenderTarget(z.map,fe),n.clear();else{fe===0&&(n.setRenderTarget(z.map),n.clear());let Ge=z.getViewport(fe);o.set(s.x*Ge.x,s.y*Ge.y,s.x*Ge.z,s.y*Ge.w),B.viewport(o)}i=z.getFrustum(fe),v(_,T,ue,Z,ne,this.type)}z.isPointLightShadow!==!0&&this.type===jr&&b(z,T),z.needsUpdate=!1}m=this.type,
g.needsUpdate=!1,n.setRenderTarget(G,U,D)};function b(A,_){let T=e.update(S);c.defines.VSM_SAMPLES!==A.blurSamples&&(c.defines.VSM_SAMPLES=A.blurSamples,p.defines.VSM_SAMPLES=A.blurSamples,c.needsUpdate=!0,p.needsUpdate=!0),A.mapPass===null?A.mapPass=new ji(r.x,r.y,{format:Un,type:Ji}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),c.uniforms.
shadow_pass.value=A.map.depthTexture,c.uniforms.resolution.value.set(A.map.width,A.map.height),c.uniforms.radius.value=A.radius,n.setRenderTarget(A.mapPass),n.clear(),n.renderBufferDirect(_,null,T,c,S,null),p.uniforms.shadow_pass.value=A.mapPass.texture,p.uniforms.resolution.value.set(A.map.width,A.map.height),p.uniforms.radius.value=A.radius,n.setRenderTarget(A.map),n.clear(),n.renderBufferDirect(
_,null,T,p,S,null)}function E(A,_,T,G){let U=null,D=T.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)U=D;else if(U=T.isPointLight===!0?l:a,n.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let B=U.
uuid,Y=_.uuid,L=h[B];L===void 0&&(L={},h[B]=L);let H=L[Y];H===void 0&&(H=U.clone(),L[Y]=H,_.addEventListener("dispose",I)),U=H}if(U.visible=_.visible,U.wireframe=_.wireframe,G===jr?U.side=_.shadowSide!==null?_.shadowSide:_.side:U.side=_.shadowSide!==null?_.shadowSide:f[_.side],U.alphaMap=_.alphaMap,U.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,U.map=_.map,U.clipShadows=_.clipShadows,U.clippingPlanes=
_.clippingPlanes,U.clipIntersection=_.clipIntersection,U.displacementMap=_.displacementMap,U.displacementScale=_.displacementScale,U.displacementBias=_.displacementBias,U.wireframeLinewidth=_.wireframeLinewidth,U.linewidth=_.linewidth,T.isPointLight===!0&&U.isMeshDistanceMaterial===!0){let B=n.properties.get(U);B.light=T}return U}function v(A,_,T,G,U,D){if(A.visible===!1)return;if(A.layers.test(U)&&
(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===jr)&&(!A.frustumCulled||A.intersectsFrustum(i))){A.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,A.matrixWorld);let L=e.update(A),H=A.material;if(Array.isArray(H)){let Z=L.groups;for(let z=0,he=Z.length;z<he;z++){let $=Z[z],Q=H[$.materialIndex];if(Q&&Q.visible){let ne=E(A,Q,G,D);A.onBeforeShadow(n,A,_,T,L,ne,$),n.renderBufferDirect(
T,null,L,ne,A,$),A.onAfterShadow(n,A,_,T,L,ne,$)}}}else if(H.visible){let Z=E(A,H,G,D);A.onBeforeShadow(n,A,_,T,L,Z,null),n.renderBufferDirect(T,null,L,Z,A,null),A.onAfterShadow(n,A,_,T,L,Z,null)}}let Y=A.children;for(let L=0,H=Y.length;L<H;L++)v(Y[L],_,T,G,U,D)}function I(A){A.target.removeEventListener("dispose",I);for(let T in h){let G=h[T],U=A.target.uuid;U in G&&(G[U].dispose(),delete G[U])}}}function F_(n,e){function t(){let N=!1,ie=new vt,ee=null,Se=new vt(0,0,0,0);return{setMask:function(de){ee!==de&&!N&&(n.colorMask(de,de,de,de),ee=de)},setLocked:function(de){N=de},setClear:function(de,_e,He,$e,oe){oe===!0&&(de*=$e,_e*=$e,He*=$e),ie.set(de,_e,He,$e),Se.equals(ie)===!1&&(n.clearColor(de,_e,He,$e),Se.copy(ie))},reset:function(){N=!1,ee=null,Se.set(-1,0,0,0)}}}function i(){let N=!1,ie=!1,
ee=null,Se=null,de=null;return{setReversed:function(_e){if(ie!==_e){let He=e.get("EXT_clip_control");_e?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),ie=_e;let $e=de;de=null,this.setClear($e)}},getReversed:function(){return ie},setTest:function(_e){_e?Le(n.DEPTH_TEST):rt(n.DEPTH_TEST)},setMask:function(_e){ee!==_e&&!N&&(n.depthMask(
_e),ee=_e)},setFunc:function(_e){if(ie&&(_e=Km[_e]),Se!==_e){switch(_e){case Qo:n.depthFunc(n.NEVER);break;case jo:n.depthFunc(n.ALWAYS);break;case ea:n.depthFunc(n.LESS);break;case Lr:n.depthFunc(n.LEQUAL);break;case ta:n.depthFunc(n.EQUAL);break;case ia:n.depthFunc(n.GEQUAL);break;case na:n.depthFunc(n.GREATER);break;case ra:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Se=_e}},setLocked:function(_e){
N=_e},setClear:function(_e){de!==_e&&(de=_e,ie&&(_e=1-_e),n.clearDepth(_e))},reset:function(){N=!1,ee=null,Se=null,de=null,ie=!1}}}function r(){let N=!1,ie=null,ee=null,Se=null,de=null,_e=null,He=null,$e=null,oe=null;return{setTest:function(Ue){N||(Ue?Le(n.STENCIL_TEST):rt(n.STENCIL_TEST))},setMask:function(Ue){ie!==Ue&&!N&&(n.stencilMask(Ue),ie=Ue)},setFunc:function(Ue,Ze,we){(ee!==Ue||Se!==Ze||de!==
we)&&(n.stencilFunc(Ue,Ze,we),ee=Ue,Se=Ze,de=we)},setOp:function(Ue,Ze,we){(_e!==Ue||He!==Ze||$e!==we)&&(n.stencilOp(Ue,Ze,we),_e=Ue,He=Ze,$e=we)},setLocked:function(Ue){N=Ue},setClear:function(Ue){oe!==Ue&&(n.clearStencil(Ue),oe=Ue)},reset:function(){N=!1,ie=null,ee=null,Se=null,de=null,_e=null,He=null,$e=null,oe=null}}}let s=new t,o=new i,a=new r,l={},h=new WeakMap,u={},f={},c={},p=new WeakMap,d=[],
S=null,g=!1,m=null,b=null,E=null,v=null,I=null,A=null,_=null,T=new Pe(0,0,0),G=0,U=!1,D=null,B=null,Y=null,L=null,H=null,Z=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),z=!1,he=0,$=n.getParameter(n.VERSION);$.indexOf("WebGL")!==-1?(he=parseFloat(/^WebGL (\d)/.exec($)[1]),z=he>=1):$.indexOf("OpenGL ES")!==-1&&(he=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),z=he>=2);let Q=null,ne={},fe=n.getParameter(
n.SCISSOR_BOX),ue=n.getParameter(n.VIEWPORT),Ge=new vt().fromArray(fe),nt=new vt().fromArray(ue);function Xe(N,ie,ee,Se){let de=new Uint8Array(4),_e=n.createTexture();n.bindTexture(N,_e),n.texParameteri(N,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(N,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let He=0;He<ee;He++)N===n.TEXTURE_3D||N===n.TEXTURE_2D_ARRAY?n.texImage3D(ie,0,n.RGBA,1,1,Se,0,n.RGBA,n.UNSIGNED_BYTE,
de):n.texImage2D(ie+He,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,de);return _e}let ze={};ze[n.TEXTURE_2D]=Xe(n.TEXTURE_2D,n.TEXTURE_2D,1),ze[n.TEXTURE_CUBE_MAP]=Xe(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),ze[n.TEXTURE_2D_ARRAY]=Xe(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),ze[n.TEXTURE_3D]=Xe(n.TEXTURE_3D,n.TEXTURE_3D,1,1),s.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Le(n.DEPTH_TEST),o.setFunc(
Lr),ai(!1),Dt(Pf),Le(n.CULL_FACE),oi(Rr);function Le(N){u[N]!==!0&&(n.enable(N),u[N]=!0)}function rt(N){u[N]!==!1&&(n.disable(N),u[N]=!1)}function it(N,ie){return c[N]!==ie?(n.bindFramebuffer(N,ie),c[N]=ie,N===n.DRAW_FRAMEBUFFER&&(c[n.FRAMEBUFFER]=ie),N===n.FRAMEBUFFER&&(c[n.DRAW_FRAMEBUFFER]=ie),!0):!1}function st(N,ie){let ee=d,Se=!1;if(N){ee=p.get(ie),ee===void 0&&(ee=[],p.set(ie,ee));let de=N.
textures;if(ee.length!==de.length||ee[0]!==n.COLOR_ATTACHMENT0){for(let _e=0,He=de.length;_e<He;_e++)ee[_e]=n.COLOR_ATTACHMENT0+_e;ee.length=de.length,Se=!0}}else ee[0]!==n.BACK&&(ee[0]=n.BACK,Se=!0);Se&&n.drawBuffers(ee)}function Et(N){return S!==N?(n.useProgram(N),S=N,!0):!1}let Lt={[Pr]:n.FUNC_ADD,[dm]:n.FUNC_SUBTRACT,[mm]:n.FUNC_REVERSE_SUBTRACT};Lt[gm]=n.MIN,Lt[xm]=n.MAX;let kt={[_m]:n.ZERO,[Mm]:n.
ONE,[Sm]:n.SRC_COLOR,[Kl]:n.SRC_ALPHA,[Em]:n.SRC_ALPHA_SATURATE,[bm]:n.DST_COLOR,[ym]:n.DST_ALPHA,[vm]:n.ONE_MINUS_SRC_COLOR,[$l]:n.ONE_MINUS_SRC_ALPHA,[Tm]:n.ONE_MINUS_DST_COLOR,[wm]:n.ONE_MINUS_DST_ALPHA,[Am]:n.CONSTANT_COLOR,[Rm]:n.ONE_MINUS_CONSTANT_COLOR,[Cm]:n.CONSTANT_ALPHA,[Pm]:n.ONE_MINUS_CONSTANT_ALPHA};function oi(N,ie,ee,Se,de,_e,He,$e,oe,Ue){if(N===Rr){g===!0&&(rt(n.BLEND),g=!1);return}
if(g===!1&&(Le(n.BLEND),g=!0),N!==pm){if(N!==m||Ue!==U){if((b!==Pr||I!==Pr)&&(n.blendEquation(n.FUNC_ADD),b=Pr,I=Pr),Ue)switch(N){case Cr:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Lf:n.blendFunc(n.ONE,n.ONE);break;case Df:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case If:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.
ZERO,n.ONE);break;default:ut("WebGLState: Invalid blending: ",N);break}else switch(N){case Cr:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Lf:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case Df:ut("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case If:ut("WebGLState: MultiplyBlending requires materi\
al.premultipliedAlpha = true");break;default:ut("WebGLState: Invalid blending: ",N);break}E=null,v=null,A=null,_=null,T.set(0,0,0),G=0,m=N,U=Ue}return}de=de||ie,_e=_e||ee,He=He||Se,(ie!==b||de!==I)&&(n.blendEquationSeparate(Lt[ie],Lt[de]),b=ie,I=de),(ee!==E||Se!==v||_e!==A||He!==_)&&(n.blendFuncSeparate(kt[ee],kt[Se],kt[_e],kt[He]),E=ee,v=Se,A=_e,_=He),($e.equals(T)===!1||oe!==G)&&(n.blendColor($e.
r,$e.g,$e.b,oe),T.copy($e),G=oe),m=N,U=!1}function Gt(N,ie){N.side===Ui?rt(n.CULL_FACE):Le(n.CULL_FACE);let ee=N.side===ri;ie&&(ee=!ee),ai(ee),N.blending===Cr&&N.transparent===!1?oi(Rr):oi(N.blending,N.blendEquation,N.blendSrc,N.blendDst,N.blendEquationAlpha,N.blendSrcAlpha,N.blendDstAlpha,N.blendColor,N.blendAlpha,N.premultipliedAlpha),o.setFunc(N.depthFunc),o.setTest(N.depthTest),o.setMask(N.depthWrite),
s.setMask(N.colorWrite);let Se=N.stencilWrite;a.setTest(Se),Se&&(a.setMask(N.stencilWriteMask),a.setFunc(N.stencilFunc,N.stencilRef,N.stencilFuncMask),a.setOp(N.stencilFail,N.stencilZFail,N.stencilZPass)),xt(N.polygonOffset,N.polygonOffsetFactor,N.polygonOffsetUnits),N.alphaToCoverage===!0?Le(n.SAMPLE_ALPHA_TO_COVERAGE):rt(n.SAMPLE_ALPHA_TO_COVERAGE)}function ai(N){D!==N&&(N?n.frontFace(n.CW):n.frontFace(
n.CCW),D=N)}function Dt(N){N!==cm?(Le(n.CULL_FACE),N!==B&&(N===Pf?n.cullFace(n.BACK):N===fm?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):rt(n.CULL_FACE),B=N}function bi(N){N!==Y&&(z&&n.lineWidth(N),Y=N)}function xt(N,ie,ee){N?(Le(n.POLYGON_OFFSET_FILL),(L!==ie||H!==ee)&&(L=ie,H=ee,o.getReversed()&&(ie=-ie,ee=-ee),n.polygonOffset(ie,ee))):rt(n.POLYGON_OFFSET_FILL)}function mi(N){N?Le(n.SCISSOR_TEST):
rt(n.SCISSOR_TEST)}function Jt(N){N===void 0&&(N=n.TEXTURE0+Z-1),Q!==N&&(n.activeTexture(N),Q=N)}function li(N,ie,ee){ee===void 0&&(Q===null?ee=n.TEXTURE0+Z-1:ee=Q);let Se=ne[ee];Se===void 0&&(Se={type:void 0,texture:void 0},ne[ee]=Se),(Se.type!==N||Se.texture!==ie)&&(Q!==ee&&(n.activeTexture(ee),Q=ee),n.bindTexture(N,ie||ze[N]),Se.type=N,Se.texture=ie)}function F(){let N=ne[Q];N!==void 0&&N.type!==
void 0&&(n.bindTexture(N.type,null),N.type=void 0,N.texture=void 0)}function be(){try{n.compressedTexImage2D(...arguments)}catch(N){ut("WebGLState:",N)}}function qe(){try{n.compressedTexImage3D(...arguments)}catch(N){ut("WebGLState:",N)}}function je(){try{n.texSubImage2D(...arguments)}catch(N){ut("WebGLState:",N)}}function Me(){try{n.texSubImage3D(...arguments)}catch(N){ut("WebGLState:",N)}}function Nt(){
try{n.compressedTexSubImage2D(...arguments)}catch(N){ut("WebGLState:",N)}}function ke(){try{n.compressedTexSubImage3D(...arguments)}catch(N){ut("WebGLState:",N)}}function Ye(){try{n.texStorage2D(...arguments)}catch(N){ut("WebGLState:",N)}}function R(){try{n.texStorage3D(...arguments)}catch(N){ut("WebGLState:",N)}}function M(){try{n.texImage2D(...arguments)}catch(N){ut("WebGLState:",N)}}function W(){
try{n.texImage3D(...arguments)}catch(N){ut("WebGLState:",N)}}function ae(N){return f[N]!==void 0?f[N]:n.getParameter(N)}function re(N,ie){f[N]!==ie&&(n.pixelStorei(N,ie),f[N]=ie)}function me(N){Ge.equals(N)===!1&&(n.scissor(N.x,N.y,N.z,N.w),Ge.copy(N))}function ge(N){nt.equals(N)===!1&&(n.viewport(N.x,N.y,N.z,N.w),nt.copy(N))}function j(N,ie){let ee=h.get(ie);ee===void 0&&(ee=new WeakMap,h.set(ie,
ee));let Se=ee.get(N);Se===void 0&&(Se=n.getUniformBlockIndex(ie,N.name),n.uniformBlockBinding(ie,Se,Se),ee.set(N,Se))}function te(N,ie,ee){let de=h.get(ie).get(N);l[de]!==ee&&(n.bindBufferBase(n.UNIFORM_BUFFER,de,ee),l[de]=ee)}function pe(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(
n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),
n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(
n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,
0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),u={},f={},Q=null,ne={},c={},l={},p=new WeakMap,d=[],S=null,g=!1,m=null,b=null,E=null,v=null,I=null,A=null,_=null,T=new Pe(0,0,0),G=0,U=!1,D=null,B=null,Y=null,L=null,H=null,Ge.set(0,0,n.canvas.width,n.canvas.height),nt.set(0,0,n.canvas.width,n.canvas.height),s.reset(),o.reset(),a.reset()}return{buffers:{color:s,depth:o,stencil:a},enable:Le,disable:rt,bindFramebuffer:it,
drawBuffers:st,useProgram:Et,setBlending:oi,setMaterial:Gt,setFlipSided:ai,setCullFace:Dt,setLineWidth:bi,setPolygonOffset:xt,setScissorTest:mi,activeTexture:Jt,bindTexture:li,unbindTexture:F,compressedTexImage2D:be,compressedTexImage3D:qe,texImage2D:M,texImage3D:W,pixelStorei:re,getParameter:ae,updateUBOMapping:j,uniformBlockBinding:te,texStorage2D:Ye,texStorage3D:R,texSubImage2D:je,texSubImage3D:Me,
compressedTexSubImage2D:Nt,compressedTexSubImage3D:ke,scissor:me,viewport:ge,reset:pe}}function O_(n,e,t,i,r,s,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),h=new Oe,u=new WeakMap,f=new Set,c,p=new WeakMap,d=new Set,S=new FinalizationRegistry(R=>d.delete(R)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(R,M){
return g?new OffscreenCanvas(R,M):$s("canvas")}function b(R,M,W){let ae=1,re=Ye(R);if((re.width>W||re.height>W)&&(ae=W/Math.max(re.width,re.height)),ae<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let me=Math.floor(ae*re.
width),ge=Math.floor(ae*re.height);c===void 0&&(c=m(me,ge));let j=M?m(me,ge):c;return j.width=me,j.height=ge,j.getContext("2d").drawImage(R,0,0,me,ge),Fe("WebGLRenderer: Texture has been resized from ("+re.width+"x"+re.height+") to ("+me+"x"+ge+")."),j}else return"data"in R&&Fe("WebGLRenderer: Image in DataTexture is too big ("+re.width+"x"+re.height+")."),R;return R}function E(R){return R.generateMipmaps}
function v(R){n.generateMipmap(R)}function I(R){return R.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?n.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function A(R,M,W,ae,re,me=!1){if(R!==null){if(n[R]!==void 0)return n[R];Fe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ge;ae&&(ge=e.get("EXT\
_texture_norm16"),ge||Fe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let j=M;if(M===n.RED&&(W===n.FLOAT&&(j=n.R32F),W===n.HALF_FLOAT&&(j=n.R16F),W===n.UNSIGNED_BYTE&&(j=n.R8),W===n.UNSIGNED_SHORT&&ge&&(j=ge.R16_EXT),W===n.SHORT&&ge&&(j=ge.R16_SNORM_EXT)),M===n.RED_INTEGER&&(W===n.UNSIGNED_BYTE&&(j=n.R8UI),W===n.UNSIGNED_SHORT&&(j=n.R16UI),W===n.UNSIGNED_INT&&
(j=n.R32UI),W===n.BYTE&&(j=n.R8I),W===n.SHORT&&(j=n.R16I),W===n.INT&&(j=n.R32I)),M===n.RG&&(W===n.FLOAT&&(j=n.RG32F),W===n.HALF_FLOAT&&(j=n.RG16F),W===n.UNSIGNED_BYTE&&(j=n.RG8),W===n.UNSIGNED_SHORT&&ge&&(j=ge.RG16_EXT),W===n.SHORT&&ge&&(j=ge.RG16_SNORM_EXT)),M===n.RG_INTEGER&&(W===n.UNSIGNED_BYTE&&(j=n.RG8UI),W===n.UNSIGNED_SHORT&&(j=n.RG16UI),W===n.UNSIGNED_INT&&(j=n.RG32UI),W===n.BYTE&&(j=n.RG8I),
W===n.SHORT&&(j=n.RG16I),W===n.INT&&(j=n.RG32I)),M===n.RGB_INTEGER&&(W===n.UNSIGNED_BYTE&&(j=n.RGB8UI),W===n.UNSIGNED_SHORT&&(j=n.RGB16UI),W===n.UNSIGNED_INT&&(j=n.RGB32UI),W===n.BYTE&&(j=n.RGB8I),W===n.SHORT&&(j=n.RGB16I),W===n.INT&&(j=n.RGB32I)),M===n.RGBA_INTEGER&&(W===n.UNSIGNED_BYTE&&(j=n.RGBA8UI),W===n.UNSIGNED_SHORT&&(j=n.RGBA16UI),W===n.UNSIGNED_INT&&(j=n.RGBA32UI),W===n.BYTE&&(j=n.RGBA8I),
W===n.SHORT&&(j=n.RGBA16I),W===n.INT&&(j=n.RGBA32I)),M===n.RGB&&(W===n.UNSIGNED_SHORT&&ge&&(j=ge.RGB16_EXT),W===n.SHORT&&ge&&(j=ge.RGB16_SNORM_EXT),W===n.UNSIGNED_INT_5_9_9_9_REV&&(j=n.RGB9_E5),W===n.UNSIGNED_INT_10F_11F_11F_REV&&(j=n.R11F_G11F_B10F)),M===n.RGBA){let te=me?rs:et.getTransfer(re);W===n.FLOAT&&(j=n.RGBA32F),W===n.HALF_FLOAT&&(j=n.RGBA16F),W===n.UNSIGNED_BYTE&&(j=te===gt?n.SRGB8_ALPHA8:
n.RGBA8),W===n.UNSIGNED_SHORT&&ge&&(j=ge.RGBA16_EXT),W===n.SHORT&&ge&&(j=ge.RGBA16_SNORM_EXT),W===n.UNSIGNED_SHORT_4_4_4_4&&(j=n.RGBA4),W===n.UNSIGNED_SHORT_5_5_5_1&&(j=n.RGB5_A1)}return(j===n.R16F||j===n.R32F||j===n.RG16F||j===n.RG32F||j===n.RGBA16F||j===n.RGBA32F)&&e.get("EXT_color_buffer_float"),j}function _(R,M){let W;return R?M===null||M===ki||M===lr?W=n.DEPTH24_STENCIL8:M===Si?W=n.DEPTH32F_STENCIL8:
M===ar&&(W=n.DEPTH24_STENCIL8,Fe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===ki||M===lr?W=n.DEPTH_COMPONENT24:M===Si?W=n.DEPTH_COMPONENT32F:M===ar&&(W=n.DEPTH_COMPONENT16),W}function T(R,M){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Kt&&R.minFilter!==Mi?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.
length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function G(R){let M=new WeakRef(R);i.get(R).__ref=M,d.add(M),S.register(R,M,M)}function U(R){let M=i.get(R).__ref;M!==void 0&&(d.delete(M),S.unregister(M))}function D(R){Y(R.target)}function B(R){L(R.target)}function Y(R){R.removeEventListener("dispose",D),U(R),Z(R),R.isVideoTexture&&u.delete(R),R.isHTMLTexture&&f.delete(R)}function L(R){
R.removeEventListener("dispose",B),U(R),he(R)}function H(){for(let R of d){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?L(M):Y(M))}d.clear(),f.clear()}function Z(R){let M=i.get(R);if(M.__webglInit===void 0)return;let W=R.source,ae=p.get(W);if(ae){let re=ae[M.__cacheKey];re.usedTimes--,re.usedTimes===0&&z(R),Object.keys(ae).length===0&&p.delete(W)}i.remove(R)}function z(R){let M=i.get(R);n.deleteTexture(
M.__webglTexture);let W=R.source,ae=p.get(W);delete ae[M.__cacheKey],o.memory.textures--}function he(R){let M=i.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let W=R.depthTexture;if(W&&W.renderTarget===R&&Y(W),R.isWebGLCubeRenderTarget)for(let re=0;re<6;re++){if(Array.isArray(M.__webglFramebuffer[re]))for(let me=0;me<M.__webglFramebuffer[re].length;me++)n.deleteFramebuffer(M.__webglFramebuffer[re][me]);else
n.deleteFramebuffer(M.__webglFramebuffer[re]);M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer[re])}else{if(Array.isArray(M.__webglFramebuffer))for(let re=0;re<M.__webglFramebuffer.length;re++)n.deleteFramebuffer(M.__webglFramebuffer[re]);else n.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&n.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&
n.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let re=0;re<M.__webglColorRenderbuffer.length;re++)M.__webglColorRenderbuffer[re]&&n.deleteRenderbuffer(M.__webglColorRenderbuffer[re]);M.__webglDepthRenderbuffer&&n.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ae=R.textures;for(let re=0,me=ae.length;re<me;re++){let ge=i.get(ae[re]);ge.__webglTexture&&(n.deleteTexture(
ge.__webglTexture),o.memory.textures--),i.remove(ae[re])}i.remove(R)}let $=0;function Q(){$=0}function ne(){return $}function fe(R){$=R}function ue(){let R=$;return R>=r.maxTextures&&Fe("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+r.maxTextures),$+=1,R}function Ge(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(
R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function nt(R,M){let W=i.get(R);if(R.isVideoTexture&&Nt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&W.__version!==R.version){let ae=R.
image;if(ae===null)Fe("WebGLRenderer: Texture marked for update but no image data found.");else if(ae.complete===!1)Fe("WebGLRenderer: Texture marked for update but image is incomplete");else{Gt(W,R,M);return}}else R.isExternalTexture&&(W.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,W.__webglTexture,n.TEXTURE0+M)}function Xe(R,M){let W=i.get(R);if(R.isRenderTargetTexture===
!1&&R.version>0&&W.__version!==R.version){Gt(W,R,M);return}else R.isExternalTexture&&(W.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,W.__webglTexture,n.TEXTURE0+M)}function ze(R,M){let W=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&W.__version!==R.version){Gt(W,R,M);return}t.bindTexture(n.TEXTURE_3D,W.__webglTexture,n.TEXTURE0+M)}function Le(R,M){
let W=i.get(R);if(R.version>0&&W.__version!==R.version){ai(W,R,M);return}t.bindTexture(n.TEXTURE_CUBE_MAP,W.__webglTexture,n.TEXTURE0+M)}let rt={[oa]:n.REPEAT,[Ln]:n.CLAMP_TO_EDGE,[aa]:n.MIRRORED_REPEAT},it={[Kt]:n.NEAREST,[Im]:n.NEAREST_MIPMAP_NEAREST,[la]:n.NEAREST_MIPMAP_LINEAR,[Mi]:n.LINEAR,[sh]:n.LINEAR_MIPMAP_NEAREST,[Dn]:n.LINEAR_MIPMAP_LINEAR},st={[Om]:n.NEVER,[mh]:n.ALWAYS,[Bm]:n.LESS,[ph]:n.
LEQUAL,[km]:n.EQUAL,[dh]:n.GEQUAL,[Gm]:n.GREATER,[zm]:n.NOTEQUAL};function Et(R,M){if(M.type===Si&&e.has("OES_texture_float_linear")===!1&&(M.magFilter===Mi||M.magFilter===sh||M.magFilter===la||M.magFilter===Dn||M.minFilter===Mi||M.minFilter===sh||M.minFilter===la||M.minFilter===Dn)&&Fe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not suppor\
ted on this device."),n.texParameteri(R,n.TEXTURE_WRAP_S,rt[M.wrapS]),n.texParameteri(R,n.TEXTURE_WRAP_T,rt[M.wrapT]),(R===n.TEXTURE_3D||R===n.TEXTURE_2D_ARRAY)&&n.texParameteri(R,n.TEXTURE_WRAP_R,rt[M.wrapR]),n.texParameteri(R,n.TEXTURE_MAG_FILTER,it[M.magFilter]),n.texParameteri(R,n.TEXTURE_MIN_FILTER,it[M.minFilter]),M.compareFunction&&(n.texParameteri(R,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),
n.texParameteri(R,n.TEXTURE_COMPARE_FUNC,st[M.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Kt||M.minFilter!==la&&M.minFilter!==Dn||M.type===Si&&e.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||i.get(M).__currentAnisotropy){let W=e.get("EXT_texture_filter_anisotropic");n.texParameterf(R,W.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,r.getMaxAnisotropy())),
i.get(M).__currentAnisotropy=M.anisotropy}}}function Lt(R,M){let W=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",D),G(M));let ae=M.source,re=p.get(ae);re===void 0&&(re={},p.set(ae,re));let me=Ge(M);if(me!==R.__cacheKey){re[me]===void 0&&(re[me]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,W=!0),re[me].usedTimes++;let ge=re[R.__cacheKey];ge!==void 0&&(re[R.
__cacheKey].usedTimes--,ge.usedTimes===0&&z(M)),R.__cacheKey=me,R.__webglTexture=re[me].texture}return W}function kt(R,M,W){return Math.floor(Math.floor(R/W)/M)}function oi(R,M,W,ae){let me=R.updateRanges;if(me.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,M.width,M.height,W,ae,M.data);else{me.sort((N,ie)=>N.start-ie.start);let ge=0;for(let N=1;N<me.length;N++){let ie=me[ge],ee=me[N],Se=ie.start+ie.
count,de=kt(ee.start,M.width,4),_e=kt(ie.start,M.width,4);ee.start<=Se+1&&de===_e&&kt(ee.start+ee.count-1,M.width,4)===de?ie.count=Math.max(ie.count,ee.start+ee.count-ie.start):(++ge,me[ge]=ee)}me.length=ge+1;let j=t.getParameter(n.UNPACK_ROW_LENGTH),te=t.getParameter(n.UNPACK_SKIP_PIXELS),pe=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,M.width);for(let N=0,ie=me.length;N<ie;N++){
let ee=me[N],Se=Math.floor(ee.start/4),de=Math.ceil(ee.count/4),_e=Se%M.width,He=Math.floor(Se/M.width),$e=de,oe=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,_e),t.pixelStorei(n.UNPACK_SKIP_ROWS,He),t.texSubImage2D(n.TEXTURE_2D,0,_e,He,$e,oe,W,ae,M.data)}R.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,j),t.pixelStorei(n.UNPACK_SKIP_PIXELS,te),t.pixelStorei(n.UNPACK_SKIP_ROWS,pe)}}function Gt(R,M,W){
let ae=n.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ae=n.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ae=n.TEXTURE_3D);let re=Lt(R,M),me=M.source;t.bindTexture(ae,R.__webglTexture,n.TEXTURE0+W);let ge=i.get(me);if(me.version!==ge.__version||re===!0){if(t.activeTexture(n.TEXTURE0+W),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let oe=et.getPrimaries(et.workingColorSpace),
Ue=M.colorSpace===Mn?null:et.getPrimaries(M.colorSpace),Ze=M.colorSpace===Mn||oe===Ue?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,Ze)}t.pixelStorei(n.UNPACK_ALIGNMENT,M.unpackAlignment);let te=b(M.image,!1,r.maxTextureSize);te=ke(M,te);let pe=s.convert(
M.format,M.colorSpace),N=s.convert(M.type),ie=A(M.internalFormat,pe,N,M.normalized,M.colorSpace,M.isVideoTexture);Et(ae,M);let ee,Se=M.mipmaps,de=M.isVideoTexture!==!0,_e=ge.__version===void 0||re===!0,He=me.dataReady,$e=T(M,te);if(M.isDepthTexture)ie=_(M.format===In,M.type),_e&&(de?t.texStorage2D(n.TEXTURE_2D,1,ie,te.width,te.height):t.texImage2D(n.TEXTURE_2D,0,ie,te.width,te.height,0,pe,N,null));else if(M.
isDataTexture)if(Se.length>0){de&&_e&&t.texStorage2D(n.TEXTURE_2D,$e,ie,Se[0].width,Se[0].height);for(let oe=0,Ue=Se.length;oe<Ue;oe++)ee=Se[oe],de?He&&t.texSubImage2D(n.TEXTURE_2D,oe,0,0,ee.width,ee.height,pe,N,ee.data):t.texImage2D(n.TEXTURE_2D,oe,ie,ee.width,ee.height,0,pe,N,ee.data);M.generateMipmaps=!1}else de?(_e&&t.texStorage2D(n.TEXTURE_2D,$e,ie,te.width,te.height),He&&oi(M,te,pe,N)):t.texImage2D(
n.TEXTURE_2D,0,ie,te.width,te.height,0,pe,N,te.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){de&&_e&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,ie,Se[0].width,Se[0].height,te.depth);for(let oe=0,Ue=Se.length;oe<Ue;oe++)if(ee=Se[oe],M.format!==cn)if(pe!==null)if(de){if(He)if(M.layerUpdates.size>0){let Ze=hu(ee.width,ee.height,M.format,M.type);for(let we of M.layerUpdates){let ot=ee.data.
subarray(we*Ze/ee.data.BYTES_PER_ELEMENT,(we+1)*Ze/ee.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,oe,0,0,we,ee.width,ee.height,1,pe,ot)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,oe,0,0,0,ee.width,ee.height,te.depth,pe,ee.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,oe,ie,ee.width,ee.height,te.depth,0,ee.data,0,0);else Fe("WebGLRenderer: Attempt to load uns\
upported compressed texture format in .uploadTexture()");else de?He&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,oe,0,0,0,ee.width,ee.height,te.depth,pe,N,ee.data):t.texImage3D(n.TEXTURE_2D_ARRAY,oe,ie,ee.width,ee.height,te.depth,0,pe,N,ee.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{de&&_e&&t.texStorage2D(n.TEXTURE_2D,$e,ie,Se[0].width,Se[0].height);for(let oe=0,Ue=Se.length;oe<Ue;oe++)ee=Se[oe],
M.format!==cn?pe!==null?de?He&&t.compressedTexSubImage2D(n.TEXTURE_2D,oe,0,0,ee.width,ee.height,pe,ee.data):t.compressedTexImage2D(n.TEXTURE_2D,oe,ie,ee.width,ee.height,0,ee.data):Fe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):de?He&&t.texSubImage2D(n.TEXTURE_2D,oe,0,0,ee.width,ee.height,pe,N,ee.data):t.texImage2D(n.TEXTURE_2D,oe,ie,ee.width,ee.height,
0,pe,N,ee.data)}else if(M.isDataArrayTexture)if(de){if(_e&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,ie,te.width,te.height,te.depth),He)if(M.layerUpdates.size>0){let oe=hu(te.width,te.height,M.format,M.type);for(let Ue of M.layerUpdates){let Ze=te.data.subarray(Ue*oe/te.data.BYTES_PER_ELEMENT,(Ue+1)*oe/te.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Ue,te.width,te.height,1,pe,N,Ze)}
M.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,te.width,te.height,te.depth,pe,N,te.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,ie,te.width,te.height,te.depth,0,pe,N,te.data);else if(M.isData3DTexture)de?(_e&&t.texStorage3D(n.TEXTURE_3D,$e,ie,te.width,te.height,te.depth),He&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,te.width,te.height,te.depth,pe,N,te.data)):t.texImage3D(n.TEXTURE_3D,
0,ie,te.width,te.height,te.depth,0,pe,N,te.data);else if(M.isFramebufferTexture){if(_e)if(de)t.texStorage2D(n.TEXTURE_2D,$e,ie,te.width,te.height);else{let oe=te.width,Ue=te.height;for(let Ze=0;Ze<$e;Ze++)t.texImage2D(n.TEXTURE_2D,Ze,ie,oe,Ue,0,pe,N,null),oe>>=1,Ue>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in n){let oe=n.canvas;if(oe.hasAttribute("layoutsubtree")||oe.setAttribute("layout\
subtree","true"),te.parentNode!==oe){oe.appendChild(te),f.add(M),oe.onpaint=Ue=>{let Ze=Ue.changedElements;for(let we of f)Ze.includes(we.image)&&(we.needsUpdate=!0)},oe.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,te);else{let Ze=n.RGBA,we=n.RGBA,ot=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,Ze,we,ot,te)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,
n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Se.length>0){if(de&&_e){let oe=Ye(Se[0]);t.texStorage2D(n.TEXTURE_2D,$e,ie,oe.width,oe.height)}for(let oe=0,Ue=Se.length;oe<Ue;oe++)ee=Se[oe],de?He&&t.texSubImage2D(n.TEXTURE_2D,oe,0,0,pe,N,ee):t.texImage2D(n.TEXTURE_2D,oe,ie,pe,N,ee);M.generateMipmaps=!1}else if(de){
if(_e){let oe=Ye(te);t.texStorage2D(n.TEXTURE_2D,$e,ie,oe.width,oe.height)}He&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,pe,N,te)}else t.texImage2D(n.TEXTURE_2D,0,ie,pe,N,te);E(M)&&M.mipmapsAutoUpdate===!0&&v(ae),ge.__version=me.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function ai(R,M,W){if(M.image.length!==6)return;let ae=Lt(R,M),re=M.source;t.bindTexture(n.TEXTURE_CUBE_MAP,R.__webglTexture,
n.TEXTURE0+W);let me=i.get(re);if(re.version!==me.__version||ae===!0){t.activeTexture(n.TEXTURE0+W);let ge=et.getPrimaries(et.workingColorSpace),j=M.colorSpace===Mn?null:et.getPrimaries(M.colorSpace),te=M.colorSpace===Mn||ge===j?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,
M.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,te);let pe=M.isCompressedTexture||M.image[0].isCompressedTexture,N=M.image[0]&&M.image[0].isDataTexture,ie=[];for(let we=0;we<6;we++)!pe&&!N?ie[we]=b(M.image[we],!0,r.maxCubemapSize):ie[we]=N?M.image[we].image:M.image[we],ie[we]=ke(M,ie[we]);let ee=ie[0],Se=s.convert(M.format,M.colorSpace),de=s.convert(M.type),_e=A(M.internalFormat,
Se,de,M.normalized,M.colorSpace),He=M.isVideoTexture!==!0,$e=me.__version===void 0||ae===!0,oe=re.dataReady,Ue=T(M,ee);Et(n.TEXTURE_CUBE_MAP,M);let Ze;if(M.isDepthTexture){if(_e=_(M.format===In,M.type),$e)if(He)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,_e,ee.width,ee.height);else for(let we=0;we<6;we++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,0,_e,ee.width,ee.height,0,Se,de,null)}else if(pe){He&&$e&&
t.texStorage2D(n.TEXTURE_CUBE_MAP,Ue,_e,ee.width,ee.height);for(let we=0;we<6;we++){Ze=ie[we].mipmaps;for(let ot=0;ot<Ze.length;ot++){let zt=Ze[ot];M.format!==cn?Se!==null?He?oe&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot,0,0,zt.width,zt.height,Se,zt.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot,_e,zt.width,zt.height,0,zt.data):Fe("WebGLRenderer: Attempt to lo\
ad unsupported compressed texture format in .setTextureCube()"):He?oe&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot,0,0,zt.width,zt.height,Se,de,zt.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot,_e,zt.width,zt.height,0,Se,de,zt.data)}}}else{if(Ze=M.mipmaps,He&&$e){Ze.length>0&&Ue++;let we=Ye(ie[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Ue,_e,we.width,we.height)}for(let we=0;we<6;we++)if(N){
He?oe&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,0,0,0,ie[we].width,ie[we].height,Se,de,ie[we].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,0,_e,ie[we].width,ie[we].height,0,Se,de,ie[we].data);for(let ot=0;ot<Ze.length;ot++){let Vi=Ze[ot].image[we].image;He?oe&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot+1,0,0,Vi.width,Vi.height,Se,de,Vi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+
we,ot+1,_e,Vi.width,Vi.height,0,Se,de,Vi.data)}}else{He?oe&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,0,0,0,Se,de,ie[we]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,0,_e,Se,de,ie[we]);for(let ot=0;ot<Ze.length;ot++){let zt=Ze[ot];He?oe&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot+1,0,0,Se,de,zt.image[we]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+we,ot+1,_e,Se,de,zt.image[we])}}}
E(M)&&M.mipmapsAutoUpdate===!0&&v(n.TEXTURE_CUBE_MAP),me.__version=re.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Dt(R,M,W,ae,re,me){let ge=s.convert(W.format,W.colorSpace),j=s.convert(W.type),te=A(W.internalFormat,ge,j,W.normalized,W.colorSpace),pe=i.get(M),N=i.get(W);if(N.__renderTarget=M,!pe.__hasExternalTextures){let ie=Math.max(1,M.width>>me),ee=Math.max(1,M.height>>me);re===
n.TEXTURE_3D||re===n.TEXTURE_2D_ARRAY?t.texImage3D(re,me,te,ie,ee,M.depth,0,ge,j,null):t.texImage2D(re,me,te,ie,ee,0,ge,j,null)}t.bindFramebuffer(n.FRAMEBUFFER,R),Me(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,ae,re,N.__webglTexture,0,je(M)):(re===n.TEXTURE_2D||re>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&re<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,ae,re,N.__webglTexture,
me),t.bindFramebuffer(n.FRAMEBUFFER,null)}function bi(R,M,W){if(n.bindRenderbuffer(n.RENDERBUFFER,R),M.depthBuffer){let ae=M.depthTexture,re=ae&&ae.isDepthTexture?ae.type:null,me=_(M.stencilBuffer,re),ge=M.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Me(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,je(M),me,M.width,M.height):W?n.renderbufferStorageMultisample(n.RENDERBUFFER,
je(M),me,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,me,M.width,M.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,ge,n.RENDERBUFFER,R)}else{let ae=M.textures;for(let re=0;re<ae.length;re++){let me=ae[re],ge=s.convert(me.format,me.colorSpace),j=s.convert(me.type),te=A(me.internalFormat,ge,j,me.normalized,me.colorSpace);Me(M)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,je(M),te,M.width,
M.height):W?n.renderbufferStorageMultisample(n.RENDERBUFFER,je(M),te,M.width,M.height):n.renderbufferStorage(n.RENDERBUFFER,te,M.width,M.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function xt(R,M,W){let ae=M.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must b\
e an instance of THREE.DepthTexture.");let re=i.get(M.depthTexture);re.__renderTarget=M;let me=ae?M.depthTexture.image[0]:M.depthTexture.image;(!re.__webglTexture||me.width!==M.width||me.height!==M.height)&&(me.width=M.width,me.height=M.height,M.depthTexture.needsUpdate=!0),ae?Le(M.depthTexture,0):nt(M.depthTexture,0);let ge=re.__webglTexture,j=je(M),te=ae?n.TEXTURE_CUBE_MAP_POSITIVE_X+W:n.TEXTURE_2D,
pe=M.depthTexture.format===In?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(M.depthTexture.format===_n)Me(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,te,ge,0,j):n.framebufferTexture2D(n.FRAMEBUFFER,pe,te,ge,0);else if(M.depthTexture.format===In)Me(M)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,te,ge,0,j):n.framebufferTexture2D(n.FRAMEBUFFER,pe,te,ge,0);else throw new Error(
"THREE.WebGLTextures: Unknown depthTexture format.")}function mi(R){let M=i.get(R),W=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let ae=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ae){let re=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ae.removeEventListener("dispose",re)};ae.addEventListener("dispose",re),M.__depthDisposeCallback=
re}M.__boundDepthTexture=ae}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if(W)for(let ae=0;ae<6;ae++)xt(M.__webglFramebuffer[ae],R,ae);else R.texture.mipmaps.length>0?xt(M.__webglFramebuffer[0],R,0):xt(M.__webglFramebuffer,R,0);else if(W){M.__webglDepthbuffer=[];for(let ae=0;ae<6;ae++)if(t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[ae]),M.__webglDepthbuffer[ae]===void 0)M.__webglDepthbuffer[ae]=
n.createRenderbuffer(),bi(M.__webglDepthbuffer[ae],R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=M.__webglDepthbuffer[ae];n.bindRenderbuffer(n.RENDERBUFFER,me),n.framebufferRenderbuffer(n.FRAMEBUFFER,re,n.RENDERBUFFER,me)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,M.__webglFramebuffer),
M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=n.createRenderbuffer(),bi(M.__webglDepthbuffer,R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=M.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,me),n.framebufferRenderbuffer(n.FRAMEBUFFER,re,n.RENDERBUFFER,me)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function Jt(R,M,W){let ae=i.get(R);M!==void 0&&Dt(ae.__webglFramebuffer,
R,R.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),W!==void 0&&mi(R)}function li(R){let M=R.texture,W=i.get(R),ae=i.get(M);R.addEventListener("dispose",B),G(R);let re=R.textures,me=R.isWebGLCubeRenderTarget===!0,ge=re.length>1;if(ge||(ae.__webglTexture===void 0&&(ae.__webglTexture=n.createTexture()),ae.__version=M.version,o.memory.textures++),me){W.__webglFramebuffer=[];for(let j=0;j<6;j++)if(M.mipmaps.
length>0){W.__webglFramebuffer[j]=[];for(let te=0;te<M.mipmaps.length;te++)W.__webglFramebuffer[j][te]=n.createFramebuffer()}else W.__webglFramebuffer[j]=n.createFramebuffer()}else{if(M.mipmaps.length>0){W.__webglFramebuffer=[];for(let j=0;j<M.mipmaps.length;j++)W.__webglFramebuffer[j]=n.createFramebuffer()}else W.__webglFramebuffer=n.createFramebuffer();if(ge)for(let j=0,te=re.length;j<te;j++){let pe=i.
get(re[j]);pe.__webglTexture===void 0&&(pe.__webglTexture=n.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){W.__webglMultisampledFramebuffer=n.createFramebuffer(),W.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,W.__webglMultisampledFramebuffer);for(let j=0;j<re.length;j++){let te=re[j];W.__webglColorRenderbuffer[j]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,
W.__webglColorRenderbuffer[j]);let pe=s.convert(te.format,te.colorSpace),N=s.convert(te.type),ie=A(te.internalFormat,pe,N,te.normalized,te.colorSpace,R.isXRRenderTarget===!0),ee=je(R);n.renderbufferStorageMultisample(n.RENDERBUFFER,ee,ie,R.width,R.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+j,n.RENDERBUFFER,W.__webglColorRenderbuffer[j])}n.bindRenderbuffer(n.RENDERBUFFER,null),
R.depthBuffer&&(W.__webglDepthRenderbuffer=n.createRenderbuffer(),bi(W.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(me){t.bindTexture(n.TEXTURE_CUBE_MAP,ae.__webglTexture),Et(n.TEXTURE_CUBE_MAP,M);for(let j=0;j<6;j++)if(M.mipmaps.length>0)for(let te=0;te<M.mipmaps.length;te++)Dt(W.__webglFramebuffer[j][te],R,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+j,te);else
Dt(W.__webglFramebuffer[j],R,M,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+j,0);E(M)?v(n.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}else if(ge){for(let j=0,te=re.length;j<te;j++){let pe=re[j],N=i.get(pe),ie=n.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ie=R.isWebGL3DRenderTarget?n.TEXTURE_3D:
n.TEXTURE_2D_ARRAY),t.bindTexture(ie,N.__webglTexture),Et(ie,pe),Dt(W.__webglFramebuffer,R,pe,n.COLOR_ATTACHMENT0+j,ie,0),E(pe)&&v(ie)}t.unbindTexture()}else{let j=n.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(j=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(j,ae.__webglTexture),Et(j,M),M.mipmaps.length>0)for(let te=0;te<M.mipmaps.length;te++)Dt(W.
__webglFramebuffer[te],R,M,n.COLOR_ATTACHMENT0,j,te);else Dt(W.__webglFramebuffer,R,M,n.COLOR_ATTACHMENT0,j,0);E(M)?v(j):M.mipmaps.length>0&&n.texParameteri(j,n.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&mi(R)}function F(R){let M=R.textures;for(let W=0,ae=M.length;W<ae;W++){let re=M[W];if(E(re)&&re.mipmapsAutoUpdate===!0){let me=I(R),ge=i.get(re).__webglTexture;t.bindTexture(
me,ge),v(me),t.unbindTexture()}}}let be=[];function qe(R){if(R.samples>0){if(Me(R)===!1){let M=R.textures,W=R.width,ae=R.height,re=n.COLOR_BUFFER_BIT,me=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ge=i.get(R),j=M.length>1;if(j)for(let pe=0;pe<M.length;pe++)t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+
pe,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,ge.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ge.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ge.__webglFramebuffer);for(let pe=0;pe<
M.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(re|=n.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(re|=n.STENCIL_BUFFER_BIT)),j){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,ge.__webglColorRenderbuffer[pe]);let N=i.get(M[pe]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,N,0)}n.blitFramebuffer(0,
0,W,ae,0,0,W,ae,re,n.NEAREST),l===!0&&(be.length=0,be.push(n.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&be.push(me),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,be))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),j)for(let pe=0;pe<M.length;pe++){t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(
n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,ge.__webglColorRenderbuffer[pe]);let N=i.get(M[pe]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,N,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ge.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let M=R.
stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[M])}}}function je(R){return Math.min(r.maxSamples,R.samples)}function Me(R){let M=i.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Nt(R){let M=o.render.frame;u.get(R)!==M&&(u.set(R,M),R.update())}function ke(R,M){let W=R.colorSpace,
ae=R.format,re=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||W!==ka&&W!==Mn&&(et.getTransfer(W)===gt?(ae!==cn||re!==Ci)&&Fe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ut("WebGLTextures: Unsupported texture color space:",W)),M}function Ye(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(h.width=R.naturalWidth||R.width,
h.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(h.width=R.displayWidth,h.height=R.displayHeight):(h.width=R.width,h.height=R.height),h}this.allocateTextureUnit=ue,this.resetTextureUnits=Q,this.getTextureUnits=ne,this.setTextureUnits=fe,this.setTexture2D=nt,this.setTexture2DArray=Xe,this.setTexture3D=ze,this.setTextureCube=Le,this.rebindTextures=Jt,this.setupRenderTarget=
li,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=qe,this.setupDepthRenderbuffer=mi,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Me,this.dispose=H}function B_(n,e){function t(i,r=Mn){let s,o=et.getTransfer(r);if(i===Ci)return n.UNSIGNED_BYTE;if(i===Bs)return n.UNSIGNED_SHORT_4_4_4_4;if(i===ks)return n.UNSIGNED_SHORT_5_5_5_1;if(i===lh)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===hh)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===oh)return n.BYTE;if(i===ah)return n.SHORT;if(i===ar)return n.UNSIGNED_SHORT;if(i===Os)return n.INT;if(i===ki)return n.UNSIGNED_INT;
if(i===Si)return n.FLOAT;if(i===Ji)return n.HALF_FLOAT;if(i===ch)return n.ALPHA;if(i===fh)return n.RGB;if(i===cn)return n.RGBA;if(i===_n)return n.DEPTH_COMPONENT;if(i===In)return n.DEPTH_STENCIL;if(i===Gs)return n.RED;if(i===zs)return n.RED_INTEGER;if(i===Un)return n.RG;if(i===Hs)return n.RG_INTEGER;if(i===Vs)return n.RGBA_INTEGER;if(i===Ws||i===Xs||i===Ys||i===qs)if(o===gt)if(s=e.get("WEBGL_compr\
essed_texture_s3tc_srgb"),s!==null){if(i===Ws)return s.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===Xs)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Ys)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===qs)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(s=e.get("WEBGL_compressed_texture_s3tc"),s!==null){if(i===Ws)return s.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===Xs)return s.COMPRESSED_RGBA_S3TC_DXT1_EXT;
if(i===Ys)return s.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===qs)return s.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===ha||i===ca||i===fa||i===ua)if(s=e.get("WEBGL_compressed_texture_pvrtc"),s!==null){if(i===ha)return s.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===ca)return s.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===fa)return s.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===ua)return s.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else
return null;if(i===pa||i===da||i===ma||i===ga||i===xa||i===ts||i===_a)if(s=e.get("WEBGL_compressed_texture_etc"),s!==null){if(i===pa||i===da)return o===gt?s.COMPRESSED_SRGB8_ETC2:s.COMPRESSED_RGB8_ETC2;if(i===ma)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:s.COMPRESSED_RGBA8_ETC2_EAC;if(i===ga)return s.COMPRESSED_R11_EAC;if(i===xa)return s.COMPRESSED_SIGNED_R11_EAC;if(i===ts)return s.COMPRESSED_RG11_EAC;
if(i===_a)return s.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Ma||i===Sa||i===va||i===ya||i===wa||i===ba||i===Ta||i===Ea||i===Aa||i===Ra||i===Ca||i===Pa||i===La||i===Da)if(s=e.get("WEBGL_compressed_texture_astc"),s!==null){if(i===Ma)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:s.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Sa)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:s.COMPRESSED_RGBA_ASTC_5x4_KHR;
if(i===va)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:s.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===ya)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:s.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===wa)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:s.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===ba)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:s.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Ta)return o===gt?
s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:s.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Ea)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:s.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===Aa)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:s.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Ra)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:s.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===Ca)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:
s.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Pa)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:s.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===La)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:s.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===Da)return o===gt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:s.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===Ia||i===Ua||i===Na)if(s=e.get("EXT_texture_compres\
sion_bptc"),s!==null){if(i===Ia)return o===gt?s.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:s.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===Ua)return s.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===Na)return s.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===Fa||i===Oa||i===is||i===Ba)if(s=e.get("EXT_texture_compression_rgtc"),s!==null){if(i===Fa)return s.COMPRESSED_RED_RGTC1_EXT;if(i===Oa)return s.COMPRESSED_SIGNED_RED_RGTC1_EXT;
if(i===is)return s.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===Ba)return s.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===lr?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var mc=class{constructor(){this.enabled=this.isPresenting=!1}addEventListener(){}removeEventListener(){}setAnimationLoop(){}dispose(){}getEnvironmentBlendMode(){}};var ab=new tt,k_=new We;k_.set(-1,0,0,0,1,0,0,0,1);function G_(n,e){function t(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function i(g,m){m.color.getRGB(g.fogColor.value,tc(n)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function r(g,m,b,E,v){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?s(g,m):m.isMeshLambertMaterial?
(s(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(s(g,m),f(g,m)):m.isMeshPhongMaterial?(s(g,m),u(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(s(g,m),c(g,m),m.isMeshPhysicalMaterial&&p(g,m,v)):m.isMeshMatcapMaterial?(s(g,m),d(g,m)):m.isMeshDepthMaterial?s(g,m):m.isMeshDistanceMaterial?(s(g,m),S(g,m)):m.isMeshNormalMaterial?
s(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,b,E):m.isSpriteMaterial?h(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function s(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),
m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,t(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===ri&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,t(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===ri&&g.
normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,t(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,t(m.specularMap,g.specularMapTransform)),
m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let b=e.get(m),E=b.envMap,v=b.envMapRotation;E&&(g.envMap.value=E,g.envMapRotation.value.setFromMatrix4(ab.makeRotationFromEuler(v)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(k_),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=
m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.
scale.value=m.scale}function l(g,m,b,E){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*b,g.scale.value=E*.5,m.map&&(g.map.value=m.map,t(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function h(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.
rotation,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function u(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function f(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function c(g,m){g.metalness.value=m.metalness,m.metalnessMap&&
(g.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function p(g,m,b){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.
value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),
m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,
t(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===ri&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.
value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=
m.transmission,g.transmissionSamplerMap.value=b.texture,g.transmissionSamplerSize.value.set(b.width,b.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.
value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=
m.specularColorMap,t(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,g.specularIntensityMapTransform))}function d(g,m){m.matcap&&(g.matcap.value=m.matcap)}function S(g,m){let b=e.get(m).light;g.referencePosition.value.setFromMatrixPosition(b.matrixWorld),g.nearDistance.value=b.shadow.camera.near,
g.farDistance.value=b.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:r}}function z_(n,e,t,i){let r={},s={};function o(b,E){let v=E.program;i.uniformBlockBinding(b,v,r[b.id])}function a(b,E){let v=r[b.id];v===void 0&&(d(b),v=l(b),r[b.id]=v,b.addEventListener("dispose",g));let I=E.program;i.updateUBOMapping(b,I);let A=e.render.frame;s[b.id]!==A&&(h(b),s[b.id]=A)}function l(b){let E=n.createBuffer(),v=b.__size,I=b.usage;return n.bindBuffer(n.UNIFORM_BUFFER,E),n.bufferData(
n.UNIFORM_BUFFER,v,I),n.bindBuffer(n.UNIFORM_BUFFER,null),E}function h(b){let E=r[b.id],v=b.uniforms,I=b.__cache;n.bindBuffer(n.UNIFORM_BUFFER,E);for(let A=0,_=v.length;A<_;A++){let T=v[A];if(Array.isArray(T))for(let G=0,U=T.length;G<U;G++)u(T[G],A,G,I);else u(T,A,0,I)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function u(b,E,v,I){if(c(b,E,v,I)===!0){let A=b.__offset,_=b.value;if(Array.isArray(_)){let T=0;
for(let G=0;G<_.length;G++){let U=_[G],D=S(U,!0);f(U,b.__data,T),T+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else f(_,b.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,A,b.__data)}}function f(b,E,v){typeof b=="number"||typeof b=="boolean"?E[v]=b:b.isMatrix3?(E[v]=b.elements[0],E[v+1]=b.elements[1],E[v+2]=b.elements[2],E[v+3]=0,E[v+4]=b.elements[3],E[v+5]=b.elements[4],E[v+6]=b.elements[5],E[v+7]=0,E[v+
8]=b.elements[6],E[v+9]=b.elements[7],E[v+10]=b.elements[8],E[v+11]=0):ArrayBuffer.isView(b)?E.set(b.subarray(0,E.length-v),v):b.toArray(E,v)}function c(b,E,v,I){let A=b.value,_=E+"_"+v;if(Array.isArray(A)){I[_]===void 0&&(I[_]=[]);let T=I[_],G=!1;for(let U=0;U<A.length;U++)p(A[U],T,U)===!0&&(G=!0);return G}return p(A,I,_)}function p(b,E,v){if(E[v]===void 0)return typeof b=="number"||typeof b=="bo\
olean"?E[v]=b:ArrayBuffer.isView(b)?E[v]=b.slice():E[v]=b.clone(),!0;{let I=E[v];if(typeof b=="number"||typeof b=="boolean"){if(I!==b)return E[v]=b,!0}else{if(ArrayBuffer.isView(b))return!0;if(I.equals(b)===!1)return I.copy(b),!0}}return!1}function d(b){let E=b.uniforms,v=0,I=16;for(let _=0,T=E.length;_<T;_++){let G=Array.isArray(E[_])?E[_]:[E[_]];for(let U=0,D=G.length;U<D;U++){let B=G[U],Y=Array.
isArray(B.value)?B.value:[B.value],L=Array.isArray(E[_])||Array.isArray(B.value),H=v;for(let z=0,he=Y.length;z<he;z++){let $=Y[z],Q=S($,L),ne=v%I,fe=ne%Q.boundary,ue=ne+fe;v+=fe,ue!==0&&I-ue<Q.storage&&(v+=I-ue),z===0&&(H=v),v+=Q.storage}let Z=B.type==="int"?Int32Array:B.type==="uint"?Uint32Array:Float32Array;B.__data=new Z((v-H)/Float32Array.BYTES_PER_ELEMENT),B.__offset=H}}let A=v%I;return A>0&&
(v+=I-A),b.__size=v,b.__cache={},this}function S(b,E){let v={boundary:0,storage:0};return typeof b=="number"||typeof b=="boolean"?(v.boundary=4,v.storage=4):b.isVector2?(v.boundary=8,v.storage=8):b.isVector3||b.isColor?(v.boundary=16,v.storage=12):b.isVector4?(v.boundary=16,v.storage=16):b.isMatrix3?(v.boundary=16,v.storage=48):b.isMatrix4?(v.boundary=16,v.storage=64):b.isTexture?Fe("WebGLRenderer\
: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(b)?(v.boundary=16,v.storage=b.byteLength):Fe("WebGLRenderer: Unsupported uniform value type.",b),E===!0&&(v.boundary=16,v.storage=Math.ceil(v.storage/16)*16),v}function g(b){let E=b.target;E.removeEventListener("dispose",g),n.deleteBuffer(r[E.id]),delete r[E.id],delete s[E.id]}function m(){for(let b in r)n.deleteBuffer(r[b]);
r={},s={}}return{bind:o,update:a,dispose:m}}function H_(){return null}var al=class{constructor(e={}){let{canvas:t=Xm(),context:i=null,depth:r=!0,stencil:s=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:h=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:f=!1,reversedDepthBuffer:c=!1,outputBufferType:p=Ci}=e;this.isWebGLRenderer=!0;let d;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error(
"THREE.WebGLRenderer: WebGL 1 is not supported since r163.");d=i.getContextAttributes().alpha}else d=o;let S=p,g=new Set([Vs,Hs,zs]),m=new Set([Ci,ki,ar,lr,Bs,ks]),b=new Uint32Array(4),E=new Int32Array(4),v={textures:[],min:[],max:[],resolution:[]},I=null,A=null,_=[],T=[],G=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.
autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=hn,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let U=this,D=!1,B=null,Y=null,L=null,H=null;this._outputColorSpace=vi;let Z=0,z=0,he=null,$=-1,Q=null,ne=new vt,fe=new vt,ue=null,Ge=new Pe(0),nt=0,Xe=t.width,ze=t.height,Le=1,rt=null,
it=null,st=new vt(0,0,Xe,ze),Et=new vt(0,0,Xe,ze),Lt=!1,kt=new Gn,oi=new Hh,Gt=!1,ai=!1,Dt=new tt,bi=new V,xt=new vt,mi={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Jt=!1;function li(){return he===null?Le:1}let F=i;function be(w,O){return t.getContext(w,O)}let qe,je,Me,Nt,ke,Ye,R,M,W,ae,re,me,ge,j,te,pe,N,ie,ee,Se,de,_e,He;try{let w={alpha:!0,depth:r,stencil:s,antialias:a,
premultipliedAlpha:l,preserveDrawingBuffer:h,powerPreference:u,failIfMajorPerformanceCaveat:f};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ue,!1),t.addEventListener("webglcontextrestored",Ze,!1),t.addEventListener("webglcontextcreationerror",we,!1),F===null){let O="webgl2";if(F=be(O,w),F===null)throw be(O)?new Error("THREE.WebGLRe\
nderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}$e()}catch(w){throw t.removeEventListener("webglcontextlost",Ue,!1),t.removeEventListener("webglcontextrestored",Ze,!1),t.removeEventListener("webglcontextcreationerror",we,!1),ut("WebGLRenderer: "+w.message),w}function $e(){qe=new e_(F),qe.init(),de=new B_(F,qe),je=
new Jx(F,qe,e,de),Me=new F_(F,qe),je.reversedDepthBuffer&&c&&Me.buffers.depth.setReversed(!0),Y=F.createFramebuffer(),L=F.createFramebuffer(),H=F.createFramebuffer(),Nt=new n_(F),ke=new A_,Ye=new O_(F,qe,Me,ke,je,de,Nt),R=new jx(U),M=new kg(F),_e=new $x(F,M),W=new t_(F,M,Nt,_e),ae=new s_(F,W,M,_e,Nt),ie=new r_(F,je,Ye),te=new Qx(ke),re=new E_(U,R,qe,je,_e,te),me=new G_(U,ke),ge=new P_,j=new I_(qe),
N=new Kx(U,R,Me,ae,d,l),pe=new N_(U,ae,je),He=new z_(F,Nt,je,Me),ee=new Zx(F,qe,Nt),Se=new i_(F,qe,Nt),Nt.programs=re.programs,U.capabilities=je,U.extensions=qe,U.properties=ke,U.renderLists=ge,U.shadowMap=pe,U.state=Me,U.info=Nt}S!==Ci&&(G=new o_(S,t.width,t.height,a,r,s));let oe=new mc(U,F);this.xr=oe,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},
this.forceContextLoss=function(){let w=qe.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=qe.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Le},this.setPixelRatio=function(w){w!==void 0&&(Le=w,this.setSize(Xe,ze,!1))},this.getSize=function(w){return w.set(Xe,ze)},this.setSize=function(w,O,J=!0){if(oe.isPresenting){Fe("W\
ebGLRenderer: Can't change size while VR device is presenting.");return}Xe=w,ze=O,t.width=Math.floor(w*Le),t.height=Math.floor(O*Le),J===!0&&(t.style.width=w+"px",t.style.height=O+"px"),G!==null&&G.setSize(t.width,t.height),this.setViewport(0,0,w,O)},this.getDrawingBufferSize=function(w){return w.set(Xe*Le,ze*Le).floor()},this.setDrawingBufferSize=function(w,O,J){Xe=w,ze=O,Le=J,t.width=Math.floor(
w*J),t.height=Math.floor(O*J),this.setViewport(0,0,w,O)},this.setEffects=function(w){if(S===Ci){ut("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let O=0;O<w.length;O++)if(w[O].isOutputPass===!0){Fe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}G.setEffects(
w||[])},this.getCurrentViewport=function(w){return w.copy(ne)},this.getViewport=function(w){return w.copy(st)},this.setViewport=function(w,O,J,X){w.isVector4?st.set(w.x,w.y,w.z,w.w):st.set(w,O,J,X),Me.viewport(ne.copy(st).multiplyScalar(li()).round())},this.getScissor=function(w){return w.copy(Et)},this.setScissor=function(w,O,J,X){w.isVector4?Et.set(w.x,w.y,w.z,w.w):Et.set(w,O,J,X),Me.scissor(fe.
copy(Et).multiplyScalar(li()).round())},this.getScissorTest=function(){return Lt},this.setScissorTest=function(w){Me.setScissorTest(Lt=w)},this.setOpaqueSort=function(w){rt=w},this.setTransparentSort=function(w){it=w},this.getClearColor=function(w){return w.copy(N.getClearColor())},this.setClearColor=function(){N.setClearColor(...arguments)},this.getClearAlpha=function(){return N.getClearAlpha()},
this.setClearAlpha=function(){N.setClearAlpha(...arguments)},this.clear=function(w=!0,O=!0,J=!0){let X=0;if(w){let q=!1;if(he!==null){let ve=he.texture.format;q=g.has(ve)}if(q){let ve=he.texture.type,Te=m.has(ve),ye=N.getClearColor(),Ae=N.getClearAlpha(),Be=ye.r,Je=ye.g,ct=ye.b;Te?(b[0]=Be,b[1]=Je,b[2]=ct,b[3]=Ae,F.clearBufferuiv(F.COLOR,0,b)):(E[0]=Be,E[1]=Je,E[2]=ct,E[3]=Ae,F.clearBufferiv(F.COLOR,
0,E))}else X|=F.COLOR_BUFFER_BIT}O&&(X|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(X|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),X!==0&&F.clear(X)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),B=w},this.
dispose=function(){t.removeEventListener("webglcontextlost",Ue,!1),t.removeEventListener("webglcontextrestored",Ze,!1),t.removeEventListener("webglcontextcreationerror",we,!1),N.dispose(),ge.dispose(),j.dispose(),Ye.dispose(),ke.dispose(),R.dispose(),ae.dispose(),W.dispose(),_e.dispose(),He.dispose(),re.dispose(),oe.dispose(),oe.removeEventListener("sessionstart",hl),oe.removeEventListener("sessio\
nend",Hn),jn.stop()};function Ue(w){w.preventDefault(),Ff("WebGLRenderer: Context Lost."),D=!0}function Ze(){Ff("WebGLRenderer: Context Restored."),D=!1;let w=Nt.autoReset,O=pe.enabled,J=pe.autoUpdate,X=pe.needsUpdate,q=pe.type;$e(),Nt.autoReset=w,pe.enabled=O,pe.autoUpdate=J,pe.needsUpdate=X,pe.type=q}function we(w){ut("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}
function ot(w){let O=w.target;O.removeEventListener("dispose",ot),zt(O)}function zt(w){Vi(w),ke.remove(w)}function Vi(w){let O=ke.get(w).programs;O!==void 0&&(O.forEach(function(J){re.releaseProgram(J)}),w.isShaderMaterial&&re.releaseShaderCache(w))}this.renderBufferDirect=function(w,O,J,X,q,ve){O===null&&(O=mi);let Te=q.isMesh&&q.matrixWorld.determinantAffine()<0,ye=Do(w,O,J,X,q);Me.setMaterial(X,
Te);let Ae=J.index,Be=1;if(X.wireframe===!0){if(Ae=W.getWireframeAttribute(J),Ae===void 0)return;Be=2}let Je=J.drawRange,ct=J.attributes.position,Ne=Je.start*Be,ft=(Je.start+Je.count)*Be;ve!==null&&(Ne=Math.max(Ne,ve.start*Be),ft=Math.min(ft,(ve.start+ve.count)*Be)),Ae!==null?(Ne=Math.max(Ne,0),ft=Math.min(ft,Ae.count)):ct!=null&&(Ne=Math.max(Ne,0),ft=Math.min(ft,ct.count));let $t=ft-Ne;if($t<0||$t===
1/0)return;_e.setup(q,X,ye,J,Ae);let At,Rt=ee;if(Ae!==null&&(At=M.get(Ae),Rt=Se,Rt.setIndex(At)),q.isMesh)X.wireframe===!0?(Me.setLineWidth(X.wireframeLinewidth*li()),Rt.setMode(F.LINES)):Rt.setMode(F.TRIANGLES);else if(q.isLine){let gi=X.linewidth;gi===void 0&&(gi=1),Me.setLineWidth(gi*li()),q.isLineSegments?Rt.setMode(F.LINES):q.isLineLoop?Rt.setMode(F.LINE_LOOP):Rt.setMode(F.LINE_STRIP)}else q.
isPoints?Rt.setMode(F.POINTS):q.isSprite&&Rt.setMode(F.TRIANGLES);if(q.isBatchedMesh)if(qe.get("WEBGL_multi_draw"))Rt.renderMultiDraw(q._multiDrawStarts,q._multiDrawCounts,q._multiDrawCount);else{let gi=q._multiDrawStarts,De=q._multiDrawCounts,hi=q._multiDrawCount,dt=Ae?M.get(Ae).bytesPerElement:1,tr=ke.get(X).currentProgram.getUniforms();for(let ci=0;ci<hi;ci++)tr.setValue(F,"_gl_DrawID",ci),Rt.render(
gi[ci]/dt,De[ci])}else if(q.isInstancedMesh)Rt.renderInstances(Ne,$t,q.count);else if(J.isInstancedBufferGeometry){let gi=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,De=Math.min(J.instanceCount,gi);Rt.renderInstances(Ne,$t,De)}else Rt.render(Ne,$t)};function Co(w,O,J,X){B!==null&&w.isNodeMaterial&&B.setObject(X,w),Gt===!0&&te.setState(w,J,!1),w.transparent===!0&&w.side===Ui&&w.forceSinglePass===
!1?(w.side=ri,w.needsUpdate=!0,Vn(w,O,X),w.side=Zi,w.needsUpdate=!0,Vn(w,O,X),w.side=Ui):Vn(w,O,X)}this.compile=function(w,O,J=null){J===null&&(J=w),B!==null&&B.renderStart(w,O,J),A=j.get(J),A.init(O),T.push(A),J.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&(A.pushLight(q),q.castShadow&&A.pushShadow(q))}),w!==J&&w.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&(A.
pushLight(q),q.castShadow&&A.pushShadow(q))}),A.setupLights(),B!==null&&B.updateLights(A.state.lightsArray),ai=this.localClippingEnabled,Gt=te.init(this.clippingPlanes,ai),Gt===!0&&te.setGlobalState(this.clippingPlanes,O),B!==null&&pe.render(A.state.shadowsArray,J,O);let X=new Set;return w.traverse(function(q){if(!(q.isMesh||q.isPoints||q.isLine||q.isSprite))return;let ve=q.material;if(ve)if(Array.
isArray(ve))for(let Te=0;Te<ve.length;Te++){let ye=ve[Te];Co(ye,J,O,q),X.add(ye)}else Co(ve,J,O,q),X.add(ve)}),A=T.pop(),B!==null&&B.renderEnd(),X},this.compileAsync=function(w,O,J=null){let X=this.compile(w,O,J);return new Promise(q=>{function ve(){if(X.forEach(function(Te){let Ae=ke.get(Te).currentProgram;(Ae===void 0||Ae.isReady())&&X.delete(Te)}),X.size===0){q(w);return}setTimeout(ve,10)}qe.get(
"KHR_parallel_shader_compile")!==null?ve():setTimeout(ve,10)})};let ms=null;function Pc(w){ms&&ms(w)}function hl(){jn.stop()}function Hn(){jn.start()}let jn=new Bg;jn.setAnimationLoop(Pc),typeof self<"u"&&jn.setContext(self),this.setAnimationLoop=function(w){ms=w,oe.setAnimationLoop(w),w===null?jn.stop():jn.start()},oe.addEventListener("sessionstart",hl),oe.addEventListener("sessionend",Hn),this.render=
function(w,O){if(O!==void 0&&O.isCamera!==!0){ut("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;B!==null&&B.renderStart(w,O);let J=oe.enabled===!0&&oe.isPresenting===!0,X=G!==null&&(he===null||J)&&G.begin(U,he);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),O.parent===null&&O.matrixWorldAutoUpdate===!0&&O.updateMatrixWorld(),oe.enabled===!0&&oe.
isPresenting===!0&&(G===null||G.isCompositing()===!1)&&(oe.cameraAutoUpdate===!0&&oe.updateCamera(O),O=oe.getCamera()),w.isScene===!0&&w.onBeforeRender(U,w,O,he),A=j.get(w,T.length),A.init(O),A.state.textureUnits=Ye.getTextureUnits(),T.push(A),Dt.multiplyMatrices(O.projectionMatrix,O.matrixWorldInverse),O.isArrayCamera?oi.setFromArrayCamera(O):kt.setFromProjectionMatrix(Dt,Ni,O.reversedDepth),ai=this.
localClippingEnabled,Gt=te.init(this.clippingPlanes,ai),I=ge.get(w,_.length),I.init(),_.push(I),this.info.render.frame++,oe.enabled===!0&&oe.isPresenting===!0){let Te=U.xr.getDepthSensingMesh();Te!==null&&er(Te,O,-1/0,U.sortObjects)}er(w,O,0,U.sortObjects),I.finish(),B!==null&&B.updateLights(A.state.lightsArray),U.sortObjects===!0&&I.sort(rt,it),Jt=oe.enabled===!1||oe.isPresenting===!1||oe.hasDepthSensing()===
!1,Jt&&N.addToRenderList(I,w),this.info.autoReset===!0&&this.info.reset(),Gt===!0&&te.beginShadows();let q=A.state.shadowsArray;if(pe.render(q,w,O),Gt===!0&&te.endShadows(),(X&&G.hasRenderPass())===!1){let Te=I.opaque,ye=I.transmissive;if(A.setupLights(),O.isArrayCamera){let Ae=O.cameras;if(ye.length>0)for(let Be=0,Je=Ae.length;Be<Je;Be++){let ct=Ae[Be];Tn(Te,ye,w,ct)}Jt&&N.render(w);for(let Be=0,
Je=Ae.length;Be<Je;Be++){let ct=Ae[Be];Po(I,w,ct,ct.viewport)}}else ye.length>0&&Tn(Te,ye,w,O),Jt&&N.render(w),Po(I,w,O)}he!==null&&z===0&&(Ye.updateMultisampleRenderTarget(he),Ye.updateRenderTargetMipmap(he)),X&&G.end(U),w.isScene===!0&&w.onAfterRender(U,w,O),_e.resetDefaultState(),$=-1,Q=null,T.pop(),T.length>0?(A=T[T.length-1],Ye.setTextureUnits(A.state.textureUnits),Gt===!0&&te.setGlobalState(
U.clippingPlanes,A.state.camera)):A=null,_.pop(),_.length>0?I=_[_.length-1]:I=null,B!==null&&B.renderEnd()};function er(w,O,J,X){if(w.visible===!1)return;if(w.layers.test(O.layers)){if(w.isGroup)J=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(O);else if(w.isLight)A.pushLight(w),w.castShadow&&A.pushShadow(w);else if(w.isSprite){let Te=O.isArrayCamera?oi:kt;if(!w.frustumCulled||w.intersectsFrustum(
Te)){X&&xt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Dt);let ye=ae.update(w),Ae=w.material;Ae.visible&&I.push(w,ye,Ae,J,xt.z,null,O)}}else if(w.isMesh||w.isLine||w.isPoints){let Te=O.isArrayCamera?oi:kt;if(!w.frustumCulled||w.intersectsFrustum(Te)){let ye=ae.update(w),Ae=w.material;if(X&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),xt.copy(w.boundingSphere.
center)):(ye.boundingSphere===null&&ye.computeBoundingSphere(),xt.copy(ye.boundingSphere.center)),xt.applyMatrix4(w.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ae)){let Be=ye.groups;for(let Je=0,ct=Be.length;Je<ct;Je++){let Ne=Be[Je],ft=Ae[Ne.materialIndex];ft&&ft.visible&&I.push(w,ye,ft,J,xt.z,Ne,O)}}else Ae.visible&&I.push(w,ye,Ae,J,xt.z,null,O)}}}let ve=w.children;for(let Te=0,ye=ve.length;Te<
ye;Te++)er(ve[Te],O,J,X)}function Po(w,O,J,X){let{opaque:q,transmissive:ve,transparent:Te}=w;A.setupLightsView(J),Gt===!0&&te.setGlobalState(U.clippingPlanes,J),X&&Me.viewport(ne.copy(X)),q.length>0&&Qt(q,O,J),ve.length>0&&Qt(ve,O,J),Te.length>0&&Qt(Te,O,J),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Tn(w,O,J,X){if((J.isScene===
!0?J.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[X.id]===void 0){let Ne=qe.has("EXT_color_buffer_half_float")||qe.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[X.id]=new ji(1,1,{generateMipmaps:!0,type:Ne?Ji:Ci,minFilter:Dn,samples:Math.max(4,je.samples),stencilBuffer:s,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,
colorSpace:et.workingColorSpace})}let ve=A.state.transmissionRenderTarget[X.id],Te=X.viewport||ne;ve.setSize(Te.z*U.transmissionResolutionScale,Te.w*U.transmissionResolutionScale);let ye=U.getRenderTarget(),Ae=U.getActiveCubeFace(),Be=U.getActiveMipmapLevel();U.setRenderTarget(ve),U.getClearColor(Ge),nt=U.getClearAlpha(),nt<1&&U.setClearColor(16777215,.5),U.clear(),Jt&&N.render(J);let Je=U.toneMapping;
U.toneMapping=hn;let ct=X.viewport;if(X.viewport!==void 0&&(X.viewport=void 0),A.setupLightsView(X),Gt===!0&&te.setGlobalState(U.clippingPlanes,X),Qt(w,J,X),Ye.updateMultisampleRenderTarget(ve),Ye.updateRenderTargetMipmap(ve),qe.has("WEBGL_multisampled_render_to_texture")===!1){let Ne=!1;for(let ft=0,$t=O.length;ft<$t;ft++){let At=O[ft],{object:Rt,geometry:gi,material:De,group:hi}=At;if(De.side===
Ui&&Rt.layers.test(X.layers)){let dt=De.side;De.side=ri,De.needsUpdate=!0,ii(Rt,J,X,gi,De,hi),De.side=dt,De.needsUpdate=!0,Ne=!0}}Ne===!0&&(Ye.updateMultisampleRenderTarget(ve),Ye.updateRenderTargetMipmap(ve))}U.setRenderTarget(ye,Ae,Be),U.setClearColor(Ge,nt),ct!==void 0&&(X.viewport=ct),U.toneMapping=Je}function Qt(w,O,J){let X=O.isScene===!0?O.overrideMaterial:null;for(let q=0,ve=w.length;q<ve;q++){
let Te=w[q],{object:ye,geometry:Ae,group:Be}=Te,Je=Te.material;Je.allowOverride===!0&&X!==null&&(Je=X),ye.layers.test(J.layers)&&ii(ye,O,J,Ae,Je,Be)}}function ii(w,O,J,X,q,ve){B!==null&&q.isNodeMaterial&&B.setObject(w,q),w.onBeforeRender(U,O,J,X,q,ve),w.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),q.onBeforeRender(U,O,J,X,w,
ve),q.transparent===!0&&q.side===Ui&&q.forceSinglePass===!1?(q.side=ri,q.needsUpdate=!0,U.renderBufferDirect(J,O,X,q,w,ve),q.side=Zi,q.needsUpdate=!0,U.renderBufferDirect(J,O,X,q,w,ve),q.side=Ui):U.renderBufferDirect(J,O,X,q,w,ve),w.onAfterRender(U,O,J,X,q,ve)}function ni(w){let O=0;for(let J of w)J.texture!==null&&O++;return O}function Vn(w,O,J){O.isScene!==!0&&(O=mi);let X=ke.get(w),q=A.state.lights,
ve=A.state.shadowsArray,Te=q.state.version,ye=re.getParameters(w,q.state,ve,O,J,A.state.lightProbeGridArray),Ae=re.getProgramCacheKey(ye),Be=X.programs;X.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?O.environment:null,X.fog=O.fog;let Je=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;X.envMap=R.get(w.envMap||X.environment,
Je),X.envMapRotation=X.environment!==null&&w.envMap===null?O.environmentRotation:w.envMapRotation,Be===void 0&&(w.addEventListener("dispose",ot),Be=new Map,X.programs=Be,X.programVariants=new Map);let ct=Be.get(Ae);if(ct!==void 0){if(X.currentProgram===ct&&X.lightsStateVersion===Te)return Lo(w,ye),ct}else ye.uniforms=re.getUniforms(w),B!==null&&w.isNodeMaterial&&B.build(w,J,ye),w.onBeforeCompile(ye,
U),ct=re.acquireProgram(ye,Ae),Be.set(Ae,ct),X.uniforms=ye.uniforms;let Ne=X.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Ne.clippingPlanes=te.uniform),Lo(w,ye),X.needsLights=Mr(w),X.lightsStateVersion=Te,X.needsLights&&(Ne.ambientLightColor.value=q.state.ambient,Ne.lightProbe.value=q.state.probe,Ne.sunLights.value=q.state.sun,Ne.sunLightShadows.value=q.state.sunShadow,
Ne.directionalLights.value=q.state.directional,Ne.directionalLightShadows.value=q.state.directionalShadow,Ne.spotLights.value=q.state.spot,Ne.spotLightShadows.value=q.state.spotShadow,Ne.rectAreaLights.value=q.state.rectArea,Ne.ltc_1.value=q.state.rectAreaLTC1,Ne.ltc_2.value=q.state.rectAreaLTC2,Ne.pointLights.value=q.state.point,Ne.pointLightShadows.value=q.state.pointShadow,Ne.hemisphereLights.value=
q.state.hemi,Ne.sunShadowMatrix.value=q.state.sunShadowMatrix,Ne.sunShadowCascade.value=q.state.sunShadowCascade,Ne.directionalShadowMatrix.value=q.state.directionalShadowMatrix,Ne.spotLightMatrix.value=q.state.spotLightMatrix,Ne.spotLightMap.value=q.state.spotLightMap,Ne.pointShadowMatrix.value=q.state.pointShadowMatrix),X.numLightProbeGrids=ni(A.state.lightProbeGridArray),X.currentProgram=ct,X.uniformsList=
null,ct}function tn(w,O,J,X,q){let ve=ke.get(w),Te=ve.currentProgram.id+","+X+","+q,ye=ve.programVariants.get(Te);return ye===void 0?(ye=Vn(w,O,J),ve.programVariants.set(Te,ye)):(ve.currentProgram=ye,ve.uniformsList=null,ve.outputColorSpace=X,ve.toneMapping=q),ye}function _r(w){if(w.uniformsList===null){let O=w.currentProgram.getUniforms();w.uniformsList=Hr.seqWithValue(O.seq,w.uniforms)}return w.
uniformsList}function Lo(w,O){let J=ke.get(w);J.outputColorSpace=O.outputColorSpace,J.batching=O.batching,J.batchingColor=O.batchingColor,J.instancing=O.instancing,J.instancingColor=O.instancingColor,J.instancingMorph=O.instancingMorph,J.skinning=O.skinning,J.morphTargets=O.morphTargets,J.morphNormals=O.morphNormals,J.morphColors=O.morphColors,J.morphTargetsCount=O.morphTargetsCount,J.numClippingPlanes=
O.numClippingPlanes,J.numIntersection=O.numClipIntersection,J.vertexAlphas=O.vertexAlphas,J.vertexTangents=O.vertexTangents,J.toneMapping=O.toneMapping}function Do(w,O,J,X,q){O.isScene!==!0&&(O=mi),Ye.resetTextureUnits();let ve=O.fog,Te=X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial?O.environment:null,ye=he===null?U.outputColorSpace:he.isXRRenderTarget===!0?he.texture.colorSpace:
et.workingColorSpace,Ae=X.isMeshStandardMaterial||X.isMeshLambertMaterial&&!X.envMap||X.isMeshPhongMaterial&&!X.envMap,Be=R.get(X.envMap||Te,Ae),Je=X.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,ct=!!J.attributes.tangent&&(!!X.normalMap||X.anisotropy>0),Ne=!!J.morphAttributes.position,ft=!!J.morphAttributes.normal,$t=!!J.morphAttributes.color,At=hn;X.toneMapped&&(he===null||
he.isXRRenderTarget===!0)&&(At=U.toneMapping);let Rt=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,gi=Rt!==void 0?Rt.length:0,De=ke.get(X),hi=A.state.lights;if(Gt===!0&&(ai===!0||w!==Q)){let Ct=w===Q&&X.id===$;te.setState(X,w,Ct)}let dt=!1,tr=!1;X.version===De.__version?De.needsLights&&De.lightsStateVersion!==hi.state.version||q.isBatchedMesh&&De.batching===!1||!q.isBatchedMesh&&
De.batching===!0||q.isBatchedMesh&&De.batchingColor===!0&&q._colorsTexture===null||q.isBatchedMesh&&De.batchingColor===!1&&q._colorsTexture!==null||q.isInstancedMesh&&De.instancing===!1||!q.isInstancedMesh&&De.instancing===!0||q.isSkinnedMesh&&De.skinning===!1||!q.isSkinnedMesh&&De.skinning===!0||q.isInstancedMesh&&De.instancingColor===!0&&q.instanceColor===null||q.isInstancedMesh&&De.instancingColor===
!1&&q.instanceColor!==null||q.isInstancedMesh&&De.instancingMorph===!0&&q.morphTexture===null||q.isInstancedMesh&&De.instancingMorph===!1&&q.morphTexture!==null||De.envMap!==Be||X.fog===!0&&De.fog!==ve||De.numClippingPlanes!==void 0&&(De.numClippingPlanes!==te.numPlanes||De.numIntersection!==te.numIntersection)||De.vertexAlphas!==Je||De.vertexTangents!==ct||De.morphTargets!==Ne||De.morphNormals!==
ft||De.morphColors!==$t||De.morphTargetsCount!==gi||De.numLightProbeGrids!==ni(A.state.lightProbeGridArray)?dt=!0:(De.outputColorSpace!==ye||De.toneMapping!==At)&&(tr=!0):(dt=!0,De.__version=X.version);let ci=De.currentProgram;(dt===!0||tr===!0)&&(ci=tr===!0?tn(X,O,q,ye,At):Vn(X,O,q),B&&X.isNodeMaterial&&B.onUpdateProgram(X,ci,De));let _s=!1,Wn=!1,ir=!1,ht=ci.getUniforms(),jt=De.uniforms;if(Me.useProgram(
ci.program)&&(_s=!0,Wn=!0,ir=!0),X.id!==$&&($=X.id,Wn=!0),_s||Q!==w){Me.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),ht.setValue(F,"projectionMatrix",w.projectionMatrix),ht.setValue(F,"viewMatrix",w.matrixWorldInverse);let fi=ht.map.cameraPosition;fi!==void 0&&fi.setValue(F,bi.setFromMatrixPosition(w.matrixWorld)),je.logarithmicDepthBuffer&&ht.
setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(X.isMeshPhongMaterial||X.isMeshToonMaterial||X.isMeshLambertMaterial||X.isMeshBasicMaterial||X.isMeshStandardMaterial||X.isShaderMaterial)&&ht.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,Wn=!0,ir=!0)}if(De.needsLights&&(hi.state.sunShadowMap.length>0&&ht.setValue(F,"sunShadowMap",hi.state.sunShadowMap,Ye),hi.state.
directionalShadowMap.length>0&&ht.setValue(F,"directionalShadowMap",hi.state.directionalShadowMap,Ye),hi.state.spotShadowMap.length>0&&ht.setValue(F,"spotShadowMap",hi.state.spotShadowMap,Ye),hi.state.pointShadowMap.length>0&&ht.setValue(F,"pointShadowMap",hi.state.pointShadowMap,Ye)),q.isSkinnedMesh){ht.setOptional(F,q,"bindMatrix"),ht.setOptional(F,q,"bindMatrixInverse");let Ct=q.skeleton;Ct&&(Ct.
boneTexture===null&&Ct.computeBoneTexture(),ht.setValue(F,"boneTexture",Ct.boneTexture,Ye))}q.isBatchedMesh&&(ht.setOptional(F,q,"batchingTexture"),ht.setValue(F,"batchingTexture",q._matricesTexture,Ye),ht.setOptional(F,q,"batchingIdTexture"),ht.setValue(F,"batchingIdTexture",q._indirectTexture,Ye),ht.setOptional(F,q,"batchingColorTexture"),q._colorsTexture!==null&&ht.setValue(F,"batchingColorText\
ure",q._colorsTexture,Ye));let Wi=J.morphAttributes;if((Wi.position!==void 0||Wi.normal!==void 0||Wi.color!==void 0)&&ie.update(q,J,ci),(Wn||De.receiveShadow!==q.receiveShadow)&&(De.receiveShadow=q.receiveShadow,ht.setValue(F,"receiveShadow",q.receiveShadow)),(X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial)&&X.envMap===null&&O.environment!==null&&(jt.envMapIntensity.value=
O.environmentIntensity),jt.dfgLUT!==void 0&&(jt.dfgLUT.value=H_()),Wn){if(ht.setValue(F,"toneMappingExposure",U.toneMappingExposure),De.needsLights&&gs(jt,ir),ve&&X.fog===!0&&me.refreshFogUniforms(jt,ve),me.refreshMaterialUniforms(jt,X,Le,ze,A.state.transmissionRenderTarget[w.id]),De.needsLights&&De.numLightProbeGrids>0){let Ct=v,fi=0;for(let Oi of A.state.lightProbeGridArray)Oi.texture!==null&&(Ct.
textures[fi]=Oi.texture,Ct.min[fi]=Oi.boundingBox.min,Ct.max[fi]=Oi.boundingBox.max,Ct.resolution[fi]=Oi.resolution,fi++);for(let Oi in Ct)Ct[Oi].length=fi;jt.probesSH.value=Ct.textures,jt.probesMin.value=Ct.min,jt.probesMax.value=Ct.max,jt.probesResolution.value=Ct.resolution}Hr.upload(F,_r(De),jt,Ye)}if(X.isShaderMaterial&&X.uniformsNeedUpdate===!0&&(Hr.upload(F,_r(De),jt,Ye),X.uniformsNeedUpdate=
!1),X.isSpriteMaterial&&ht.setValue(F,"center",q.center),ht.setValue(F,"modelViewMatrix",q.modelViewMatrix),ht.setValue(F,"normalMatrix",q.normalMatrix),ht.setValue(F,"modelMatrix",q.matrixWorld),X.uniformsGroups!==void 0){let Ct=X.uniformsGroups;for(let fi=0,Oi=Ct.length;fi<Oi;fi++){let cl=Ct[fi];He.update(cl,ci),He.bind(cl,ci)}}return ci}function gs(w,O){w.ambientLightColor.needsUpdate=O,w.lightProbe.
needsUpdate=O,w.sunLights.needsUpdate=O,w.sunLightShadows.needsUpdate=O,w.directionalLights.needsUpdate=O,w.directionalLightShadows.needsUpdate=O,w.pointLights.needsUpdate=O,w.pointLightShadows.needsUpdate=O,w.spotLights.needsUpdate=O,w.spotLightShadows.needsUpdate=O,w.rectAreaLights.needsUpdate=O,w.hemisphereLights.needsUpdate=O}function Mr(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||
w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Z},this.getActiveMipmapLevel=function(){return z},this.getRenderTarget=function(){return he},this.setRenderTargetTextures=function(w,O,J){let X=ke.get(w);X.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,X.__autoAllocateDepthBuffer===!1&&(X.__useRenderToTexture=
!1),ke.get(w.texture).__webglTexture=O,ke.get(w.depthTexture).__webglTexture=X.__autoAllocateDepthBuffer?void 0:J,X.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,O){let J=ke.get(w);J.__webglFramebuffer=O,J.__useDefaultFramebuffer=O===void 0},this.setRenderTarget=function(w,O=0,J=0){he=w,Z=O,z=J;let X=null,q=!1,ve=!1;if(w){let ye=ke.get(w);if(ye.__useDefaultFramebuffer!==void 0){
Me.bindFramebuffer(F.FRAMEBUFFER,ye.__webglFramebuffer),ne.copy(w.viewport),fe.copy(w.scissor),ue=w.scissorTest,Me.viewport(ne),Me.scissor(fe),Me.setScissorTest(ue),$=-1;return}else if(ye.__webglFramebuffer===void 0)Ye.setupRenderTarget(w);else if(ye.__hasExternalTextures)Ye.rebindTextures(w,ke.get(w.texture).__webglTexture,ke.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let Je=w.depthTexture;
if(ye.__boundDepthTexture!==Je){if(Je!==null&&ke.has(Je)&&(w.width!==Je.image.width||w.height!==Je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ye.setupDepthRenderbuffer(w)}}let Ae=w.texture;(Ae.isData3DTexture||Ae.isDataArrayTexture||Ae.isCompressedArrayTexture)&&(ve=!0);let Be=ke.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?
(Array.isArray(Be[O])?X=Be[O][J]:X=Be[O],q=!0):w.samples>0&&Ye.useMultisampledRTT(w)===!1?X=ke.get(w).__webglMultisampledFramebuffer:Array.isArray(Be)?X=Be[J]:X=Be,ne.copy(w.viewport),fe.copy(w.scissor),ue=w.scissorTest}else ne.copy(st).multiplyScalar(Le).floor(),fe.copy(Et).multiplyScalar(Le).floor(),ue=Lt;if(J!==0&&(X=Y),Me.bindFramebuffer(F.FRAMEBUFFER,X)&&Me.drawBuffers(w,X),Me.viewport(ne),Me.
scissor(fe),Me.setScissorTest(ue),q){let ye=ke.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+O,ye.__webglTexture,J)}else if(ve){let ye=O;for(let Ae=0;Ae<w.textures.length;Ae++){let Be=ke.get(w.textures[Ae]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ae,Be.__webglTexture,J,ye)}}else if(w!==null&&J!==0){let ye=ke.get(w.texture);
F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ye.__webglTexture,J)}$=-1};function xs(w){let O=ke.get(w);return(O.__readFormat!==w.format||O.__readType!==w.type)&&(O.__readFormat=w.format,O.__readType=w.type,O.__formatReadable=je.textureFormatReadable(w.format),O.__typeReadable=je.textureTypeReadable(w.type)),O}this.readRenderTargetPixels=function(w,O,J,X,q,ve,Te,ye=0){if(!(w&&
w.isWebGLRenderTarget)){ut("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ae=ke.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Te!==void 0&&(Ae=Ae[Te],Array.isArray(Ae)&&(Ae=Ae[0])),Ae){Me.bindFramebuffer(F.FRAMEBUFFER,Ae);try{let Be=w.textures[ye],Je=Be.format,ct=Be.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+ye);let Ne=xs(
Be);if(Ne.__formatReadable===!1){ut("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ne.__typeReadable===!1){ut("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}O>=0&&O<=w.width-X&&J>=0&&J<=w.height-q&&F.readPixels(O,J,X,q,de.convert(Je),de.convert(ct),ve)}finally{
let Be=he!==null?ke.get(he).__webglFramebuffer:null;Me.bindFramebuffer(F.FRAMEBUFFER,Be)}}},this.readRenderTargetPixelsAsync=async function(w,O,J,X,q,ve,Te,ye=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ae=ke.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Te!==void 0&&(Ae=Ae[Te],Array.isArray(
Ae)&&(Ae=Ae[0])),Ae)if(O>=0&&O<=w.width-X&&J>=0&&J<=w.height-q){Me.bindFramebuffer(F.FRAMEBUFFER,Ae);let Be=w.textures[ye],Je=Be.format,ct=Be.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+ye);let Ne=xs(Be);if(Ne.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ne.__typeReadable===
!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let ft=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,ft),F.bufferData(F.PIXEL_PACK_BUFFER,ve.byteLength,F.STREAM_READ),F.readPixels(O,J,X,q,de.convert(Je),de.convert(ct),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let $t=he!==null?ke.get(he).__webglFramebuffer:
null;Me.bindFramebuffer(F.FRAMEBUFFER,$t);let At=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await qm(F,At,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,ft),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,ve),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(ft),F.deleteSync(At),ve}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},
this.copyFramebufferToTexture=function(w,O=null,J=0){let X=Math.pow(2,-J),q=Math.floor(w.image.width*X),ve=Math.floor(w.image.height*X),Te=O!==null?O.x:0,ye=O!==null?O.y:0;Ye.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,J,0,0,Te,ye,q,ve),Me.unbindTexture()},this.copyTextureToTexture=function(w,O,J=null,X=null,q=0,ve=0){let Te,ye,Ae,Be,Je,ct,Ne,ft,$t,At=w.isCompressedTexture?w.mipmaps[ve]:w.image;
if(J!==null)Te=J.max.x-J.min.x,ye=J.max.y-J.min.y,Ae=J.isBox3?J.max.z-J.min.z:1,Be=J.min.x,Je=J.min.y,ct=J.isBox3?J.min.z:0;else{let ht=Math.pow(2,-q);Te=Math.floor(At.width*ht),ye=Math.floor(At.height*ht),w.isDataArrayTexture?Ae=At.depth:w.isData3DTexture?Ae=Math.floor(At.depth*ht):Ae=1,Be=0,Je=0,ct=0}X!==null?(Ne=X.x,ft=X.y,$t=X.z):(Ne=0,ft=0,$t=0);let Rt=de.convert(O.format),gi=de.convert(O.type),
De;O.isData3DTexture?(Ye.setTexture3D(O,0),De=F.TEXTURE_3D):O.isDataArrayTexture||O.isCompressedArrayTexture?(Ye.setTexture2DArray(O,0),De=F.TEXTURE_2D_ARRAY):(Ye.setTexture2D(O,0),De=F.TEXTURE_2D),Me.activeTexture(F.TEXTURE0),Me.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,O.flipY),Me.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,O.premultiplyAlpha),Me.pixelStorei(F.UNPACK_ALIGNMENT,O.unpackAlignment);let hi=Me.
getParameter(F.UNPACK_ROW_LENGTH),dt=Me.getParameter(F.UNPACK_IMAGE_HEIGHT),tr=Me.getParameter(F.UNPACK_SKIP_PIXELS),ci=Me.getParameter(F.UNPACK_SKIP_ROWS),_s=Me.getParameter(F.UNPACK_SKIP_IMAGES);Me.pixelStorei(F.UNPACK_ROW_LENGTH,At.width),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,At.height),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,Be),Me.pixelStorei(F.UNPACK_SKIP_ROWS,Je),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,
ct);let Wn=w.isDataArrayTexture||w.isData3DTexture,ir=O.isDataArrayTexture||O.isData3DTexture;if(w.isDepthTexture){let ht=ke.get(w),jt=ke.get(O),Wi=ke.get(ht.__renderTarget),Ct=ke.get(jt.__renderTarget);Me.bindFramebuffer(F.READ_FRAMEBUFFER,Wi.__webglFramebuffer),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,Ct.__webglFramebuffer);for(let fi=0;fi<Ae;fi++)Wn&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.
COLOR_ATTACHMENT0,ke.get(w).__webglTexture,q,ct+fi),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ke.get(O).__webglTexture,ve,$t+fi)),F.blitFramebuffer(Be,Je,Be+Te,Je+ye,Ne,ft,Ne+Te,ft+ye,F.DEPTH_BUFFER_BIT,F.NEAREST);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(q!==0||w.isRenderTargetTexture||ke.has(w)){let ht=ke.get(w),jt=ke.get(
O);Me.bindFramebuffer(F.READ_FRAMEBUFFER,L),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let Wi=0;Wi<Ae;Wi++)Wn?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ht.__webglTexture,q,ct+Wi):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ht.__webglTexture,q),ir?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,jt.__webglTexture,ve,$t+Wi):F.framebufferTexture2D(
F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,jt.__webglTexture,ve),q!==0?F.blitFramebuffer(Be,Je,Be+Te,Je+ye,Ne,ft,Ne+Te,ft+ye,F.COLOR_BUFFER_BIT,F.NEAREST):ir?F.copyTexSubImage3D(De,ve,Ne,ft,$t+Wi,Be,Je,Te,ye):F.copyTexSubImage2D(De,ve,Ne,ft,Be,Je,Te,ye);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ir?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(
De,ve,Ne,ft,$t,Te,ye,Ae,Rt,gi,At.data):O.isCompressedArrayTexture?F.compressedTexSubImage3D(De,ve,Ne,ft,$t,Te,ye,Ae,Rt,At.data):F.texSubImage3D(De,ve,Ne,ft,$t,Te,ye,Ae,Rt,gi,At):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,ve,Ne,ft,Te,ye,Rt,gi,At.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,ve,Ne,ft,At.width,At.height,Rt,At.data):F.texSubImage2D(F.TEXTURE_2D,ve,Ne,ft,Te,ye,Rt,
gi,At);Me.pixelStorei(F.UNPACK_ROW_LENGTH,hi),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,dt),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,tr),Me.pixelStorei(F.UNPACK_SKIP_ROWS,ci),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,_s),ve===0&&O.generateMipmaps===!0&&O.mipmapsAutoUpdate===!0&&F.generateMipmap(De),Me.unbindTexture()},this.initRenderTarget=function(w){ke.get(w).__webglFramebuffer===void 0&&Ye.setupRenderTarget(w)},
this.initTexture=function(w){w.isCubeTexture?Ye.setTextureCube(w,0):w.isData3DTexture?Ye.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Ye.setTexture2DArray(w,0):Ye.setTexture2D(w,0),Me.unbindTexture()},this.resetState=function(){Z=0,z=0,he=null,Me.reset(),_e.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){
return Ni}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=et._getDrawingBufferColorSpace(e),t.unpackColorSpace=et._getUnpackColorSpace()}};var lb=.16,hb=.3,cb=.5,fb=1.2,ub=.004,pb=1500,db=2.2,gc=class{constructor(e,t,i,r){this.spec=e,this.bodies=r,this.size=t.scene.size,this.rows=mb(e,t,i),this.material=new ds({transparent:!0,opacity:.92,depthTest:!0}),this.group=new On,this.group.visible=!1;let s=new Gr(1,1,1,8,1,!0).translate(0,.5,0).rotateX(Math.PI/2),o=new Jh(1,1,12).translate(0,.5,0).rotateX(Math.PI/2);[this.shafts,this.heads]=[
s,o].map(a=>this.instances(a)),this.shafts.onBeforeRender=a=>a.clearDepth(),this.factor=1,this.scale=e.scale>0?$n(e.scale):0,this.lately=[0,0],this.since=null,this.place3=[0,0,0]}instances(e){let t=new Ka(e,this.material,Math.max(this.rows.length,1));return t.instanceMatrix.setUsage(gh),t.frustumCulled=!1,t.count=0,t.renderOrder=6,this.group.add(t),t}get empty(){return this.rows.length===0}setTheme(e,t){
this.material.color.set(e.arrows[t%e.arrows.length]),this.colour=e.arrows[t%e.arrows.length]}get shown(){return this.scale*this.factor}largest(e){let t=0;for(let i of this.rows){let r=0;for(let s=0;s<i.axes;s++)r+=e[i.at+s]**2;t=Math.max(t,r)}return Math.sqrt(t)}learn(e,t){if(this.spec.scale||this.fitted)return;let i=this.largest(e);if(!(i>0)||!Number.isFinite(i))return;this.since??=t,t-this.since>
pb&&(this.lately=[0,this.lately[0]],this.since=t),this.lately[0]=Math.max(this.lately[0],i);let r=Math.max(...this.lately),s=hb*this.size/r;(!this.scale||s>db*this.scale||r*this.scale>cb*this.size)&&(this.scale=$n(s))}fit(e){if(this.spec.scale)return;let t=[];for(let i of e.times){e.seek(i);let r=this.largest(e.outputs);r>0&&t.push(r)}t.length&&(this.scale=$n(lb*this.size/t.sort((i,r)=>i-r)[Math.floor(
.5*(t.length-1))]),this.fitted=!0)}place(e,t,i=performance.now()){if(this.learn(e,i),!this.group.visible)return;this.group.position.set(t[0],t[1],t[2]);let r=this.shown,s=0;for(let o of this.rows){let a=e[o.at],l=e[o.at+1],h=o.axes>2?e[o.at+2]:0,u=Math.sqrt(a*a+l*l+h*h),f=Math.min(u*r,fb*this.size);if(f>ub*this.size){this.bodies.point(e,o.body,o.local,this.place3);for(let c=0;c<3;c++)this.place3[c]-=
t[c];this.write(s++,a/u,l/u,h/u,f)}}this.shafts.count=this.heads.count=s,this.shafts.instanceMatrix.needsUpdate=this.heads.instanceMatrix.needsUpdate=!0}write(e,t,i,r,s){let o=.0055*this.size,a=Math.min(.045*this.size,.5*s),l=Math.abs(r)<.9,h=l?i:0,u=l?-t:r,f=l?0:-i,c=Math.sqrt(h*h+u*u+f*f);h/=c,u/=c,f/=c;let p=i*f-r*u,d=r*h-t*f,S=t*u-i*h,[g,m,b]=this.place3,E=s-a;V_(this.shafts.instanceMatrix.array,
e,o,h,u,f,p,d,S,E*t,E*i,E*r,g,m,b);let v=.4*a;V_(this.heads.instanceMatrix.array,e,v,h,u,f,p,d,S,a*t,a*i,a*r,g+E*t,m+E*i,b+E*r)}};function V_(n,e,t,i,r,s,o,a,l,h,u,f,c,p,d){let S=16*e;n[S]=t*i,n[S+1]=t*r,n[S+2]=t*s,n[S+3]=0,n[S+4]=t*o,n[S+5]=t*a,n[S+6]=t*l,n[S+7]=0,n[S+8]=h,n[S+9]=u,n[S+10]=f,n[S+11]=0,n[S+12]=c,n[S+13]=p,n[S+14]=d,n[S+15]=1}function mb(n,e,t){let i=t.find(n.field);if(!i||i.axis!==
i.field.dims.length-2)return[];let r=t.names(i.field,i.axis),s=i.field.shape[i.axis+1];return r.map((a,l)=>{let h=e.bodies.findIndex(u=>u.name===a);return{body:h,at:i.start+l*s,axes:s,local:e.bodies[h]?.com??[0,0,0]}}).filter(a=>a.body>=0)}var W_=Math.cos(38*Math.PI/180),gb=1e-5;function ll(n,e,t=!0){let i=X_(n,e),r=Y_(n),s=new Float32Array(e.length*3);for(let a=0;a<e.length;a++)for(let l=0;l<3;l++)s[3*a+l]=n[3*e[a]+l];let o=t?Mb(i,e,r):_b(i,e.length);return{positions:s,normals:o,lines:xb(n,e,i,r)}}function xb(n,e,t=X_(n,e),i=Y_(n)){let r=new Map,s=n.length;for(let a=0;a<e.length;a++){let l=a%3===2?a-2:a+1,h=i[e[a]],u=i[e[l]],f=h<u?
h*s+u:u*s+h,c=r.get(f);c?c.other=Math.floor(a/3):r.set(f,{a:h,b:u,face:Math.floor(a/3),other:-1})}let o=[];for(let{a,b:l,face:h,other:u}of r.values())if(!(u>=0&&K_(t,h,u)>W_))for(let f of[a,l])o.push(n[3*f],n[3*f+1],n[3*f+2]);return Float32Array.from(o)}function X_(n,e){let t=new Float32Array(e.length);for(let i=0;i<e.length;i+=3){let r=3*e[i],s=3*e[i+1],o=3*e[i+2],a=n[s]-n[r],l=n[s+1]-n[r+1],h=n[s+
2]-n[r+2],u=n[o]-n[r],f=n[o+1]-n[r+1],c=n[o+2]-n[r+2];t[i]=l*c-h*f,t[i+1]=h*u-a*c,t[i+2]=a*f-l*u}return t}function Y_(n){let e=0;for(let s of n)e=Math.max(e,Math.abs(s));let t=gb*e||1,i=new Map,r=new Int32Array(n.length/3);for(let s=0;s<r.length;s++){let o=`${Math.round(n[3*s]/t)},${Math.round(n[3*s+1]/t)},${Math.round(n[3*s+2]/t)}`;i.has(o)||i.set(o,s),r[s]=i.get(o)}return r}function _b(n,e){let t=new Float32Array(
e*3);for(let i=0;i<e;i++)q_(t,i,n,[Math.floor(i/3)]);return t}function Mb(n,e,t){let i=new Map;for(let s=0;s<e.length;s++){let o=t[e[s]];i.has(o)||i.set(o,[]),i.get(o).push(Math.floor(s/3))}let r=new Float32Array(e.length*3);for(let s=0;s<e.length;s++){let o=Math.floor(s/3);q_(r,s,n,i.get(t[e[s]]).filter(a=>a===o||K_(n,o,a)>=W_))}return r}function q_(n,e,t,i){let r=0,s=0,o=0;for(let l of i)r+=t[3*
l],s+=t[3*l+1],o+=t[3*l+2];let a=Math.sqrt(r*r+s*s+o*o)||1;n[3*e]=r/a,n[3*e+1]=s/a,n[3*e+2]=o/a}function K_(n,e,t){let i=n[3*e],r=n[3*e+1],s=n[3*e+2],o=n[3*t],a=n[3*t+1],l=n[3*t+2],h=Math.sqrt((i*i+r*r+s*s)*(o*o+a*a+l*l));return h>0?(i*o+r*a+s*l)/h:1}var Sb=[0,1,2,0,2,3],vb=[0,1,1,2,2,3,3,0],yb=[[1,0],[2,3]],xc=class{constructor(e,t){this.bodies=t,this.blades=[...new Set(e.flat())];let i=this.blades.flatMap(s=>[0,1,2,3].map(o=>`${s} ${o}`)),r=new Map(i.map((s,o)=>[s,o]));for(let[s,o]of e)for(let[a,l]of yb)r.set(`${o} ${l}`,r.get(`${s} ${a}`));this.places=i.map(s=>r.get(s)),this.faces=this.geometry(Sb,i.length),this.edges=this.geometry(vb,i.length),
this.edges.setAttribute("position",this.faces.attributes.position),this.counts=new Uint8Array(i.length);for(let s of this.places)this.counts[s]++}geometry(e,t){let i=this.blades.flatMap((r,s)=>e.map(o=>this.places[4*s+o]));return new _t().setIndex(i).setAttribute("position",new Pt(new Float32Array(3*t),3))}mesh(e,t){let i=new Tt(this.faces,e);i.frustumCulled=!1,i.castShadow=!0;let r=new gr(this.edges,
t);return r.frustumCulled=!1,i.add(r),i}place(e){let{position:t}=this.faces.attributes,i=t.array.fill(0);this.blades.forEach((r,s)=>{let o=this.bodies.pointsOf(r);for(let a=0;a<4;a++){let l=this.places[4*s+a];this.bodies.point(e,r,o.subarray(3*a,3*a+3),$_);for(let h=0;h<3;h++)i[3*l+h]+=$_[h]/this.counts[l]}}),t.needsUpdate=!0,this.faces.computeVertexNormals()}},$_=[0,0,0];var Mc=class{constructor(e,t,i){this.group=new On,this.spec=e.bodies,this.materials=new Map,this.lines=new mr({transparent:!0,opacity:.35}),this.position=t.find("body_position"),this.rotation=t.find("body_rotation"),this.quaternion=t.find("body_quaternion");let r=e.meshes.map(a=>bb(a)),s=.006*e.scene.size;this.meshes=e.bodies.map((a,l)=>this.makeBody(a,l,r,s)),this.rods=e.bodies.map((a,l)=>a.mesh===
null&&a.parent>=0?this.makeRod(l,s):null),this.ends=e.bodies.map(a=>a.mesh===null?[0,0,0]:r[a.mesh].end),this.centre=[0,0,0],this.shapes=r;let o=r.map(a=>a.points);this.morphs=new Es(e.morphs??[],o,a=>i.seen(a)),this.wings=e.seams?.length?this.makeWings(e.seams):null}makeWings(e){let t=new xc(e,this);for(let i of t.blades)this.meshes[i].visible=!1;return this.group.add(t.mesh(this.meshes[t.blades[0]].
material,this.lines)),t}pointsOf(e){return this.shapes[this.spec[e].mesh].points}form(){let e=this.morphs.changed();for(let[t,i]of e)Tb(this.shapes[t],i);e.size&&this.spec.forEach((t,i)=>{t.mesh!==null&&(this.ends[i]=this.shapes[t.mesh].end)})}makeBody(e,t,i,r){let s=e.mesh===null?null:i[e.mesh];if(!s)return null;let o=new Tt(s.faces,this.material(e,t,s.thin));return o.matrixAutoUpdate=!1,o.frustumCulled=
!1,o.castShadow=!0,o.receiveShadow=!s.thin,s.lines&&o.add(new gr(s.lines,this.lines)),o.userData.thickness=r,this.group.add(o),o}makeRod(e,t){let i=new Gr(t,t,1,10).rotateX(Math.PI/2).translate(0,0,.5),r=new Tt(i,this.material({role:"rod"},e,!1));return r.frustumCulled=!1,r.castShadow=!0,this.group.add(r),r}material(e,t,i){let r=e.role??"body",s=`${r} ${r==="body"?t%2:0} ${i}`;if(!this.materials.has(
s)){let o=new ps({specular:2763306,shininess:28,side:i?Ui:Zi});i&&r==="wing"&&Object.assign(o,{transparent:!0,opacity:.82}),o.userData={role:r,rank:t,spare:this.materials.size},this.materials.set(s,o)}return this.materials.get(s)}setTheme(e){for(let t of this.materials.values()){let{role:i,rank:r,spare:s}=t.userData;t.color=new Pe(Ml(e,i,r,s))}this.lines.color=new Pe(e.crease)}place(e){let t=this.
position.start;for(let i=0;i<this.meshes.length;i++){let r=this.meshes[i];r?(this.turn(r.matrix.elements,e,i),r.matrix.elements[12]=e[t+3*i],r.matrix.elements[13]=e[t+3*i+1],r.matrix.elements[14]=e[t+3*i+2],r.matrixWorldNeedsUpdate=!0):this.rods[i]&&this.span(this.rods[i],e,t+3*i,t+3*this.spec[i].parent)}this.wings?.place(e)}middle(e){for(let t=0;t<3;t++){let i=0;for(let r=0;r<this.spec.length;r++)
i+=e[this.position.start+3*r+t];this.centre[t]=i/this.spec.length}}reach(e,t){let i=0;for(let r=0;r<this.spec.length;r++){this.point(e,r,this.ends[r],_c);let s=_c[0]-t[0],o=_c[1]-t[1],a=_c[2]-t[2];i=Math.max(i,s*s+o*o+a*a)}return Math.sqrt(i)}turn(e,t,i){if(this.rotation){let h=this.rotation.start+9*i;e[0]=t[h],e[4]=t[h+1],e[8]=t[h+2],e[1]=t[h+3],e[5]=t[h+4],e[9]=t[h+5],e[2]=t[h+6],e[6]=t[h+7],e[10]=
t[h+8];return}let r=this.quaternion.start+4*i,s=t[r],o=t[r+1],a=t[r+2],l=t[r+3];e[0]=1-2*(a*a+l*l),e[4]=2*(o*a-s*l),e[8]=2*(o*l+s*a),e[1]=2*(o*a+s*l),e[5]=1-2*(o*o+l*l),e[9]=2*(a*l-s*o),e[2]=2*(o*l-s*a),e[6]=2*(a*l+s*o),e[10]=1-2*(o*o+a*a)}span(e,t,i,r){e.position.set(t[i],t[i+1],t[i+2]);let s=t[r]-t[i],o=t[r+1]-t[i+1],a=t[r+2]-t[i+2],l=Math.sqrt(s*s+o*o+a*a);e.visible=l>1e-9,e.visible&&(e.lookAt(
t[r],t[r+1],t[r+2]),e.scale.set(1,1,l))}point(e,t,i,r){let s=wb;this.turn(s,e,t);let o=this.position.start+3*t;for(let a=0;a<3;a++)r[a]=e[o+a]+s[a]*i[0]+s[4+a]*i[1]+s[8+a]*i[2];return r}},wb=new Float64Array(16),_c=[0,0,0];function Z_(n){let e=0,t=0;for(let i=0;i<n.length;i+=3){let r=n[i]**2+n[i+1]**2+n[i+2]**2;r>e&&([e,t]=[r,i])}return[n[t],n[t+1],n[t+2]]}function bb(n){let{points:e,triangles:t,smooth:i,
thin:r}=gl(n),{positions:s,normals:o,lines:a}=ll(e,t,i),l=new _t;l.setAttribute("position",new Pt(s,3)),l.setAttribute("normal",new Pt(o,3));let h=a.length?new _t().setAttribute("position",new Pt(a,3)):null;return{faces:l,lines:h,thin:r,points:e,triangles:t,smooth:i,end:Z_(e)}}function Tb(n,e){let{positions:t,normals:i,lines:r}=ll(e,n.triangles,n.smooth);n.faces.attributes.position.copyArray(t).needsUpdate=
!0,n.faces.attributes.normal.copyArray(i).needsUpdate=!0,n.lines?.dispose(),n.lines?.setAttribute("position",new Pt(r,3)),Object.assign(n,{points:e,end:Z_(e)})}var Eb={free:{azimuth:-.9,elevation:.55},top:{azimuth:-Math.PI/2,elevation:Math.PI/2-.001},side:{azimuth:-Math.PI/2,elevation:.06}},J_={xy:{azimuth:-1.05,elevation:.8},xz:{azimuth:-1.15,elevation:.22},yz:{azimuth:-.35,elevation:.3},"3d":{azimuth:-.85,elevation:.42}},Ab=1e5,Rb=.35,Sc=class{constructor(e,t){this.stage=e,this.focus=[0,0,0],this.offset=[0,0,0],this.following=!0,this.view="start",Object.
assign(this,J_[t]??J_["3d"]),this.zoom=1,this.lowest=-1.5,this.room=e.size,this.taken=e.size}get distance(){let{width:e,height:t}=this.stage.clear,i=Math.tan(this.stage.camera.fov*Math.PI/360),r=i*e/this.stage.height,s=i*t/this.stage.height,o=this.room;return Math.max(.56*o/r,.5*o/s)/this.zoom}choose(e){this.view=e,Object.assign(this,Eb[e],{zoom:1}),this.offset.fill(0)}turn(e,t){this.azimuth-=e,this.
elevation=Math.min(Math.max(this.elevation+t,this.lowest),Math.PI/2-.001),this.view="own"}scale(e){this.zoom=Math.min(Math.max(this.zoom*e,.08),25)}shift(e,t){let i=2*Math.tan(this.stage.camera.fov*Math.PI/360)*this.distance/this.stage.height,{azimuth:r,elevation:s}=this,o=[-Math.sin(r),Math.cos(r),0],a=[-Math.sin(s)*Math.cos(r),-Math.sin(s)*Math.sin(r),Math.cos(s)];for(let l=0;l<3;l++)this.offset[l]+=
i*(-e*o[l]+t*a[l])}make(e){Number.isFinite(e)&&(this.taken=Math.max(this.taken,Math.min(1.9*e,3*this.stage.size)))}jump(e){this.room=this.taken;for(let t=0;t<3;t++)this.focus[t]=e[t]}follow(e,t){let i=1-Math.exp(-t/Rb),r=Math.abs(this.taken-this.room)>.01*this.room?1:0;if(this.room+=i*(this.taken-this.room),!this.following)return r>0;for(let s=0;s<3;s++){let o=i*(e[s]-this.focus[s]);Number.isFinite(
o)&&(this.focus[s]+=o),r+=Math.abs(o)}return r>1e-4*this.stage.size}apply(){let{camera:e}=this.stage,t=this.distance,i=t*Math.cos(this.elevation),[r,s,o]=this.aim(Cb);e.position.set(r+i*Math.cos(this.azimuth),s+i*Math.sin(this.azimuth),o+t*Math.sin(this.elevation)),e.up.set(0,0,1),e.near=.02*t,e.far=t+80*this.stage.size,e.lookAt(r,s,o),e.updateProjectionMatrix()}aim(e){for(let t=0;t<3;t++)e[t]=this.
focus[t]+this.offset[t];return e}get text(){return[this.azimuth.toFixed(3),this.elevation.toFixed(3),this.zoom.toFixed(3),...this.offset.map(e=>e.toPrecision(3)),this.following?1:0].join(",")}set text(e){let t=e.split(",").map(Number);t.length!==7||!t.every(i=>Math.abs(i)<Ab)||(this.azimuth=t[0],this.elevation=Math.min(Math.max(t[1],this.lowest),Math.PI/2-.001),this.zoom=Math.min(Math.max(t[2],.08),
25),this.offset=t.slice(3,6),this.following=t[6]===1,this.view="own")}},Cb=[0,0,0];var Eo=4,vc=1e9,Pb=`
float lineAt(vec2 place, float cell, float width) {
  vec2 scaled = place / cell;
  vec2 wide = fwidth(scaled);
  vec2 near = abs(fract(scaled - 0.5) - 0.5) / max(wide, vec2(1e-6));
  vec2 ink = clamp(width + 0.5 - near, 0.0, 1.0) * (1.0 - smoothstep(0.25, 0.6, wide));
  return max(ink.x, ink.y);
}
`,Lb=`
vec2 place = vLocal + uOffset;
vec3 paint = diffuse;
float alongX = vLocal.x + uFocus.x;
for (int k = 0; k < ${Eo}; k++) {
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
`,yc=class{constructor({cell:e,reach:t,level:i,cover:r,regions:s,wet:o}){this.cell=e,this.level=i,this.wet=o,this.regions=s.slice(0,Eo),this.uniforms={uCell:{value:e},uReach:{value:t},uCover:{value:r},uOffset:{value:new Oe},uFocus:{value:new Oe},uLine:{value:new Pe},uRegions:{value:Array.from({length:Eo},(a,l)=>Db(this.regions[l]))},uColours:{value:Array.from({length:Eo},()=>new Pe)}},this.material=
new ds({transparent:!0,depthWrite:r>.9}),this.material.onBeforeCompile=a=>this.addGrid(a),this.mesh=new Tt(new mo(t,64),this.material),this.mesh.receiveShadow=!0,this.mesh.frustumCulled=!1,this.mesh.renderOrder=o?2:-2}addGrid(e){Object.assign(e.uniforms,this.uniforms),e.vertexShader=`varying vec2 vLocal;
`+e.vertexShader.replace("#include <begin_vertex>",`#include <begin_vertex>
vLocal = position.xy;`);let t=`varying vec2 vLocal; uniform float uCell, uReach, uCover; uniform vec2 uOffset, uFocus; uniform vec3 uLine;
uniform vec4 uRegions[${Eo}]; uniform vec3 uColours[${Eo}];
`;e.fragmentShader=t+Pb+e.fragmentShader.replace("#include <color_fragment>",`#include <color_fragment>
`+Lb)}setTheme(e){this.material.color.set(this.wet?e.shallow:e.ground),this.uniforms.uLine.value.set(e.strong);let t={land:e.land,water:e.water};this.regions.forEach((i,r)=>this.uniforms.uColours.value[r].set(t[i.name]??e.region))}follow(e,t){this.mesh.position.set(e,t,this.level);let i=5*this.cell;this.uniforms.uOffset.value.set(e-i*Math.floor(e/i),t-i*Math.floor(t/i)),this.uniforms.uFocus.value.
set(e,t)}};function Db(n){return n?new vt(n.from??-vc,n.to??vc,0,0):new vt(vc,-vc,0,0)}var Ao=7,wc=class{constructor(e,t,i){Object.assign(this,{spacing:e,level:i}),this.group=new On,this.labels=Array.from({length:Ao},()=>Ib(t));for(let r of this.labels)this.group.add(r.mesh);this.colour="#555"}setTheme(e){this.colour=e.label;for(let t of this.labels)t.text=null}follow(e,t){let i=Math.round(e/this.spacing),r=(Math.round(t/this.spacing)-1)*this.spacing;for(let s=0;s<Ao;s++){let o=i+s-
(Ao-1)/2,a=this.labels[(o%Ao+Ao)%Ao];a.mesh.position.set(o*this.spacing,r,this.level+.001*this.spacing);let l=`${qt(o*this.spacing,6)} m`;a.text!==l&&Ub(a,l,this.colour)}}};function Ib(n){let e=document.createElement("canvas");e.width=256,e.height=64;let t=new Ja(e);t.colorSpace=vi,t.minFilter=Mi,t.generateMipmaps=!1;let i=new hs({map:t,transparent:!0,depthWrite:!1}),r=new Tt(new _o(4*n,n).translate(
2.2*n,.6*n,0),i);return r.renderOrder=-1,{mesh:r,canvas:e,texture:t,text:null}}function Ub(n,e,t){n.text=e;let i=n.canvas.getContext("2d");i.clearRect(0,0,256,64),i.font="500 44px system-ui, sans-serif",i.fillStyle=t,i.textBaseline="middle",i.fillText(e,4,34),n.texture.needsUpdate=!0}function Nb(n,e,t){let i=n.map(([a,l])=>new Oe(a,l));i.length>1&&i[0].distanceTo(i[i.length-1])<1e-12&&(i=i.slice(0,-1)),xo.area(i)<0&&i.reverse();let r=i.length,s=[...i.flatMap(a=>[a.x,a.y,e]),...i.flatMap(a=>[a.x,a.y,t])],o=[];for(let[a,l,h]of xo.triangulateShape(i,[]))o.push(r+a,r+l,r+h,h,l,a);for(let a=0;a<r;a++){let l=(a+1)%r;o.push(a,l,r+l,a,r+l,r+a)}return{points:Float32Array.from(s),triangles:o}}
var bc=class{constructor(e){this.group=new On,this.material=new ps({specular:657930,shininess:8}),this.lines=new mr({transparent:!0,opacity:.3});for(let t of[...e.obstacles??[],...e.walls??[]])this.add(t,e)}add(e,t){let i=e.outline.filter(c=>Number.isFinite(c[0]));if(i.length<3)return;let r=e.base??t.level??0,{points:s,triangles:o}=Nb(i,r,r+(e.height??.12*t.size)),{positions:a,normals:l,lines:h}=ll(
s,o),u=new _t;u.setAttribute("position",new Pt(a,3)),u.setAttribute("normal",new Pt(l,3));let f=new Tt(u,this.material);f.castShadow=f.receiveShadow=!0,f.add(new gr(new _t().setAttribute("position",new Pt(h,3)),this.lines)),this.group.add(f)}setTheme(e){this.material.color.set(e.obstacle),this.lines.color.set(e.crease)}};var Mu=[-.6,-.2,1.15],Q_=1024;function j_(){let n=document.createElement("canvas").getContext("webgl2");return n?.getExtension("WEBGL_lose_context")?.loseContext(),!!n}var Tc=class{constructor(e,t){this.size=t,this.renderer=new al({canvas:e,antialias:!0,alpha:!0,powerPreference:"low-power"}),this.renderer.outputColorSpace=vi,this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Ar,this.renderer.
shadowMap.autoUpdate=!1,this.sharpness=2,this.renderer.setClearColor(new Pe(0),0),this.scene=new za,this.camera=new wn(36,1,.01*t,400*t),this.camera.up.set(0,0,1),this.insets={left:0,right:0,top:0,bottom:0},this.addLights()}addLights(){this.sky=new il(16777215,8947848,1),this.sky.position.set(0,0,1),this.sun=new nl(16777215,1),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(Q_,Q_);let e=1.25*this.
size;Object.assign(this.sun.shadow.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*this.size,far:8*this.size}),this.sun.shadow.normalBias=.004*this.size,this.sun.shadow.radius=3,this.scene.add(this.sky,this.sun,this.sun.target)}setTheme(e){this.sky.color.set(e.sky),this.sky.groundColor.set(e.earth),this.sky.intensity=e.hemisphere,this.sun.color.set(e.sun),this.sun.intensity=e.sunlight,this.sun.shadow.
intensity=Math.min(1,2*e.shadow)}lightAt(e,t,i){this.sun.target.position.set(e,t,i),this.sun.position.set(e+3*this.size*Mu[0],t+3*this.size*Mu[1],i+3*this.size*Mu[2])}resize(e,t){this.width=Math.max(e,1),this.height=Math.max(t,1),this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio||1,this.sharpness)),this.renderer.setSize(this.width,this.height,!1),this.frameAll()}setInsets(e){Object.
assign(this.insets,e),this.frameAll()}get clear(){let{left:e,right:t,top:i,bottom:r}=this.insets;return{width:Math.max(this.width-e-t,80),height:Math.max(this.height-i-r,80)}}frameAll(){if(!this.width)return;let{left:e,right:t,top:i,bottom:r}=this.insets;this.camera.aspect=this.width/this.height,this.camera.setViewOffset(this.width,this.height,(t-e)/2,(r-i)/2,this.width,this.height),this.camera.updateProjectionMatrix()}coarsen(){
let e=this.renderer.getPixelRatio();return e<=1?!1:(this.sharpness=Math.max(1,e-.5),this.resize(this.width,this.height),!0)}moved(){this.renderer.shadowMap.needsUpdate=!0}render(){this.renderer.render(this.scene,this.camera)}dispose(){this.renderer.dispose(),this.renderer.forceContextLoss()}};var Ro=2048,Fb=`
attribute vec3 along; attribute float side;
uniform vec2 uView; uniform float uWidth;
void main() {
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 there = projectionMatrix * modelViewMatrix * vec4(position + along, 1.0);
  vec2 way = (there.xy / there.w - here.xy / here.w) * uView;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  here.xy += vec2(-way.y, way.x) * side * uWidth / uView * here.w;
  gl_Position = here;
}`,Ob=`
uniform vec3 uColour;
void main() { gl_FragColor = vec4(uColour, 0.75); 
  #include <colorspace_fragment>
}`,Ec=class{constructor(e){this.first=e;let t=s=>new Pt(new Float32Array(2*Ro*s),s).setUsage(gh);this.geometry=new _t,this.places=t(3),this.ways=t(3);let i=t(1);for(let s=0;s<2*Ro;s++)i.array[s]=s%2?-1:1;this.geometry.setAttribute("position",this.places).setAttribute("along",this.ways).setAttribute("side",i);let r=new Uint16Array(6*(Ro-1));for(let s=0;s<Ro-1;s++)r.set([2*s,2*s+1,2*s+2,2*s+2,2*s+1,
2*s+3],6*s);this.geometry.setIndex(new Pt(r,1)),this.uniforms={uColour:{value:new Pe},uView:{value:new Oe(1,1)},uWidth:{value:2}},this.mesh=new Tt(this.geometry,new Fi({uniforms:this.uniforms,vertexShader:Fb,fragmentShader:Ob,transparent:!0,depthWrite:!1,side:2})),this.mesh.frustumCulled=!1,this.mesh.renderOrder=1,this.clear()}clear(){this.count=0,this.step=this.first,this.geometry.setDrawRange(0,
0)}setTheme(e){this.uniforms.uColour.value.set(e.path)}resize(e,t){this.uniforms.uView.value.set(e,t)}add(e,t,i){Number.isFinite(e+t+i)&&(this.count>=2&&this.distance(this.count-2,e,t,i)<this.step&&this.count--,this.count===Ro&&this.halve(),this.write(this.count,e,t,i),this.count++,this.geometry.setDrawRange(0,6*Math.max(this.count-1,0)))}write(e,t,i,r){let s=this.places.array;for(let o=2*e;o<2*e+
2;o++)s[3*o]=t,s[3*o+1]=i,s[3*o+2]=r;if(e>0)for(let o=0;o<3;o++){let a=s[6*e+o]-s[6*(e-1)+o];this.ways.array[6*e+o]=this.ways.array[6*e+3+o]=a,e===1&&(this.ways.array[o]=this.ways.array[3+o]=a)}this.upload(2*Math.max(e-1,0),2*e+2)}upload(e,t){for(let i of[this.places,this.ways]){let r=i.updateRanges.length;r>8&&i.clearUpdateRanges(),r>8?i.addUpdateRange(0,i.array.length):i.addUpdateRange(3*e,3*(t-
e)),i.needsUpdate=!0}}distance(e,t,i,r){let s=this.places.array;return Math.hypot(s[6*e]-t,s[6*e+1]-i,s[6*e+2]-r)}halve(){let e=this.places.array,t=Ro/2;for(let i=0;i<t;i++)this.write(i,e[12*i],e[12*i+1],e[12*i+2]);this.count=t,this.step*=2}};var Bb=`
varying vec2 vLocal; varying vec3 vView;
void main() {
  vLocal = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vView = -seen.xyz;
  gl_Position = projectionMatrix * seen;
}`,kb=`
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
}`,Ac=class{constructor(e,t,i){this.level=e,this.wave=10*.09*t,this.uniforms={uOffset:{value:new Oe},uWave:{value:.09*t},uReach:{value:i},uTime:{value:0},uShallow:{value:new Pe},uDeep:{value:new Pe}};let r=new Fi({uniforms:this.uniforms,vertexShader:Bb,fragmentShader:kb,transparent:!0,depthWrite:!1,side:Ui});this.mesh=new Tt(new mo(i,64),r),this.mesh.frustumCulled=!1,this.mesh.renderOrder=3}setTheme(e){
this.uniforms.uShallow.value.set(e.shallow),this.uniforms.uDeep.value.set(e.deep)}follow(e,t,i){this.mesh.position.set(e,t,this.level),this.uniforms.uOffset.value.set(e-this.wave*Math.floor(e/this.wave),t-this.wave*Math.floor(t/this.wave)),this.uniforms.uTime.value=i%628.3185307}},Gb=420,zb=`
uniform vec3 uFocus; uniform float uBox, uDot; varying float vFade;
void main() {
  vec3 place = mod(position - uFocus + 0.5 * uBox, uBox) - 0.5 * uBox;
  vFade = 1.0 - smoothstep(0.25, 0.5, length(place) / uBox);
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uDot / -seen.z, 1.0, 7.0);
}`,Hb=`
uniform vec3 uColour; varying float vFade;
void main() {
  float away = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(uColour, 0.55 * vFade * (1.0 - smoothstep(0.25, 0.5, away)));
  #include <colorspace_fragment>
}`,Rc=class{constructor(e,t){this.box=4*e;let i=new Float32Array(Gb*3),r=7,s=()=>(r=r*16807%2147483647)/2147483647;for(let l=0;l<i.length;l++)i[l]=s()*this.box;let o=new _t().setAttribute("position",new Pt(i,3));this.uniforms={uFocus:{value:new V},uBox:{value:this.box},uDot:{value:.012*e*t},uColour:{value:new Pe}};let a=new Fi({uniforms:this.uniforms,vertexShader:zb,fragmentShader:Hb,transparent:!0,
depthWrite:!1});this.points=new Za(o,a),this.points.frustumCulled=!1}setTheme(e){this.uniforms.uColour.value.set(e.particle)}follow(e,t,i){let r=s=>s-this.box*Math.floor(s/this.box);this.points.position.set(e,t,i),this.uniforms.uFocus.value.set(r(e),r(t),r(i))}};var eM=14,Cc=class{constructor(e,t,i,r){let{scene:s}=t;this.payload=t,this.stage=new Tc(e,s.size),this.rig=new Sc(this.stage,s.view),this.bodies=new Mc(t,i,r),this.arrows=(t.arrows??[]).map(o=>new gc(o,t,i,this.bodies)).filter(o=>!o.empty),this.trace=new Ec(.02*s.size),this.base=i.find("base_position")??this.bodies.position,this.middle=i.find("com_position"),this.centre=[0,0,0],this.aim=[0,0,0],this.
addSurroundings(s),this.stage.scene.add(this.bodies.group,this.trace.mesh,...this.arrows.map(o=>o.group))}addSurroundings(e){let{size:t}=e,i=e.water??null;this.afloat=i!==null&&i.surface!==null&&i.surface!==void 0,this.standing=!!e.ground,this.submerged=i!==null&&!this.afloat&&!this.standing,this.strong=$n(.45*t),this.cell=this.strong/5,this.level=e.level??0;let r=this.standing?.96:this.afloat?.45:
.35;this.hung=!this.standing&&!this.afloat,this.afloat&&(this.level=i.surface),this.ground=new yc({cell:this.cell,reach:eM*t,level:this.level,cover:r,regions:e.regions??[],wet:this.afloat}),this.solids=new bc(e),this.stage.scene.add(this.ground.mesh,this.solids.group),this.surface=this.afloat?new Ac(i.surface,t,eM*t):null,this.particles=this.submerged?new Rc(t,900):null,this.marks=new wc(this.strong,
.13*this.strong,this.level),this.stage.scene.add(this.marks.group),this.surface&&this.stage.scene.add(this.surface.mesh),this.particles&&this.stage.scene.add(this.particles.points),(this.standing||this.afloat)&&(this.rig.lowest=this.standing?.03:-.4)}setTheme(e){let t=Go[e];for(let i of[this.stage,this.bodies,this.ground,this.solids,this.trace,this.marks,this.surface,this.particles])i?.setTheme(t);
this.arrows.forEach((i,r)=>i.setTheme(t,r)),this.stage.moved()}resize(e,t){this.stage.resize(e,t),this.trace.resize(e,t)}restart(e){this.trace.clear(),this.update(e),this.hung&&this.sink(),this.rig.following&&this.rig.jump(this.centre)}sink(){this.level=this.ground.level=this.marks.level=this.centre[2]-.38*this.stage.size}measure(e){let t=this.middle?this.middle.start:-1;this.bodies.middle(e);for(let i=0;i<
3;i++)this.centre[i]=t>=0?e[t+i]:this.bodies.centre[i];this.rig.make(this.bodies.reach(e,this.centre))}update(e){this.bodies.form(),this.bodies.place(e),this.measure(e),this.stage.moved(),this.trace.add(e[this.base.start],e[this.base.start+1],e[this.base.start+2]);for(let t of this.arrows)t.place(e,this.centre)}draw(e,t){let i=this.rig.follow(this.centre,e),[r,s,o]=this.rig.aim(this.aim);return this.
hung&&Math.abs(this.centre[2]-this.level)>1.5*this.stage.size&&this.sink(),this.ground.follow(r,s),this.marks.follow(r,s),this.surface?.follow(r,s,t),this.particles?.follow(r,s,o),this.stage.lightAt(...this.centre),this.rig.apply(),this.stage.render(),i}dispose(){this.stage.dispose()}};var Vb={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]};function iM(n,e,t){let i=new Map,r=0,s=c=>{n.setPointerCapture(c.pointerId),i.set(c.pointerId,[c.clientX,c.clientY]),r=tM(i)},o=c=>{let p=i.get(c.pointerId);if(!p)return;let d=c.clientX-p[0],S=c.clientY-p[1];if(i.set(c.pointerId,[c.clientX,c.clientY]),i.size===2){let g=tM(i);r>0&&e.scale(g/r),r=g,e.shift(d/2,S/2)}else c.buttons&
6||c.shiftKey?e.shift(d,S):e.turn(.0075*d,.0075*S);t()},a=c=>i.delete(c.pointerId),l=c=>{c.preventDefault(),e.scale(Math.exp(-c.deltaY*(c.deltaMode?.05:.0012))),t()},f={pointerdown:s,pointermove:o,pointerup:a,pointercancel:a,contextmenu:c=>c.preventDefault(),keydown:c=>Wb(c,e,t)};for(let[c,p]of Object.entries(f))n.addEventListener(c,p);return n.addEventListener("wheel",l,{passive:!1}),()=>{for(let[
c,p]of Object.entries(f))n.removeEventListener(c,p);n.removeEventListener("wheel",l)}}function Wb(n,e,t){if(n.ctrlKey||n.altKey||n.metaKey)return;let i=Vb[n.key];if(i&&n.shiftKey)e.shift(-30*i[0],30*i[1]);else if(i)e.turn(-.1*i[0],.1*i[1]);else if(n.key==="+"||n.key==="=")e.scale(1.15);else if(n.key==="-")e.scale(1/1.15);else return;n.preventDefault(),t()}function tM(n){if(n.size!==2)return 0;let[
e,t]=n.values();return Math.hypot(e[0]-t[0],e[1]-t[1])}var Xb=90,Yb=200,qb=.036,Kb=30,$b=800;async function nM(n,e,t,i={}){tp();let r=i.source??(e.kind==="replay"?new Hl(e):await Ju(e.machine,t));return new Su(n,e,r,i)}var Su=class{constructor(e,t,i,r){Object.assign(this,{payload:t,source:i,options:r}),this.catalogue=i.catalogue??ml(t);let s=(t.plots??[]).flatMap(a=>a.series.map(l=>l.output)).filter(a=>this.catalogue.find(a)),o=dp(this.catalogue,[...s,
...np(t.figures??[],this.catalogue)]);this.period=sm(t,a=>i.get(a)),this.runner=new yl(i,this.catalogue,o,Ho(t)),this.figures=this.makeFigures(),this.timing={frames:0,script:0,worst:0,first:null,recent:new Float32Array(120)},this.frame=a=>this.tick(a),this.waiting=!0,this.plotting=0,this.good=null,this.layout=new ql(e,this),this.world=this.makeWorld(),this.layout.fill(this),this.begin()}makeFigures(){
let{runner:e,catalogue:t,source:i,period:r}=this,s={get history(){return e.history},catalogue:t,outputs:()=>i.outputs,period:r},o=sp(this.payload.figures??[],s);for(let a of o)a.value(i.time);return o}makeWorld(){let{canvas:e}=this.layout,t=new(j_()?Cc:zo)(e,this.payload,this.catalogue,this.source);return t instanceof zo&&this.layout.note("No 3-D view: this browser has no WebGL, or it is switched \
off. The machine is drawn in the plane; its numbers run all the same."),this.unsteer=iM(e,t.rig,()=>this.wake()),e.addEventListener("webglcontextrestored",()=>this.refresh()),this.source.replayed&&this.fitTo(t),t}fitTo(e){for(let t of e.arrows)t.fit(this.source);for(let t of this.source.times)this.source.seek(t),e.measure(this.source.outputs);this.source.reset()}begin(){this.waiting=!1,this.watch();
let e=globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;this.world.restart(this.source.outputs),this.layout.setTheme(this.options.theme??"auto"),this.options.hash&&wp(this),this.layout.resize(),this.world.rig.jump(this.world.centre),this.options.play??!e?this.play():this.pause(),this.wake()}watch(){this.watcher=new IntersectionObserver(e=>{this.unseen=!e[e.length-1].isIntersecting,
this.last=void 0,this.wake()}),this.watcher.observe(this.layout.root)}wake(){this.waiting||this.closed||this.unseen||(this.waiting=!0,requestAnimationFrame(this.frame))}tick(e){if(this.waiting=!1,this.closed)return;let t=performance.now(),i=this.last===void 0?1/60:Math.min((e-this.last)/1e3,.5),r=this.runner.playing;r&&this.run(i),(r||this.stale)&&this.world.update(this.source.outputs),this.stale=
!1,this.note(performance.now()-t,r);let s=this.world.draw(i,this.source.time);this.timing.first??=performance.now(),this.show(e,r),r&&this.last!==void 0&&this.pace(i),this.last=this.runner.playing||s?e:void 0,(this.runner.playing||s)&&this.wake()}pace(e){this.slow=e>qb?(this.slow??0)+1:0,!(this.slow<Kb)&&(this.slow=0,this.world.stage.coarsen?.())}run(e){this.runner.advance(e)||this.fail(),this.runner.
playing||this.layout.transport.showPlaying(!1)}note(e,t){if(!t)return;let{timing:i}=this;i.recent[i.frames%i.recent.length]=e,i.frames++,i.script+=(e-i.script)/Math.min(i.frames,120),i.worst=i.frames>30?Math.max(i.worst,e):0}show(e,t){let{transport:i,plots:r,figures:s,look:o}=this.layout;if(i.showTime(this.source.time),e-(this.plotted??-1e9)>Math.max(Xb,12*this.plotting)||!t){this.plotted=e;let a=performance.
now();this.source.replayed?r.showTime():r.update(),this.plotting=performance.now()-a}(e-(this.figured??-1e9)>Yb||!t)&&(this.figured=e,s.update(this.source.time),o?.update(),i.showSpeed(this.runner.speed,this.runner.playing?this.runner.reached:null))}refresh(){this.stale=!0,this.wake()}play(){this.failed||(this.source.replayed&&this.source.time>=this.source.end&&this.source.reset(),this.runner.playing=
!0,this.last=void 0,this.layout.transport.showPlaying(!0),this.wake())}pause(){this.runner.playing=!1,this.layout.transport.showPlaying(!1),this.wake()}step(){this.pause(),this.advance(this.runner.interval)}advance(e){return(this.source.replayed?this.source.advance(e).code===0:this.runner.forward(e))||this.fail(),this.refresh(),this.source.status}seek(e){om(this.source,e),this.source.seek(e),this.
refresh()}reset(){this.failed=!1,this.layout.message.hide(),this.runner.restart(),this.restartFigures(),this.world.restart(this.source.outputs),this.source.status.code!==0&&this.fail(),this.refresh()}restartFigures(){for(let e of this.figures)e.reset(),e.value(this.source.time)}setSpeed(e){this.runner.speed=e,this.runner.reached=null,this.layout.transport.showSpeed(e,null)}set(e,t,i={}){this.remember(),
this.source.set(e,t,i),this.layout.sliders?.show(e,t),this.options.onset?.(e,t),this.refresh()}remember(){if(this.source.replayed||this.failed||this.source.status.code!==0)return;let e=performance.now();e-(this.moved??-1e9)>$b&&(this.good=this.source.save()),this.moved=e}fail(){if(this.failed)return;this.failed=!0,this.pause();let{word:e,text:t,time:i}=this.source.status,r=this.good?[["Back to the\
 last good settings",()=>this.back()]]:[];this.layout.message.show(`The machine stopped: ${e}`,`At ${i.toPrecision(6)} s: ${t}.`,[...r,["Start again with the first settings",()=>this.first()]])}back(){this.failed=!1,this.source.load(this.good);for(let e of this.source.names.parameters)this.layout.sliders?.show(e,this.source.get(e));this.source.frame(),this.runner.record(),this.restartFigures(),this.
refresh(),this.play()}first(){this.failed=!1,this.layout.sliders?.first(),this.reset(),this.play()}addPlot(e){let t=this.catalogue.find(e);if(!t)return;let r=this.catalogue.numbers(t.field).slice(t.start-t.field.place,t.start-t.field.place+t.count),s=r.map(o=>({label:r.length>1?o.slice(e.length+1):o,output:o}));this.showPlot({title:e,unit:t.field.unit,series:s,shown:!0})}showPlot(e){let t=e.series.
map(i=>i.output).filter(i=>this.catalogue.find(i)&&!this.runner.history.index.has(i));t.length&&this.keepMore(t),this.layout.plots.add(e),this.refresh()}keepMore(e){this.runner.keep([...this.runner.history.names,...e]),this.layout.renewHistory(this)}get hash(){return lm(this.layout.sliders?.changed()??{},Sp(this))}restore(e){let{parameters:t,own:i}=hm(e);vp(this,t),yp(this,i)}close(){this.closed=!0,
this.watcher.disconnect(),this.unsteer?.(),this.layout.close(),this.world.dispose()}};var Zb=location.protocol!=="about:";globalThis.elverOpen=(n,e,t)=>{let{ready:i}=globalThis.elver,r=nM(n,JSON.parse(e),t,{hash:Zb});return globalThis.elver=Gu(r,i),r};})();
