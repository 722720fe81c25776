(()=>{function Ep(n,e=null){let t=null,i=()=>{if(!t)throw new Error("the page is not ready: await elver.ready first.");return t},s=Promise.resolve(n).then(r=>(t=r,!0));return s.catch(()=>{}),{ready:e??s,get viewer(){return i()},get names(){return i().source.names},get time(){return i().source.time},get status(){return i().source.status},get timing(){return i().timing},advance:r=>i().advance(r),set:(r,o,a={})=>i().
set(r,o,a),get:r=>i().source.get(r),state:()=>i().source.state(),output:r=>i().source.output(r),reset:()=>i().reset(),pause:()=>i().pause(),play:()=>i().play(),seek:r=>i().seek(r)}}function Ap(n,e){let t=new Map,{p:i,x:s}=n.addresses,r=new Map(n.parameters.map(h=>[h.name,h])),o=new Set((n.sliders??[]).flatMap(h=>(h.clocks??[]).map(c=>c.name))),a=h=>i/8+r.get(h).place,l=h=>(h?.clocks??[]).map(c=>({...c,at:s/8+c.state}));for(let h of n.sliders??[]){let c=r.get(h.name),f=h.kind==="table"?h.places.map(d=>({at:n.tables[d.name].address/8+d.index,factor:d.factor})):[{at:a(h.name),factor:1}],
u=(c?.states??[]).map(d=>s/8+d),p=(h.clocks??[]).map(d=>({...d,at:a(d.name)}));t.set(h.name,new jo({...h,allowed:c?c.allowed:h.allowed},e,f,u,[...p,...l(c)]))}for(let h of r.values()){if(t.has(h.name))continue;let c=h.states.map(u=>s/8+u),f=new jo(h,e,[{at:a(h.name),factor:1}],c,l(h));f.internal=o.has(h.name),t.set(h.name,f)}return t}var jo=class{constructor(e,t,i,s,r){this.name=e.name,this.kind=e.
kind,this.lag=e.lag??0,this.restart=e.restart??!1,this.words=e.words??null,this.allowed=e.allowed??{},this.numbers=t,this.targets=i,this.states=s,this.clocks=r,this.value=e.value,this.seen=[e.value,0,0],this.moving=!1,this.internal=!1}check(e){if(this.words&&e!==0&&e!==1)throw new RangeError(`${this.name} = ${e} is not allowed. Give 0 (${this.words[0]}) or 1 (${this.words[1]}).`);let{low:t,high:i,
above:s}=this.allowed,r=[t===void 0?"":`at least ${t}`,s===void 0?"":`more than ${s}`,i===void 0?"":`at most ${i}`];if(e<t||e>i||e<=s)throw new RangeError(`${this.name} = ${e} is not allowed. Give ${r.filter(Boolean).join(" and ")}.`)}set(e,t,i,s=!0){if(this.value=e,!(this.restart&&t)){if(this.kind==="followed"&&this.lag>0){this.moving=t,t||this.see([e,0,0],i,s);return}this.write(e),!t&&this.states.
length&&(s&&this.keepPhase(this.numbers[this.states[0]],e,i),[e,0,0].forEach((r,o)=>this.numbers[this.states[o]]=r))}}follow(e,t){let i=3/this.lag,[s,r,o]=this.seen,a=s-this.value,l=r+i*a,h=o+2*i*r+i*i*a,c=Math.exp(-i*e),f=l+h*e,u=c*(a+l*e+h*e*e/2),p=c*f-i*u,d=c*(h-i*f)-i*p,S=Math.max(Math.abs(this.value),Math.abs(a),Number.MIN_VALUE);this.moving=Math.max(Math.abs(u),Math.abs(p)/i,Math.abs(d)/(i*i))>
1e-9*S,this.see(this.moving?[this.value+u,p,d]:[this.value,0,0],t)}see(e,t,i=!0){i&&this.keepPhase(this.seen[0],e[0],t),this.seen=e,this.write(e[0])}keepPhase(e,t,i){if(e>0&&t>0)for(let s of this.clocks){let r=i+this.numbers[s.at]+s.base;this.numbers[s.at]+=r*((t/e)**s.power-1)}}get present(){let[{at:e,factor:t}]=this.targets;return this.states.length?this.numbers[this.states[0]]:this.numbers[e]/t}write(e){
for(let{at:t,factor:i}of this.targets)this.numbers[t]=i*e}settle(){this.moving=!1,this.seen=[this.value,0,0];for(let e of this.clocks)this.numbers[e.at]=0;this.write(this.value)}save(){return{value:this.value,seen:[...this.seen],moving:this.moving}}load({value:e,seen:t,moving:i}){Object.assign(this,{value:e,seen:[...t],moving:i})}};var{abs:Ll,exp:Pp,sign:Rp,sqrt:Lp}=Math,rS=Number.MAX_VALUE,Cp=2**-1021,oS=2.5,Dp=60;function aS(n,e){let t=Ll(e);if(!Number.isFinite(n)||Number.isNaN(e)||t===0)return NaN;let i=t<=rS/2?Ll(n)%(2*t):Ll(n);return(t<Cp?i+i>t:i>t/2)&&(i-=t,(t<Cp?i+i>=t:i>=t/2)&&(i-=t)),n<0||Object.is(n,-0)?-i:i}function lS(n){if(Number.isNaN(n))return n;let e=Ll(n);return e>6?Rp(n):e<oS?hS(n):Rp(n)*(1-cS(e))}function hS(n){
let e=n,t=n;for(let i=1;i<Dp;i+=1)e*=2*n*n/(2*i+1),t+=e;return 2/Lp(Math.PI)*Pp(-n*n)*t}function cS(n){let e=n;for(let t=Dp;t>0;t-=1)e=n+t/2/e;return Pp(-n*n)/(Lp(Math.PI)*e)}var Ip={acos:Math.acos,acosh:Math.acosh,asin:Math.asin,asinh:Math.asinh,atan:Math.atan,atan2:Math.atan2,atanh:Math.atanh,cosh:Math.cosh,erf:lS,exp:Math.exp,expm1:Math.expm1,fmod:(n,e)=>n%e,hypot:Math.hypot,log:Math.log,log1p:Math.
log1p,pow:Math.pow,remainder:aS,sinh:Math.sinh,tanh:Math.tanh};function ea(n){let e=atob(n),t=new Uint8Array(e.length);for(let i=0;i<e.length;i++)t[i]=e.charCodeAt(i);return t}function Ln(n){return typeof n=="string"?new Float32Array(ea(n).buffer):Float32Array.from(n)}function Up(n){return typeof n=="string"?new Float64Array(ea(n).buffer):Float64Array.from(n)}function Dl(n){let e=typeof n.triangles=="string"?ea(n.triangles):null,t=e?n.wide?new Uint32Array(e.buffer):
new Uint16Array(e.buffer):Uint32Array.from(n.triangles.flat());return{points:Ln(n.points),triangles:t,smooth:n.smooth!==!1,thin:!!n.thin}}var Np=10,fS=20,uS={assign:n=>n,add:(n,e)=>n+e,sub:(n,e)=>n-e,mul:(n,e)=>n*e,div:(n,e)=>n/e,neg:n=>-n,exp:Math.exp,log:Math.log,pow:Math.pow,constpow:Math.pow,sqrt:Math.sqrt,sq:n=>n*n,twice:n=>2*n,sin:Math.sin,cos:Math.cos,tan:Math.tan,asin:Math.asin,acos:Math.acos,atan:Math.atan,sinh:Math.sinh,cosh:Math.cosh,tanh:Math.tanh,fabs:Math.abs,sign:Math.sign,fmin:Math.min,fmax:Math.max,inv:n=>1/n,atan2:Math.
atan2,lt:(n,e)=>+(n<e),le:(n,e)=>+(n<=e),eq:(n,e)=>+(n===e),ne:(n,e)=>+(n!==e),not:n=>+!n,and:(n,e)=>+(!!n&&!!e),or:(n,e)=>+(!!n||!!e),if_else_zero:(n,e)=>n?e:0},gf=class{constructor({work:e,results:t,steps:i}){this.work=new Float64Array(e),this.results=new Float64Array(t),this.steps=i.map(([s,r,o,a])=>({name:s,into:r,a:o,b:a,of:uS[s]}))}run(...e){let{work:t,results:i}=this;for(let{name:s,into:r,a:o,
b:a,of:l}of this.steps)s==="const"?t[r]=o:s==="input"?t[r]=e[o][a]:s==="output"?i[r]=t[o]:t[r]=l(t[o],t[a]);return i}},xf=class{constructor(e){this.layers=e.map(({inputs:t,outputs:i,weights:s,bias:r})=>({inputs:t,outputs:i,weights:Ln(s),bias:Ln(r)}))}run(e){let t=e;return this.layers.forEach(({inputs:i,outputs:s,weights:r,bias:o},a)=>{let l=Float64Array.from(o);for(let h=0;h<i;h++)for(let c=0;c<s;c++)
l[c]+=t[h]*r[h*s+c];t=a<this.layers.length-1?l.map(Math.tanh):l}),t}},Il=class{constructor(e,t){Object.assign(this,{machine:e,spec:t}),this.graph=new gf(t.observation),this.network=new xf(t.layers),this.every=Math.max(1,Math.round(t.interval/e.dt)),this.goal=new Float64Array(t.goal?.size??0),this.placed=!1,this.begin()}begin(){for(let{name:e,middle:t,half:i,rest:s}of this.spec.inputs)this.machine.
control(e).value=t+i*s;this.action=Float64Array.from(this.spec.inputs,({rest:e})=>e),this.reached=0,this.random=fS,this.decided=-1}get left(){return this.every-this.machine.done%this.every}read(){let{outputs:e}=this.machine;return this.spec.reads.flatMap(([t,i])=>[...e.subarray(t,t+i)])}observe(){return this.graph.run(this.read(),[this.machine.time],this.action,this.goal)}decide(){let{machine:e,spec:t}=this;
if(e.done%this.every!==0||this.decided===e.done)return;this.decided=e.done,e.frame(),this.aim();let i=this.observe(),s=t.layers.length===0?i:i.map((o,a)=>Math.min(Math.max((o-t.mean[a])/t.spread[a],-Np),Np)),r=this.network.run(s);t.inputs.forEach(({name:o,middle:a,half:l},h)=>{let c=Math.min(Math.max(r[h],-1),1);this.action[h]+=t.share*(c-this.action[h]),e.control(o).set(a+l*this.action[h],!0,e.clockTime(),
e.done>0)})}get place(){let{place:e}=this.machine.fields.get("base_position");return[this.machine.outputs[e],this.machine.outputs[e+1]]}aim(){if(!this.spec.goal)return;let{first:e,radius:t}=this.spec.goal,[i,s]=this.place;if(this.machine.done===0&&!this.placed&&this.goal.set([i-e[0],s+e[1]]),Math.hypot(this.goal[0]-i,this.goal[1]-s)>=t)return;this.reached+=1;let{near:r,far:o}=this.spec.goal,a=Math.
sqrt(r*r+(o*o-r*r)*this.chance()),l=2*Math.PI*this.chance();this.goal.set([i+a*Math.cos(l),s+a*Math.sin(l)])}chance(){return this.random=this.random*16807%2147483647,this.random/2147483647}moveGoal(e,t){this.goal.set([e,t]),this.placed=!0}save(){let{action:e,goal:t,reached:i,random:s,decided:r,placed:o}=this;return{action:e.slice(),goal:t.slice(),reached:i,random:s,decided:r,placed:o}}load({action:e,
goal:t,...i}){Object.assign(this,i,{action:e.slice(),goal:t.slice()})}};var pS=.004,js=0,Fp=1e-6,Op=2**31-1,dS=1e4;async function Ul(n,e){let{instance:t}=await WebAssembly.instantiate(e,{library:Ip});return new _f(n,t.exports)}var Bp=n=>typeof n=="string"?`"${n}"`:String(n),_f=class{constructor(e,t){this.description=e,this.exports=t,this.numbers=new Float64Array(t.memory.buffer),this.dt=e.dt;let i=o=>Number(Object.entries(e.statuses).find(([,a])=>a.word===o)[0]);this.
failed=i("failed"),this.refused=i("refused"),this.unsolved=i("contact not converged"),this.last=e.signals?Math.floor(e.signals.to/this.dt+Fp):1/0;let{x:s,y:r}=e.addresses;this.places=e.states.map(o=>s/8+o.place),this.outputs=this.numbers.subarray(r/8,r/8+e.outputs.size),this.fields=new Map(e.outputs.fields.map(o=>[o.name,o])),this.controls=Ap(e,this.numbers),this.names={states:e.states.map(o=>o.name),
parameters:[...this.controls.values()].filter(o=>!o.internal).map(o=>o.name),outputs:[...this.fields.keys()]},this.pilot=e.pilot?new Il(this,e.pilot):null,this.reset()}get done(){return this.numbers[this.description.addresses.done/8]}get time(){return this.done*this.dt}get status(){let e=this.code===js?{word:"running",text:""}:this.description.statuses[this.code];return{code:this.code,word:e.word,
text:this.trouble||e.text,time:this.time,loosened:this.loosened}}reset(){this.pilot?.begin();for(let e of this.controls.values())e.settle();return this.left=0,this.loosened=0,this.stale=!0,this.run(()=>this.exports.start()),this.unstarted&&(this.trouble=this.insideText()),this.pilot&&(this.frame(),this.pilot.aim()),this.status}get unstarted(){return this.code===this.refused&&this.done===0}insideText(){
let{address:e,links:t,obstacles:i}=this.description.inside,[s,r,o]=this.numbers.subarray(e/8,e/8+3),a=Number((100*o).toPrecision(2));return`${t[s]} starts ${a} cm inside obstacle ${i[r]}. Move a slider back and reset`}advance(e){let t=this.left+e/this.dt;if(typeof e!="number"||!(e>=0&&t<Op)){let r=(Op*this.dt).toPrecision(3);throw new RangeError(`advance(${Bp(e)}): give seconds, 0 or more and less\
 than ${r}, as a number.`)}if(this.code!==js)return this.status;let i=Math.floor(t+Fp),s=Math.min(i,this.last-this.done);return this.left=t-i,this.take(s),s<i&&this.code===js&&this.stop(this.refused,`its recorded signals end at ${this.description.signals.to} s`),this.status}run(e){this.trouble="";try{this.code=e()}catch(t){this.stop(this.failed,`the module broke off: ${t.message}`)}}stop(e,t){Object.
assign(this,{code:e,trouble:t,left:0})}take(e){let t=()=>[...this.controls.values()].filter(r=>r.moving),i=Math.max(1,Math.round(pS/this.dt)),s=this.done+e;for(;this.done<s&&this.code===js;){let r=t(),o=s-this.done;this.pilot?.decide();let a=this.pilot?Math.min(o,this.pilot.left):o,l=r.length?Math.min(i,a):a;for(let h of r)h.follow(l*this.dt,this.clockTime());this.run(()=>this.exports.advance(l)),
this.code===this.unsolved&&this.loosen()}this.stale=!0,this.code!==js&&(this.left=0)}loosen(){let e=this.description.addresses.tolerance/8,t=this.numbers[e];for(let i=10;i<=dS&&this.code===this.unsolved;i*=10)this.numbers[e]=i*t,this.run(()=>this.exports.advance(1));this.numbers[e]=t,this.code===js&&(this.loosened+=1)}clockTime(){let{done:e,begin:t,step:i}=this.description.addresses,[s,r,o]=[e,t,i].
map(a=>this.numbers[a/8]);return this.description.method==="moreau"?r+s*o:(r+s)*o}control(e){let t=this.controls.get(e);if(!t)throw new RangeError(`no parameter '${e}'. Known: ${this.names.parameters.join(", ")||"none"}.`);return t}set(e,t,{smooth:i=!0}={}){if(typeof t!="number"||!Number.isFinite(t))throw new RangeError(`${e} = ${Bp(t)} is not allowed. Give a number.`);let s=this.control(e);s.check(
t),s.set(t,i,this.clockTime(),this.done>0),this.stale=!0,!(this.code===this.failed||this.unstarted)&&(this.code=js,this.trouble="")}get(e){return this.control(e).value}seen(e){return this.control(e).present}state(){return Float64Array.from(this.places,e=>this.numbers[e])}frame(){this.stale=!1;try{this.exports.frame()}catch(e){this.stop(this.failed,`the module broke off: ${e.message}`)}return this.
outputs}output(e){this.stale&&this.frame();for(let t of this.fields.values()){if(e===t.name){let s=t.shape.reduce((r,o)=>r*o,1);return t.shape.length?this.outputs.slice(t.place,t.place+s):this.outputs[t.place]}let i=e.startsWith(`${t.name}.`)?this.placeIn(t,e.slice(t.name.length+1)):null;if(i!==null)return this.outputs[i]}throw new RangeError(`no output '${e}'. Known: ${this.names.outputs.join(", ")}\
.`)}placeIn(e,t,i=0,s=e.place){if(i===e.dims.length)return t===""?s:null;let r=this.description.outputs.labels[e.dims[i]],o=e.shape.slice(i+1).reduce((a,l)=>a*l,1);for(let a=0;a<r.length;a+=1){let l=t===r[a]?"":t.startsWith(`${r[a]}.`)?t.slice(r[a].length+1):null,h=l===null?null:this.placeIn(e,l,i+1,s+a*o);if(h!==null)return h}return null}save(){let e=[...this.controls.values()].map(t=>t.save());return{
memory:this.numbers.slice(),left:this.left,code:this.code,trouble:this.trouble,loosened:this.loosened,controls:e,pilot:this.pilot?.save()}}load(e){this.numbers.set(e.memory),this.left=e.left,this.code=e.code,this.trouble=e.trouble,this.loosened=e.loosened,this.stale=!0,this.pilot?.load(e.pilot),[...this.controls.values()].forEach((t,i)=>t.load(e.controls[i]))}};var kp='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: r\
elative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th \
> * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.0\
7);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 soli\
d;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var zp=`.elver{--ink:#1b2a41;--soft:#52627a;--faint:#5c6a7f;--card:#ffffffd9;--solid:#fff;--sheet:#fffffff2;--line:#1b2a4122;--accent:#17639f;--bad:#a52a1c;--on:#fff;--press:#17639f14;--ghost:#6a4a9c;--sky:#f7f9fb;--land:#e4ebf2;
position:relative;width:100%;height:100%;overflow:hidden;color:var(--ink);background:linear-gradient(var(--sky),var(--land));font:14px/1.4 system-ui,-apple-system,"Segoe UI",sans-serif;text-align:left;-webkit-text-size-adjust:100%}
.elver.wet{--sky:#eef6fb;--land:#a6cbe0}
.elver[data-theme=dark]{--ink:#e3eaf4;--soft:#b3c0d2;--faint:#98a7bb;--card:#141e2ce0;--solid:#16212f;--sheet:#16212ff2;--line:#dfe9f726;--accent:#7cc0f5;--bad:#ff9a8a;--on:#0b1420;--press:#7cc0f522;--ghost:#cdbdf0;--sky:#0f1824;--land:#1a2635;color-scheme:dark}
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
.elver .titlecard{padding:10px 14px;flex:0 0 auto;max-height:calc(100% - 130px);overflow:auto;scrollbar-width:thin}
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
.elver .figure{display:grid;grid-row:span 2;grid-template-rows:subgrid;row-gap:0;min-width:0}
.elver .figure>span:first-child{color:var(--faint);font-size:11.5px;line-height:1.2}
.elver .number{font-variant-numeric:tabular-nums;font-size:15px}
.elver .number b{font-weight:600}
.elver small{color:var(--faint);font-size:12px}
.elver .panel{padding:8px 0 10px;display:flex;flex-direction:column;min-height:0;position:relative;overflow:hidden}
.elver .panel.more::after{content:"";position:absolute;left:0;right:0;bottom:0;height:34px;pointer-events:none;background:linear-gradient(transparent,var(--solid));border-radius:0 0 14px 14px}
.elver .panel.more::before{content:"";position:absolute;left:calc(50% - 5px);bottom:9px;width:8px;height:8px;z-index:1;pointer-events:none;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg)}
.elver .panel.look{flex:0 1 auto}
.elver :is(.left,.right)>.panel:not([hidden]){min-height:min(120px,30%)}
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
.elver .about a{color:var(--accent)}
.elver .about .advice{color:var(--ink)}
.elver .switch{margin-top:8px;display:flex;flex-wrap:wrap;align-items:center;gap:3px 8px;font-size:12px;color:var(--faint)}
.elver .switch>div{display:flex;flex:1 1 100%;border:1px solid var(--line);border-radius:9px;overflow:hidden;background:var(--solid)}
.elver .switch button{flex:1 0 auto;min-height:30px;padding:3px 5px;white-space:nowrap;border:0;background:none;color:var(--ink);font:inherit;font-size:12.5px;cursor:pointer}
.elver .switch button[aria-pressed=true]{background:var(--accent);color:var(--on);font-weight:600}
.elver .was{display:inline-block;margin-left:8px;white-space:nowrap;color:var(--ghost);font-style:normal;font-size:13px;font-weight:600}
.elver .was::before{content:"";display:inline-block;width:8px;height:8px;margin-right:4px;border:1.5px dashed var(--ghost);border-radius:50%;vertical-align:-1px}
.elver .ghostwords{margin-top:6px;color:var(--ghost);font-size:12px;font-weight:600}
.elver .halves{position:absolute;top:0;bottom:var(--foot,56px);width:0;border-left:1px solid var(--faint);pointer-events:none;font-size:13px;font-weight:600}
.elver .halves[hidden]{display:none}
.elver .halves span{position:absolute;top:10px;padding:2px 9px;border-radius:8px;background:var(--solid);border:1px solid var(--line)}
.elver .halves span:first-child{right:8px}
.elver .halves span:last-child{left:8px;color:var(--ghost)}
.elver.narrow .halves span{top:auto;bottom:60px}
.elver .pilotwords{margin-top:6px;font-size:13px;font-weight:600;color:var(--accent)}
.elver .tour{margin-top:9px}
.elver .text[aria-pressed=true]{background:var(--accent);color:var(--on)}
.elver .foot{display:flex;gap:8px;align-items:center}
.elver input.line{min-width:90px;width:150px}
.elver .transport{position:relative}
.elver .slow{position:absolute;right:10px;bottom:calc(100% + 6px);padding:3px 10px;border-radius:8px;background:var(--solid);border:1px solid var(--line);color:var(--bad);font-size:12.5px;white-space:nowrap}
.elver .now{padding:2px 8px}
.elver>.panel{position:absolute;right:12px;bottom:calc(var(--foot,56px) + 28px);width:372px;max-height:calc(100% - var(--foot,56px) - 52px);background:var(--sheet);z-index:3}
.elver .show{display:flex;flex-wrap:wrap;gap:8px}
.elver.filming .view{box-shadow:inset 0 0 0 3px var(--bad)}
.elver .picked{flex:none;max-height:46%}
.elver .picked table{border-spacing:0 2px;width:100%;font-size:13px}
.elver .picked th{text-align:left;font-weight:400;color:var(--soft)}
.elver .picked td{font-variant-numeric:tabular-nums;white-space:nowrap;text-align:right}
.elver .picked .text{padding:1px 8px;font-size:12px}
.elver .story{position:absolute;left:50%;transform:translateX(-50%);bottom:calc(var(--foot,56px) + 24px);width:min(620px,calc(100% - 24px));padding:12px 40px 10px 18px;background:var(--sheet);z-index:4}
.elver .story p{font-size:16px;line-height:1.4;min-height:2.8em}
.elver .story>.icon{position:absolute;top:6px;right:6px}
.elver .storyfoot{display:flex;align-items:center;gap:8px;margin-top:6px}
.elver .count{flex:1;color:var(--faint);font-size:12.5px}
.elver .text.main{background:var(--accent);color:var(--on);border-color:transparent}
.elver .text:disabled{opacity:.45;cursor:default}
.elver.lecture :is(.left,.right,.bottom,.story,.notes,.message)>*,.elver.lecture>.panel>*{zoom:1.3}
.elver.lecture .story>*{zoom:1.45}
.elver.lecture .left{width:380px}.elver.lecture .right{width:440px}.elver.lecture .story{width:min(860px,calc(100% - 24px))}.elver.lecture>.panel{width:440px}
.elver.lecture .number{font-size:18px}
.elver.narrow>.panel,.elver.narrow .picked{position:absolute;left:0;right:0;bottom:var(--foot,100px);width:auto;max-height:44%}
.elver.narrow .titlecard{max-height:38%}
.elver.narrow .switch>div{flex:1 1 auto}
.elver.narrow .switch{margin-top:4px}
.elver.narrow .tour{margin-top:5px;padding:3px 9px}
.elver.narrow .story{bottom:calc(var(--foot,100px) + 8px)}
.elver.narrow .story p{font-size:15px}
.elver.narrow .tools .icon{min-width:38px}
.elver.narrow .linebox{flex-basis:100%;order:9}
.elver.narrow.telling .figures{display:none}
.elver.narrow:has(.panel:not([hidden])) :is(.figure:nth-child(n+4),.tour){display:none}
@media (prefers-reduced-motion:no-preference){.elver .icon,.elver .chip{transition:background .12s,color .12s}}
@media (forced-colors:active){.elver .icon svg{fill:ButtonText}.elver .card{border:1px solid}}
`;var Gp=!1;function Hp(){if(Gp)return;Gp=!0;let n=document.createElement("style");n.textContent=kp+zp,document.head.append(n)}function Mf(n){return n.reduce((e,t)=>e*t,1)}var Nl=class{constructor(e,t){this.labels=t,this.fields=[],this.byName=new Map;let i=0;for(let s of e){let r=s.place??i,o={...s,dims:s.dims??[],shape:s.shape??[],place:r,count:Mf(s.shape??[])};i=r+o.count,this.fields.push(o),this.byName.set(o.name,o)}this.size=i}names(e,t){return this.labels[e.dims[t]]??Array.from({length:e.shape[t]},(s,r)=>String(r))}find(e){
for(let t of this.fields){if(e!==t.name&&!e.startsWith(t.name+"."))continue;let i=this.follow(t,0,e.slice(t.name.length+1),t.place);if(i)return i}return null}follow(e,t,i,s){if(i==="")return{field:e,start:s,count:Mf(e.shape.slice(t)),axis:t};if(t>=e.dims.length)return null;let r=this.names(e,t),o=Mf(e.shape.slice(t+1));for(let a=0;a<r.length;a++){if(i!==r[a]&&!i.startsWith(r[a]+"."))continue;let l=this.
follow(e,t+1,i.slice(r[a].length+1),s+a*o);if(l)return l}return null}numbers(e){let t=[e.name];for(let i=0;i<e.dims.length;i++){let s=this.names(e,i);t=t.flatMap(r=>s.map(o=>`${r}.${o}`))}return t}all(){return this.fields.flatMap(e=>this.numbers(e))}};function Fl(n){if(n.kind==="replay"){let t=Object.entries(n.recording.fields),i={};for(let[,s]of t)Object.assign(i,s.labels??{});return new Nl(t.map(
([s,r])=>({...r,name:s,shape:r.shape.slice(1),data:void 0})),i)}let e=n.machine.outputs??n.machine;return new Nl(e.fields,e.labels??n.machine.labels??{})}function Ol(n,e){let t=n.flatMap(i=>[i.output,i.work,i.position,...(i.terms??[]).map(s=>s.output),...i.scale??[]]);return[...new Set(t.filter(Boolean).flatMap(i=>Wp(i,e)))]}function Wp(n,e){let t=e.find(n);return t?e.numbers(t.field).slice(t.start-t.field.place,t.start-t.field.place+t.count):[]}function Bl(n,e){let t=i=>Wp(i??"",e.catalogue).map(s=>e.history.index.get(s));return n.filter(i=>Vp[i.kind]).
map(i=>({reset(){},...i,...Vp[i.kind](i,e,t)}))}function Sf(n,e,t,i){let s=0;for(let r of e)s+=vf(n,r,t,i)**2;return Math.sqrt(s)}function xS(n,e,t,i){let s=0;for(let r=0;r<24;r++)s+=Sf(n,e,t-i*r/24,i/24);return s}function vf(n,e,t,i){return n.interpolated(t,e)-n.interpolated(t-i,e)}function ta(n){let e=n();return e>0?e:1}var Vp={value:(n,e,t)=>{let[i]=t(n.output);return{value:s=>i===void 0?NaN:e.
history.interpolated(s,i)}},size:(n,e,t)=>{let i=t(n.output);return{value:s=>i.length?Math.hypot(...i.map(r=>e.history.interpolated(s,r))):NaN}},speed:(n,e,t)=>{let i=t(n.output);return{value:s=>i.length?Sf(e.history,i,s,ta(e.period))/ta(e.period):NaN}},rate:(n,e,t)=>{let[i]=t(n.output),s=n.factor??1;return{value:r=>i===void 0?NaN:s*vf(e.history,i,r,ta(e.period))/ta(e.period)+0}},cost:(n,e,t)=>{let[
i]=t(n.work),s=t(n.position);return{value:o=>{let a=ta(e.period),l=Sf(e.history,s,o,a),h=l>1e-9&&l>.02*xS(e.history,s,o,a);return i!==void 0&&h?vf(e.history,i,o,a)/(n.mass*9.81*l):NaN}}},balance:_S,given:n=>({value:()=>n.value??NaN})};function _S(n,{catalogue:e,outputs:t}){let s=(n.terms??[]).map(f=>({factor:f.factor,place:e.find(f.output)?.start})).filter(f=>f.place!==void 0),r=(n.scale??[]).map(
f=>e.find(f)?.start).filter(f=>f!==void 0),o=null,a=0,l=0;return{value:()=>{let f=t();o??=s.map(p=>f[p.place]);let u=s.reduce((p,d,S)=>p+d.factor*(f[d.place]-o[S]),0);return a=Math.max(a,r.reduce((p,d)=>p+Math.abs(f[d]),0)),l=Math.max(l,Math.abs(u)),a>0?l/a:NaN},reset:()=>{o=s.map(f=>t()[f.place]),a=0,l=0}}}var kl=class{constructor(e,t){Object.assign(this,{width:e,height:t}),this.before=null,this.pieces=[Uint8Array.of(...Xp("GIF89a"),...ia(e),...ia(t),112,0,0)],this.pieces.push(Uint8Array.of(33,255,11,...Xp("NETSCAPE2.0"),3,1,0,0,0))}add(e,t){let i=this.width*this.height,s=new Uint16Array(i);for(let l=0,h=0;l<i;l++,h+=4)s[l]=e[h]>>3<<10|e[h+1]>>3<<5|e[h+2]>>3;let{palette:r,numbers:o}=MS(e,s,this.before),
a=new Uint8Array(i);for(let l=0;l<i;l++)a[l]=this.before&&this.before[l]===s[l]?255:o[s[l]];this.before=s,this.pieces.push(Uint8Array.of(33,249,4,5,...ia(t),255,0)),this.pieces.push(Uint8Array.of(44,0,0,0,0,...ia(this.width),...ia(this.height),135)),this.pieces.push(r,Uint8Array.of(8),vS(a))}get size(){return this.pieces.reduce((e,t)=>e+t.length,0)}get parts(){return[...this.pieces,Uint8Array.of(59)]}};
function Xp(n){return Array.from(n,e=>e.charCodeAt(0))}function ia(n){return[n&255,n>>8]}function MS(n,e,t){let i=new Uint32Array(32768),s=new Float64Array(3*32768);for(let h=0,c=0;h<e.length;h++,c+=4){let f=e[h];if(!(t&&t[h]===f)){i[f]++;for(let u=0;u<3;u++)s[3*f+u]+=n[c+u]}}let r=[];for(let h=0;h<32768;h++)i[h]&&r.push(h);let o=[wf(r,i)];for(;o.length<255;){let h=o.reduce((c,f,u)=>f.weight>o[c].
weight?u:c,0);if(!(o[h].weight>0))break;o.splice(h,1,...SS(o[h],i))}let a=new Uint8Array(768),l=new Uint8Array(32768);return o.forEach(({own:h,amount:c},f)=>{for(let u of h)l[u]=f;for(let u=0;u<3;u++)a[3*f+u]=Math.round(h.reduce((p,d)=>p+s[3*d+u],0)/Math.max(c,1))}),{palette:a,numbers:l}}var zl=(n,e)=>n>>10-5*e&31;function wf(n,e){let t=[31,31,31],i=[0,0,0],s=0;for(let a of n){s+=e[a];for(let l=0;l<
3;l++)t[l]=Math.min(t[l],zl(a,l)),i[l]=Math.max(i[l],zl(a,l))}let r=i.map((a,l)=>a-t[l]),o=r.indexOf(Math.max(...r));return{own:n,amount:s,axis:o,weight:n.length>1?r[o]*Math.sqrt(s):0}}function SS({own:n,amount:e,axis:t},i){n.sort((o,a)=>zl(o,t)-zl(a,t));let s=0,r=n.findIndex(o=>(s+=i[o])*2>=e)+1;return r=Math.min(Math.max(r,1),n.length-1),[wf(n.slice(0,r),i),wf(n.slice(r),i)]}function vS(n){let t=new Int16Array(
1048576).fill(-1),i=[],s=0,r=0,o=9,a=258,l=f=>{for(r|=f<<s,s+=o;s>=8;s-=8,r>>>=8)i.push(r&255)};l(256);let h=n[0];for(let f=1;f<n.length;f++){let u=h<<8|n[f];if(t[u]>=0){h=t[u];continue}l(h),a<4096?(a===1<<o&&o++,t[u]=a++):(l(256),t.fill(-1),o=9,a=258),h=n[f]}l(h),a===1<<o&&o<12&&o++,l(257),s>0&&i.push(r&255);let c=new Uint8Array(i.length+Math.ceil(i.length/255)+1);for(let f=0,u=0;f<i.length;f+=255){
let p=Math.min(255,i.length-f);c[u++]=p;for(let d=0;d<p;d++)c[u++]=i[f+d]}return c}function Xt(n,e=4){if(n==null||Number.isNaN(n))return"–";if(!Number.isFinite(n))return n>0?"∞":"−∞";if(n===0)return"0";let t=Math.abs(n);return(t>=1e6||t<1e-4?n.toExponential(Math.max(e-2,0)):String(Number(n.toPrecision(e)))).replace("-","−")}function er(n,e=3){if(n==null||!Number.isFinite(n))return"–";let t=Math.abs(n);if(t!==0&&(t>=1e5||t<.001))return n.toExponential(e-1).replace(/-/g,
"−");let i=t>0?Math.floor(Math.log10(t))+1:1;return n.toFixed(Math.min(Math.max(e-i,0),e+1)).replace("-","−")}function Qn(n){if(!(n>0))return 1;let e=10**Math.floor(Math.log10(n)),t=n/e;return[1,2,5,10].reduce((s,r)=>Math.abs(Math.log(r/t))<Math.abs(Math.log(s/t))?r:s)*e}function yf(n){let e=Math.abs(n);return e>=1e3?`${Xt(n/1e3)} km`:e>=1||e===0?`${Xt(n)} m`:e>=.01?`${Xt(n*100)} cm`:`${Xt(n*1e3)}\
 mm`}function Gl(n,e){if(!Number.isFinite(n))return"–";if(e&&e<.2)return`${n.toFixed(4)} s`;if(n<60)return`${n.toFixed(2)} s`;let t=Math.floor(n),i=r=>String(r).padStart(2,"0"),s=`${i(Math.floor(t/60)%60)}:${i(t%60)}`;return t>=3600?`${Math.floor(t/3600)}:${s}`:`${s}.${Math.floor((n-t)*10)}`}function Hl(n){return n<1?`${Xt(n*1e3,3)} ms`:n<120?`${Xt(n,3)} s`:n<7200?`${Xt(n/60,3)} min`:`${Xt(n/3600,
3)} h`}function Q(n,e={},...t){let i=document.createElement(n);for(let[s,r]of Object.entries(e))r==null||r===!1||(s==="text"?i.textContent=r:s.startsWith("on")?i.addEventListener(s.slice(2),r):s in wS?i[s]=r:i.setAttribute(s,r===!0?"":r));return i.append(...t.filter(s=>s!=null)),i}var wS={value:1,checked:1,hidden:1,disabled:1},yS={play:"M7 4.5v15l12-7.5z",pause:"M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",step:"M\
6 5v14l9-7zM16 5h2.5v14H16z",reset:"M12 5V2L7 6.5 12 11V8a5 5 0 1 1-5 5H4.5A7.5 7.5 0 1 0 12 5z",repeat:"M7 7h9v3l4.5-4L16 2v3H5v7h2zm10 10H8v-3l-4.5 4L8 22v-3h11v-7h-2z",sliders:"M4 6h9v2H4zm12-2h2v2h2v2h-2v2h-2zM4 16h3v-2h2v6H7v-2H4zm8 0h8v2h-8zM4 11h16v2H4z",plots:"M4 4h2v14h14v2H4zm4 10 4-5 3 3 4-6 1.6 1.2-5.3 7.6-3-3L9.5 15z",eye:"M12 5c5 0 8.5 4.3 9.8 7-1.3 2.7-4.8 7-9.8 7s-8.5-4.3-9.8-7C3.5\
 9.3 7 5 12 5zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",link:"M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zm4 0v2h3a3 3 0 0 1 0 6h-3v2h3a5 5 0 0 0 0-10zM8 11h8v2H8z",save:"M11 3h2v9l3-3 1.4 1.4L12 16l-5.4-5.6L8 9l3 3zM4 17h2v2h12v-2h2v4H4z",sun:"M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 2h2v4h-2zm0 16h2v4h-2zM2 11h4v2H2zm16 0h4v2h-4zM4.2 5.6l1.4-1.4 2.8 2.8L7 8.4zm11.4 11.4 \
1.4-1.4 2.8 2.8-1.4 1.4zM4.2 18.4 7 15.6 8.4 17l-2.8 2.8zM15.6 7l2.8-2.8 1.4 1.4L17 8.4z",help:"M11 17h2v2h-2zm1-12a4 4 0 0 1 4 4c0 2.5-3 3-3 5.5v.5h-2v-.5c0-3.5 3-3.5 3-5.5a2 2 0 0 0-4 0H8a4 4 0 0 1 4-4z",close:"M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",more:"M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 \
0 0 0 0-4z",follow:"M12 3l2 4h-4zm0 18-2-4h4zM3 12l4-2v4zm18 0-4 2v-4zm-9-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"};function Yp(n){let e="http://www.w3.org/2000/svg",t=document.createElementNS(e,"svg");t.setAttribute("viewBox","0 0 24 24"),t.setAttribute("aria-hidden","true");let i=document.createElementNS(e,"path");return i.setAttribute("d",yS[n]),t.append(i),t}function qp(n,e){n.querySelector("svg").replaceWith(
Yp(e))}function di(n,e,t,i={}){return Q("button",{type:"button",class:"icon","aria-label":e,title:e,onclick:t,...i},Yp(n))}function tr(n,e,t,i={}){let s=Q("button",{type:"button",class:"chip","aria-pressed":String(e),text:n,...i});return s.addEventListener("click",()=>{let r=s.getAttribute("aria-pressed")!=="true";s.setAttribute("aria-pressed",String(r)),t(r)}),s}function Fr(n,e,t){let i=URL.createObjectURL(
new Blob(e,{type:t})),s=Q("a",{href:i,download:n});document.body.append(s),s.click(),s.remove(),setTimeout(()=>URL.revokeObjectURL(i),1e4)}function Zt(n){let e=String(n??"");return e.slice(0,1).toUpperCase()+e.slice(1)}function Qi(n){return String(n).replaceAll("_"," ")}function bf(n){return String(n??"").replaceAll("^2","²").replaceAll("^3","³").replaceAll("^4","⁴")}var bS={rad:{unit:"deg",factor:180/Math.PI},"rad/s":{unit:"deg/s",factor:180/Math.PI},"rad/s^2":{unit:"deg/s²",factor:180/Math.PI}};function na(n){return bS[n]??{unit:bf(
n),factor:1}}var TS=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm","video/mp4"],ES=30,AS=8e6,RS=560,Kp=80,CS=24e6;function Tf(n,e){return`${String(n.payload.title??"machine").replace(/[^\w.-]+/g,"-").toLowerCase()}.${e}`}function sa(n,e,t=!0){let{layout:i,world:s,payload:r}=n,o=i.canvas;(e.width!==o.width||e.height!==o.height)&&Object.assign(e,{width:o.width,height:o.height});let a=e.getContext(
"2d"),l=getComputedStyle(i.root),h=p=>l.getPropertyValue(p).trim(),c=a.createLinearGradient(0,0,0,e.height);c.addColorStop(0,h("--sky")),c.addColorStop(1,h("--land")),a.fillStyle=c,a.fillRect(0,0,e.width,e.height),t&&s.redraw(),a.drawImage(o,0,0);let f=e.height/40;a.textBaseline="alphabetic",a.fillStyle=h("--ink"),a.font=`600 ${f}px system-ui, sans-serif`,a.fillText(Zt(r.title),f,1.8*f),a.font=`${.75*
f}px system-ui, sans-serif`,a.fillText(Gl(n.now,i.transport.period),f,3*f),[...[...i.look.legend.children].map(p=>p.textContent),r.version?`Elver ${r.version}`:""].forEach((p,d,S)=>a.fillText(p,f,e.height-f*(.8+1.1*(S.length-1-d))))}function $p(n){let e=document.createElement("canvas");return sa(n,e),new Promise(t=>e.toBlob(i=>{Fr(Tf(n,"png"),[i],"image/png"),t(i)},"image/png"))}function Zp(){return typeof MediaRecorder<
"u"&&typeof HTMLCanvasElement.prototype.captureStream=="function"}var Vl=class{constructor(e){this.viewer=e,this.canvas=document.createElement("canvas"),sa(e,this.canvas);let t=TS.find(i=>MediaRecorder.isTypeSupported(i));this.recorder=new MediaRecorder(this.canvas.captureStream(ES),{mimeType:t,videoBitsPerSecond:AS}),this.pieces=[],this.recorder.ondataavailable=({data:i})=>i.size&&this.pieces.push(
i),this.ended=new Promise(i=>this.recorder.onstop=()=>i(this.offer())),this.recorder.start(500)}frame(){sa(this.viewer,this.canvas,!1)}offer(){let e=this.recorder.mimeType.split(";")[0],t=new Blob(this.pieces,{type:e});return Fr(Tf(this.viewer,e==="video/mp4"?"mp4":"webm"),[t],e),t}stop(){return this.recorder.stop(),this.ended}},Wl=class{constructor(e){this.viewer=e,this.whole=document.createElement(
"canvas"),sa(e,this.whole);let t=Math.min(1,RS/this.whole.width),[i,s]=[Math.round(t*this.whole.width),Math.round(t*this.whole.height)];this.canvas=Object.assign(document.createElement("canvas"),{width:i,height:s}),this.gif=new kl(i,s),this.take(performance.now())}take(e){let t=this.canvas.getContext("2d",{willReadFrequently:!0});t.drawImage(this.whole,0,0,this.canvas.width,this.canvas.height),this.
kept=t.getImageData(0,0,this.canvas.width,this.canvas.height).data,this.taken=e}frame(){let e=performance.now();e-this.taken<Kp||(sa(this.viewer,this.whole,!1),this.gif.add(this.kept,Math.round((e-this.taken)/10)),this.take(e),this.gif.size>CS&&this.viewer.toggleFilm("gif"))}stop(){this.gif.add(this.kept,Kp/10);let e=new Blob(this.gif.parts,{type:"image/gif"});return Fr(Tf(this.viewer,"gif"),[e],"\
image/gif"),Promise.resolve(e)}};function PS([n,e,t],i){let s=i<e?"low":"high",r=(s==="low"?n:t)-e;return{end:s,share:r===0?0:(i-e)/r}}var Or=class{constructor(e,t,i){this.points=t,this.seen=i,this.list=e.map(({name:s,at:r,meshes:o})=>({name:s,at:r,value:r[1],meshes:LS(o)}))}changed(){let e=new Map;for(let t of this.list){let i=this.seen(t.name);if(!(i===t.value||!Number.isFinite(i))){t.value=i;for(let s of t.meshes.keys())e.set(
s,null)}}for(let t of e.keys())e.set(t,this.pointsOf(t));return e}pointsOf(e){let t=Float32Array.from(this.points[e]);for(let{at:i,value:s,meshes:r}of this.list){let o=r.get(e);if(!o)continue;let{end:a,share:l}=PS(i,s);if(l!==0)for(let h=0;h<t.length;h++)t[h]+=l*o[a][h]}return t}};function LS(n){return new Map(Object.entries(n).map(([e,{low:t,high:i}])=>[Number(e),{low:Ln(t),high:Ln(i)}]))}var ra={light:{ground:14542059,bed:11849693,glow:[.17,.17,.17],line:5991296,strong:3359836,label:"#4a5a70",land:15326400,water:13624563,region:15000804,shallow:10275046,deep:4162485,particle:3829655,ghost:6969990,obstacle:13616562,crease:1318959,path:13129021,sky:16777215,earth:12174028,sun:16777215,hemisphere:1.55,sunlight:2.1,shadow:.32,bodies:{base:13658693,body:4165577,other:7320030,wing:14919743,
oar:14721072,rower:5333626,hull:16052196,rod:10134961},wake:749455,arrows:[2062922,11740702,8077216,10117632]},dark:{ground:1581616,bed:1455178,glow:[.018,.04,.055],line:8361909,strong:11124698,label:"#a9b9cd",land:4866867,water:1916245,region:3357252,shallow:2910868,deep:1194584,particle:10274790,ghost:13483504,obstacle:8222054,crease:329999,path:16751482,sky:13623541,earth:2765890,sun:16774370,hemisphere:.95,
sunlight:2,shadow:.55,bodies:{base:15698531,body:5153758,other:8832494,wing:15776604,oar:15775053,rower:9413565,hull:15327954,rod:9082790},wake:7332850,arrows:[6280852,16743282,13673200,15909198]}},Jp=["body","wing","rower","other","oar","hull"];function Xl(n,e,t,i){let s=n.bodies;return e==="body"?t%2?s.other:s.body:s[e]??s[Jp[i%Jp.length]]}var Yl={xy:[0,1],xz:[0,2],yz:[1,2],"3d":[0,2]},oa=class{constructor(e,t,i,s){this.canvas=e,this.payload=t,this.pen=e.getContext("2d"),this.position=i.find("body_position"),this.rotation=i.find("body_rotation"),this.quaternion=i.find("body_quaternion"),this.clouds=t.meshes.map(o=>Dl(o));let r=this.clouds.map(o=>o.points);this.morphs=new Or(t.morphs??[],r,o=>s.seen(o)),this.axes=Yl[t.scene.view]??Yl.
xy,this.centre=[0,0,0],this.cell=Qn(.45*t.scene.size),this.middle=i.find("com_position"),this.insets={left:0,right:0,top:0,bottom:0},this.arrows=[],this.trace={mesh:{visible:!0}},this.stage={size:t.scene.size,setInsets:o=>this.insets=o},this.rig=this.makeRig(),this.theme=ra.light}makeRig(){let e={following:!0,zoom:1,text:"",focus:[0,0,0],view:"start"};return e.scale=t=>e.zoom=Math.min(Math.max(e.zoom*
t,.1),20),e.turn=()=>{},e.shift=()=>{},e.jump=t=>e.focus=[...t],e.choose=t=>this.axes=t==="side"?Yl.xz:Yl.xy,e}setTheme(e){this.theme=ra[e]}resize(e,t){let i=Math.min(globalThis.devicePixelRatio||1,2);Object.assign(this,{width:e,height:t,ratio:i}),this.canvas.width=e*i,this.canvas.height=t*i}restart(e){this.update(e),this.rig.jump(this.centre)}update(e){this.outputs=e;for(let[i,s]of this.morphs.changed())
this.clouds[i].points=s;let t=this.payload.bodies.length;for(let i=0;i<3;i++){if(this.middle){this.centre[i]=e[this.middle.start+i];continue}let s=0;for(let r=0;r<t;r++)s+=e[this.position.start+3*r+i];this.centre[i]=s/t}}measure(){}draw(){if(!this.width||!this.outputs)return!1;this.rig.following&&(this.rig.focus=[...this.centre]);let{pen:e}=this,t=Math.min(this.width-this.insets.left-this.insets.right,
this.height-this.insets.top-this.insets.bottom),i=.85*Math.max(t,80)*this.rig.zoom/this.stage.size;e.setTransform(this.ratio,0,0,this.ratio,0,0),e.clearRect(0,0,this.width,this.height);let[s,r]=this.axes,{left:o,right:a,top:l,bottom:h}=this.insets,[c,f]=[(this.width+o-a)/2,(this.height+l-h)/2],u=(p,d)=>[c+i*(p-this.rig.focus[s]),f-i*(d-this.rig.focus[r])];if(this.grid(s,r,c,f,i),r===1)for(let p of this.
payload.scene.obstacles??[])this.polygon(p.outline.map(([d,S])=>u(d,S)),this.theme.obstacle);return this.payload.bodies.forEach((p,d)=>this.body(p,d,u)),!1}grid(e,t,i,s,r){let{pen:o,cell:a}=this,[l,h]=[this.rig.focus[e],this.rig.focus[t]];o.beginPath();for(let c=Math.ceil((l-i/r)/a);c*a<l+(this.width-i)/r;c++)o.moveTo(i+r*(c*a-l),0),o.lineTo(i+r*(c*a-l),this.height);for(let c=Math.ceil((h-(this.height-
s)/r)/a);c*a<h+s/r;c++)o.moveTo(0,s-r*(c*a-h)),o.lineTo(this.width,s-r*(c*a-h));o.globalAlpha=.25,o.strokeStyle=Ef(this.theme.line),o.stroke(),o.globalAlpha=1}body(e,t,i){let[s,r]=this.axes,o=this.position.start+3*t,a=e.mesh===null?null:this.clouds[e.mesh],l=Xl(this.theme,e.role??"body",t,0);if(!a){e.parent>=0&&this.line(i(this.outputs[o+s],this.outputs[o+r]),i(this.outputs[this.position.start+3*e.
parent+s],this.outputs[this.position.start+3*e.parent+r]),l);return}let h=this.turn(t),c=[];for(let f=0;f<a.points.length;f+=3){let u=[0,1,2].map(p=>this.outputs[o+p]+h[3*p]*a.points[f]+h[3*p+1]*a.points[f+1]+h[3*p+2]*a.points[f+2]);c.push(i(u[s],u[r]))}this.polygon(DS(c),l)}turn(e){if(this.rotation)return this.outputs.subarray(this.rotation.start+9*e,this.rotation.start+9*e+9);let[t,i,s,r]=this.outputs.
subarray(this.quaternion.start+4*e,this.quaternion.start+4*e+4);return[1-2*(s*s+r*r),2*(i*s-t*r),2*(i*r+t*s),2*(i*s+t*r),1-2*(i*i+r*r),2*(s*r-t*i),2*(i*r-t*s),2*(s*r+t*i),1-2*(i*i+s*s)]}polygon(e,t){let{pen:i}=this;i.beginPath(),e.forEach(([s,r],o)=>o?i.lineTo(s,r):i.moveTo(s,r)),i.closePath(),i.fillStyle=Ef(t),i.fill(),i.strokeStyle="#0006",i.stroke()}line(e,t,i){let{pen:s}=this;s.beginPath(),s.moveTo(
...e),s.lineTo(...t),s.lineWidth=2,s.strokeStyle=Ef(i),s.stroke(),s.lineWidth=1}redraw(){this.draw()}dispose(){}};function Ef(n){return`#${n.toString(16).padStart(6,"0")}`}function DS(n){let e=[...n].sort((i,s)=>i[0]-s[0]||i[1]-s[1]),t=i=>{let s=[];for(let r of i){for(;s.length>1&&IS(s[s.length-2],s[s.length-1],r)<=0;)s.pop();s.push(r)}return s.slice(0,-1)};return[...t(e),...t(e.reverse())]}function IS(n,e,t){
return(e[0]-n[0])*(t[1]-n[1])-(e[1]-n[1])*(t[0]-n[0])}var Af={s:n=>n,"rad/s":n=>2*Math.PI/n,Hz:n=>1/n,"1/s":n=>1/n,"1/min":n=>60/n},US=1e-6;function ql(n,e){let t=n.period??0;if(!(t>0))return()=>0;let i=(n.machine?.sliders??[]).find(({unit:s,value:r})=>Af[s]&&Math.abs(Af[s](r)/t-1)<US);return i?()=>{let s=Af[i.unit](e(i.name));return s>0&&Number.isFinite(s)?s:t}:()=>t}var Br=class{constructor(e,t=6e6){this.names=e,this.index=new Map(e.map((i,s)=>[i,s])),this.width=e.length,this.capacity=Math.max(256,Math.floor(t/(e.length+2))),this.times=new Float64Array(this.capacity),this.values=new Float32Array(this.capacity*this.width),this.clear()}clear(){this.first=0,this.count=0,this.dropped=0,this.changes=(this.changes??0)+1}at(e){return(this.first+e)%this.capacity}time(e){
return this.times[this.at(e)]}value(e,t){return this.values[this.at(e)*this.width+t]}get newest(){return this.count?this.time(this.count-1):NaN}get oldest(){return this.count?this.time(0):NaN}push(e){for(;this.count&&this.newest>=e;)this.count--;this.count===this.capacity&&(this.first=(this.first+1)%this.capacity,this.count--,this.dropped++);let t=this.at(this.count);return this.count++,this.times[t]=
e,this.changes++,this.values.subarray(t*this.width,(t+1)*this.width)}before(e){if(!this.count||this.time(0)>e)return-1;let t=0,i=this.count-1;for(;t<i;){let s=t+i+1>>1;this.time(s)<=e?t=s:i=s-1}return t}interpolated(e,t){let i=this.before(e);if(i<0)return NaN;if(i===this.count-1)return this.value(i,t);let s=(e-this.time(i))/(this.time(i+1)-this.time(i));return this.value(i,t)*(1-s)+this.value(i+1,
t)*s}};function Qp(n,e,t,i,s,r){let o=Math.max(n.before(t),0),a=n.before(i),l=a-o+1;if(a<0||l<=0)return 0;if(l<=s.length){for(let u=0;u<l;u++){s[u]=n.time(o+u);for(let p=0;p<e.length;p++)r[p][u]=n.value(o+u,e[p])}return l}let h=2*Math.ceil(l/s.length),c=(n.dropped+o)%h,f=0;for(let u=o-c;u<=a&&f+2<=s.length;u+=h)f=NS(n,e,Math.max(u,o),Math.min(u+h-1,a),s,r,f);return f}function NS(n,e,t,i,s,r,o){s[o]=
n.time(t),s[o+1]=t===i?n.time(t)+1e-9:n.time(i);for(let a=0;a<e.length;a++)FS(n,e[a],t,i),r[a][o]=hs.lowFirst?hs.low:hs.high,r[a][o+1]=hs.lowFirst?hs.high:hs.low;return o+2}var hs={low:0,high:0,lowFirst:!0};function FS(n,e,t,i){let{values:s,width:r,capacity:o}=n,a=n.at(t),l=s[a*r+e],h=l,c=t,f=t;for(let u=t+1;u<=i;u++){a=a+1===o?0:a+1;let p=s[a*r+e];p<l?(l=p,c=u):p>h&&(h=p,f=u)}hs.low=l,hs.high=h,hs.
lowFirst=c<=f}var jp=.1,OS=11,BS=["base_position","base_quaternion","base_rotation","base_velocity","com_position","joint_position","joint_torque","power","work","kinetic_energy","medium_energy","potential_energy"];function Kl(n,e){let t=BS.flatMap(i=>n.byName.has(i)?n.numbers(n.byName.get(i)):[]);return[...new Set([...t,...e])]}function kS(n,e){let t=Math.min(.016666666666666666,e>0?e/80:1);return Math.max(1,Math.
round(t/n))*n}function zS(n){return!(n>0)||n>.4?1:Number(Math.max(n/1.2,.001).toPrecision(1))}function cs({period:n,duration:e}){return n>0?n:e>0&&e<3?e/4:0}var kr=class{constructor(e,t,i,s,r=void 0,o=()=>{}){Object.assign(this,{source:e,catalogue:t,period:s,budget:r,onrecord:o}),this.playing=!1,this.speed=zS(s),this.reached=null,this.interval=kS(e.dt||.01,s),this.repeat=!0,this.keep(i),this.restart()}keep(e){
let t=this.history;this.history=new Br(e,this.budget),this.places=e.map(i=>this.catalogue.find(i).start),this.source.replayed?this.readAll():t&&Rf(t,this.history)}readAll(){let{source:e,history:t}=this,i=GS(t.names,this.catalogue);for(let s=0;s<e.times.length;s++){let r=t.push(e.times[s]);for(let o=0;o<i.length;o++)r[o]=e.columns[i[o].field][s*i[o].count+i[o].offset]}}restart(){this.source.reset(),
this.source.frame(),this.reached=null,!this.source.replayed&&(this.history.clear(),this.record())}record(){let e=this.history.push(this.source.time),{outputs:t}=this.source;for(let i=0;i<this.places.length;i++)e[i]=t[this.places[i]];this.next=this.source.time+this.interval,this.onrecord()}advance(e){let t=this.source.time,i=Math.min(e,jp)*this.speed;if(this.source.replayed)return this.source.advance(
i),this.source.time>=this.source.end&&this.atEnd(),!0;let s=performance.now()+OS,r=this.forward(i,()=>performance.now()>s),o=this.source.time-t,a=e>0&&o<i-2*this.source.dt?o/Math.min(e,jp):null;return this.reached=a===null?null:this.reached===null?a:.8*this.reached+.2*a,r}atEnd(){this.repeat?this.source.reset():this.playing=!1}forward(e,t=()=>!1){let{source:i}=this;if(!Number.isFinite(e))throw new RangeError(
`advance(${e}): give seconds as a number.`);let s=e;for(;s>0;){let r=Math.min(s,Math.max(this.next-i.time,.5*i.dt));if(i.advance(r),s-=r,i.status.code!==0)return i.frame(),!1;if(i.time>=this.next-.5*i.dt&&(i.frame(),this.record(),t()))return!0}return i.frame(),!0}};function Rf(n,e){let t=e.names.map(i=>n.index.get(i));for(let i=Math.max(0,n.count-e.capacity);i<n.count;i++){let s=e.push(n.time(i));
for(let r=0;r<t.length;r++)s[r]=t[r]===void 0?NaN:n.value(i,t[r])}}function GS(n,e){return n.map(t=>{let i=e.find(t);return{field:e.fields.indexOf(i.field),count:i.field.count,offset:i.start-i.field.place}})}var HS=6e6,VS=["body_position","body_rotation","body_quaternion","com_position","base_position"],zr=class{constructor(e,t=[]){let r=[...VS,...t.map(o=>o.field)].map(o=>e.find(o)).filter(Boolean).flatMap(({start:o,count:a})=>Array.from({length:a},(l,h)=>o+h));this.places=Int32Array.from(new Set(r)),this.rows=new Br([...this.places.keys()],HS),this.shown=new Float64Array(e.size)}clear(){this.rows.clear()}get oldest(){
return this.rows.oldest}get newest(){return this.rows.newest}push(e,t){let i=this.rows.push(e);for(let s=0;s<i.length;s++)i[s]=t[this.places[s]]}at(e){for(let t=0;t<this.places.length;t++)this.shown[this.places[t]]=this.rows.interpolated(e,t);return this.shown}};var WS=4e5,$l=class n{static async of(e,t){return new n(e,await Ul(e.payload.machine,t))}constructor(e,t){Object.assign(this,{viewer:e,machine:t});let{payload:i,catalogue:s}=e,r=Kl(s,Ol(i.figures??[],s));this.drawn=e.world.addGhost?.(t);let o=this.drawn?.wakes.map(c=>c.spec)??[];this.track=o.length?new zr(s,o.flatMap(c=>c.edges)):null,this.track&&(this.drawn.past=(c,f)=>this.lookBack(c,f));let a=()=>this.
track?.push(t.time,t.outputs);this.runner=new kr(t,s,r,cs(i),WS,a);let l=this.runner,h={get history(){return l.history},catalogue:s,outputs:()=>t.outputs,period:ql(i,c=>t.get(c))};this.figures=Bl(i.figures??[],h),this.shown=!1}lookBack(e,t){let{track:i}=this;return e>=i.oldest&&e<=i.newest?(t(i.at(e)),!0):!1}forget(){this.track?.clear(),this.drawn?.forget()}begin(e){this.machine.load(e),this.machine.
frame(),this.forget(),this.runner.history.clear(),Rf(this.viewer.runner.history,this.runner.history),this.runner.record(),this.restartFigures(),this.show(!0)}show(e){this.shown=e,this.drawn?.show(e),e&&this.drawn?.place(this.machine.outputs)}restart(){this.forget(),this.runner.restart(),this.restartFigures(),this.drawn?.place(this.machine.outputs)}restartFigures(){for(let e of this.figures)e.reset(),
e.value(this.machine.time)}follow(e){let t=e-this.machine.time;t>.5*this.machine.dt&&!this.runner.forward(t)&&this.show(!1),this.drawn?.place(this.machine.outputs)}get differing(){let{source:e}=this.viewer;return e.names.parameters.filter(t=>e.get(t)!==this.machine.get(t))}};var XS={s:"sliders",p:"plots",v:"look",h:"help","?":"help",e:"show"},ed={0:"start",1:"free",2:"top",3:"side"};function td(n,e){let{root:t,message:i}=e.layout;if(!(n.target===document.body||t.contains(n.target))||n.ctrlKey||n.metaKey||n.altKey||i.shown&&n.key!=="r")return;let r=n.target.matches?.("input:not([type=range]), select, textarea"),o=n.target.matches?.("button, summary"),a=YS(n.key,e)??qS(
n.key,e.layout)??KS(n.key,e);!a||r&&n.key!=="Escape"||o&&n.key===" "||(n.preventDefault(),a())}function YS(n,e){return n===" "?()=>e.runner.playing?e.pause():e.play():n==="."?()=>e.step():n==="c"&&!e.source.replayed?()=>e.compare(!e.ghosted):n==="b"&&!e.source.replayed?()=>e.besides(!e.world.beside):n==="l"?()=>e.layout.lecture(!e.layout.lecturing):n==="r"?()=>e.reset():null}function qS(n,e){let t=[
...e.panels].find(([,{panel:s}])=>s.contains(document.activeElement));if(n==="Escape")return t?()=>e.shut(t[0]):null;let i=XS[n];return e.panels.has(i)?()=>e.open(i,e.panels.get(i).panel.hidden):null}function KS(n,e){return n==="f"?()=>e.layout.look.followButton.click():ed[n]?()=>{e.world.rig.choose(ed[n]),e.wake()}:null}function id(){return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches?"dark":"light"}function $S(n){return/[",\n\r]/.test(n)?`"${n.replaceAll('"','""')}"`:n}function*nd(n,e=[],t=n.names.map((i,s)=>s)){yield e.map(s=>`# ${s.replace(/[\r\n]+/g," ")}
`).join("")+["time",...t.map(s=>$S(n.names[s]))].join(",")+`
`;let i=[];for(let s=0;s<n.count;s++){let r=[String(Number(n.time(s).toPrecision(12)))];for(let o of t){let a=n.value(s,o);r.push(Number.isFinite(a)?String(Number(a.toPrecision(8))):"")}i.push(r.join(",")),i.length===2e3&&(yield i.join(`
`)+`
`,i=[])}i.length&&(yield i.join(`
`)+`
`)}var sd=[.03,32],ZS=24;function rd(n){let{world:e,runner:t,layout:i}=n,s={camera:e.rig.text};s.speed=String(t.speed);let r=e.arrows.map((a,l)=>a.group.visible?`${l}:${a.factor.toPrecision(3)}`:null).filter(Boolean);e.arrows.length&&(s.arrows=r.join(",")),i.chosenTheme!=="auto"&&(s.theme=i.chosenTheme);let o=i.plots.plots.map(a=>i.plotKey(a.spec));return o.join(",")!==i.firstPlots&&(s.plots=o.join("\
,")),s}function od(n,e){for(let[t,i]of Object.entries(e)){let s=n.payload.machine?.sliders?.find(o=>o.name===t);if(!s)continue;let r=Math.min(Math.max(i,s.low),s.high);n.set(t,s.words?Math.round(r):r,{smooth:!1})}Object.keys(e).length&&n.reset()}function ad(n,e){let{world:t,layout:i}=n;e.camera&&(t.rig.text=e.camera);let s=Number(e.speed);s>=.001&&s<=10&&n.setSpeed(s),["light","dark"].includes(e.theme)&&
i.setTheme(e.theme),e.arrows!==void 0&&t.arrows.forEach((r,o)=>i.showArrows(o,!1));for(let r of(e.arrows??"").split(",")){let[o,a]=r.split(":").map(Number);!t.arrows[o]||!(a>0)||(i.showArrows(o,!0),t.arrows[o].factor=Math.min(Math.max(a,sd[0]),sd[1]))}if(e.plots!==void 0){i.plots.clear();for(let r of[...new Set(e.plots.split(","))].slice(0,ZS))i.addByKey(r,n)}}function ld(n){n.restore(location.hash);
let e=()=>{n.layout.firstSettings(),n.restore(location.hash),n.refresh()};globalThis.addEventListener("hashchange",e),n.layout.ends.push(()=>globalThis.removeEventListener("hashchange",e))}function JS(n,e){return[...new Set(n.map(i=>e.find(i)?.field).filter(Boolean))].map(i=>`${i.name} [${i.unit||"1"}]`).join(", ")}function hd(n){let{history:e}=n.runner,{payload:t}=n,i=[`${t.title}: ${t.about??""}`,
`made by Elver ${t.version??""}`,`units: time [s], ${JS(e.names,n.catalogue)}`],s=Object.entries(n.layout.changedSettings());s.length&&i.push(`parameters at the end: ${s.map(([o,a])=>`${o} = ${a}`).join(", ")}`),e.dropped&&i.push(`the first ${e.dropped} samples were dropped: the page keeps the last ${Hl(e.newest-e.oldest)}`);let r=String(t.title??"run").replace(/[^\w.-]+/g,"-").toLowerCase();Fr(`${r}\
.csv`,[...nd(e,i)],"text/csv")}var Zl=class{constructor(e){this.rows=e.map(i=>({figure:i,value:Q("b",{text:"–"}),was:Q("i",{class:"was",hidden:!0})}));let t=this.rows.map(({figure:i,value:s,was:r})=>Q("div",{class:"figure",title:i.meaning},Q("span",{text:Zt(i.title)}),Q("span",{class:"number"},s," ",Q("small",{text:i.unit==="1"?"":i.unit}),r)));this.element=Q("div",{class:"figures",role:"group","aria-label":"figures"},...t),this.
element.hidden=t.length===0}update(e,t=null){this.rows.forEach(({figure:i,value:s,was:r},o)=>{let a=er(i.value(e),3);if(a!==s.textContent&&(s.textContent=a),r.hidden=!t,!t)return;let l=er(t.figures[o].value(e),3);l!==r.textContent&&(r.textContent=l)})}};var QS=[["space","play, pause"],[".","one step"],["r","start again"],["s  v  p  h","parameters, view, plots, help"],["1  2  3  0","free view, top, side, usual"],["c","compare: a ghost keeps the settings of before"],["b","the machine and its ghost side by side"],["l","large type, for lectures"],["f","follow the machine"],["arrows","turn the view (when it has the focus)"],["shift arrows","move the v\
iew"],["+  −","nearer, farther"]];function cd(n){let e=QS.map(([s,r])=>Q("tr",{},Q("th",{scope:"row"},...s.split("  ").map(o=>Q("kbd",{text:o}))),Q("td",{text:r})));return Q("div",{class:"help",tabindex:0,role:"group","aria-label":"Keys and gestures"},Q("p",{text:n?"This page replays a recorded run: drag the time line, or click into a plot.":"The machine is computed in this page while you look. \
A slider moves its parameter smoothly; the machine never jumps. Drag the time line to look back."}),Q("p",{text:"Drag to turn the view, drag with shift or the right button (two fingers) to move it, wheel or pinch to come nearer. Click a body to see its forces."}),Q("table",{},...e))}var jS=[["start","Usual"],["free","Free"],["top","Top"],["side","Side"]],Jl=class{constructor(e,t){this.world=e;let i=jS.map(([s,r])=>Q("button",{type:"button",class:"chip",text:r,onclick:()=>t.view(s)}));this.followButton=tr("Follow",e.rig.following,t.follow),this.pathShown=!0,this.pathButton=tr("Path",!0,s=>{this.pathShown=s,t.path(s)}),this.legend=Q("div",{class:"legend","aria-label":"scale of \
the arrows"}),this.rows=e.arrows.map((s,r)=>this.arrowRow(s,r,t)),this.element=Q("div",{class:"look"},Q("div",{class:"chips",role:"group","aria-label":"view"},...i,this.followButton,this.pathButton),...this.rows.map(s=>s.element),Q("p",{class:"note",text:`Grid: ${yf(e.cell)}`}))}arrowRow(e,t,i){let s=Q("i",{class:"dot"}),r=Zt(Qi(e.spec.title??e.spec.name)),o=tr(r,!1,h=>{i.arrows(t,h),this.update()});
o.prepend(s);let a=Q("input",{type:"range",min:-30,max:30,step:1,value:0,"aria-label":`length of the arrows: ${r}`});a.addEventListener("input",()=>{i.scale(t,10**(Number(a.value)/20)),this.update()});let l=Q("span",{class:"note wide"});return{arrows:e,button:o,dot:s,scale:a,text:l,element:Q("div",{class:"arrowrow"},o,a,l)}}update(){for(let{arrows:e,dot:t,text:i,scale:s}of this.rows){t.style.background=
`#${(e.colour??0).toString(16).padStart(6,"0")}`,s.disabled=!e.group.visible;let r=e.shown,o=Qn(.1*this.world.stage.size),a=e.group.visible&&r>0?`${yf(o)} = ${Xt(o/r,3)} ${e.spec.unit}`:"";a!==i.textContent&&(i.textContent=a)}this.showLegend()}showLegend(){let e=this.rows.filter(({text:i})=>i.textContent).map(({arrows:i,text:s})=>`${Zt(Qi(i.spec.name))}: ${s.textContent}`);if(e.join()===this.told)
return;this.told=e.join();let t=this.rows.filter(({text:i})=>i.textContent);this.legend.replaceChildren(...t.map(({dot:i},s)=>Q("span",{},i.cloneNode(),e[s])))}press(e,t){this.rows[e].button.setAttribute("aria-pressed",String(t))}};var Ql=class{constructor(){this.element=Q("div",{class:"message",role:"alertdialog","aria-labelledby":"elver-says",tabindex:-1}),this.element.hidden=!0}show(e,t,i){let s=i.map(([r,o],a)=>Q("button",{type:"button",class:a?"":"main",text:r,onclick:()=>{this.hide(),o()}}));this.element.replaceChildren(Q("h2",{id:"elver-says",text:e}),Q("p",{text:t}),Q("div",{class:"buttons"},...s)),this.element.hidden=
!1,(s[0]??this.element).focus({preventScroll:!0})}hide(){this.element.hidden=!0}get shown(){return!this.element.hidden}};var jl=class{constructor(e,t,i){Object.assign(this,{payload:e,catalogue:t,actions:i}),this.title=Q("h2",{}),this.table=Q("table",{});let s=di("close","Close the body",()=>i.close(),{class:"icon small"});this.element=Q("section",{class:"card panel picked","aria-label":"Body"},Q("header",{},this.title,s),Q("div",{},this.table)),this.element.hidden=!0}show(e){if(this.element.hidden=e<0,e<0)return;let t=this.
payload.bodies[e];this.title.textContent=Zt(Qi(t.name)),this.rows=[],t.mass>0&&this.rows.push({label:"Mass",unit:"kg",value:()=>t.mass});for(let i of this.payload.arrows??[])i.edges||this.addForce(i,t.name);for(let i of t.joints??[])this.addJoint(i);this.table.replaceChildren(...this.rows.map(i=>this.line(i)))}addForce(e,t){let i=`${e.field}.${t}`,s=this.catalogue.find(i);if(!s||s.count>3)return;let r=o=>Math.
hypot(...o.slice(s.start,s.start+s.count));this.rows.push({label:`Force of ${Qi(e.name)}`,unit:"N",value:r,output:i})}addJoint(e){let t=e.unit==="rad",i=[["joint_torque",t?"Torque of":"Force of",e.effort],["joint_position",t?"Angle of":"Length of",e.unit]];for(let[s,r,o]of i){let a=`${s}.${e.name}`,l=this.catalogue.find(a);if(!l)continue;let{unit:h,factor:c}=na(o);this.rows.push({label:`${r} ${Qi(
e.name)}`,unit:h,own:o,value:f=>c*f[l.start],output:a})}}line(e){e.cell=Q("b",{text:"–"});let t=e.output?Q("button",{type:"button",class:"text",text:"Plot","aria-label":`Plot this: ${e.label}`,onclick:()=>this.actions.plot(e.output,e.own)}):null;return Q("tr",{},Q("th",{scope:"row",text:e.label}),Q("td",{},e.cell," ",Q("small",{text:e.unit})),Q("td",{},t))}update(e){if(!this.element.hidden)for(let t of this.
rows){let i=er(t.value(e),3);i!==t.cell.textContent&&(t.cell.textContent=i)}}};var ev="uplot",tv="u-hz",iv="u-vt",nv="u-title",sv="u-wrap",rv="u-under",ov="u-over",av="u-axis",sr="u-off",lv="u-select",hv="u-cursor-x",cv="u-cursor-y",fv="u-cursor-pt",uv="u-legend",pv="u-live",dv="u-inline",mv="u-series",gv="u-marker",fd="u-label",xv="u-value",la="width",ha="height";var ud="bottom",Gr="left",Cf="right",Yf="#000",pd=Yf+"0",Pf="mousemove",dd="mousedown",Lf="mouseup",md="mouseenter",gd="mouseleave",xd="dblclick",_v="resize",Mv="scroll",_d="change",sh="dppxchange",qf="--",Kr=typeof window<"u",Ff=Kr?document:null,Vr=Kr?window:null,Sv=Kr?navigator:null,bt,eh;function Of(){let n=devicePixelRatio;bt!=n&&(bt=n,eh&&kf(_d,eh,Of),eh=matchMedia(`(min-resolution: ${bt-.001}\
dppx) and (max-resolution: ${bt+.001}dppx)`),rr(_d,eh,Of),Vr.dispatchEvent(new CustomEvent(sh)))}function hn(n,e){if(e!=null){let t=n.classList;!t.contains(e)&&t.add(e)}}function Bf(n,e){let t=n.classList;t.contains(e)&&t.remove(e)}function Yt(n,e,t){n.style[e]=t+"px"}function Dn(n,e,t,i){let s=Ff.createElement(n);return e!=null&&hn(s,e),t?.insertBefore(s,i),s}function Mn(n,e){return Dn("div",n,e)}
var Md=new WeakMap;function jn(n,e,t,i,s){let r="translate("+e+"px,"+t+"px)",o=Md.get(n);r!=o&&(n.style.transform=r,Md.set(n,r),e<0||t<0||e>i||t>s?hn(n,sr):Bf(n,sr))}var Sd=new WeakMap;function vd(n,e,t){let i=e+t,s=Sd.get(n);i!=s&&(Sd.set(n,i),n.style.background=e,n.style.borderColor=t)}var wd=new WeakMap;function yd(n,e,t,i){let s=e+""+t,r=wd.get(n);s!=r&&(wd.set(n,s),n.style.height=t+"px",n.style.
width=e+"px",n.style.marginLeft=i?-e/2+"px":0,n.style.marginTop=i?-t/2+"px":0)}var Kf={passive:!0},vv={...Kf,capture:!0};function rr(n,e,t,i){e.addEventListener(n,t,i?vv:Kf)}function kf(n,e,t,i){e.removeEventListener(n,t,Kf)}Kr&&Of();function In(n,e,t,i){let s;t=t||0,i=i||e.length-1;let r=i<=2147483647;for(;i-t>1;)s=r?t+i>>1:cn((t+i)/2),e[s]<n?t=s:i=s;return n-e[t]<=e[i]-n?t:i}function Jd(n){return(t,i,s)=>{
let r=-1,o=-1;for(let a=i;a<=s;a++)if(n(t[a])){r=a;break}for(let a=s;a>=i;a--)if(n(t[a])){o=a;break}return[r,o]}}var Qd=n=>n!=null,jd=n=>n!=null&&n>0,ah=Jd(Qd),wv=Jd(jd);function yv(n,e,t,i=0,s=!1){let r=s?wv:ah,o=s?jd:Qd;[e,t]=r(n,e,t);let a=n[e],l=n[e];if(e>-1)if(i==1)a=n[e],l=n[t];else if(i==-1)a=n[t],l=n[e];else for(let h=e;h<=t;h++){let c=n[h];o(c)&&(c<a?a=c:c>l&&(l=c))}return[a??Ot,l??-Ot]}function lh(n,e,t,i){
let s=Ed(n),r=Ed(e);n==e&&(s==-1?(n*=t,e/=t):(n/=t,e*=t));let o=t==10?fs:em,a=s==1?cn:Sn,l=r==1?Sn:cn,h=a(o(Si(n))),c=l(o(Si(e))),f=Wr(t,h),u=Wr(t,c);return t==10&&(h<0&&(f=Bt(f,-h)),c<0&&(u=Bt(u,-c))),i||t==2?(n=f*s,e=u*r):(n=sm(n,f),e=hh(e,u)),[n,e]}function $f(n,e,t,i){let s=lh(n,e,t,i);return n==0&&(s[0]=0),e==0&&(s[1]=0),s}var Zf=.1,bd={mode:3,pad:Zf},fa={pad:0,soft:null,mode:0},bv={min:fa,max:fa};
function rh(n,e,t,i){return ch(t)?Td(n,e,t):(fa.pad=t,fa.soft=i?0:null,fa.mode=i?3:0,Td(n,e,bv))}function vt(n,e){return n??e}function Tv(n,e,t){for(e=vt(e,0),t=vt(t,n.length-1);e<=t;){if(n[e]!=null)return!0;e++}return!1}function Td(n,e,t){let i=t.min,s=t.max,r=vt(i.pad,0),o=vt(s.pad,0),a=vt(i.hard,-Ot),l=vt(s.hard,Ot),h=vt(i.soft,Ot),c=vt(s.soft,-Ot),f=vt(i.mode,0),u=vt(s.mode,0),p=e-n,d=fs(p),S=Zi(
Si(n),Si(e)),g=fs(S),m=Si(g-d);(p<1e-24||m>10)&&(p=0,(n==0||e==0)&&(p=1e-24,f==2&&h!=Ot&&(r=0),u==2&&c!=-Ot&&(o=0)));let M=p||S||1e3,E=fs(M),w=Wr(10,cn(E)),I=M*(p==0?n==0?.1:1:r),A=Bt(sm(n-I,w/10),24),_=n>=h&&(f==1||f==3&&A<=h||f==2&&A>=h)?h:Ot,T=Zi(a,A<_&&n>=_?_:Un(_,A)),z=M*(p==0?e==0?.1:1:o),U=Bt(hh(e+z,w/10),24),D=e<=c&&(u==1||u==3&&U>=c||u==2&&U<=c)?c:-Ot,B=Un(l,U>D&&e<=D?D:Zi(D,U));return T==
B&&T==0&&(B=100),[T,B]}var Ev=new Intl.NumberFormat(Kr?Sv.language:"en-US"),Jf=n=>Ev.format(n),fn=Math,nh=fn.PI,Si=fn.abs,cn=fn.floor,Mi=fn.round,Sn=fn.ceil,Un=fn.min,Zi=fn.max,Wr=fn.pow,Ed=fn.sign,fs=fn.log10,em=fn.log2,Av=(n,e=1)=>fn.sinh(n)*e,Df=(n,e=1)=>fn.asinh(n/e),Ot=1/0;function Ad(n){return(fs((n^n>>31)-(n>>31))|0)+1}function zf(n,e,t){return Un(Zi(n,e),t)}function tm(n){return typeof n==
"function"}function mt(n){return tm(n)?n:()=>n}var Rv=()=>{},im=n=>n,nm=(n,e)=>e,Cv=n=>null,Rd=n=>!0,Cd=(n,e)=>n==e,Pv=/\.\d*?(?=9{6,}|0{6,})/gm,or=n=>{if(om(n)||Is.has(n))return n;let e=`${n}`,t=e.match(Pv);if(t==null)return n;let i=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${or(s)}e${r}`}return Bt(n,i)};function ir(n,e){return or(Bt(or(n/e))*e)}function hh(n,e){return or(
Sn(or(n/e))*e)}function sm(n,e){return or(cn(or(n/e))*e)}function Bt(n,e=0){if(om(n))return n;let t=10**e,i=n*t*(1+Number.EPSILON);return Mi(i)/t}var Is=new Map;function rm(n){return((""+n).split(".")[1]||"").length}function pa(n,e,t,i){let s=[],r=i.map(rm);for(let o=e;o<t;o++){let a=Si(o),l=Bt(Wr(n,o),a);for(let h=0;h<i.length;h++){let c=n==10?+`${i[h]}e${o}`:i[h]*l,f=(o>=0?0:a)+(o>=r[h]?0:r[h]),
u=n==10?c:Bt(c,f);s.push(u),Is.set(u,f)}}return s}var ua={},Qf=[],Xr=[null,null],Ds=Array.isArray,om=Number.isInteger,Lv=n=>n===void 0;function Pd(n){return typeof n=="string"}function ch(n){let e=!1;if(n!=null){let t=n.constructor;e=t==null||t==Object}return e}function Dv(n){return n!=null&&typeof n=="object"}var Iv=Object.getPrototypeOf(Uint8Array),am="__proto__";function Yr(n,e=ch){let t;if(Ds(
n)){let i=n.find(s=>s!=null);if(Ds(i)||e(i)){t=Array(n.length);for(let s=0;s<n.length;s++)t[s]=Yr(n[s],e)}else t=n.slice()}else if(n instanceof Iv)t=n.slice();else if(e(n)){t={};for(let i in n)i!=am&&(t[i]=Yr(n[i],e))}else t=n;return t}function mi(n){let e=arguments;for(let t=1;t<e.length;t++){let i=e[t];for(let s in i)s!=am&&(ch(n[s])?mi(n[s],Yr(i[s])):n[s]=Yr(i[s]))}return n}var Uv=0,Nv=1,Fv=2;function Ov(n,e,t){
for(let i=0,s,r=-1;i<e.length;i++){let o=e[i];if(o>r){for(s=o-1;s>=0&&n[s]==null;)n[s--]=null;for(s=o+1;s<t&&n[s]==null;)n[r=s++]=null}}}function Bv(n,e){if(Gv(n)){let o=n[0].slice();for(let a=1;a<n.length;a++)o.push(...n[a].slice(1));return Hv(o[0])||(o=zv(o)),o}let t=new Set;for(let o=0;o<n.length;o++){let l=n[o][0],h=l.length;for(let c=0;c<h;c++)t.add(l[c])}let i=[Array.from(t).sort((o,a)=>o-a)],
s=i[0].length,r=new Map;for(let o=0;o<s;o++)r.set(i[0][o],o);for(let o=0;o<n.length;o++){let a=n[o],l=a[0];for(let h=1;h<a.length;h++){let c=a[h],f=Array(s).fill(void 0),u=e?e[o][h]:Nv,p=[];for(let d=0;d<c.length;d++){let S=c[d],g=r.get(l[d]);S===null?u!=Uv&&(f[g]=S,u==Fv&&p.push(g)):f[g]=S}Ov(f,p,s),i.push(f)}}return i}var kv=typeof queueMicrotask>"u"?n=>Promise.resolve().then(n):queueMicrotask;function zv(n){
let e=n[0],t=e.length,i=Array(t);for(let r=0;r<i.length;r++)i[r]=r;i.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<n.length;r++){let o=n[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[i[l]];s.push(a)}return s}function Gv(n){let e=n[0][0],t=e.length;for(let i=1;i<n.length;i++){let s=n[i][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function Hv(n,e=100){let t=n.
length;if(t<=1)return!0;let i=0,s=t-1;for(;i<=s&&n[i]==null;)i++;for(;s>=i&&n[s]==null;)s--;if(s<=i)return!0;let r=Zi(1,cn((s-i+1)/e));for(let o=n[i],a=i+r;a<=s;a+=r){let l=n[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var lm=["January","February","March","April","May","June","July","August","September","October","November","December"],hm=["Sunday","Monday","Tuesday","Wednesday","Thursday","Frid\
ay","Saturday"];function cm(n){return n.slice(0,3)}var Vv=hm.map(cm),Wv=lm.map(cm),Xv={MMMM:lm,MMM:Wv,WWWW:hm,WWW:Vv};function aa(n){return(n<10?"0":"")+n}function Yv(n){return(n<10?"00":n<100?"0":"")+n}var qv={YYYY:n=>n.getFullYear(),YY:n=>(n.getFullYear()+"").slice(2),MMMM:(n,e)=>e.MMMM[n.getMonth()],MMM:(n,e)=>e.MMM[n.getMonth()],MM:n=>aa(n.getMonth()+1),M:n=>n.getMonth()+1,DD:n=>aa(n.getDate()),
D:n=>n.getDate(),WWWW:(n,e)=>e.WWWW[n.getDay()],WWW:(n,e)=>e.WWW[n.getDay()],HH:n=>aa(n.getHours()),H:n=>n.getHours(),h:n=>{let e=n.getHours();return e==0?12:e>12?e-12:e},AA:n=>n.getHours()>=12?"PM":"AM",aa:n=>n.getHours()>=12?"pm":"am",a:n=>n.getHours()>=12?"p":"a",mm:n=>aa(n.getMinutes()),m:n=>n.getMinutes(),ss:n=>aa(n.getSeconds()),s:n=>n.getSeconds(),fff:n=>Yv(n.getMilliseconds())};function jf(n,e){
e=e||Xv;let t=[],i=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=i.exec(n);)t.push(s[0][0]=="{"?qv[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var Kv=new Intl.DateTimeFormat().resolvedOptions().timeZone;function $v(n,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+n+n.getTimezoneOffset()*6e4):e==Kv?t=n:(t=new Date(n.toLocaleString("en-US",{timeZone:e})),
t.setMilliseconds(n.getMilliseconds())),t}var fm=n=>n%1==0,oh=[1,2,2.5,5],Zv=pa(10,-32,0,oh),um=pa(10,0,32,oh),Jv=um.filter(fm),nr=Zv.concat(um),eu=`
`,pm="{YYYY}",Ld=eu+pm,dm="{M}/{D}",ca=eu+dm,th=ca+"/{YY}",mm="{aa}",Qv="{h}:{mm}",Hr=Qv+mm,Dd=eu+Hr,Id=":{ss}",Et=null;function gm(n){let e=n*1e3,t=e*60,i=t*60,s=i*24,r=s*30,o=s*365,l=(n==1?pa(10,0,3,oh).filter(fm):pa(10,-3,0,oh)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,i,i*2,i*3,i*4,i*6,i*8,i*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),
h=[[o,pm,Et,Et,Et,Et,Et,Et,1],[s*28,"{MMM}",Ld,Et,Et,Et,Et,Et,1],[s,dm,Ld,Et,Et,Et,Et,Et,1],[i,"{h}"+mm,th,Et,ca,Et,Et,Et,1],[t,Hr,th,Et,ca,Et,Et,Et,1],[e,Id,th+" "+Hr,Et,ca+" "+Hr,Et,Dd,Et,1],[n,Id+".{fff}",th+" "+Hr,Et,ca+" "+Hr,Et,Dd,Et,1]];function c(f){return(u,p,d,S,g,m)=>{let M=[],E=g>=o,w=g>=r&&g<o,I=f(d),A=Bt(I*n,3),_=If(I.getFullYear(),E?0:I.getMonth(),w||E?1:I.getDate()),T=Bt(_*n,3);if(w||
E){let z=w?g/r:0,U=E?g/o:0,D=A==T?A:Bt(If(_.getFullYear()+U,_.getMonth()+z,1)*n,3),B=new Date(Mi(D/n)),Y=B.getFullYear(),L=B.getMonth();for(let H=0;D<=S;H++){let Z=If(Y+U*H,L+z*H,1),G=Z-f(Bt(Z*n,3));D=Bt((+Z+G)*n,3),D<=S&&M.push(D)}}else{let z=g>=s?s:g,U=cn(d)-cn(A),D=T+U+hh(A-T,z);M.push(D);let B=f(D),Y=B.getHours()+B.getMinutes()/t+B.getSeconds()/i,L=g/i,H=u.axes[p]._space,Z=m/H;for(;D=Bt(D+g,n==
1?0:3),!(D>S);)if(L>1){let G=cn(Bt(Y+L,6))%24,j=f(D).getHours()-G;j>1&&(j=-1),D-=j*i,Y=(Y+L)%24;let se=M[M.length-1];Bt((D-se)/g,3)*Z>=.7&&M.push(D)}else M.push(D)}return M}}return[l,h,c]}var[jv,ew,tw]=gm(1),[iw,nw,sw]=gm(.001);pa(2,-53,53,[1]);function Ud(n,e){return n.map(t=>t.map((i,s)=>s==0||s==8||i==null?i:e(s==1||t[8]==0?i:t[1]+i)))}function Nd(n,e){return(t,i,s,r,o)=>{let a=e.find(d=>o>=d[0])||
e[e.length-1],l,h,c,f,u,p;return i.map(d=>{let S=n(d),g=S.getFullYear(),m=S.getMonth(),M=S.getDate(),E=S.getHours(),w=S.getMinutes(),I=S.getSeconds(),A=g!=l&&a[2]||m!=h&&a[3]||M!=c&&a[4]||E!=f&&a[5]||w!=u&&a[6]||I!=p&&a[7]||a[1];return l=g,h=m,c=M,f=E,u=w,p=I,A(S)})}}function rw(n,e){let t=jf(e);return(i,s,r,o,a)=>s.map(l=>t(n(l)))}function If(n,e,t){return new Date(n,e,t)}function Fd(n,e){return e(
n)}var ow="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Od(n,e){return(t,i,s,r)=>r==null?qf:e(n(i))}function aw(n,e){let t=n.series[e];return t.width?t.stroke(n,e):t.points.width?t.points.stroke(n,e):null}function lw(n,e){return n.series[e].fill(n,e)}var hw={show:!0,live:!0,isolate:!1,mount:Rv,markers:{show:!0,width:2,stroke:aw,fill:lw,dash:"solid"},idx:null,idxs:null,values:[]};function cw(n,e){let t=n.
cursor.points,i=Mn(),s=t.size(n,e);Yt(i,la,s),Yt(i,ha,s);let r=s/-2;Yt(i,"marginLeft",r),Yt(i,"marginTop",r);let o=t.width(n,e,s);return o&&Yt(i,"borderWidth",o),i}function fw(n,e){let t=n.series[e].points;return t._fill||t._stroke}function uw(n,e){let t=n.series[e].points;return t._stroke||t._fill}function pw(n,e){return n.series[e].points.size}var Uf=[0,0];function dw(n,e,t){return Uf[0]=e,Uf[1]=
t,Uf}function ih(n,e,t,i=!0){return s=>{s.button==0&&(!i||s.target==e)&&t(s)}}function Nf(n,e,t,i=!0){return s=>{(!i||s.target==e)&&t(s)}}var mw={show:!0,x:!0,y:!0,lock:!1,move:dw,points:{one:!1,show:cw,size:pw,width:0,stroke:uw,fill:fw},bind:{mousedown:ih,mouseup:ih,click:ih,dblclick:ih,mousemove:Nf,mouseleave:Nf,mouseenter:Nf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(n,e)=>{e.stopPropagation(),
e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(n,e,t,i,s)=>i-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},xm={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},tu=mi({},xm,{filter:nm}),_m=mi({},tu,{size:10}),Mm=mi({},xm,{show:!1}),iu='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", s\
ans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Sm="bold "+iu,vm=1.5,Bd={show:!0,scale:"x",stroke:Yf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Sm,side:2,grid:tu,ticks:_m,border:Mm,font:iu,lineGap:vm,rotate:0},gw="Value",xw="Time",kd={show:!0,scale:"x",auto:!1,sorted:1,min:Ot,max:-Ot,idxs:[]};function _w(n,e,t,i,s){return e.map(r=>r==
null?"":Jf(r))}function Mw(n,e,t,i,s,r,o){let a=[],l=Is.get(s)||0;t=o?t:Bt(hh(t,s),l);for(let h=t;h<=i;h=Bt(h+s,l))a.push(Object.is(h,-0)?0:h);return a}function Gf(n,e,t,i,s,r,o){let a=[],l=n.scales[n.axes[e].scale].log,h=l==10?fs:em,c=cn(h(t));s=Wr(l,c),l==10&&(s=nr[In(s,nr)]);let f=t,u=s*l;l==10&&(u=nr[In(u,nr)]);do a.push(f),f=f+s,l==10&&!Is.has(f)&&(f=Bt(f,Is.get(s))),f>=u&&(s=f,u=s*l,l==10&&(u=
nr[In(u,nr)]));while(f<=i);return a}function Sw(n,e,t,i,s,r,o){let l=n.scales[n.axes[e].scale].asinh,h=i>l?Gf(n,e,Zi(l,t),i,s):[l],c=i>=0&&t<=0?[0]:[];return(t<-l?Gf(n,e,Zi(l,-i),-t,s):[l]).reverse().map(u=>-u).concat(c,h)}var wm=/./,vw=/[12357]/,ww=/[125]/,zd=/1/,Hf=(n,e,t,i)=>n.map((s,r)=>e==4&&s==0||r%i==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function yw(n,e,t,i,s){let r=n.axes[t],o=r.scale,
a=n.scales[o],l=n.valToPos,h=r._space,c=l(10,o),f=l(9,o)-c>=h?wm:l(7,o)-c>=h?vw:l(5,o)-c>=h?ww:zd;if(f==zd){let u=Si(l(1,o)-c);if(u<h)return Hf(e.slice().reverse(),a.distr,f,Sn(h/u)).reverse()}return Hf(e,a.distr,f,1)}function bw(n,e,t,i,s){let r=n.axes[t],o=r.scale,a=r._space,l=n.valToPos,h=Si(l(1,o)-l(2,o));return h<a?Hf(e.slice().reverse(),3,wm,Sn(a/h)).reverse():e}function Tw(n,e,t,i){return i==
null?qf:e==null?"":Jf(e)}var Gd={show:!0,scale:"y",stroke:Yf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Sm,side:3,grid:tu,ticks:_m,border:Mm,font:iu,lineGap:vm,rotate:0};function Ew(n,e){let t=3+(n||1)*2;return Bt(t*e,3)}function Aw(n,e){let{scale:t,idxs:i}=n.series[0],s=n._data[0],r=n.valToPos(s[i[0]],t,!0),o=n.valToPos(s[i[1]],t,!0),a=Si(o-r),l=n.series[e],h=a/(l.points.space*
bt);return i[1]-i[0]<=h}var Hd={scale:null,auto:!0,sorted:0,min:Ot,max:-Ot},ym=(n,e,t,i,s)=>s,Vd={show:!0,auto:!0,sorted:0,gaps:ym,alpha:1,facets:[mi({},Hd,{scale:"x"}),mi({},Hd,{scale:"y"})]},Wd={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:ym,alpha:1,points:{show:Aw,filter:null},values:null,min:Ot,max:-Ot,idxs:[],path:null,clip:null};function Rw(n,e,t,i,s){return t/10}var bm={time:!0,auto:!0,
distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Cw=mi({},bm,{time:!1,ori:1}),Xd={};function Tm(n,e){let t=Xd[n];return t||(t={key:n,plots:[],sub(i){t.plots.push(i)},unsub(i){t.plots=t.plots.filter(s=>s!=i)},pub(i,s,r,o,a,l,h){for(let c=0;c<t.plots.length;c++)t.plots[c]!=s&&t.plots[c].pub(i,s,r,o,a,l,h)}},n!=null&&(Xd[n]=t)),t}var qr=1,Vf=2;function ar(n,e,t){let i=n.mode,s=n.series[e],r=i==2?
n._data[e]:n._data,o=n.scales,a=n.bbox,l=r[0],h=i==2?r[1]:r[e],c=i==2?o[s.facets[0].scale]:o[n.series[0].scale],f=i==2?o[s.facets[1].scale]:o[s.scale],u=a.left,p=a.top,d=a.width,S=a.height,g=n.valToPosH,m=n.valToPosV;return c.ori==0?t(s,l,h,c,f,g,m,u,p,d,S,uh,$r,dh,Am,Cm):t(s,l,h,c,f,m,g,p,u,S,d,ph,Zr,ru,Rm,Pm)}function nu(n,e){let t=0,i=0,s=vt(n.bands,Qf);for(let r=0;r<s.length;r++){let o=s[r];o.
series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?i|=1:i|=2)}return[t,i==1?-1:i==2?1:i==3?2:0]}function Pw(n,e,t,i,s){let r=n.mode,o=n.series[e],a=r==2?o.facets[1].scale:o.scale,l=n.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function us(n,e,t,i,s,r){return ar(n,e,(o,a,l,h,c,f,u,p,d,S,g)=>{let m=o.pxRound,M=h.dir*(h.ori==0?1:-1),E=h.ori==0?$r:Zr,w,I;M==1?(w=t,I=i):(w=i,I=
t);let A=m(f(a[w],h,S,p)),_=m(u(l[w],c,g,d)),T=m(f(a[I],h,S,p)),z=m(u(r==1?c.max:c.min,c,g,d)),U=new Path2D(s);return E(U,T,z),E(U,A,z),E(U,A,_),U})}function fh(n,e,t,i,s,r){let o=null;if(n.length>0){o=new Path2D;let a=e==0?dh:ru,l=t;for(let f=0;f<n.length;f++){let u=n[f];if(u[1]>u[0]){let p=u[0]-l;p>0&&a(o,l,i,p,i+r),l=u[1]}}let h=t+s-l,c=10;h>0&&a(o,l,i-c/2,h,i+r+c)}return o}function Lw(n,e,t){let i=n[n.
length-1];i&&i[0]==e?i[1]=t:n.push([e,t])}function su(n,e,t,i,s,r,o){let a=[],l=n.length;for(let h=s==1?t:i;h>=t&&h<=i;h+=s)if(e[h]===null){let f=h,u=h;if(s==1)for(;++h<=i&&e[h]===null;)u=h;else for(;--h>=t&&e[h]===null;)u=h;let p=r(n[f]),d=u==f?p:r(n[u]),S=f-s;p=o<=0&&S>=0&&S<l?r(n[S]):p;let m=u+s;d=o>=0&&m>=0&&m<l?r(n[m]):d,d>=p&&a.push([p,d])}return a}function Yd(n){return n==0?im:n==1?Mi:e=>ir(
e,n)}function Em(n){let e=n==0?uh:ph,t=n==0?(s,r,o,a,l,h)=>{s.arcTo(r,o,a,l,h)}:(s,r,o,a,l,h)=>{s.arcTo(o,r,l,a,h)},i=n==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,h=0,c=0)=>{h==0&&c==0?i(s,r,o,a,l):(h=Un(h,a/2,l/2),c=Un(c,a/2,l/2),e(s,r+h,o),t(s,r+a,o,r+a,o+l,h),t(s,r+a,o+l,r,o+l,c),t(s,r,o+l,r,o,c),t(s,r,o,r+a,o,h),s.closePath())}}var uh=(n,e,t)=>{n.moveTo(e,
t)},ph=(n,e,t)=>{n.moveTo(t,e)},$r=(n,e,t)=>{n.lineTo(e,t)},Zr=(n,e,t)=>{n.lineTo(t,e)},dh=Em(0),ru=Em(1),Am=(n,e,t,i,s,r)=>{n.arc(e,t,i,s,r)},Rm=(n,e,t,i,s,r)=>{n.arc(t,e,i,s,r)},Cm=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(e,t,i,s,r,o)},Pm=(n,e,t,i,s,r,o)=>{n.bezierCurveTo(t,e,s,i,o,r)};function Lm(n){return(e,t,i,s,r)=>ar(e,t,(o,a,l,h,c,f,u,p,d,S,g)=>{let{pxRound:m,points:M}=o,E,w;h.ori==0?(E=uh,w=Am):
(E=ph,w=Rm);let I=Bt(M.width*bt,3),A=(M.size-M.width)/2*bt,_=Bt(A*2,3),T=new Path2D,z=new Path2D,{left:U,top:D,width:B,height:Y}=e.bbox;dh(z,U-_,D-_,B+_*2,Y+_*2);let L=H=>{if(l[H]!=null){let Z=m(f(a[H],h,S,p)),G=m(u(l[H],c,g,d));E(T,Z+A,G),w(T,Z,G,A,0,nh*2)}};if(r)r.forEach(L);else for(let H=i;H<=s;H++)L(H);return{stroke:I>0?T:null,fill:T,clip:z,flags:qr|Vf}})}function Dm(n){return(e,t,i,s,r,o)=>{
i!=s&&(r!=i&&o!=i&&n(e,t,i),r!=s&&o!=s&&n(e,t,s),n(e,t,o))}}var Dw=Dm($r),Iw=Dm(Zr);function Im(n){let e=vt(n?.alignGaps,0);return(t,i,s,r)=>ar(t,i,(o,a,l,h,c,f,u,p,d,S,g)=>{[s,r]=ah(l,s,r);let m=o.pxRound,M=Y=>m(f(Y,h,S,p)),E=Y=>m(u(Y,c,g,d)),w,I;h.ori==0?(w=$r,I=Dw):(w=Zr,I=Iw);let A=h.dir*(h.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:qr},T=_.stroke,z=!1;if(r-
s>=S*4){let Y=ue=>t.posToVal(ue,h.key,!0),L=null,H=null,Z,G,he,$=M(a[A==1?s:r]),j=M(a[s]),se=M(a[r]),fe=Y(A==1?j+1:se-1);for(let ue=A==1?s:r;ue>=s&&ue<=r;ue+=A){let ze=a[ue],Xe=(A==1?ze<fe:ze>fe)?$:M(ze),Ge=l[ue];Xe==$?Ge!=null?(G=Ge,L==null?(w(T,Xe,E(G)),Z=L=H=G):G<L?L=G:G>H&&(H=G)):Ge===null&&(z=!0):(L!=null&&I(T,$,E(L),E(H),E(Z),E(G)),Ge!=null?(G=Ge,w(T,Xe,E(G)),L=H=Z=G):(L=H=null,Ge===null&&(z=
!0)),$=Xe,fe=Y($+A))}L!=null&&L!=H&&he!=$&&I(T,$,E(L),E(H),E(Z),E(G))}else for(let Y=A==1?s:r;Y>=s&&Y<=r;Y+=A){let L=l[Y];L===null?z=!0:L!=null&&w(T,M(a[Y]),E(L))}let[D,B]=nu(t,i);if(o.fill!=null||D!=0){let Y=_.fill=new Path2D(T),L=o.fillTo(t,i,o.min,o.max,D),H=E(L),Z=M(a[s]),G=M(a[r]);A==-1&&([G,Z]=[Z,G]),w(Y,G,H),w(Y,Z,H)}if(!o.spanGaps){let Y=[];z&&Y.push(...su(a,l,s,r,A,M,e)),_.gaps=Y=o.gaps(t,
i,s,r,Y),_.clip=fh(Y,h.ori,p,d,S,g)}return B!=0&&(_.band=B==2?[us(t,i,s,r,T,-1),us(t,i,s,r,T,1)]:us(t,i,s,r,T,B)),_})}function Uw(n){let e=vt(n.align,1),t=vt(n.ascDesc,!1),i=vt(n.alignGaps,0),s=vt(n.extend,!1);return(r,o,a,l)=>ar(r,o,(h,c,f,u,p,d,S,g,m,M,E)=>{[a,l]=ah(f,a,l);let w=h.pxRound,{left:I,width:A}=r.bbox,_=j=>w(d(j,u,M,g)),T=j=>w(S(j,p,E,m)),z=u.ori==0?$r:Zr,U={stroke:new Path2D,fill:null,
clip:null,band:null,gaps:null,flags:qr},D=U.stroke,B=u.dir*(u.ori==0?1:-1),Y=T(f[B==1?a:l]),L=_(c[B==1?a:l]),H=L,Z=L;s&&e==-1&&(Z=I,z(D,Z,Y)),z(D,L,Y);for(let j=B==1?a:l;j>=a&&j<=l;j+=B){let se=f[j];if(se==null)continue;let fe=_(c[j]),ue=T(se);e==1?z(D,fe,Y):z(D,H,ue),z(D,fe,ue),Y=ue,H=fe}let G=H;s&&e==1&&(G=I+A,z(D,G,Y));let[he,$]=nu(r,o);if(h.fill!=null||he!=0){let j=U.fill=new Path2D(D),se=h.fillTo(
r,o,h.min,h.max,he),fe=T(se);z(j,G,fe),z(j,Z,fe)}if(!h.spanGaps){let j=[];j.push(...su(c,f,a,l,B,_,i));let se=h.width*bt/2,fe=t||e==1?se:-se,ue=t||e==-1?-se:se;j.forEach(ze=>{ze[0]+=fe,ze[1]+=ue}),U.gaps=j=h.gaps(r,o,a,l,j),U.clip=fh(j,u.ori,g,m,M,E)}return $!=0&&(U.band=$==2?[us(r,o,a,l,D,-1),us(r,o,a,l,D,1)]:us(r,o,a,l,D,$)),U})}function qd(n,e,t,i,s,r,o=Ot){if(n.length>1){let a=null;for(let l=0,
h=1/0;l<n.length;l++)if(e[l]!==void 0){if(a!=null){let c=Si(n[l]-n[a]);c<h&&(h=c,o=Si(t(n[l],i,s,r)-t(n[a],i,s,r)))}a=l}}return o}function Nw(n){n=n||ua;let e=vt(n.size,[.6,Ot,1]),t=n.align||0,i=n.gap||0,s=n.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=mt(s),o=1-e[0],a=vt(e[1],Ot),l=vt(e[2],1),h=vt(n.disp,ua),c=vt(n.each,p=>{}),{fill:f,stroke:u}=h;return(p,d,S,g)=>ar(p,d,(m,M,E,w,I,A,_,T,z,U,D)=>{
let B=m.pxRound,Y=t,L=i*bt,H=a*bt,Z=l*bt,G,he;w.ori==0?[G,he]=r(p,d):[he,G]=r(p,d);let $=w.dir*(w.ori==0?1:-1),j=w.ori==0?dh:ru,se=w.ori==0?c:(be,qe,et,Me,Ft,ke,Ye)=>{c(be,qe,et,Ft,Me,Ye,ke)},fe=vt(p.bands,Qf).find(be=>be.series[0]==d),ue=fe!=null?fe.dir:0,ze=m.fillTo(p,d,m.min,m.max,ue),nt=B(_(ze,I,D,z)),Xe,Ge,Le,st=U,it=B(m.width*bt),rt=!1,At=null,Dt=null,kt=null,ai=null;f!=null&&(it==0||u!=null)&&
(rt=!0,At=f.values(p,d,S,g),Dt=new Map,new Set(At).forEach(be=>{be!=null&&Dt.set(be,new Path2D)}),it>0&&(kt=u.values(p,d,S,g),ai=new Map,new Set(kt).forEach(be=>{be!=null&&ai.set(be,new Path2D)})));let{x0:zt,size:li}=h;if(zt!=null&&li!=null){Y=1,M=zt.values(p,d,S,g),zt.unit==2&&(M=M.map(et=>p.posToVal(T+et*U,w.key,!0)));let be=li.values(p,d,S,g);li.unit==2?Ge=be[0]*U:Ge=A(be[0],w,U,T)-A(0,w,U,T),st=
qd(M,E,A,w,U,T,st),Le=st-Ge+L}else st=qd(M,E,A,w,U,T,st),Le=st*o+L,Ge=st-Le;Le<1&&(Le=0),it>=Ge/2&&(it=0),Le<5&&(B=im);let It=Le>0,Ei=st-Le-(It?it:0);Ge=B(zf(Ei,Z,H)),Xe=(Y==0?Ge/2:Y==$?0:Ge)-Y*$*((Y==0?L/2:0)+(It?it/2:0));let _t={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},xi=rt?null:new Path2D,Qt=null;if(fe!=null)Qt=p.data[fe.series[1]];else{let{y0:be,y1:qe}=h;be!=null&&qe!=null&&
(E=qe.values(p,d,S,g),Qt=be.values(p,d,S,g))}let hi=G*Ge,F=he*Ge;for(let be=$==1?S:g;be>=S&&be<=g;be+=$){let qe=E[be];if(qe==null)continue;if(Qt!=null){let W=Qt[be]??0;if(qe-W==0)continue;nt=_(W,I,D,z)}let et=w.distr!=2||h!=null?M[be]:be,Me=A(et,w,U,T),Ft=_(vt(qe,ze),I,D,z),ke=B(Me-Xe),Ye=B(Zi(Ft,nt)),R=B(Un(Ft,nt)),v=Ye-R;if(qe!=null){let W=qe<0?F:hi,le=qe<0?hi:F;rt?(it>0&&kt[be]!=null&&j(ai.get(
kt[be]),ke,R+cn(it/2),Ge,Zi(0,v-it),W,le),At[be]!=null&&j(Dt.get(At[be]),ke,R+cn(it/2),Ge,Zi(0,v-it),W,le)):j(xi,ke,R+cn(it/2),Ge,Zi(0,v-it),W,le),se(p,d,be,ke-it/2,R,Ge+it,v)}}return it>0?_t.stroke=rt?ai:xi:rt||(_t._fill=m.width==0?m._fill:m._stroke??m._fill,_t.width=0),_t.fill=rt?Dt:xi,_t})}function Fw(n,e){let t=vt(e?.alignGaps,0);return(i,s,r,o)=>ar(i,s,(a,l,h,c,f,u,p,d,S,g,m)=>{[r,o]=ah(h,r,o);
let M=a.pxRound,E=G=>M(u(G,c,g,d)),w=G=>M(p(G,f,m,S)),I,A,_;c.ori==0?(I=uh,_=$r,A=Cm):(I=ph,_=Zr,A=Pm);let T=c.dir*(c.ori==0?1:-1),z=E(l[T==1?r:o]),U=z,D=[],B=[];for(let G=T==1?r:o;G>=r&&G<=o;G+=T)if(h[G]!=null){let $=l[G],j=E($);D.push(U=j),B.push(w(h[G]))}let Y={stroke:n(D,B,I,_,A,M),fill:null,clip:null,band:null,gaps:null,flags:qr},L=Y.stroke,[H,Z]=nu(i,s);if(a.fill!=null||H!=0){let G=Y.fill=new Path2D(
L),he=a.fillTo(i,s,a.min,a.max,H),$=w(he);_(G,U,$),_(G,z,$)}if(!a.spanGaps){let G=[];G.push(...su(l,h,r,o,T,E,t)),Y.gaps=G=a.gaps(i,s,r,o,G),Y.clip=fh(G,c.ori,d,S,g,m)}return Z!=0&&(Y.band=Z==2?[us(i,s,r,o,L,-1),us(i,s,r,o,L,1)]:us(i,s,r,o,L,Z)),Y})}function Ow(n){return Fw(Bw,n)}function Bw(n,e,t,i,s,r){let o=n.length;if(o<2)return null;let a=new Path2D;if(t(a,n[0],e[0]),o==2)i(a,n[1],e[1]);else{
let l=Array(o),h=Array(o-1),c=Array(o-1),f=Array(o-1);for(let u=0;u<o-1;u++)c[u]=e[u+1]-e[u],f[u]=n[u+1]-n[u],h[u]=c[u]/f[u];l[0]=h[0];for(let u=1;u<o-1;u++)h[u]===0||h[u-1]===0||h[u-1]>0!=h[u]>0?l[u]=0:(l[u]=3*(f[u-1]+f[u])/((2*f[u]+f[u-1])/h[u-1]+(f[u]+2*f[u-1])/h[u]),isFinite(l[u])||(l[u]=0));l[o-1]=h[o-2];for(let u=0;u<o-1;u++)s(a,n[u]+f[u]/3,e[u]+l[u]*f[u]/3,n[u+1]-f[u]/3,e[u+1]-l[u+1]*f[u]/3,
n[u+1],e[u+1])}return a}var Wf=new Set;function Kd(){for(let n of Wf)n.syncRect(!0)}Kr&&(rr(_v,Vr,Kd),rr(Mv,Vr,Kd,!0),rr(sh,Vr,()=>{Ni.pxRatio=bt}));var kw=Im(),zw=Lm();function $d(n,e,t,i){return(i?[n[0],n[1]].concat(n.slice(2)):[n[0]].concat(n.slice(1))).map((r,o)=>Xf(r,o,e,t))}function Gw(n,e){return n.map((t,i)=>i==0?{}:mi({},e,t))}function Xf(n,e,t,i){return mi({},e==0?t:i,n)}function Um(n,e,t){
return e==null?Xr:[e,t]}var Hw=Um;function Vw(n,e,t){return e==null?Xr:rh(e,t,Zf,!0)}function Nm(n,e,t,i){return e==null?Xr:lh(e,t,n.scales[i].log,!1)}var Ww=Nm;function Fm(n,e,t,i){return e==null?Xr:$f(e,t,n.scales[i].log,!1)}var Xw=Fm;function Yw(n,e,t,i,s){let r=Zi(Ad(n),Ad(e)),o=e-n,a=In(s/i*o,t);do{let l=t[a],h=i*l/o;if(h>=s&&r+(l<5?Is.get(l):0)<=17)return[l,h]}while(++a<t.length);return[0,0]}
function Zd(n){let e,t;return n=n.replace(/(\d+)px/,(i,s)=>(e=Mi((t=+s)*bt))+"px"),[n,e,t]}function qw(n){n.show&&[n.font,n.labelFont].forEach(e=>{let t=Bt(e[2]*bt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Ni(n,e,t){let i={mode:vt(n.mode,1)},s=i.mode;function r(x,y,C,P){let k=y.valToPct(x);return P+C*(y.dir==-1?1-k:k)}function o(x,y,C,P){let k=y.valToPct(x);return P+C*(y.dir==-1?k:
1-k)}function a(x,y,C,P){return y.ori==0?r(x,y,C,P):o(x,y,C,P)}i.valToPosH=r,i.valToPosV=o;let l=!1;i.status=0;let h=i.root=Mn(ev);if(n.id!=null&&(h.id=n.id),hn(h,n.class),n.title){let x=Mn(nv,h);x.textContent=n.title}let c=Dn("canvas"),f=i.ctx=c.getContext("2d"),u=Mn(sv,h);rr("click",u,x=>{x.target===d&&(Ht!=Lr||qt!=Dr)&&Ui.click(i,x)},!0);let p=i.under=Mn(rv,u);u.appendChild(c);let d=i.over=Mn(ov,
u);n=Yr(n);let S=+vt(n.pxAlign,1),g=Yd(S);(n.plugins||[]).forEach(x=>{x.opts&&(n=x.opts(i,n)||n)});let m=n.ms||.001,M=i.series=s==1?$d(n.series||[],kd,Wd,!1):Gw(n.series||[null],Vd),E=i.axes=$d(n.axes||[],Bd,Gd,!0),w=i.scales={},I=i.bands=n.bands||[];I.forEach(x=>{x.fill=mt(x.fill||null),x.dir=vt(x.dir,-1)});let A=s==2?M[1].facets[0].scale:M[0].scale,_={axes:as,series:ut},T=(n.drawOrder||["axes","\
series"]).map(x=>_[x]);function z(x){let y=x.distr==3?C=>fs(C>0?C:x.clamp(i,C,x.min,x.max,x.key)):x.distr==4?C=>Df(C,x.asinh):x.distr==100?C=>x.fwd(C):C=>C;return C=>{let P=y(C),{_min:k,_max:K}=x,oe=K-k;return(P-k)/oe}}function U(x){let y=w[x];if(y==null){let C=(n.scales||ua)[x]||ua;if(C.from!=null){U(C.from);let P=mi({},w[C.from],C,{key:x});P.valToPct=z(P),w[x]=P}else{y=w[x]=mi({},x==A?bm:Cw,C),y.
key=x;let P=y.time,k=y.range,K=Ds(k);if((x!=A||s==2&&!P)&&(K&&(k[0]==null||k[1]==null)&&(k={min:k[0]==null?bd:{mode:1,hard:k[0],soft:k[0]},max:k[1]==null?bd:{mode:1,hard:k[1],soft:k[1]}},K=!1),!K&&ch(k))){let oe=k;k=(ce,xe,Re)=>xe==null?Xr:rh(xe,Re,oe)}y.range=mt(k||(P?Hw:x==A?y.distr==3?Ww:y.distr==4?Xw:Um:y.distr==3?Nm:y.distr==4?Fm:Vw)),y.auto=mt(K?!1:y.auto),y.clamp=mt(y.clamp||Rw),y._min=y._max=
null,y.valToPct=z(y)}}}U("x"),U("y"),s==1&&M.forEach(x=>{U(x.scale)}),E.forEach(x=>{U(x.scale)});for(let x in n.scales)U(x);let D=w[A],B=D.distr,Y,L;D.ori==0?(hn(h,tv),Y=r,L=o):(hn(h,iv),Y=o,L=r);let H={};for(let x in w){let y=w[x];(y.min!=null||y.max!=null)&&(H[x]={min:y.min,max:y.max},y.min=y.max=null)}let Z=n.tzDate||(x=>new Date(Mi(x/m))),G=n.fmtDate||jf,he=m==1?tw(Z):sw(Z),$=Nd(Z,Ud(m==1?ew:nw,
G)),j=Od(Z,Fd(ow,G)),se=[],fe=i.legend=mi({},hw,n.legend),ue=i.cursor=mi({},mw,{drag:{y:s==2}},n.cursor),ze=fe.show,nt=ue.show,Xe=fe.markers;fe.idxs=se,Xe.width=mt(Xe.width),Xe.dash=mt(Xe.dash),Xe.stroke=mt(Xe.stroke),Xe.fill=mt(Xe.fill);let Ge,Le,st,it=[],rt=[],At,Dt=!1,kt={};if(fe.live){let x=M[1]?M[1].values:null;Dt=x!=null,At=Dt?x(i,1,0):{_:0};for(let y in At)kt[y]=qf}if(ze)if(Ge=Dn("table",uv,
h),st=Dn("tbody",null,Ge),fe.mount(i,Ge),Dt){Le=Dn("thead",null,Ge,st);let x=Dn("tr",null,Le);Dn("th",null,x);for(var ai in At)Dn("th",fd,x).textContent=ai}else hn(Ge,dv),fe.live&&hn(Ge,pv);let zt={show:!0},li={show:!1};function It(x,y){if(y==0&&(Dt||!fe.live||s==2))return Xr;let C=[],P=Dn("tr",mv,st,st.childNodes[y]);hn(P,x.class),x.show||hn(P,sr);let k=Dn("th",null,P);if(Xe.show){let ce=Mn(gv,k);
if(y>0){let xe=Xe.width(i,y);xe&&(ce.style.border=xe+"px "+Xe.dash(i,y)+" "+Xe.stroke(i,y)),ce.style.background=Xe.fill(i,y)}}let K=Mn(fd,k);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,y>0&&(Xe.show||(K.style.color=x.width>0?Xe.stroke(i,y):Xe.fill(i,y)),_t("click",k,ce=>{if(ue._lock)return;$e(ce);let xe=M.indexOf(x);if((ce.ctrlKey||ce.metaKey)!=fe.isolate){let Re=M.
some((Ce,Ue)=>Ue>0&&Ue!=xe&&Ce.show);M.forEach((Ce,Ue)=>{Ue>0&&Kn(Ue,Re?Ue==xe?zt:li:zt,!0,pi.setSeries)})}else Kn(xe,{show:!x.show},!0,pi.setSeries)},!1),Ze&&_t(md,k,ce=>{ue._lock||($e(ce),Kn(M.indexOf(x),Ur,!0,pi.setSeries))},!1));for(var oe in At){let ce=Dn("td",xv,P);ce.textContent="--",C.push(ce)}return[P,C]}let Ei=new Map;function _t(x,y,C,P=!0){let k=Ei.get(y)||{},K=ue.bind[x](i,y,C,P);K&&(rr(
x,y,k[x]=K),Ei.set(y,k))}function xi(x,y,C){let P=Ei.get(y)||{};for(let k in P)(x==null||k==x)&&(kf(k,y,P[k]),delete P[k]);x==null&&Ei.delete(y)}let Qt=0,hi=0,F=0,be=0,qe=0,et=0,Me=qe,Ft=et,ke=F,Ye=be,R=0,v=0,W=0,le=0;i.bbox={};let re=!1,me=!1,ge=!1,ee=!1,ie=!1,pe=!1;function N(x,y,C){(C||x!=i.width||y!=i.height)&&ne(x,y),ht(!1),ge=!0,me=!0,ki()}function ne(x,y){i.width=Qt=F=x,i.height=hi=be=y,qe=
et=0,_e(),He();let C=i.bbox;R=C.left=ir(qe*bt,.5),v=C.top=ir(et*bt,.5),W=C.width=ir(F*bt,.5),le=C.height=ir(be*bt,.5)}let te=3;function Se(){let x=!1,y=0;for(;!x;){y++;let C=Rr(y),P=qn(y);x=y==te||C&&P,x||(ne(i.width,i.height),me=!0)}}function de({width:x,height:y}){N(x,y)}i.setSize=de;function _e(){let x=!1,y=!1,C=!1,P=!1;E.forEach((k,K)=>{if(k.show&&k._show){let{side:oe,_size:ce}=k,xe=oe%2,Re=k.
label!=null?k.labelSize:0,Ce=ce+Re;Ce>0&&(xe?(F-=Ce,oe==3?(qe+=Ce,P=!0):C=!0):(be-=Ce,oe==0?(et+=Ce,x=!0):y=!0))}}),Xn[0]=x,Xn[1]=C,Xn[2]=y,Xn[3]=P,F-=Rn[1]+Rn[3],qe+=Rn[3],be-=Rn[2]+Rn[0],et+=Rn[0]}function He(){let x=qe+F,y=et+be,C=qe,P=et;function k(K,oe){switch(K){case 1:return x+=oe,x-oe;case 2:return y+=oe,y-oe;case 3:return C-=oe,C+oe;case 0:return P-=oe,P+oe}}E.forEach((K,oe)=>{if(K.show&&
K._show){let ce=K.side;K._pos=k(ce,K._size),K.label!=null&&(K._lpos=k(ce,K.labelSize))}})}if(ue.dataIdx==null){let x=ue.hover,y=x.skip=new Set(x.skip??[]);y.add(void 0);let C=x.prox=mt(x.prox),P=x.bias??=0;ue.dataIdx=(k,K,oe,ce)=>{if(K==0)return oe;let xe=oe,Re=C(k,K,oe,ce)??Ot,Ce=Re>=0&&Re<Ot,Ue=D.ori==0?F:be,je=ue.left,yt=e[0],St=e[K];if(y.has(St[oe])){xe=null;let pt=null,Ke=null,Ve;if(P==0||P==
-1)for(Ve=oe;pt==null&&Ve-- >0;)y.has(St[Ve])||(pt=Ve);if(P==0||P==1)for(Ve=oe;Ke==null&&Ve++<St.length;)y.has(St[Ve])||(Ke=Ve);if(pt!=null||Ke!=null)if(Ce){let Wt=pt==null?-1/0:Y(yt[pt],D,Ue,0),ti=Ke==null?1/0:Y(yt[Ke],D,Ue,0),Pi=je-Wt,Ut=ti-je;Pi<=Ut?Pi<=Re&&(xe=pt):Ut<=Re&&(xe=Ke)}else xe=Ke==null?pt:pt==null?Ke:oe-pt<=Ke-oe?pt:Ke}else Ce&&Si(je-Y(yt[oe],D,Ue,0))>Re&&(xe=null);return xe}}let $e=x=>{
ue.event=x};ue.idxs=se,ue._lock=!1;let ae=ue.points;ae.show=mt(ae.show),ae.size=mt(ae.size),ae.stroke=mt(ae.stroke),ae.width=mt(ae.width),ae.fill=mt(ae.fill);let Ne=i.focus=mi({},n.focus||{alpha:.3},ue.focus),Ze=Ne.prox>=0,ye=Ze&&ae.one,ot=[],Gt=[],Xi=[];function Xo(x,y){let C=ae.show(i,y);if(C instanceof HTMLElement)return hn(C,fv),hn(C,x.class),jn(C,-10,-10,F,be),d.insertBefore(C,ot[y]),C}function Tr(x,y){
if(s==1||y>0){let C=s==1&&w[x.scale].time,P=x.value;x.value=C?Pd(P)?Od(Z,Fd(P,G)):P||j:P||Tw,x.label=x.label||(C?xw:gw)}if(ye||y>0){x.width=x.width==null?1:x.width,x.paths=x.paths||kw||Cv,x.fillTo=mt(x.fillTo||Pw),x.pxAlign=+vt(x.pxAlign,S),x.pxRound=Yd(x.pxAlign),x.stroke=mt(x.stroke||null),x.fill=mt(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let C=Ew(Zi(1,x.width),1),P=x.points=mi({},
{size:C,width:Zi(1,C*.2),stroke:x.stroke,space:C*2,paths:zw,_stroke:null,_fill:null},x.points);P.show=mt(P.show),P.filter=mt(P.filter),P.fill=mt(P.fill),P.stroke=mt(P.stroke),P.paths=mt(P.paths),P.pxAlign=x.pxAlign}if(ze){let C=It(x,y);it.splice(y,0,C[0]),rt.splice(y,0,C[1]),fe.values.push(null)}if(nt){se.splice(y,0,null);let C=null;ye?y==0&&(C=Xo(x,y)):y>0&&(C=Xo(x,y)),ot.splice(y,0,C),Gt.splice(
y,0,0),Xi.splice(y,0,0)}Ci("addSeries",y)}function of(x,y){y=y??M.length,x=s==1?Xf(x,y,kd,Wd):Xf(x,y,{},Vd),M.splice(y,0,x),Tr(M[y],y)}i.addSeries=of;function Al(x){if(M.splice(x,1),ze){fe.values.splice(x,1),rt.splice(x,1);let y=it.splice(x,1)[0];xi(null,y.firstChild),y.remove()}nt&&(se.splice(x,1),ot.splice(x,1)[0].remove(),Gt.splice(x,1),Xi.splice(x,1)),Ci("delSeries",x)}i.delSeries=Al;let Xn=[!1,
!1,!1,!1];function ss(x,y){if(x._show=x.show,x.show){let C=x.side%2,P=w[x.scale];P==null&&(x.scale=C?M[1].scale:A,P=w[x.scale]);let k=P.time;x.size=mt(x.size),x.space=mt(x.space),x.rotate=mt(x.rotate),Ds(x.incrs)&&x.incrs.forEach(oe=>{!Is.has(oe)&&Is.set(oe,rm(oe))}),x.incrs=mt(x.incrs||(P.distr==2?Jv:k?m==1?jv:iw:nr)),x.splits=mt(x.splits||(k&&P.distr==1?he:P.distr==3?Gf:P.distr==4?Sw:Mw)),x.stroke=
mt(x.stroke),x.grid.stroke=mt(x.grid.stroke),x.ticks.stroke=mt(x.ticks.stroke),x.border.stroke=mt(x.border.stroke);let K=x.values;x.values=Ds(K)&&!Ds(K[0])?mt(K):k?Ds(K)?Nd(Z,Ud(K,G)):Pd(K)?rw(Z,K):K||$:K||_w,x.filter=mt(x.filter||(P.distr>=3&&P.log==10?yw:P.distr==3&&P.log==2?bw:nm)),x.font=Zd(x.font),x.labelFont=Zd(x.labelFont),x._size=x.size(i,null,y,0),x._space=x._rotate=x._incrs=x._found=x._splits=
x._values=null,x._size>0&&(Xn[y]=!0,x._el=Mn(av,u))}}function rs(x,y,C,P){let[k,K,oe,ce]=C,xe=y%2,Re=0;return xe==0&&(ce||K)&&(Re=y==0&&!k||y==2&&!oe?Mi(Bd.size/3):0),xe==1&&(k||oe)&&(Re=y==1&&!K||y==3&&!ce?Mi(Gd.size/2):0),Re}let Yo=i.padding=(n.padding||[rs,rs,rs,rs]).map(x=>mt(vt(x,rs))),Rn=i._padding=Yo.map((x,y)=>x(i,y,Xn,0)),jt,ni=null,si=null,Yn=s==1?M[0].idxs:null,rn=null,Es=!1;function qo(x,y){
if(e=x??[],i.data=i._data=e,s==2){jt=0;for(let C=1;C<M.length;C++)jt+=e[C][0].length}else{e.length==0&&(i.data=i._data=e=[[]]),rn=e[0],jt=rn.length;let C=e;if(B==2){C=e.slice();let P=C[0]=Array(jt);for(let k=0;k<jt;k++)P[k]=k}i._data=e=C}if(ht(!0),Ci("setData"),B==2&&(ge=!0),y!==!1){let C=D;C.auto(i,Es)?Ko():Cs(A,C.min,C.max),ee=ee||ue.left>=0,pe=!0,ki()}}i.setData=qo;function Ko(){Es=!0;let x,y;s==
1&&(jt>0?(ni=Yn[0]=0,si=Yn[1]=jt-1,x=e[0][ni],y=e[0][si],B==2?(x=ni,y=si):x==y&&(B==3?[x,y]=lh(x,x,D.log,!1):B==4?[x,y]=$f(x,x,D.log,!1):D.time?y=x+Mi(86400/m):[x,y]=rh(x,y,Zf,!0))):(ni=Yn[0]=x=null,si=Yn[1]=y=null)),Cs(A,x,y)}let Er,As,Ar,b,O,J,X,q,ve,Te;function we(x,y,C,P,k,K){x??=pd,C??=Qf,P??="butt",k??=pd,K??="round",x!=Er&&(f.strokeStyle=Er=x),k!=As&&(f.fillStyle=As=k),y!=Ar&&(f.lineWidth=Ar=
y),K!=O&&(f.lineJoin=O=K),P!=J&&(f.lineCap=J=P),C!=b&&f.setLineDash(b=C)}function Ae(x,y,C,P){y!=As&&(f.fillStyle=As=y),x!=X&&(f.font=X=x),C!=q&&(f.textAlign=q=C),P!=ve&&(f.textBaseline=ve=P)}function Be(x,y,C,P,k=0){if(P.length>0&&x.auto(i,Es)&&(y==null||y.min==null)){let K=vt(ni,0),oe=vt(si,P.length-1),ce=C.min==null?yv(P,K,oe,k,x.distr==3):[C.min,C.max];x.min=Un(x.min,C.min=ce[0]),x.max=Zi(x.max,
C.max=ce[1])}}let Je={min:null,max:null};function ft(){for(let P in w){let k=w[P];H[P]==null&&(k.min==null||H[A]!=null&&k.auto(i,Es))&&(H[P]=Je)}for(let P in w){let k=w[P];H[P]==null&&k.from!=null&&H[k.from]!=null&&(H[P]=Je)}H[A]!=null&&ht(!0);let x={};for(let P in H){let k=H[P];if(k!=null){let K=x[P]=Yr(w[P],Dv);if(k.min!=null)mi(K,k);else if(P!=A||s==2)if(jt==0&&K.from==null){let oe=K.range(i,null,
null,P);K.min=oe[0],K.max=oe[1]}else K.min=Ot,K.max=-Ot}}if(jt>0){M.forEach((P,k)=>{if(s==1){let K=P.scale,oe=H[K];if(oe==null)return;let ce=x[K];if(k==0){let xe=ce.range(i,ce.min,ce.max,K);ce.min=xe[0],ce.max=xe[1],ni=In(ce.min,e[0]),si=In(ce.max,e[0]),si-ni>1&&(e[0][ni]<ce.min&&ni++,e[0][si]>ce.max&&si--),P.min=rn[ni],P.max=rn[si]}else P.show&&P.auto&&Be(ce,oe,P,e[k],P.sorted);P.idxs[0]=ni,P.idxs[1]=
si}else if(k>0&&P.show&&P.auto){let[K,oe]=P.facets,ce=K.scale,xe=oe.scale,[Re,Ce]=e[k],Ue=x[ce],je=x[xe];Ue!=null&&Be(Ue,H[ce],K,Re,K.sorted),je!=null&&Be(je,H[xe],oe,Ce,oe.sorted),P.min=oe.min,P.max=oe.max}});for(let P in x){let k=x[P],K=H[P];if(k.from==null&&(K==null||K.min==null)){let oe=k.range(i,k.min==Ot?null:k.min,k.max==-Ot?null:k.max,P);k.min=oe[0],k.max=oe[1]}}}for(let P in x){let k=x[P];
if(k.from!=null){let K=x[k.from];if(K.min==null)k.min=k.max=null;else{let oe=k.range(i,K.min,K.max,P);k.min=oe[0],k.max=oe[1]}}}let y={},C=!1;for(let P in x){let k=x[P],K=w[P];if(K.min!=k.min||K.max!=k.max){K.min=k.min,K.max=k.max;let oe=K.distr;K._min=oe==3?fs(K.min):oe==4?Df(K.min,K.asinh):oe==100?K.fwd(K.min):K.min,K._max=oe==3?fs(K.max):oe==4?Df(K.max,K.asinh):oe==100?K.fwd(K.max):K.max,y[P]=C=
!0}}if(C){M.forEach((P,k)=>{s==2?k>0&&y.y&&(P._paths=null):y[P.scale]&&(P._paths=null)});for(let P in y)ge=!0,Ci("setScale",P);nt&&ue.left>=0&&(ee=pe=!0)}for(let P in H)H[P]=null}function Fe(x){let y=zf(ni-1,0,jt-1),C=zf(si+1,0,jt-1);for(;x[y]==null&&y>0;)y--;for(;x[C]==null&&C<jt-1;)C++;return[y,C]}function ut(){if(jt>0){let x=M.some(y=>y._focus)&&Te!=Ne.alpha;x&&(f.globalAlpha=Te=Ne.alpha),M.forEach(
(y,C)=>{if(C>0&&y.show&&($t(C,!1),$t(C,!0),y._paths==null)){let P=Te;Te!=y.alpha&&(f.globalAlpha=Te=y.alpha);let k=s==2?[0,e[C][0].length-1]:Fe(e[C]);y._paths=y.paths(i,C,k[0],k[1]),Te!=P&&(f.globalAlpha=Te=P)}}),M.forEach((y,C)=>{if(C>0&&y.show){let P=Te;Te!=y.alpha&&(f.globalAlpha=Te=y.alpha),y._paths!=null&&Rt(C,!1);{let k=y._paths!=null?y._paths.gaps:null,K=y.points.show(i,C,ni,si,k),oe=y.points.
filter(i,C,K,k);(K||oe)&&(y.points._paths=y.points.paths(i,C,ni,si,oe),Rt(C,!0))}Te!=P&&(f.globalAlpha=Te=P),Ci("drawSeries",C)}}),x&&(f.globalAlpha=Te=1)}}function $t(x,y){let C=y?M[x].points:M[x];C._stroke=C.stroke(i,x),C._fill=C.fill(i,x)}function Rt(x,y){let C=y?M[x].points:M[x],{stroke:P,fill:k,clip:K,flags:oe,_stroke:ce=C._stroke,_fill:xe=C._fill,_width:Re=C.width}=C._paths;Re=Bt(Re*bt,3);let Ce=null,
Ue=Re%2/2;y&&xe==null&&(xe=Re>0?"#fff":ce);let je=C.pxAlign==1&&Ue>0;if(je&&f.translate(Ue,Ue),!y){let yt=R-Re/2,St=v-Re/2,pt=W+Re,Ke=le+Re;Ce=new Path2D,Ce.rect(yt,St,pt,Ke)}y?De(ce,Re,C.dash,C.cap,xe,P,k,oe,K):Ct(x,ce,Re,C.dash,C.cap,xe,P,k,oe,Ce,K),je&&f.translate(-Ue,-Ue)}function Ct(x,y,C,P,k,K,oe,ce,xe,Re,Ce){let Ue=!1;xe!=0&&I.forEach((je,yt)=>{if(je.series[0]==x){let St=M[je.series[1]],pt=e[je.
series[1]],Ke=(St._paths||ua).band;Ds(Ke)&&(Ke=je.dir==1?Ke[0]:Ke[1]);let Ve,Wt=null;St.show&&Ke&&Tv(pt,ni,si)?(Wt=je.fill(i,yt)||K,Ve=St._paths.clip):Ke=null,De(y,C,P,k,Wt,oe,ce,xe,Re,Ce,Ve,Ke),Ue=!0}}),Ue||De(y,C,P,k,K,oe,ce,xe,Re,Ce)}let _i=qr|Vf;function De(x,y,C,P,k,K,oe,ce,xe,Re,Ce,Ue){we(x,y,C,P,k),(xe||Re||Ue)&&(f.save(),xe&&f.clip(xe),Re&&f.clip(Re)),Ue?(ce&_i)==_i?(f.clip(Ue),Ce&&f.clip(
Ce),dt(k,oe),ci(x,K,y)):ce&Vf?(dt(k,oe),f.clip(Ue),ci(x,K,y)):ce&qr&&(f.save(),f.clip(Ue),Ce&&f.clip(Ce),dt(k,oe),f.restore(),ci(x,K,y)):(dt(k,oe),ci(x,K,y)),(xe||Re||Ue)&&f.restore()}function ci(x,y,C){C>0&&(y instanceof Map?y.forEach((P,k)=>{f.strokeStyle=Er=k,f.stroke(P)}):y!=null&&x&&f.stroke(y))}function dt(x,y){y instanceof Map?y.forEach((C,P)=>{f.fillStyle=As=P,f.fill(C)}):y!=null&&x&&f.fill(
y)}function os(x,y,C,P){let k=E[x],K;if(P<=0)K=[0,0];else{let oe=k._space=k.space(i,x,y,C,P),ce=k._incrs=k.incrs(i,x,y,C,P,oe);K=Yw(y,C,ce,P,oe)}return k._found=K}function fi(x,y,C,P,k,K,oe,ce,xe,Re){let Ce=oe%2/2;S==1&&f.translate(Ce,Ce),we(ce,oe,xe,Re,ce),f.beginPath();let Ue,je,yt,St,pt=k+(P==0||P==3?-K:K);C==0?(je=k,St=pt):(Ue=k,yt=pt);for(let Ke=0;Ke<x.length;Ke++)y[Ke]!=null&&(C==0?Ue=yt=x[Ke]:
je=St=x[Ke],f.moveTo(Ue,je),f.lineTo(yt,St));f.stroke(),S==1&&f.translate(-Ce,-Ce)}function Rr(x){let y=!0;return E.forEach((C,P)=>{if(!C.show)return;let k=w[C.scale];if(k.min==null){C._show&&(y=!1,C._show=!1,ht(!1));return}else C._show||(y=!1,C._show=!0,ht(!1));let K=C.side,oe=K%2,{min:ce,max:xe}=k,[Re,Ce]=os(P,ce,xe,oe==0?F:be);if(Ce==0)return;let Ue=k.distr==2,je=C._splits=C.splits(i,P,ce,xe,Re,
Ce,Ue),yt=k.distr==2?je.map(Ve=>rn[Ve]):je,St=k.distr==2?rn[je[1]]-rn[je[0]]:Re,pt=C._values=C.values(i,C.filter(i,yt,P,Ce,St),P,Ce,St);C._rotate=K==2?C.rotate(i,pt,P,Ce):0;let Ke=C._size;C._size=Sn(C.size(i,pt,P,x)),Ke!=null&&C._size!=Ke&&(y=!1)}),y}function qn(x){let y=!0;return Yo.forEach((C,P)=>{let k=C(i,P,Xn,x);k!=Rn[P]&&(y=!1),Rn[P]=k}),y}function as(){for(let x=0;x<E.length;x++){let y=E[x];
if(!y.show||!y._show)continue;let C=y.side,P=C%2,k,K,oe=y.stroke(i,x),ce=C==0||C==3?-1:1,[xe,Re]=y._found;if(y.label!=null){let Ki=y.labelGap*ce,ln=Mi((y._lpos+Ki)*bt);Ae(y.labelFont[0],oe,"center",C==2?"top":ud),f.save(),P==1?(k=K=0,f.translate(ln,Mi(v+le/2)),f.rotate((C==3?-nh:nh)/2)):(k=Mi(R+W/2),K=ln);let Qs=tm(y.label)?y.label(i,x,xe,Re):y.label;f.fillText(Qs,k,K),f.restore()}if(Re==0)continue;
let Ce=w[y.scale],Ue=P==0?W:le,je=P==0?R:v,yt=y._splits,St=Ce.distr==2?yt.map(Ki=>rn[Ki]):yt,pt=Ce.distr==2?rn[yt[1]]-rn[yt[0]]:xe,Ke=y.ticks,Ve=y.border,Wt=Ke.show?Ke.size:0,ti=Mi(Wt*bt),Pi=Mi((y.alignTo==2?y._size-Wt-y.gap:y.gap)*bt),Ut=y._rotate*-nh/180,ii=g(y._pos*bt),on=(ti+Pi)*ce,qi=ii+on;K=P==0?qi:0,k=P==1?qi:0;let xn=y.font[0],Cn=y.align==1?Gr:y.align==2?Cf:Ut>0?Gr:Ut<0?Cf:P==0?"center":C==
3?Cf:Gr,Zn=Ut||P==1?"middle":C==2?"top":ud;Ae(xn,oe,Cn,Zn);let an=y.font[1]*y.lineGap,_n=yt.map(Ki=>g(a(Ki,Ce,Ue,je))),Pn=y._values;for(let Ki=0;Ki<Pn.length;Ki++){let ln=Pn[Ki];if(ln!=null){P==0?k=_n[Ki]:K=_n[Ki],ln=""+ln;let Qs=ln.indexOf(`
`)==-1?[ln]:ln.split(/\n/gm);for(let $i=0;$i<Qs.length;$i++){let Tp=Qs[$i];Ut?(f.save(),f.translate(k,K+$i*an),f.rotate(Ut),f.fillText(Tp,0,0),f.restore()):f.fillText(Tp,k,K+$i*an)}}}Ke.show&&fi(_n,Ke.filter(i,St,x,Re,pt),P,C,ii,ti,Bt(Ke.width*bt,3),Ke.stroke(i,x),Ke.dash,Ke.cap);let Jn=y.grid;Jn.show&&fi(_n,Jn.filter(i,St,x,Re,pt),P,P==0?2:1,P==0?v:R,P==0?le:W,Bt(Jn.width*bt,3),Jn.stroke(i,x),Jn.
dash,Jn.cap),Ve.show&&fi([ii],[1],P==0?1:0,P==0?1:2,P==1?v:R,P==1?le:W,Bt(Ve.width*bt,3),Ve.stroke(i,x),Ve.dash,Ve.cap)}Ci("drawAxes")}function ht(x){M.forEach((y,C)=>{C>0&&(y._paths=null,x&&(s==1?(y.min=null,y.max=null):y.facets.forEach(P=>{P.min=null,P.max=null})))})}let ei=!1,Yi=!1,Pt=[];function ui(){Yi=!1;for(let x=0;x<Pt.length;x++)Ci(...Pt[x]);Pt.length=0}function ki(){ei||(kv(ap),ei=!0)}function Rl(x,y=!1){
ei=!0,Yi=y,x(i),ap(),y&&Pt.length>0&&queueMicrotask(ui)}i.batch=Rl;function ap(){if(re&&(ft(),re=!1),ge&&(Se(),ge=!1),me){if(Yt(p,Gr,qe),Yt(p,"top",et),Yt(p,la,F),Yt(p,ha,be),Yt(d,Gr,qe),Yt(d,"top",et),Yt(d,la,F),Yt(d,ha,be),Yt(u,la,Qt),Yt(u,ha,hi),c.width=Mi(Qt*bt),c.height=Mi(hi*bt),E.forEach(({_el:x,_show:y,_size:C,_pos:P,side:k})=>{if(x!=null)if(y){let K=k===3||k===0?C:0,oe=k%2==1;Yt(x,oe?"lef\
t":"top",P-K),Yt(x,oe?"width":"height",C),Yt(x,oe?"top":"left",oe?et:qe),Yt(x,oe?"height":"width",oe?be:F),Bf(x,sr)}else hn(x,sr)}),Er=As=Ar=O=J=X=q=ve=b=null,Te=1,Jo(!0),qe!=Me||et!=Ft||F!=ke||be!=Ye){ht(!1);let x=F/ke,y=be/Ye;if(nt&&!ee&&ue.left>=0){ue.left*=x,ue.top*=y,Cr&&jn(Cr,Mi(ue.left),0,F,be),Pr&&jn(Pr,0,Mi(ue.top),F,be);for(let C=0;C<ot.length;C++){let P=ot[C];P!=null&&(Gt[C]*=x,Xi[C]*=y,
jn(P,Sn(Gt[C]),Sn(Xi[C]),F,be))}}if(Vt.show&&!ie&&Vt.left>=0&&Vt.width>0){Vt.left*=x,Vt.width*=x,Vt.top*=y,Vt.height*=y;for(let C in uf)Yt(Ir,C,Vt[C])}Me=qe,Ft=et,ke=F,Ye=be}Ci("setSize"),me=!1}Qt>0&&hi>0&&(f.clearRect(0,0,c.width,c.height),Ci("drawClear"),T.forEach(x=>x()),Ci("draw")),Vt.show&&ie&&(Cl(Vt),ie=!1),nt&&ee&&(Js(null,!0,!1),ee=!1),fe.show&&fe.live&&pe&&(cf(),pe=!1),l||(l=!0,i.status=1,
Ci("ready")),Es=!1,ei=!1}i.redraw=(x,y)=>{ge=y||!1,x!==!1?Cs(A,D.min,D.max):ki()};function af(x,y){let C=w[x];if(C.from==null){if(jt==0){let P=C.range(i,y.min,y.max,x);y.min=P[0],y.max=P[1]}if(y.min>y.max){let P=y.min;y.min=y.max,y.max=P}if(jt>1&&y.min!=null&&y.max!=null&&y.max-y.min<1e-16)return;x==A&&C.distr==2&&jt>0&&(y.min=In(y.min,e[0]),y.max=In(y.max,e[0]),y.min==y.max&&y.max++),H[x]=y,re=!0,
ki()}}i.setScale=af;let lf,hf,Cr,Pr,lp,hp,Lr,Dr,cp,fp,Ht,qt,Rs=!1,Ui=ue.drag,Ai=Ui.x,Ri=Ui.y;nt&&(ue.x&&(lf=Mn(hv,d)),ue.y&&(hf=Mn(cv,d)),D.ori==0?(Cr=lf,Pr=hf):(Cr=hf,Pr=lf),Ht=ue.left,qt=ue.top);let Vt=i.select=mi({show:!0,over:!0,left:0,width:0,top:0,height:0},n.select),Ir=Vt.show?Mn(lv,Vt.over?d:p):null;function Cl(x,y){if(Vt.show){for(let C in x)Vt[C]=x[C],C in uf&&Yt(Ir,C,x[C]);y!==!1&&Ci("s\
etSelect")}}i.setSelect=Cl;function qM(x){if(M[x].show)ze&&Bf(it[x],sr);else if(ze&&hn(it[x],sr),nt){let C=ye?ot[0]:ot[x];C!=null&&jn(C,-10,-10,F,be)}}function Cs(x,y,C){af(x,{min:y,max:C})}function Kn(x,y,C,P){y.focus!=null&&QM(x),y.show!=null&&M.forEach((k,K)=>{K>0&&(x==K||x==null)&&(k.show=y.show,qM(K),s==2?(Cs(k.facets[0].scale,null,null),Cs(k.facets[1].scale,null,null)):Cs(k.scale,null,null),
ki())}),C!==!1&&Ci("setSeries",x,y),P&&Qo("setSeries",i,x,y)}i.setSeries=Kn;function KM(x,y){mi(I[x],y)}function $M(x,y){x.fill=mt(x.fill||null),x.dir=vt(x.dir,-1),y=y??I.length,I.splice(y,0,x)}function ZM(x){x==null?I.length=0:I.splice(x,1)}i.addBand=$M,i.setBand=KM,i.delBand=ZM;function JM(x,y){M[x].alpha=y,nt&&ot[x]!=null&&(ot[x].style.opacity=y),ze&&it[x]&&(it[x].style.opacity=y)}let ls,Ps,Zs,
Ur={focus:!0};function QM(x){if(x!=Zs){let y=x==null,C=Ne.alpha!=1;M.forEach((P,k)=>{if(s==1||k>0){let K=y||k==0||k==x;P._focus=y?null:K,C&&JM(k,K?1:Ne.alpha)}}),Zs=x,C&&ki()}}ze&&Ze&&_t(gd,Ge,x=>{ue._lock||($e(x),Zs!=null&&Kn(null,Ur,!0,pi.setSeries))});function $n(x,y,C){let P=w[y];C&&(x=x/bt-(P.ori==1?et:qe));let k=F;P.ori==1&&(k=be,x=k-x),P.dir==-1&&(x=k-x);let K=P._min,oe=P._max,ce=x/k,xe=K+(oe-
K)*ce,Re=P.distr;return Re==3?Wr(10,xe):Re==4?Av(xe,P.asinh):Re==100?P.bwd(xe):xe}function jM(x,y){let C=$n(x,A,y);return In(C,e[0],ni,si)}i.valToIdx=x=>In(x,e[0]),i.posToIdx=jM,i.posToVal=$n,i.valToPos=(x,y,C)=>w[y].ori==0?r(x,w[y],C?W:F,C?R:0):o(x,w[y],C?le:be,C?v:0),i.setCursor=(x,y,C)=>{Ht=x.left,qt=x.top,Js(null,y,C)};function up(x,y){Yt(Ir,Gr,Vt.left=x),Yt(Ir,la,Vt.width=y)}function pp(x,y){
Yt(Ir,"top",Vt.top=x),Yt(Ir,ha,Vt.height=y)}let $o=D.ori==0?up:pp,Zo=D.ori==1?up:pp;function eS(){if(ze&&fe.live)for(let x=s==2?1:0;x<M.length;x++){if(x==0&&Dt)continue;let y=fe.values[x],C=0;for(let P in y)rt[x][C++].firstChild.nodeValue=y[P]}}function cf(x,y){if(x!=null&&(x.idxs?x.idxs.forEach((C,P)=>{se[P]=C}):Lv(x.idx)||se.fill(x.idx),fe.idx=se[0]),ze&&fe.live){for(let C=0;C<M.length;C++)(C>0||
s==1&&!Dt)&&tS(C,se[C]);eS()}pe=!1,y!==!1&&Ci("setLegend")}i.setLegend=cf;function tS(x,y){let C=M[x],P=x==0&&B==2?rn:e[x],k;Dt?k=C.values(i,x,y)??kt:(k=C.value(i,y==null?null:P[y],x,y),k=k==null?kt:{_:k}),fe.values[x]=k}function Js(x,y,C){cp=Ht,fp=qt,[Ht,qt]=ue.move(i,Ht,qt),ue.left=Ht,ue.top=qt,nt&&(Cr&&jn(Cr,Mi(Ht),0,F,be),Pr&&jn(Pr,0,Mi(qt),F,be));let P,k=ni>si;ls=Ot,Ps=null;let K=D.ori==0?F:be,
oe=D.ori==1?F:be;if(Ht<0||jt==0||k){P=ue.idx=null;for(let ce=0;ce<M.length;ce++){let xe=ot[ce];xe!=null&&jn(xe,-10,-10,F,be)}Ze&&Kn(null,Ur,!0,x==null&&pi.setSeries),fe.live&&(se.fill(P),pe=!0)}else{let ce,xe,Re;s==1&&(ce=D.ori==0?Ht:qt,xe=$n(ce,A),P=ue.idx=In(xe,e[0],ni,si),Re=Y(e[0][P],D,K,0));let Ce=-10,Ue=-10,je=0,yt=0,St=!0,pt="",Ke="";for(let Ve=s==2?1:0;Ve<M.length;Ve++){let Wt=M[Ve],ti=se[Ve],
Pi=ti==null?null:s==1?e[Ve][ti]:e[Ve][1][ti],Ut=ue.dataIdx(i,Ve,P,xe),ii=Ut==null?null:s==1?e[Ve][Ut]:e[Ve][1][Ut];if(pe=pe||ii!=Pi||Ut!=ti,se[Ve]=Ut,Ve>0&&Wt.show){let on=Ut==null?-10:Ut==P?Re:Y(s==1?e[0][Ut]:e[Ve][0][Ut],D,K,0),qi=ii==null?-10:L(ii,s==1?w[Wt.scale]:w[Wt.facets[1].scale],oe,0);if(Ze&&ii!=null){let xn=D.ori==1?Ht:qt,Cn=Si(Ne.dist(i,Ve,Ut,qi,xn));if(Cn<ls){let Zn=Ne.bias;if(Zn!=0){
let an=$n(xn,Wt.scale),_n=ii>=0?1:-1,Pn=an>=0?1:-1;Pn==_n&&(Pn==1?Zn==1?ii>=an:ii<=an:Zn==1?ii<=an:ii>=an)&&(ls=Cn,Ps=Ve)}else ls=Cn,Ps=Ve}}if(pe||ye){let xn,Cn;D.ori==0?(xn=on,Cn=qi):(xn=qi,Cn=on);let Zn,an,_n,Pn,Jn,Ki,ln=!0,Qs=ae.bbox;if(Qs!=null){ln=!1;let $i=Qs(i,Ve);_n=$i.left,Pn=$i.top,Zn=$i.width,an=$i.height}else _n=xn,Pn=Cn,Zn=an=ae.size(i,Ve);if(Ki=ae.fill(i,Ve),Jn=ae.stroke(i,Ve),ye)Ve==
Ps&&ls<=Ne.prox&&(Ce=_n,Ue=Pn,je=Zn,yt=an,St=ln,pt=Ki,Ke=Jn);else{let $i=ot[Ve];$i!=null&&(Gt[Ve]=_n,Xi[Ve]=Pn,yd($i,Zn,an,ln),vd($i,Ki,Jn),jn($i,Sn(_n),Sn(Pn),F,be))}}}}if(ye){let Ve=Ne.prox,Wt=Zs==null?ls<=Ve:ls>Ve||Ps!=Zs;if(pe||Wt){let ti=ot[0];ti!=null&&(Gt[0]=Ce,Xi[0]=Ue,yd(ti,je,yt,St),vd(ti,pt,Ke),jn(ti,Sn(Ce),Sn(Ue),F,be))}}}if(Vt.show&&Rs)if(x!=null){let[ce,xe]=pi.scales,[Re,Ce]=pi.match,
[Ue,je]=x.cursor.sync.scales,yt=x.cursor.drag;if(Ai=yt._x,Ri=yt._y,Ai||Ri){let{left:St,top:pt,width:Ke,height:Ve}=x.select,Wt=x.scales[Ue].ori,ti=x.posToVal,Pi,Ut,ii,on,qi,xn=ce!=null&&Re(ce,Ue),Cn=xe!=null&&Ce(xe,je);xn&&Ai?(Wt==0?(Pi=St,Ut=Ke):(Pi=pt,Ut=Ve),ii=w[ce],on=Y(ti(Pi,Ue),ii,K,0),qi=Y(ti(Pi+Ut,Ue),ii,K,0),$o(Un(on,qi),Si(qi-on))):$o(0,K),Cn&&Ri?(Wt==1?(Pi=St,Ut=Ke):(Pi=pt,Ut=Ve),ii=w[xe],
on=L(ti(Pi,je),ii,oe,0),qi=L(ti(Pi+Ut,je),ii,oe,0),Zo(Un(on,qi),Si(qi-on))):Zo(0,oe)}else pf()}else{let ce=Si(cp-lp),xe=Si(fp-hp);if(D.ori==1){let je=ce;ce=xe,xe=je}Ai=Ui.x&&ce>=Ui.dist,Ri=Ui.y&&xe>=Ui.dist;let Re=Ui.uni;Re!=null?Ai&&Ri&&(Ai=ce>=Re,Ri=xe>=Re,!Ai&&!Ri&&(xe>ce?Ri=!0:Ai=!0)):Ui.x&&Ui.y&&(Ai||Ri)&&(Ai=Ri=!0);let Ce,Ue;Ai&&(D.ori==0?(Ce=Lr,Ue=Ht):(Ce=Dr,Ue=qt),$o(Un(Ce,Ue),Si(Ue-Ce)),Ri||
Zo(0,oe)),Ri&&(D.ori==1?(Ce=Lr,Ue=Ht):(Ce=Dr,Ue=qt),Zo(Un(Ce,Ue),Si(Ue-Ce)),Ai||$o(0,K)),!Ai&&!Ri&&($o(0,0),Zo(0,0))}if(Ui._x=Ai,Ui._y=Ri,x==null){if(C){if(bp!=null){let[ce,xe]=pi.scales;pi.values[0]=ce!=null?$n(D.ori==0?Ht:qt,ce):null,pi.values[1]=xe!=null?$n(D.ori==1?Ht:qt,xe):null}Qo(Pf,i,Ht,qt,F,be,P)}if(Ze){let ce=C&&pi.setSeries,xe=Ne.prox;Zs==null?ls<=xe&&Kn(Ps,Ur,!0,ce):ls>xe?Kn(null,Ur,!0,
ce):Ps!=Zs&&Kn(Ps,Ur,!0,ce)}}pe&&(fe.idx=P,cf()),y!==!1&&Ci("setCursor")}let Ls=null;Object.defineProperty(i,"rect",{get(){return Ls==null&&Jo(!1),Ls}});function Jo(x=!1){x?Ls=null:(Ls=d.getBoundingClientRect(),Ci("syncRect",Ls))}function dp(x,y,C,P,k,K,oe){ue._lock||Rs&&x!=null&&x.movementX==0&&x.movementY==0||(ff(x,y,C,P,k,K,oe,!1,x!=null),x!=null?Js(null,!0,!0):Js(y,!0,!1))}function ff(x,y,C,P,k,K,oe,ce,xe){
if(Ls==null&&Jo(!1),$e(x),x!=null)C=x.clientX-Ls.left,P=x.clientY-Ls.top;else{if(C<0||P<0){Ht=-10,qt=-10;return}let[Re,Ce]=pi.scales,Ue=y.cursor.sync,[je,yt]=Ue.values,[St,pt]=Ue.scales,[Ke,Ve]=pi.match,Wt=y.axes[0].side%2==1,ti=D.ori==0?F:be,Pi=D.ori==1?F:be,Ut=Wt?K:k,ii=Wt?k:K,on=Wt?P:C,qi=Wt?C:P;if(St!=null?C=Ke(Re,St)?a(je,w[Re],ti,0):-10:C=ti*(on/Ut),pt!=null?P=Ve(Ce,pt)?a(yt,w[Ce],Pi,0):-10:
P=Pi*(qi/ii),D.ori==1){let xn=C;C=P,P=xn}}xe&&(y==null||y.cursor.event.type==Pf)&&((C<=1||C>=F-1)&&(C=ir(C,F)),(P<=1||P>=be-1)&&(P=ir(P,be))),ce?(lp=C,hp=P,[Lr,Dr]=ue.move(i,C,P)):(Ht=C,qt=P)}let uf={width:0,height:0,left:0,top:0};function pf(){Cl(uf,!1)}let mp,gp,xp,_p;function Mp(x,y,C,P,k,K,oe){Rs=!0,Ai=Ri=Ui._x=Ui._y=!1,ff(x,y,C,P,k,K,oe,!0,!1),x!=null&&(_t(Lf,Ff,Sp,!1),Qo(dd,i,Lr,Dr,F,be,null));
let{left:ce,top:xe,width:Re,height:Ce}=Vt;mp=ce,gp=xe,xp=Re,_p=Ce}function Sp(x,y,C,P,k,K,oe){Rs=Ui._x=Ui._y=!1,ff(x,y,C,P,k,K,oe,!1,!0);let{left:ce,top:xe,width:Re,height:Ce}=Vt,Ue=Re>0||Ce>0,je=mp!=ce||gp!=xe||xp!=Re||_p!=Ce;if(Ue&&je&&Cl(Vt),Ui.setScale&&Ue&&je){let yt=ce,St=Re,pt=xe,Ke=Ce;if(D.ori==1&&(yt=xe,St=Ce,pt=ce,Ke=Re),Ai&&Cs(A,$n(yt,A),$n(yt+St,A)),Ri)for(let Ve in w){let Wt=w[Ve];Ve!=
A&&Wt.from==null&&Wt.min!=Ot&&Cs(Ve,$n(pt+Ke,Ve),$n(pt,Ve))}pf()}else ue.lock&&(ue._lock=!ue._lock,Js(y,!0,x!=null));x!=null&&(xi(Lf,Ff),Qo(Lf,i,Ht,qt,F,be,null))}function iS(x,y,C,P,k,K,oe){if(ue._lock)return;$e(x);let ce=Rs;if(Rs){let xe=!0,Re=!0,Ce=10,Ue,je;D.ori==0?(Ue=Ai,je=Ri):(Ue=Ri,je=Ai),Ue&&je&&(xe=Ht<=Ce||Ht>=F-Ce,Re=qt<=Ce||qt>=be-Ce),Ue&&xe&&(Ht=Ht<Lr?0:F),je&&Re&&(qt=qt<Dr?0:be),Js(null,
!0,!0),Rs=!1}Ht=-10,qt=-10,se.fill(null),Js(null,!0,!0),ce&&(Rs=ce)}function vp(x,y,C,P,k,K,oe){ue._lock||($e(x),Ko(),pf(),x!=null&&Qo(xd,i,Ht,qt,F,be,null))}function wp(){E.forEach(qw),N(i.width,i.height,!0)}rr(sh,Vr,wp);let Nr={};Nr.mousedown=Mp,Nr.mousemove=dp,Nr.mouseup=Sp,Nr.dblclick=vp,Nr.setSeries=(x,y,C,P)=>{let k=pi.match[2];C=k(i,y,C),C!=-1&&Kn(C,P,!0,!1)},nt&&(_t(dd,d,Mp),_t(Pf,d,dp),_t(
md,d,x=>{$e(x),Jo(!1)}),_t(gd,d,iS),_t(xd,d,vp),Wf.add(i),i.syncRect=Jo);let Pl=i.hooks=n.hooks||{};function Ci(x,y,C){Yi?Pt.push([x,y,C]):x in Pl&&Pl[x].forEach(P=>{P.call(null,i,y,C)})}(n.plugins||[]).forEach(x=>{for(let y in x.hooks)Pl[y]=(Pl[y]||[]).concat(x.hooks[y])});let yp=(x,y,C)=>C,pi=mi({key:null,setSeries:!1,filters:{pub:Rd,sub:Rd},scales:[A,M[1]?M[1].scale:null],match:[Cd,Cd,yp],values:[
null,null]},ue.sync);pi.match.length==2&&pi.match.push(yp),ue.sync=pi;let bp=pi.key,df=Tm(bp);function Qo(x,y,C,P,k,K,oe){pi.filters.pub(x,y,C,P,k,K,oe)&&df.pub(x,y,C,P,k,K,oe)}df.sub(i);function nS(x,y,C,P,k,K,oe){pi.filters.sub(x,y,C,P,k,K,oe)&&Nr[x](null,y,C,P,k,K,oe)}i.pub=nS;function sS(){df.unsub(i),Wf.delete(i),Ei.clear(),kf(sh,Vr,wp),h.remove(),Ge?.remove(),Ci("destroy")}i.destroy=sS;function mf(){
Ci("init",n,e),qo(e||n.data,!1),H[A]?af(A,H[A]):Ko(),ie=Vt.show&&(Vt.width>0||Vt.height>0),ee=pe=!0,N(n.width,n.height)}return M.forEach(Tr),E.forEach(ss),t?t instanceof HTMLElement?(t.appendChild(h),mf()):t(i,mf):mf(),i}Ni.assign=mi;Ni.fmtNum=Jf;Ni.rangeNum=rh;Ni.rangeLog=lh;Ni.rangeAsinh=$f;Ni.orient=ar;Ni.pxRatio=bt;Ni.join=Bv;Ni.fmtDate=jf,Ni.tzDate=$v;Ni.sync=Tm;{Ni.addGap=Lw,Ni.clipGaps=fh;let n=Ni.
paths={points:Lm};n.linear=Im,n.stepped=Uw,n.bars=Nw,n.spline=Ow}function Om(n){if(n.low===void 0)return Ln(n.data);let e=ea(n.data),t=Ln(n.low),i=Ln(n.step),s=n.shape[0],r=t.length,o=s*r,a=new Float32Array(o),l=e.length>2*o,h=l?8:16;for(let c=0;c<r;c++){let f=0,u=0;for(let p=0;p<s;p++){let d=c*s+p;u+=e[d]|e[o+d]<<8|(l?e[2*o+d]<<16:0),f=f+u<<h>>h,a[p*r+c]=f<0?NaN:t[c]+i[c]*f}}return a}function ou(n,e){let t=0,i=n.length-1;for(;i-t>1;){let s=t+i>>1;n[s]<=e?t=s:i=s}return t}var mh=class{constructor(e){this.catalogue=Fl(e),this.times=Up(e.recording.times),this.columns=this.catalogue.fields.map(i=>Om(e.recording.fields[i.name])),this.outputs=new Float64Array(this.catalogue.size),this.start=this.times[0],this.end=this.times[this.times.length-1],this.dt=this.times.length>1?(this.end-
this.start)/(this.times.length-1):0,this.time=this.start,this.replayed=!0,this.ended=e.ended??{word:"finished",text:"the recording ends here"};let t=this.catalogue.byName.get("state");this.names={states:t?this.catalogue.names(t,0):[],parameters:[],outputs:[...this.catalogue.byName.keys()]},this.frame()}get status(){return{code:0,...this.ended,time:this.time}}advance(e){return this.seek(this.time+e),
this.status}seek(e){this.time=Math.min(Math.max(e,this.start),this.end),this.frame()}reset(){this.seek(this.start)}frame(){let e=ou(this.times,this.time),t=Math.min(e+1,this.times.length-1),i=this.times[t]-this.times[e],s=i>0?(this.time-this.times[e])/i:0;return this.catalogue.fields.forEach((r,o)=>Kw(this.outputs,r,this.columns[o],e,t,s)),this.outputs}output(e){let t=this.catalogue.find(e);if(!t)
throw new RangeError(`no output '${e}' was recorded.`);return t.axis===t.field.dims.length?this.outputs[t.start]:this.outputs.slice(t.start,t.start+t.count)}state(){return this.catalogue.byName.has("state")?this.output("state"):new Float64Array(0)}set(e){throw new RangeError(`'${e}' cannot be set: this page replays a recorded run.`)}get(e){throw new RangeError(`'${e}' has no value here: this page \
replays a recorded run.`)}save(){return{time:this.time}}load(e){this.seek(e.time)}};function Kw(n,e,t,i,s,r){let{place:o,count:a}=e,l=i*a,h=s*a;if(!e.name.endsWith("quaternion")){for(let c=0;c<a;c++){let f=t[l+c];n[o+c]=r===0?f:f+r*(t[h+c]-f)}return}for(let c=0;c<a;c+=4){let f=0;for(let S=c;S<c+4;S++)f+=t[l+S]*t[h+S];let u=f<0?-1:1,p=0;for(let S=c;S<c+4;S++){let g=t[l+S]*(1-r)+u*r*t[h+S];n[o+S]=g,
p+=g*g}let d=Math.sqrt(p)||1;for(let S=c;S<c+4;S++)n[o+S]/=d}}var Bm=700,km={light:["#1f6fae","#b8432b","#2f7440","#8a5a00","#6a4a9c","#0f7b7a","#1b2a41","#9c3f55","#5b6570"],dark:["#6db8f0","#ff9077","#7fd08f","#f0bd5c","#c4a4f0","#67d3d1","#dfe7f2","#f29cb1","#aab4c0"]},$w=8,da=[],Zw={light:{text:"#3d4a5c",grid:"#0000001a"},dark:{text:"#b6c3d4",grid:"#ffffff1c"}},au=class{constructor(e,t){this.spec=e,this.panel=t,this.columns=e.series.map(a=>t.history.index.
get(a.output)).filter(a=>a!==void 0),this.series=e.series.filter(a=>t.history.index.has(a.output)),this.times=new Float64Array(Bm),this.lines=this.columns.map(()=>new Float32Array(Bm)),this.peak=null,this.box=Q("div",{class:"canvas"});let i=Zt(Qi(e.title)),s=di("close",`Remove the plot ${i}`,()=>t.remove(this),{class:"icon small"}),r=na(e.unit);this.factor=r.factor;let o=r.unit&&r.unit!=="1"?` [${r.
unit}]`:"";this.legend=Q("div",{class:"keys"}),this.element=Q("section",{class:"plot","aria-label":i},Q("header",{},Q("h3",{text:i+o}),s),this.legend,this.box)}draw(e,t){this.chart?.destroy();let i=Zw[t],s={stroke:i.text,grid:{stroke:i.grid,width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},r=this.series.map((a,l)=>({label:a.label,stroke:km[t][l%9],width:1.5,points:{show:!1}})),o={width:e,
height:118,legend:{show:!1},padding:[6,14,0,0],cursor:{sync:{key:this.panel.key,setSeries:!1},drag:{setScale:!1,x:!1,y:!1},points:{size:5}},scales:{x:{time:!1,range:()=>this.panel.window()},y:{range:(a,l,h)=>this.range(l,h)}},axes:[{...s,size:22,gap:2,values:(a,l)=>l.map(h=>Xt(h,6))},{...s,size:46,gap:3,space:26,values:(a,l)=>l.map(h=>Xt(h,4))}],series:[{},...r],hooks:{setCursor:[()=>this.showKeys()],
drawSeries:[],draw:[a=>this.drawNow(a,i)]}};this.chart=new Ni(o,this.data(),this.box),this.chart.over.addEventListener("click",()=>this.panel.clicked(this.chart.posToVal(this.chart.cursor.left,"x"))),this.theme=t,this.makeKeys()}data(){let[e,t]=this.panel.window(),i=Qp(this.panel.history,this.columns,e,t,this.times,this.lines);if(this.factor!==1)for(let s of this.lines)for(let r=0;r<i;r++)s[r]*=this.
factor;return[this.times.subarray(0,i),...this.lines.map(s=>s.subarray(0,i))]}range(e,t){let i=Jw(this.chart?.data??[[]]),s=Math.max(Math.abs(e),Math.abs(t)),r=i>0&&s>$w*i;return this.peak=r?s:null,r?zm(Math.max(e,-1.6*i),Math.min(t,1.6*i)):zm(e,t)}update(){this.chart?.setData(this.data()),this.showKeys()}drawNow(e,t){this.peak!==null&&this.tellPeak(e,t);let{source:i}=this.panel,s=this.panel.actions.
now();if(!i.replayed&&s===i.time)return;let r=Math.round(e.valToPos(s,"x",!0))+.5,o=e.ctx;o.save(),o.strokeStyle=t.text,o.beginPath(),o.moveTo(r,e.bbox.top),o.lineTo(r,e.bbox.top+e.bbox.height),o.stroke(),o.restore()}tellPeak(e,t){e.ctx.save(),e.ctx.fillStyle=t.text,e.ctx.font=`${10*(globalThis.devicePixelRatio||1)}px system-ui, sans-serif`,e.ctx.textAlign="right",e.ctx.textBaseline="top",e.ctx.fillText(
`peak ${Xt(this.peak,3)} not shown`,e.bbox.left+e.bbox.width-4,e.bbox.top+2),e.ctx.restore()}makeKeys(){this.values=this.series.map(()=>Q("b"));let e=this.series.map((t,i)=>Q("span",{class:"key"},Q("i",{style:`background:${km[this.theme][i%9]}`}),Qi(t.label)," ",this.values[i]));this.legend.replaceChildren(...e),this.legend.hidden=this.series.length>9}present(e){let t=this.panel.actions.now();return e[e.
length-1]<=t?e.length-1:e.length?ou(e,t):-1}showKeys(){if(!this.chart||this.legend.hidden)return;let t=this.chart.cursor.idx??this.present(this.chart.data[0]);this.values.forEach((i,s)=>{let r=t>=0?er(this.chart.data[s+1][t]):"";i.textContent!==r&&(i.textContent=r)})}};function Jw([n,...e]){da.length=0;for(let t of e)for(let i=0;i<n.length;i+=10)t[i]===t[i]&&da.push(Math.abs(t[i]));return da.length>
20?da.sort((t,i)=>t-i)[Math.floor(.96*da.length)]:0}function zm(n,e){if(n===null||!Number.isFinite(n+e))return[-1,1];let t=.08*(e-n)||.1*Math.abs(e)||1;return[n-t,e+t]}var gh=class{constructor({source:e,history:t,catalogue:i,key:s,span:r,actions:o}){Object.assign(this,{source:e,history:t,catalogue:i,key:s,span:r,actions:o}),this.plots=[],this.theme="light",this.list=Q("div",{class:"list"}),this.element=
Q("div",{class:"plots"},this.makeBar(),this.list),this.width=0,new ResizeObserver(()=>this.resize()).observe(this.list)}makeBar(){let e=Q("select",{"aria-label":"Add a plot"},Q("option",{value:"",text:"Add a plot …"})),t=[...this.catalogue.fields].sort((r,o)=>r.name.localeCompare(o.name));for(let r of t)e.append(this.optionsOf(r));if(e.addEventListener("change",()=>{e.value&&this.actions.add(e.value),
e.value=""}),this.source.replayed)return Q("div",{class:"bar"},e);let i=[...new Set([2,5,10,30,120,600].map(r=>r*this.unit()))],s=Q("select",{"aria-label":"Time shown"},...i.map(r=>Q("option",{value:r,text:`last ${Xt(r,3)} s`})));return s.value=i.includes(this.span)?this.span:i[2],this.span=Number(s.value),s.addEventListener("change",()=>{this.span=Number(s.value),this.update()}),Q("div",{class:"b\
ar"},e,s)}unit(){return this.span<1?.02:1}optionsOf(e){let{unit:t}=na(e.unit),i=Q("optgroup",{label:`${Zt(Qi(e.name))}${t&&t!=="1"?` [${t}]`:""}`}),s=this.catalogue.numbers(e);if(s.length>1&&s.length<=9&&i.append(Q("option",{value:e.name,text:`${Zt(Qi(e.name))}: all`})),s.length<=120)for(let r of s)i.append(Q("option",{value:r,text:r}));return i}has(e){return this.plots.some(t=>t.spec.title===e)}add(e){
let t=new au(e,this);return this.plots.push(t),this.list.append(t.element),this.width&&t.draw(this.width,this.theme),t}remove(e){e.chart?.destroy(),e.element.remove(),this.plots=this.plots.filter(t=>t!==e),this.actions.changed()}clear(){for(let e of[...this.plots])this.remove(e)}setTheme(e){if(this.theme=e,this.width)for(let t of this.plots)t.draw(this.width,e)}resize(){let e=this.list.clientWidth;
if(!(!e||e===this.width)){this.width=e;for(let t of this.plots)t.draw(e,this.theme)}}window(){if(this.source.replayed)return[this.source.start,this.source.end];let e=this.actions.now(),t=Math.max(this.source.time,this.span),i=e<t-this.span?Math.max(e+.5*this.span,this.span):t;return[i-this.span,i]}clicked(e){Number.isFinite(e)&&this.actions.seek(e)}update(){if(this.list.clientWidth){this.list.clientWidth!==
this.width&&this.resize();for(let e of this.plots)e.update()}}showTime(){if(this.list.clientWidth)for(let e of this.plots)e.chart?.redraw(!1),e.showKeys()}};var Qw=400,xh=class{constructor(e,t,i){this.onset=t,this.rows=new Map;let s=new Map;for(let a of e){let l=a.group||"parameters";s.has(l)||s.set(l,[]),s.get(l).push(a)}let r=[...s].map(([a,l])=>this.makeGroup(a,l,s.size>1)),o=Q("button",{type:"button",class:"text",text:"Reset all",onclick:()=>this.first()});this.compare=tr("Compare",!1,i.compare),this.compare.title="A ghost keeps the settings of be\
fore (c)",this.beside=tr("Side by side",!1,i.beside),this.beside.title="The machine and its ghost in a half each (b)",this.element=Q("div",{class:"sliders"},...r,Q("div",{class:"foot"},o,this.compare,this.beside))}makeGroup(e,t,i){let s=t.map(r=>this.makeRow(r));return i?Q("fieldset",{},Q("legend",{text:e}),...s):Q("div",{},...s)}makeRow(e){let t=`slider-${e.name.replace(/[^\w-]/g,"-")}`,i=jw(e),s=e.
meaning?`${e.meaning} (${e.name})`:e.name,r=e.restart?`${i} (after Reset)`:i,{unit:o,factor:a,step:l}=lu(e),h=Q("input",{type:"range",id:t,min:ma(e.low/a),max:ma(e.high/a),step:l,"aria-label":`${i} [${o||"1"}]`}),c=Q("input",{type:"number",step:"any",min:ma(e.low/a),max:ma(e.high/a),"aria-label":`${i}, number [${o||"1"}]`}),f=di("reset",`Reset ${i}`,()=>this.change(e,e.value),{class:"icon small"});
h.addEventListener("input",()=>this.change(e,Number(h.value)*a)),c.addEventListener("change",()=>this.typed(e,c));let u=Q("span",{class:"unit",text:o==="1"?"":o}),p=Q("div",{class:"head"},Q("label",{for:t,text:r,title:s}),c,u,f),d=Q("div",{class:"row"},p,h);return this.rows.set(e.name,{slider:e,range:h,number:c,back:f,row:d}),this.show(e.name,e.value),d}showComparing(e){this.compare.setAttribute("\
aria-pressed",String(e))}showBeside(e){this.beside.setAttribute("aria-pressed",String(e))}typed(e,t){let i=Number(t.value)*lu(e).factor;t.value.trim()===""||!Number.isFinite(i)?this.show(e.name,this.value(e.name)):this.change(e,Math.min(Math.max(i,e.low),e.high))}change(e,t){this.show(e.name,t),this.onset(e.name,t)}show(e,t){let i=this.rows.get(e);if(!i)return;i.current=t;let{unit:s,factor:r}=lu(i.
slider);i.range.value=ma(t/r),i.number.value=Number((t/r).toPrecision(5));let o=(t-i.slider.low)/(i.slider.high-i.slider.low||1);i.range.style.setProperty("--share",`${100*Math.min(Math.max(o,0),1)}%`),i.range.setAttribute("aria-valuetext",`${Xt(t/r)} ${s==="1"?"":s}`);let a=Math.abs(t-i.slider.value)>1e-9*(Math.abs(i.slider.value)+1e-9);i.row.classList.toggle("changed",a),i.back.style.visibility=
a?"visible":"hidden"}value(e){return this.rows.get(e).current}changed(){let e={};for(let[t,i]of this.rows)i.row.classList.contains("changed")&&(e[t]=i.current);return e}first(){for(let{slider:e}of this.rows.values())this.value(e.name)!==e.value&&this.change(e,e.value)}};function lu(n){let e=n.step>0?n.step:(n.high-n.low)/Qw,t=n.shown??{unit:n.unit,factor:1,step:e},i=Math.max(1,Math.round((n.high-n.
low)/t.factor/t.step));return{...t,unit:bf(t.unit),step:(1-1e-9)*(n.high-n.low)/t.factor/i}}function ma(n){return Number(n.toPrecision(12))}function jw(n){let e=n.label??n.name,t=`${n.group}.`;return Zt((e.startsWith(t)?e.slice(t.length):e).replaceAll("_"," ").replaceAll("."," · "))}var _h=class{constructor(e,t){Object.assign(this,{steps:e,actions:t}),this.at=-1,this.count=Q("span",{class:"count"}),this.text=Q("p",{"aria-live":"polite"}),this.back=Q("button",{type:"button",class:"text",text:"Back",onclick:()=>this.go(this.at-1)}),this.next=Q("button",{type:"button",class:"text main",onclick:()=>this.onward()});let i=di("close","End the story",()=>this.end(),{class:"icon small"}),
s=Q("div",{class:"storyfoot"},this.count,this.back,this.next);this.element=Q("section",{class:"card story","aria-label":"Story"},this.text,i,s),this.element.hidden=!0}onward(){this.at+1<this.steps.length?this.go(this.at+1):this.end()}go(e){this.at=Math.min(Math.max(e,0),this.steps.length-1);let t=this.steps[this.at];this.text.textContent=t.text,this.count.textContent=`${this.at+1} of ${this.steps.
length}`,this.back.disabled=this.at===0,this.next.textContent=this.at+1<this.steps.length?"Next":"Done";let i=this.element.hidden;this.element.hidden=!1,this.actions.go(t,i),i&&this.next.focus({preventScroll:!0})}end(){this.element.hidden||(this.element.hidden=!0,this.actions.end())}};var Mh=class{constructor(e,t){this.spec=e,this.buttons=e.words.map((i,s)=>Q("button",{type:"button",text:Zt(i),"aria-pressed":"false",onclick:()=>t(e.name,s)})),this.element=Q("div",{class:"switch",role:"group","aria-label":Zt(e.title)},Q("span",{text:Zt(e.title)}),Q("div",{},...this.buttons))}show(e){this.buttons.forEach((t,i)=>t.setAttribute("aria-pressed",String(i===Math.round(e))))}};var Sh=.001,Hm=10;function Gm(n){return Math.round(1e3*Math.log(n/Sh)/Math.log(Hm/Sh))}function ey(n){let e=Sh*Math.exp(n/1e3*Math.log(Hm/Sh));return Number(e.toPrecision(e>.95&&e<1.06?1:2))}var vh=class{constructor(e,t,i){this.period=t,this.actions=i,this.playButton=di("play","Play (space)",i.play,{class:"icon main"}),this.time=Q("span",{class:"clock",role:"timer","aria-label":"time of the machin\
e"}),this.speed=Q("input",{type:"range",min:0,max:1e3,step:1,class:"speed","aria-label":"speed"}),this.speedText=Q("span",{class:"rate"}),this.speed.addEventListener("input",()=>i.speed(ey(Number(this.speed.value))));let r=[di("reset",e.replayed?"To the beginning (r)":"Start again (r)",i.reset),this.playButton,di("step","One step (.)",i.step),this.time,this.makeLine(e)],o=Q("label",{class:"speedbo\
x",title:"speed: machine time over real time"},this.speed,this.speedText);this.slow=Q("p",{class:"slow",role:"status",hidden:!0});let a=e.replayed?"transport replay":"transport";this.element=Q("div",{class:a,role:"group","aria-label":"run"},...r,o,this.slow)}makeLine(e){if(this.line=Q("input",{type:"range",class:"line",min:e.start??0,max:e.end??1,value:e.start??0,step:"any","aria-label":"time line"}),
this.line.addEventListener("input",()=>this.actions.seek(Number(this.line.value))),!e.replayed)return this.back=Q("button",{type:"button",class:"text now",text:"Now",onclick:()=>this.actions.live()}),this.back.title="Back to the machine as it is now",this.back.hidden=!0,Q("span",{class:"linebox"},this.line,this.back);let t=di("repeat","Begin again at the end",()=>{let i=t.getAttribute("aria-presse\
d")!=="true";t.setAttribute("aria-pressed",String(i)),this.actions.repeat(i)},{"aria-pressed":"true"});return Q("span",{class:"linebox"},this.line,t)}showPlaying(e){qp(this.playButton,e?"pause":"play"),this.playButton.setAttribute("aria-label",e?"Pause (space)":"Play (space)"),this.playButton.title=e?"Pause (space)":"Play (space)"}showSpeed(e,t){this.speed.value=Gm(e),this.speed.style.setProperty(
"--share",`${Gm(e)/10}%`);let i=t!==null&&t<.9*e,s=`${Xt(i?t:e,i?2:3)}×`;this.slow.hidden=!i,s!==this.speedText.textContent&&(this.speedText.textContent=s,this.slow.textContent=i?`${s}, this computer is too slow for ${Xt(e,3)}×`:"",this.speed.setAttribute("aria-valuetext",`${Xt(e,3)} times real time`))}showTime(e,t=null,i=!1){let s=Gl(e,this.period);s!==this.time.textContent&&(this.time.textContent=
s),t&&Object.assign(this.line,{min:t.from,max:Math.max(t.to,t.from+1e-6)}),this.back&&(this.back.hidden=!i),this.line.value=e,this.line.style.setProperty("--share",`${100*(e-this.line.min)/(this.line.max-this.line.min||1)}%`)}};function hu(n){let{doubts:e=[],warnings:t=[],of:i=""}=n??{};if(!e.length&&!t.length)return[];let s=e.length?"Not to be trusted":t.length>1?`${t.length} warnings`:"A warning",r=e.slice(0,1).map(l=>Q("span",{text:`: ${l}`})),o=Q("summary",{},Q("b",{text:s}),...r),a=[...e.slice(1),...t,`Looked at: ${i}.`].map(l=>Q("p",{text:l}));return[Q("details",{class:e.length?"ending trust":"trust"},o,Q("div",{},
...a))]}var cu=760,ty=480,ps=8,iy=860,fu=["help","show"],ny=0,wh=class{constructor(e,t){this.host=e,this.viewer=t,this.key=`elver-${ny++}`,this.canvas=this.makeCanvas(),this.message=new Ql,this.chosenTheme="auto",this.root=Q("div",{class:t.payload.scene.water&&!t.payload.scene.ground?"elver wet":"elver"},this.canvas),e.replaceChildren(this.root),this.ends=[]}makeCanvas(){let{title:e}=this.viewer.payload;return Q(
"canvas",{class:"view",tabindex:0,role:"img","aria-label":`3-D view of ${e}: arrow keys turn it, plus and minus come nearer, shift and arrows move it`})}fill(e){let{source:t,payload:i,runner:s,world:r}=e;this.transport=new vh(t,cs(i),{play:()=>s.playing?e.pause():e.play(),step:()=>e.step(),reset:()=>e.reset(),speed:l=>e.setSpeed(l),seek:l=>e.seek(l),live:()=>e.live(),repeat:l=>s.repeat=l});let o=(i.
machine?.sliders??[]).filter(l=>!l.words);this.sliders=!t.replayed&&o.length?new xh(o,(l,h)=>e.set(l,h),{compare:l=>e.compare(l),beside:l=>e.besides(l)}):null;let a=(l,h)=>e.switchTo(l,h);this.switches=new Map((i.switches??[]).map(l=>[l.name,new Mh(l,a)])),this.story=new _h(i.story??[],{go:(l,h)=>{h&&this.beginStory(),e.tell(l)},end:()=>this.endStory()}),this.picked=new jl(i,e.catalogue,{plot:(l,h)=>{
this.open("plots",!0),e.addPlot(l,h)},close:()=>e.pick(-1)}),this.plots=new gh({source:t,history:s.history,catalogue:e.catalogue,key:this.key,span:ry(cs(i)),actions:{add:l=>e.addPlot(l),seek:l=>e.seek(l),changed:()=>{},now:()=>e.now}}),this.figures=new Zl(e.figures),this.look=new Jl(r,{view:l=>{r.rig.choose(l),e.wake()},follow:l=>{r.rig.following=l,e.wake()},path:l=>{r.trace.mesh.visible=l&&e.scrubbed===
null,e.wake()},arrows:(l,h)=>{r.arrows[l].group.visible=h,e.refresh()},scale:(l,h)=>{r.arrows[l].factor=h,e.refresh()}}),this.place(i),this.addFirst(i,e),this.listen(e)}place(e){let t=Q("details",{class:"about"},Q("summary",{},Q("h1",{text:Zt(e.title)})),Q("p",{text:Zt(e.about??"")}),e.advice?Q("p",{class:"advice"},Q("b",{text:"Try: "}),e.advice):null,...this.links(e),this.credits(e));this.trust=Q(
"div",{}),this.ghostWords=Q("p",{class:"ghostwords",hidden:!0,role:"status"}),this.pilotWords=Q("p",{class:"pilotwords",hidden:!0});let i=e.story?.length??0;this.tour=i&&!this.viewer.source.replayed?Q("button",{type:"button",class:"text tour",text:`Take the tour: ${i} steps`,onclick:()=>this.story.go(0)}):null;let s=Q("div",{class:"left"},Q("div",{class:"card titlecard"},t,...sy(this.viewer.source),
...[...this.switches.values()].map(a=>a.element),this.trust,...[this.figures.element,this.pilotWords,this.ghostWords,this.look.legend,this.tour].filter(Boolean))),r=Q("div",{class:"right"});this.panels=new Map,this.buttons=Q("div",{class:"tools",role:"toolbar","aria-label":"panels and tools"}),this.sliders&&this.addPanel("sliders","Parameters","sliders",this.sliders.element,s),this.addPanel("look",
"View and forces","eye",this.look.element,s),this.addPanel("plots","Plots","plots",this.plots.element,r),this.addPanel("help","Help","help",cd(this.viewer.source.replayed),null),this.addPanel("show","Show and save","more",this.makeShow(),null),r.prepend(this.picked.element),this.addTools(),this.notes=Q("div",{class:"notes",role:"status"}),this.halves=Q("div",{class:"halves",hidden:!0},Q("span",{text:"\
Now"}),Q("span",{text:"Before"})),this.foot=Q("div",{class:"bottom"},this.transport.element,this.buttons);let o=["help","show"].map(a=>this.panels.get(a).panel);this.root.append(this.halves,s,r,...o,this.story.element,this.foot,this.notes,this.message.element),Object.assign(this,{left:s,right:r});for(let a of this.switches.keys())this.showSetting(a,this.viewer.source.get(a));this.switches.size||this.
trust.replaceChildren(...hu(e.trust));for(let a of this.root.querySelectorAll(".panel>div"))this.cue(a)}cue(e){let t=()=>e.parentElement.classList.toggle("more",e.scrollHeight-e.scrollTop-e.clientHeight>6);e.addEventListener("scroll",t,{passive:!0});let i=new ResizeObserver(t);i.observe(e);for(let s of e.children)i.observe(s);this.ends.push(()=>i.disconnect())}links(e){return(e.links??[]).map(({title:t,
address:i})=>{let s={href:i,target:"_blank",rel:"noopener noreferrer",text:t};return Q("p",{},/^https?:/.test(i)?Q("a",s):t)})}makeShow(){let{viewer:e}=this,t=(r,o)=>Q("button",{type:"button",class:"text",text:r,onclick:o});this.films={film:t("Make a film",()=>e.toggleFilm("film")),gif:t("Make a GIF",()=>e.toggleFilm("gif"))},this.showFilming(null),this.lectureButton=t("Large type",()=>this.lecture(
!this.lecturing)),this.lectureButton.setAttribute("aria-pressed","false");let i=this.root.requestFullscreen?t("Full screen",()=>this.fullScreen()):null,s=t("Save a picture (PNG)",()=>e.savePicture());return Q("div",{class:"show"},s,this.films.film,this.films.gif,i,this.lectureButton)}fullScreen(){let{fullscreenElement:e}=document;(e?document.exitFullscreen():this.root.requestFullscreen()).catch(()=>this.
note("This frame may not fill the screen: open the page by itself.",6e3))}lecture(e){this.lecturing=e,this.root.classList.toggle("lecture",e),this.lectureButton.setAttribute("aria-pressed",String(e)),this.resize()}showFilming(e){this.root.classList.toggle("filming",e!==null);for(let[t,i]of Object.entries(this.films)){let s=t==="gif"?"GIF":"film";i.textContent=t===e?`Stop and save the ${s}`:`Make a\
 ${s}`,i.setAttribute("aria-pressed",String(t===e)),i.disabled=e!==null&&t!==e}}beginStory(){this.before=[...this.panels].filter(([,{panel:e}])=>!e.hidden).map(([e])=>e);for(let e of this.before)this.open(e,!1);this.root.classList.add("telling"),this.resize()}endStory(){this.root.classList.remove("telling");for(let e of this.before??[])this.open(e,!0);this.tour?.focus({preventScroll:!0}),this.resize()}showSetting(e,t){
this.sliders?.show(e,t);let i=this.switches.get(e);i?.show(t),i&&this.trust.replaceChildren(...hu(i.spec.trust[Math.round(t)])),i&&this.resize(),this.tellGhost()}changedSettings(){let e=this.sliders?.changed()??{};for(let{name:t,value:i}of this.viewer.payload.machine?.sliders??[])this.switches.has(t)&&this.viewer.source.get(t)!==i&&(e[t]=this.viewer.source.get(t));return e}firstSettings(){this.sliders?.
first();for(let{name:e,value:t}of this.viewer.payload.machine?.sliders??[])this.switches.has(e)&&this.viewer.source.get(e)!==t&&this.viewer.set(e,t)}showComparing(e){this.sliders?.showComparing(e),this.root.classList.toggle("comparing",e),this.tellGhost()}showBeside(e){this.sliders?.showBeside(e),this.resize()}halve(e){if(this.halves.hidden=!e,!e)return;let{from:t,middle:i,to:s}=e,[r,o]=this.halves.
children;Object.assign(this.halves.style,{left:`${i}px`}),r.style.maxWidth=`${i-t-16}px`,o.style.maxWidth=`${s-i-16}px`}tellGhost(){let{viewer:e}=this;if(!this.ghostWords||(this.ghostWords.hidden=!e.ghosted,!e.ghosted))return;let t=new Map((e.payload.machine?.sliders??[]).map(r=>[r.name,r])),i=(e.ghost?.differing??[]).map(r=>{let o=e.ghost.machine.get(r),a=this.switches.get(r);if(a)return a.spec.words[Math.
round(o)];let l=t.get(r),{unit:h,factor:c}=l?.shown??{unit:l?.unit??"",factor:1};return`${Qi(r)} ${Xt(o/c,3)} ${h}`.trim()}),s=i.length?`Ghost: ${i.join(", ")}`:"Ghost: the settings of now; move a slider";this.ghostWords.textContent!==s&&(this.ghostWords.textContent=s)}tellPilot(){let{pilot:e}=this.viewer.source;if(this.pilotWords.hidden=!e,!e)return;let t=e.spec.goal?` ${e.reached} goals reached;\
 drag the ring.`:"",i=`${Zt(e.spec.name)} steers.${t}`;this.pilotWords.textContent!==i&&(this.pilotWords.textContent=i)}showPicked(e){this.picked.show(e),this.picked.update(this.viewer.outputs),this.resize()}credits(e){let t=e.recording?.note,i=[e.source,...e.machine?.notes??[],t,e.version?`Elver ${e.version}`:""].filter(Boolean).join(" · ");return Q("p",{class:"credits",text:i})}addPanel(e,t,i,s,r){
let o=di("close",`Close ${t}`,()=>this.shut(e),{class:"icon small"}),a=Q("section",{class:`card panel ${e}`,"aria-label":t},Q("header",{},Q("h2",{text:t}),o),s);a.hidden=!0;let l=di(i,t,()=>this.open(e,a.hidden),{"aria-expanded":"false"});l.append(Q("span",{text:t})),this.panels.set(e,{panel:a,button:l}),this.buttons.append(l),r?.append(a)}addTools(){let e=di("sun","Light or dark",()=>this.setTheme(
this.theme==="dark"?"light":"dark")),t=di("link","Copy a link with these settings",()=>this.copyLink()),i=di("save","Download the run as CSV",()=>this.download()),s=this.viewer.options.hash&&location.protocol!=="about:";this.buttons.append(...s?[t]:[],i,e)}open(e,t){let i=this.root.classList.contains("narrow"),s=this.root.clientHeight<iy;for(let[r,{panel:o,button:a}]of this.panels){let l=fu.includes(
r)?fu.includes(e):s&&!fu.includes(e)&&r!=="plots"&&e!=="plots";r!==e&&!(t&&r!==e&&(i||l))||(o.hidden=r===e?!t:!0,a.setAttribute("aria-expanded",String(!o.hidden)))}this.resize(),this.plots.update()}shut(e){this.open(e,!1),this.panels.get(e).button.focus()}beginOpen(){this.isNarrow()||(this.sliders&&this.open("sliders",!0),this.root.clientWidth>1e3&&this.open("plots",!0))}addFirst(e,t){for(let i of e.
plots??[])i.shown&&t.showPlot(i);this.firstPlots=this.plots.plots.map(i=>this.plotKey(i.spec)).join(","),t.world.arrows.forEach((i,s)=>i.spec.shown&&this.showArrows(s,!0)),this.observer=new ResizeObserver(()=>this.resize()),this.observer.observe(this.root);for(let i of[this.left.firstChild,this.foot,this.story.element,this.picked.element])this.observer.observe(i);for(let{panel:i}of this.panels.values())
this.observer.observe(i);this.beginOpen()}showArrows(e,t){this.viewer.world.arrows[e].group.visible=t,this.look.press(e,t)}plotKey(e){let t=(this.viewer.payload.plots??[]).indexOf(e);return t>=0?`p${t}`:`o:${e.title}`}addByKey(e,t){let i=/^p\d+$/.test(e)?t.payload.plots?.[Number(e.slice(1))]:null;i?t.showPlot(i):e.startsWith("o:")&&t.addPlot(e.slice(2))}renewHistory(e){if(this.plots){this.plots.history=
e.runner.history;for(let t of this.plots.plots)t.columns=t.series.map(i=>e.runner.history.index.get(i.output))}}listen(e){let t=r=>td(r,e),i=globalThis.matchMedia?.("(prefers-color-scheme: dark)"),s=()=>this.chosenTheme==="auto"&&this.setTheme("auto");this.root.ownerDocument.addEventListener("keydown",t),i?.addEventListener("change",s),this.ends.push(()=>this.root.ownerDocument.removeEventListener(
"keydown",t),()=>i?.removeEventListener("change",s))}setTheme(e){this.chosenTheme=e,this.theme=e==="auto"?id():e,this.root.dataset.theme=this.theme,this.viewer.world.setTheme(this.theme),this.viewer.ghost?.drawn?.setTheme(this.viewer.world.theme),this.plots.setTheme(this.theme),this.look.update(),this.viewer.refresh()}download(){let{history:e}=this.viewer.runner;hd(this.viewer),e.dropped&&this.note(
`The table holds the last ${Hl(e.newest-e.oldest)}: earlier samples make room for new ones.`,8e3)}async copyLink(){let{viewer:e}=this,t=`${location.href.split("#")[0]}#${e.hash}`;history.replaceState(null,"",t);try{await navigator.clipboard.writeText(t),this.note("The link with these settings is copied, and stands in the address.",4e3)}catch{this.note("The link with these settings stands in the ad\
dress of the page.",4e3)}}note(e,t=0){let i=Q("p",{text:e}),s=di("close","Close",()=>i.remove(),{class:"icon small"});i.append(s),this.notes?this.notes.append(i):this.notesLater=[...this.notesLater??[],[e,t]],t&&setTimeout(()=>i.remove(),t)}isNarrow(){return this.root.clientWidth<cu||this.root.clientHeight<ty}wideInsets(){let e=this.root.getBoundingClientRect(),t=r=>r.filter(o=>!o.hidden).map(o=>o.
getBoundingClientRect()),i=t([...this.right.children]),s=t([this.story.element,this.foot]);return{left:Math.max(...t([...this.left.children]).map(r=>r.right-e.left))+ps,right:i.length?e.right-Math.min(...i.map(r=>r.left))+ps:ps,top:ps,bottom:e.bottom-Math.min(...s.map(r=>r.top))+ps}}narrowInsets(e){let i=[...[...this.panels.values()].map(({panel:o})=>o),this.picked.element].find(o=>!o.hidden),s=this.
story.element.hidden?0:this.story.element.offsetHeight,r=this.foot.offsetHeight+s+ps;return e>=cu?{left:this.left.firstChild.offsetWidth+2*ps,right:i?.offsetWidth??0,top:ps,bottom:r}:{left:0,right:0,top:this.left.firstChild.offsetHeight+2*ps,bottom:r+(i?.offsetHeight??0)}}resize(){let{clientWidth:e,clientHeight:t}=this.root;if(!e||!t||!this.viewer.world)return;let i=this.isNarrow();if(this.root.classList.
toggle("narrow",i),this.root.classList.toggle("short",i&&e>=cu),this.notesLater&&this.notes)for(let[r,o]of this.notesLater.splice(0))this.note(r,o);this.root.style.setProperty("--foot",`${this.foot.getBoundingClientRect().height}px`);let s=i?this.narrowInsets(e):this.wideInsets();this.viewer.world.stage.setInsets(s),this.viewer.world.resize(e,t),this.viewer.wake()}close(){for(let e of this.ends)e();
this.observer?.disconnect(),this.root.remove()}};function sy({replayed:n,status:e}){if(!n||e.word==="finished")return[];let t=Q("b",{text:`This run did not finish: ${e.word}`});return[Q("div",{class:"ending",role:"alert"},t,Q("p",{text:e.text}))]}function ry(n){return n>0&&n<.2?.2:10}function Vm(n){if(typeof n!="number"||!Number.isFinite(n))throw new RangeError(`seek(${n}): give seconds as a number.`)}function Xm(n,e){let t=[];for(let[i,s]of Object.entries(n))t.push(`${uu(i)}=${Number(s.toPrecision(9))}`);for(let[i,s]of Object.entries(e))t.push(`~${uu(i)}=${uu(String(s))}`);return t.join("&")}function Ym(n){let e={},t={};for(let i of n.replace(/^#/,"").split("&")){let s=i.indexOf("=");if(s<1)continue;let r=Wm(i.slice(0,s)),o=Wm(i.slice(s+1));r===null||o===null||(r.startsWith("~")?t[r.slice(1)]=
o:o!==""&&Number.isFinite(Number(o))&&(e[r]=Number(o)))}return{parameters:e,own:t}}function uu(n){return encodeURIComponent(n).replaceAll("%2C",",").replaceAll("%3A",":").replaceAll("%20","+")}function Wm(n){try{return decodeURIComponent(n.replaceAll("+","%20"))}catch{return null}}var qm=0,pu=1,Km=2;var Us=1,$m=2,lr=3,ji=0,ri=1,Fi=2,Ns=0,Fs=1,du=2,mu=3,gu=4,Zm=5;var Os=100,Jm=101,Qm=102,jm=103,eg=104,tg=200,ig=201,ng=202,sg=203,yh=204,bh=205,rg=206,og=207,ag=208,lg=209,hg=210,cg=211,fg=212,ug=213,pg=214,ga=0,xa=1,_a=2,Bs=3,Ma=4,Sa=5,va=6,wa=7,ks=0,dg=1,mg=2,un=0,Th=1,Eh=2,Ah=3,Rh=4,Ch=5,Ph=6,Lh=7;var xu=300,hr=301,ya=302,Dh=303,Ih=304,ba=1e3,Nn=1001,Ta=1002,Kt=1003,gg=1004;var Ea=1005;var vi=1006,Uh=1007;var Fn=1008;var Li=1009,Nh=1010,Fh=1011,ds=1012,Jr=1013,zi=1014,wi=1015,en=1016,Qr=1017,jr=1018,ms=1020,Oh=35902,Bh=35899,kh=1021,zh=1022,pn=1023,vn=1026,On=1027,eo=1028,to=1029,Bn=1030,io=1031;var no=1033,so=33776,ro=33777,oo=33778,ao=33779,Aa=35840,Ra=35841,Ca=35842,Pa=35843,La=36196,Da=37492,Ia=37496,Ua=37488,Na=37489,cr=37490,Fa=37491,Oa=37808,Ba=37809,ka=37810,za=37811,Ga=37812,Ha=37813,Va=37814,Wa=37815,Xa=37816,Ya=37817,qa=37818,Ka=37819,$a=37820,Za=37821,Ja=36492,Qa=36494,ja=36495,el=36283,tl=36284,fr=36285,il=36286;var xg=3200;var ur=0,_g=1,wn="",yi="srgb",nl="srgb-linear",pr="linear",gt="srgb";var Gh=7680;var Mg=519,Sg=512,vg=513,wg=514,Hh=515,yg=516,bg=517,Vh=518,Wh=519,Tg=35044,lo=35048;var _u="300 es",Oi=2e3,gs=2001;function Ag(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function co(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function Rg(){let n=co("canvas");return n.style.display="block",n}var Eg={},ho=null;function Mu(...n){let e="THREE."+n.shift();ho?ho("log",e,...n):console.log(e,...n)}function Cg(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Oe(...n){n=Cg(n);let e="THREE."+n.shift();if(ho)ho("warn",e,...n);else{let t=n[0];
t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function ct(...n){n=Cg(n);let e="THREE."+n.shift();if(ho)ho("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function dr(...n){let e=n.join(" ");e in Eg||(Eg[e]=!0,Oe(...n))}function Pg(n,e,t){return new Promise(function(i,s){function r(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:s();break;case n.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:i()}}setTimeout(r,t)})}var Lg={[ga]:ga,[_a]:va,[Ma]:Ma,[Bs]:Sa,[xa]:xa,[va]:_a,[wa]:wa,[Sa]:Bs};var tn=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let s=i[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){
let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let s=i.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}};var Gi=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4\
e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9\
e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","e\
e","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var Xh=Math.PI/180,Su=180/Math.PI;function es(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Gi[n&255]+Gi[n>>8&255]+Gi[n>>16&255]+Gi[n>>24&255]+"-"+Gi[e&255]+Gi[e>>8&255]+"-"+Gi[e>>16&15|64]+Gi[e>>24&255]+"-"+Gi[t&63|128]+Gi[t>>8&255]+"-"+Gi[t>>16&255]+Gi[t>>24&255]+Gi[i&255]+Gi[i>>8&255]+Gi[i>>16&255]+Gi[i>>24&255]).
toLowerCase()}function at(n,e,t){return Math.max(e,Math.min(t,n))}function Dg(n,e){return(n%e+e)%e}function Yh(n,e,t){return(1-t)*n+t*e}function qh(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Ig(n,e){if(e.constructor===Float32Array)return n;let t=qh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");
return Math.max(n/t,-1)}function Ug(n,e){if(e.constructor===Float32Array)return n;let t=qh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var Ie=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:
throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){
return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){
return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6],this.y=s[1]*t+s[4]*i+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this}clampScalar(e,t){return this.
x=at(this.x,e,t),this.y=at(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.
y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,
-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(at(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){
return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),s=Math.
sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*i-o*s+e.x,this.y=r*s+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};var yn=class{constructor(e=0,t=0,i=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=s}static slerpFlat(e,t,i,s,r,o,a){let l=i[s+0],h=i[s+1],c=i[s+2],f=i[s+3],u=r[o+0],p=r[o+1],d=r[o+2],S=r[o+3];if(f!==S||l!==u||h!==p||c!==d){let g=l*u+h*p+c*d+f*S;g<0&&(u=-u,p=-p,d=-d,S=-S,g=-g);let m=1-a;if(g<.9995){let M=Math.acos(g),E=Math.sin(M);m=Math.sin(m*M)/E,a=Math.sin(a*M)/E,l=l*m+u*a,h=h*
m+p*a,c=c*m+d*a,f=f*m+S*a}else{l=l*m+u*a,h=h*m+p*a,c=c*m+d*a,f=f*m+S*a;let M=1/Math.sqrt(l*l+h*h+c*c+f*f);l*=M,h*=M,c*=M,f*=M}}e[t]=l,e[t+1]=h,e[t+2]=c,e[t+3]=f}static multiplyQuaternionsFlat(e,t,i,s,r,o){let a=i[s],l=i[s+1],h=i[s+2],c=i[s+3],f=r[o],u=r[o+1],p=r[o+2],d=r[o+3];return e[t]=a*d+c*f+l*p-h*u,e[t+1]=l*d+c*u+h*f-a*p,e[t+2]=h*d+c*p+a*u-l*f,e[t+3]=c*d-a*f-l*u-h*p,e}get x(){return this._x}set x(e){
this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,s){return this._x=e,this._y=t,this._z=i,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){
return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,h=a(i/2),c=a(s/2),f=a(r/2),u=l(i/2),p=l(s/2),d=l(r/2);switch(o){case"XYZ":this._x=u*c*f+h*p*d,this._y=h*p*f-u*c*d,this._z=h*c*d+u*p*f,this._w=h*c*f-u*p*d;break;case"YXZ":this._x=u*c*f+h*p*d,this._y=h*p*f-u*c*d,this._z=h*c*d-u*p*f,this._w=
h*c*f+u*p*d;break;case"ZXY":this._x=u*c*f-h*p*d,this._y=h*p*f+u*c*d,this._z=h*c*d+u*p*f,this._w=h*c*f-u*p*d;break;case"ZYX":this._x=u*c*f-h*p*d,this._y=h*p*f+u*c*d,this._z=h*c*d-u*p*f,this._w=h*c*f+u*p*d;break;case"YZX":this._x=u*c*f+h*p*d,this._y=h*p*f+u*c*d,this._z=h*c*d-u*p*f,this._w=h*c*f-u*p*d;break;case"XZY":this._x=u*c*f-h*p*d,this._y=h*p*f-u*c*d,this._z=h*c*d+u*p*f,this._w=h*c*f+u*p*d;break;default:
Oe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,s=Math.sin(i);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],h=t[2],c=t[6],f=t[10],u=i+a+f;if(u>0){let p=.5/Math.sqrt(u+
1);this._w=.25/p,this._x=(c-l)*p,this._y=(r-h)*p,this._z=(o-s)*p}else if(i>a&&i>f){let p=2*Math.sqrt(1+i-a-f);this._w=(c-l)/p,this._x=.25*p,this._y=(s+o)/p,this._z=(r+h)/p}else if(a>f){let p=2*Math.sqrt(1+a-i-f);this._w=(r-h)/p,this._x=(s+o)/p,this._y=.25*p,this._z=(l+c)/p}else{let p=2*Math.sqrt(1+f-i-a);this._w=(o-s)/p,this._x=(r+h)/p,this._y=(l+c)/p,this._z=.25*p}return this._onChangeCallback(),
this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(at(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)
return this;let s=Math.min(1,t/i);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this.
_x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,s=e._y,r=e.
_z,o=e._w,a=t._x,l=t._y,h=t._z,c=t._w;return this._x=i*c+o*a+s*h-r*l,this._y=s*c+o*l+r*a-i*h,this._z=r*c+o*h+i*l-s*a,this._w=o*c-i*a-s*l-r*h,this._onChangeCallback(),this}slerp(e,t){let i=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(i=-i,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let h=Math.acos(a),c=Math.sin(h);l=Math.sin(l*h)/c,t=Math.sin(t*h)/c,this._x=this._x*l+i*t,this._y=this._y*l+s*t,this.
_z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+i*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),s=Math.sqrt(1-i),r=Math.sqrt(i);return this.set(s*Math.sin(e),s*Math.cos(e),r*
Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.
getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}};var V=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:
throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){
return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=
e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Ng.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Ng.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6]*
s,this.y=r[1]*t+r[4]*i+r[7]*s,this.z=r[2]*t+r[5]*i+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*i+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*i+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*i+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*i+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,s=this.z,r=e.x,
o=e.y,a=e.z,l=e.w,h=2*(o*s-a*i),c=2*(a*t-r*s),f=2*(r*i-o*t);return this.x=t+l*h+o*f-a*c,this.y=i+l*c+a*h-r*f,this.z=s+l*f+r*c-o*h,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,s=this.z,r=e.elements;return this.x=r[0]*
t+r[4]*i+r[8]*s,this.y=r[1]*t+r[5]*i+r[9]*s,this.z=r[2]*t+r[6]*i+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){
return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this.z=at(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=at(this.x,e,t),this.y=at(this.y,e,t),this.z=at(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.
ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.
x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){
return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-i*l,this.z=i*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return vu.copy(this).
projectOnVector(e),this.sub(vu)}reflect(e){return this.sub(vu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(at(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,s=this.z-e.z;return t*t+i*i+s*s}manhattanDistanceTo(e){return Math.
abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let s=Math.sin(t)*e;return this.x=s*Math.sin(i),this.y=Math.cos(t)*e,this.z=s*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(
t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){
return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(
t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},vu=new V,Ng=new yn;var We=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,s,r,o,a,l,h){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,h)}set(e,t,i,s,r,o,a,l,h){let c=this.elements;return c[0]=e,c[1]=s,c[2]=a,c[3]=t,c[4]=r,c[5]=l,c[6]=i,c[7]=o,c[8]=h,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],
t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){
let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[3],l=i[6],h=i[1],c=i[4],f=i[7],u=i[2],p=i[5],d=i[8],S=s[0],g=s[3],m=s[6],M=s[1],E=s[4],w=s[7],I=s[2],A=s[5],_=s[8];return r[0]=o*S+a*M+l*I,r[3]=o*g+a*E+l*A,r[6]=o*m+a*w+l*_,r[1]=h*S+c*M+f*I,r[4]=h*g+c*E+f*A,r[7]=h*m+c*w+f*_,r[2]=u*S+p*M+d*I,r[5]=u*g+p*E+d*A,r[8]=u*m+p*w+d*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=
e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],h=e[7],c=e[8];return t*o*c-t*a*h-i*r*c+i*a*l+s*r*h-s*o*l}invert(){let e=this.elements,t=e[0],i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],h=e[7],c=e[8],f=c*o-a*h,u=a*l-c*r,p=h*r-o*l,d=t*f+i*u+s*p;if(d===0)return this.set(0,0,0,0,0,0,0,0,0);let S=1/d;return e[0]=f*S,
e[1]=(s*h-c*i)*S,e[2]=(a*i-s*o)*S,e[3]=u*S,e[4]=(c*t-s*l)*S,e[5]=(s*r-a*t)*S,e[6]=p*S,e[7]=(i*l-h*t)*S,e[8]=(o*t-i*r)*S,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],
e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,s,r,o,a){let l=Math.cos(r),h=Math.sin(r);return this.set(i*l,i*h,-i*(l*o+h*a)+o+e,-s*h,s*l,-s*(-h*o+l*a)+a+t,0,0,1),this}scale(e,t){return dr("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(wu.makeScale(e,t)),this}rotate(e){return dr("Matrix3: .rotate() is deprecated. Use .makeRotation() inst\
ead."),this.premultiply(wu.makeRotation(-e)),this}translate(e,t){return dr("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(wu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){
return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<9;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().
fromArray(this.elements)}},wu=new We;var Fg=new We().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Og=new We().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function oy(){let n={enabled:!0,workingColorSpace:nl,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===gt&&(s.r=kn(s.r),s.g=kn(s.g),s.b=kn(s.b)),
this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===gt&&(s.r=mr(s.r),s.g=mr(s.g),s.b=mr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.
spaces[s].primaries},getTransfer:function(s){return s===wn?pr:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(
this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[nl]:{primaries:e,whitePoint:i,transfer:pr,
toXYZ:Fg,fromXYZ:Og,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:yi},outputColorSpaceConfig:{drawingBufferColorSpace:yi}},[yi]:{primaries:e,whitePoint:i,transfer:gt,toXYZ:Fg,fromXYZ:Og,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:yi}}}),n}var tt=oy();function kn(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function mr(n){return n<
.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var fo,Kh=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{fo===void 0&&(fo=co("canvas")),fo.width=e.width,fo.height=e.height;let s=fo.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),i=fo}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<
"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=co("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let s=i.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=kn(r[o]/255)*255;return i.putImageData(s,0,0),t}else if(e.
data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(kn(t[i]/255)*255):t[i]=kn(t[i]);return{data:t,width:e.width,height:e.height}}else return Oe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}};var ay=0,zs=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ay++}),this.uuid=es(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.
width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(yu(s[o].image)):r.push(yu(s[o]))}else r=yu(s);i.url=r}return t||
(e.images[this.uuid]=i),i}};function yu(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?Kh.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Oe("Texture: Unable to serialize Texture."),{})}var ly=0,bu=new V,oi=class n extends tn{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Nn,s=Nn,r=vi,o=Fn,a=pn,l=Li,h=n.DEFAULT_ANISOTROPY,c=wn){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:ly++}),this.uuid=es(),this.name="",this.source=new zs(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=h,this.
format=a,this.internalFormat=null,this.type=l,this.offset=new Ie(0,0),this.repeat=new Ie(1,1),this.center=new Ie(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new We,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=c,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,
this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(bu).x}get height(){return this.source.getSize(bu).y}get depth(){return this.source.getSize(bu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.
offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.
wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,
this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,
this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){Oe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Oe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&i&&s.isVector2&&i.isVector2||s&&i&&s.isVector3&&i.isVector3||s&&i&&s.isMatrix3&&i.isMatrix3?s.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&
e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],
format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).
length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==xu)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case ba:e.x=e.x-Math.floor(e.x);break;case Nn:e.x=e.x<0?0:1;break;case Ta:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.
wrapT){case ba:e.y=e.y-Math.floor(e.y);break;case Nn:e.y=e.y<0?0:1;break;case Ta:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};oi.DEFAULT_IMAGE=null;oi.DEFAULT_MAPPING=xu;oi.DEFAULT_ANISOTROPY=1;var wt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,s=1){this.x=e,this.y=t,this.z=i,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,s){return this.x=e,this.y=t,this.z=i,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.
z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of \
range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.
x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=
e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*i+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*i+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*i+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*
Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,s,r,l=e.elements,h=l[0],c=l[4],f=l[8],u=l[1],p=l[5],d=l[9],S=l[2],g=l[6],m=l[10];if(Math.abs(c-u)<.01&&Math.abs(f-S)<.01&&Math.abs(d-g)<.01){if(Math.abs(c+u)<.1&&Math.abs(f+S)<.1&&Math.abs(d+g)<.1&&Math.abs(h+p+m-3)<.1)return this.
set(1,0,0,0),this;t=Math.PI;let E=(h+1)/2,w=(p+1)/2,I=(m+1)/2,A=(c+u)/4,_=(f+S)/4,T=(d+g)/4;return E>w&&E>I?E<.01?(i=0,s=.707106781,r=.707106781):(i=Math.sqrt(E),s=A/i,r=_/i):w>I?w<.01?(i=.707106781,s=0,r=.707106781):(s=Math.sqrt(w),i=A/s,r=T/s):I<.01?(i=.707106781,s=.707106781,r=0):(r=Math.sqrt(I),i=_/r,s=T/r),this.set(i,s,r,t),this}let M=Math.sqrt((g-d)*(g-d)+(f-S)*(f-S)+(u-c)*(u-c));return Math.
abs(M)<.001&&(M=1),this.x=(g-d)/M,this.y=(f-S)/M,this.z=(u-c)/M,this.w=Math.acos((h+p+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,
e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=at(this.x,e.x,t.x),this.y=at(this.y,e.y,t.y),this.z=at(this.z,e.z,t.z),this.w=at(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=at(this.x,e,t),this.y=at(this.y,e,t),this.z=at(this.z,e,t),this.w=at(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(at(i,e,
t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.
trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){
return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=
e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.
y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};var $h=class extends tn{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:vi,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},
i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new wt(0,0,e,t),this.scissorTest=!1,this.viewport=new wt(0,0,e,t),this.textures=[];let s=i.count;for(let r=0;r<s;r++)this.textures[r]=new oi({width:e,height:t,depth:i.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.
stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=
i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:vi,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),
e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==
void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){
return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=i,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.
set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].
renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new zs(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=
e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){
this.dispatchEvent({type:"dispose"})}};var nn=class extends $h{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}};var uo=class extends oi{constructor(e=null,t=1,i=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Kt,this.minFilter=Kt,this.wrapR=Nn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.
clear()}};var Zh=class extends oi{constructor(e=null,t=1,i=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:s},this.magFilter=Kt,this.minFilter=Kt,this.wrapR=Nn,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Qe=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,s,r,o,a,l,h,c,f,u,p,d,S,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,s,r,o,a,l,h,c,f,u,p,d,S,g)}set(e,t,i,s,r,o,a,l,h,c,f,u,p,d,S,g){let m=this.elements;return m[0]=e,m[4]=t,m[8]=i,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=h,m[6]=c,m[10]=f,m[14]=u,m[3]=p,m[7]=d,m[11]=S,m[15]=g,this}identity(){return this.
set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=
i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,
0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,s=1/po.setFromMatrixColumn(e,0).length(),r=1/po.setFromMatrixColumn(e,1).length(),o=1/po.setFromMatrixColumn(e,2).length();return t[0]=i[0]*s,t[1]=i[1]*s,t[2]=i[2]*s,t[3]=0,t[4]=i[4]*r,t[5]=i[5]*r,t[6]=i[6]*r,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=
0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,s=e.y,r=e.z,o=Math.cos(i),a=Math.sin(i),l=Math.cos(s),h=Math.sin(s),c=Math.cos(r),f=Math.sin(r);if(e.order==="XYZ"){let u=o*c,p=o*f,d=a*c,S=a*f;t[0]=l*c,t[4]=-l*f,t[8]=h,t[1]=p+d*h,t[5]=u-S*h,t[9]=-a*l,t[2]=S-u*h,t[6]=d+p*h,t[10]=o*l}else if(e.order==="YXZ"){let u=l*c,p=l*f,d=h*c,S=h*f;t[0]=u+S*a,t[4]=d*a-p,t[8]=o*h,t[1]=o*f,t[5]=o*
c,t[9]=-a,t[2]=p*a-d,t[6]=S+u*a,t[10]=o*l}else if(e.order==="ZXY"){let u=l*c,p=l*f,d=h*c,S=h*f;t[0]=u-S*a,t[4]=-o*f,t[8]=d+p*a,t[1]=p+d*a,t[5]=o*c,t[9]=S-u*a,t[2]=-o*h,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let u=o*c,p=o*f,d=a*c,S=a*f;t[0]=l*c,t[4]=d*h-p,t[8]=u*h+S,t[1]=l*f,t[5]=S*h+u,t[9]=p*h-d,t[2]=-h,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let u=o*l,p=o*h,d=a*l,S=a*h;t[0]=l*c,t[4]=S-u*f,
t[8]=d*f+p,t[1]=f,t[5]=o*c,t[9]=-a*c,t[2]=-h*c,t[6]=p*f+d,t[10]=u-S*f}else if(e.order==="XZY"){let u=o*l,p=o*h,d=a*l,S=a*h;t[0]=l*c,t[4]=-f,t[8]=h*c,t[1]=u*f+S,t[5]=o*c,t[9]=p*f-d,t[2]=d*f-p,t[6]=a*c,t[10]=S*f+u}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(hy,e,cy)}lookAt(e,t,i){let s=this.elements;return dn.subVectors(e,t),dn.
lengthSq()===0&&(dn.z=1),dn.normalize(),Gs.crossVectors(i,dn),Gs.lengthSq()===0&&(Math.abs(i.z)===1?dn.x+=1e-4:dn.z+=1e-4,dn.normalize(),Gs.crossVectors(i,dn)),Gs.normalize(),Jh.crossVectors(dn,Gs),s[0]=Gs.x,s[4]=Jh.x,s[8]=dn.x,s[1]=Gs.y,s[5]=Jh.y,s[9]=dn.y,s[2]=Gs.z,s[6]=Jh.z,s[10]=dn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){
let i=e.elements,s=t.elements,r=this.elements,o=i[0],a=i[4],l=i[8],h=i[12],c=i[1],f=i[5],u=i[9],p=i[13],d=i[2],S=i[6],g=i[10],m=i[14],M=i[3],E=i[7],w=i[11],I=i[15],A=s[0],_=s[4],T=s[8],z=s[12],U=s[1],D=s[5],B=s[9],Y=s[13],L=s[2],H=s[6],Z=s[10],G=s[14],he=s[3],$=s[7],j=s[11],se=s[15];return r[0]=o*A+a*U+l*L+h*he,r[4]=o*_+a*D+l*H+h*$,r[8]=o*T+a*B+l*Z+h*j,r[12]=o*z+a*Y+l*G+h*se,r[1]=c*A+f*U+u*L+p*he,
r[5]=c*_+f*D+u*H+p*$,r[9]=c*T+f*B+u*Z+p*j,r[13]=c*z+f*Y+u*G+p*se,r[2]=d*A+S*U+g*L+m*he,r[6]=d*_+S*D+g*H+m*$,r[10]=d*T+S*B+g*Z+m*j,r[14]=d*z+S*Y+g*G+m*se,r[3]=M*A+E*U+w*L+I*he,r[7]=M*_+E*D+w*H+I*$,r[11]=M*T+E*B+w*Z+I*j,r[15]=M*z+E*Y+w*G+I*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=
e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],h=e[13],c=e[2],f=e[6],u=e[10],p=e[14],d=e[3],S=e[7],g=e[11],m=e[15],M=l*p-h*u,E=a*p-h*f,w=a*u-l*f,I=o*p-h*c,A=o*u-l*c,_=o*f-a*c;return t*(S*M-g*E+m*w)-i*(d*M-g*I+m*A)+s*(d*E-S*I+m*_)-r*(d*w-S*A+g*_)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],h=e[6],
c=e[10];return t*(o*c-a*h)-i*(r*c-a*l)+s*(r*h-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=i),this}invert(){let e=this.elements,t=e[0],
i=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],h=e[7],c=e[8],f=e[9],u=e[10],p=e[11],d=e[12],S=e[13],g=e[14],m=e[15],M=t*a-i*o,E=t*l-s*o,w=t*h-r*o,I=i*l-s*a,A=i*h-r*a,_=s*h-r*l,T=c*S-f*d,z=c*g-u*d,U=c*m-p*d,D=f*g-u*S,B=f*m-p*S,Y=u*m-p*g,L=M*Y-E*B+w*D+I*U-A*z+_*T;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/L;return e[0]=(a*Y-l*B+h*D)*H,e[1]=(s*B-i*Y-r*D)*H,e[2]=(S*_-g*A+m*I)*H,e[3]=
(u*A-f*_-p*I)*H,e[4]=(l*U-o*Y-h*z)*H,e[5]=(t*Y-s*U+r*z)*H,e[6]=(g*w-d*_-m*E)*H,e[7]=(c*_-u*w+p*E)*H,e[8]=(o*B-a*U+h*T)*H,e[9]=(i*U-t*B-r*T)*H,e[10]=(d*A-S*w+m*M)*H,e[11]=(f*w-c*A-p*M)*H,e[12]=(a*z-o*D-l*T)*H,e[13]=(t*D-i*z+s*T)*H,e[14]=(S*E-d*I-g*M)*H,e[15]=(c*I-f*E+u*M)*H,this}scale(e){let t=this.elements,i=e.x,s=e.y,r=e.z;return t[0]*=i,t[4]*=s,t[8]*=r,t[1]*=i,t[5]*=s,t[9]*=r,t[2]*=i,t[6]*=s,t[10]*=
r,t[3]*=i,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,s))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.
set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),s=Math.sin(t),r=1-i,o=e.x,a=e.y,l=e.z,h=r*o,c=r*a;return this.set(h*o+i,h*a-s*l,h*l+s*a,0,h*a+s*l,c*a+i,c*l-s*
o,0,h*l-s*a,c*l+s*o,r*l*l+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,s,r,o){return this.set(1,i,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,i){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,h=r+r,c=o+o,f=a+a,u=r*h,p=r*c,d=r*f,S=o*c,g=o*f,m=a*f,M=l*h,E=l*c,w=l*f,I=i.x,A=i.y,_=i.z;return s[0]=(1-(S+m))*I,s[1]=(p+w)*I,s[2]=(d-E)*I,s[3]=
0,s[4]=(p-w)*A,s[5]=(1-(u+m))*A,s[6]=(g+M)*A,s[7]=0,s[8]=(d+E)*_,s[9]=(g-M)*_,s[10]=(1-(u+S))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,i){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return i.set(1,1,1),t.identity(),this;let o=po.set(s[0],s[1],s[2]).length(),a=po.set(s[4],s[5],s[6]).length(),l=po.set(s[8],s[9],s[10]).length();r<
0&&(o=-o),zn.copy(this);let h=1/o,c=1/a,f=1/l;return zn.elements[0]*=h,zn.elements[1]*=h,zn.elements[2]*=h,zn.elements[4]*=c,zn.elements[5]*=c,zn.elements[6]*=c,zn.elements[8]*=f,zn.elements[9]*=f,zn.elements[10]*=f,t.setFromRotationMatrix(zn),i.x=o,i.y=a,i.z=l,this}makePerspective(e,t,i,s,r,o,a=Oi,l=!1){let h=this.elements,c=2*r/(t-e),f=2*r/(i-s),u=(t+e)/(t-e),p=(i+s)/(i-s),d,S;if(l)d=r/(o-r),S=o*
r/(o-r);else if(a===Oi)d=-(o+r)/(o-r),S=-2*o*r/(o-r);else if(a===gs)d=-o/(o-r),S=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return h[0]=c,h[4]=0,h[8]=u,h[12]=0,h[1]=0,h[5]=f,h[9]=p,h[13]=0,h[2]=0,h[6]=0,h[10]=d,h[14]=S,h[3]=0,h[7]=0,h[11]=-1,h[15]=0,this}makeOrthographic(e,t,i,s,r,o,a=Oi,l=!1){let h=this.elements,c=2/(t-e),f=2/(i-s),u=-(t+e)/(t-
e),p=-(i+s)/(i-s),d,S;if(l)d=1/(o-r),S=o/(o-r);else if(a===Oi)d=-2/(o-r),S=-(o+r)/(o-r);else if(a===gs)d=-1/(o-r),S=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return h[0]=c,h[4]=0,h[8]=0,h[12]=u,h[1]=0,h[5]=f,h[9]=0,h[13]=p,h[2]=0,h[6]=0,h[10]=d,h[14]=S,h[3]=0,h[7]=0,h[11]=0,h[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let s=0;s<
16;s++)if(t[s]!==i[s])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},po=new V,zn=new Qe,hy=new V(0,0,0),
cy=new V(1,1,1),Gs=new V,Jh=new V,dn=new V;var Bg=new Qe,kg=new yn,sn=class n{constructor(e=0,t=0,i=0,s=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this.
_onChangeCallback()}set(e,t,i,s=this._order){return this._x=e,this._y=t,this._z=i,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],h=s[5],
c=s[9],f=s[2],u=s[6],p=s[10];switch(t){case"XYZ":this._y=Math.asin(at(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-c,p),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,h),this._z=0);break;case"YXZ":this._x=Math.asin(-at(c,-1,1)),Math.abs(c)<.9999999?(this._y=Math.atan2(a,p),this._z=Math.atan2(l,h)):(this._y=Math.atan2(-f,r),this._z=0);break;case"ZXY":this._x=Math.asin(at(u,-1,1)),Math.abs(u)<
.9999999?(this._y=Math.atan2(-f,p),this._z=Math.atan2(-o,h)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-at(f,-1,1)),Math.abs(f)<.9999999?(this._x=Math.atan2(u,p),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,h));break;case"YZX":this._z=Math.asin(at(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-c,h),this._y=Math.atan2(-f,r)):(this._x=0,this._y=Math.atan2(
a,p));break;case"XZY":this._z=Math.asin(-at(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,h),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-c,p),this._y=0);break;default:Oe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return Bg.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Bg,
t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return kg.setFromEuler(this),this.setFromQuaternion(kg,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,
e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};sn.DEFAULT_ORDER="XYZ";var Hs=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}};var fy=0,zg=new V,mo=new yn,xs=new Qe,Qh=new V,sl=new V,uy=new V,py=new yn,Gg=new V(1,0,0),Hg=new V(0,1,0),Vg=new V(0,0,1),Wg={type:"added"},dy={type:"removed"},go={type:"childadded",child:null},Tu={type:"childremoved",child:null},Nt=class n extends tn{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:fy++}),this.uuid=es(),this.name="",this.type="Object3D",this.parent=
null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new V,t=new sn,i=new yn,s=new V(1,1,1);function r(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(r),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,
enumerable:!0,value:s},modelViewMatrix:{value:new Qe},normalMatrix:{value:new We}}),this.matrix=new Qe,this.matrixWorld=new Qe,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Hs,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=
[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(
this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return mo.setFromAxisAngle(e,t),this.quaternion.
multiply(mo),this}rotateOnWorldAxis(e,t){return mo.setFromAxisAngle(e,t),this.quaternion.premultiply(mo),this}rotateX(e){return this.rotateOnAxis(Gg,e)}rotateY(e){return this.rotateOnAxis(Hg,e)}rotateZ(e){return this.rotateOnAxis(Vg,e)}translateOnAxis(e,t){return zg.copy(e).applyQuaternion(this.quaternion),this.position.add(zg.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Gg,e)}translateY(e){
return this.translateOnAxis(Hg,e)}translateZ(e){return this.translateOnAxis(Vg,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(xs.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?Qh.copy(e):Qh.set(e,t,i);let s=this.parent;this.updateWorldMatrix(!0,!1),sl.setFromMatrixPosition(this.
matrixWorld),this.isCamera||this.isLight?xs.lookAt(sl,Qh,this.up):xs.lookAt(Qh,sl,this.up),this.quaternion.setFromRotationMatrix(xs),s&&(xs.extractRotation(s.matrixWorld),mo.setFromRotationMatrix(xs),this.quaternion.premultiply(mo.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(ct("Object3D.add: object can't be added a\
s a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Wg),go.child=e,this.dispatchEvent(go),go.child=null):ct("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.
parent=null,this.children.splice(t,1),e.dispatchEvent(dy),Tu.child=e,this.dispatchEvent(Tu),Tu.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),xs.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),xs.multiply(e.parent.matrixWorld)),
e.applyMatrix4(xs),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Wg),go.child=e,this.dispatchEvent(go),go.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,s=this.children.length;i<s;i++){let o=this.
children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(sl,e,
uy),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(sl,py,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(
this);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*i-r[8]*s,r[13]+=i-r[1]*t-r[5]*i-r[9]*s,r[14]+=s-r[2]*t-r[6]*i-r[10]*
s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,s=t.length;i<s;i++)t[i].updateMatrixWorld(
e)}updateWorldMatrix(e,t,i=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let r=this.children;
for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,
s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=
Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.
perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),
s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=
this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.
background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;
if(Array.isArray(l))for(let h=0,c=l.length;h<c;h++){let f=l[h];r(e.shapes,f)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,h=this.material.length;l<h;l++)a.push(r(e.materials,
this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),
h=o(e.textures),c=o(e.images),f=o(e.shapes),u=o(e.skeletons),p=o(e.animations),d=o(e.nodes);a.length>0&&(i.geometries=a),l.length>0&&(i.materials=l),h.length>0&&(i.textures=h),c.length>0&&(i.images=c),f.length>0&&(i.shapes=f),u.length>0&&(i.skeletons=u),p.length>0&&(i.animations=p),d.length>0&&(i.nodes=d)}return i.object=s,i;function o(a){let l=[];for(let h in a){let c=a[h];delete c.metadata,l.push(
c)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.
matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)
for(let i=0;i<e.children.length;i++){let s=e.children[i];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Nt.DEFAULT_UP=new V(0,1,0);Nt.DEFAULT_MATRIX_AUTO_UPDATE=!0;Nt.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var mn=class extends Nt{constructor(){super(),this.isGroup=!0,this.type="Group"}};var Xg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,
darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,
firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,
lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,
mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,
palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,
slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Vs={h:0,s:0,l:0},jh={h:0,s:0,l:0};function Eu(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}
var Pe=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=yi){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>
8&255)/255,this.b=(e&255)/255,tt.colorSpaceToWorking(this,t),this}setRGB(e,t,i,s=tt.workingColorSpace){return this.r=e,this.g=t,this.b=i,tt.colorSpaceToWorking(this,s),this}setHSL(e,t,i,s=tt.workingColorSpace){if(e=Dg(e,1),t=at(t,0,1),i=at(i,0,1),t===0)this.r=this.g=this.b=i;else{let r=i<=.5?i*(1+t):i+t-i*t,o=2*i-r;this.r=Eu(o,r,e+1/3),this.g=Eu(o,r,e),this.b=Eu(o,r,e-1/3)}return tt.colorSpaceToWorking(
this,s),this}setStyle(e,t=yi){function i(r){r!==void 0&&parseFloat(r)<1&&Oe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/
255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return i(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.
exec(a))return i(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:Oe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);Oe("Color: Invalid hex col\
or "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=yi){let i=Xg[e.toLowerCase()];return i!==void 0?this.setHex(i,t):Oe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=kn(e.r),this.g=kn(e.g),this.b=kn(e.b),this}copyLinearToSRGB(e){return this.
r=mr(e.r),this.g=mr(e.g),this.b=mr(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=yi){return tt.workingToColorSpace(Hi.copy(this),e),Math.round(at(Hi.r*255,0,255))*65536+Math.round(at(Hi.g*255,0,255))*256+Math.round(at(Hi.b*255,0,255))}getHexString(e=yi){return("000000"+this.getHex(e).toString(16)).slice(
-6)}getHSL(e,t=tt.workingColorSpace){tt.workingToColorSpace(Hi.copy(this),t);let i=Hi.r,s=Hi.g,r=Hi.b,o=Math.max(i,s,r),a=Math.min(i,s,r),l,h,c=(a+o)/2;if(a===o)l=0,h=0;else{let f=o-a;switch(h=c<=.5?f/(o+a):f/(2-o-a),o){case i:l=(s-r)/f+(s<r?6:0);break;case s:l=(r-i)/f+2;break;case r:l=(i-s)/f+4;break}l/=6}return e.h=l,e.s=h,e.l=c,e}getRGB(e,t=tt.workingColorSpace){return tt.workingToColorSpace(Hi.
copy(this),t),e.r=Hi.r,e.g=Hi.g,e.b=Hi.b,e}getStyle(e=yi){tt.workingToColorSpace(Hi.copy(this),e);let t=Hi.r,i=Hi.g,s=Hi.b;return e!==yi?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(s*255)})`}offsetHSL(e,t,i){return this.getHSL(Vs),this.setHSL(Vs.h+e,Vs.s+t,Vs.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){
return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*
t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(Vs),e.getHSL(jh);let i=Yh(Vs.h,jh.h,t),s=Yh(Vs.s,jh.s,t),r=Yh(Vs.l,jh.l,t);return this.setHSL(i,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,s=this.b,r=e.elements;return this.r=r[0]*
t+r[3]*i+r[6]*s,this.g=r[1]*t+r[4]*i+r[7]*s,this.b=r[2]*t+r[5]*i+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){
yield this.r,yield this.g,yield this.b}},Hi=new Pe;Pe.NAMES=Xg;var rl=class extends Nt{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new sn,this.environmentIntensity=1,this.environmentRotation=new sn,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",
{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,
this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=
this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}};var Gn=new V,_s=new V,Au=new V,Ms=new V,xo=new V,_o=new V,Yg=new V,Ru=new V,Cu=new V,Pu=new V,Lu=new wt,Du=new wt,Iu=new wt,Ws=class n{constructor(e=new V,t=new V,i=new V){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,s){s.subVectors(i,t),Gn.subVectors(e,t),s.cross(Gn);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,i,s,r){Gn.subVectors(s,t),
_s.subVectors(i,t),Au.subVectors(e,t);let o=Gn.dot(Gn),a=Gn.dot(_s),l=Gn.dot(Au),h=_s.dot(_s),c=_s.dot(Au),f=o*h-a*a;if(f===0)return r.set(0,0,0),null;let u=1/f,p=(h*l-a*c)*u,d=(o*c-a*l)*u;return r.set(1-p-d,d,p)}static containsPoint(e,t,i,s){return this.getBarycoord(e,t,i,s,Ms)===null?!1:Ms.x>=0&&Ms.y>=0&&Ms.x+Ms.y<=1}static getInterpolation(e,t,i,s,r,o,a,l){return this.getBarycoord(e,t,i,s,Ms)===
null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ms.x),l.addScaledVector(o,Ms.y),l.addScaledVector(a,Ms.z),l)}static getInterpolatedAttribute(e,t,i,s,r,o){return Lu.setScalar(0),Du.setScalar(0),Iu.setScalar(0),Lu.fromBufferAttribute(e,t),Du.fromBufferAttribute(e,i),Iu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(Lu,r.x),o.addScaledVector(Du,
r.y),o.addScaledVector(Iu,r.z),o}static isFrontFacing(e,t,i,s){return Gn.subVectors(i,t),_s.subVectors(e,t),Gn.cross(_s).dot(s)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,s){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,i,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,
i),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Gn.subVectors(this.c,this.b),_s.subVectors(this.a,this.b),Gn.cross(_s).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){
return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,s,r){return n.getInterpolation(e,this.a,this.b,this.c,t,i,s,r)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){
let i=this.a,s=this.b,r=this.c,o,a;xo.subVectors(s,i),_o.subVectors(r,i),Ru.subVectors(e,i);let l=xo.dot(Ru),h=_o.dot(Ru);if(l<=0&&h<=0)return t.copy(i);Cu.subVectors(e,s);let c=xo.dot(Cu),f=_o.dot(Cu);if(c>=0&&f<=c)return t.copy(s);let u=l*f-c*h;if(u<=0&&l>=0&&c<=0&&l-c>0)return o=l/(l-c),t.copy(i).addScaledVector(xo,o);Pu.subVectors(e,r);let p=xo.dot(Pu),d=_o.dot(Pu);if(d>=0&&p<=d)return t.copy(
r);let S=p*h-l*d;if(S<=0&&h>=0&&d<=0)return a=h/(h-d),t.copy(i).addScaledVector(_o,a);let g=c*d-p*f;if(g<=0&&f-c>=0&&p-d>=0)return Yg.subVectors(r,s),a=(f-c)/(f-c+(p-d)),t.copy(s).addScaledVector(Yg,a);let m=1/(g+S+u);return o=S*m,a=u*m,t.copy(i).addScaledVector(xo,o).addScaledVector(_o,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}};var bn=class{constructor(e=new V(1/0,1/0,1/0),t=new V(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Hn.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Hn.fromBufferAttribute(e,t));return this}setFromPoints(e){
this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Hn.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){
return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(
e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let r=i.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Hn):Hn.
fromBufferAttribute(r,o),Hn.applyMatrix4(e.matrixWorld),this.expandByPoint(Hn);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),ec.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),ec.copy(i.boundingBox)),ec.applyMatrix4(e.matrixWorld),this.union(ec)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.
x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){
return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Hn),Hn.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=
e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ol),tc.subVectors(this.max,ol),Mo.subVectors(e.a,ol),So.subVectors(e.b,ol),vo.subVectors(
e.c,ol),Xs.subVectors(So,Mo),Ys.subVectors(vo,So),gr.subVectors(Mo,vo);let t=[0,-Xs.z,Xs.y,0,-Ys.z,Ys.y,0,-gr.z,gr.y,Xs.z,0,-Xs.x,Ys.z,0,-Ys.x,gr.z,0,-gr.x,-Xs.y,Xs.x,0,-Ys.y,Ys.x,0,-gr.y,gr.x,0];return!Uu(t,Mo,So,vo,tc)||(t=[1,0,0,0,1,0,0,0,1],!Uu(t,Mo,So,vo,tc))?!1:(ic.crossVectors(Xs,Ys),t=[ic.x,ic.y,ic.z],Uu(t,Mo,So,vo,tc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){
return this.clampPoint(e,Hn).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Hn).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Ss[0].set(this.min.x,this.min.
y,this.min.z).applyMatrix4(e),Ss[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Ss[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Ss[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Ss[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Ss[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Ss[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Ss[7].set(
this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Ss),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Ss=[new V,new V,new V,new V,new V,new V,new V,new V],Hn=new V,
ec=new bn,Mo=new V,So=new V,vo=new V,Xs=new V,Ys=new V,gr=new V,ol=new V,tc=new V,ic=new V,xr=new V;function Uu(n,e,t,i,s){for(let r=0,o=n.length-3;r<=o;r+=3){xr.fromArray(n,r);let a=s.x*Math.abs(xr.x)+s.y*Math.abs(xr.y)+s.z*Math.abs(xr.z),l=e.dot(xr),h=t.dot(xr),c=i.dot(xr);if(Math.max(-Math.max(l,h,c),Math.min(l,h,c))>a)return!1}return!0}var gi=new V,nc=new Ie,my=0,Lt=class extends tn{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:my++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=Tg,this.updateRanges=[],this.gpuType=wi,this.version=
0,this._normalizationScale=e!==void 0?qh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,
this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[i+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)nc.fromBufferAttribute(this,t),nc.applyMatrix3(e),this.setXY(t,nc.x,nc.
y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)gi.fromBufferAttribute(this,t),gi.applyMatrix3(e),this.setXYZ(t,gi.x,gi.y,gi.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)gi.fromBufferAttribute(this,t),gi.applyMatrix4(e),this.setXYZ(t,gi.x,gi.y,gi.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)gi.fromBufferAttribute(this,t),gi.applyNormalMatrix(
e),this.setXYZ(t,gi.x,gi.y,gi.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)gi.fromBufferAttribute(this,t),gi.transformDirection(e),this.setXYZ(t,gi.x,gi.y,gi.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(
i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+
1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){
return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this}setXYZW(e,t,i,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(
i),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=
this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Ig(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Ug(e,this.array)}};var wo=class extends Lt{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var yo=class extends Lt{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var Tt=class extends Lt{constructor(e,t,i){super(new Float32Array(e),t,i)}};var gy=new bn,al=new V,Nu=new V,Ji=class{constructor(e=new V,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):gy.setFromPoints(e).getCenter(i);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,i.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.
copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.
intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),
e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;al.subVectors(e,this.center);let t=al.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),s=(i-this.radius)*.5;this.center.addScaledVector(al,s/i),this.radius+=s}
return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Nu.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(al.copy(e.center).add(Nu)),this.expandByPoint(al.copy(e.center).sub(Nu))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.
constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}};var xy=0,Tn=new Qe,Fu=new Nt,bo=new V,gn=new bn,ll=new bn,Di=new V,xt=class n extends tn{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:xy++}),this.uuid=es(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,
this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Ag(e)?yo:wo)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=
t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;
if(i!==void 0){let r=new We().getNormalMatrix(e);i.applyNormalMatrix(r),i.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Tn.makeRotationFromQuaternion(e),this.applyMatrix4(Tn),this}rotateX(e){
return Tn.makeRotationX(e),this.applyMatrix4(Tn),this}rotateY(e){return Tn.makeRotationY(e),this.applyMatrix4(Tn),this}rotateZ(e){return Tn.makeRotationZ(e),this.applyMatrix4(Tn),this}translate(e,t,i){return Tn.makeTranslation(e,t,i),this.applyMatrix4(Tn),this}scale(e,t,i){return Tn.makeScale(e,t,i),this.applyMatrix4(Tn),this}lookAt(e){return Fu.lookAt(e),Fu.updateMatrix(),this.applyMatrix4(Fu.matrix),
this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(bo).negate(),this.translate(bo.x,bo.y,bo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Tt(i,3))}else{let i=Math.min(e.length,t.count);for(let s=0;s<i;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||
0)}e.length>t.count&&Oe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new bn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ct("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual boundi\
ng box.",this),this.boundingBox.set(new V(-1/0,-1/0,-1/0),new V(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,s=t.length;i<s;i++){let r=t[i];gn.setFromBufferAttribute(r),this.morphTargetsRelative?(Di.addVectors(this.boundingBox.min,gn.min),this.boundingBox.expandByPoint(Di),Di.addVectors(this.boundingBox.max,gn.max),this.boundingBox.expandByPoint(Di)):
(this.boundingBox.expandByPoint(gn.min),this.boundingBox.expandByPoint(gn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ct('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.
boundingSphere=new Ji);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){ct("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new V,1/0);return}if(e){let i=this.boundingSphere.center;if(gn.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];ll.setFromBufferAttribute(
a),this.morphTargetsRelative?(Di.addVectors(gn.min,ll.min),gn.expandByPoint(Di),Di.addVectors(gn.max,ll.max),gn.expandByPoint(Di)):(gn.expandByPoint(ll.min),gn.expandByPoint(ll.max))}gn.getCenter(i);let s=0;for(let r=0,o=e.count;r<o;r++)Di.fromBufferAttribute(e,r),s=Math.max(s,i.distanceToSquared(Di));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let h=0,c=a.count;h<
c;h++)Di.fromBufferAttribute(a,h),l&&(bo.fromBufferAttribute(e,h),Di.add(bo)),s=Math.max(s,i.distanceToSquared(Di))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ct('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===
void 0||t.normal===void 0||t.uv===void 0){ct("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new Lt(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let a=[],l=[],h=new Uint8Array(i.count);for(let z=0;z<i.count;z++)a[z]=
new V,l[z]=new V;let c=new V,f=new V,u=new V,p=new Ie,d=new Ie,S=new Ie,g=new V,m=new V;function M(z,U,D){h[z]=h[U]=h[D]=1,c.fromBufferAttribute(i,z),f.fromBufferAttribute(i,U),u.fromBufferAttribute(i,D),p.fromBufferAttribute(r,z),d.fromBufferAttribute(r,U),S.fromBufferAttribute(r,D),f.sub(c),u.sub(c),d.sub(p),S.sub(p);let B=1/(d.x*S.y-S.x*d.y);isFinite(B)&&(g.copy(f).multiplyScalar(S.y).addScaledVector(
u,-d.y).multiplyScalar(B),m.copy(u).multiplyScalar(d.x).addScaledVector(f,-S.x).multiplyScalar(B),a[z].add(g),a[U].add(g),a[D].add(g),l[z].add(m),l[U].add(m),l[D].add(m))}let E=this.groups;E.length===0&&(E=[{start:0,count:e.count}]);for(let z=0,U=E.length;z<U;++z){let D=E[z],B=D.start,Y=D.count;for(let L=B,H=B+Y;L<H;L+=3)M(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let w=new V,I=new V,A=new V,_=new V;function T(z){
A.fromBufferAttribute(s,z),_.copy(A);let U=a[z];w.copy(U),w.sub(A.multiplyScalar(A.dot(U))).normalize(),I.crossVectors(_,U);let B=I.dot(l[z])<0?-1:1;o.setXYZW(z,w.x,w.y,w.z,B)}for(let z=0,U=i.count;z<U;++z)h[z]&&T(z);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new Lt(
new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let u=0,p=i.count;u<p;u++)i.setXYZ(u,0,0,0);let s=new V,r=new V,o=new V,a=new V,l=new V,h=new V,c=new V,f=new V;if(e)for(let u=0,p=e.count;u<p;u+=3){let d=e.getX(u+0),S=e.getX(u+1),g=e.getX(u+2);s.fromBufferAttribute(t,d),r.fromBufferAttribute(t,S),o.fromBufferAttribute(t,g),c.subVectors(o,r),f.subVectors(s,r),c.cross(f),a.fromBufferAttribute(
i,d),l.fromBufferAttribute(i,S),h.fromBufferAttribute(i,g),a.add(c),l.add(c),h.add(c),i.setXYZ(d,a.x,a.y,a.z),i.setXYZ(S,l.x,l.y,l.z),i.setXYZ(g,h.x,h.y,h.z)}else for(let u=0,p=t.count;u<p;u+=3)s.fromBufferAttribute(t,u+0),r.fromBufferAttribute(t,u+1),o.fromBufferAttribute(t,u+2),c.subVectors(o,r),f.subVectors(s,r),c.cross(f),i.setXYZ(u+0,c.x,c.y,c.z),i.setXYZ(u+1,c.x,c.y,c.z),i.setXYZ(u+2,c.x,c.y,
c.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)Di.fromBufferAttribute(e,t),Di.normalize(),e.setXYZ(t,Di.x,Di.y,Di.z)}toNonIndexed(){function e(a,l){let h=a.array,c=a.itemSize,f=a.normalized,u=new h.constructor(l.length*c),p=0,d=0;for(let S=0,g=l.length;S<g;S++){a.isInterleavedBufferAttribute?p=l[S]*a.data.stride+a.offset:
p=l[S]*c;for(let m=0;m<c;m++)u[d++]=h[p++]}return new Lt(u,c,f)}if(this.index===null)return Oe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,s=this.attributes;for(let a in s){let l=s[a],h=e(l,i);t.setAttribute(a,h)}let r=this.morphAttributes;for(let a in r){let l=[],h=r[a];for(let c=0,f=h.length;c<f;c++){let u=h[c],p=e(u,i);l.push(p)}t.
morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let h=o[a];t.addGroup(h.start,h.count,h.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,
Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let h in l)l[h]!==void 0&&(e[h]=l[h]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let l in i){let h=i[l];e.data.attributes[l]=h.toJSON(
e.data)}let s={},r=!1;for(let l in this.morphAttributes){let h=this.morphAttributes[l],c=[];for(let f=0,u=h.length;f<u;f++){let p=h[f];c.push(p.toJSON(e.data))}c.length>0&&(s[l]=c,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=
a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let s=e.attributes;for(let h in s){let c=s[h];this.setAttribute(h,c.clone(t))}let r=e.morphAttributes;for(let h in r){let c=[],f=r[h];
for(let u=0,p=f.length;u<p;u++)c.push(f[u].clone(t));this.morphAttributes[h]=c}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let h=0,c=o.length;h<c;h++){let f=o[h];this.addGroup(f.start,f.count,f.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,
this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Ou=new V,_y=new V,My=new We,Vi=class{constructor(e=new V(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,s){return this.normal.set(e,t,i),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let s=Ou.subVectors(
i,t).cross(_y.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){
return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let s=e.delta(Ou),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){
let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||My.getNormalMatrix(e),s=this.coplanarPoint(Ou).applyMatrix4(e),r=this.normal.applyMatrix3(i).normalize();return this.
constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}};var Sy=0,Ii=class extends tn{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Sy++}),this.uuid=es(),this.name="",this.type="Material",this.blending=Fs,this.side=ji,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=yh,this.blendDst=bh,this.blendEquation=Os,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,
this.blendColor=new Pe(0,0,0),this.blendAlpha=0,this.depthFunc=Bs,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Mg,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Gh,this.stencilZFail=Gh,this.stencilZPass=Gh,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=
null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){
return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){Oe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){Oe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(i):s&&s.isVector2&&i&&i.isVector2||s&&s.isEuler&&i&&i.isEuler||s&&s.isVector3&&i&&i.isVector3?s.copy(i):this[t]=
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
this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.
linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=
this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(i.textures=r),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&
(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new Pe().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.
emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&
(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=
e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==
void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),
e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.
alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Vi().fromJSON(i))),e.clipIntersection!==
void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==
void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==
void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==
void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==
void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==
void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),
e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&
(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new Ie().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||
null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=
e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==
void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=
e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ie().
fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&
(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=
e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=
e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let s=t.length;i=new Array(s);for(let r=0;r!==s;++r)i[r]=t[r].clone()}return this.
clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=
e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var vs=new V,Bu=new V,sc=new V,rc=new V,ts=class{constructor(e=new V,t=new V(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){
return this.origin.copy(this.at(e,vs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=vs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(vs.copy(
this.origin).addScaledVector(this.direction,t),vs.distanceToSquared(e))}distanceSqToSegment(e,t,i,s){Bu.copy(e).add(t).multiplyScalar(.5),sc.copy(t).sub(e).normalize(),rc.copy(this.origin).sub(Bu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(sc),a=rc.dot(this.direction),l=-rc.dot(sc),h=rc.lengthSq(),c=Math.abs(1-o*o),f,u,p,d;if(c>0)if(f=o*l-a,u=o*a-l,d=r*c,f>=0)if(u>=-d)if(u<=d){let S=1/c;f*=S,u*=
S,p=f*(f+o*u+2*a)+u*(o*f+u+2*l)+h}else u=r,f=Math.max(0,-(o*u+a)),p=-f*f+u*(u+2*l)+h;else u=-r,f=Math.max(0,-(o*u+a)),p=-f*f+u*(u+2*l)+h;else u<=-d?(f=Math.max(0,-(-o*r+a)),u=f>0?-r:Math.min(Math.max(-r,-l),r),p=-f*f+u*(u+2*l)+h):u<=d?(f=0,u=Math.min(Math.max(-r,-l),r),p=u*(u+2*l)+h):(f=Math.max(0,-(o*r+a)),u=f>0?r:Math.min(Math.max(-r,-l),r),p=-f*f+u*(u+2*l)+h);else u=o>0?-r:r,f=Math.max(0,-(o*u+
a)),p=-f*f+u*(u+2*l)+h;return i&&i.copy(this.origin).addScaledVector(this.direction,f),s&&s.copy(Bu).addScaledVector(sc,u),p}intersectSphere(e,t){if(e.radius<0)return null;vs.subVectors(e.center,this.origin);let i=vs.dot(this.direction),s=vs.dot(vs)-i*i,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=i-o,l=i+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.
radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.
dot(this.direction)*t<0}intersectBox(e,t){let i,s,r,o,a,l,h=1/this.direction.x,c=1/this.direction.y,f=1/this.direction.z,u=this.origin;return h>=0?(i=(e.min.x-u.x)*h,s=(e.max.x-u.x)*h):(i=(e.max.x-u.x)*h,s=(e.min.x-u.x)*h),c>=0?(r=(e.min.y-u.y)*c,o=(e.max.y-u.y)*c):(r=(e.max.y-u.y)*c,o=(e.min.y-u.y)*c),i>o||r>s||((r>i||isNaN(i))&&(i=r),(o<s||isNaN(s))&&(s=o),f>=0?(a=(e.min.z-u.z)*f,l=(e.max.z-u.z)*
f):(a=(e.max.z-u.z)*f,l=(e.min.z-u.z)*f),i>l||a>s)||((a>i||i!==i)&&(i=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(i>=0?i:s,t)}intersectsBox(e){return this.intersectBox(e,vs)!==null}intersectTriangle(e,t,i,s,r){let o=this.origin,a=this.direction,l=a.x,h=a.y,c=a.z,f=e.x-o.x,u=e.y-o.y,p=e.z-o.z,d=t.x-o.x,S=t.y-o.y,g=t.z-o.z,m=i.x-o.x,M=i.y-o.y,E=i.z-o.z,w=Math.abs(l),I=Math.abs(h),A=Math.abs(c),_,T,z,U,
D,B,Y,L,H,Z,G,he;if(w>=I&&w>=A?(z=l,B=f,H=d,he=m,l>=0?(_=h,T=c,U=u,D=p,Y=S,L=g,Z=M,G=E):(_=c,T=h,U=p,D=u,Y=g,L=S,Z=E,G=M)):I>=A?(z=h,B=u,H=S,he=M,h>=0?(_=c,T=l,U=p,D=f,Y=g,L=d,Z=E,G=m):(_=l,T=c,U=f,D=p,Y=d,L=g,Z=m,G=E)):(z=c,B=p,H=g,he=E,c>=0?(_=l,T=h,U=f,D=u,Y=d,L=S,Z=m,G=M):(_=h,T=l,U=u,D=f,Y=S,L=d,Z=M,G=m)),z===0)return null;let $=_/z,j=T/z,se=1/z,fe=U-$*B,ue=D-j*B,ze=Y-$*H,nt=L-j*H,Xe=Z-$*he,Ge=G-
j*he,Le=Xe*nt-Ge*ze,st=fe*Ge-ue*Xe,it=ze*ue-nt*fe;if(s){if(Le<0||st<0||it<0)return null}else if((Le<0||st<0||it<0)&&(Le>0||st>0||it>0))return null;let rt=Le+st+it;if(rt===0)return null;let At=se*(Le*B+st*H+it*he);return(rt>0?At<0:At>0)?null:this.at(At/rt,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.
direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}};var _r=class extends Ii{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new Pe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new sn,this.combine=ks,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=
1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),
this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}};var qg=new Qe,Mr=new ts,oc=new Ji,Kg=new V,ac=new V,lc=new V,hc=new V,ku=new V,cc=new V,$g=new V,fc=new V,Mt=class extends Nt{constructor(e=new xt,t=new _r){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?
this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(
t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let i=this.geometry,s=i.attributes.position,r=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;
if(r&&a){cc.set(0,0,0);for(let l=0,h=r.length;l<h;l++){let c=a[l],f=r[l];c!==0&&(ku.fromBufferAttribute(f,e),o?cc.addScaledVector(ku,c):cc.addScaledVector(ku.sub(t),c))}t.add(cc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),oc.copy(i.boundingSphere),oc.
applyMatrix4(r),Mr.copy(e.ray).recast(e.near),!(oc.containsPoint(Mr.origin)===!1&&(Mr.intersectSphere(oc,Kg)===null||Mr.origin.distanceToSquared(Kg)>(e.far-e.near)**2))&&(qg.copy(r).invert(),Mr.copy(e.ray).applyMatrix4(qg),!(i.boundingBox!==null&&Mr.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,Mr)))}_computeIntersections(e,t,i){let s,r=this.geometry,o=this.material,a=r.index,
l=r.attributes.position,h=r.attributes.uv,c=r.attributes.uv1,f=r.attributes.normal,u=r.groups,p=r.drawRange;if(a!==null)if(Array.isArray(o))for(let d=0,S=u.length;d<S;d++){let g=u[d],m=o[g.materialIndex],M=Math.max(g.start,p.start),E=Math.min(a.count,Math.min(g.start+g.count,p.start+p.count));for(let w=M,I=E;w<I;w+=3){let A=a.getX(w),_=a.getX(w+1),T=a.getX(w+2);s=uc(this,m,e,i,h,c,f,A,_,T),s&&(s.faceIndex=
Math.floor(w/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let d=Math.max(0,p.start),S=Math.min(a.count,p.start+p.count);for(let g=d,m=S;g<m;g+=3){let M=a.getX(g),E=a.getX(g+1),w=a.getX(g+2);s=uc(this,o,e,i,h,c,f,M,E,w),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let d=0,S=u.length;d<S;d++){let g=u[d],m=o[g.materialIndex],M=Math.max(g.start,p.start),
E=Math.min(l.count,Math.min(g.start+g.count,p.start+p.count));for(let w=M,I=E;w<I;w+=3){let A=w,_=w+1,T=w+2;s=uc(this,m,e,i,h,c,f,A,_,T),s&&(s.faceIndex=Math.floor(w/3),s.face.materialIndex=g.materialIndex,t.push(s))}}else{let d=Math.max(0,p.start),S=Math.min(l.count,p.start+p.count);for(let g=d,m=S;g<m;g+=3){let M=g,E=g+1,w=g+2;s=uc(this,o,e,i,h,c,f,M,E,w),s&&(s.faceIndex=Math.floor(g/3),t.push(s))}}}};
function vy(n,e,t,i,s,r,o,a){let l;if(e.side===ri?l=i.intersectTriangle(o,r,s,!0,a):l=i.intersectTriangle(s,r,o,e.side===ji,a),l===null)return null;fc.copy(a),fc.applyMatrix4(n.matrixWorld);let h=t.ray.origin.distanceTo(fc);return h<t.near||h>t.far?null:{distance:h,point:fc.clone(),object:n}}function uc(n,e,t,i,s,r,o,a,l,h){n.getVertexPosition(a,ac),n.getVertexPosition(l,lc),n.getVertexPosition(h,
hc);let c=vy(n,e,t,i,ac,lc,hc,$g);if(c){let f=new V;Ws.getBarycoord($g,ac,lc,hc,f),s&&(c.uv=Ws.getInterpolatedAttribute(s,a,l,h,f,new Ie)),r&&(c.uv1=Ws.getInterpolatedAttribute(r,a,l,h,f,new Ie)),o&&(c.normal=Ws.getInterpolatedAttribute(o,a,l,h,f,new V),c.normal.dot(i.direction)>0&&c.normal.multiplyScalar(-1));let u={a,b:l,c:h,normal:new V,materialIndex:0};Ws.getNormal(ac,lc,hc,u.normal),c.face=u,
c.barycoord=f}return c}var pc=class extends oi{constructor(e=null,t=1,i=1,s,r,o,a,l,h=Kt,c=Kt,f,u){super(null,o,a,l,h,c,s,r,f,u),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var qs=class extends Lt{constructor(e,t,i,s=1){super(e,t,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}};var To=new Qe,Zg=new Qe,dc=[],Jg=new bn,wy=new Qe,hl=new Mt,cl=new Ji,fl=class extends Mt{constructor(e,t,i){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new qs(new Float32Array(i*16),16),this.instanceColor=null,this.morphTexture=null,this.count=i,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<i;s++)this.setMatrixAt(s,wy)}computeBoundingBox(){let e=this.geometry,t=this.count;
this.boundingBox===null&&(this.boundingBox=new bn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,To),Jg.copy(e.boundingBox).applyMatrix4(To),this.boundingBox.union(Jg)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ji),e.boundingSphere===null&&e.computeBoundingSphere(),
this.boundingSphere.makeEmpty();for(let i=0;i<t;i++)this.getMatrixAt(i,To),cl.copy(e.boundingSphere).applyMatrix4(To),this.boundingSphere.union(cl)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.
boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let i=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=i.length+1,o=e*
r+1;for(let a=0;a<i.length;a++)i[a]=s[o+a]}raycast(e,t){let i=this.matrixWorld,s=this.count;if(hl.geometry=this.geometry,hl.material=this.material,hl.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),cl.copy(this.boundingSphere),cl.applyMatrix4(i),e.ray.intersectsSphere(cl)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,To),Zg.multiplyMatrices(i,To),hl.matrixWorld=Zg,hl.raycast(
e,dc);for(let o=0,a=dc.length;o<a;o++){let l=dc[o];l.instanceId=r,l.object=this,t.push(l)}dc.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new qs(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let i=t.morphTargetInfluences,
s=i.length+1;this.morphTexture===null&&(this.morphTexture=new pc(new Float32Array(s*this.count),s,this.count,eo,wi));let r=this.morphTexture.source.data.data,o=0;for(let h=0;h<i.length;h++)o+=i[h];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(i,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.
dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}};var Sr=new Ji,yy=new Ie(.5,.5),mc=new V,Vn=class{constructor(e=new Vi,t=new Vi,i=new Vi,s=new Vi,r=new Vi,o=new Vi){this.planes=[e,t,i,s,r,o]}set(e,t,i,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(i),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=Oi,i=!1){let s=this.planes,
r=e.elements,o=r[0],a=r[1],l=r[2],h=r[3],c=r[4],f=r[5],u=r[6],p=r[7],d=r[8],S=r[9],g=r[10],m=r[11],M=r[12],E=r[13],w=r[14],I=r[15];if(s[0].setComponents(h-o,p-c,m-d,I-M).normalize(),s[1].setComponents(h+o,p+c,m+d,I+M).normalize(),s[2].setComponents(h+a,p+f,m+S,I+E).normalize(),s[3].setComponents(h-a,p-f,m-S,I-E).normalize(),i)s[4].setComponents(l,u,g,w).normalize(),s[5].setComponents(h-l,p-u,m-g,I-
w).normalize();else if(s[4].setComponents(h-l,p-u,m-g,I-w).normalize(),t===Oi)s[5].setComponents(h+l,p+u,m+g,I+w).normalize();else if(t===gs)s[5].setComponents(l,u,g,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Sr.copy(e.boundingSphere).
applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Sr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Sr)}intersectsSprite(e){Sr.center.set(0,0,0);let t=yy.distanceTo(e.center);return Sr.radius=.7071067811865476+t,Sr.applyMatrix4(e.matrixWorld),this.intersectsSphere(Sr)}intersectsSphere(e){let t=this.planes,i=e.center,
s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(i)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let s=t[i];if(mc.x=s.normal.x>0?e.max.x:e.min.x,mc.y=s.normal.y>0?e.max.y:e.min.y,mc.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(mc)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){
return new this.constructor().copy(this)}};var Qg=new Qe,gc=class n{constructor(){this.coordinateSystem=Oi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Qg.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),i[s]===void 0&&(i[s]=new Vn),i[s].setFromProjectionMatrix(Qg,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this.
_frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;
for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Vn),t[s].copy(i[s]);return this._count=e._count,this}clone(){return new n().copy(
this)}};var ws=class extends Ii{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new Pe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}};var Mc=new V,Sc=new V,jg=new Qe,ul=new ts,xc=new Ji,zu=new V,e0=new V,vc=class extends Nt{constructor(e=new xt,t=new ws){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.
slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[0];for(let s=1,r=t.count;s<r;s++)
Mc.fromBufferAttribute(t,s-1),Sc.fromBufferAttribute(t,s),i[s]=i[s-1],i[s]+=Mc.distanceTo(Sc);e.setAttribute("lineDistance",new Tt(i,1))}else Oe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=i.drawRange;if(i.boundingSphere===
null&&i.computeBoundingSphere(),xc.copy(i.boundingSphere),xc.applyMatrix4(s),xc.radius+=r,e.ray.intersectsSphere(xc)===!1)return;jg.copy(s).invert(),ul.copy(e.ray).applyMatrix4(jg);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,h=this.isLineSegments?2:1,c=i.index,u=i.attributes.position;if(c!==null){let p=Math.max(0,o.start),d=Math.min(c.count,o.start+o.count);for(let S=p,g=d-1;S<g;S+=
h){let m=c.getX(S),M=c.getX(S+1),E=_c(this,e,ul,l,m,M,S);E&&t.push(E)}if(this.isLineLoop){let S=c.getX(d-1),g=c.getX(p),m=_c(this,e,ul,l,S,g,d-1);m&&t.push(m)}}else{let p=Math.max(0,o.start),d=Math.min(u.count,o.start+o.count);for(let S=p,g=d-1;S<g;S+=h){let m=_c(this,e,ul,l,S,S+1,S);m&&t.push(m)}if(this.isLineLoop){let S=_c(this,e,ul,l,d-1,p,d-1);S&&t.push(S)}}}updateMorphTargets(){let t=this.geometry.
morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function _c(n,e,t,i,s,r,o){let a=n.geometry.attributes.position;if(Mc.fromBufferAttribute(a,s),Sc.fromBufferAttribute(a,r),t.distanceSqToSegment(
Mc,Sc,zu,e0)>i)return;zu.applyMatrix4(n.matrixWorld);let h=e.ray.origin.distanceTo(zu);if(!(h<e.near||h>e.far))return{distance:h,point:e0.clone().applyMatrix4(n.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:n}}var t0=new V,i0=new V,ys=class extends vc{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,i=[];for(let s=0,r=t.count;s<r;s+=2)t0.fromBufferAttribute(t,s),i0.fromBufferAttribute(t,s+1),i[s]=s===0?0:i[s-1],i[s+1]=i[s]+t0.distanceTo(i0);e.setAttribute("lineDistance",new Tt(i,1))}else Oe(
"LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var wc=class extends Ii{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new Pe(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}};var n0=new Qe,Gu=new ts,yc=new Ji,bc=new V,pl=class extends Nt{constructor(e=new xt,t=new wc){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=
void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=i.drawRange;if(i.boundingSphere===
null&&i.computeBoundingSphere(),yc.copy(i.boundingSphere),yc.applyMatrix4(s),yc.radius+=r,e.ray.intersectsSphere(yc)===!1)return;n0.copy(s).invert(),Gu.copy(e.ray).applyMatrix4(n0);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,h=i.index,f=i.attributes.position;if(h!==null){let u=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let d=u,S=p;d<S;d++){let g=h.getX(d);bc.fromBufferAttribute(
f,g),s0(bc,g,l,s,e,t,this)}}else{let u=Math.max(0,o.start),p=Math.min(f.count,o.start+o.count);for(let d=u,S=p;d<S;d++)bc.fromBufferAttribute(f,d),s0(bc,d,l,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let s=t[i[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(
r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function s0(n,e,t,i,s,r,o){let a=Gu.distanceSqToPoint(n);if(a<t){let l=new V;Gu.closestPointToPoint(n,l),l.applyMatrix4(i);let h=s.ray.origin.distanceTo(l);if(h<s.near||h>s.far)return;r.push({distance:h,distanceToRay:Math.sqrt(a),point:l,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var Eo=class extends oi{constructor(e=[],t=hr,i,s,r,o,a,l,h,c){super(e,t,i,s,r,o,a,l,h,c),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var dl=class extends oi{constructor(e,t,i,s,r,o,a,l,h){super(e,t,i,s,r,o,a,l,h),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Wn=class extends oi{constructor(e,t,i=zi,s,r,o,a=Kt,l=Kt,h,c=vn,f=1){if(c!==vn&&c!==On)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:e,height:t,depth:f};super(u,s,r,o,a,l,c,i,h),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new zs(Object.assign(
{},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}};var Ao=class extends Wn{constructor(e,t=zi,i=hr,s,r,o=Kt,a=Kt,l,h=vn){let c={width:e,height:e,depth:1},f=[c,c,c,c,c,c];super(e,e,t,i,s,r,o,a,l,h),this.image=f,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}};var Ro=class n extends xt{constructor(e=1,t=1,i=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],h=[],c=[],f=[],u=0,p=0;d("z","y","x",-1,-1,i,t,e,o,r,0),d("z","y","x",1,-1,i,t,-e,o,r,1),d("x","z","y",1,1,e,i,t,s,o,2),d("x","z","y",1,-1,e,i,-t,
s,o,3),d("x","y","z",1,-1,e,t,i,s,r,4),d("x","y","z",-1,-1,e,t,-i,s,r,5),this.setIndex(l),this.setAttribute("position",new Tt(h,3)),this.setAttribute("normal",new Tt(c,3)),this.setAttribute("uv",new Tt(f,2));function d(S,g,m,M,E,w,I,A,_,T,z){let U=w/_,D=I/T,B=w/2,Y=I/2,L=A/2,H=_+1,Z=T+1,G=0,he=0,$=new V;for(let j=0;j<Z;j++){let se=j*D-Y;for(let fe=0;fe<H;fe++){let ue=fe*U-B;$[S]=ue*M,$[g]=se*E,$[m]=
L,h.push($.x,$.y,$.z),$[S]=0,$[g]=0,$[m]=A>0?1:-1,c.push($.x,$.y,$.z),f.push(fe/_),f.push(1-j/T),G+=1}}for(let j=0;j<T;j++)for(let se=0;se<_;se++){let fe=u+se+H*j,ue=u+se+H*(j+1),ze=u+(se+1)+H*(j+1),nt=u+(se+1)+H*j;l.push(fe,ue,nt),l.push(ue,ze,nt),he+=6}a.addGroup(p,he,z),p+=he,u+=G}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.
width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var Co=class n extends xt{constructor(e=1,t=32,i=0,s=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:e,segments:t,thetaStart:i,thetaLength:s},t=Math.max(3,t);let r=[],o=[],a=[],l=[],h=new V,c=new Ie;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let f=0,u=3;f<=t;f++,u+=3){let p=i+f/t*s;h.x=e*Math.cos(p),h.y=e*Math.sin(p),o.push(h.x,h.y,h.z),a.push(0,0,1),c.x=(o[u]/e+1)/2,c.y=(o[u+
1]/e+1)/2,l.push(c.x,c.y)}for(let f=1;f<=t;f++)r.push(f,f+1,0);this.setIndex(r),this.setAttribute("position",new Tt(o,3)),this.setAttribute("normal",new Tt(a,3)),this.setAttribute("uv",new Tt(l,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.segments,e.thetaStart,e.thetaLength)}};var is=class n extends xt{constructor(e=1,t=1,i=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:i,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let h=this;s=Math.floor(s),r=Math.floor(r);let c=[],f=[],u=[],p=[],d=0,S=[],g=i/2,m=0;M(),o===!1&&(e>0&&E(!0),t>0&&E(!1)),this.setIndex(c),this.setAttribute(
"position",new Tt(f,3)),this.setAttribute("normal",new Tt(u,3)),this.setAttribute("uv",new Tt(p,2));function M(){let w=new V,I=new V,A=0,_=(t-e)/i;for(let T=0;T<=r;T++){let z=[],U=T/r,D=U*(t-e)+e;for(let B=0;B<=s;B++){let Y=B/s,L=Y*l+a,H=Math.sin(L),Z=Math.cos(L);I.x=D*H,I.y=-U*i+g,I.z=D*Z,f.push(I.x,I.y,I.z),w.set(H,_,Z).normalize(),u.push(w.x,w.y,w.z),p.push(Y,1-U),z.push(d++)}S.push(z)}for(let T=0;T<
s;T++)for(let z=0;z<r;z++){let U=S[z][T],D=S[z+1][T],B=S[z+1][T+1],Y=S[z][T+1];(e>0||z!==0)&&(c.push(U,D,Y),A+=3),(t>0||z!==r-1)&&(c.push(D,B,Y),A+=3)}h.addGroup(m,A,0),m+=A}function E(w){let I=d,A=new Ie,_=new V,T=0,z=w===!0?e:t,U=w===!0?1:-1;for(let B=1;B<=s;B++)f.push(0,g*U,0),u.push(0,U,0),p.push(.5,.5),d++;let D=d;for(let B=0;B<=s;B++){let L=B/s*l+a,H=Math.cos(L),Z=Math.sin(L);_.x=z*Z,_.y=g*U,
_.z=z*H,f.push(_.x,_.y,_.z),u.push(0,U,0),A.x=H*.5+.5,A.y=Z*.5*U+.5,p.push(A.x,A.y),d++}for(let B=0;B<s;B++){let Y=I+B,L=D+B;w===!0?c.push(L,L+1,Y):c.push(L+1,L,Y),T+=3}h.addGroup(m,T,w===!0?1:2),m+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,
e.thetaLength)}};var Tc=class n extends is{constructor(e=1,t=1,i=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,i,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:i,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new n(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};function Wu(n,e,t=2){let i=e&&e.length,s=i?e[0]*t:n.length,r=o0(n,0,s,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,h;if(i&&(r=Ry(n,e,r,t)),n.length>80*t){a=n[0],l=n[1];let c=a,f=l;for(let u=t;u<s;u+=t){let p=n[u],d=n[u+1];p<a&&(a=p),d<l&&(l=d),p>c&&(c=p),d>f&&(f=d)}h=Math.max(c-a,f-l),h=h!==0?32767/h:0}return gl(r,o,t,a,l,h,0),o}function o0(n,e,t,i,s){let r;if(s===ky(n,e,t,i)>0)for(let o=e;o<
t;o+=i)r=r0(o/i|0,n[o],n[o+1],r);else for(let o=t-i;o>=e;o-=i)r=r0(o/i|0,n[o],n[o+1],r);return r&&Po(r,r.next)&&(_l(r),r=r.next),r}function vr(n,e){if(!n)return n;e||(e=n);let t=n,i;do if(i=!1,!t.steiner&&(Po(t,t.next)||Jt(t.prev,t,t.next)===0)){if(_l(t),t=e=t.prev,t===t.next)break;i=!0}else t=t.next;while(i||t!==e);return e}function gl(n,e,t,i,s,r,o){if(!n)return;!o&&r&&Iy(n,i,s,r);let a=n;for(;n.
prev!==n.next;){let l=n.prev,h=n.next;if(r?Ty(n,i,s,r):by(n)){e.push(l.i,n.i,h.i),_l(n),n=h.next,a=h.next;continue}if(n=h,n===a){o?o===1?(n=Ey(vr(n),e),gl(n,e,t,i,s,r,2)):o===2&&Ay(n,e,t,i,s,r):gl(vr(n),e,t,i,s,r,1);break}}}function by(n){let e=n.prev,t=n,i=n.next;if(Jt(e,t,i)>=0)return!1;let s=e.x,r=t.x,o=i.x,a=e.y,l=t.y,h=i.y,c=Math.min(s,r,o),f=Math.min(a,l,h),u=Math.max(s,r,o),p=Math.max(a,l,h),
d=i.next;for(;d!==e;){if(d.x>=c&&d.x<=u&&d.y>=f&&d.y<=p&&ml(s,a,r,l,o,h,d.x,d.y)&&Jt(d.prev,d,d.next)>=0)return!1;d=d.next}return!0}function Ty(n,e,t,i){let s=n.prev,r=n,o=n.next;if(Jt(s,r,o)>=0)return!1;let a=s.x,l=r.x,h=o.x,c=s.y,f=r.y,u=o.y,p=Math.min(a,l,h),d=Math.min(c,f,u),S=Math.max(a,l,h),g=Math.max(c,f,u),m=Hu(p,d,e,t,i),M=Hu(S,g,e,t,i),E=n.prevZ,w=n.nextZ;for(;E&&E.z>=m&&w&&w.z<=M;){if(E.
x>=p&&E.x<=S&&E.y>=d&&E.y<=g&&E!==s&&E!==o&&ml(a,c,l,f,h,u,E.x,E.y)&&Jt(E.prev,E,E.next)>=0||(E=E.prevZ,w.x>=p&&w.x<=S&&w.y>=d&&w.y<=g&&w!==s&&w!==o&&ml(a,c,l,f,h,u,w.x,w.y)&&Jt(w.prev,w,w.next)>=0))return!1;w=w.nextZ}for(;E&&E.z>=m;){if(E.x>=p&&E.x<=S&&E.y>=d&&E.y<=g&&E!==s&&E!==o&&ml(a,c,l,f,h,u,E.x,E.y)&&Jt(E.prev,E,E.next)>=0)return!1;E=E.prevZ}for(;w&&w.z<=M;){if(w.x>=p&&w.x<=S&&w.y>=d&&w.y<=
g&&w!==s&&w!==o&&ml(a,c,l,f,h,u,w.x,w.y)&&Jt(w.prev,w,w.next)>=0)return!1;w=w.nextZ}return!0}function Ey(n,e){let t=n;do{let i=t.prev,s=t.next.next;!Po(i,s)&&l0(i,t,t.next,s)&&xl(i,s)&&xl(s,i)&&(e.push(i.i,t.i,s.i),_l(t),_l(t.next),t=n=s),t=t.next}while(t!==n);return vr(t)}function Ay(n,e,t,i,s,r){let o=n;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&Fy(o,a)){let l=h0(o,a);o=vr(o,o.next),l=
vr(l,l.next),gl(o,e,t,i,s,r,0),gl(l,e,t,i,s,r,0);return}a=a.next}o=o.next}while(o!==n)}function Ry(n,e,t,i){let s=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*i,l=r<o-1?e[r+1]*i:n.length,h=o0(n,a,l,i,!1);h===h.next&&(h.steiner=!0),s.push(Ny(h))}s.sort(Cy);for(let r=0;r<s.length;r++)t=Py(s[r],t);return t}function Cy(n,e){let t=n.x-e.x;if(t===0&&(t=n.y-e.y,t===0)){let i=(n.next.y-n.y)/(n.next.x-n.x),
s=(e.next.y-e.y)/(e.next.x-e.x);t=i-s}return t}function Py(n,e){let t=Ly(n,e);if(!t)return e;let i=h0(t,n);return vr(i,i.next),vr(t,t.next)}function Ly(n,e){let t=e,i=n.x,s=n.y,r=-1/0,o;if(Po(n,t))return t;do{if(Po(n,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let f=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(f<=i&&f>r&&(r=f,o=t.x<t.next.x?t:t.next,f===i))return o}t=t.next}while(t!==
e);if(!o)return null;let a=o,l=o.x,h=o.y,c=1/0;t=o;do{if(i>=t.x&&t.x>=l&&i!==t.x&&a0(s<h?i:r,s,l,h,s<h?r:i,s,t.x,t.y)){let f=Math.abs(s-t.y)/(i-t.x);xl(t,n)&&(f<c||f===c&&(t.x>o.x||t.x===o.x&&Dy(o,t)))&&(o=t,c=f)}t=t.next}while(t!==a);return o}function Dy(n,e){return Jt(n.prev,n,e.prev)<0&&Jt(e.next,n,n.next)<0}function Iy(n,e,t,i){let s=n;do s.z===0&&(s.z=Hu(s.x,s.y,e,t,i)),s.prevZ=s.prev,s.nextZ=
s.next,s=s.next;while(s!==n);s.prevZ.nextZ=null,s.prevZ=null,Uy(s)}function Uy(n){let e,t=1;do{let i=n,s;n=null;let r=null;for(e=0;i;){e++;let o=i,a=0;for(let h=0;h<t&&(a++,o=o.nextZ,!!o);h++);let l=t;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||i.z<=o.z)?(s=i,i=i.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:n=s,s.prevZ=r,r=s;i=o}r.nextZ=null,t*=2}while(e>1);return n}function Hu(n,e,t,i,s){return n=(n-t)*s|
0,e=(e-i)*s|0,n=(n|n<<8)&16711935,n=(n|n<<4)&252645135,n=(n|n<<2)&858993459,n=(n|n<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,n|e<<1}function Ny(n){let e=n,t=n;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==n);return t}function a0(n,e,t,i,s,r,o,a){return(s-o)*(e-a)>=(n-o)*(r-a)&&(n-o)*(i-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(s-o)*(i-a)}function ml(n,e,t,i,s,r,o,a){
return!(n===o&&e===a)&&a0(n,e,t,i,s,r,o,a)}function Fy(n,e){return n.next.i!==e.i&&n.prev.i!==e.i&&!Oy(n,e)&&(xl(n,e)&&xl(e,n)&&By(n,e)&&(Jt(n.prev,n,e.prev)||Jt(n,e.prev,e))||Po(n,e)&&Jt(n.prev,n,n.next)>0&&Jt(e.prev,e,e.next)>0)}function Jt(n,e,t){return(e.y-n.y)*(t.x-e.x)-(e.x-n.x)*(t.y-e.y)}function Po(n,e){return n.x===e.x&&n.y===e.y}function l0(n,e,t,i){let s=Ac(Jt(n,e,t)),r=Ac(Jt(n,e,i)),o=Ac(
Jt(t,i,n)),a=Ac(Jt(t,i,e));return!!(s!==r&&o!==a||s===0&&Ec(n,t,e)||r===0&&Ec(n,i,e)||o===0&&Ec(t,n,i)||a===0&&Ec(t,e,i))}function Ec(n,e,t){return e.x<=Math.max(n.x,t.x)&&e.x>=Math.min(n.x,t.x)&&e.y<=Math.max(n.y,t.y)&&e.y>=Math.min(n.y,t.y)}function Ac(n){return n>0?1:n<0?-1:0}function Oy(n,e){let t=n;do{if(t.i!==n.i&&t.next.i!==n.i&&t.i!==e.i&&t.next.i!==e.i&&l0(t,t.next,n,e))return!0;t=t.next}while(t!==
n);return!1}function xl(n,e){return Jt(n.prev,n,n.next)<0?Jt(n,e,n.next)>=0&&Jt(n,n.prev,e)>=0:Jt(n,e,n.prev)<0||Jt(n,n.next,e)<0}function By(n,e){let t=n,i=!1,s=(n.x+e.x)/2,r=(n.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(i=!i),t=t.next;while(t!==n);return i}function h0(n,e){let t=Vu(n.i,n.x,n.y),i=Vu(e.i,e.x,e.y),s=n.next,r=e.prev;return n.next=e,
e.prev=n,t.next=s,s.prev=t,i.next=t,t.prev=i,r.next=i,i.prev=r,i}function r0(n,e,t,i){let s=Vu(n,e,t);return i?(s.next=i.next,s.prev=i,i.next.prev=s,i.next=s):(s.prev=s,s.next=s),s}function _l(n){n.next.prev=n.prev,n.prev.next=n.next,n.prevZ&&(n.prevZ.nextZ=n.nextZ),n.nextZ&&(n.nextZ.prevZ=n.prevZ)}function Vu(n,e,t){return{i:n,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function ky(n,e,t,i){let s=0;for(let r=e,o=t-i;r<t;r+=i)s+=(n[o]-n[r])*(n[r+1]+n[o+1]),o=r;return s}var Rc=class{static triangulate(e,t,i=2){return Wu(e,t,i)}};var Lo=class n{static area(e){let t=e.length,i=0;for(let s=t-1,r=0;r<t;s=r++)i+=e[s].x*e[r].y-e[r].x*e[s].y;return i*.5}static isClockWise(e){return n.area(e)<0}static triangulateShape(e,t){let i=[],s=[],r=[];c0(e),f0(i,e);let o=e.length;t.forEach(c0);for(let l=0;l<t.length;l++)s.push(o),o+=t[l].length,f0(i,t[l]);let a=Rc.triangulate(i,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};
function c0(n){let e=n.length;e>2&&n[e-1].equals(n[0])&&n.pop()}function f0(n,e){for(let t=0;t<e.length;t++)n.push(e[t].x),n.push(e[t].y)}var Do=class n extends xt{constructor(e=1,t=1,i=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(i),l=Math.floor(s),h=a+1,c=l+1,f=e/a,u=t/l,p=[],d=[],S=[],g=[];for(let m=0;m<c;m++){let M=m*u-o;for(let E=0;E<h;E++){let w=E*f-r;d.push(w,-M,0),S.push(0,0,1),g.push(E/a),g.push(1-m/l)}}for(let m=0;m<l;m++)for(let M=0;M<
a;M++){let E=M+h*m,w=M+h*(m+1),I=M+1+h*(m+1),A=M+1+h*m;p.push(E,w,A),p.push(w,I,A)}this.setIndex(p),this.setAttribute("position",new Tt(d,3)),this.setAttribute("normal",new Tt(S,3)),this.setAttribute("uv",new Tt(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};var Cc=class n extends xt{constructor(e=1,t=.4,i=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:i,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},i=Math.floor(i),s=Math.floor(s);let l=[],h=[],c=[],f=[],u=new V,p=new V,d=new V;for(let S=0;S<=i;S++){let g=o+S/i*a;for(let m=0;m<=s;m++){let M=m/s*r;p.x=(e+t*Math.cos(g))*Math.cos(
M),p.y=(e+t*Math.cos(g))*Math.sin(M),p.z=t*Math.sin(g),h.push(p.x,p.y,p.z),u.x=e*Math.cos(M),u.y=e*Math.sin(M),d.subVectors(p,u).normalize(),c.push(d.x,d.y,d.z),f.push(m/s),f.push(S/i)}}for(let S=1;S<=i;S++)for(let g=1;g<=s;g++){let m=(s+1)*S+g-1,M=(s+1)*(S-1)+g-1,E=(s+1)*(S-1)+g,w=(s+1)*S+g;l.push(m,M,w),l.push(M,E,w)}this.setIndex(l),this.setAttribute("position",new Tt(h,3)),this.setAttribute("n\
ormal",new Tt(c,3)),this.setAttribute("uv",new Tt(f,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};function bs(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let s=n[t][i];if(u0(s))s.isRenderTargetTexture?(Oe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=s.clone();else if(Array.isArray(s))if(u0(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][i]=r}else e[t][i]=s.slice();else e[t][i]=s}}return e}
function Wi(n){let e={};for(let t=0;t<n.length;t++){let i=bs(n[t]);for(let s in i)e[s]=i[s]}return e}function u0(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function p0(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function Pc(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===
!0?e.texture.colorSpace:tt.workingColorSpace}var d0={clone:bs,merge:Wi};var m0="";var g0="";var Bi=class extends Ii{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=m0,this.fragmentShader=g0,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues=
{color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=bs(e.uniforms),this.uniformsGroups=p0(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=
e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms=
{};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.
toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let s in this.extensions)this.extensions[s]===!0&&(i[s]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){
if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let s=e.uniforms[i];switch(this.uniforms[i]={},s.type){case"t":this.uniforms[i].value=t[s.value]||null;break;case"c":this.uniforms[i].value=new Pe().setHex(s.value);break;case"v2":this.uniforms[i].value=new Ie().fromArray(s.value);break;case"v3":this.uniforms[i].value=new V().fromArray(s.value);break;case"v4":this.uniforms[i].value=
new wt().fromArray(s.value);break;case"m3":this.uniforms[i].value=new We().fromArray(s.value);break;case"m4":this.uniforms[i].value=new Qe().fromArray(s.value);break;default:this.uniforms[i].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&
(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}};var Lc=class extends Bi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var wr=class extends Ii{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new Pe(16777215),this.specular=new Pe(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Pe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,
this.normalMapType=ur,this.normalScale=new Ie(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new sn,this.combine=ks,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",
this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,
this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=
e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Ts=class extends Ii{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new Pe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new Pe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ur,this.normalScale=new Ie(
1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new sn,this.combine=ks,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(
e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,
this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,
this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var Dc=class extends Ii{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=xg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.
displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}};var Ic=class extends Ii{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=
e.displacementBias,this}};var Io=class extends Nt{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new Pe(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}};var Ml=class extends Io{constructor(e,t,i){super(e,i),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Nt.DEFAULT_UP),this.updateMatrix(),this.groundColor=new Pe(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}};var Xu=new Qe,x0=new V,_0=new V,Uc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ie(512,512),this.mapType=Li,this.map=null,this.mapPass=null,this.matrix=new Qe,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Vn,this._frameExtents=new Ie(1,1),this._viewportCount=1,this._viewports=[new wt(
0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;x0.setFromMatrixPosition(e.matrixWorld),t.position.copy(x0),_0.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(_0),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,i,s){Xu.multiplyMatrices(e.projectionMatrix,
e.matrixWorldInverse),i.setFromProjectionMatrix(Xu,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,h=s?s.y/r.y:0;e.coordinateSystem===gs||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+h,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+h,0,0,.5,.5,0,0,0,1),t.multiply(Xu)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this.
_frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){
return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}};var Nc=new V,Fc=new yn,ns=new V,Uo=class extends Nt{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Qe,this.projectionMatrix=new Qe,this.projectionMatrixInverse=new Qe,this.coordinateSystem=Oi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.
copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Nc,Fc,ns),ns.x===1&&ns.y===1&&ns.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Nc,
Fc,ns.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Nc,Fc,ns),ns.x===1&&ns.y===1&&ns.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Nc,Fc,ns.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}};var Ks=new V,M0=new Ie,S0=new Ie,En=class extends Uo{constructor(e=50,t=1,i=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.
far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Su*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(Xh*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Su*2*Math.atan(Math.tan(Xh*.5*
this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){Ks.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ks.x,Ks.y).multiplyScalar(-e/Ks.z),Ks.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(Ks.x,Ks.y).multiplyScalar(-e/Ks.z)}getViewSize(e,t){return this.getViewBounds(
e,M0,S0),t.subVectors(S0,M0)}setViewOffset(e,t,i,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=
!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(Xh*.5*this.fov)/this.zoom,i=2*t,s=this.aspect*i,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,h=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*i/h,s*=o.width/l,i*=o.height/h}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-i,e,
this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.
object.filmOffset=this.filmOffset,t}};var No=class extends Uo{constructor(e=-1,t=1,i=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,
this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.
view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=i-e,o=i+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let h=(this.right-this.left)/this.view.fullWidth/this.zoom,c=(this.top-this.bottom)/this.view.fullHeight/this.
zoom;r+=h*this.view.offsetX,o=r+h*this.view.width,a-=c*this.view.offsetY,l=a-c*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.
top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}};var Oc=class extends Uc{constructor(){super(new No(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}};var Sl=class extends Io{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Nt.DEFAULT_UP),this.updateMatrix(),this.target=new Nt,this.shadow=new Oc}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.
shadow.toJSON(),t.object.target=this.target.uuid,t}};var Fo=-90,Oo=1,Bc=class extends Nt{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new En(Fo,Oo,e,t);s.layers=this.layers,this.add(s);let r=new En(Fo,Oo,e,t);r.layers=this.layers,this.add(r);let o=new En(Fo,Oo,e,t);o.layers=this.layers,this.add(o);let a=new En(Fo,Oo,e,t);a.layers=this.layers,this.add(a);let l=new En(Fo,
Oo,e,t);l.layers=this.layers,this.add(l);let h=new En(Fo,Oo,e,t);h.layers=this.layers,this.add(h)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,s,r,o,a,l]=t;for(let h of t)this.remove(h);if(e===Oi)i.up.set(0,1,0),i.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.
set(0,1,0),l.lookAt(0,0,-1);else if(e===gs)i.up.set(0,-1,0),i.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let h of t)this.add(h),h.updateMatrixWorld()}update(e,t){
this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,h,c]=this.children,f=e.getRenderTarget(),u=e.getActiveCubeFace(),p=e.getActiveMipmapLevel(),d=e.xr.enabled;e.xr.enabled=!1;let S=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=
!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(i,0,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(i,1,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(i,3,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(
i,4,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),i.texture.mipmapsAutoUpdate=S,e.setRenderTarget(i,5,s),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),e.setRenderTarget(f,u,p),e.xr.enabled=d,i.texture.needsPMREMUpdate=!0}};var v0=new Qe,vl=class{constructor(e,t,i=0,s=1/0){this.ray=new ts(e,t),this.near=i,this.far=s,this.camera=null,this.layers=new Hs,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).
normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):ct("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return v0.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.
set(0,0,-1).applyMatrix4(v0),this}intersectObject(e,t=!0,i=[]){return Yu(e,this,i,t),i.sort(w0),i}intersectObjects(e,t=!0,i=[]){for(let s=0,r=e.length;s<r;s++)Yu(e[s],this,i,t);return i.sort(w0),i}};function w0(n,e){return n.distance-e.distance}function Yu(n,e,t,i){let s=!0;if(n.layers.test(e.layers)&&n.raycast(e,t)===!1&&(s=!1),s===!0&&i===!0){let r=n.children;for(let o=0,a=r.length;o<a;o++)Yu(r[o],
e,t,!0)}}function qu(n,e,t,i){let s=zy(i);switch(t){case kh:return n*e;case eo:return n*e/s.components*s.byteLength;case to:return n*e/s.components*s.byteLength;case Bn:return n*e*2/s.components*s.byteLength;case io:return n*e*2/s.components*s.byteLength;case zh:return n*e*3/s.components*s.byteLength;case pn:return n*e*4/s.components*s.byteLength;case no:return n*e*4/s.components*s.byteLength;case so:case ro:
return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case oo:case ao:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Ra:case Pa:return Math.max(n,16)*Math.max(e,8)/4;case Aa:case Ca:return Math.max(n,8)*Math.max(e,8)/2;case La:case Da:case Ua:case Na:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Ia:case cr:case Fa:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Oa:return Math.floor(
(n+3)/4)*Math.floor((e+3)/4)*16;case Ba:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case ka:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case za:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Ga:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case Ha:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Va:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Wa:return Math.
floor((n+7)/8)*Math.floor((e+7)/8)*16;case Xa:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case Ya:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case qa:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case Ka:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case $a:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case Za:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case Ja:case Qa:case ja:
return Math.ceil(n/4)*Math.ceil(e/4)*16;case el:case tl:return Math.ceil(n/4)*Math.ceil(e/4)*8;case fr:case il:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function zy(n){switch(n){case Li:case Nh:return{byteLength:1,components:1};case ds:case Fh:case en:return{byteLength:2,components:1};case Qr:case jr:return{byteLength:2,components:4};case zi:case Jr:case wi:
return{byteLength:4,components:1};case Oh:case Bh:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Oe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function y0(){let n=null,e=!1,t=null,i=null;function s(r,o){i=n.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(s),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){n=r}}}function b0(n){let e=new WeakMap;function t(a,l){let h=a.array,c=a.usage,f=h.byteLength,u=n.createBuffer();n.bindBuffer(l,u),n.bufferData(l,h,c),a.onUploadCallback();let p;if(h instanceof Float32Array)p=n.FLOAT;else if(typeof Float16Array<"u"&&h instanceof Float16Array)p=n.HALF_FLOAT;else if(h instanceof Uint16Array)a.isFloat16BufferAttribute?p=n.HALF_FLOAT:p=n.UNSIGNED_SHORT;else if(h instanceof Int16Array)
p=n.SHORT;else if(h instanceof Uint32Array)p=n.UNSIGNED_INT;else if(h instanceof Int32Array)p=n.INT;else if(h instanceof Int8Array)p=n.BYTE;else if(h instanceof Uint8Array)p=n.UNSIGNED_BYTE;else if(h instanceof Uint8ClampedArray)p=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+h);return{buffer:u,type:p,bytesPerElement:h.BYTES_PER_ELEMENT,version:a.version,
size:f}}function i(a,l,h){let c=l.array,f=l.updateRanges;if(n.bindBuffer(h,a),f.length===0)n.bufferSubData(h,0,c);else{f.sort((p,d)=>p.start-d.start);let u=0;for(let p=1;p<f.length;p++){let d=f[u],S=f[p];S.start<=d.start+d.count+1?d.count=Math.max(d.count,S.start+S.count-d.start):(++u,f[u]=S)}f.length=u+1;for(let p=0,d=f.length;p<d;p++){let S=f[p];n.bufferSubData(h,S.start*c.BYTES_PER_ELEMENT,c,S.
start,S.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(n.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let c=e.get(a);(!c||c.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.
type,bytesPerElement:a.elementSize,version:a.version});return}let h=e.get(a);if(h===void 0)e.set(a,t(a,l));else if(h.version<a.version){if(h.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(h.buffer,a,l),h.version=a.version}}return{get:s,remove:r,update:o}}var T0=`
#ifdef USE_ALPHAHASH
if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif
`;var E0=`
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
`;var A0=`
#ifdef USE_ALPHAMAP
diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif
`;var R0=`
#ifdef USE_ALPHAMAP
uniform sampler2D alphaMap;
#endif
`;var C0=`
#ifdef USE_ALPHATEST
#ifdef ALPHA_TO_COVERAGE
diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
if ( diffuseColor.a == 0.0 ) discard;
#else
if ( diffuseColor.a < alphaTest ) discard;
#endif
#endif
`;var P0=`
#ifdef USE_ALPHATEST
uniform float alphaTest;
#endif
`;var L0=`
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
`;var D0=`
#ifdef USE_AOMAP
uniform sampler2D aoMap;
uniform float aoMapIntensity;
#endif
`;var I0=`
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
`;var U0=`
#ifdef USE_BATCHING
mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif
`;var N0=`
vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
vPosition = vec3( position );
#endif
`;var F0=`
vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
vec3 objectTangent = vec3( tangent.xyz );
#endif
`;var O0=`
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
`;var B0="";var k0=`
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
`;var z0=`
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
`;var G0=`
#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif
`;var H0=`
#if NUM_CLIPPING_PLANES > 0
varying vec3 vClipPosition;
#endif
`;var V0=`
#if NUM_CLIPPING_PLANES > 0
vClipPosition = - mvPosition.xyz;
#endif
`;var W0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
diffuseColor *= vColor;
#endif
`;var X0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
varying vec4 vColor;
#endif
`;var Y0=`
#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
varying vec4 vColor;
#endif
`;var q0=`
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
`;var K0=`
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
`;var $0=`
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
`;var Z0=`
#ifdef USE_DISPLACEMENTMAP
uniform sampler2D displacementMap;
uniform float displacementScale;
uniform float displacementBias;
#endif
`;var J0=`
#ifdef USE_DISPLACEMENTMAP
transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif
`;var Q0=`
#ifdef USE_EMISSIVEMAP
vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
emissiveColor = sRGBTransferEOTF( emissiveColor );
#endif
totalEmissiveRadiance *= emissiveColor.rgb;
#endif
`;var j0=`
#ifdef USE_EMISSIVEMAP
uniform sampler2D emissiveMap;
#endif
`;var ex=`
gl_FragColor = linearToOutputTexel( gl_FragColor );
`;var tx=`
vec4 LinearTransferOETF( in vec4 value ) {
return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}
`;var ix=`
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
`;var nx=`
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
`;var sx=`
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
`;var rx=`
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
`;var ox=`
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
`;var ax=`
#ifdef USE_FOG
vFogDepth = - mvPosition.z;
#endif
`;var lx=`
#ifdef USE_FOG
varying float vFogDepth;
#endif
`;var hx=`
#ifdef USE_FOG
#ifdef FOG_EXP2
float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
#else
float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
#endif
gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif
`;var cx=`
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
`;var fx="";var ux=`
#ifdef USE_LIGHTMAP
uniform sampler2D lightMap;
uniform float lightMapIntensity;
#endif
`;var px=`
LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;
`;var dx=`
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
`;var mx=`
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
`;var gx=`
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
`;var xx="";var _x="";var Mx=`
BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;
`;var Sx=`
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
`;var vx="";var wx="";var yx=`
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
`;var bx=`
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
`;var Tx=`
#if defined( RE_IndirectDiffuse )
#if defined( LAMBERT ) || defined( PHONG )
irradiance += iblIrradiance;
#endif
RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
`;var Ex=`
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
`;var Ax=`
#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif
`;var Rx=`
#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
uniform float logDepthBufFC;
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var Cx=`
#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
varying float vFragDepth;
varying float vIsPerspective;
#endif
`;var Px=`
#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
vFragDepth = 1.0 + gl_Position.w;
vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif
`;var Lx=`
#ifdef USE_MAP
vec4 sampledDiffuseColor = texture2D( map, vMapUv );
#ifdef DECODE_VIDEO_TEXTURE
sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
#endif
diffuseColor *= sampledDiffuseColor;
#endif
`;var Dx=`
#ifdef USE_MAP
uniform sampler2D map;
#endif
`;var Ix="";var Ux="";var Nx="";var Fx="";var Ox=`
#ifdef USE_INSTANCING_MORPH
float morphTargetInfluences[ MORPHTARGETS_COUNT ];
float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
}
#endif
`;var Bx=`
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
`;var kx=`
#ifdef USE_MORPHNORMALS
objectNormal *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
}
#endif
`;var zx=`
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
`;var Gx=`
#ifdef USE_MORPHTARGETS
transformed *= morphTargetBaseInfluence;
for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
}
#endif
`;var Hx=`
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
`;var Vx=`
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
`;var Wx=`
#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var Xx=`
#ifndef FLAT_SHADED
varying vec3 vNormal;
#ifdef USE_TANGENT
varying vec3 vTangent;
varying vec3 vBitangent;
#endif
#endif
`;var Yx=`
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
`;var qx=`
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
`;var Kx="";var $x="";var Zx="";var Jx="";var Qx=`
#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );
`;var jx=`
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
`;var e_=`
#ifdef PREMULTIPLIED_ALPHA
gl_FragColor.rgb *= gl_FragColor.a;
#endif
`;var t_=`
vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;
`;var i_=`
#ifdef DITHERING
gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif
`;var n_=`
#ifdef DITHERING
vec3 dithering( vec3 color ) {
float grid_position = rand( gl_FragCoord.xy );
vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
return color + dither_shift_RGB;
}
#endif
`;var s_="";var r_="";var o_=`
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
`;var a_=`
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
`;var l_=`
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
`;var h_="";var c_=`
#ifdef USE_SKINNING
mat4 boneMatX = getBoneMatrix( skinIndex.x );
mat4 boneMatY = getBoneMatrix( skinIndex.y );
mat4 boneMatZ = getBoneMatrix( skinIndex.z );
mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif
`;var f_=`
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
`;var u_=`
#ifdef USE_SKINNING
vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
vec4 skinned = vec4( 0.0 );
skinned += boneMatX * skinVertex * skinWeight.x;
skinned += boneMatY * skinVertex * skinWeight.y;
skinned += boneMatZ * skinVertex * skinWeight.z;
skinned += boneMatW * skinVertex * skinWeight.w;
transformed = ( bindMatrixInverse * skinned ).xyz;
#endif
`;var p_=`
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
`;var d_=`
float specularStrength;
#ifdef USE_SPECULARMAP
vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
specularStrength = texelSpecular.r;
#else
specularStrength = 1.0;
#endif
`;var m_=`
#ifdef USE_SPECULARMAP
uniform sampler2D specularMap;
#endif
`;var g_=`
#if defined( TONE_MAPPING )
gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif
`;var x_="";var __="";var M_="";var S_=`
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
`;var v_=`
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
`;var w_=`
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
`;var y_=`
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
`;var b_=`
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
`,T_=`
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
`;var E_=`
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
`,A_=`
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
`;var R_=`
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
`,C_=`
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
`;var P_=`
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
`,L_=`
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
`;var lt={alphahash_fragment:T0,alphahash_pars_fragment:E0,alphamap_fragment:A0,alphamap_pars_fragment:R0,alphatest_fragment:C0,alphatest_pars_fragment:P0,aomap_fragment:L0,aomap_pars_fragment:D0,batching_pars_vertex:I0,batching_vertex:U0,begin_vertex:N0,beginnormal_vertex:F0,bsdfs:O0,iridescence_fragment:B0,bumpmap_pars_fragment:k0,clipping_planes_fragment:z0,clipping_planes_pars_fragment:G0,clipping_planes_pars_vertex:H0,
clipping_planes_vertex:V0,color_fragment:W0,color_pars_fragment:X0,color_pars_vertex:Y0,color_vertex:q0,common:K0,defaultnormal_vertex:$0,displacementmap_pars_vertex:Z0,displacementmap_vertex:J0,emissivemap_fragment:Q0,emissivemap_pars_fragment:j0,colorspace_fragment:ex,colorspace_pars_fragment:tx,envmap_fragment:ix,envmap_common_pars_fragment:nx,envmap_pars_fragment:sx,envmap_pars_vertex:rx,envmap_physical_pars_fragment:gx,
envmap_vertex:ox,fog_vertex:ax,fog_pars_vertex:lx,fog_fragment:hx,fog_pars_fragment:cx,gradientmap_pars_fragment:fx,lightmap_pars_fragment:ux,lights_lambert_fragment:px,lights_lambert_pars_fragment:dx,lights_pars_begin:mx,lights_toon_fragment:xx,lights_toon_pars_fragment:_x,lights_phong_fragment:Mx,lights_phong_pars_fragment:Sx,lights_physical_fragment:vx,lights_physical_pars_fragment:wx,lights_fragment_begin:yx,
lights_fragment_maps:bx,lights_fragment_end:Tx,lightprobes_pars_fragment:Ex,logdepthbuf_fragment:Ax,logdepthbuf_pars_fragment:Rx,logdepthbuf_pars_vertex:Cx,logdepthbuf_vertex:Px,map_fragment:Lx,map_pars_fragment:Dx,map_particle_fragment:Ix,map_particle_pars_fragment:Ux,metalnessmap_fragment:Nx,metalnessmap_pars_fragment:Fx,morphinstance_vertex:Ox,morphcolor_vertex:Bx,morphnormal_vertex:kx,morphtarget_pars_vertex:zx,
morphtarget_vertex:Gx,normal_fragment_begin:Hx,normal_fragment_maps:Vx,normal_pars_fragment:Wx,normal_pars_vertex:Xx,normal_vertex:Yx,normalmap_pars_fragment:qx,clearcoat_normal_fragment_begin:Kx,clearcoat_normal_fragment_maps:$x,clearcoat_pars_fragment:Zx,iridescence_pars_fragment:Jx,opaque_fragment:Qx,packing:jx,premultiplied_alpha_fragment:e_,project_vertex:t_,dithering_fragment:i_,dithering_pars_fragment:n_,
roughnessmap_fragment:s_,roughnessmap_pars_fragment:r_,shadowmap_pars_fragment:o_,shadowmap_pars_vertex:a_,shadowmap_vertex:l_,shadowmask_pars_fragment:h_,skinbase_vertex:c_,skinning_pars_vertex:f_,skinning_vertex:u_,skinnormal_vertex:p_,specularmap_fragment:d_,specularmap_pars_fragment:m_,tonemapping_fragment:g_,tonemapping_pars_fragment:x_,transmission_fragment:__,transmission_pars_fragment:M_,uv_pars_fragment:S_,
uv_pars_vertex:v_,uv_vertex:w_,worldpos_vertex:y_,background_vert:"",background_frag:"",backgroundCube_vert:"",backgroundCube_frag:"",cube_vert:"",cube_frag:"",depth_vert:b_,depth_frag:T_,distance_vert:"",distance_frag:"",equirect_vert:"",equirect_frag:"",linedashed_vert:"",linedashed_frag:"",meshbasic_vert:E_,meshbasic_frag:A_,meshlambert_vert:R_,meshlambert_frag:C_,meshmatcap_vert:"",meshmatcap_frag:"",
meshnormal_vert:"",meshnormal_frag:"",meshphong_vert:P_,meshphong_frag:L_,meshphysical_vert:"",meshphysical_frag:"",meshtoon_vert:"",meshtoon_frag:"",points_vert:"",points_frag:"",shadow_vert:"",shadow_frag:"",sprite_vert:"",sprite_frag:""};var Ee={common:{diffuse:{value:new Pe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new We},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new We}},envmap:{envMap:{value:null},envMapRotation:{value:new We},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},
aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new We}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new We}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new We},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new We},normalScale:{value:new Ie(1,1)}},displacementmap:{displacementMap:{value:null},
displacementMapTransform:{value:new We},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new We}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new We}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new We}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{
value:1},fogFar:{value:2e3},fogColor:{value:new Pe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},
color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},
shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},
groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new Pe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0},
uvTransform:{value:new We}},sprite:{diffuse:{value:new Pe(16777215)},opacity:{value:1},center:{value:new Ie(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new We},alphaMap:{value:null},alphaMapTransform:{value:new We},alphaTest:{value:0}}};var An={basic:{uniforms:Wi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.fog]),vertexShader:lt.meshbasic_vert,fragmentShader:lt.meshbasic_frag},lambert:{uniforms:Wi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},envMapIntensity:{value:1}}]),vertexShader:lt.meshlambert_vert,
fragmentShader:lt.meshlambert_frag},phong:{uniforms:Wi([Ee.common,Ee.specularmap,Ee.envmap,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},specular:{value:new Pe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:lt.meshphong_vert,fragmentShader:lt.meshphong_frag},standard:{uniforms:Wi([Ee.common,Ee.envmap,
Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.roughnessmap,Ee.metalnessmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:lt.meshphysical_vert,fragmentShader:lt.meshphysical_frag},toon:{uniforms:Wi([Ee.common,Ee.aomap,Ee.lightmap,Ee.emissivemap,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,
Ee.gradientmap,Ee.fog,Ee.lights,{emissive:{value:new Pe(0)}}]),vertexShader:lt.meshtoon_vert,fragmentShader:lt.meshtoon_frag},matcap:{uniforms:Wi([Ee.common,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,Ee.fog,{matcap:{value:null}}]),vertexShader:lt.meshmatcap_vert,fragmentShader:lt.meshmatcap_frag},points:{uniforms:Wi([Ee.points,Ee.fog]),vertexShader:lt.points_vert,fragmentShader:lt.points_frag},dashed:{
uniforms:Wi([Ee.common,Ee.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:lt.linedashed_vert,fragmentShader:lt.linedashed_frag},depth:{uniforms:Wi([Ee.common,Ee.displacementmap]),vertexShader:lt.depth_vert,fragmentShader:lt.depth_frag},normal:{uniforms:Wi([Ee.common,Ee.bumpmap,Ee.normalmap,Ee.displacementmap,{opacity:{value:1}}]),vertexShader:lt.meshnormal_vert,fragmentShader:lt.
meshnormal_frag},sprite:{uniforms:Wi([Ee.sprite,Ee.fog]),vertexShader:lt.sprite_vert,fragmentShader:lt.sprite_frag},background:{uniforms:{uvTransform:{value:new We},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:lt.background_vert,fragmentShader:lt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{
value:new We}},vertexShader:lt.backgroundCube_vert,fragmentShader:lt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:lt.cube_vert,fragmentShader:lt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:lt.equirect_vert,fragmentShader:lt.equirect_frag},distance:{uniforms:Wi([Ee.common,Ee.displacementmap,{referencePosition:{value:new V},
nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:lt.distance_vert,fragmentShader:lt.distance_frag},shadow:{uniforms:Wi([Ee.lights,Ee.fog,{color:{value:new Pe(0)},opacity:{value:1}}]),vertexShader:lt.shadow_vert,fragmentShader:lt.shadow_frag}};An.physical={uniforms:Wi([An.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new We},clearcoatNormalMap:{
value:null},clearcoatNormalMapTransform:{value:new We},clearcoatNormalScale:{value:new Ie(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new We},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new We},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},
iridescenceMapTransform:{value:new We},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new We},sheen:{value:0},sheenColor:{value:new Pe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new We},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{
value:new We},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new We},transmissionSamplerSize:{value:new Ie},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new We},attenuationDistance:{value:0},attenuationColor:{value:new Pe(0)},specularColor:{value:new Pe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{
value:new We},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new We},anisotropyVector:{value:new Ie},anisotropyMap:{value:null},anisotropyMapTransform:{value:new We}}]),vertexShader:lt.meshphysical_vert,fragmentShader:lt.meshphysical_frag};var kc={r:0,b:0,g:0},Xy=new Qe,D_=new We;D_.set(-1,0,0,0,1,0,0,0,1);function I_(n,e,t,i,s,r){let o=new Pe(0),a=s===!0?0:1,l,h,c=null,f=0,u=null;function p(M){let E=M.isScene===!0?M.background:null;if(E&&E.isTexture){let w=M.backgroundBlurriness>0;E=e.get(E,w)}return E}function d(M){let E=!1,w=p(M);w===null?g(o,a):w&&w.isColor&&(g(w,1),E=!0);let I=n.xr.getEnvironmentBlendMode();I==="additive"?t.buffers.
color.setClear(0,0,0,1,r):I==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(n.autoClear||E)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function S(M,E){let w=p(E);w&&w.isCubeTexture?(h===void 0&&(h=new Mt(new Ro(1,1,1),new Bi({name:"BackgroundCubeMaterial",uniforms:bs(An.backgroundCube.uniforms),
vertexShader:An.backgroundCube.vertexShader,fragmentShader:An.backgroundCube.fragmentShader,side:ri,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),h.geometry.deleteAttribute("normal"),h.geometry.deleteAttribute("uv"),h.onBeforeRender=function(I,A,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(h.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.
update(h)),h.material.uniforms.envMap.value=w,h.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,h.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,h.material.uniforms.backgroundRotation.value.setFromMatrix4(Xy.makeRotationFromEuler(E.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&h.material.uniforms.backgroundRotation.value.premultiply(D_),h.material.
toneMapped=tt.getTransfer(w.colorSpace)!==gt,(c!==w||f!==w.version||u!==n.toneMapping)&&(h.material.needsUpdate=!0,c=w,f=w.version,u=n.toneMapping),h.layers.enableAll(),M.unshift(h,h.geometry,h.material,0,0,null)):w&&w.isTexture&&(l===void 0&&(l=new Mt(new Do(2,2),new Bi({name:"BackgroundMaterial",uniforms:bs(An.background.uniforms),vertexShader:An.background.vertexShader,fragmentShader:An.background.
fragmentShader,side:ji,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(l)),l.material.uniforms.t2D.value=w,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=tt.getTransfer(w.colorSpace)!==gt,w.matrixAutoUpdate===!0&&w.updateMatrix(),
l.material.uniforms.uvTransform.value.copy(w.matrix),(c!==w||f!==w.version||u!==n.toneMapping)&&(l.material.needsUpdate=!0,c=w,f=w.version,u=n.toneMapping),l.layers.enableAll(),M.unshift(l,l.geometry,l.material,0,0,null))}function g(M,E){M.getRGB(kc,Pc(n)),t.buffers.color.setClear(kc.r,kc.g,kc.b,E,r)}function m(){h!==void 0&&(h.geometry.dispose(),h.material.dispose(),h=void 0),l!==void 0&&(l.geometry.
dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(M,E=1){o.set(M),a=E,g(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(M){a=M,g(o,a)},render:d,addToRenderList:S,dispose:m}}function U_(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},s=u(null),r=s,o=!1;function a(D,B,Y,L,H){let Z=!1,G=f(D,L,Y,B);r!==G&&(r=G,h(r.object)),Z=p(D,L,Y,H),Z&&d(D,L,Y,H),H!==null&&e.update(H,n.ELEMENT_ARRAY_BUFFER),(Z||o)&&(o=!1,w(D,B,Y,L),H!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function l(){return n.createVertexArray()}function h(D){return n.bindVertexArray(D)}function c(D){
return n.deleteVertexArray(D)}function f(D,B,Y,L){let H=L.wireframe===!0,Z=i[B.id];Z===void 0&&(Z={},i[B.id]=Z);let G=D.isInstancedMesh===!0?D.id:0,he=Z[G];he===void 0&&(he={},Z[G]=he);let $=he[Y.id];$===void 0&&($={},he[Y.id]=$);let j=$[H];return j===void 0&&(j=u(l()),$[H]=j),j}function u(D){let B=[],Y=[],L=[];for(let H=0;H<t;H++)B[H]=0,Y[H]=0,L[H]=0;return{geometry:null,program:null,wireframe:!1,
newAttributes:B,enabledAttributes:Y,attributeDivisors:L,object:D,attributes:{},index:null}}function p(D,B,Y,L){let H=r.attributes,Z=B.attributes,G=0,he=Y.getAttributes();for(let $ in he)if(he[$].location>=0){let se=H[$],fe=Z[$];if(fe===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(fe=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(fe=D.instanceColor)),se===void 0||se.attribute!==fe||fe&&
se.data!==fe.data)return!0;G++}return r.attributesNum!==G||r.index!==L}function d(D,B,Y,L){let H={},Z=B.attributes,G=0,he=Y.getAttributes();for(let $ in he)if(he[$].location>=0){let se=Z[$];se===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(se=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(se=D.instanceColor));let fe={};fe.attribute=se,se&&se.data&&(fe.data=se.data),H[$]=fe,G++}r.attributes=
H,r.attributesNum=G,r.index=L}function S(){let D=r.newAttributes;for(let B=0,Y=D.length;B<Y;B++)D[B]=0}function g(D){m(D,0)}function m(D,B){let Y=r.newAttributes,L=r.enabledAttributes,H=r.attributeDivisors;Y[D]=1,L[D]===0&&(n.enableVertexAttribArray(D),L[D]=1),H[D]!==B&&(n.vertexAttribDivisor(D,B),H[D]=B)}function M(){let D=r.newAttributes,B=r.enabledAttributes;for(let Y=0,L=B.length;Y<L;Y++)B[Y]!==
D[Y]&&(n.disableVertexAttribArray(Y),B[Y]=0)}function E(D,B,Y,L,H,Z,G){G===!0?n.vertexAttribIPointer(D,B,Y,H,Z):n.vertexAttribPointer(D,B,Y,L,H,Z)}function w(D,B,Y,L){S();let H=L.attributes,Z=Y.getAttributes(),G=B.defaultAttributeValues;for(let he in Z){let $=Z[he];if($.location>=0){let j=H[he];if(j===void 0&&(he==="instanceMatrix"&&D.instanceMatrix&&(j=D.instanceMatrix),he==="instanceColor"&&D.instanceColor&&
(j=D.instanceColor)),j!==void 0){let se=j.normalized,fe=j.itemSize,ue=e.get(j);if(ue===void 0)continue;let ze=ue.buffer,nt=ue.type,Xe=ue.bytesPerElement,Ge=nt===n.INT||nt===n.UNSIGNED_INT||j.gpuType===Jr;if(j.isInterleavedBufferAttribute){let Le=j.data,st=Le.isInterleavedBuffer===!0?Le.stride:Le.itemSize,it=j.offset;if(Le.isInstancedInterleavedBuffer||Le.isInstancedBufferAttribute){for(let rt=0;rt<
$.locationSize;rt++)m($.location+rt,Le.meshPerAttribute);D.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=Le.meshPerAttribute*Le.count)}else for(let rt=0;rt<$.locationSize;rt++)g($.location+rt);n.bindBuffer(n.ARRAY_BUFFER,ze);for(let rt=0;rt<$.locationSize;rt++)E($.location+rt,fe/$.locationSize,nt,se,st*Xe,(it+fe/$.locationSize*rt)*Xe,Ge)}else{if(j.isInstancedBufferAttribute){
for(let Le=0;Le<$.locationSize;Le++)m($.location+Le,j.meshPerAttribute);D.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let Le=0;Le<$.locationSize;Le++)g($.location+Le);n.bindBuffer(n.ARRAY_BUFFER,ze);for(let Le=0;Le<$.locationSize;Le++)E($.location+Le,fe/$.locationSize,nt,se,fe*Xe,fe/$.locationSize*Le*Xe,Ge)}}else if(G!==void 0){let se=G[he];
if(se!==void 0)switch(se.length){case 2:n.vertexAttrib2fv($.location,se);break;case 3:n.vertexAttrib3fv($.location,se);break;case 4:n.vertexAttrib4fv($.location,se);break;default:n.vertexAttrib1fv($.location,se)}}}}M()}function I(){z();for(let D in i){let B=i[D];for(let Y in B){let L=B[Y];for(let H in L){let Z=L[H];for(let G in Z)c(Z[G].object),delete Z[G];delete L[H]}}delete i[D]}}function A(D){if(i[D.
id]===void 0)return;let B=i[D.id];for(let Y in B){let L=B[Y];for(let H in L){let Z=L[H];for(let G in Z)c(Z[G].object),delete Z[G];delete L[H]}}delete i[D.id]}function _(D){for(let B in i){let Y=i[B];for(let L in Y){let H=Y[L];if(H[D.id]===void 0)continue;let Z=H[D.id];for(let G in Z)c(Z[G].object),delete Z[G];delete H[D.id]}}}function T(D){for(let B in i){let Y=i[B],L=D.isInstancedMesh===!0?D.id:0,
H=Y[L];if(H!==void 0){for(let Z in H){let G=H[Z];for(let he in G)c(G[he].object),delete G[he];delete H[Z]}delete Y[L],Object.keys(Y).length===0&&delete i[B]}}}function z(){U(),o=!0,r!==s&&(r=s,h(r.object))}function U(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:z,resetDefaultState:U,dispose:I,releaseStatesOfGeometry:A,releaseStatesOfObject:T,releaseStatesOfProgram:_,initAttributes:S,
enableAttribute:g,disableUnusedAttributes:M}}function N_(n,e,t){let i;function s(l){i=l}function r(l,h){n.drawArrays(i,l,h),t.update(h,i,1)}function o(l,h,c){c!==0&&(n.drawArraysInstanced(i,l,h,c),t.update(h,i,c))}function a(l,h,c){if(c===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,l,0,h,0,c);let u=0;for(let p=0;p<c;p++)u+=h[p];t.update(u,i,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function F_(n,e,t,i){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=n.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==pn&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let T=_===en&&(e.has("EXT_color_buffer_half_float")||e.has("EX\
T_color_buffer_float"));return!(_!==Li&&_!==wi&&!T&&i.convert(_)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>
0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let h=t.precision!==void 0?t.precision:"highp",c=l(h);c!==h&&(Oe("WebGLRenderer:",h,"not supported, using",c,"instead."),h=c);let f=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),u=t.logarithmicDepthBuffer===!0&&f===!1;t.reversedDepthBuffer===!0&&f===!1&&Oe("WebGLRenderer: Unable to use reversed dep\
th buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&f===!0&&Oe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let p=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),d=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),S=n.getParameter(n.MAX_TEXTURE_SIZE),g=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),
m=n.getParameter(n.MAX_VERTEX_ATTRIBS),M=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),E=n.getParameter(n.MAX_VARYING_VECTORS),w=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),I=n.getParameter(n.MAX_SAMPLES),A=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:h,logarithmicDepthBuffer:u,reversedDepthBuffer:f,maxTextures:p,
maxVertexTextures:d,maxTextureSize:S,maxCubemapSize:g,maxAttributes:m,maxVertexUniforms:M,maxVaryings:E,maxFragmentUniforms:w,maxSamples:I,samples:A}}function O_(n){let e=this,t=null,i=0,s=!1,r=!1,o=new Vi,a=new We,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(f,u){let p=f.length!==0||u||i!==0||s;return s=u,i=f.length,p},this.beginShadows=function(){r=!0,c(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(f,u){t=c(f,u,0)},this.setState=function(f,u,p){let d=f.clippingPlanes,
S=f.clipIntersection,g=f.clipShadows,m=n.get(f);if(!s||d===null||d.length===0||r&&!g)r?c(null):h();else{let M=r?0:i,E=M*4,w=m.clippingState||null;l.value=w,w=c(d,u,E,p);for(let I=0;I!==E;++I)w[I]=t[I];m.clippingState=w,this.numIntersection=S?this.numPlanes:0,this.numPlanes+=M}};function h(){l.value!==t&&(l.value=t,l.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function c(f,u,p,d){let S=f!==null?
f.length:0,g=null;if(S!==0){if(g=l.value,d!==!0||g===null){let m=p+S*4,M=u.matrixWorldInverse;a.getNormalMatrix(M),(g===null||g.length<m)&&(g=new Float32Array(m));for(let E=0,w=p;E!==S;++E,w+=4)o.copy(f[E]).applyMatrix4(M,a),o.normal.toArray(g,w),g[w+3]=o.constant}l.value=g,l.needsUpdate=!0}return e.numPlanes=S,e.numIntersection=0,g}}var wl=class{dispose(){}};var Bo=class extends nn{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},s=[i,i,i,i,i,i];this.texture=new Eo(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,
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
			`},s=new Ro(5,5,5),r=new Bi({name:"CubemapFromEquirect",uniforms:bs(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:ri,blending:Ns});r.uniforms.tEquirect.value=t;let o=new Mt(s,r),a=t.minFilter;return t.minFilter===Fn&&(t.minFilter=vi),new Bc(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,s=!0){let r=e.getRenderTarget();
for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,s);e.setRenderTarget(r)}};function B_(n){let e=new WeakMap,t=new WeakMap,i=null;function s(u,p=!1){return u==null?null:p?o(u):r(u)}function r(u){if(u&&u.isTexture){let p=u.mapping;if(p===Dh||p===Ih)if(e.has(u)){let d=e.get(u).texture;return a(d,u.mapping)}else{let d=u.image;if(d&&d.height>0){let S=new Bo(d.height);return S.fromEquirectangularTexture(n,u),e.set(u,S),u.addEventListener("dispose",h),a(S.texture,u.mapping)}else
return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let p=u.mapping,d=p===Dh||p===Ih,S=p===hr||p===ya;if(d||S){let g=t.get(u),m=g!==void 0?g.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==m)return i===null&&(i=new wl(n)),g=d?i.fromEquirectangular(u,g):i.fromCubemap(u,g),g.texture.pmremVersion=u.pmremVersion,t.set(u,g),g.texture;if(g!==void 0)return g.
texture;{let M=u.image;return d&&M&&M.height>0||S&&M&&l(M)?(i===null&&(i=new wl(n)),g=d?i.fromEquirectangular(u):i.fromCubemap(u),g.texture.pmremVersion=u.pmremVersion,t.set(u,g),u.addEventListener("dispose",c),g.texture):null}}}return u}function a(u,p){return p===Dh?u.mapping=hr:p===Ih&&(u.mapping=ya),u}function l(u){let p=0,d=6;for(let S=0;S<d;S++)u[S]!==void 0&&p++;return p===d}function h(u){let p=u.
target;p.removeEventListener("dispose",h);let d=e.get(p);d!==void 0&&(e.delete(p),d.dispose())}function c(u){let p=u.target;p.removeEventListener("dispose",c);let d=t.get(p);d!==void 0&&(t.delete(p),d.dispose())}function f(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:s,dispose:f}}function k_(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let s=n.getExtension(i);return e[i]=s,s}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let s=t(i);return s===
null&&dr("WebGLRenderer: "+i+" extension not supported."),s}}}function z_(n,e,t,i){let s={},r=new WeakMap,o=new FinalizationRegistry(d=>delete s[d]);function a(d){l(d.target)}function l(d){d.index!==null&&e.remove(d.index);for(let g in d.attributes)e.remove(d.attributes[g]);d.removeEventListener("dispose",a),delete s[d.id],o.unregister(d);let S=r.get(d);S&&(e.remove(S),r.delete(d)),i.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,
t.memory.geometries--}function h(d,S){return s[S.id]!==void 0||(S.addEventListener("dispose",a),s[S.id]=new WeakRef(S),o.register(S,S.id,S),t.memory.geometries++),S}function c(d){let S=d.attributes;for(let g in S)e.update(S[g],n.ARRAY_BUFFER)}function f(d){let S=d.index,g=d.attributes.position,m=0;if(g===void 0)return;let M=S!==null?S.array.length:g.array.length/3-1,E=g.count>=65535?yo:wo,w=new E(
Math.ceil(M/3)*6,1),I=w.array;if(S!==null){let _=S.array;m=S.version;for(let T=0,z=0;T<M;T+=3){let U=_[T+0],D=_[T+1],B=_[T+2];I[z++]=U,I[z++]=D,I[z++]=D,I[z++]=B,I[z++]=B,I[z++]=U}}else{m=g.version;for(let _=0,T=0;_<M;_+=3){let z=_+0,U=_+1,D=_+2;I[T++]=z,I[T++]=U,I[T++]=U,I[T++]=D,I[T++]=D,I[T++]=z}}w.version=m;let A=r.get(d);A&&e.remove(A),r.set(d,w)}function u(d){let S=r.get(d);if(S){let g=d.index;
g!==null&&S.version<g.version&&f(d)}else f(d);return r.get(d)}function p(){for(let d in s){let S=s[d].deref();S!==void 0&&l(S)}}return{get:h,update:c,getWireframeAttribute:u,dispose:p}}function G_(n,e,t){let i;function s(f){i=f}let r,o;function a(f){r=f.type,o=f.bytesPerElement}function l(f,u){n.drawElements(i,u,r,f*o),t.update(u,i,1)}function h(f,u,p){p!==0&&(n.drawElementsInstanced(i,u,r,f*o,p),t.update(u,i,p))}function c(f,u,p){if(p===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,u,0,r,f,0,p);let S=0;for(let g=0;g<p;g++)S+=u[g];t.update(S,i,1)}this.setMode=s,this.
setIndex=a,this.render=l,this.renderInstances=h,this.renderMultiDraw=c}function H_(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(r,o,a){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=a*(r/3);break;case n.LINES:t.lines+=a*(r/2);break;case n.LINE_STRIP:t.lines+=a*(r-1);break;case n.LINE_LOOP:t.lines+=a*r;break;case n.POINTS:t.points+=a*r;break;default:ct("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,
t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:i}}function V_(n,e,t){let i=new WeakMap,s=new wt;function r(o,a,l){let h=o.morphTargetInfluences,c=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,f=c!==void 0?c.length:0,u=i.get(a);if(u===void 0||u.count!==f){let z=function(){_.dispose(),i.delete(a),a.removeEventListener("dispose",z)};u!==void 0&&u.texture.dispose();let p=a.morphAttributes.position!==void 0,d=a.morphAttributes.
normal!==void 0,S=a.morphAttributes.color!==void 0,g=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],M=a.morphAttributes.color||[],E=0;p===!0&&(E=1),d===!0&&(E=2),S===!0&&(E=3);let w=a.attributes.position.count*E,I=1;w>e.maxTextureSize&&(I=Math.ceil(w/e.maxTextureSize),w=e.maxTextureSize);let A=new Float32Array(w*I*4*f),_=new uo(A,w,I,f);_.type=wi,_.needsUpdate=!0;let T=E*4;for(let U=0;U<
f;U++){let D=g[U],B=m[U],Y=M[U],L=w*I*4*U;for(let H=0;H<D.count;H++){let Z=H*T;p===!0&&(s.fromBufferAttribute(D,H),A[L+Z+0]=s.x,A[L+Z+1]=s.y,A[L+Z+2]=s.z,A[L+Z+3]=0),d===!0&&(s.fromBufferAttribute(B,H),A[L+Z+4]=s.x,A[L+Z+5]=s.y,A[L+Z+6]=s.z,A[L+Z+7]=0),S===!0&&(s.fromBufferAttribute(Y,H),A[L+Z+8]=s.x,A[L+Z+9]=s.y,A[L+Z+10]=s.z,A[L+Z+11]=Y.itemSize===4?s.w:1)}}u={count:f,texture:_,size:new Ie(w,I)},
i.set(a,u),a.addEventListener("dispose",z)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let p=0;for(let S=0;S<h.length;S++)p+=h[S];let d=a.morphTargetsRelative?1:1-p;l.getUniforms().setValue(n,"morphTargetBaseInfluence",d),l.getUniforms().setValue(n,"morphTargetInfluences",h)}l.getUniforms().setValue(n,"morphTargetsTexture",u.texture,
t),l.getUniforms().setValue(n,"morphTargetsTextureSize",u.size)}return{update:r}}function W_(n,e,t,i,s){let r=new WeakMap;function o(h){let c=s.render.frame,f=h.geometry,u=e.get(h,f);if(r.get(u)!==c&&(e.update(u),r.set(u,c)),h.isInstancedMesh&&(h.hasEventListener("dispose",l)===!1&&h.addEventListener("dispose",l),r.get(h)!==c&&(t.update(h.instanceMatrix,n.ARRAY_BUFFER),h.instanceColor!==null&&t.update(h.instanceColor,n.ARRAY_BUFFER),r.set(h,c))),h.isSkinnedMesh){let p=h.skeleton;
r.get(p)!==c&&(p.update(),r.set(p,c))}return u}function a(){r=new WeakMap}function l(h){let c=h.target;c.removeEventListener("dispose",l),i.releaseStatesOfObject(c),t.remove(c.instanceMatrix),c.instanceColor!==null&&t.remove(c.instanceColor)}return{update:o,dispose:a}}var Yy={[Th]:"LINEAR_TONE_MAPPING",[Eh]:"REINHARD_TONE_MAPPING",[Ah]:"CINEON_TONE_MAPPING",[Rh]:"ACES_FILMIC_TONE_MAPPING",[Ph]:"AGX_TONE_MAPPING",[Lh]:"NEUTRAL_TONE_MAPPING",[Ch]:"CUSTOM_TONE_MAPPING"};function X_(n,e,t,i,s,r){let o=new nn(e,t,{type:n,depthBuffer:s,stencilBuffer:r,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),
a=null,l=null,h=null,c=new xt;c.setAttribute("position",new Tt([-1,3,0,-1,-1,0,3,-1,0],3)),c.setAttribute("uv",new Tt([0,2,0,0,2,0],2));let f=new Lc({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),u=new Mt(c,f),p=new No(-1,1,1,-1,0,1),d=null,S=null,g=!1,m,M=null,E=[],w=!1;this.setSize=function(I,A){o.setSize(I,A),a!==null&&a.setSize(I,A),l!==null&&l.setSize(I,A);for(let _=0;_<E.length;_++){let T=E[_];T.setSize&&T.setSize(I,A)}},this.setEffects=function(I){E=I,w=E.length>0&&E[0].isRenderPass===!0;let A=o.width,_=o.height;E.length>0&&a===null&&(a=new nn(A,_,
{type:en,depthBuffer:!1,stencilBuffer:!1}),l=new nn(A,_,{type:en,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&E.some(z=>z.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&h===null&&(h=new Wn(A,_),r===!0&&(h.format=On,h.type=ms)),o.dispose(),o.depthTexture=T?h:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let z=0;z<E.length;z++){let U=E[z];U.setSize&&U.setSize(A,
_),T&&U.needsDepthTexture===!0&&U.setDepthTexture&&U.setDepthTexture(h)}},this.begin=function(I,A){if(g||I.toneMapping===un&&E.length===0)return!1;if(M=A,A!==null){let _=A.width,T=A.height;(o.width!==_||o.height!==T)&&this.setSize(_,T)}return w===!1&&I.setRenderTarget(o),m=I.toneMapping,I.toneMapping=un,!0},this.hasRenderPass=function(){return w},this.end=function(I,A){I.toneMapping=m,g=!0;let _=o,
T=a;for(let z=0;z<E.length;z++){let U=E[z];U.enabled!==!1&&(U.render(I,T,_,A),U.needsSwap!==!1&&(_=T,T=T===a?l:a))}if(d!==I.outputColorSpace||S!==I.toneMapping){d=I.outputColorSpace,S=I.toneMapping,f.defines={},tt.getTransfer(d)===gt&&(f.defines.SRGB_TRANSFER="");let z=Yy[S];z&&(f.defines[z]=""),f.needsUpdate=!0}f.uniforms.tDiffuse.value=_.texture,I.setRenderTarget(M),I.render(u,p),M=null,g=!1},this.
isCompositing=function(){return g},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),c.dispose(),f.dispose()}}var Q_=new oi,j_=new Wn(1,1),eM=new Ao(1),tM=new uo,iM=new Zh,nM=new Eo,Y_=[],q_=[],K_=new Float32Array(16),$_=new Float32Array(9),Z_=new Float32Array(4);function ko(n,e,t){let i=n[0];if(i<=0||i>0)return n;let s=e*t,r=Y_[s];if(r===void 0&&(r=new Float32Array(s),Y_[s]=r),e!==0){i.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,n[o].toArray(r,a)}return r}function bi(n,e){if(n.length!==e.length)return!1;
for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function Ti(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function zc(n,e){let t=q_[e];t===void 0&&(t=new Int32Array(e),q_[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function qy(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function Ky(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==
e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2fv(this.addr,e),Ti(t,e)}}function $y(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(bi(
t,e))return;n.uniform3fv(this.addr,e),Ti(t,e)}}function Zy(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4fv(this.addr,e),Ti(t,e)}}function Jy(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),Ti(
t,e)}else{if(bi(t,i))return;Z_.set(i),n.uniformMatrix2fv(this.addr,!1,Z_),Ti(t,i)}}function Qy(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),Ti(t,e)}else{if(bi(t,i))return;$_.set(i),n.uniformMatrix3fv(this.addr,!1,$_),Ti(t,i)}}function jy(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(bi(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),Ti(
t,e)}else{if(bi(t,i))return;K_.set(i),n.uniformMatrix4fv(this.addr,!1,K_),Ti(t,i)}}function eb(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function tb(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2iv(this.addr,e),Ti(t,e)}}function ib(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==
e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(bi(t,e))return;n.uniform3iv(this.addr,e),Ti(t,e)}}function nb(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4iv(this.addr,e),Ti(t,e)}}function sb(n,e){
let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function rb(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(bi(t,e))return;n.uniform2uiv(this.addr,e),Ti(t,e)}}function ob(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{
if(bi(t,e))return;n.uniform3uiv(this.addr,e),Ti(t,e)}}function ab(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(bi(t,e))return;n.uniform4uiv(this.addr,e),Ti(t,e)}}function Gc(n){return n.version===0&&(n.compareFunction=Wh,n.needsUpdate=!0),n}function lb(n,e,t){let i=this.
cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===n.SAMPLER_2D_SHADOW?r=Gc(j_):r=Q_,t.setTexture2D(e||r,s)}function hb(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture3D(e||iM,s)}function cb(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s);let r;this.type===
n.SAMPLER_CUBE_SHADOW?r=Gc(eM):r=nM,t.setTextureCube(e||r,s)}function fb(n,e,t){let i=this.cache,s=t.allocateTextureUnit();i[0]!==s&&(n.uniform1i(this.addr,s),i[0]=s),t.setTexture2DArray(e||tM,s)}function ub(n){switch(n){case 5126:return qy;case 35664:return Ky;case 35665:return $y;case 35666:return Zy;case 35674:return Jy;case 35675:return Qy;case 35676:return jy;case 5124:case 35670:return eb;case 35667:case 35671:
return tb;case 35668:case 35672:return ib;case 35669:case 35673:return nb;case 5125:return sb;case 36294:return rb;case 36295:return ob;case 36296:return ab;case 35678:case 36198:case 36298:case 36306:case 35682:return lb;case 35679:case 36299:case 36307:return hb;case 35680:case 36300:case 36308:case 36293:return cb;case 36289:case 36303:case 36311:case 36292:return fb}}function pb(n,e){n.uniform1fv(
this.addr,e)}function db(n,e){let t=ko(e,this.size,2);n.uniform2fv(this.addr,t)}function mb(n,e){let t=ko(e,this.size,3);n.uniform3fv(this.addr,t)}function gb(n,e){let t=ko(e,this.size,4);n.uniform4fv(this.addr,t)}function xb(n,e){let t=ko(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function _b(n,e){let t=ko(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function Mb(n,e){let t=ko(e,this.size,
16);n.uniformMatrix4fv(this.addr,!1,t)}function Sb(n,e){n.uniform1iv(this.addr,e)}function vb(n,e){n.uniform2iv(this.addr,e)}function wb(n,e){n.uniform3iv(this.addr,e)}function yb(n,e){n.uniform4iv(this.addr,e)}function bb(n,e){n.uniform1uiv(this.addr,e)}function Tb(n,e){n.uniform2uiv(this.addr,e)}function Eb(n,e){n.uniform3uiv(this.addr,e)}function Ab(n,e){n.uniform4uiv(this.addr,e)}function Rb(n,e,t){
let i=this.cache,s=e.length,r=zc(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Ti(i,r));let o;this.type===n.SAMPLER_2D_SHADOW?o=Gc(j_):o=Q_;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function Cb(n,e,t){let i=this.cache,s=e.length,r=zc(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Ti(i,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||iM,r[o])}function Pb(n,e,t){let i=this.cache,s=e.length,r=zc(t,s);bi(
i,r)||(n.uniform1iv(this.addr,r),Ti(i,r));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=Gc(eM):o=nM;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function Lb(n,e,t){let i=this.cache,s=e.length,r=zc(t,s);bi(i,r)||(n.uniform1iv(this.addr,r),Ti(i,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||tM,r[o])}function Db(n){switch(n){case 5126:return pb;case 35664:return db;case 35665:return mb;case 35666:
return gb;case 35674:return xb;case 35675:return _b;case 35676:return Mb;case 5124:case 35670:return Sb;case 35667:case 35671:return vb;case 35668:case 35672:return wb;case 35669:case 35673:return yb;case 5125:return bb;case 36294:return Tb;case 36295:return Eb;case 36296:return Ab;case 35678:case 36198:case 36298:case 36306:case 35682:return Rb;case 35679:case 36299:case 36307:return Cb;case 35680:case 36300:case 36308:case 36293:
return Pb;case 36289:case 36303:case 36311:case 36292:return Lb}}var Zu=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=ub(t.type)}},Ju=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Db(t.type)}},Qu=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let s=this.seq;for(let r=0,
o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],i)}}},$u=/(\w+)(\])?(\[|\.)?/g;function J_(n,e){n.seq.push(e),n.map[e.id]=e}function Ib(n,e,t){let i=n.name,s=i.length;for($u.lastIndex=0;;){let r=$u.exec(i),o=$u.lastIndex,a=r[1],l=r[2]==="]",h=r[3];if(l&&(a=a|0),h===void 0||h==="["&&o+2===s){J_(t,h===void 0?new Zu(a,n,e):new Ju(a,n,e));break}else{let f=t.map[a];f===void 0&&(f=new Qu(a),J_(t,f)),
t=f}}}var $s=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);Ib(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,i,s){
let r=this.map[t];r!==void 0&&r.setValue(e,i,s)}setOptional(e,t,i){let s=t[i];s!==void 0&&this.setValue(e,i,s)}static upload(e,t,i,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=i[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let i=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&i.push(o)}return i}};function ju(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var Ub=37297,Nb=0;function Fb(n,e){let t=n.split(`
`),i=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;i.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return i.join(`
`)}var sM=new We;function Ob(n){tt._getMatrix(sM,tt.workingColorSpace,n);let e=`mat3( ${sM.elements.map(t=>t.toFixed(4))} )`;switch(tt.getTransfer(n)){case pr:return[e,"LinearTransferOETF"];case gt:return[e,"sRGBTransferOETF"];default:return Oe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function rM(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),r=(n.getShaderInfoLog(
e)||"").trim();if(i&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+Fb(n.getShaderSource(e),a)}else return r}function Bb(n,e){let t=Ob(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var kb={[Th]:"Linear",[Eh]:"Reinhard",[Ah]:"Cineon",[Rh]:"ACESFilmic",[Ph]:"AgX",[Lh]:"Neutral",[Ch]:"Custom"};function zb(n,e){let t=kb[e];return t===void 0?(Oe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Hc=new V;function Gb(){tt.getLuminanceCoefficients(Hc);
let n=Hc.x.toFixed(4),e=Hc.y.toFixed(4),t=Hc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Hb(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(yl).join(`
`)}function Vb(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function Wb(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let s=0;s<i;s++){let r=n.getActiveAttrib(e,s),o=r.name,a=1;r.type===n.FLOAT_MAT2&&(a=2),r.type===n.FLOAT_MAT3&&(a=3),r.type===n.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:n.getAttribLocation(e,o),locationSize:a}}return t}function yl(n){return n!==""}function oM(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;
return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,
e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function aM(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).
replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var Xb=/^[ \t]*#include +<([\w\d./]+)>/gm;function ep(n){return n.replace(Xb,Yb)}function Yb(n,e){let t=lt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return ep(t)}var qb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;
function lM(n){return n.replace(qb,Kb)}function Kb(n,e,t,i){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=i.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function hM(n){let e=`precision ${n.precision} float;
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
#define LOW_PRECISION`),e}var $b={[Us]:"SHADOWMAP_TYPE_PCF",[lr]:"SHADOWMAP_TYPE_VSM"};function Zb(n){return $b[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Jb={[ya]:"ENVMAP_MODE_REFRACTION"};function Qb(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":Jb[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var jb={[ks]:"ENVMAP_BLENDING_MULTIPLY",[dg]:"ENVMAP_BLENDING_MIX",[mg]:"ENVMAP_BLENDING_ADD"};function eT(n){
return n.envMap===!1?"ENVMAP_BLENDING_NONE":jb[n.combine]||"ENVMAP_BLENDING_NONE"}function cM(n,e,t,i){let s=n.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=Zb(t),h=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",c=Qb(t),f=eT(t),u=Hb(t),p=Vb(r),d=s.createProgram(),S,g,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(S=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(yl).join(`
`),S.length>0&&(S+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(yl).join(`
`),g.length>0&&(g+=`
`)):(S=[hM(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#defin\
e USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTS\
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
`].filter(yl).join(`
`),g=[hM(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.envMap?"#define "+c:"",t.envMap?"#define "+f:"",t.envMapPMREM?"#de\
fine ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define US\
E_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_\
ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE\
_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define US\
E_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#defin\
e USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"\
#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==un?"#define\
 TONE_MAPPING":"",t.toneMapping!==un?lt.tonemapping_pars_fragment:"",t.toneMapping!==un?zb("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",lt.colorspace_pars_fragment,Bb("linearToOutputTexel",t.outputColorSpace),Gb(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(yl).join(`
`)),o=ep(o),o=oM(o,t),o=aM(o,t),a=ep(a),a=oM(a,t),a=aM(a,t),o=lM(o),a=lM(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,S=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+S,g=["#define varying in",t.glslVersion===_u?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===_u?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEX\
T textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let M=m+S+o,E=m+g+a,w=ju(s,s.VERTEX_SHADER,M),I=ju(s,s.FRAGMENT_SHADER,E);s.attachShader(d,w),s.attachShader(d,I),t.index0AttributeName!==void 0?s.bindAttribLocation(d,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(d,0,"position"),s.linkProgram(d);function A(U){if(n.debug.checkShaderErrors){let D=s.getProgramInfoLog(d)||"",B=s.getShaderInfoLog(w)||"",Y=s.getShaderInfoLog(
I)||"",L=D.trim(),H=B.trim(),Z=Y.trim(),G=!0,he=!0;if(s.getProgramParameter(d,s.LINK_STATUS)===!1)if(G=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(s,d,w,I);else{let $=rM(s,w,"vertex"),j=rM(s,I,"fragment");ct("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(d,s.VALIDATE_STATUS)+`

Material Name: `+U.name+`
Material Type: `+U.type+`

Program Info Log: `+L+`
`+$+`
`+j)}else L!==""?Oe("WebGLProgram: Program Info Log:",L):(H===""||Z==="")&&(he=!1);he&&(U.diagnostics={runnable:G,programLog:L,vertexShader:{log:H,prefix:S},fragmentShader:{log:Z,prefix:g}})}s.deleteShader(w),s.deleteShader(I),_=new $s(s,d),T=Wb(s,d)}let _;this.getUniforms=function(){return _===void 0&&A(this),_};let T;this.getAttributes=function(){return T===void 0&&A(this),T};let z=t.rendererExtensionParallelShaderCompile===
!1;return this.isReady=function(){return z===!1&&(z=s.getProgramParameter(d,Ub)),z},this.destroy=function(){i.releaseStatesOfProgram(this),s.deleteProgram(d),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=Nb++,this.cacheKey=e,this.usedTimes=1,this.program=d,this.vertexShader=w,this.fragmentShader=I,this}var tT=0,Vc=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(i)===!1&&(s.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){
return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new tp(e),t.set(e,i)),i}},tp=class{constructor(e){
this.id=tT++,this.code=e,this.usedTimes=0}};function iT(n){return n===Bn||n===cr||n===fr}function fM(n,e,t,i,s,r){let o=new Hs,a=new Vc,l=new Set,h=[],c=new Map,f=i.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physica\
l",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function p(_){return l.add(_),_===0?"uv":`uv${_}`}function d(_,T,z,U,D,B){let Y=U.fog,L=D.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?U.environment:null,Z=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&
!_.envMap||_.isMeshPhongMaterial&&!_.envMap,G=e.get(_.envMap||H,Z),he=u[_.type],$=i.precision;_.precision!==null&&($=i.getMaxPrecision(_.precision),$!==_.precision&&Oe("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let j=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,se=j!==void 0?j.length:0,fe=0;L.morphAttributes.position!==void 0&&(fe=
1),L.morphAttributes.normal!==void 0&&(fe=2),L.morphAttributes.color!==void 0&&(fe=3);let ue,ze,nt,Xe;if(he){let ye=An[he];ue=ye.vertexShader,ze=ye.fragmentShader}else{ue=_.vertexShader,ze=_.fragmentShader;let ye=a.getVertexShaderStage(_),ot=a.getFragmentShaderStage(_);a.update(_,ye,ot),nt=ye.id,Xe=ot.id}let Ge=n.getRenderTarget(),Le=n.state.buffers.depth.getReversed(),st=D.isInstancedMesh===!0,it=D.
isBatchedMesh===!0,rt=!!_.map,At=!!_.matcap,Dt=!!G,kt=Dt&&G.isPMREMTexture===!0,ai=!!_.aoMap,zt=!!_.lightMap,li=!!_.bumpMap&&_.wireframe===!1,It=!!_.normalMap,Ei=!!_.displacementMap,_t=!!_.emissiveMap,xi=!!_.metalnessMap,Qt=!!_.roughnessMap,hi=_.anisotropy>0,F=_.clearcoat>0,be=_.diffuseRoughness>0,qe=_.dispersion>0,et=_.retroreflectivity>0,Me=_.iridescence>0,Ft=_.sheen>0,ke=_.transmission>0,Ye=hi&&
!!_.anisotropyMap,R=F&&!!_.clearcoatMap,v=F&&!!_.clearcoatNormalMap,W=F&&!!_.clearcoatRoughnessMap,le=be&&!!_.diffuseRoughnessMap,re=Me&&!!_.iridescenceMap,me=Me&&!!_.iridescenceThicknessMap,ge=Ft&&!!_.sheenColorMap,ee=Ft&&!!_.sheenRoughnessMap,ie=!!_.specularMap,pe=!!_.specularColorMap,N=!!_.specularIntensityMap,ne=ke&&!!_.transmissionMap,te=ke&&!!_.thicknessMap,Se=!!_.gradientMap,de=!!_.alphaMap,
_e=_.alphaTest>0,He=!!_.alphaHash,$e=!!_.extensions,ae=un;_.toneMapped&&(Ge===null||Ge.isXRRenderTarget===!0)&&(ae=n.toneMapping);let Ne=kt?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,Ze={shaderID:he,shaderType:_.type,shaderName:_.name,vertexShader:ue,fragmentShader:ze,defines:_.defines,customVertexShaderID:nt,customFragmentShaderID:Xe,isRawShaderMaterial:_.isRawShaderMaterial===!0,
glslVersion:_.glslVersion,precision:$,batching:it,batchingColor:it&&D._colorsTexture!==null,instancing:st,instancingColor:st&&D.instanceColor!==null,instancingMorph:st&&D.morphTexture!==null,outputColorSpace:Ge===null?n.outputColorSpace:Ge.isXRRenderTarget===!0?Ge.texture.colorSpace:tt.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:rt,matcap:At,envMap:Dt,envMapMode:Dt&&G.mapping,envMapPMREM:kt,
envMapMaxLod:kt?Ne.length-1:null,envMapSize:kt?Ne[0].width:null,aoMap:ai,lightMap:zt,bumpMap:li,normalMap:It,displacementMap:Ei,emissiveMap:_t,normalMapObjectSpace:It&&_.normalMapType===_g,normalMapTangentSpace:It&&_.normalMapType===ur,packedNormalMap:It&&_.normalMapType===ur&&iT(_.normalMap.format),metalnessMap:xi,roughnessMap:Qt,anisotropy:hi,anisotropyMap:Ye,clearcoat:F,clearcoatMap:R,clearcoatNormalMap:v,
clearcoatRoughnessMap:W,diffuseRoughness:be,diffuseRoughnessMap:le,dispersion:qe,retroreflection:et,iridescence:Me,iridescenceMap:re,iridescenceThicknessMap:me,sheen:Ft,sheenColorMap:ge,sheenRoughnessMap:ee,specularMap:ie,specularColorMap:pe,specularIntensityMap:N,transmission:ke,transmissionMap:ne,thicknessMap:te,gradientMap:Se,opaque:_.transparent===!1&&_.blending===Fs&&_.alphaToCoverage===!1,alphaMap:de,
alphaTest:_e,alphaHash:He,combine:_.combine,mapUv:rt&&p(_.map.channel),aoMapUv:ai&&p(_.aoMap.channel),lightMapUv:zt&&p(_.lightMap.channel),bumpMapUv:li&&p(_.bumpMap.channel),normalMapUv:It&&p(_.normalMap.channel),displacementMapUv:Ei&&p(_.displacementMap.channel),emissiveMapUv:_t&&p(_.emissiveMap.channel),metalnessMapUv:xi&&p(_.metalnessMap.channel),roughnessMapUv:Qt&&p(_.roughnessMap.channel),anisotropyMapUv:Ye&&
p(_.anisotropyMap.channel),clearcoatMapUv:R&&p(_.clearcoatMap.channel),clearcoatNormalMapUv:v&&p(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:W&&p(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:le&&p(_.diffuseRoughnessMap.channel),iridescenceMapUv:re&&p(_.iridescenceMap.channel),iridescenceThicknessMapUv:me&&p(_.iridescenceThicknessMap.channel),sheenColorMapUv:ge&&p(_.sheenColorMap.
channel),sheenRoughnessMapUv:ee&&p(_.sheenRoughnessMap.channel),specularMapUv:ie&&p(_.specularMap.channel),specularColorMapUv:pe&&p(_.specularColorMap.channel),specularIntensityMapUv:N&&p(_.specularIntensityMap.channel),transmissionMapUv:ne&&p(_.transmissionMap.channel),thicknessMapUv:te&&p(_.thicknessMap.channel),alphaMapUv:de&&p(_.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(It||hi),
vertexNormals:!!L.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!L.attributes.uv&&(rt||de),fog:!!Y,useFog:_.fog===!0,fogExp2:!!Y&&Y.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||L.attributes.normal===void 0&&It===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||
_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:f,reversedDepthBuffer:Le,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:fe,numSunLights:T.sun.length,
numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.
numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:B.filter(ye=>ye.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:n.shadowMap.enabled&&z.length>0,shadowMapType:n.shadowMap.type,toneMapping:ae,decodeVideoTexture:rt&&_.map.isVideoTexture===!0&&tt.getTransfer(_.map.colorSpace)===gt,decodeVideoTextureEmissive:_t&&
_.emissiveMap.isVideoTexture===!0&&tt.getTransfer(_.emissiveMap.colorSpace)===gt,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Fi,flipSided:_.side===ri,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:$e&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:($e&&_.
extensions.multiDraw===!0||it)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return Ze.vertexUv1s=l.has(1),Ze.vertexUv2s=l.has(2),Ze.vertexUv3s=l.has(3),l.clear(),Ze}function S(_){let T=[];if(_.shaderID?T.push(_.shaderID):(T.push(_.customVertexShaderID),T.push(_.customFragmentShaderID)),_.defines!==
void 0)for(let z in _.defines)T.push(z),T.push(_.defines[z]);return _.isRawShaderMaterial===!1&&(g(T,_),m(T,_),T.push(n.outputColorSpace)),T.push(_.customProgramCacheKey),T.join()}function g(_,T){_.push(T.precision),_.push(T.outputColorSpace),_.push(T.envMapMode),_.push(T.envMapPMREM),_.push(T.envMapMaxLod),_.push(T.envMapSize),_.push(T.mapUv),_.push(T.alphaMapUv),_.push(T.lightMapUv),_.push(T.aoMapUv),
_.push(T.bumpMapUv),_.push(T.normalMapUv),_.push(T.displacementMapUv),_.push(T.emissiveMapUv),_.push(T.metalnessMapUv),_.push(T.roughnessMapUv),_.push(T.anisotropyMapUv),_.push(T.clearcoatMapUv),_.push(T.clearcoatNormalMapUv),_.push(T.clearcoatRoughnessMapUv),_.push(T.diffuseRoughnessMapUv),_.push(T.iridescenceMapUv),_.push(T.iridescenceThicknessMapUv),_.push(T.sheenColorMapUv),_.push(T.sheenRoughnessMapUv),
_.push(T.specularMapUv),_.push(T.specularColorMapUv),_.push(T.specularIntensityMapUv),_.push(T.transmissionMapUv),_.push(T.thicknessMapUv),_.push(T.combine),_.push(T.fogExp2),_.push(T.sizeAttenuation),_.push(T.morphTargetsCount),_.push(T.numSunLights),_.push(T.numDirLights),_.push(T.numPointLights),_.push(T.numSpotLights),_.push(T.numSpotLightMaps),_.push(T.numHemiLights),_.push(T.numRectAreaLights),
_.push(T.numSunLightShadows),_.push(T.numDirLightShadows),_.push(T.numPointLightShadows),_.push(T.numSpotLightShadows),_.push(T.numSpotLightShadowsWithMaps),_.push(T.numLightProbes),_.push(T.numLightProbeGrids),_.push(T.shadowMapType),_.push(T.toneMapping),_.push(T.numClippingPlanes),_.push(T.numClipIntersection),_.push(T.depthPacking)}function m(_,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&
o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(
15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&
o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(
17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function M(_){let T=u[_.type],z;if(T){let U=An[T];z=d0.clone(U.uniforms)}else z=_.uniforms;return z}function E(_,T){let z=c.get(T);return z!==void 0?++z.usedTimes:(z=new cM(
n,T,_,s),h.push(z),c.set(T,z)),z}function w(_){if(--_.usedTimes===0){let T=h.indexOf(_);h[T]=h[h.length-1],h.pop(),c.delete(_.cacheKey),_.destroy()}}function I(_){a.remove(_)}function A(){a.dispose()}return{getParameters:d,getProgramCacheKey:S,getUniforms:M,acquireProgram:E,releaseProgram:w,releaseShaderCache:I,programs:h,dispose:A}}function uM(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let a=n.get(o);return a===void 0&&(a={},n.set(o,a)),a}function i(o){n.delete(o)}function s(o,a,l){n.get(o)[a]=l}function r(){n=new WeakMap}return{has:e,get:t,remove:i,update:s,dispose:r}}function nT(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function pM(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?
n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function dM(){let n=[],e=0,t=[],i=[],s=[];function r(){e=0,t.length=0,i.length=0,s.length=0}function o(u){let p=0;return u.isInstancedMesh&&(p+=2),u.isSkinnedMesh&&(p+=1),p}function a(u,p,d,S,g,m){let M=n[e];return M===void 0?(M={id:u.id,object:u,geometry:p,material:d,materialVariant:o(u),groupOrder:S,renderOrder:u.renderOrder,z:g,group:m},n[e]=
M):(M.id=u.id,M.object=u,M.geometry=p,M.material=d,M.materialVariant=o(u),M.groupOrder=S,M.renderOrder=u.renderOrder,M.z=g,M.group=m),e++,M}function l(u,p,d,S,g,m,M){M.reversedDepth===!0&&(g=-g);let E=a(u,p,d,S,g,m);d.transmission>0?i.push(E):d.transparent===!0?s.push(E):t.push(E)}function h(u,p,d,S,g,m){let M=a(u,p,d,S,g,m);d.transmission>0?i.unshift(M):d.transparent===!0?s.unshift(M):t.unshift(M)}
function c(u,p){t.length>1&&t.sort(u||nT),i.length>1&&i.sort(p||pM),s.length>1&&s.sort(p||pM)}function f(){for(let u=e,p=n.length;u<p;u++){let d=n[u];if(d.id===null)break;d.id=null,d.object=null,d.geometry=null,d.material=null,d.group=null}}return{opaque:t,transmissive:i,transparent:s,init:r,push:l,unshift:h,finish:f,sort:c}}function mM(){let n=new WeakMap;function e(i,s){let r=n.get(i),o;return r===
void 0?(o=new dM,n.set(i,[o])):s>=r.length?(o=new dM,r.push(o)):o=r[s],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function sT(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new V,color:new Pe};break;case"SpotLight":t={position:new V,direction:new V,color:new Pe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new V,color:new Pe,distance:0,decay:0};break;case"HemisphereLight":t={direction:new V,
skyColor:new Pe,groundColor:new Pe};break;case"RectAreaLight":t={color:new Pe,position:new V,halfWidth:new V,halfHeight:new V};break}return n[e.id]=t,t}}}function rT(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ie};break;case"SpotL\
ight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ie};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ie,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var oT=0;function aT(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function gM(n){let e=new sT,t=rT(),
i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],
spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let h=0;h<9;h++)i.probe.push(new V);let s=new V,r=new Qe,o=new Qe;function a(h){let c=0,f=0,u=0;for(let B=0;B<9;B++)i.probe[B].set(0,0,0);let p=0,d=0,S=0,g=0,
m=0,M=0,E=0,w=0,I=0,A=0,_=0,T=0,z=0,U=0;h.sort(aT);for(let B=0,Y=h.length;B<Y;B++){let L=h[B],H=L.color,Z=L.intensity,G=L.distance,he=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===Bn?he=L.shadow.map.texture:he=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)c+=H.r*Z,f+=H.g*Z,u+=H.b*Z;else if(L.isLightProbe){for(let $=0;$<9;$++)i.probe[$].addScaledVector(L.sh.coefficients[$],
Z);U++}else if(L.isSunLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,se=t.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),i.sunShadow[d]=se,i.sunShadowMap[d]=he;let fe=j.getViewportCount();for(let ue=0;ue<fe;ue++)
i.sunShadowMatrix[S+ue]=j.getMatrix(ue),i.sunShadowCascade[S+ue]=j._cascadeData[ue];S+=fe,d++}i.sun[p]=$,p++}else if(L.isDirectionalLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,se=t.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,i.directionalShadow[g]=
se,i.directionalShadowMap[g]=he,i.directionalShadowMatrix[g]=L.shadow.matrix,I++}i.directional[g]=$,g++}else if(L.isSpotLight){let $=e.get(L);$.position.setFromMatrixPosition(L.matrixWorld),$.color.copy(H).multiplyScalar(Z),$.distance=G,$.coneCos=Math.cos(L.angle),$.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),$.decay=L.decay,i.spot[M]=$;let j=L.shadow;if(L.map&&(i.spotLightMap[T]=L.map,T++,j.updateMatrices(
L),L.castShadow&&z++),i.spotLightMatrix[M]=j.matrix,L.castShadow){let se=t.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,i.spotShadow[M]=se,i.spotShadowMap[M]=he,_++}M++}else if(L.isRectAreaLight){let $=e.get(L);$.color.copy(H).multiplyScalar(Z),$.halfWidth.set(L.width*.5,0,0),$.halfHeight.set(0,L.height*
.5,0),i.rectArea[E]=$,E++}else if(L.isPointLight){let $=e.get(L);if($.color.copy(L.color).multiplyScalar(L.intensity),$.distance=L.distance,$.decay=L.decay,L.castShadow){let j=L.shadow,se=t.get(L);se.shadowIntensity=j.intensity,se.shadowBias=j.bias,se.shadowNormalBias=j.normalBias,se.shadowRadius=j.radius,se.shadowMapSize=j.mapSize,se.shadowCameraNear=j.camera.near,se.shadowCameraFar=j.camera.far,
i.pointShadow[m]=se,i.pointShadowMap[m]=he,i.pointShadowMatrix[m]=L.shadow.matrix,A++}i.point[m]=$,m++}else if(L.isHemisphereLight){let $=e.get(L);$.skyColor.copy(L.color).multiplyScalar(Z),$.groundColor.copy(L.groundColor).multiplyScalar(Z),i.hemi[w]=$,w++}}E>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=Ee.LTC_FLOAT_1,i.rectAreaLTC2=Ee.LTC_FLOAT_2):(i.rectAreaLTC1=Ee.LTC_HALF_1,i.rectAreaLTC2=
Ee.LTC_HALF_2)),i.ambient[0]=c,i.ambient[1]=f,i.ambient[2]=u;let D=i.hash;(D.sunLength!==p||D.directionalLength!==g||D.pointLength!==m||D.spotLength!==M||D.rectAreaLength!==E||D.hemiLength!==w||D.numSunShadows!==d||D.numDirectionalShadows!==I||D.numPointShadows!==A||D.numSpotShadows!==_||D.numSpotMaps!==T||D.numLightProbes!==U)&&(i.sun.length=p,i.directional.length=g,i.spot.length=M,i.rectArea.length=
E,i.point.length=m,i.hemi.length=w,i.sunShadow.length=d,i.sunShadowMap.length=d,i.sunShadowMatrix.length=S,i.sunShadowCascade.length=S,i.directionalShadow.length=I,i.directionalShadowMap.length=I,i.directionalShadowMatrix.length=I,i.pointShadow.length=A,i.pointShadowMap.length=A,i.pointShadowMatrix.length=A,i.spotShadow.length=_,i.spotShadowMap.length=_,i.spotLightMatrix.length=_+T-z,i.spotLightMap.
length=T,i.numSpotLightShadowsWithMaps=z,i.numLightProbes=U,D.sunLength=p,D.directionalLength=g,D.pointLength=m,D.spotLength=M,D.rectAreaLength=E,D.hemiLength=w,D.numSunShadows=d,D.numDirectionalShadows=I,D.numPointShadows=A,D.numSpotShadows=_,D.numSpotMaps=T,D.numLightProbes=U,i.version=oT++)}function l(h,c){let f=0,u=0,p=0,d=0,S=0,g=0,m=c.matrixWorldInverse;for(let M=0,E=h.length;M<E;M++){let w=h[M];
if(w.isSunLight){let I=i.sun[f];I.direction.setFromMatrixPosition(w.matrixWorld),I.direction.transformDirection(m),f++}else if(w.isDirectionalLight){let I=i.directional[u];I.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),I.direction.sub(s),I.direction.transformDirection(m),u++}else if(w.isSpotLight){let I=i.spot[d];I.position.setFromMatrixPosition(w.matrixWorld),
I.position.applyMatrix4(m),I.direction.setFromMatrixPosition(w.matrixWorld),s.setFromMatrixPosition(w.target.matrixWorld),I.direction.sub(s),I.direction.transformDirection(m),d++}else if(w.isRectAreaLight){let I=i.rectArea[S];I.position.setFromMatrixPosition(w.matrixWorld),I.position.applyMatrix4(m),o.identity(),r.copy(w.matrixWorld),r.premultiply(m),o.extractRotation(r),I.halfWidth.set(w.width*.5,
0,0),I.halfHeight.set(0,w.height*.5,0),I.halfWidth.applyMatrix4(o),I.halfHeight.applyMatrix4(o),S++}else if(w.isPointLight){let I=i.point[p];I.position.setFromMatrixPosition(w.matrixWorld),I.position.applyMatrix4(m),p++}else if(w.isHemisphereLight){let I=i.hemi[g];I.direction.setFromMatrixPosition(w.matrixWorld),I.direction.transformDirection(m),g++}}}return{setup:a,setupView:l,state:i}}function xM(n){let e=new gM(n),t=[],i=[],s=[];function r(f){c.camera=f,t.length=0,i.length=0,s.length=0}function o(f){f.isLightProbeGrid?s.push(f):t.push(f)}function a(f){i.push(f)}function l(){e.setup(t),s.sort((f,u)=>f.priority-u.priority||f.id-u.id)}function h(f){e.setupView(t,f)}let c={lightsArray:t,shadowsArray:i,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};
return{init:r,state:c,setupLights:l,setupLightsView:h,pushLight:o,pushShadow:a}}function _M(n){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new xM(n),e.set(s,[a])):r>=o.length?(a=new xM(n),o.push(a)):a=o[r],a}function i(){e=new WeakMap}return{get:t,dispose:i}}var lT=[new V(1,0,0),new V(-1,0,0),new V(0,1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1)],hT=[new V(0,-1,0),new V(0,-1,0),new V(0,0,1),new V(0,0,-1),new V(0,-1,0),new V(0,-1,0)],MM=new Qe,bl=new V,ip=new V;function SM(n,e,t){let i=new Vn,s=new Ie,r=new Ie,o=new wt,a=new Dc,l=new Ic,h={},c=t.maxTextureSize,f={[ji]:ri,[ri]:ji,[Fi]:Fi},u=new Bi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},
resolution:{value:new Ie},radius:{value:4}},vertexShader:"",fragmentShader:""}),p=u.clone();p.defines.HORIZONTAL_PASS=1;let d=new xt;d.setAttribute("position",new Lt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let S=new Mt(d,u),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Us;let m=this.type;this.render=function(A,_,T){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===
!1||A.length===0)return;this.type===$m&&(Oe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Us);let z=n.getRenderTarget(),U=n.getActiveCubeFace(),D=n.getActiveMipmapLevel(),B=n.state;B.setBlending(Ns),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let Y=m!==
this.type;Y&&_.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(H=>H.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,H=A.length;L<H;L++){let Z=A[L],G=Z.shadow;if(G===void 0){Oe("WebGLShadowMap:",Z,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let he=G.getFrameExtents();s.multiply(he),r.copy(G.mapSize),(s.x>c||s.
y>c)&&(s.x>c&&(r.x=Math.floor(c/he.x),s.x=r.x*he.x,G.mapSize.x=r.x),s.y>c&&(r.y=Math.floor(c/he.y),s.y=r.y*he.y,G.mapSize.y=r.y));let $=n.state.buffers.depth.getReversed();if(G.camera._reversedDepth=$,G.map===null||Y===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===lr){if(Z.isPointLight){Oe("WebGLShadowMap: VSM s\
hadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new nn(s.x,s.y,{format:Bn,type:en,minFilter:vi,magFilter:vi,generateMipmaps:!1}),G.map.texture.name=Z.name+".shadowMap",G.map.depthTexture=new Wn(s.x,s.y,wi),G.map.depthTexture.name=Z.name+".shadowMapDepth",G.map.depthTexture.format=vn,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=
Kt,G.map.depthTexture.magFilter=Kt}else Z.isPointLight?(G.map=new Bo(s.x),G.map.depthTexture=new Ao(s.x,zi)):(G.map=new nn(s.x,s.y),G.map.depthTexture=new Wn(s.x,s.y,zi)),G.map.depthTexture.name=Z.name+".shadowMap",G.map.depthTexture.format=vn,this.type===Us?(G.map.depthTexture.compareFunction=$?Vh:Hh,G.map.depthTexture.minFilter=vi,G.map.depthTexture.magFilter=vi):(G.map.depthTexture.compareFunction=
null,G.map.depthTexture.minFilter=Kt,G.map.depthTexture.magFilter=Kt);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let j=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Z.isPointLight!==!0&&G.updateMatrices(Z,T);let se=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:T.layers;for(let fe=0;fe<j;fe++){
let ue=G.getCamera(fe);if(Z.isPointLight){let ze=G.camera,nt=G.matrix,Xe=Z.distance||ze.far;Xe!==ze.far&&(ze.far=Xe,ze.updateProjectionMatrix()),bl.setFromMatrixPosition(Z.matrixWorld),ze.position.copy(bl),ip.copy(ze.position),ip.add(lT[fe]),ze.up.copy(hT[fe]),ze.lookAt(ip),ze.updateMatrixWorld(),nt.makeTranslation(-bl.x,-bl.y,-bl.z),MM.multiplyMatrices(ze.projectionMatrix,ze.matrixWorldInverse),G.
_frustum.setFromProjectionMatrix(MM,ze.coordinateSystem,ze.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)n.setRenderTarget(G.map,fe),n.clear();else{fe===0&&(n.setRenderTarget(G.map),n.clear());let ze=G.getViewport(fe);o.set(r.x*ze.x,r.y*ze.y,r.x*ze.z,r.y*ze.w),B.viewport(o)}i=G.getFrustum(fe),w(_,T,ue,Z,se,this.type)}G.isPointLightShadow!==!0&&this.type===lr&&M(G,T),G.needsUpdate=!1}m=this.type,
g.needsUpdate=!1,n.setRenderTarget(z,U,D)};function M(A,_){let T=e.update(S);u.defines.VSM_SAMPLES!==A.blurSamples&&(u.defines.VSM_SAMPLES=A.blurSamples,p.defines.VSM_SAMPLES=A.blurSamples,u.needsUpdate=!0,p.needsUpdate=!0),A.mapPass===null?A.mapPass=new nn(s.x,s.y,{format:Bn,type:en}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),u.uniforms.
shadow_pass.value=A.map.depthTexture,u.uniforms.resolution.value.set(A.map.width,A.map.height),u.uniforms.radius.value=A.radius,n.setRenderTarget(A.mapPass),n.clear(),n.renderBufferDirect(_,null,T,u,S,null),p.uniforms.shadow_pass.value=A.mapPass.texture,p.uniforms.resolution.value.set(A.map.width,A.map.height),p.uniforms.radius.value=A.radius,n.setRenderTarget(A.map),n.clear(),n.renderBufferDirect(
_,null,T,p,S,null)}function E(A,_,T,z){let U=null,D=T.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)U=D;else if(U=T.isPointLight===!0?l:a,n.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let B=U.
uuid,Y=_.uuid,L=h[B];L===void 0&&(L={},h[B]=L);let H=L[Y];H===void 0&&(H=U.clone(),L[Y]=H,_.addEventListener("dispose",I)),U=H}if(U.visible=_.visible,U.wireframe=_.wireframe,z===lr?U.side=_.shadowSide!==null?_.shadowSide:_.side:U.side=_.shadowSide!==null?_.shadowSide:f[_.side],U.alphaMap=_.alphaMap,U.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,U.map=_.map,U.clipShadows=_.clipShadows,U.clippingPlanes=
_.clippingPlanes,U.clipIntersection=_.clipIntersection,U.displacementMap=_.displacementMap,U.displacementScale=_.displacementScale,U.displacementBias=_.displacementBias,U.wireframeLinewidth=_.wireframeLinewidth,U.linewidth=_.linewidth,T.isPointLight===!0&&U.isMeshDistanceMaterial===!0){let B=n.properties.get(U);B.light=T}return U}function w(A,_,T,z,U,D){if(A.visible===!1)return;if(A.layers.test(U)&&
(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===lr)&&(!A.frustumCulled||A.intersectsFrustum(i))){A.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,A.matrixWorld);let L=e.update(A),H=A.material;if(Array.isArray(H)){let Z=L.groups;for(let G=0,he=Z.length;G<he;G++){let $=Z[G],j=H[$.materialIndex];if(j&&j.visible){let se=E(A,j,z,D);A.onBeforeShadow(n,A,_,T,L,se,$),n.renderBufferDirect(
T,null,L,se,A,$),A.onAfterShadow(n,A,_,T,L,se,$)}}}else if(H.visible){let Z=E(A,H,z,D);A.onBeforeShadow(n,A,_,T,L,Z,null),n.renderBufferDirect(T,null,L,Z,A,null),A.onAfterShadow(n,A,_,T,L,Z,null)}}let Y=A.children;for(let L=0,H=Y.length;L<H;L++)w(Y[L],_,T,z,U,D)}function I(A){A.target.removeEventListener("dispose",I);for(let T in h){let z=h[T],U=A.target.uuid;U in z&&(z[U].dispose(),delete z[U])}}}function vM(n,e){function t(){let N=!1,ne=new wt,te=null,Se=new wt(0,0,0,0);return{setMask:function(de){te!==de&&!N&&(n.colorMask(de,de,de,de),te=de)},setLocked:function(de){N=de},setClear:function(de,_e,He,$e,ae){ae===!0&&(de*=$e,_e*=$e,He*=$e),ne.set(de,_e,He,$e),Se.equals(ne)===!1&&(n.clearColor(de,_e,He,$e),Se.copy(ne))},reset:function(){N=!1,te=null,Se.set(-1,0,0,0)}}}function i(){let N=!1,ne=!1,
te=null,Se=null,de=null;return{setReversed:function(_e){if(ne!==_e){let He=e.get("EXT_clip_control");_e?He.clipControlEXT(He.LOWER_LEFT_EXT,He.ZERO_TO_ONE_EXT):He.clipControlEXT(He.LOWER_LEFT_EXT,He.NEGATIVE_ONE_TO_ONE_EXT),ne=_e;let $e=de;de=null,this.setClear($e)}},getReversed:function(){return ne},setTest:function(_e){_e?Le(n.DEPTH_TEST):st(n.DEPTH_TEST)},setMask:function(_e){te!==_e&&!N&&(n.depthMask(
_e),te=_e)},setFunc:function(_e){if(ne&&(_e=Lg[_e]),Se!==_e){switch(_e){case ga:n.depthFunc(n.NEVER);break;case xa:n.depthFunc(n.ALWAYS);break;case _a:n.depthFunc(n.LESS);break;case Bs:n.depthFunc(n.LEQUAL);break;case Ma:n.depthFunc(n.EQUAL);break;case Sa:n.depthFunc(n.GEQUAL);break;case va:n.depthFunc(n.GREATER);break;case wa:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}Se=_e}},setLocked:function(_e){
N=_e},setClear:function(_e){de!==_e&&(de=_e,ne&&(_e=1-_e),n.clearDepth(_e))},reset:function(){N=!1,te=null,Se=null,de=null,ne=!1}}}function s(){let N=!1,ne=null,te=null,Se=null,de=null,_e=null,He=null,$e=null,ae=null;return{setTest:function(Ne){N||(Ne?Le(n.STENCIL_TEST):st(n.STENCIL_TEST))},setMask:function(Ne){ne!==Ne&&!N&&(n.stencilMask(Ne),ne=Ne)},setFunc:function(Ne,Ze,ye){(te!==Ne||Se!==Ze||de!==
ye)&&(n.stencilFunc(Ne,Ze,ye),te=Ne,Se=Ze,de=ye)},setOp:function(Ne,Ze,ye){(_e!==Ne||He!==Ze||$e!==ye)&&(n.stencilOp(Ne,Ze,ye),_e=Ne,He=Ze,$e=ye)},setLocked:function(Ne){N=Ne},setClear:function(Ne){ae!==Ne&&(n.clearStencil(Ne),ae=Ne)},reset:function(){N=!1,ne=null,te=null,Se=null,de=null,_e=null,He=null,$e=null,ae=null}}}let r=new t,o=new i,a=new s,l={},h=new WeakMap,c={},f={},u={},p=new WeakMap,d=[],
S=null,g=!1,m=null,M=null,E=null,w=null,I=null,A=null,_=null,T=new Pe(0,0,0),z=0,U=!1,D=null,B=null,Y=null,L=null,H=null,Z=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,he=0,$=n.getParameter(n.VERSION);$.indexOf("WebGL")!==-1?(he=parseFloat(/^WebGL (\d)/.exec($)[1]),G=he>=1):$.indexOf("OpenGL ES")!==-1&&(he=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),G=he>=2);let j=null,se={},fe=n.getParameter(
n.SCISSOR_BOX),ue=n.getParameter(n.VIEWPORT),ze=new wt().fromArray(fe),nt=new wt().fromArray(ue);function Xe(N,ne,te,Se){let de=new Uint8Array(4),_e=n.createTexture();n.bindTexture(N,_e),n.texParameteri(N,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(N,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let He=0;He<te;He++)N===n.TEXTURE_3D||N===n.TEXTURE_2D_ARRAY?n.texImage3D(ne,0,n.RGBA,1,1,Se,0,n.RGBA,n.UNSIGNED_BYTE,
de):n.texImage2D(ne+He,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,de);return _e}let Ge={};Ge[n.TEXTURE_2D]=Xe(n.TEXTURE_2D,n.TEXTURE_2D,1),Ge[n.TEXTURE_CUBE_MAP]=Xe(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ge[n.TEXTURE_2D_ARRAY]=Xe(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),Ge[n.TEXTURE_3D]=Xe(n.TEXTURE_3D,n.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Le(n.DEPTH_TEST),o.setFunc(
Bs),li(!1),It(pu),Le(n.CULL_FACE),ai(Ns);function Le(N){c[N]!==!0&&(n.enable(N),c[N]=!0)}function st(N){c[N]!==!1&&(n.disable(N),c[N]=!1)}function it(N,ne){return u[N]!==ne?(n.bindFramebuffer(N,ne),u[N]=ne,N===n.DRAW_FRAMEBUFFER&&(u[n.FRAMEBUFFER]=ne),N===n.FRAMEBUFFER&&(u[n.DRAW_FRAMEBUFFER]=ne),!0):!1}function rt(N,ne){let te=d,Se=!1;if(N){te=p.get(ne),te===void 0&&(te=[],p.set(ne,te));let de=N.
textures;if(te.length!==de.length||te[0]!==n.COLOR_ATTACHMENT0){for(let _e=0,He=de.length;_e<He;_e++)te[_e]=n.COLOR_ATTACHMENT0+_e;te.length=de.length,Se=!0}}else te[0]!==n.BACK&&(te[0]=n.BACK,Se=!0);Se&&n.drawBuffers(te)}function At(N){return S!==N?(n.useProgram(N),S=N,!0):!1}let Dt={[Os]:n.FUNC_ADD,[Jm]:n.FUNC_SUBTRACT,[Qm]:n.FUNC_REVERSE_SUBTRACT};Dt[jm]=n.MIN,Dt[eg]=n.MAX;let kt={[tg]:n.ZERO,[ig]:n.
ONE,[ng]:n.SRC_COLOR,[yh]:n.SRC_ALPHA,[hg]:n.SRC_ALPHA_SATURATE,[ag]:n.DST_COLOR,[rg]:n.DST_ALPHA,[sg]:n.ONE_MINUS_SRC_COLOR,[bh]:n.ONE_MINUS_SRC_ALPHA,[lg]:n.ONE_MINUS_DST_COLOR,[og]:n.ONE_MINUS_DST_ALPHA,[cg]:n.CONSTANT_COLOR,[fg]:n.ONE_MINUS_CONSTANT_COLOR,[ug]:n.CONSTANT_ALPHA,[pg]:n.ONE_MINUS_CONSTANT_ALPHA};function ai(N,ne,te,Se,de,_e,He,$e,ae,Ne){if(N===Ns){g===!0&&(st(n.BLEND),g=!1);return}
if(g===!1&&(Le(n.BLEND),g=!0),N!==Zm){if(N!==m||Ne!==U){if((M!==Os||I!==Os)&&(n.blendEquation(n.FUNC_ADD),M=Os,I=Os),Ne)switch(N){case Fs:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case du:n.blendFunc(n.ONE,n.ONE);break;case mu:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case gu:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.
ZERO,n.ONE);break;default:ct("WebGLState: Invalid blending: ",N);break}else switch(N){case Fs:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case du:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case mu:ct("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case gu:ct("WebGLState: MultiplyBlending requires materi\
al.premultipliedAlpha = true");break;default:ct("WebGLState: Invalid blending: ",N);break}E=null,w=null,A=null,_=null,T.set(0,0,0),z=0,m=N,U=Ne}return}de=de||ne,_e=_e||te,He=He||Se,(ne!==M||de!==I)&&(n.blendEquationSeparate(Dt[ne],Dt[de]),M=ne,I=de),(te!==E||Se!==w||_e!==A||He!==_)&&(n.blendFuncSeparate(kt[te],kt[Se],kt[_e],kt[He]),E=te,w=Se,A=_e,_=He),($e.equals(T)===!1||ae!==z)&&(n.blendColor($e.
r,$e.g,$e.b,ae),T.copy($e),z=ae),m=N,U=!1}function zt(N,ne){N.side===Fi?st(n.CULL_FACE):Le(n.CULL_FACE);let te=N.side===ri;ne&&(te=!te),li(te),N.blending===Fs&&N.transparent===!1?ai(Ns):ai(N.blending,N.blendEquation,N.blendSrc,N.blendDst,N.blendEquationAlpha,N.blendSrcAlpha,N.blendDstAlpha,N.blendColor,N.blendAlpha,N.premultipliedAlpha),o.setFunc(N.depthFunc),o.setTest(N.depthTest),o.setMask(N.depthWrite),
r.setMask(N.colorWrite);let Se=N.stencilWrite;a.setTest(Se),Se&&(a.setMask(N.stencilWriteMask),a.setFunc(N.stencilFunc,N.stencilRef,N.stencilFuncMask),a.setOp(N.stencilFail,N.stencilZFail,N.stencilZPass)),_t(N.polygonOffset,N.polygonOffsetFactor,N.polygonOffsetUnits),N.alphaToCoverage===!0?Le(n.SAMPLE_ALPHA_TO_COVERAGE):st(n.SAMPLE_ALPHA_TO_COVERAGE)}function li(N){D!==N&&(N?n.frontFace(n.CW):n.frontFace(
n.CCW),D=N)}function It(N){N!==qm?(Le(n.CULL_FACE),N!==B&&(N===pu?n.cullFace(n.BACK):N===Km?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):st(n.CULL_FACE),B=N}function Ei(N){N!==Y&&(G&&n.lineWidth(N),Y=N)}function _t(N,ne,te){N?(Le(n.POLYGON_OFFSET_FILL),(L!==ne||H!==te)&&(L=ne,H=te,o.getReversed()&&(ne=-ne,te=-te),n.polygonOffset(ne,te))):st(n.POLYGON_OFFSET_FILL)}function xi(N){N?Le(n.SCISSOR_TEST):
st(n.SCISSOR_TEST)}function Qt(N){N===void 0&&(N=n.TEXTURE0+Z-1),j!==N&&(n.activeTexture(N),j=N)}function hi(N,ne,te){te===void 0&&(j===null?te=n.TEXTURE0+Z-1:te=j);let Se=se[te];Se===void 0&&(Se={type:void 0,texture:void 0},se[te]=Se),(Se.type!==N||Se.texture!==ne)&&(j!==te&&(n.activeTexture(te),j=te),n.bindTexture(N,ne||Ge[N]),Se.type=N,Se.texture=ne)}function F(){let N=se[j];N!==void 0&&N.type!==
void 0&&(n.bindTexture(N.type,null),N.type=void 0,N.texture=void 0)}function be(){try{n.compressedTexImage2D(...arguments)}catch(N){ct("WebGLState:",N)}}function qe(){try{n.compressedTexImage3D(...arguments)}catch(N){ct("WebGLState:",N)}}function et(){try{n.texSubImage2D(...arguments)}catch(N){ct("WebGLState:",N)}}function Me(){try{n.texSubImage3D(...arguments)}catch(N){ct("WebGLState:",N)}}function Ft(){
try{n.compressedTexSubImage2D(...arguments)}catch(N){ct("WebGLState:",N)}}function ke(){try{n.compressedTexSubImage3D(...arguments)}catch(N){ct("WebGLState:",N)}}function Ye(){try{n.texStorage2D(...arguments)}catch(N){ct("WebGLState:",N)}}function R(){try{n.texStorage3D(...arguments)}catch(N){ct("WebGLState:",N)}}function v(){try{n.texImage2D(...arguments)}catch(N){ct("WebGLState:",N)}}function W(){
try{n.texImage3D(...arguments)}catch(N){ct("WebGLState:",N)}}function le(N){return f[N]!==void 0?f[N]:n.getParameter(N)}function re(N,ne){f[N]!==ne&&(n.pixelStorei(N,ne),f[N]=ne)}function me(N){ze.equals(N)===!1&&(n.scissor(N.x,N.y,N.z,N.w),ze.copy(N))}function ge(N){nt.equals(N)===!1&&(n.viewport(N.x,N.y,N.z,N.w),nt.copy(N))}function ee(N,ne){let te=h.get(ne);te===void 0&&(te=new WeakMap,h.set(ne,
te));let Se=te.get(N);Se===void 0&&(Se=n.getUniformBlockIndex(ne,N.name),n.uniformBlockBinding(ne,Se,Se),te.set(N,Se))}function ie(N,ne,te){let de=h.get(ne).get(N);l[de]!==te&&(n.bindBufferBase(n.UNIFORM_BUFFER,de,te),l[de]=te)}function pe(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(
n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),
n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(
n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,
0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),c={},f={},j=null,se={},u={},l={},p=new WeakMap,d=[],S=null,g=!1,m=null,M=null,E=null,w=null,I=null,A=null,_=null,T=new Pe(0,0,0),z=0,U=!1,D=null,B=null,Y=null,L=null,H=null,ze.set(0,0,n.canvas.width,n.canvas.height),nt.set(0,0,n.canvas.width,n.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Le,disable:st,bindFramebuffer:it,
drawBuffers:rt,useProgram:At,setBlending:ai,setMaterial:zt,setFlipSided:li,setCullFace:It,setLineWidth:Ei,setPolygonOffset:_t,setScissorTest:xi,activeTexture:Qt,bindTexture:hi,unbindTexture:F,compressedTexImage2D:be,compressedTexImage3D:qe,texImage2D:v,texImage3D:W,pixelStorei:re,getParameter:le,updateUBOMapping:ee,uniformBlockBinding:ie,texStorage2D:Ye,texStorage3D:R,texSubImage2D:et,texSubImage3D:Me,
compressedTexSubImage2D:Ft,compressedTexSubImage3D:ke,scissor:me,viewport:ge,reset:pe}}function wM(n,e,t,i,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),h=new Ie,c=new WeakMap,f=new Set,u,p=new WeakMap,d=new Set,S=new FinalizationRegistry(R=>d.delete(R)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(R,v){
return g?new OffscreenCanvas(R,v):co("canvas")}function M(R,v,W){let le=1,re=Ye(R);if((re.width>W||re.height>W)&&(le=W/Math.max(re.width,re.height)),le<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let me=Math.floor(le*re.
width),ge=Math.floor(le*re.height);u===void 0&&(u=m(me,ge));let ee=v?m(me,ge):u;return ee.width=me,ee.height=ge,ee.getContext("2d").drawImage(R,0,0,me,ge),Oe("WebGLRenderer: Texture has been resized from ("+re.width+"x"+re.height+") to ("+me+"x"+ge+")."),ee}else return"data"in R&&Oe("WebGLRenderer: Image in DataTexture is too big ("+re.width+"x"+re.height+")."),R;return R}function E(R){return R.generateMipmaps}
function w(R){n.generateMipmap(R)}function I(R){return R.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?n.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function A(R,v,W,le,re,me=!1){if(R!==null){if(n[R]!==void 0)return n[R];Oe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ge;le&&(ge=e.get("EXT\
_texture_norm16"),ge||Oe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ee=v;if(v===n.RED&&(W===n.FLOAT&&(ee=n.R32F),W===n.HALF_FLOAT&&(ee=n.R16F),W===n.UNSIGNED_BYTE&&(ee=n.R8),W===n.UNSIGNED_SHORT&&ge&&(ee=ge.R16_EXT),W===n.SHORT&&ge&&(ee=ge.R16_SNORM_EXT)),v===n.RED_INTEGER&&(W===n.UNSIGNED_BYTE&&(ee=n.R8UI),W===n.UNSIGNED_SHORT&&(ee=n.R16UI),W===n.
UNSIGNED_INT&&(ee=n.R32UI),W===n.BYTE&&(ee=n.R8I),W===n.SHORT&&(ee=n.R16I),W===n.INT&&(ee=n.R32I)),v===n.RG&&(W===n.FLOAT&&(ee=n.RG32F),W===n.HALF_FLOAT&&(ee=n.RG16F),W===n.UNSIGNED_BYTE&&(ee=n.RG8),W===n.UNSIGNED_SHORT&&ge&&(ee=ge.RG16_EXT),W===n.SHORT&&ge&&(ee=ge.RG16_SNORM_EXT)),v===n.RG_INTEGER&&(W===n.UNSIGNED_BYTE&&(ee=n.RG8UI),W===n.UNSIGNED_SHORT&&(ee=n.RG16UI),W===n.UNSIGNED_INT&&(ee=n.RG32UI),
W===n.BYTE&&(ee=n.RG8I),W===n.SHORT&&(ee=n.RG16I),W===n.INT&&(ee=n.RG32I)),v===n.RGB_INTEGER&&(W===n.UNSIGNED_BYTE&&(ee=n.RGB8UI),W===n.UNSIGNED_SHORT&&(ee=n.RGB16UI),W===n.UNSIGNED_INT&&(ee=n.RGB32UI),W===n.BYTE&&(ee=n.RGB8I),W===n.SHORT&&(ee=n.RGB16I),W===n.INT&&(ee=n.RGB32I)),v===n.RGBA_INTEGER&&(W===n.UNSIGNED_BYTE&&(ee=n.RGBA8UI),W===n.UNSIGNED_SHORT&&(ee=n.RGBA16UI),W===n.UNSIGNED_INT&&(ee=n.
RGBA32UI),W===n.BYTE&&(ee=n.RGBA8I),W===n.SHORT&&(ee=n.RGBA16I),W===n.INT&&(ee=n.RGBA32I)),v===n.RGB&&(W===n.UNSIGNED_SHORT&&ge&&(ee=ge.RGB16_EXT),W===n.SHORT&&ge&&(ee=ge.RGB16_SNORM_EXT),W===n.UNSIGNED_INT_5_9_9_9_REV&&(ee=n.RGB9_E5),W===n.UNSIGNED_INT_10F_11F_11F_REV&&(ee=n.R11F_G11F_B10F)),v===n.RGBA){let ie=me?pr:tt.getTransfer(re);W===n.FLOAT&&(ee=n.RGBA32F),W===n.HALF_FLOAT&&(ee=n.RGBA16F),W===
n.UNSIGNED_BYTE&&(ee=ie===gt?n.SRGB8_ALPHA8:n.RGBA8),W===n.UNSIGNED_SHORT&&ge&&(ee=ge.RGBA16_EXT),W===n.SHORT&&ge&&(ee=ge.RGBA16_SNORM_EXT),W===n.UNSIGNED_SHORT_4_4_4_4&&(ee=n.RGBA4),W===n.UNSIGNED_SHORT_5_5_5_1&&(ee=n.RGB5_A1)}return(ee===n.R16F||ee===n.R32F||ee===n.RG16F||ee===n.RG32F||ee===n.RGBA16F||ee===n.RGBA32F)&&e.get("EXT_color_buffer_float"),ee}function _(R,v){let W;return R?v===null||v===
zi||v===ms?W=n.DEPTH24_STENCIL8:v===wi?W=n.DEPTH32F_STENCIL8:v===ds&&(W=n.DEPTH24_STENCIL8,Oe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):v===null||v===zi||v===ms?W=n.DEPTH_COMPONENT24:v===wi?W=n.DEPTH_COMPONENT32F:v===ds&&(W=n.DEPTH_COMPONENT16),W}function T(R,v){return E(R)===!0||R.isFramebufferTexture&&R.minFilter!==Kt&&R.minFilter!==vi?Math.
log2(Math.max(v.width,v.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?v.mipmaps.length:1}function z(R){let v=new WeakRef(R);i.get(R).__ref=v,d.add(v),S.register(R,v,v)}function U(R){let v=i.get(R).__ref;v!==void 0&&(d.delete(v),S.unregister(v))}function D(R){Y(R.target)}function B(R){L(R.target)}function Y(R){R.removeEventListener("dispose",D),U(R),Z(
R),R.isVideoTexture&&c.delete(R),R.isHTMLTexture&&f.delete(R)}function L(R){R.removeEventListener("dispose",B),U(R),he(R)}function H(){for(let R of d){let v=R.deref();v!==void 0&&(v.isRenderTarget===!0?L(v):Y(v))}d.clear(),f.clear()}function Z(R){let v=i.get(R);if(v.__webglInit===void 0)return;let W=R.source,le=p.get(W);if(le){let re=le[v.__cacheKey];re.usedTimes--,re.usedTimes===0&&G(R),Object.keys(
le).length===0&&p.delete(W)}i.remove(R)}function G(R){let v=i.get(R);n.deleteTexture(v.__webglTexture);let W=R.source,le=p.get(W);delete le[v.__cacheKey],o.memory.textures--}function he(R){let v=i.get(R);v.__depthDisposeCallback&&v.__depthDisposeCallback();let W=R.depthTexture;if(W&&W.renderTarget===R&&Y(W),R.isWebGLCubeRenderTarget)for(let re=0;re<6;re++){if(Array.isArray(v.__webglFramebuffer[re]))
for(let me=0;me<v.__webglFramebuffer[re].length;me++)n.deleteFramebuffer(v.__webglFramebuffer[re][me]);else n.deleteFramebuffer(v.__webglFramebuffer[re]);v.__webglDepthbuffer&&n.deleteRenderbuffer(v.__webglDepthbuffer[re])}else{if(Array.isArray(v.__webglFramebuffer))for(let re=0;re<v.__webglFramebuffer.length;re++)n.deleteFramebuffer(v.__webglFramebuffer[re]);else n.deleteFramebuffer(v.__webglFramebuffer);
if(v.__webglDepthbuffer&&n.deleteRenderbuffer(v.__webglDepthbuffer),v.__webglMultisampledFramebuffer&&n.deleteFramebuffer(v.__webglMultisampledFramebuffer),v.__webglColorRenderbuffer)for(let re=0;re<v.__webglColorRenderbuffer.length;re++)v.__webglColorRenderbuffer[re]&&n.deleteRenderbuffer(v.__webglColorRenderbuffer[re]);v.__webglDepthRenderbuffer&&n.deleteRenderbuffer(v.__webglDepthRenderbuffer)}
let le=R.textures;for(let re=0,me=le.length;re<me;re++){let ge=i.get(le[re]);ge.__webglTexture&&(n.deleteTexture(ge.__webglTexture),o.memory.textures--),i.remove(le[re])}i.remove(R)}let $=0;function j(){$=0}function se(){return $}function fe(R){$=R}function ue(){let R=$;return R>=s.maxTextures&&Oe("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),$+=
1,R}function ze(R){let v=[];return v.push(R.wrapS),v.push(R.wrapT),v.push(R.wrapR||0),v.push(R.magFilter),v.push(R.minFilter),v.push(R.anisotropy),v.push(R.internalFormat),v.push(R.format),v.push(R.type),v.push(R.generateMipmaps),v.push(R.mipmapsAutoUpdate),v.push(R.premultiplyAlpha),v.push(R.flipY),v.push(R.unpackAlignment),v.push(R.colorSpace),v.join()}function nt(R,v){let W=i.get(R);if(R.isVideoTexture&&
Ft(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&W.__version!==R.version){let le=R.image;if(le===null)Oe("WebGLRenderer: Texture marked for update but no image data found.");else if(le.complete===!1)Oe("WebGLRenderer: Texture marked for update but image is incomplete");else{zt(W,R,v);return}}else R.isExternalTexture&&(W.__webglTexture=R.sourceTexture?R.sourceTexture:null);
t.bindTexture(n.TEXTURE_2D,W.__webglTexture,n.TEXTURE0+v)}function Xe(R,v){let W=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&W.__version!==R.version){zt(W,R,v);return}else R.isExternalTexture&&(W.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,W.__webglTexture,n.TEXTURE0+v)}function Ge(R,v){let W=i.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&
W.__version!==R.version){zt(W,R,v);return}t.bindTexture(n.TEXTURE_3D,W.__webglTexture,n.TEXTURE0+v)}function Le(R,v){let W=i.get(R);if(R.version>0&&W.__version!==R.version){li(W,R,v);return}t.bindTexture(n.TEXTURE_CUBE_MAP,W.__webglTexture,n.TEXTURE0+v)}let st={[ba]:n.REPEAT,[Nn]:n.CLAMP_TO_EDGE,[Ta]:n.MIRRORED_REPEAT},it={[Kt]:n.NEAREST,[gg]:n.NEAREST_MIPMAP_NEAREST,[Ea]:n.NEAREST_MIPMAP_LINEAR,[vi]:n.
LINEAR,[Uh]:n.LINEAR_MIPMAP_NEAREST,[Fn]:n.LINEAR_MIPMAP_LINEAR},rt={[Sg]:n.NEVER,[Wh]:n.ALWAYS,[vg]:n.LESS,[Hh]:n.LEQUAL,[wg]:n.EQUAL,[Vh]:n.GEQUAL,[yg]:n.GREATER,[bg]:n.NOTEQUAL};function At(R,v){if(v.type===wi&&e.has("OES_texture_float_linear")===!1&&(v.magFilter===vi||v.magFilter===Uh||v.magFilter===Ea||v.magFilter===Fn||v.minFilter===vi||v.minFilter===Uh||v.minFilter===Ea||v.minFilter===Fn)&&
Oe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(R,n.TEXTURE_WRAP_S,st[v.wrapS]),n.texParameteri(R,n.TEXTURE_WRAP_T,st[v.wrapT]),(R===n.TEXTURE_3D||R===n.TEXTURE_2D_ARRAY)&&n.texParameteri(R,n.TEXTURE_WRAP_R,st[v.wrapR]),n.texParameteri(R,n.TEXTURE_MAG_FILTER,it[v.magFilter]),n.texParameteri(R,n.
TEXTURE_MIN_FILTER,it[v.minFilter]),v.compareFunction&&(n.texParameteri(R,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(R,n.TEXTURE_COMPARE_FUNC,rt[v.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(v.magFilter===Kt||v.minFilter!==Ea&&v.minFilter!==Fn||v.type===wi&&e.has("OES_texture_float_linear")===!1)return;if(v.anisotropy>1||i.get(v).__currentAnisotropy){let W=e.
get("EXT_texture_filter_anisotropic");n.texParameterf(R,W.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(v.anisotropy,s.getMaxAnisotropy())),i.get(v).__currentAnisotropy=v.anisotropy}}}function Dt(R,v){let W=!1;R.__webglInit===void 0&&(R.__webglInit=!0,v.addEventListener("dispose",D),z(v));let le=v.source,re=p.get(le);re===void 0&&(re={},p.set(le,re));let me=ze(v);if(me!==R.__cacheKey){re[me]===void 0&&(re[me]=
{texture:n.createTexture(),usedTimes:0},o.memory.textures++,W=!0),re[me].usedTimes++;let ge=re[R.__cacheKey];ge!==void 0&&(re[R.__cacheKey].usedTimes--,ge.usedTimes===0&&G(v)),R.__cacheKey=me,R.__webglTexture=re[me].texture}return W}function kt(R,v,W){return Math.floor(Math.floor(R/W)/v)}function ai(R,v,W,le){let me=R.updateRanges;if(me.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,v.width,v.height,
W,le,v.data);else{me.sort((N,ne)=>N.start-ne.start);let ge=0;for(let N=1;N<me.length;N++){let ne=me[ge],te=me[N],Se=ne.start+ne.count,de=kt(te.start,v.width,4),_e=kt(ne.start,v.width,4);te.start<=Se+1&&de===_e&&kt(te.start+te.count-1,v.width,4)===de?ne.count=Math.max(ne.count,te.start+te.count-ne.start):(++ge,me[ge]=te)}me.length=ge+1;let ee=t.getParameter(n.UNPACK_ROW_LENGTH),ie=t.getParameter(n.
UNPACK_SKIP_PIXELS),pe=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,v.width);for(let N=0,ne=me.length;N<ne;N++){let te=me[N],Se=Math.floor(te.start/4),de=Math.ceil(te.count/4),_e=Se%v.width,He=Math.floor(Se/v.width),$e=de,ae=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,_e),t.pixelStorei(n.UNPACK_SKIP_ROWS,He),t.texSubImage2D(n.TEXTURE_2D,0,_e,He,$e,ae,W,le,v.data)}R.clearUpdateRanges(),
t.pixelStorei(n.UNPACK_ROW_LENGTH,ee),t.pixelStorei(n.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(n.UNPACK_SKIP_ROWS,pe)}}function zt(R,v,W){let le=n.TEXTURE_2D;(v.isDataArrayTexture||v.isCompressedArrayTexture)&&(le=n.TEXTURE_2D_ARRAY),v.isData3DTexture&&(le=n.TEXTURE_3D);let re=Dt(R,v),me=v.source;t.bindTexture(le,R.__webglTexture,n.TEXTURE0+W);let ge=i.get(me);if(me.version!==ge.__version||re===!0){if(t.
activeTexture(n.TEXTURE0+W),(typeof ImageBitmap<"u"&&v.image instanceof ImageBitmap)===!1){let ae=tt.getPrimaries(tt.workingColorSpace),Ne=v.colorSpace===wn?null:tt.getPrimaries(v.colorSpace),Ze=v.colorSpace===wn||ae===Ne?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,v.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,
Ze)}t.pixelStorei(n.UNPACK_ALIGNMENT,v.unpackAlignment);let ie=M(v.image,!1,s.maxTextureSize);ie=ke(v,ie);let pe=r.convert(v.format,v.colorSpace),N=r.convert(v.type),ne=A(v.internalFormat,pe,N,v.normalized,v.colorSpace,v.isVideoTexture);At(le,v);let te,Se=v.mipmaps,de=v.isVideoTexture!==!0,_e=ge.__version===void 0||re===!0,He=me.dataReady,$e=T(v,ie);if(v.isDepthTexture)ne=_(v.format===On,v.type),_e&&
(de?t.texStorage2D(n.TEXTURE_2D,1,ne,ie.width,ie.height):t.texImage2D(n.TEXTURE_2D,0,ne,ie.width,ie.height,0,pe,N,null));else if(v.isDataTexture)if(Se.length>0){de&&_e&&t.texStorage2D(n.TEXTURE_2D,$e,ne,Se[0].width,Se[0].height);for(let ae=0,Ne=Se.length;ae<Ne;ae++)te=Se[ae],de?He&&t.texSubImage2D(n.TEXTURE_2D,ae,0,0,te.width,te.height,pe,N,te.data):t.texImage2D(n.TEXTURE_2D,ae,ne,te.width,te.height,
0,pe,N,te.data);v.generateMipmaps=!1}else de?(_e&&t.texStorage2D(n.TEXTURE_2D,$e,ne,ie.width,ie.height),He&&ai(v,ie,pe,N)):t.texImage2D(n.TEXTURE_2D,0,ne,ie.width,ie.height,0,pe,N,ie.data);else if(v.isCompressedTexture)if(v.isCompressedArrayTexture){de&&_e&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,ne,Se[0].width,Se[0].height,ie.depth);for(let ae=0,Ne=Se.length;ae<Ne;ae++)if(te=Se[ae],v.format!==pn)if(pe!==
null)if(de){if(He)if(v.layerUpdates.size>0){let Ze=qu(te.width,te.height,v.format,v.type);for(let ye of v.layerUpdates){let ot=te.data.subarray(ye*Ze/te.data.BYTES_PER_ELEMENT,(ye+1)*Ze/te.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,ae,0,0,ye,te.width,te.height,1,pe,ot)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,ae,0,0,0,te.width,te.height,ie.depth,pe,te.data)}else
t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,ae,ne,te.width,te.height,ie.depth,0,te.data,0,0);else Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else de?He&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,ae,0,0,0,te.width,te.height,ie.depth,pe,N,te.data):t.texImage3D(n.TEXTURE_2D_ARRAY,ae,ne,te.width,te.height,ie.depth,0,pe,N,te.data);v.layerUpdates.size>0&&v.clearLayerUpdates()}else{
de&&_e&&t.texStorage2D(n.TEXTURE_2D,$e,ne,Se[0].width,Se[0].height);for(let ae=0,Ne=Se.length;ae<Ne;ae++)te=Se[ae],v.format!==pn?pe!==null?de?He&&t.compressedTexSubImage2D(n.TEXTURE_2D,ae,0,0,te.width,te.height,pe,te.data):t.compressedTexImage2D(n.TEXTURE_2D,ae,ne,te.width,te.height,0,te.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):de?He&&t.texSubImage2D(
n.TEXTURE_2D,ae,0,0,te.width,te.height,pe,N,te.data):t.texImage2D(n.TEXTURE_2D,ae,ne,te.width,te.height,0,pe,N,te.data)}else if(v.isDataArrayTexture)if(de){if(_e&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,ne,ie.width,ie.height,ie.depth),He)if(v.layerUpdates.size>0){let ae=qu(ie.width,ie.height,v.format,v.type);for(let Ne of v.layerUpdates){let Ze=ie.data.subarray(Ne*ae/ie.data.BYTES_PER_ELEMENT,(Ne+1)*
ae/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Ne,ie.width,ie.height,1,pe,N,Ze)}v.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,N,ie.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,ne,ie.width,ie.height,ie.depth,0,pe,N,ie.data);else if(v.isData3DTexture)de?(_e&&t.texStorage3D(n.TEXTURE_3D,$e,ne,ie.width,ie.height,ie.depth),He&&
t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,N,ie.data)):t.texImage3D(n.TEXTURE_3D,0,ne,ie.width,ie.height,ie.depth,0,pe,N,ie.data);else if(v.isFramebufferTexture){if(_e)if(de)t.texStorage2D(n.TEXTURE_2D,$e,ne,ie.width,ie.height);else{let ae=ie.width,Ne=ie.height;for(let Ze=0;Ze<$e;Ze++)t.texImage2D(n.TEXTURE_2D,Ze,ne,ae,Ne,0,pe,N,null),ae>>=1,Ne>>=1}}else if(v.isHTMLTexture){
if("texElementImage2D"in n){let ae=n.canvas;if(ae.hasAttribute("layoutsubtree")||ae.setAttribute("layoutsubtree","true"),ie.parentNode!==ae){ae.appendChild(ie),f.add(v),ae.onpaint=Ne=>{let Ze=Ne.changedElements;for(let ye of f)Ze.includes(ye.image)&&(ye.needsUpdate=!0)},ae.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,ie);else{let Ze=n.RGBA,ye=n.RGBA,
ot=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,Ze,ye,ot,ie)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(Se.length>0){if(de&&_e){let ae=Ye(Se[0]);t.texStorage2D(n.TEXTURE_2D,$e,ne,ae.width,ae.height)}for(let ae=0,Ne=Se.length;ae<Ne;ae++)te=Se[ae],
de?He&&t.texSubImage2D(n.TEXTURE_2D,ae,0,0,pe,N,te):t.texImage2D(n.TEXTURE_2D,ae,ne,pe,N,te);v.generateMipmaps=!1}else if(de){if(_e){let ae=Ye(ie);t.texStorage2D(n.TEXTURE_2D,$e,ne,ae.width,ae.height)}He&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,pe,N,ie)}else t.texImage2D(n.TEXTURE_2D,0,ne,pe,N,ie);E(v)&&v.mipmapsAutoUpdate===!0&&w(le),ge.__version=me.version,v.onUpdate&&v.onUpdate(v)}R.__version=v.version}
function li(R,v,W){if(v.image.length!==6)return;let le=Dt(R,v),re=v.source;t.bindTexture(n.TEXTURE_CUBE_MAP,R.__webglTexture,n.TEXTURE0+W);let me=i.get(re);if(re.version!==me.__version||le===!0){t.activeTexture(n.TEXTURE0+W);let ge=tt.getPrimaries(tt.workingColorSpace),ee=v.colorSpace===wn?null:tt.getPrimaries(v.colorSpace),ie=v.colorSpace===wn||ge===ee?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(
n.UNPACK_FLIP_Y_WEBGL,v.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,v.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,v.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=v.isCompressedTexture||v.image[0].isCompressedTexture,N=v.image[0]&&v.image[0].isDataTexture,ne=[];for(let ye=0;ye<6;ye++)!pe&&!N?ne[ye]=M(v.image[ye],!0,s.maxCubemapSize):ne[ye]=N?v.image[ye].
image:v.image[ye],ne[ye]=ke(v,ne[ye]);let te=ne[0],Se=r.convert(v.format,v.colorSpace),de=r.convert(v.type),_e=A(v.internalFormat,Se,de,v.normalized,v.colorSpace),He=v.isVideoTexture!==!0,$e=me.__version===void 0||le===!0,ae=re.dataReady,Ne=T(v,te);At(n.TEXTURE_CUBE_MAP,v);let Ze;if(v.isDepthTexture){if(_e=_(v.format===On,v.type),$e)if(He)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,_e,te.width,te.height);else
for(let ye=0;ye<6;ye++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,_e,te.width,te.height,0,Se,de,null)}else if(pe){He&&$e&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Ne,_e,te.width,te.height);for(let ye=0;ye<6;ye++){Ze=ne[ye].mipmaps;for(let ot=0;ot<Ze.length;ot++){let Gt=Ze[ot];v.format!==pn?Se!==null?He?ae&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot,0,0,Gt.width,Gt.height,Se,Gt.data):
t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot,_e,Gt.width,Gt.height,0,Gt.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):He?ae&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot,0,0,Gt.width,Gt.height,Se,de,Gt.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot,_e,Gt.width,Gt.height,0,Se,de,Gt.data)}}}else{if(Ze=v.mipmaps,He&&
$e){Ze.length>0&&Ne++;let ye=Ye(ne[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Ne,_e,ye.width,ye.height)}for(let ye=0;ye<6;ye++)if(N){He?ae&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,0,0,ne[ye].width,ne[ye].height,Se,de,ne[ye].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,_e,ne[ye].width,ne[ye].height,0,Se,de,ne[ye].data);for(let ot=0;ot<Ze.length;ot++){let Xi=Ze[ot].image[ye].image;He?
ae&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot+1,0,0,Xi.width,Xi.height,Se,de,Xi.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot+1,_e,Xi.width,Xi.height,0,Se,de,Xi.data)}}else{He?ae&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,0,0,Se,de,ne[ye]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,0,_e,Se,de,ne[ye]);for(let ot=0;ot<Ze.length;ot++){let Gt=Ze[ot];He?ae&&t.texSubImage2D(
n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot+1,0,0,Se,de,Gt.image[ye]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+ye,ot+1,_e,Se,de,Gt.image[ye])}}}E(v)&&v.mipmapsAutoUpdate===!0&&w(n.TEXTURE_CUBE_MAP),me.__version=re.version,v.onUpdate&&v.onUpdate(v)}R.__version=v.version}function It(R,v,W,le,re,me){let ge=r.convert(W.format,W.colorSpace),ee=r.convert(W.type),ie=A(W.internalFormat,ge,ee,W.normalized,W.colorSpace),
pe=i.get(v),N=i.get(W);if(N.__renderTarget=v,!pe.__hasExternalTextures){let ne=Math.max(1,v.width>>me),te=Math.max(1,v.height>>me);re===n.TEXTURE_3D||re===n.TEXTURE_2D_ARRAY?t.texImage3D(re,me,ie,ne,te,v.depth,0,ge,ee,null):t.texImage2D(re,me,ie,ne,te,0,ge,ee,null)}t.bindFramebuffer(n.FRAMEBUFFER,R),Me(v)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,le,re,N.__webglTexture,0,et(v)):(re===n.TEXTURE_2D||
re>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&re<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,le,re,N.__webglTexture,me),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Ei(R,v,W){if(n.bindRenderbuffer(n.RENDERBUFFER,R),v.depthBuffer){let le=v.depthTexture,re=le&&le.isDepthTexture?le.type:null,me=_(v.stencilBuffer,re),ge=v.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;Me(
v)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,et(v),me,v.width,v.height):W?n.renderbufferStorageMultisample(n.RENDERBUFFER,et(v),me,v.width,v.height):n.renderbufferStorage(n.RENDERBUFFER,me,v.width,v.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,ge,n.RENDERBUFFER,R)}else{let le=v.textures;for(let re=0;re<le.length;re++){let me=le[re],ge=r.convert(me.format,me.colorSpace),ee=r.convert(me.
type),ie=A(me.internalFormat,ge,ee,me.normalized,me.colorSpace);Me(v)?a.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,et(v),ie,v.width,v.height):W?n.renderbufferStorageMultisample(n.RENDERBUFFER,et(v),ie,v.width,v.height):n.renderbufferStorage(n.RENDERBUFFER,ie,v.width,v.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function _t(R,v,W){let le=v.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(
n.FRAMEBUFFER,R),!(v.depthTexture&&v.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let re=i.get(v.depthTexture);re.__renderTarget=v;let me=le?v.depthTexture.image[0]:v.depthTexture.image;(!re.__webglTexture||me.width!==v.width||me.height!==v.height)&&(me.width=v.width,me.height=v.height,v.depthTexture.needsUpdate=
!0),le?Le(v.depthTexture,0):nt(v.depthTexture,0);let ge=re.__webglTexture,ee=et(v),ie=le?n.TEXTURE_CUBE_MAP_POSITIVE_X+W:n.TEXTURE_2D,pe=v.depthTexture.format===On?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(v.depthTexture.format===vn)Me(v)?a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ie,ge,0,ee):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ie,ge,0);else if(v.depthTexture.format===On)Me(v)?
a.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,pe,ie,ge,0,ee):n.framebufferTexture2D(n.FRAMEBUFFER,pe,ie,ge,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function xi(R){let v=i.get(R),W=R.isWebGLCubeRenderTarget===!0;if(v.__boundDepthTexture!==R.depthTexture){let le=R.depthTexture;if(v.__depthDisposeCallback&&v.__depthDisposeCallback(),le){let re=()=>{delete v.__boundDepthTexture,
delete v.__depthDisposeCallback,le.removeEventListener("dispose",re)};le.addEventListener("dispose",re),v.__depthDisposeCallback=re}v.__boundDepthTexture=le}if(R.depthTexture&&!v.__autoAllocateDepthBuffer)if(W)for(let le=0;le<6;le++)_t(v.__webglFramebuffer[le],R,le);else R.texture.mipmaps.length>0?_t(v.__webglFramebuffer[0],R,0):_t(v.__webglFramebuffer,R,0);else if(W){v.__webglDepthbuffer=[];for(let le=0;le<
6;le++)if(t.bindFramebuffer(n.FRAMEBUFFER,v.__webglFramebuffer[le]),v.__webglDepthbuffer[le]===void 0)v.__webglDepthbuffer[le]=n.createRenderbuffer(),Ei(v.__webglDepthbuffer[le],R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=v.__webglDepthbuffer[le];n.bindRenderbuffer(n.RENDERBUFFER,me),n.framebufferRenderbuffer(n.FRAMEBUFFER,re,n.RENDERBUFFER,me)}}else if(R.texture.
mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,v.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,v.__webglFramebuffer),v.__webglDepthbuffer===void 0)v.__webglDepthbuffer=n.createRenderbuffer(),Ei(v.__webglDepthbuffer,R,!1);else{let re=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=v.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,me),n.framebufferRenderbuffer(n.FRAMEBUFFER,
re,n.RENDERBUFFER,me)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function Qt(R,v,W){let le=i.get(R);v!==void 0&&It(le.__webglFramebuffer,R,R.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),W!==void 0&&xi(R)}function hi(R){let v=R.texture,W=i.get(R),le=i.get(v);R.addEventListener("dispose",B),z(R);let re=R.textures,me=R.isWebGLCubeRenderTarget===!0,ge=re.length>1;if(ge||(le.__webglTexture===void 0&&(le.__webglTexture=
n.createTexture()),le.__version=v.version,o.memory.textures++),me){W.__webglFramebuffer=[];for(let ee=0;ee<6;ee++)if(v.mipmaps.length>0){W.__webglFramebuffer[ee]=[];for(let ie=0;ie<v.mipmaps.length;ie++)W.__webglFramebuffer[ee][ie]=n.createFramebuffer()}else W.__webglFramebuffer[ee]=n.createFramebuffer()}else{if(v.mipmaps.length>0){W.__webglFramebuffer=[];for(let ee=0;ee<v.mipmaps.length;ee++)W.__webglFramebuffer[ee]=
n.createFramebuffer()}else W.__webglFramebuffer=n.createFramebuffer();if(ge)for(let ee=0,ie=re.length;ee<ie;ee++){let pe=i.get(re[ee]);pe.__webglTexture===void 0&&(pe.__webglTexture=n.createTexture(),o.memory.textures++)}if(R.samples>0&&Me(R)===!1){W.__webglMultisampledFramebuffer=n.createFramebuffer(),W.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,W.__webglMultisampledFramebuffer);
for(let ee=0;ee<re.length;ee++){let ie=re[ee];W.__webglColorRenderbuffer[ee]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,W.__webglColorRenderbuffer[ee]);let pe=r.convert(ie.format,ie.colorSpace),N=r.convert(ie.type),ne=A(ie.internalFormat,pe,N,ie.normalized,ie.colorSpace,R.isXRRenderTarget===!0),te=et(R);n.renderbufferStorageMultisample(n.RENDERBUFFER,te,ne,R.width,R.height),n.framebufferRenderbuffer(
n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+ee,n.RENDERBUFFER,W.__webglColorRenderbuffer[ee])}n.bindRenderbuffer(n.RENDERBUFFER,null),R.depthBuffer&&(W.__webglDepthRenderbuffer=n.createRenderbuffer(),Ei(W.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(me){t.bindTexture(n.TEXTURE_CUBE_MAP,le.__webglTexture),At(n.TEXTURE_CUBE_MAP,v);for(let ee=0;ee<6;ee++)if(v.mipmaps.length>0)for(let ie=0;ie<
v.mipmaps.length;ie++)It(W.__webglFramebuffer[ee][ie],R,v,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ee,ie);else It(W.__webglFramebuffer[ee],R,v,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+ee,0);E(v)?w(n.TEXTURE_CUBE_MAP):v.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),t.unbindTexture()}else if(ge){for(let ee=0,ie=re.length;ee<ie;ee++){let pe=re[ee],
N=i.get(pe),ne=n.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ne=R.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(ne,N.__webglTexture),At(ne,pe),It(W.__webglFramebuffer,R,pe,n.COLOR_ATTACHMENT0+ee,ne,0),E(pe)&&w(ne)}t.unbindTexture()}else{let ee=n.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ee=R.isWebGL3DRenderTarget?n.TEXTURE_3D:
n.TEXTURE_2D_ARRAY),t.bindTexture(ee,le.__webglTexture),At(ee,v),v.mipmaps.length>0)for(let ie=0;ie<v.mipmaps.length;ie++)It(W.__webglFramebuffer[ie],R,v,n.COLOR_ATTACHMENT0,ee,ie);else It(W.__webglFramebuffer,R,v,n.COLOR_ATTACHMENT0,ee,0);E(v)?w(ee):v.mipmaps.length>0&&n.texParameteri(ee,n.TEXTURE_MAX_LEVEL,v.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&xi(R)}function F(R){let v=R.textures;
for(let W=0,le=v.length;W<le;W++){let re=v[W];if(E(re)&&re.mipmapsAutoUpdate===!0){let me=I(R),ge=i.get(re).__webglTexture;t.bindTexture(me,ge),w(me),t.unbindTexture()}}}let be=[];function qe(R){if(R.samples>0){if(Me(R)===!1){let v=R.textures,W=R.width,le=R.height,re=n.COLOR_BUFFER_BIT,me=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ge=i.get(R),ee=v.length>1;if(ee)for(let pe=0;pe<
v.length;pe++)t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,ge.__webglMultisampledFramebuffer),R.texture.mipmaps.length>
0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ge.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,ge.__webglFramebuffer);for(let pe=0;pe<v.length;pe++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(re|=n.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(re|=n.STENCIL_BUFFER_BIT)),ee){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,ge.__webglColorRenderbuffer[pe]);
let N=i.get(v[pe]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,N,0)}n.blitFramebuffer(0,0,W,le,0,0,W,le,re,n.NEAREST),l===!0&&(be.length=0,be.push(n.COLOR_ATTACHMENT0+pe),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&be.push(me),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,be))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,
null),ee)for(let pe=0;pe<v.length;pe++){t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.RENDERBUFFER,ge.__webglColorRenderbuffer[pe]);let N=i.get(v[pe]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,ge.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+pe,n.TEXTURE_2D,N,0)}t.bindFramebuffer(
n.DRAW_FRAMEBUFFER,ge.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&l){let v=R.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[v])}}}function et(R){return Math.min(s.maxSamples,R.samples)}function Me(R){let v=i.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&v.__useRenderToTexture!==
!1}function Ft(R){let v=o.render.frame;c.get(R)!==v&&(c.set(R,v),R.update())}function ke(R,v){let W=R.colorSpace,le=R.format,re=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||W!==nl&&W!==wn&&(tt.getTransfer(W)===gt?(le!==pn||re!==Li)&&Oe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ct("WebGLTextures: Unsupported texture color space:",W)),v}
function Ye(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(h.width=R.naturalWidth||R.width,h.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(h.width=R.displayWidth,h.height=R.displayHeight):(h.width=R.width,h.height=R.height),h}this.allocateTextureUnit=ue,this.resetTextureUnits=j,this.getTextureUnits=se,this.setTextureUnits=fe,this.setTexture2D=
nt,this.setTexture2DArray=Xe,this.setTexture3D=Ge,this.setTextureCube=Le,this.rebindTextures=Qt,this.setupRenderTarget=hi,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=qe,this.setupDepthRenderbuffer=xi,this.setupFrameBufferTexture=It,this.useMultisampledRTT=Me,this.dispose=H}function yM(n,e){function t(i,s=wn){let r,o=tt.getTransfer(s);if(i===Li)return n.UNSIGNED_BYTE;if(i===Qr)return n.UNSIGNED_SHORT_4_4_4_4;if(i===jr)return n.UNSIGNED_SHORT_5_5_5_1;if(i===Oh)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Bh)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Nh)return n.BYTE;if(i===Fh)return n.SHORT;if(i===ds)return n.UNSIGNED_SHORT;if(i===Jr)return n.INT;if(i===zi)return n.UNSIGNED_INT;
if(i===wi)return n.FLOAT;if(i===en)return n.HALF_FLOAT;if(i===kh)return n.ALPHA;if(i===zh)return n.RGB;if(i===pn)return n.RGBA;if(i===vn)return n.DEPTH_COMPONENT;if(i===On)return n.DEPTH_STENCIL;if(i===eo)return n.RED;if(i===to)return n.RED_INTEGER;if(i===Bn)return n.RG;if(i===io)return n.RG_INTEGER;if(i===no)return n.RGBA_INTEGER;if(i===so||i===ro||i===oo||i===ao)if(o===gt)if(r=e.get("WEBGL_compr\
essed_texture_s3tc_srgb"),r!==null){if(i===so)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===ro)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===oo)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===ao)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(i===so)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===ro)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;
if(i===oo)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===ao)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Aa||i===Ra||i===Ca||i===Pa)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(i===Aa)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Ra)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Ca)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Pa)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else
return null;if(i===La||i===Da||i===Ia||i===Ua||i===Na||i===cr||i===Fa)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(i===La||i===Da)return o===gt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(i===Ia)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(i===Ua)return r.COMPRESSED_R11_EAC;if(i===Na)return r.COMPRESSED_SIGNED_R11_EAC;if(i===cr)return r.COMPRESSED_RG11_EAC;
if(i===Fa)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Oa||i===Ba||i===ka||i===za||i===Ga||i===Ha||i===Va||i===Wa||i===Xa||i===Ya||i===qa||i===Ka||i===$a||i===Za)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(i===Oa)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Ba)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;
if(i===ka)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===za)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Ga)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===Ha)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Va)return o===gt?
r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Wa)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===Xa)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Ya)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===qa)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:
r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Ka)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===$a)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===Za)return o===gt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===Ja||i===Qa||i===ja)if(r=e.get("EXT_texture_compres\
sion_bptc"),r!==null){if(i===Ja)return o===gt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===Qa)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===ja)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===el||i===tl||i===fr||i===il)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(i===el)return r.COMPRESSED_RED_RGTC1_EXT;if(i===tl)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;
if(i===fr)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===il)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===ms?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var Wc=class{constructor(){this.enabled=this.isPresenting=!1}addEventListener(){}removeEventListener(){}setAnimationLoop(){}dispose(){}getEnvironmentBlendMode(){}};var cT=new Qe,bM=new We;bM.set(-1,0,0,0,1,0,0,0,1);function TM(n,e){function t(g,m){g.matrixAutoUpdate===!0&&g.updateMatrix(),m.value.copy(g.matrix)}function i(g,m){m.color.getRGB(g.fogColor.value,Pc(n)),m.isFog?(g.fogNear.value=m.near,g.fogFar.value=m.far):m.isFogExp2&&(g.fogDensity.value=m.density)}function s(g,m,M,E,w){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(g,m):m.isMeshLambertMaterial?
(r(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(g,m),f(g,m)):m.isMeshPhongMaterial?(r(g,m),c(g,m),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(g,m),u(g,m),m.isMeshPhysicalMaterial&&p(g,m,w)):m.isMeshMatcapMaterial?(r(g,m),d(g,m)):m.isMeshDepthMaterial?r(g,m):m.isMeshDistanceMaterial?(r(g,m),S(g,m)):m.isMeshNormalMaterial?
r(g,m):m.isLineBasicMaterial?(o(g,m),m.isLineDashedMaterial&&a(g,m)):m.isPointsMaterial?l(g,m,M,E):m.isSpriteMaterial?h(g,m):m.isShadowMaterial?(g.color.value.copy(m.color),g.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(g,m){g.opacity.value=m.opacity,m.color&&g.diffuse.value.copy(m.color),m.emissive&&g.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),
m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.bumpMap&&(g.bumpMap.value=m.bumpMap,t(m.bumpMap,g.bumpMapTransform),g.bumpScale.value=m.bumpScale,m.side===ri&&(g.bumpScale.value*=-1)),m.normalMap&&(g.normalMap.value=m.normalMap,t(m.normalMap,g.normalMapTransform),g.normalScale.value.copy(m.normalScale),m.side===ri&&g.
normalScale.value.negate()),m.displacementMap&&(g.displacementMap.value=m.displacementMap,t(m.displacementMap,g.displacementMapTransform),g.displacementScale.value=m.displacementScale,g.displacementBias.value=m.displacementBias),m.emissiveMap&&(g.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,g.emissiveMapTransform)),m.specularMap&&(g.specularMap.value=m.specularMap,t(m.specularMap,g.specularMapTransform)),
m.alphaTest>0&&(g.alphaTest.value=m.alphaTest);let M=e.get(m),E=M.envMap,w=M.envMapRotation;E&&(g.envMap.value=E,g.envMapRotation.value.setFromMatrix4(cT.makeRotationFromEuler(w)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(bM),g.reflectivity.value=m.reflectivity,g.ior.value=m.ior,g.refractionRatio.value=m.refractionRatio),m.lightMap&&(g.lightMap.value=
m.lightMap,g.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,g.lightMapTransform)),m.aoMap&&(g.aoMap.value=m.aoMap,g.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,g.aoMapTransform))}function o(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform))}function a(g,m){g.dashSize.value=m.dashSize,g.totalSize.value=m.dashSize+m.gapSize,g.
scale.value=m.scale}function l(g,m,M,E){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.size.value=m.size*M,g.scale.value=E*.5,m.map&&(g.map.value=m.map,t(m.map,g.uvTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function h(g,m){g.diffuse.value.copy(m.color),g.opacity.value=m.opacity,g.rotation.value=m.
rotation,m.map&&(g.map.value=m.map,t(m.map,g.mapTransform)),m.alphaMap&&(g.alphaMap.value=m.alphaMap,t(m.alphaMap,g.alphaMapTransform)),m.alphaTest>0&&(g.alphaTest.value=m.alphaTest)}function c(g,m){g.specular.value.copy(m.specular),g.shininess.value=Math.max(m.shininess,1e-4)}function f(g,m){m.gradientMap&&(g.gradientMap.value=m.gradientMap)}function u(g,m){g.metalness.value=m.metalness,m.metalnessMap&&
(g.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,g.metalnessMapTransform)),g.roughness.value=m.roughness,m.roughnessMap&&(g.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,g.roughnessMapTransform)),m.envMap&&(g.envMapIntensity.value=m.envMapIntensity)}function p(g,m,M){g.ior.value=m.ior,m.diffuseRoughness>0&&(g.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(g.diffuseRoughnessMap.
value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),m.sheen>0&&(g.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),g.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(g.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,g.sheenColorMapTransform)),m.sheenRoughnessMap&&(g.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,g.sheenRoughnessMapTransform))),
m.clearcoat>0&&(g.clearcoat.value=m.clearcoat,g.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(g.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,g.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(g.clearcoatNormalMap.value=m.clearcoatNormalMap,
t(m.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===ri&&g.clearcoatNormalScale.value.negate())),m.dispersion>0&&(g.dispersion.value=m.dispersion),m.retroreflectivity>0&&(g.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(g.iridescence.value=m.iridescence,g.iridescenceIOR.value=m.iridescenceIOR,g.iridescenceThicknessMinimum.
value=m.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(g.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,g.iridescenceMapTransform)),m.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),m.transmission>0&&(g.transmission.value=
m.transmission,g.transmissionSamplerMap.value=M.texture,g.transmissionSamplerSize.value.set(M.width,M.height),m.transmissionMap&&(g.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,g.transmissionMapTransform)),g.thickness.value=m.thickness,m.thicknessMap&&(g.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=m.attenuationDistance,g.attenuationColor.
value.copy(m.attenuationColor)),m.anisotropy>0&&(g.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(g.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=m.specularIntensity,g.specularColor.value.copy(m.specularColor),m.specularColorMap&&(g.specularColorMap.value=
m.specularColorMap,t(m.specularColorMap,g.specularColorMapTransform)),m.specularIntensityMap&&(g.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,g.specularIntensityMapTransform))}function d(g,m){m.matcap&&(g.matcap.value=m.matcap)}function S(g,m){let M=e.get(m).light;g.referencePosition.value.setFromMatrixPosition(M.matrixWorld),g.nearDistance.value=M.shadow.camera.near,
g.farDistance.value=M.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:s}}function EM(n,e,t,i){let s={},r={};function o(M,E){let w=E.program;i.uniformBlockBinding(M,w,s[M.id])}function a(M,E){let w=s[M.id];w===void 0&&(d(M),w=l(M),s[M.id]=w,M.addEventListener("dispose",g));let I=E.program;i.updateUBOMapping(M,I);let A=e.render.frame;r[M.id]!==A&&(h(M),r[M.id]=A)}function l(M){let E=n.createBuffer(),w=M.__size,I=M.usage;return n.bindBuffer(n.UNIFORM_BUFFER,E),n.bufferData(
n.UNIFORM_BUFFER,w,I),n.bindBuffer(n.UNIFORM_BUFFER,null),E}function h(M){let E=s[M.id],w=M.uniforms,I=M.__cache;n.bindBuffer(n.UNIFORM_BUFFER,E);for(let A=0,_=w.length;A<_;A++){let T=w[A];if(Array.isArray(T))for(let z=0,U=T.length;z<U;z++)c(T[z],A,z,I);else c(T,A,0,I)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function c(M,E,w,I){if(u(M,E,w,I)===!0){let A=M.__offset,_=M.value;if(Array.isArray(_)){let T=0;
for(let z=0;z<_.length;z++){let U=_[z],D=S(U,!0);f(U,M.__data,T),T+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else f(_,M.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,A,M.__data)}}function f(M,E,w){typeof M=="number"||typeof M=="boolean"?E[w]=M:M.isMatrix3?(E[w]=M.elements[0],E[w+1]=M.elements[1],E[w+2]=M.elements[2],E[w+3]=0,E[w+4]=M.elements[3],E[w+5]=M.elements[4],E[w+6]=M.elements[5],E[w+7]=0,E[w+
8]=M.elements[6],E[w+9]=M.elements[7],E[w+10]=M.elements[8],E[w+11]=0):ArrayBuffer.isView(M)?E.set(M.subarray(0,E.length-w),w):M.toArray(E,w)}function u(M,E,w,I){let A=M.value,_=E+"_"+w;if(Array.isArray(A)){I[_]===void 0&&(I[_]=[]);let T=I[_],z=!1;for(let U=0;U<A.length;U++)p(A[U],T,U)===!0&&(z=!0);return z}return p(A,I,_)}function p(M,E,w){if(E[w]===void 0)return typeof M=="number"||typeof M=="bo\
olean"?E[w]=M:ArrayBuffer.isView(M)?E[w]=M.slice():E[w]=M.clone(),!0;{let I=E[w];if(typeof M=="number"||typeof M=="boolean"){if(I!==M)return E[w]=M,!0}else{if(ArrayBuffer.isView(M))return!0;if(I.equals(M)===!1)return I.copy(M),!0}}return!1}function d(M){let E=M.uniforms,w=0,I=16;for(let _=0,T=E.length;_<T;_++){let z=Array.isArray(E[_])?E[_]:[E[_]];for(let U=0,D=z.length;U<D;U++){let B=z[U],Y=Array.
isArray(B.value)?B.value:[B.value],L=Array.isArray(E[_])||Array.isArray(B.value),H=w;for(let G=0,he=Y.length;G<he;G++){let $=Y[G],j=S($,L),se=w%I,fe=se%j.boundary,ue=se+fe;w+=fe,ue!==0&&I-ue<j.storage&&(w+=I-ue),G===0&&(H=w),w+=j.storage}let Z=B.type==="int"?Int32Array:B.type==="uint"?Uint32Array:Float32Array;B.__data=new Z((w-H)/Float32Array.BYTES_PER_ELEMENT),B.__offset=H}}let A=w%I;return A>0&&
(w+=I-A),M.__size=w,M.__cache={},this}function S(M,E){let w={boundary:0,storage:0};return typeof M=="number"||typeof M=="boolean"?(w.boundary=4,w.storage=4):M.isVector2?(w.boundary=8,w.storage=8):M.isVector3||M.isColor?(w.boundary=16,w.storage=12):M.isVector4?(w.boundary=16,w.storage=16):M.isMatrix3?(w.boundary=16,w.storage=48):M.isMatrix4?(w.boundary=16,w.storage=64):M.isTexture?Oe("WebGLRenderer\
: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(M)?(w.boundary=16,w.storage=M.byteLength):Oe("WebGLRenderer: Unsupported uniform value type.",M),E===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function g(M){let E=M.target;E.removeEventListener("dispose",g),n.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function m(){for(let M in s)n.deleteBuffer(s[M]);
s={},r={}}return{bind:o,update:a,dispose:m}}function AM(){return null}var Tl=class{constructor(e={}){let{canvas:t=Rg(),context:i=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:h=!1,powerPreference:c="default",failIfMajorPerformanceCaveat:f=!1,reversedDepthBuffer:u=!1,outputBufferType:p=Li}=e;this.isWebGLRenderer=!0;let d;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error(
"THREE.WebGLRenderer: WebGL 1 is not supported since r163.");d=i.getContextAttributes().alpha}else d=o;let S=p,g=new Set([no,io,to]),m=new Set([Li,zi,ds,ms,Qr,jr]),M=new Uint32Array(4),E=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},I=null,A=null,_=[],T=[],z=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.
autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=un,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let U=this,D=!1,B=null,Y=null,L=null,H=null;this._outputColorSpace=yi;let Z=0,G=0,he=null,$=-1,j=null,se=new wt,fe=new wt,ue=null,ze=new Pe(0),nt=0,Xe=t.width,Ge=t.height,Le=1,st=null,
it=null,rt=new wt(0,0,Xe,Ge),At=new wt(0,0,Xe,Ge),Dt=!1,kt=new Vn,ai=new gc,zt=!1,li=!1,It=new Qe,Ei=new V,_t=new wt,xi={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Qt=!1;function hi(){return he===null?Le:1}let F=i;function be(b,O){return t.getContext(b,O)}let qe,et,Me,Ft,ke,Ye,R,v,W,le,re,me,ge,ee,ie,pe,N,ne,te,Se,de,_e,He;try{let b={alpha:!0,depth:s,stencil:r,antialias:a,
premultipliedAlpha:l,preserveDrawingBuffer:h,powerPreference:c,failIfMajorPerformanceCaveat:f};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Ne,!1),t.addEventListener("webglcontextrestored",Ze,!1),t.addEventListener("webglcontextcreationerror",ye,!1),F===null){let O="webgl2";if(F=be(O,b),F===null)throw be(O)?new Error("THREE.WebGLRe\
nderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}$e()}catch(b){throw t.removeEventListener("webglcontextlost",Ne,!1),t.removeEventListener("webglcontextrestored",Ze,!1),t.removeEventListener("webglcontextcreationerror",ye,!1),ct("WebGLRenderer: "+b.message),b}function $e(){qe=new k_(F),qe.init(),de=new yM(F,qe),et=
new F_(F,qe,e,de),Me=new vM(F,qe),et.reversedDepthBuffer&&u&&Me.buffers.depth.setReversed(!0),Y=F.createFramebuffer(),L=F.createFramebuffer(),H=F.createFramebuffer(),Ft=new H_(F),ke=new uM,Ye=new wM(F,qe,Me,ke,et,de,Ft),R=new B_(U),v=new b0(F),_e=new U_(F,v),W=new z_(F,v,Ft,_e),le=new W_(F,W,v,_e,Ft),ne=new V_(F,et,Ye),ie=new O_(ke),re=new fM(U,R,qe,et,_e,ie),me=new TM(U,ke),ge=new mM,ee=new _M(qe),
N=new I_(U,R,Me,le,d,l),pe=new SM(U,le,et),He=new EM(F,Ft,et,Me),te=new N_(F,qe,Ft),Se=new G_(F,qe,Ft),Ft.programs=re.programs,U.capabilities=et,U.extensions=qe,U.properties=ke,U.renderLists=ge,U.shadowMap=pe,U.state=Me,U.info=Ft}S!==Li&&(z=new X_(S,t.width,t.height,a,s,r));let ae=new Wc(U,F);this.xr=ae,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},
this.forceContextLoss=function(){let b=qe.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=qe.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return Le},this.setPixelRatio=function(b){b!==void 0&&(Le=b,this.setSize(Xe,Ge,!1))},this.getSize=function(b){return b.set(Xe,Ge)},this.setSize=function(b,O,J=!0){if(ae.isPresenting){Oe("W\
ebGLRenderer: Can't change size while VR device is presenting.");return}Xe=b,Ge=O,t.width=Math.floor(b*Le),t.height=Math.floor(O*Le),J===!0&&(t.style.width=b+"px",t.style.height=O+"px"),z!==null&&z.setSize(t.width,t.height),this.setViewport(0,0,b,O)},this.getDrawingBufferSize=function(b){return b.set(Xe*Le,Ge*Le).floor()},this.setDrawingBufferSize=function(b,O,J){Xe=b,Ge=O,Le=J,t.width=Math.floor(
b*J),t.height=Math.floor(O*J),this.setViewport(0,0,b,O)},this.setEffects=function(b){if(S===Li){ct("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let O=0;O<b.length;O++)if(b[O].isOutputPass===!0){Oe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}z.setEffects(
b||[])},this.getCurrentViewport=function(b){return b.copy(se)},this.getViewport=function(b){return b.copy(rt)},this.setViewport=function(b,O,J,X){b.isVector4?rt.set(b.x,b.y,b.z,b.w):rt.set(b,O,J,X),Me.viewport(se.copy(rt).multiplyScalar(hi()).round())},this.getScissor=function(b){return b.copy(At)},this.setScissor=function(b,O,J,X){b.isVector4?At.set(b.x,b.y,b.z,b.w):At.set(b,O,J,X),Me.scissor(fe.
copy(At).multiplyScalar(hi()).round())},this.getScissorTest=function(){return Dt},this.setScissorTest=function(b){Me.setScissorTest(Dt=b)},this.setOpaqueSort=function(b){st=b},this.setTransparentSort=function(b){it=b},this.getClearColor=function(b){return b.copy(N.getClearColor())},this.setClearColor=function(){N.setClearColor(...arguments)},this.getClearAlpha=function(){return N.getClearAlpha()},
this.setClearAlpha=function(){N.setClearAlpha(...arguments)},this.clear=function(b=!0,O=!0,J=!0){let X=0;if(b){let q=!1;if(he!==null){let ve=he.texture.format;q=g.has(ve)}if(q){let ve=he.texture.type,Te=m.has(ve),we=N.getClearColor(),Ae=N.getClearAlpha(),Be=we.r,Je=we.g,ft=we.b;Te?(M[0]=Be,M[1]=Je,M[2]=ft,M[3]=Ae,F.clearBufferuiv(F.COLOR,0,M)):(E[0]=Be,E[1]=Je,E[2]=ft,E[3]=Ae,F.clearBufferiv(F.COLOR,
0,E))}else X|=F.COLOR_BUFFER_BIT}O&&(X|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),J&&(X|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),X!==0&&F.clear(X)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),B=b},this.
dispose=function(){t.removeEventListener("webglcontextlost",Ne,!1),t.removeEventListener("webglcontextrestored",Ze,!1),t.removeEventListener("webglcontextcreationerror",ye,!1),N.dispose(),ge.dispose(),ee.dispose(),Ye.dispose(),ke.dispose(),R.dispose(),le.dispose(),W.dispose(),_e.dispose(),He.dispose(),re.dispose(),ae.dispose(),ae.removeEventListener("sessionstart",Al),ae.removeEventListener("sessi\
onend",Xn),ss.stop()};function Ne(b){b.preventDefault(),Mu("WebGLRenderer: Context Lost."),D=!0}function Ze(){Mu("WebGLRenderer: Context Restored."),D=!1;let b=Ft.autoReset,O=pe.enabled,J=pe.autoUpdate,X=pe.needsUpdate,q=pe.type;$e(),Ft.autoReset=b,pe.enabled=O,pe.autoUpdate=J,pe.needsUpdate=X,pe.type=q}function ye(b){ct("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}
function ot(b){let O=b.target;O.removeEventListener("dispose",ot),Gt(O)}function Gt(b){Xi(b),ke.remove(b)}function Xi(b){let O=ke.get(b).programs;O!==void 0&&(O.forEach(function(J){re.releaseProgram(J)}),b.isShaderMaterial&&re.releaseShaderCache(b))}this.renderBufferDirect=function(b,O,J,X,q,ve){O===null&&(O=xi);let Te=q.isMesh&&q.matrixWorld.determinantAffine()<0,we=Ko(b,O,J,X,q);Me.setMaterial(X,
Te);let Ae=J.index,Be=1;if(X.wireframe===!0){if(Ae=W.getWireframeAttribute(J),Ae===void 0)return;Be=2}let Je=J.drawRange,ft=J.attributes.position,Fe=Je.start*Be,ut=(Je.start+Je.count)*Be;ve!==null&&(Fe=Math.max(Fe,ve.start*Be),ut=Math.min(ut,(ve.start+ve.count)*Be)),Ae!==null?(Fe=Math.max(Fe,0),ut=Math.min(ut,Ae.count)):ft!=null&&(Fe=Math.max(Fe,0),ut=Math.min(ut,ft.count));let $t=ut-Fe;if($t<0||$t===
1/0)return;_e.setup(q,X,we,J,Ae);let Rt,Ct=te;if(Ae!==null&&(Rt=v.get(Ae),Ct=Se,Ct.setIndex(Rt)),q.isMesh)X.wireframe===!0?(Me.setLineWidth(X.wireframeLinewidth*hi()),Ct.setMode(F.LINES)):Ct.setMode(F.TRIANGLES);else if(q.isLine){let _i=X.linewidth;_i===void 0&&(_i=1),Me.setLineWidth(_i*hi()),q.isLineSegments?Ct.setMode(F.LINES):q.isLineLoop?Ct.setMode(F.LINE_LOOP):Ct.setMode(F.LINE_STRIP)}else q.
isPoints?Ct.setMode(F.POINTS):q.isSprite&&Ct.setMode(F.TRIANGLES);if(q.isBatchedMesh)if(qe.get("WEBGL_multi_draw"))Ct.renderMultiDraw(q._multiDrawStarts,q._multiDrawCounts,q._multiDrawCount);else{let _i=q._multiDrawStarts,De=q._multiDrawCounts,ci=q._multiDrawCount,dt=Ae?v.get(Ae).bytesPerElement:1,os=ke.get(X).currentProgram.getUniforms();for(let fi=0;fi<ci;fi++)os.setValue(F,"_gl_DrawID",fi),Ct.render(
_i[fi]/dt,De[fi])}else if(q.isInstancedMesh)Ct.renderInstances(Fe,$t,q.count);else if(J.isInstancedBufferGeometry){let _i=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,De=Math.min(J.instanceCount,_i);Ct.renderInstances(Fe,$t,De)}else Ct.render(Fe,$t)};function Xo(b,O,J,X){B!==null&&b.isNodeMaterial&&B.setObject(X,b),zt===!0&&ie.setState(b,J,!1),b.transparent===!0&&b.side===Fi&&b.forceSinglePass===
!1?(b.side=ri,b.needsUpdate=!0,Yn(b,O,X),b.side=ji,b.needsUpdate=!0,Yn(b,O,X),b.side=Fi):Yn(b,O,X)}this.compile=function(b,O,J=null){J===null&&(J=b),B!==null&&B.renderStart(b,O,J),A=ee.get(J),A.init(O),T.push(A),J.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&(A.pushLight(q),q.castShadow&&A.pushShadow(q))}),b!==J&&b.traverseVisible(function(q){q.isLight&&q.layers.test(O.layers)&&
(A.pushLight(q),q.castShadow&&A.pushShadow(q))}),A.setupLights(),B!==null&&B.updateLights(A.state.lightsArray),li=this.localClippingEnabled,zt=ie.init(this.clippingPlanes,li),zt===!0&&ie.setGlobalState(this.clippingPlanes,O),B!==null&&pe.render(A.state.shadowsArray,J,O);let X=new Set;return b.traverse(function(q){if(!(q.isMesh||q.isPoints||q.isLine||q.isSprite))return;let ve=q.material;if(ve)if(Array.
isArray(ve))for(let Te=0;Te<ve.length;Te++){let we=ve[Te];Xo(we,J,O,q),X.add(we)}else Xo(ve,J,O,q),X.add(ve)}),A=T.pop(),B!==null&&B.renderEnd(),X},this.compileAsync=function(b,O,J=null){let X=this.compile(b,O,J);return new Promise(q=>{function ve(){if(X.forEach(function(Te){let Ae=ke.get(Te).currentProgram;(Ae===void 0||Ae.isReady())&&X.delete(Te)}),X.size===0){q(b);return}setTimeout(ve,10)}qe.get(
"KHR_parallel_shader_compile")!==null?ve():setTimeout(ve,10)})};let Tr=null;function of(b){Tr&&Tr(b)}function Al(){ss.stop()}function Xn(){ss.start()}let ss=new y0;ss.setAnimationLoop(of),typeof self<"u"&&ss.setContext(self),this.setAnimationLoop=function(b){Tr=b,ae.setAnimationLoop(b),b===null?ss.stop():ss.start()},ae.addEventListener("sessionstart",Al),ae.addEventListener("sessionend",Xn),this.render=
function(b,O){if(O!==void 0&&O.isCamera!==!0){ct("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;B!==null&&B.renderStart(b,O);let J=ae.enabled===!0&&ae.isPresenting===!0,X=z!==null&&(he===null||J)&&z.begin(U,he);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),O.parent===null&&O.matrixWorldAutoUpdate===!0&&O.updateMatrixWorld(),ae.enabled===!0&&ae.
isPresenting===!0&&(z===null||z.isCompositing()===!1)&&(ae.cameraAutoUpdate===!0&&ae.updateCamera(O),O=ae.getCamera()),b.isScene===!0&&b.onBeforeRender(U,b,O,he),A=ee.get(b,T.length),A.init(O),A.state.textureUnits=Ye.getTextureUnits(),T.push(A),It.multiplyMatrices(O.projectionMatrix,O.matrixWorldInverse),O.isArrayCamera?ai.setFromArrayCamera(O):kt.setFromProjectionMatrix(It,Oi,O.reversedDepth),li=
this.localClippingEnabled,zt=ie.init(this.clippingPlanes,li),I=ge.get(b,_.length),I.init(),_.push(I),this.info.render.frame++,ae.enabled===!0&&ae.isPresenting===!0){let Te=U.xr.getDepthSensingMesh();Te!==null&&rs(Te,O,-1/0,U.sortObjects)}rs(b,O,0,U.sortObjects),I.finish(),B!==null&&B.updateLights(A.state.lightsArray),U.sortObjects===!0&&I.sort(st,it),Qt=ae.enabled===!1||ae.isPresenting===!1||ae.hasDepthSensing()===
!1,Qt&&N.addToRenderList(I,b),this.info.autoReset===!0&&this.info.reset(),zt===!0&&ie.beginShadows();let q=A.state.shadowsArray;if(pe.render(q,b,O),zt===!0&&ie.endShadows(),(X&&z.hasRenderPass())===!1){let Te=I.opaque,we=I.transmissive;if(A.setupLights(),O.isArrayCamera){let Ae=O.cameras;if(we.length>0)for(let Be=0,Je=Ae.length;Be<Je;Be++){let ft=Ae[Be];Rn(Te,we,b,ft)}Qt&&N.render(b);for(let Be=0,
Je=Ae.length;Be<Je;Be++){let ft=Ae[Be];Yo(I,b,ft,ft.viewport)}}else we.length>0&&Rn(Te,we,b,O),Qt&&N.render(b),Yo(I,b,O)}he!==null&&G===0&&(Ye.updateMultisampleRenderTarget(he),Ye.updateRenderTargetMipmap(he)),X&&z.end(U),b.isScene===!0&&b.onAfterRender(U,b,O),_e.resetDefaultState(),$=-1,j=null,T.pop(),T.length>0?(A=T[T.length-1],Ye.setTextureUnits(A.state.textureUnits),zt===!0&&ie.setGlobalState(
U.clippingPlanes,A.state.camera)):A=null,_.pop(),_.length>0?I=_[_.length-1]:I=null,B!==null&&B.renderEnd()};function rs(b,O,J,X){if(b.visible===!1)return;if(b.layers.test(O.layers)){if(b.isGroup)J=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(O);else if(b.isLight)A.pushLight(b),b.castShadow&&A.pushShadow(b);else if(b.isSprite){let Te=O.isArrayCamera?ai:kt;if(!b.frustumCulled||b.intersectsFrustum(
Te)){X&&_t.setFromMatrixPosition(b.matrixWorld).applyMatrix4(It);let we=le.update(b),Ae=b.material;Ae.visible&&I.push(b,we,Ae,J,_t.z,null,O)}}else if(b.isMesh||b.isLine||b.isPoints){let Te=O.isArrayCamera?ai:kt;if(!b.frustumCulled||b.intersectsFrustum(Te)){let we=le.update(b),Ae=b.material;if(X&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),_t.copy(b.boundingSphere.
center)):(we.boundingSphere===null&&we.computeBoundingSphere(),_t.copy(we.boundingSphere.center)),_t.applyMatrix4(b.matrixWorld).applyMatrix4(It)),Array.isArray(Ae)){let Be=we.groups;for(let Je=0,ft=Be.length;Je<ft;Je++){let Fe=Be[Je],ut=Ae[Fe.materialIndex];ut&&ut.visible&&I.push(b,we,ut,J,_t.z,Fe,O)}}else Ae.visible&&I.push(b,we,Ae,J,_t.z,null,O)}}}let ve=b.children;for(let Te=0,we=ve.length;Te<
we;Te++)rs(ve[Te],O,J,X)}function Yo(b,O,J,X){let{opaque:q,transmissive:ve,transparent:Te}=b;A.setupLightsView(J),zt===!0&&ie.setGlobalState(U.clippingPlanes,J),X&&Me.viewport(se.copy(X)),q.length>0&&jt(q,O,J),ve.length>0&&jt(ve,O,J),Te.length>0&&jt(Te,O,J),Me.buffers.depth.setTest(!0),Me.buffers.depth.setMask(!0),Me.buffers.color.setMask(!0),Me.setPolygonOffset(!1)}function Rn(b,O,J,X){if((J.isScene===
!0?J.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[X.id]===void 0){let Fe=qe.has("EXT_color_buffer_half_float")||qe.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[X.id]=new nn(1,1,{generateMipmaps:!0,type:Fe?en:Li,minFilter:Fn,samples:Math.max(4,et.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,
colorSpace:tt.workingColorSpace})}let ve=A.state.transmissionRenderTarget[X.id],Te=X.viewport||se;ve.setSize(Te.z*U.transmissionResolutionScale,Te.w*U.transmissionResolutionScale);let we=U.getRenderTarget(),Ae=U.getActiveCubeFace(),Be=U.getActiveMipmapLevel();U.setRenderTarget(ve),U.getClearColor(ze),nt=U.getClearAlpha(),nt<1&&U.setClearColor(16777215,.5),U.clear(),Qt&&N.render(J);let Je=U.toneMapping;
U.toneMapping=un;let ft=X.viewport;if(X.viewport!==void 0&&(X.viewport=void 0),A.setupLightsView(X),zt===!0&&ie.setGlobalState(U.clippingPlanes,X),jt(b,J,X),Ye.updateMultisampleRenderTarget(ve),Ye.updateRenderTargetMipmap(ve),qe.has("WEBGL_multisampled_render_to_texture")===!1){let Fe=!1;for(let ut=0,$t=O.length;ut<$t;ut++){let Rt=O[ut],{object:Ct,geometry:_i,material:De,group:ci}=Rt;if(De.side===
Fi&&Ct.layers.test(X.layers)){let dt=De.side;De.side=ri,De.needsUpdate=!0,ni(Ct,J,X,_i,De,ci),De.side=dt,De.needsUpdate=!0,Fe=!0}}Fe===!0&&(Ye.updateMultisampleRenderTarget(ve),Ye.updateRenderTargetMipmap(ve))}U.setRenderTarget(we,Ae,Be),U.setClearColor(ze,nt),ft!==void 0&&(X.viewport=ft),U.toneMapping=Je}function jt(b,O,J){let X=O.isScene===!0?O.overrideMaterial:null;for(let q=0,ve=b.length;q<ve;q++){
let Te=b[q],{object:we,geometry:Ae,group:Be}=Te,Je=Te.material;Je.allowOverride===!0&&X!==null&&(Je=X),we.layers.test(J.layers)&&ni(we,O,J,Ae,Je,Be)}}function ni(b,O,J,X,q,ve){B!==null&&q.isNodeMaterial&&B.setObject(b,q),b.onBeforeRender(U,O,J,X,q,ve),b.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),q.onBeforeRender(U,O,J,X,b,
ve),q.transparent===!0&&q.side===Fi&&q.forceSinglePass===!1?(q.side=ri,q.needsUpdate=!0,U.renderBufferDirect(J,O,X,q,b,ve),q.side=ji,q.needsUpdate=!0,U.renderBufferDirect(J,O,X,q,b,ve),q.side=Fi):U.renderBufferDirect(J,O,X,q,b,ve),b.onAfterRender(U,O,J,X,q,ve)}function si(b){let O=0;for(let J of b)J.texture!==null&&O++;return O}function Yn(b,O,J){O.isScene!==!0&&(O=xi);let X=ke.get(b),q=A.state.lights,
ve=A.state.shadowsArray,Te=q.state.version,we=re.getParameters(b,q.state,ve,O,J,A.state.lightProbeGridArray),Ae=re.getProgramCacheKey(we),Be=X.programs;X.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?O.environment:null,X.fog=O.fog;let Je=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;X.envMap=R.get(b.envMap||X.environment,
Je),X.envMapRotation=X.environment!==null&&b.envMap===null?O.environmentRotation:b.envMapRotation,Be===void 0&&(b.addEventListener("dispose",ot),Be=new Map,X.programs=Be,X.programVariants=new Map);let ft=Be.get(Ae);if(ft!==void 0){if(X.currentProgram===ft&&X.lightsStateVersion===Te)return qo(b,we),ft}else we.uniforms=re.getUniforms(b),B!==null&&b.isNodeMaterial&&B.build(b,J,we),b.onBeforeCompile(we,
U),ft=re.acquireProgram(we,Ae),Be.set(Ae,ft),X.uniforms=we.uniforms;let Fe=X.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Fe.clippingPlanes=ie.uniform),qo(b,we),X.needsLights=As(b),X.lightsStateVersion=Te,X.needsLights&&(Fe.ambientLightColor.value=q.state.ambient,Fe.lightProbe.value=q.state.probe,Fe.sunLights.value=q.state.sun,Fe.sunLightShadows.value=q.state.sunShadow,
Fe.directionalLights.value=q.state.directional,Fe.directionalLightShadows.value=q.state.directionalShadow,Fe.spotLights.value=q.state.spot,Fe.spotLightShadows.value=q.state.spotShadow,Fe.rectAreaLights.value=q.state.rectArea,Fe.ltc_1.value=q.state.rectAreaLTC1,Fe.ltc_2.value=q.state.rectAreaLTC2,Fe.pointLights.value=q.state.point,Fe.pointLightShadows.value=q.state.pointShadow,Fe.hemisphereLights.value=
q.state.hemi,Fe.sunShadowMatrix.value=q.state.sunShadowMatrix,Fe.sunShadowCascade.value=q.state.sunShadowCascade,Fe.directionalShadowMatrix.value=q.state.directionalShadowMatrix,Fe.spotLightMatrix.value=q.state.spotLightMatrix,Fe.spotLightMap.value=q.state.spotLightMap,Fe.pointShadowMatrix.value=q.state.pointShadowMatrix),X.numLightProbeGrids=si(A.state.lightProbeGridArray),X.currentProgram=ft,X.uniformsList=
null,ft}function rn(b,O,J,X,q){let ve=ke.get(b),Te=ve.currentProgram.id+","+X+","+q,we=ve.programVariants.get(Te);return we===void 0?(we=Yn(b,O,J),ve.programVariants.set(Te,we)):(ve.currentProgram=we,ve.uniformsList=null,ve.outputColorSpace=X,ve.toneMapping=q),we}function Es(b){if(b.uniformsList===null){let O=b.currentProgram.getUniforms();b.uniformsList=$s.seqWithValue(O.seq,b.uniforms)}return b.
uniformsList}function qo(b,O){let J=ke.get(b);J.outputColorSpace=O.outputColorSpace,J.batching=O.batching,J.batchingColor=O.batchingColor,J.instancing=O.instancing,J.instancingColor=O.instancingColor,J.instancingMorph=O.instancingMorph,J.skinning=O.skinning,J.morphTargets=O.morphTargets,J.morphNormals=O.morphNormals,J.morphColors=O.morphColors,J.morphTargetsCount=O.morphTargetsCount,J.numClippingPlanes=
O.numClippingPlanes,J.numIntersection=O.numClipIntersection,J.vertexAlphas=O.vertexAlphas,J.vertexTangents=O.vertexTangents,J.toneMapping=O.toneMapping}function Ko(b,O,J,X,q){O.isScene!==!0&&(O=xi),Ye.resetTextureUnits();let ve=O.fog,Te=X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial?O.environment:null,we=he===null?U.outputColorSpace:he.isXRRenderTarget===!0?he.texture.colorSpace:
tt.workingColorSpace,Ae=X.isMeshStandardMaterial||X.isMeshLambertMaterial&&!X.envMap||X.isMeshPhongMaterial&&!X.envMap,Be=R.get(X.envMap||Te,Ae),Je=X.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,ft=!!J.attributes.tangent&&(!!X.normalMap||X.anisotropy>0),Fe=!!J.morphAttributes.position,ut=!!J.morphAttributes.normal,$t=!!J.morphAttributes.color,Rt=un;X.toneMapped&&(he===null||
he.isXRRenderTarget===!0)&&(Rt=U.toneMapping);let Ct=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,_i=Ct!==void 0?Ct.length:0,De=ke.get(X),ci=A.state.lights;if(zt===!0&&(li===!0||b!==j)){let Pt=b===j&&X.id===$;ie.setState(X,b,Pt)}let dt=!1,os=!1;X.version===De.__version?De.needsLights&&De.lightsStateVersion!==ci.state.version||q.isBatchedMesh&&De.batching===!1||!q.isBatchedMesh&&
De.batching===!0||q.isBatchedMesh&&De.batchingColor===!0&&q._colorsTexture===null||q.isBatchedMesh&&De.batchingColor===!1&&q._colorsTexture!==null||q.isInstancedMesh&&De.instancing===!1||!q.isInstancedMesh&&De.instancing===!0||q.isSkinnedMesh&&De.skinning===!1||!q.isSkinnedMesh&&De.skinning===!0||q.isInstancedMesh&&De.instancingColor===!0&&q.instanceColor===null||q.isInstancedMesh&&De.instancingColor===
!1&&q.instanceColor!==null||q.isInstancedMesh&&De.instancingMorph===!0&&q.morphTexture===null||q.isInstancedMesh&&De.instancingMorph===!1&&q.morphTexture!==null||De.envMap!==Be||X.fog===!0&&De.fog!==ve||De.numClippingPlanes!==void 0&&(De.numClippingPlanes!==ie.numPlanes||De.numIntersection!==ie.numIntersection)||De.vertexAlphas!==Je||De.vertexTangents!==ft||De.morphTargets!==Fe||De.morphNormals!==
ut||De.morphColors!==$t||De.morphTargetsCount!==_i||De.numLightProbeGrids!==si(A.state.lightProbeGridArray)?dt=!0:(De.outputColorSpace!==we||De.toneMapping!==Rt)&&(os=!0):(dt=!0,De.__version=X.version);let fi=De.currentProgram;(dt===!0||os===!0)&&(fi=os===!0?rn(X,O,q,we,Rt):Yn(X,O,q),B&&X.isNodeMaterial&&B.onUpdateProgram(X,fi,De));let Rr=!1,qn=!1,as=!1,ht=fi.getUniforms(),ei=De.uniforms;if(Me.useProgram(
fi.program)&&(Rr=!0,qn=!0,as=!0),X.id!==$&&($=X.id,qn=!0),Rr||j!==b){Me.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),ht.setValue(F,"projectionMatrix",b.projectionMatrix),ht.setValue(F,"viewMatrix",b.matrixWorldInverse);let ui=ht.map.cameraPosition;ui!==void 0&&ui.setValue(F,Ei.setFromMatrixPosition(b.matrixWorld)),et.logarithmicDepthBuffer&&ht.
setValue(F,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(X.isMeshPhongMaterial||X.isMeshToonMaterial||X.isMeshLambertMaterial||X.isMeshBasicMaterial||X.isMeshStandardMaterial||X.isShaderMaterial)&&ht.setValue(F,"isOrthographic",b.isOrthographicCamera===!0),j!==b&&(j=b,qn=!0,as=!0)}if(De.needsLights&&(ci.state.sunShadowMap.length>0&&ht.setValue(F,"sunShadowMap",ci.state.sunShadowMap,Ye),ci.state.
directionalShadowMap.length>0&&ht.setValue(F,"directionalShadowMap",ci.state.directionalShadowMap,Ye),ci.state.spotShadowMap.length>0&&ht.setValue(F,"spotShadowMap",ci.state.spotShadowMap,Ye),ci.state.pointShadowMap.length>0&&ht.setValue(F,"pointShadowMap",ci.state.pointShadowMap,Ye)),q.isSkinnedMesh){ht.setOptional(F,q,"bindMatrix"),ht.setOptional(F,q,"bindMatrixInverse");let Pt=q.skeleton;Pt&&(Pt.
boneTexture===null&&Pt.computeBoneTexture(),ht.setValue(F,"boneTexture",Pt.boneTexture,Ye))}q.isBatchedMesh&&(ht.setOptional(F,q,"batchingTexture"),ht.setValue(F,"batchingTexture",q._matricesTexture,Ye),ht.setOptional(F,q,"batchingIdTexture"),ht.setValue(F,"batchingIdTexture",q._indirectTexture,Ye),ht.setOptional(F,q,"batchingColorTexture"),q._colorsTexture!==null&&ht.setValue(F,"batchingColorText\
ure",q._colorsTexture,Ye));let Yi=J.morphAttributes;if((Yi.position!==void 0||Yi.normal!==void 0||Yi.color!==void 0)&&ne.update(q,J,fi),(qn||De.receiveShadow!==q.receiveShadow)&&(De.receiveShadow=q.receiveShadow,ht.setValue(F,"receiveShadow",q.receiveShadow)),(X.isMeshStandardMaterial||X.isMeshLambertMaterial||X.isMeshPhongMaterial)&&X.envMap===null&&O.environment!==null&&(ei.envMapIntensity.value=
O.environmentIntensity),ei.dfgLUT!==void 0&&(ei.dfgLUT.value=AM()),qn){if(ht.setValue(F,"toneMappingExposure",U.toneMappingExposure),De.needsLights&&Er(ei,as),ve&&X.fog===!0&&me.refreshFogUniforms(ei,ve),me.refreshMaterialUniforms(ei,X,Le,Ge,A.state.transmissionRenderTarget[b.id]),De.needsLights&&De.numLightProbeGrids>0){let Pt=w,ui=0;for(let ki of A.state.lightProbeGridArray)ki.texture!==null&&(Pt.
textures[ui]=ki.texture,Pt.min[ui]=ki.boundingBox.min,Pt.max[ui]=ki.boundingBox.max,Pt.resolution[ui]=ki.resolution,ui++);for(let ki in Pt)Pt[ki].length=ui;ei.probesSH.value=Pt.textures,ei.probesMin.value=Pt.min,ei.probesMax.value=Pt.max,ei.probesResolution.value=Pt.resolution}$s.upload(F,Es(De),ei,Ye)}if(X.isShaderMaterial&&X.uniformsNeedUpdate===!0&&($s.upload(F,Es(De),ei,Ye),X.uniformsNeedUpdate=
!1),X.isSpriteMaterial&&ht.setValue(F,"center",q.center),ht.setValue(F,"modelViewMatrix",q.modelViewMatrix),ht.setValue(F,"normalMatrix",q.normalMatrix),ht.setValue(F,"modelMatrix",q.matrixWorld),X.uniformsGroups!==void 0){let Pt=X.uniformsGroups;for(let ui=0,ki=Pt.length;ui<ki;ui++){let Rl=Pt[ui];He.update(Rl,fi),He.bind(Rl,fi)}}return fi}function Er(b,O){b.ambientLightColor.needsUpdate=O,b.lightProbe.
needsUpdate=O,b.sunLights.needsUpdate=O,b.sunLightShadows.needsUpdate=O,b.directionalLights.needsUpdate=O,b.directionalLightShadows.needsUpdate=O,b.pointLights.needsUpdate=O,b.pointLightShadows.needsUpdate=O,b.spotLights.needsUpdate=O,b.spotLightShadows.needsUpdate=O,b.rectAreaLights.needsUpdate=O,b.hemisphereLights.needsUpdate=O}function As(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||
b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return Z},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return he},this.setRenderTargetTextures=function(b,O,J){let X=ke.get(b);X.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,X.__autoAllocateDepthBuffer===!1&&(X.__useRenderToTexture=
!1),ke.get(b.texture).__webglTexture=O,ke.get(b.depthTexture).__webglTexture=X.__autoAllocateDepthBuffer?void 0:J,X.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,O){let J=ke.get(b);J.__webglFramebuffer=O,J.__useDefaultFramebuffer=O===void 0},this.setRenderTarget=function(b,O=0,J=0){he=b,Z=O,G=J;let X=null,q=!1,ve=!1;if(b){let we=ke.get(b);if(we.__useDefaultFramebuffer!==void 0){
Me.bindFramebuffer(F.FRAMEBUFFER,we.__webglFramebuffer),se.copy(b.viewport),fe.copy(b.scissor),ue=b.scissorTest,Me.viewport(se),Me.scissor(fe),Me.setScissorTest(ue),$=-1;return}else if(we.__webglFramebuffer===void 0)Ye.setupRenderTarget(b);else if(we.__hasExternalTextures)Ye.rebindTextures(b,ke.get(b.texture).__webglTexture,ke.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let Je=b.depthTexture;
if(we.__boundDepthTexture!==Je){if(Je!==null&&ke.has(Je)&&(b.width!==Je.image.width||b.height!==Je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ye.setupDepthRenderbuffer(b)}}let Ae=b.texture;(Ae.isData3DTexture||Ae.isDataArrayTexture||Ae.isCompressedArrayTexture)&&(ve=!0);let Be=ke.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?
(Array.isArray(Be[O])?X=Be[O][J]:X=Be[O],q=!0):b.samples>0&&Ye.useMultisampledRTT(b)===!1?X=ke.get(b).__webglMultisampledFramebuffer:Array.isArray(Be)?X=Be[J]:X=Be,se.copy(b.viewport),fe.copy(b.scissor),ue=b.scissorTest}else se.copy(rt).multiplyScalar(Le).floor(),fe.copy(At).multiplyScalar(Le).floor(),ue=Dt;if(J!==0&&(X=Y),Me.bindFramebuffer(F.FRAMEBUFFER,X)&&Me.drawBuffers(b,X),Me.viewport(se),Me.
scissor(fe),Me.setScissorTest(ue),q){let we=ke.get(b.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+O,we.__webglTexture,J)}else if(ve){let we=O;for(let Ae=0;Ae<b.textures.length;Ae++){let Be=ke.get(b.textures[Ae]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ae,Be.__webglTexture,J,we)}}else if(b!==null&&J!==0){let we=ke.get(b.texture);
F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,we.__webglTexture,J)}$=-1};function Ar(b){let O=ke.get(b);return(O.__readFormat!==b.format||O.__readType!==b.type)&&(O.__readFormat=b.format,O.__readType=b.type,O.__formatReadable=et.textureFormatReadable(b.format),O.__typeReadable=et.textureTypeReadable(b.type)),O}this.readRenderTargetPixels=function(b,O,J,X,q,ve,Te,we=0){if(!(b&&
b.isWebGLRenderTarget)){ct("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ae=ke.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Te!==void 0&&(Ae=Ae[Te],Array.isArray(Ae)&&(Ae=Ae[0])),Ae){Me.bindFramebuffer(F.FRAMEBUFFER,Ae);try{let Be=b.textures[we],Je=Be.format,ft=Be.type;b.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+we);let Fe=Ar(
Be);if(Fe.__formatReadable===!1){ct("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Fe.__typeReadable===!1){ct("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}O>=0&&O<=b.width-X&&J>=0&&J<=b.height-q&&F.readPixels(O,J,X,q,de.convert(Je),de.convert(ft),ve)}finally{
let Be=he!==null?ke.get(he).__webglFramebuffer:null;Me.bindFramebuffer(F.FRAMEBUFFER,Be)}}},this.readRenderTargetPixelsAsync=async function(b,O,J,X,q,ve,Te,we=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ae=ke.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&Te!==void 0&&(Ae=Ae[Te],Array.isArray(
Ae)&&(Ae=Ae[0])),Ae)if(O>=0&&O<=b.width-X&&J>=0&&J<=b.height-q){Me.bindFramebuffer(F.FRAMEBUFFER,Ae);let Be=b.textures[we],Je=Be.format,ft=Be.type;b.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+we);let Fe=Ar(Be);if(Fe.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Fe.__typeReadable===
!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let ut=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,ut),F.bufferData(F.PIXEL_PACK_BUFFER,ve.byteLength,F.STREAM_READ),F.readPixels(O,J,X,q,de.convert(Je),de.convert(ft),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let $t=he!==null?ke.get(he).__webglFramebuffer:
null;Me.bindFramebuffer(F.FRAMEBUFFER,$t);let Rt=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await Pg(F,Rt,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,ut),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,ve),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(ut),F.deleteSync(Rt),ve}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},
this.copyFramebufferToTexture=function(b,O=null,J=0){let X=Math.pow(2,-J),q=Math.floor(b.image.width*X),ve=Math.floor(b.image.height*X),Te=O!==null?O.x:0,we=O!==null?O.y:0;Ye.setTexture2D(b,0),F.copyTexSubImage2D(F.TEXTURE_2D,J,0,0,Te,we,q,ve),Me.unbindTexture()},this.copyTextureToTexture=function(b,O,J=null,X=null,q=0,ve=0){let Te,we,Ae,Be,Je,ft,Fe,ut,$t,Rt=b.isCompressedTexture?b.mipmaps[ve]:b.image;
if(J!==null)Te=J.max.x-J.min.x,we=J.max.y-J.min.y,Ae=J.isBox3?J.max.z-J.min.z:1,Be=J.min.x,Je=J.min.y,ft=J.isBox3?J.min.z:0;else{let ht=Math.pow(2,-q);Te=Math.floor(Rt.width*ht),we=Math.floor(Rt.height*ht),b.isDataArrayTexture?Ae=Rt.depth:b.isData3DTexture?Ae=Math.floor(Rt.depth*ht):Ae=1,Be=0,Je=0,ft=0}X!==null?(Fe=X.x,ut=X.y,$t=X.z):(Fe=0,ut=0,$t=0);let Ct=de.convert(O.format),_i=de.convert(O.type),
De;O.isData3DTexture?(Ye.setTexture3D(O,0),De=F.TEXTURE_3D):O.isDataArrayTexture||O.isCompressedArrayTexture?(Ye.setTexture2DArray(O,0),De=F.TEXTURE_2D_ARRAY):(Ye.setTexture2D(O,0),De=F.TEXTURE_2D),Me.activeTexture(F.TEXTURE0),Me.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,O.flipY),Me.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,O.premultiplyAlpha),Me.pixelStorei(F.UNPACK_ALIGNMENT,O.unpackAlignment);let ci=Me.
getParameter(F.UNPACK_ROW_LENGTH),dt=Me.getParameter(F.UNPACK_IMAGE_HEIGHT),os=Me.getParameter(F.UNPACK_SKIP_PIXELS),fi=Me.getParameter(F.UNPACK_SKIP_ROWS),Rr=Me.getParameter(F.UNPACK_SKIP_IMAGES);Me.pixelStorei(F.UNPACK_ROW_LENGTH,Rt.width),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Rt.height),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,Be),Me.pixelStorei(F.UNPACK_SKIP_ROWS,Je),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,
ft);let qn=b.isDataArrayTexture||b.isData3DTexture,as=O.isDataArrayTexture||O.isData3DTexture;if(b.isDepthTexture){let ht=ke.get(b),ei=ke.get(O),Yi=ke.get(ht.__renderTarget),Pt=ke.get(ei.__renderTarget);Me.bindFramebuffer(F.READ_FRAMEBUFFER,Yi.__webglFramebuffer),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,Pt.__webglFramebuffer);for(let ui=0;ui<Ae;ui++)qn&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.
COLOR_ATTACHMENT0,ke.get(b).__webglTexture,q,ft+ui),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ke.get(O).__webglTexture,ve,$t+ui)),F.blitFramebuffer(Be,Je,Be+Te,Je+we,Fe,ut,Fe+Te,ut+we,F.DEPTH_BUFFER_BIT,F.NEAREST);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(q!==0||b.isRenderTargetTexture||ke.has(b)){let ht=ke.get(b),ei=ke.get(
O);Me.bindFramebuffer(F.READ_FRAMEBUFFER,L),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let Yi=0;Yi<Ae;Yi++)qn?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ht.__webglTexture,q,ft+Yi):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ht.__webglTexture,q),as?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ei.__webglTexture,ve,$t+Yi):F.framebufferTexture2D(
F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ei.__webglTexture,ve),q!==0?F.blitFramebuffer(Be,Je,Be+Te,Je+we,Fe,ut,Fe+Te,ut+we,F.COLOR_BUFFER_BIT,F.NEAREST):as?F.copyTexSubImage3D(De,ve,Fe,ut,$t+Yi,Be,Je,Te,we):F.copyTexSubImage2D(De,ve,Fe,ut,Be,Je,Te,we);Me.bindFramebuffer(F.READ_FRAMEBUFFER,null),Me.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else as?b.isDataTexture||b.isData3DTexture?F.texSubImage3D(
De,ve,Fe,ut,$t,Te,we,Ae,Ct,_i,Rt.data):O.isCompressedArrayTexture?F.compressedTexSubImage3D(De,ve,Fe,ut,$t,Te,we,Ae,Ct,Rt.data):F.texSubImage3D(De,ve,Fe,ut,$t,Te,we,Ae,Ct,_i,Rt):b.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,ve,Fe,ut,Te,we,Ct,_i,Rt.data):b.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,ve,Fe,ut,Rt.width,Rt.height,Ct,Rt.data):F.texSubImage2D(F.TEXTURE_2D,ve,Fe,ut,Te,we,Ct,
_i,Rt);Me.pixelStorei(F.UNPACK_ROW_LENGTH,ci),Me.pixelStorei(F.UNPACK_IMAGE_HEIGHT,dt),Me.pixelStorei(F.UNPACK_SKIP_PIXELS,os),Me.pixelStorei(F.UNPACK_SKIP_ROWS,fi),Me.pixelStorei(F.UNPACK_SKIP_IMAGES,Rr),ve===0&&O.generateMipmaps===!0&&O.mipmapsAutoUpdate===!0&&F.generateMipmap(De),Me.unbindTexture()},this.initRenderTarget=function(b){ke.get(b).__webglFramebuffer===void 0&&Ye.setupRenderTarget(b)},
this.initTexture=function(b){b.isCubeTexture?Ye.setTextureCube(b,0):b.isData3DTexture?Ye.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Ye.setTexture2DArray(b,0):Ye.setTexture2D(b,0),Me.unbindTexture()},this.resetState=function(){Z=0,G=0,he=null,Me.reset(),_e.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){
return Oi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=tt._getDrawingBufferColorSpace(e),t.unpackColorSpace=tt._getUnpackColorSpace()}};var fT=.16,uT=.3,pT=.5,dT=1.2,mT=.004,RM=1500,gT=2.2,zo=class{constructor(e,t,i,s,r=xT(e,t,i),o=1){this.spec=e,this.bodies=s,this.size=t.scene.size,this.rows=r,this.capacity=Math.max(o*r.length,1),this.material=new Ts({transparent:!0,opacity:.92,depthTest:!0}),this.group=new mn,this.group.visible=!1;let a=new is(1,1,1,8,1,!0).translate(0,.5,0).rotateX(Math.PI/2),l=new Tc(1,1,12).translate(0,.5,0).
rotateX(Math.PI/2);[this.shafts,this.heads]=[a,l].map(h=>this.instances(h)),this.shafts.onBeforeRender=h=>h.clearDepth(),this.factor=1,this.scale=e.scale>0?Qn(e.scale):0,this.forget(),this.place3=[0,0,0]}forget(){this.since=null,this.most=[0,0],this.settled=!1}instances(e){let t=new fl(e,this.material,this.capacity);return t.instanceMatrix.setUsage(lo),t.frustumCulled=!1,t.count=0,t.renderOrder=6,
this.group.add(t),t}get empty(){return this.rows.length===0}setTheme(e,t){this.material.color.set(e.arrows[t%e.arrows.length]),this.colour=e.arrows[t%e.arrows.length]}get shown(){return this.scale*this.factor}largest(e){let t=0;for(let i of this.rows){let s=0;for(let r=0;r<i.axes;r++)s+=e[i.at+r]**2;t=Math.max(t,s)}return Math.sqrt(t)}learn(e,t){if(this.spec.scale||this.fitted||this.settled)return;
let i=this.largest(e);if(!(i>0)||!Number.isFinite(i))return;this.since??=t;let s=t-this.since>.5*RM?1:0;this.most[s]=Math.max(this.most[s],i),this.settled=t-this.since>RM;let r=this.most[s],o=uT*this.size/r;(!this.scale||o>gT*this.scale||r*this.scale>pT*this.size)&&(this.scale=Qn(o))}fit(e){if(this.spec.scale)return;let t=[];for(let i of e.times){e.seek(i);let s=this.largest(e.outputs);s>0&&t.push(
s)}t.length&&(this.scale=Qn(fT*this.size/t.sort((i,s)=>i-s)[Math.floor(.5*(t.length-1))]),this.fitted=!0)}place(e,t,i=performance.now()){if(this.learn(e,i),!this.group.visible)return;this.group.position.set(t[0],t[1],t[2]);let s=this.shown,r=0;for(let o of this.rows){let a=e[o.at],l=e[o.at+1],h=o.axes>2?e[o.at+2]:0,c=Math.sqrt(a*a+l*l+h*h),f=Math.min(c*s,dT*this.size);if(f>mT*this.size){this.bodies.
point(e,o.body,o.local,this.place3);for(let u=0;u<3;u++)this.place3[u]-=t[u];this.write(r++,a/c,l/c,h/c,f)}}this.shafts.count=this.heads.count=r,this.shafts.instanceMatrix.needsUpdate=this.heads.instanceMatrix.needsUpdate=!0}write(e,t,i,s,r){let o=.0055*this.size,a=Math.min(.045*this.size,.5*r),l=Math.abs(s)<.9,h=l?i:0,c=l?-t:s,f=l?0:-i,u=Math.sqrt(h*h+c*c+f*f);h/=u,c/=u,f/=u;let p=i*f-s*c,d=s*h-t*
f,S=t*c-i*h,[g,m,M]=this.place3,E=r-a;CM(this.shafts.instanceMatrix.array,e,o,h,c,f,p,d,S,E*t,E*i,E*s,g,m,M);let w=.4*a;CM(this.heads.instanceMatrix.array,e,w,h,c,f,p,d,S,a*t,a*i,a*s,g+E*t,m+E*i,M+E*s)}};function CM(n,e,t,i,s,r,o,a,l,h,c,f,u,p,d){let S=16*e;n[S]=t*i,n[S+1]=t*s,n[S+2]=t*r,n[S+3]=0,n[S+4]=t*o,n[S+5]=t*a,n[S+6]=t*l,n[S+7]=0,n[S+8]=h,n[S+9]=c,n[S+10]=f,n[S+11]=0,n[S+12]=u,n[S+13]=p,n[S+
14]=d,n[S+15]=1}function xT(n,e,t){let i=t.find(n.field);if(!i||i.axis!==i.field.dims.length-2)return[];let s=t.names(i.field,i.axis),r=i.field.shape[i.axis+1];return s.map((a,l)=>{let h=e.bodies.findIndex(c=>c.name===a);return{body:h,at:i.start+l*r,axes:r,local:e.bodies[h]?.com??[0,0,0]}}).filter(a=>a.body>=0)}var PM=Math.cos(38*Math.PI/180),_T=1e-5;function El(n,e,t=!0){let i=LM(n,e),s=DM(n),r=new Float32Array(e.length*3);for(let a=0;a<e.length;a++)for(let l=0;l<3;l++)r[3*a+l]=n[3*e[a]+l];let o=t?vT(i,e,s):ST(i,e.length);return{positions:r,normals:o,lines:MT(n,e,i,s)}}function MT(n,e,t=LM(n,e),i=DM(n)){let s=new Map,r=n.length;for(let a=0;a<e.length;a++){let l=a%3===2?a-2:a+1,h=i[e[a]],c=i[e[l]],f=h<c?
h*r+c:c*r+h,u=s.get(f);u?u.other=Math.floor(a/3):s.set(f,{a:h,b:c,face:Math.floor(a/3),other:-1})}let o=[];for(let{a,b:l,face:h,other:c}of s.values())if(!(c>=0&&UM(t,h,c)>PM))for(let f of[a,l])o.push(n[3*f],n[3*f+1],n[3*f+2]);return Float32Array.from(o)}function LM(n,e){let t=new Float32Array(e.length);for(let i=0;i<e.length;i+=3){let s=3*e[i],r=3*e[i+1],o=3*e[i+2],a=n[r]-n[s],l=n[r+1]-n[s+1],h=n[r+
2]-n[s+2],c=n[o]-n[s],f=n[o+1]-n[s+1],u=n[o+2]-n[s+2];t[i]=l*u-h*f,t[i+1]=h*c-a*u,t[i+2]=a*f-l*c}return t}function DM(n){let e=0;for(let r of n)e=Math.max(e,Math.abs(r));let t=_T*e||1,i=new Map,s=new Int32Array(n.length/3);for(let r=0;r<s.length;r++){let o=`${Math.round(n[3*r]/t)},${Math.round(n[3*r+1]/t)},${Math.round(n[3*r+2]/t)}`;i.has(o)||i.set(o,r),s[r]=i.get(o)}return s}function ST(n,e){let t=new Float32Array(
e*3);for(let i=0;i<e;i++)IM(t,i,n,[Math.floor(i/3)]);return t}function vT(n,e,t){let i=new Map;for(let r=0;r<e.length;r++){let o=t[e[r]];i.has(o)||i.set(o,[]),i.get(o).push(Math.floor(r/3))}let s=new Float32Array(e.length*3);for(let r=0;r<e.length;r++){let o=Math.floor(r/3);IM(s,r,n,i.get(t[e[r]]).filter(a=>a===o||UM(n,o,a)>=PM))}return s}function IM(n,e,t,i){let s=0,r=0,o=0;for(let l of i)s+=t[3*
l],r+=t[3*l+1],o+=t[3*l+2];let a=Math.sqrt(s*s+r*r+o*o)||1;n[3*e]=s/a,n[3*e+1]=r/a,n[3*e+2]=o/a}function UM(n,e,t){let i=n[3*e],s=n[3*e+1],r=n[3*e+2],o=n[3*t],a=n[3*t+1],l=n[3*t+2],h=Math.sqrt((i*i+s*s+r*r)*(o*o+a*a+l*l));return h>0?(i*o+s*a+r*l)/h:1}var wT=[0,1,2,0,2,3],yT=[0,1,1,2,2,3,3,0],bT=[[1,0],[2,3]],Xc=class{constructor(e,t){this.bodies=t,this.blades=[...new Set(e.flat())];let i=this.blades.flatMap(r=>[0,1,2,3].map(o=>`${r} ${o}`)),s=new Map(i.map((r,o)=>[r,o]));for(let[r,o]of e)for(let[a,l]of bT)s.set(`${o} ${l}`,s.get(`${r} ${a}`));this.places=i.map(r=>s.get(r)),this.faces=this.geometry(wT,i.length),this.edges=this.geometry(yT,i.length),
this.edges.setAttribute("position",this.faces.attributes.position),this.counts=new Uint8Array(i.length);for(let r of this.places)this.counts[r]++}geometry(e,t){let i=this.blades.flatMap((s,r)=>e.map(o=>this.places[4*r+o]));return new xt().setIndex(i).setAttribute("position",new Lt(new Float32Array(3*t),3))}mesh(e,t){let i=new Mt(this.faces,e);i.frustumCulled=!1,i.castShadow=!0;let s=new ys(this.edges,
t);return s.frustumCulled=!1,i.add(s),i}place(e){let{position:t}=this.faces.attributes,i=t.array.fill(0);this.blades.forEach((s,r)=>{let o=this.bodies.pointsOf(s);for(let a=0;a<4;a++){let l=this.places[4*r+a];this.bodies.point(e,s,o.subarray(3*a,3*a+3),NM);for(let h=0;h<3;h++)i[3*l+h]+=NM[h]/this.counts[l]}}),t.needsUpdate=!0,this.faces.computeVertexNormals()}},NM=[0,0,0];var TT=8014336,Go=class{constructor(e,t,i){this.group=new mn,this.spec=e.bodies,this.materials=new Map,this.lines=new ws({transparent:!0,opacity:.35}),this.position=t.find("body_position"),this.rotation=t.find("body_rotation"),this.quaternion=t.find("body_quaternion");let s=e.meshes.map(a=>AT(a)),r=.006*e.scene.size;this.meshes=e.bodies.map((a,l)=>this.makeBody(a,l,s,r)),this.rods=e.bodies.map((a,l)=>a.
mesh===null&&a.parent>=0?this.makeRod(l,r):null),this.ends=e.bodies.map(a=>a.mesh===null?[0,0,0]:s[a.mesh].end),this.centre=[0,0,0],this.shapes=s;let o=s.map(a=>a.points);this.morphs=new Or(e.morphs??[],o,a=>i.seen(a)),this.wings=e.seams?.length?this.makeWings(e.seams):null}makeWings(e){let t=new Xc(e,this);for(let i of t.blades)this.meshes[i].visible=!1;return this.group.add(t.mesh(this.meshes[t.
blades[0]].material,this.lines)),t}pointsOf(e){return this.shapes[this.spec[e].mesh].points}form(){let e=this.morphs.changed();for(let[t,i]of e)RT(this.shapes[t],i);e.size&&this.spec.forEach((t,i)=>{t.mesh!==null&&(this.ends[i]=this.shapes[t.mesh].end)})}makeBody(e,t,i,s){let r=e.mesh===null?null:i[e.mesh];if(!r)return null;let o=new Mt(r.faces,this.material(e,t,r.thin));return o.matrixAutoUpdate=
!1,o.frustumCulled=!1,o.castShadow=!0,o.receiveShadow=!r.thin,r.lines&&o.add(new ys(r.lines,this.lines)),o.userData.thickness=s,this.group.add(o),o}makeRod(e,t){let i=new is(t,t,1,10).rotateX(Math.PI/2).translate(0,0,.5),s=new Mt(i,this.material({role:"rod"},e,!1));return s.frustumCulled=!1,s.castShadow=!0,this.group.add(s),s}material(e,t,i){let s=e.role??"body",r=`${s} ${s==="body"?t%2:0} ${i}`;if(!this.
materials.has(r)){let o=new wr({specular:2763306,shininess:28,side:i?Fi:ji});i&&s==="wing"&&Object.assign(o,{transparent:!0,opacity:.82}),o.userData={role:s,rank:t,spare:this.materials.size},this.materials.set(r,o)}return this.materials.get(r)}setTheme(e){for(let t of this.materials.values()){let{role:i,rank:s,spare:r}=t.userData;t.color=new Pe(Xl(e,i,s,r))}this.lines.color=new Pe(e.crease),this.marked?.
mesh.material.color.copy(this.marked.material.color)}mark(e){this.marked&&(this.marked.mesh.material=this.marked.material);let t=this.meshes[e]??this.rods[e];this.marked=t?{mesh:t,material:t.material}:null,t&&(t.material=t.material.clone(),t.material.emissive.set(TT))}place(e){let t=this.position.start;for(let i=0;i<this.meshes.length;i++){let s=this.meshes[i];s?(this.turn(s.matrix.elements,e,i),s.
matrix.elements[12]=e[t+3*i],s.matrix.elements[13]=e[t+3*i+1],s.matrix.elements[14]=e[t+3*i+2],s.matrixWorldNeedsUpdate=!0):this.rods[i]&&this.span(this.rods[i],e,t+3*i,t+3*this.spec[i].parent)}this.wings?.place(e)}middle(e){for(let t=0;t<3;t++){let i=0;for(let s=0;s<this.spec.length;s++)i+=e[this.position.start+3*s+t];this.centre[t]=i/this.spec.length}}reach(e,t){let i=0;for(let s=0;s<this.spec.length;s++){
this.point(e,s,this.ends[s],Yc);let r=Yc[0]-t[0],o=Yc[1]-t[1],a=Yc[2]-t[2];i=Math.max(i,r*r+o*o+a*a)}return Math.sqrt(i)}turn(e,t,i){if(this.rotation){let h=this.rotation.start+9*i;e[0]=t[h],e[4]=t[h+1],e[8]=t[h+2],e[1]=t[h+3],e[5]=t[h+4],e[9]=t[h+5],e[2]=t[h+6],e[6]=t[h+7],e[10]=t[h+8];return}let s=this.quaternion.start+4*i,r=t[s],o=t[s+1],a=t[s+2],l=t[s+3];e[0]=1-2*(a*a+l*l),e[4]=2*(o*a-r*l),e[8]=
2*(o*l+r*a),e[1]=2*(o*a+r*l),e[5]=1-2*(o*o+l*l),e[9]=2*(a*l-r*o),e[2]=2*(o*l-r*a),e[6]=2*(a*l+r*o),e[10]=1-2*(o*o+a*a)}span(e,t,i,s){e.position.set(t[i],t[i+1],t[i+2]);let r=t[s]-t[i],o=t[s+1]-t[i+1],a=t[s+2]-t[i+2],l=Math.sqrt(r*r+o*o+a*a);e.visible=l>1e-9,e.visible&&(e.lookAt(t[s],t[s+1],t[s+2]),e.scale.set(1,1,l))}point(e,t,i,s){let r=ET;this.turn(r,e,t);let o=this.position.start+3*t;for(let a=0;a<
3;a++)s[a]=e[o+a]+r[a]*i[0]+r[4+a]*i[1]+r[8+a]*i[2];return s}},ET=new Float64Array(16),Yc=[0,0,0];function FM(n){let e=0,t=0;for(let i=0;i<n.length;i+=3){let s=n[i]**2+n[i+1]**2+n[i+2]**2;s>e&&([e,t]=[s,i])}return[n[t],n[t+1],n[t+2]]}function AT(n){let{points:e,triangles:t,smooth:i,thin:s}=Dl(n),{positions:r,normals:o,lines:a}=El(e,t,i),l=new xt;l.setAttribute("position",new Lt(r,3)),l.setAttribute(
"normal",new Lt(o,3));let h=a.length?new xt().setAttribute("position",new Lt(a,3)):null;return{faces:l,lines:h,thin:s,points:e,triangles:t,smooth:i,end:FM(e)}}function RT(n,e){let{positions:t,normals:i,lines:s}=El(e,n.triangles,n.smooth);n.faces.attributes.position.copyArray(t).needsUpdate=!0,n.faces.attributes.normal.copyArray(i).needsUpdate=!0,n.lines?.dispose(),n.lines?.setAttribute("position",
new Lt(s,3)),Object.assign(n,{points:e,end:FM(e)})}var CT={free:{azimuth:-.9,elevation:.55},top:{azimuth:-Math.PI/2,elevation:Math.PI/2-.001},side:{azimuth:-Math.PI/2,elevation:.06}},OM={xy:{azimuth:-1.05,elevation:.8},xz:{azimuth:-1.15,elevation:.22},yz:{azimuth:-.35,elevation:.3},"3d":{azimuth:-.85,elevation:.42}},PT=1e5,LT=.35,qc=class{constructor(e,t,i={}){this.stage=e,this.focus=[0,0,0],this.offset=[0,0,0],this.lowest=-1.5,this.room=e.size,this.
taken=e.size,this.goal=null,this.start={zoom:1,...OM[t]??OM["3d"],...i},this.choose("start")}get following(){return this.goes}set following(e){this.goes=e,this.fixed=null}take({azimuth:e,elevation:t,zoom:i,room:s,centre:r}){this.azimuth=e??this.azimuth,this.elevation=t??this.elevation,this.zoom=i??1,this.wanted=s??null,this.goes=!r,this.fixed=r??null}go(e){let[t,i,s]=[this.azimuth,this.elevation,this.
zoom];this.view="own",this.take({...this.start,...e}),this.goal={azimuth:IT(this.azimuth,t),elevation:this.elevation,zoom:this.zoom},Object.assign(this,{azimuth:t,elevation:i,zoom:s}),this.offset.fill(0)}get distance(){let{width:e,height:t}=this.stage.clear,i=Math.tan(this.stage.camera.fov*Math.PI/360),s=i*e/this.stage.height,r=i*t/this.stage.height,o=this.room;return Math.max(.56*o/s,.5*o/r)/this.
zoom}choose(e){this.view=e,this.goal=null,e==="start"?this.take(this.start):Object.assign(this,CT[e],{zoom:1}),this.offset.fill(0)}turn(e,t){this.goal=null,this.azimuth-=e,this.elevation=Math.min(Math.max(this.elevation+t,this.lowest),Math.PI/2-.001),this.view="own"}scale(e){this.goal=null,this.zoom=Math.min(Math.max(this.zoom*e,.08),25)}shift(e,t){let i=2*Math.tan(this.stage.camera.fov*Math.PI/360)*
this.distance/this.stage.height,{azimuth:s,elevation:r}=this,o=[-Math.sin(s),Math.cos(s),0],a=[-Math.sin(r)*Math.cos(s),-Math.sin(r)*Math.sin(s),Math.cos(r)];for(let l=0;l<3;l++)this.offset[l]+=i*(-e*o[l]+t*a[l])}make(e){Number.isFinite(e)&&(this.taken=Math.max(this.taken,Math.min(1.9*e,3*this.stage.size)))}jump(e){let t=this.fixed??e;this.room=this.wanted??this.taken;for(let i=0;i<3;i++)this.focus[i]=
t[i]}follow(e,t){let i=1-Math.exp(-t/LT),s=this.wanted??this.taken,r=Math.abs(s-this.room)>.01*this.room?1:0;this.room+=i*(s-this.room),this.goal&&(r+=this.approach(i));let o=this.fixed??(this.goes?e:null);if(!o)return r>0;for(let a=0;a<3;a++){let l=i*(o[a]-this.focus[a]);Number.isFinite(l)&&(this.focus[a]+=l),r+=Math.abs(l)}return r>1e-4*this.stage.size}approach(e){let t=0;for(let i of["azimuth",
"elevation","zoom"]){let s=this.goal[i]-this[i];this[i]+=.6*e*s,t=Math.max(t,Math.abs(s))}return t>.001?1:(this.goal=null,0)}apply(){let{camera:e}=this.stage,t=this.distance,i=t*Math.cos(this.elevation),[s,r,o]=this.aim(DT);e.position.set(s+i*Math.cos(this.azimuth),r+i*Math.sin(this.azimuth),o+t*Math.sin(this.elevation)),e.up.set(0,0,1),e.near=.02*t,e.far=t+80*this.stage.size,e.lookAt(s,r,o),e.updateProjectionMatrix()}aim(e){
for(let t=0;t<3;t++)e[t]=this.focus[t]+this.offset[t];return e}get text(){return[this.azimuth.toFixed(3),this.elevation.toFixed(3),this.zoom.toFixed(3),...this.offset.map(e=>e.toPrecision(3)),this.following?1:0].join(",")}set text(e){let t=e.split(",").map(Number);t.length!==7||!t.every(i=>Math.abs(i)<PT)||(this.azimuth=t[0],this.elevation=Math.min(Math.max(t[1],this.lowest),Math.PI/2-.001),this.zoom=
Math.min(Math.max(t[2],.08),25),this.offset=t.slice(3,6),this.following=t[6]===1,this.view="own")}},DT=[0,0,0];function IT(n,e){return n-2*Math.PI*Math.round((n-e)/(2*Math.PI))}var np=12,BM=2,yr=np*BM+1,UT=.5,NT=.6,br=class extends zo{constructor(e,t,i,s){super(e,t,i,s,FT(e,t,i),yr),this.step=(cs(t)||1)/np,this.left=new Float64Array(yr).fill(NaN),this.marks=new Float64Array(6*yr*this.rows.length),this.fade=new qs(new Float32Array(this.capacity),1).setUsage(lo);for(let r of[this.shafts,this.heads])r.geometry.setAttribute("fade",this.fade),r.renderOrder=5,r.onBeforeRender=
()=>{};this.material.depthWrite=!1,this.material.onBeforeCompile=OT}get shown(){return this.like?this.like.shown:UT*super.shown}forget(){super.forget(),this.left?.fill(NaN),this.time=-1/0}setTheme(e){this.material.color.set(e.wake),this.colour=e.wake}place(e,t,i=performance.now()){this.learn(e,i)}follow(e,t,i,s){if(!this.group.visible)return;e<this.time&&this.left.fill(NaN),this.time=e,this.group.
position.set(s[0],s[1],s[2]);let r=Math.floor(e/this.step+1e-9),o=0;for(let a=r-yr+1;a<=r;a++){let l=(a%yr+yr)%yr;this.left[l]!==a&&t(a*this.step,c=>this.remember(c,l))&&(this.left[l]=a);let h=e-a*this.step;this.left[l]===a&&(o=this.draw(l,h,i,s,o))}this.shafts.count=this.heads.count=o,this.fade.needsUpdate=this.shafts.instanceMatrix.needsUpdate=this.heads.instanceMatrix.needsUpdate=!0}remember(e,t){
this.rows.forEach((i,s)=>{let r=6*(t*this.rows.length+s);this.bodies.point(e,i.body,i.local,this.place3);for(let o=0;o<3;o++)this.marks[r+o]=this.place3[o],this.marks[r+3+o]=o<i.axes?-e[i.at+o]:0})}draw(e,t,i,s,r){let o=1-t/(BM*np*this.step);for(let a=0;a<this.rows.length;a++){let l=6*(e*this.rows.length+a),[h,c,f]=[this.marks[l+3],this.marks[l+4],this.marks[l+5]],u=Math.sqrt(h*h+c*c+f*f),p=Math.min(
u*this.shown,NT*this.size);if(o>0&&p>0){for(let d=0;d<3;d++)this.place3[d]=this.marks[l+d]+t*i[d]-s[d];this.fade.array[r]=o,this.write(r++,h/u,c/u,f/u,p)}}return r}};function FT(n,e,t){return n.edges.map(({body:i,at:s,field:r})=>{let o=t.find(r);return{body:e.bodies.findIndex(a=>a.name===i),at:o?.start,axes:o?.count,local:s}}).filter(i=>i.body>=0&&i.axes<=3)}function OT(n){n.vertexShader=`attribut\
e float fade; varying float vFade;
${n.vertexShader}`.replace("#include <begin_vertex>",`#include <begin_vertex>
vFade = fade;`),n.fragmentShader=`varying float vFade;
${n.fragmentShader}`.replace("#include <opaque_fragment>",`#include <opaque_fragment>
gl_FragColor.a *= vFade;`)}var kM=.3,Kc=class{constructor(e,t,i,s=[]){this.bodies=new Go(e,t,i),this.middle=t.find("com_position"),this.centre=[0,0,0],this.group=this.bodies.group,this.group.visible=!1,this.group.traverse(r=>r.castShadow=r.receiveShadow=!1);for(let r of this.bodies.materials.values())Object.assign(r,{transparent:!0,opacity:kM,depthWrite:!1});this.bodies.lines.opacity=.2,this.past=()=>!1,this.wakes=s.map(r=>Object.
assign(new br(r.spec,e,t,this.bodies),{like:r}));for(let r of this.wakes)this.group.add(r.group)}forget(){for(let e of this.wakes)e.forget()}follow(e,t){if(this.group.visible)for(let i of this.wakes)i.group.visible=i.like.group.visible,i.follow(e,this.past,t,this.centre)}fill(e){if(e!==this.solid){this.solid=e;for(let t of this.bodies.materials.values())Object.assign(t,{transparent:!e,opacity:e?1:
kM,depthWrite:e,needsUpdate:!0})}}setTheme(e){for(let t of this.bodies.materials.values())t.color.set(e.ghost);this.bodies.lines.color.set(e.crease);for(let t of this.wakes)t.material.color.set(e.ghost)}show(e){this.group.visible=e}place(e){if(!this.group.visible)return;this.bodies.form(),this.bodies.place(e),this.bodies.middle(e);let t=this.middle?this.middle.start:-1;for(let i=0;i<3;i++)this.centre[i]=
t>=0?e[t+i]:this.bodies.centre[i]}};var Ho=4,$c=1e9,BT=`
float lineAt(vec2 place, float cell, float width) {
  vec2 scaled = place / cell;
  vec2 wide = fwidth(scaled);
  vec2 near = abs(fract(scaled - 0.5) - 0.5) / max(wide, vec2(1e-6));
  vec2 ink = clamp(width + 0.5 - near, 0.0, 1.0) * (1.0 - smoothstep(0.25, 0.6, wide));
  return max(ink.x, ink.y);
}
`,kT=`
float ripple(vec2 p, float t) {
  float a = sin(p.x + 1.6 * sin(p.y + 0.7 * t)) + sin(2.0 * p.y + 1.4 * sin(p.x - 0.6 * t));
  return exp(-5.0 * abs(a));
}
float caustics(vec2 p, float t) {
  return ripple(p, t) * (0.4 + ripple(vec2(p.y + 3.0, -2.0 * p.x), 0.8 * t)) + 0.35 * ripple(vec2(2.0 * p.y, 3.0 * p.x) + 1.0, 0.6 * t);
}
float grain(vec2 p) {
  return fract(sin(dot(mod(floor(p), 200.0), vec2(12.9898, 78.233))) * 43758.5453);
}
`,zT=`
vec2 place = vLocal + uOffset;
vec3 paint = diffuse;
float alongX = vLocal.x + uFocus.x;
float lit = uCaustics;
for (int k = 0; k < ${Ho}; k++) {
  vec4 region = uRegions[k];
  if (alongX >= region.x && alongX < region.y) {
    paint = uColours[k];
    lit = max(lit, region.z);
    vec2 sand = place / (0.025 * uCell);
    float fineness = 1.0 - smoothstep(0.3, 1.2, length(fwidth(sand)));
    paint *= 1.0 - region.w * fineness * 0.16 * grain(sand);
    float edge = min(alongX - region.x, region.y - alongX);
    paint = mix(paint, uLine, 0.1 * region.w * (1.0 - smoothstep(0.0, 1.5 * uCell, edge)));
  }
}
if (lit > 0.0) {
  float near = 1.0 - smoothstep(0.05, 0.4, length(vLocal) / uReach);
  paint += lit * near * uGlow * caustics(place / uCell * 1.2566371, uTime);
}
float fine = lineAt(place, uCell, 0.6) * 0.22;
float strong = lineAt(place, uCell * 5.0, 0.9) * 0.5;
paint = mix(paint, uLine, max(fine, strong));
float away = length(vLocal) / uReach;
diffuseColor.rgb = paint;
diffuseColor.a = uCover * (1.0 - smoothstep(0.25, 1.0, away)) ;
diffuseColor.a = max(diffuseColor.a, max(fine, strong) * 0.8 * (1.0 - smoothstep(0.2, 0.9, away)));
`,Zc=class{constructor({cell:e,reach:t,level:i,cover:s,regions:r,wet:o,lit:a}){this.cell=e,this.level=i,this.wet=o,this.regions=r.slice(0,Ho),this.uniforms={uCell:{value:e},uReach:{value:t},uCover:{value:s},uOffset:{value:new Ie},uFocus:{value:new Ie},uLine:{value:new Pe},uGlow:{value:new V},uTime:{value:0},uCaustics:{value:a?1:0},uRegions:{value:Array.from({length:Ho},(l,h)=>GT(this.regions[h]))},
uColours:{value:Array.from({length:Ho},()=>new Pe)}},this.material=new Ts({transparent:!0,depthWrite:s>.9}),this.material.onBeforeCompile=l=>this.addGrid(l),this.mesh=new Mt(new Co(t,64),this.material),this.mesh.receiveShadow=!0,this.mesh.frustumCulled=!1,this.mesh.renderOrder=o?2:-2}addGrid(e){Object.assign(e.uniforms,this.uniforms),e.vertexShader=`varying vec2 vLocal;
`+e.vertexShader.replace("#include <begin_vertex>",`#include <begin_vertex>
vLocal = position.xy;`);let t=`varying vec2 vLocal; uniform float uCell, uReach, uCover, uTime, uCaustics; uniform vec2 uOffset, uFocus; uniform vec3 uLine, uGlow;
uniform vec4 uRegions[${Ho}]; uniform vec3 uColours[${Ho}];
`;e.fragmentShader=t+BT+kT+e.fragmentShader.replace("#include <color_fragment>",`#include <color_fragment>
`+zT)}setTheme(e){this.material.color.set(this.wet?e.shallow:this.uniforms.uCaustics.value?e.bed:e.ground),this.uniforms.uLine.value.set(e.strong),this.uniforms.uGlow.value.set(...e.glow);let t={land:e.land,water:e.water};this.regions.forEach((i,s)=>this.uniforms.uColours.value[s].set(t[i.name]??e.region))}follow(e,t,i){this.uniforms.uTime.value=i%628.3185307,this.mesh.position.set(e,t,this.level);
let s=5*this.cell;this.uniforms.uOffset.value.set(e-s*Math.floor(e/s),t-s*Math.floor(t/s)),this.uniforms.uFocus.value.set(e,t)}};function GT(n){return n?new wt(n.from??-$c,n.to??$c,n.name==="water"?1:0,n.name==="water"?0:1):new wt($c,-$c,0,0)}var Vo=7,Jc=class{constructor(e,t,i){Object.assign(this,{spacing:e,level:i}),this.group=new mn,this.labels=Array.from({length:Vo},()=>HT(t));for(let s of this.labels)this.group.add(s.mesh);this.colour="#555"}setTheme(e){this.colour=e.label;for(let t of this.labels)t.text=null}follow(e,t){let i=Math.round(e/this.spacing),s=(Math.round(t/this.spacing)-1)*this.spacing;for(let r=0;r<Vo;r++){let o=i+r-
(Vo-1)/2,a=this.labels[(o%Vo+Vo)%Vo];a.mesh.position.set(o*this.spacing,s,this.level+.001*this.spacing);let l=`${Xt(o*this.spacing,6)} m`;a.text!==l&&VT(a,l,this.colour)}}};function HT(n){let e=document.createElement("canvas");e.width=256,e.height=64;let t=new dl(e);t.colorSpace=yi,t.minFilter=vi,t.generateMipmaps=!1;let i=new _r({map:t,transparent:!0,depthWrite:!1}),s=new Mt(new Do(4*n,n).translate(
2.2*n,.6*n,0),i);return s.renderOrder=-1,{mesh:s,canvas:e,texture:t,text:null}}function VT(n,e,t){n.text=e;let i=n.canvas.getContext("2d");i.clearRect(0,0,256,64),i.font="500 44px system-ui, sans-serif",i.fillStyle=t,i.textBaseline="middle",i.fillText(e,4,34),n.texture.needsUpdate=!0}function WT(n,e,t){let i=n.map(([a,l])=>new Ie(a,l));i.length>1&&i[0].distanceTo(i[i.length-1])<1e-12&&(i=i.slice(0,-1)),Lo.area(i)<0&&i.reverse();let s=i.length,r=[...i.flatMap(a=>[a.x,a.y,e]),...i.flatMap(a=>[a.x,a.y,t])],o=[];for(let[a,l,h]of Lo.triangulateShape(i,[]))o.push(s+a,s+l,s+h,h,l,a);for(let a=0;a<s;a++){let l=(a+1)%s;o.push(a,l,s+l,a,s+l,s+a)}return{points:Float32Array.from(r),triangles:o}}
var Qc=class{constructor(e){this.group=new mn,this.material=new wr({specular:657930,shininess:8}),this.lines=new ws({transparent:!0,opacity:.3});for(let t of[...e.obstacles??[],...e.walls??[]])this.add(t,e)}add(e,t){let i=e.outline.filter(u=>Number.isFinite(u[0]));if(i.length<3)return;let s=e.base??t.level??0,{points:r,triangles:o}=WT(i,s,s+(e.height??.12*t.size)),{positions:a,normals:l,lines:h}=El(
r,o),c=new xt;c.setAttribute("position",new Lt(a,3)),c.setAttribute("normal",new Lt(l,3));let f=new Mt(c,this.material);f.castShadow=f.receiveShadow=!0,f.add(new ys(new xt().setAttribute("position",new Lt(h,3)),this.lines)),this.group.add(f)}setTheme(e){this.material.color.set(e.obstacle),this.lines.color.set(e.crease)}};var sp=[-.6,-.2,1.15],zM=1024;function GM(){let n=document.createElement("canvas").getContext("webgl2");return n?.getExtension("WEBGL_lose_context")?.loseContext(),!!n}var jc=class{constructor(e,t){this.size=t,this.renderer=new Tl({canvas:e,antialias:!0,alpha:!0,powerPreference:"low-power"}),this.renderer.outputColorSpace=yi,this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Us,this.renderer.
shadowMap.autoUpdate=!1,this.sharpness=2,this.renderer.setClearColor(new Pe(0),0),this.scene=new rl,this.camera=new En(36,1,.01*t,400*t),this.camera.up.set(0,0,1),this.insets={left:0,right:0,top:0,bottom:0},this.addLights()}addLights(){this.sky=new Ml(16777215,8947848,1),this.sky.position.set(0,0,1),this.sun=new Sl(16777215,1),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(zM,zM);let e=1.25*this.
size;Object.assign(this.sun.shadow.camera,{left:-e,right:e,top:e,bottom:-e,near:.1*this.size,far:8*this.size}),this.sun.shadow.normalBias=.004*this.size,this.sun.shadow.radius=3,this.scene.add(this.sky,this.sun,this.sun.target)}setTheme(e){this.sky.color.set(e.sky),this.sky.groundColor.set(e.earth),this.sky.intensity=e.hemisphere,this.sun.color.set(e.sun),this.sun.intensity=e.sunlight,this.sun.shadow.
intensity=Math.min(1,2*e.shadow)}lightAt(e,t,i){this.sun.target.position.set(e,t,i),this.sun.position.set(e+3*this.size*sp[0],t+3*this.size*sp[1],i+3*this.size*sp[2])}resize(e,t){this.width=Math.max(e,1),this.height=Math.max(t,1),this.renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio||1,this.sharpness)),this.renderer.setSize(this.width,this.height,!1),this.frameAll()}setInsets(e){Object.
assign(this.insets,e),this.frameAll()}get clear(){let{left:e,right:t,top:i,bottom:s}=this.insets,r=(this.width-e-t)/(this.halved?2:1);return{width:Math.max(r,80),height:Math.max(this.height-i-s,80)}}halve(e){this.halved=e,this.frameAll()}get halves(){let{left:e,right:t}=this.insets;return{from:e,middle:(e+this.width-t)/2,to:this.width-t}}renderHalf(e){let{from:t,middle:i,to:s}=this.halves,[r,o]=e===
0?[0,i]:[i,this.width];this.renderer.setScissorTest(!0),this.renderer.setScissor(r,0,o-r,this.height),this.aimAt(e===0?(t+i)/2:(i+s)/2),this.moved(),this.render(),this.renderer.setScissorTest(!1)}aimAt(e){let{top:t,bottom:i}=this.insets;this.camera.setViewOffset(this.width,this.height,this.width/2-e,(i-t)/2,this.width,this.height),this.camera.updateProjectionMatrix()}frameAll(){if(!this.width)return;
let{left:e,right:t}=this.insets;this.camera.aspect=this.width/this.height,this.aimAt((e+this.width-t)/2)}coarsen(){let e=this.renderer.getPixelRatio();return e<=1?!1:(this.sharpness=Math.max(1,e-.5),this.resize(this.width,this.height),!0)}moved(){this.renderer.shadowMap.needsUpdate=!0}render(){this.renderer.render(this.scene,this.camera)}dispose(){this.renderer.dispose(),this.renderer.forceContextLoss()}};var XT=44,ef=class{constructor(e,t,i){this.pilot=e,this.group=new mn,this.material=new Ts;let s=new Mt(new Cc(t,.012*i,10,48),this.material),r=new Mt(new is(.008*i,.008*i,.2*i,10).rotateX(Math.PI/2),this.material);this.group.add(s,r),s.castShadow=r.castShadow=!0,this.plane=new Vi(new V(0,0,1),0),this.point=new V}setTheme(e){this.material.color.set(e.path)}follow(e){let[t,i]=this.pilot.goal;this.group.
position.set(t,i,e),this.plane.constant=-e}isAt(e,t,i){this.point.copy(this.group.position).project(i.camera);let s=(this.point.x+1)/2*i.width-e,r=(1-this.point.y)/2*i.height-t;return Math.hypot(s,r)<XT}drag(e){let t=e.ray.intersectPlane(this.plane,this.point);t&&this.pilot.moveGoal(t.x,t.y)}};var Wo=2048,YT=`
attribute vec3 along; attribute float side;
uniform vec2 uView; uniform float uWidth;
void main() {
  vec4 here = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 there = projectionMatrix * modelViewMatrix * vec4(position + along, 1.0);
  vec2 way = (there.xy / there.w - here.xy / here.w) * uView;
  way = length(way) > 1e-6 ? normalize(way) : vec2(1.0, 0.0);
  here.xy += vec2(-way.y, way.x) * side * uWidth / uView * here.w;
  gl_Position = here;
}`,qT=`
uniform vec3 uColour;
void main() { gl_FragColor = vec4(uColour, 0.75); 
  #include <colorspace_fragment>
}`,tf=class{constructor(e){this.first=e;let t=r=>new Lt(new Float32Array(2*Wo*r),r).setUsage(lo);this.geometry=new xt,this.places=t(3),this.ways=t(3);let i=t(1);for(let r=0;r<2*Wo;r++)i.array[r]=r%2?-1:1;this.geometry.setAttribute("position",this.places).setAttribute("along",this.ways).setAttribute("side",i);let s=new Uint16Array(6*(Wo-1));for(let r=0;r<Wo-1;r++)s.set([2*r,2*r+1,2*r+2,2*r+2,2*r+1,
2*r+3],6*r);this.geometry.setIndex(new Lt(s,1)),this.uniforms={uColour:{value:new Pe},uView:{value:new Ie(1,1)},uWidth:{value:2}},this.mesh=new Mt(this.geometry,new Bi({uniforms:this.uniforms,vertexShader:YT,fragmentShader:qT,transparent:!0,depthWrite:!1,side:2})),this.mesh.frustumCulled=!1,this.mesh.renderOrder=1,this.clear()}clear(){this.count=0,this.step=this.first,this.geometry.setDrawRange(0,
0)}setTheme(e){this.uniforms.uColour.value.set(e.path)}resize(e,t){this.uniforms.uView.value.set(e,t)}add(e,t,i){Number.isFinite(e+t+i)&&(this.count>=2&&this.distance(this.count-2,e,t,i)<this.step&&this.count--,this.count===Wo&&this.halve(),this.write(this.count,e,t,i),this.count++,this.geometry.setDrawRange(0,6*Math.max(this.count-1,0)))}write(e,t,i,s){let r=this.places.array;for(let o=2*e;o<2*e+
2;o++)r[3*o]=t,r[3*o+1]=i,r[3*o+2]=s;if(e>0)for(let o=0;o<3;o++){let a=r[6*e+o]-r[6*(e-1)+o];this.ways.array[6*e+o]=this.ways.array[6*e+3+o]=a,e===1&&(this.ways.array[o]=this.ways.array[3+o]=a)}this.upload(2*Math.max(e-1,0),2*e+2)}upload(e,t){for(let i of[this.places,this.ways]){let s=i.updateRanges.length;s>8&&i.clearUpdateRanges(),s>8?i.addUpdateRange(0,i.array.length):i.addUpdateRange(3*e,3*(t-
e)),i.needsUpdate=!0}}distance(e,t,i,s){let r=this.places.array;return Math.hypot(r[6*e]-t,r[6*e+1]-i,r[6*e+2]-s)}halve(){let e=this.places.array,t=Wo/2;for(let i=0;i<t;i++)this.write(i,e[12*i],e[12*i+1],e[12*i+2]);this.count=t,this.step*=2}};var KT=`
varying vec2 vLocal; varying vec3 vView;
void main() {
  vLocal = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vView = -seen.xyz;
  gl_Position = projectionMatrix * seen;
}`,$T=`
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
}`,nf=class{constructor(e,t,i){this.level=e,this.wave=10*.09*t,this.uniforms={uOffset:{value:new Ie},uWave:{value:.09*t},uReach:{value:i},uTime:{value:0},uShallow:{value:new Pe},uDeep:{value:new Pe}};let s=new Bi({uniforms:this.uniforms,vertexShader:KT,fragmentShader:$T,transparent:!0,depthWrite:!1,side:Fi});this.mesh=new Mt(new Co(i,64),s),this.mesh.frustumCulled=!1,this.mesh.renderOrder=3}setTheme(e){
this.uniforms.uShallow.value.set(e.shallow),this.uniforms.uDeep.value.set(e.deep)}follow(e,t,i){this.mesh.position.set(e,t,this.level),this.uniforms.uOffset.value.set(e-this.wave*Math.floor(e/this.wave),t-this.wave*Math.floor(t/this.wave)),this.uniforms.uTime.value=i%628.3185307}},ZT=420,JT=`
uniform vec3 uFocus; uniform float uBox, uDot; varying float vFade;
void main() {
  vec3 place = mod(position - uFocus + 0.5 * uBox, uBox) - 0.5 * uBox;
  vFade = 1.0 - smoothstep(0.25, 0.5, length(place) / uBox);
  vec4 seen = modelViewMatrix * vec4(place, 1.0);
  gl_Position = projectionMatrix * seen;
  gl_PointSize = clamp(uDot / -seen.z, 1.0, 7.0);
}`,QT=`
uniform vec3 uColour; varying float vFade;
void main() {
  float away = length(gl_PointCoord - 0.5);
  gl_FragColor = vec4(uColour, 0.55 * vFade * (1.0 - smoothstep(0.25, 0.5, away)));
  #include <colorspace_fragment>
}`,sf=class{constructor(e,t){this.box=4*e;let i=new Float32Array(ZT*3),s=7,r=()=>(s=s*16807%2147483647)/2147483647;for(let l=0;l<i.length;l++)i[l]=r()*this.box;let o=new xt().setAttribute("position",new Lt(i,3));this.uniforms={uFocus:{value:new V},uBox:{value:this.box},uDot:{value:.012*e*t},uColour:{value:new Pe}};let a=new Bi({uniforms:this.uniforms,vertexShader:JT,fragmentShader:QT,transparent:!0,
depthWrite:!1});this.points=new pl(o,a),this.points.frustumCulled=!1}setTheme(e){this.uniforms.uColour.value.set(e.particle)}follow(e,t,i,s){let r=o=>o-this.box*Math.floor(o/this.box);this.points.position.set(e,t,i),this.uniforms.uFocus.value.set(r(e-s[0]),r(t-s[1]),r(i-s[2]))}};var jT=2,eE=3,HM=14,rf=class{constructor(e,t,i,s){let{scene:r}=t;Object.assign(this,{payload:t,catalogue:i,source:s}),this.stream=r.stream??null,this.flow=[0,0,0],this.drifted=[0,0,0],this.stage=new jc(e,r.size),this.rig=new qc(this.stage,r.view,t.camera),this.bodies=new Go(t,i,s),this.arrows=(t.arrows??[]).map(a=>new(a.edges?br:zo)(a,t,i,this.bodies)).filter(a=>!a.empty),this.wakes=this.arrows.filter(
a=>a instanceof br),this.beside=!1,this.middleNow=null,this.halved=()=>{},this.past=()=>!1,this.trace=new tf(.02*r.size),this.base=i.find("base_position")??this.bodies.position,this.middle=i.find("com_position"),this.centre=[0,0,0],this.aim=[0,0,0],this.addSurroundings(r);let{pilot:o}=s;this.target=o?.spec.goal?new ef(o,o.spec.goal.radius,r.size):null,this.target&&this.stage.scene.add(this.target.
group),this.stage.scene.add(this.bodies.group,this.trace.mesh,...this.arrows.map(a=>a.group))}addSurroundings(e){let{size:t}=e,i=e.water??null;this.afloat=i!==null&&i.surface!==null&&i.surface!==void 0,this.standing=!!e.ground,this.submerged=i!==null&&!this.afloat&&!this.standing,this.strong=Qn(.45*t),this.cell=this.strong/5,this.level=e.level??0;let s=this.standing?.96:this.afloat?.45:this.submerged?
.62:.35;this.hung=!this.standing&&!this.afloat,this.afloat&&(this.level=i.surface),this.ground=new Zc({cell:this.cell,reach:HM*t,level:this.level,cover:s,regions:e.regions??[],wet:this.afloat,lit:this.submerged}),this.solids=new Qc(e),this.stage.scene.add(this.ground.mesh,this.solids.group),this.surface=this.afloat?new nf(i.surface,t,HM*t):null,this.particles=this.submerged?new sf(t,900):null,this.
marks=new Jc(this.strong,.13*this.strong,this.level),this.stage.scene.add(this.marks.group),this.surface&&this.stage.scene.add(this.surface.mesh),this.particles&&this.stage.scene.add(this.particles.points),(this.standing||this.afloat)&&(this.rig.lowest=this.standing?.03:-.4)}setTheme(e){let t=ra[e];this.theme=t;for(let i of[this.stage,this.bodies,this.ground,this.solids,this.trace,this.marks,this.
surface,this.particles,this.ghost,this.target])i?.setTheme(t);this.arrows.forEach((i,s)=>i.setTheme(t,s)),this.stage.moved()}resize(e,t){this.stage.resize(e,t),this.trace.resize(e,t)}restart(e){this.trace.clear();for(let t of this.arrows)t.forget();this.update(e),this.hung&&this.sink(),this.rig.following&&this.rig.jump(this.centre)}addGhost(e){return this.ghost=new Kc(this.payload,this.catalogue,e,
this.wakes),this.stage.scene.add(this.ghost.group),this.ghost}takesTarget(e,t){return!!this.target?.isAt(e,t,this.stage)}dragTarget(e,t){this.aimRay(e,t),this.target.drag(rp)}aimRay(e,t){let{width:i,height:s,camera:r}=this.stage;VM.set(2*e/i-1,1-2*t/s),rp.setFromCamera(VM,r)}bodyAt(e,t){if(this.halves&&e>this.halves.middle)return-1;this.aimRay(e,t);let i=[...this.bodies.meshes,...this.bodies.rods].
filter(Boolean),[s]=rp.intersectObjects(i,!1);return s?Math.max(this.bodies.meshes.indexOf(s.object),this.bodies.rods.indexOf(s.object)):-1}mark(e){this.bodies.mark(e),this.stage.moved()}redraw(){this.halves?this.renderHalves():this.stage.render()}get halves(){return this.stage.halved?this.stage.halves:null}cut(){let e=!!(this.beside&&this.ghost?.group.visible),t=e?this.stage.halves.middle:null;t!==
this.middleNow&&(this.middleNow=t,this.ghost?.fill(e),this.stage.halve(e),this.halved())}renderHalves(){let{stage:e,ghost:t,rig:i}=this,s=[this.bodies.group,this.trace.mesh,...this.arrows.map(h=>h.group),...this.target?[this.target.group]:[]],r=s.map(h=>h.visible);t.group.visible=!1,e.renderHalf(0);let o=i.goes?t.centre.map((h,c)=>h-this.centre[c]):[0,0,0];s.forEach(h=>h.visible=!1),t.group.visible=
!0,this.surround(...this.aim.map((h,c)=>h+o[c]),t.centre),e.camera.position.set(...e.camera.position.toArray().map((h,c)=>h+o[c])),e.renderHalf(1),s.forEach((h,c)=>h.visible=r[c]),this.surround(...this.aim,this.centre),i.apply();let{from:a,middle:l}=e.halves;e.aimAt((a+l)/2)}surround(e,t,i,s){this.ground.follow(e,t,this.drawnAt),this.marks.follow(e,t),this.surface?.follow(e,t,this.drawnAt),this.particles?.
follow(e,t,i,this.drifted),this.stage.lightAt(...s)}sink(){let e=this.payload.camera?.floor;if(e!==void 0)return void(this.level=this.ground.level=this.marks.level=e);this.level=this.ground.level=this.marks.level=this.centre[2]-.38*this.stage.size}measure(e){let t=this.middle?this.middle.start:-1;this.bodies.middle(e);for(let i=0;i<3;i++)this.centre[i]=t>=0?e[t+i]:this.bodies.centre[i];this.ghost?.
group.visible&&!this.beside&&this.between(),this.rig.make(this.bodies.reach(e,this.centre)),this.target&&this.seeTarget()}seeTarget(){let[e,t]=this.target.pilot.goal,i=Math.hypot(e-this.centre[0],t-this.centre[1]);i>eE*this.stage.size||(this.centre[0]+=.35*(e-this.centre[0]),this.centre[1]+=.35*(t-this.centre[1]),this.rig.make(.65*i+.3*this.stage.size))}between(){let{centre:e}=this.ghost;if(Math.hypot(
...e.map((i,s)=>i-this.centre[s]))<jT*this.stage.size)for(let i=0;i<3;i++)this.centre[i]=.5*(this.centre[i]+e[i])}update(e){this.bodies.form(),this.bodies.place(e),this.measure(e),this.stage.moved(),this.trace.add(e[this.base.start],e[this.base.start+1],e[this.base.start+2]);for(let t of this.arrows)t.place(e,this.centre)}drift(e){let t=e-(this.drawn??e);if(this.drawn=e,this.stream.forEach((i,s)=>this.
flow[s]=typeof i=="string"?this.source.seen(i):i),t>0&&t<1)for(let i=0;i<3;i++)this.drifted[i]+=t*this.flow[i]}draw(e,t){this.cut();let i=this.rig.follow(this.centre,e);this.stream&&this.drift(t);for(let a of this.wakes)a.follow(t,this.past,this.flow,this.centre);this.ghost?.follow(t,this.flow);let[s,r,o]=this.rig.aim(this.aim);return this.hung&&Math.abs(this.centre[2]-this.level)>1.5*this.stage.size&&
this.sink(),this.drawnAt=t,this.surround(s,r,o,this.centre),this.target?.follow(this.centre[2]),this.rig.apply(),this.redraw(),i}dispose(){this.stage.dispose()}},rp=new vl,VM=new Ie;var tE={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]},iE=5,nE=globalThis.self!==globalThis.top;function XM(n,e,{changed:t,clicked:i,takes:s=()=>!1,drag:r=()=>{}}){let o=new Map,a=0,l=null,h=!1,c=({clientX:M,clientY:E})=>{let w=n.getBoundingClientRect();return[M-w.left,E-w.top]},f=M=>{h=!o.size&&M.button===0&&s(...c(M)),l=o.size||h?null:[M.clientX,M.clientY],n.setPointerCapture(
M.pointerId),o.set(M.pointerId,[M.clientX,M.clientY]),a=WM(o)},u=M=>{let E=o.get(M.pointerId);if(!E)return;if(h)return r(...c(M)),void t();if(l&&Math.hypot(M.clientX-l[0],M.clientY-l[1])>iE&&(l=null),l&&o.size===1)return;let w=M.clientX-E[0],I=M.clientY-E[1];if(o.set(M.pointerId,[M.clientX,M.clientY]),o.size===2){let A=WM(o);a>0&&e.scale(A/a),a=A,e.shift(w/2,I/2)}else M.buttons&6||M.shiftKey?e.shift(
w,I):e.turn(.0075*w,.0075*I);t()},p=M=>{o.delete(M.pointerId),l&&M.type==="pointerup"&&M.button===0&&i(...c(M)),l=null,h=!1},d=M=>{nE&&!M.ctrlKey&&document.activeElement!==n||(M.preventDefault(),e.scale(Math.exp(-M.deltaY*(M.deltaMode?.05:.0012))),t())},m={pointerdown:f,pointermove:u,pointerup:p,pointercancel:p,contextmenu:M=>M.preventDefault(),keydown:M=>sE(M,e,t)};for(let[M,E]of Object.entries(m))
n.addEventListener(M,E);return n.addEventListener("wheel",d,{passive:!1}),()=>{for(let[M,E]of Object.entries(m))n.removeEventListener(M,E);n.removeEventListener("wheel",d)}}function sE(n,e,t){if(n.ctrlKey||n.altKey||n.metaKey)return;let i=tE[n.key];if(i&&n.shiftKey)e.shift(-30*i[0],30*i[1]);else if(i)e.turn(-.1*i[0],.1*i[1]);else if(n.key==="+"||n.key==="=")e.scale(1.15);else if(n.key==="-")e.scale(
1/1.15);else return;n.preventDefault(),t()}function WM(n){if(n.size!==2)return 0;let[e,t]=n.values();return Math.hypot(e[0]-t[0],e[1]-t[1])}var rE=90,oE=200,aE=.036,lE=30,hE=800;async function YM(n,e,t,i={}){Hp();let s=i.source??(e.kind==="replay"?new mh(e):await Ul(e.machine,t));return new op(n,e,s,{...i,moduleBytes:t})}var op=class{constructor(e,t,i,s){Object.assign(this,{payload:t,source:i,options:s}),this.catalogue=i.catalogue??Fl(t);let r=(t.plots??[]).flatMap(a=>a.series.map(l=>l.output)).filter(a=>this.catalogue.find(a)),o=Kl(this.
catalogue,[...r,...Ol(t.figures??[],this.catalogue)]);this.period=ql(t,a=>i.get(a)),this.track=i.replayed?null:new zr(this.catalogue,t.arrows),this.scrubbed=null,this.picked=-1,this.runner=new kr(i,this.catalogue,o,cs(t),void 0,()=>this.track?.push(i.time,i.outputs)),this.figures=this.makeFigures(),this.timing={frames:0,script:0,worst:0,first:null,recent:new Float32Array(120)},this.frame=a=>this.tick(
a),this.waiting=!0,this.plotting=0,this.good=null,this.layout=new wh(e,this),this.world=this.makeWorld(),this.layout.fill(this),this.begin()}makeFigures(){let{runner:e,catalogue:t,source:i,period:s}=this,r={get history(){return e.history},catalogue:t,outputs:()=>i.outputs,period:s},o=Bl(this.payload.figures??[],r);for(let a of o)a.value(i.time);return o}makeWorld(){let{canvas:e}=this.layout,t=new(GM()?
rf:oa)(e,this.payload,this.catalogue,this.source);return t instanceof oa&&this.layout.note("No 3-D view: this browser has no WebGL, or it is switched off. The machine is drawn in the plane; its numbers run all the same."),this.unsteer=XM(e,t.rig,{changed:()=>this.wake(),clicked:(i,s)=>this.pick(t.bodyAt?.(i,s)??-1),takes:(i,s)=>!!t.takesTarget?.(i,s),drag:(i,s)=>{t.dragTarget(i,s),this.refresh()}}),
e.addEventListener("webglcontextrestored",()=>this.refresh()),this.source.replayed&&this.fitTo(t),t.past=(i,s)=>this.lookBack(i,s),t.halved=()=>this.layout.halve(t.halves),t}lookBack(e,t){let{source:i,track:s}=this,[r,o]=i.replayed?[i.start,i.end]:[s.oldest,s.newest];if(!(e>=r&&e<=o))return!1;let a=i.time;return i.replayed&&i.seek(e),t(i.replayed?i.outputs:s.at(e)),i.replayed&&i.seek(a),!0}fitTo(e){
for(let t of e.arrows)t.fit(this.source);for(let t of this.source.times)this.source.seek(t),e.measure(this.source.outputs);this.source.reset()}begin(){this.waiting=!1,this.watch();let e=globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;this.world.restart(this.source.outputs),this.layout.setTheme(this.options.theme??"auto"),this.options.hash&&ld(this),this.layout.resize(),this.world.
rig.jump(this.world.centre),this.options.play??!e?this.play():this.pause(),this.wake()}watch(){this.watcher=new IntersectionObserver(e=>{this.unseen=!e[e.length-1].isIntersecting,this.last=void 0,this.wake()}),this.watcher.observe(this.layout.root)}wake(){this.waiting||this.closed||this.unseen||(this.waiting=!0,requestAnimationFrame(this.frame))}tick(e){if(this.waiting=!1,this.closed)return;let t=performance.
now(),i=this.last===void 0?1/60:Math.min((e-this.last)/1e3,.5),s=this.runner.playing;s&&this.scrubbed!==null?this.playPast(i):s&&this.run(i),(s||this.stale)&&this.world.update(this.outputs),this.stale=!1,this.note(performance.now()-t,s);let r=this.world.draw(i,this.now);this.film?.frame(),this.timing.first??=performance.now(),this.show(e,s),s&&this.last!==void 0&&this.pace(i),this.last=this.runner.
playing||r?e:void 0,(this.runner.playing||r)&&this.wake()}pace(e){this.slow=e>aE?(this.slow??0)+1:0,!(this.slow<lE)&&(this.slow=0,this.world.stage.coarsen?.())}get now(){return this.scrubbed??this.source.time}get outputs(){return this.scrubbed===null?this.source.outputs:this.track.at(this.scrubbed)}playPast(e){this.scrubbed+=Math.min(e,.1)*this.runner.speed,this.scrubbed>=this.source.time&&this.live()}live(){
this.scrubbed!==null&&(this.scrubbed=null,this.ghost?.show(this.ghosted),this.world.trace.mesh.visible=this.layout.look.pathShown,this.refresh())}run(e){this.runner.advance(e)?this.ghost?.shown&&this.ghost.follow(this.source.time):this.fail(),this.runner.playing||this.layout.transport.showPlaying(!1)}note(e,t){if(!t)return;let{timing:i}=this;i.recent[i.frames%i.recent.length]=e,i.frames++,i.script+=
(e-i.script)/Math.min(i.frames,120),i.worst=i.frames>30?Math.max(i.worst,e):0}show(e,t){let{transport:i,plots:s,figures:r,look:o}=this.layout,a=this.track?{from:this.track.oldest||0,to:this.source.time}:null;if(i.showTime(this.now,a,this.scrubbed!==null),e-(this.plotted??-1e9)>Math.max(rE,12*this.plotting)||!t){this.plotted=e;let l=performance.now();this.source.replayed?s.showTime():s.update(),this.
plotting=performance.now()-l}(e-(this.figured??-1e9)>oE||!t)&&(this.figured=e,r.update(this.now,this.ghost?.shown?this.ghost:null),this.layout.picked?.update(this.outputs),o?.update(),this.layout.tellPilot(),i.showSpeed(this.runner.speed,this.runner.playing?this.runner.reached:null))}refresh(){this.stale=!0,this.wake()}play(){this.failed||(this.source.replayed&&this.source.time>=this.source.end&&this.
source.reset(),this.runner.playing=!0,this.last=void 0,this.layout.transport.showPlaying(!0),this.wake())}pause(){this.runner.playing=!1,this.layout.transport.showPlaying(!1),this.wake()}step(){this.pause(),this.live(),this.advance(this.runner.interval)}advance(e){return this.live(),(this.source.replayed?this.source.advance(e).code===0:this.runner.forward(e))?this.ghost?.shown&&this.ghost.follow(this.
source.time):this.fail(),this.refresh(),this.source.status}seek(e){Vm(e),this.source.replayed?this.source.seek(e):e>=this.source.time?this.live():(this.scrubbed=Math.max(e,this.track.oldest),this.ghost?.show(!1),this.world.trace.mesh.visible=!1),this.refresh()}reset(){this.failed=!1,this.live(),this.layout.message.hide(),this.track?.clear(),this.runner.restart(),this.ghost?.shown&&this.ghost.restart(),
this.restartFigures(),this.world.restart(this.source.outputs),this.source.status.code!==0&&this.fail(),this.refresh()}restartFigures(){for(let e of this.figures)e.reset(),e.value(this.source.time)}setSpeed(e){this.runner.speed=e,this.runner.reached=null,this.layout.transport.showSpeed(e,null)}set(e,t,i={}){this.live(),this.remember(),this.source.set(e,t,i),this.layout.showSetting(e,t),this.options.
onset?.(e,t),this.refresh()}remember(){if(this.source.replayed||this.failed||this.source.status.code!==0)return;let e=performance.now();e-(this.moved??-1e9)>hE&&(this.good=this.source.save(),this.ghosted&&this.haunt(this.good)),this.moved=e}compare(e){this.source.replayed||!!this.ghosted===e||(this.ghosted=e,e||this.besides(!1),this.layout.showComparing(e),e?this.haunt(this.source.save()):this.ghost?.
show(!1),this.refresh())}besides(e){this.source.replayed||!this.world.addGhost||this.world.beside===e||(e&&this.compare(!0),this.world.beside=e,this.layout.showBeside(e),this.refresh())}async haunt(e){this.haunting=e,this.ghost??=await(this.opening??=$l.of(this,this.options.moduleBytes)),!(this.haunting!==e||this.closed)&&(this.ghost.begin(e),this.ghost.follow(this.source.time),this.ghost.drawn?.setTheme(
this.world.theme),(!this.ghosted||this.scrubbed!==null)&&this.ghost.show(!1),this.layout.tellGhost(),this.refresh())}switchTo(e,t){this.source.get(e)!==t&&(this.moved=void 0,this.ghosted||this.compare(!0),this.set(e,t))}pick(e){this.picked=e,this.world.mark?.(e),this.layout.showPicked(e),this.refresh()}tell(e){e.camera&&this.world.rig.go?.(e.camera),e.speed&&this.setSpeed(e.speed);let t=Object.entries(
e.set??{});t.some(([i,s])=>this.source.get(i)!==s)&&this.compare(!0);for(let[i,s]of t)this.layout.switches.has(i)?this.switchTo(i,s):this.set(i,s);e.again&&this.reset(),this.play()}savePicture(){return $p(this)}toggleFilm(e="film"){if(e==="film"&&!this.film&&!Zp())return this.layout.note("This browser cannot make films: it has no MediaRecorder.",6e3),null;let{film:t}=this;return this.film=t?null:e===
"gif"?new Wl(this):new Vl(this),this.layout.showFilming(t?null:e),t||this.play(),t?t.stop():null}fail(){if(this.failed)return;this.failed=!0,this.pause();let{word:e,text:t,time:i}=this.source.status,s=this.good?[["Back to the last good settings",()=>this.back()]]:[];this.layout.message.show(`The machine stopped: ${e}`,`At ${i.toPrecision(6)} s: ${t}.`,[...s,["Start again with the first settings",()=>this.
first()]])}back(){this.failed=!1,this.source.load(this.good);for(let e of this.source.names.parameters)this.layout.showSetting(e,this.source.get(e));this.source.frame(),this.runner.record(),this.restartFigures(),this.refresh(),this.play()}first(){this.failed=!1,this.layout.firstSettings(),this.reset(),this.play()}addPlot(e,t=null){let i=this.catalogue.find(e);if(!i)return;let r=this.catalogue.numbers(
i.field).slice(i.start-i.field.place,i.start-i.field.place+i.count),o=r.map(a=>({label:r.length>1?a.slice(e.length+1):a,output:a}));this.layout.plots.has(e)||this.showPlot({title:e,unit:t??i.field.unit,series:o,shown:!0})}showPlot(e){let t=e.series.map(i=>i.output).filter(i=>this.catalogue.find(i)&&!this.runner.history.index.has(i));t.length&&this.keepMore(t),this.layout.plots.add(e),this.refresh()}keepMore(e){
this.runner.keep([...this.runner.history.names,...e]),this.layout.renewHistory(this)}get hash(){return Xm(this.layout.changedSettings(),rd(this))}restore(e){let{parameters:t,own:i}=Ym(e);od(this,t),ad(this,i)}close(){this.closed=!0,this.film&&this.toggleFilm(),this.watcher.disconnect(),this.unsteer?.(),this.layout.close(),this.world.dispose()}};var cE=location.protocol!=="about:";globalThis.elverOpen=(n,e,t)=>{let{ready:i}=globalThis.elver,s=YM(n,JSON.parse(e),t,{hash:cE});return globalThis.elver=Ep(s,i),s};})();
