import { z } from 'zod';
import * as fs from 'node:fs';
import { isoDate, dayNumber, timeOfDay } from './calculators/kit/index.ts';
import { pathToFileURL } from 'node:url';
const R=(a:any[])=>a[Math.floor(Math.random()*a.length)];
function val(f:any,ex:any){ const core=f.core; 
 if(ex!==undefined && Math.random()<.5 && !(typeof ex==='number')) return ex;
 const num=(c:any,int:boolean)=>{const min=c.minValue??0,max=c.maxValue??1000; const r=Math.random(); let v= r<.05?min: r<.1?max: (r<.75&&typeof ex==='number')? Math.min(max,Math.max(min,ex*(.8+.4*Math.random()))): min+(max-min)*Math.random()**2; return int?Math.round(v):Math.round(v*100)/100<min?v:v;};
 if(core instanceof z.ZodNumber) return num(core,f.kind==='integer');
 if(core instanceof z.ZodArray){const j:any=z.toJSONSchema(core);const n=Math.min((j.minItems??0)+Math.floor(Math.random()*30), j.maxItems??9); return Array.from({length:n},()=>num(core.element,false));}
 if(f.meta.dates) return isoDate(dayNumber('2025-01-01')+Math.floor(Math.random()*400));
 if(f.meta.clock) return timeOfDay(Math.floor(Math.random()*1440));
 if(f.kind==='boolean') return Math.random()<.5;
 if(f.options.length) return R(f.options.filter((o:string)=>o!=='all'));
 return R(['15610','running','12028']);
}
const strip=(a:any)=>{ if('problems' in a) return 'P'+a.problems.map((p:any)=>p.code==='implausible'||p.code==='hint'?'~':p.code+':'+p.field+':'+p.message).join(); const {profile,language,details,notice,...r}=a.body; return JSON.stringify(r); };
const out:string[]=[];
for (const fam of fs.readdirSync('plugins').filter(f=>f.startsWith('v1-'))) {
  const p = (await import(pathToFileURL(`plugins/${fam}/plugin.ts`).href)).default;
  for (const c of p.calculators) {
    const opt=c.fields.filter((f:any)=>!f.required&&f.name!=='method'); if(!opt.length) continue;
    const m=c.fields.find((f:any)=>f.name==='method');
    const methods=[undefined,...(m?m.options.filter((o:string)=>o!=='all'):[])];
    for(const f of opt){
      const line:string[]=[];
      for(const method of methods){
        let changed=0, onlyRefusal=0, accepted=0; const why=new Set<string>();
        for(let i=0;i<1500&&changed<3;i++){
          const ex=R(c.examples.filter((e:any)=>true)).input;
          const inp:any={}; for(const g of c.fields) if(g.name!=='method'&&g.name!==f.name&&(g.required||(ex[g.name]!==undefined?Math.random()<.9:Math.random()<.4))) inp[g.name]=val(g,ex[g.name]);
          if(method) inp.method=method;
          const v=val(f,ex[f.name]); const A=c.answer({...inp,[f.name]:v}); const B=c.answer(inp); const C=c.answer({...inp,[f.name]:val(f,ex[f.name])});
          const a=strip(A),b=strip(B),cc=strip(C);
          if('body' in A){accepted++;}
          if('body' in A && ('body' in B && a!==b || 'body' in C && a!==cc)) changed++;
          else if(a!==b||a!==cc) {onlyRefusal++; for(const x of [a,b,cc]) if(x.startsWith('P')&&!x.includes('~')) why.add(x.slice(0,70));}
        }
        if(changed===0) line.push(`${method??'-'}${accepted===0?'(never accepted)':onlyRefusal?`(refusal ${onlyRefusal}/${accepted} ${[...why].filter(w=>!/too_small|too_large|laboratory/.test(w)).slice(0,2)})`:`(NOTHING /${accepted})`}`);
      }
      if(line.length) out.push(`${c.name}.${f.name}${f.schema instanceof z.ZodDefault?'=':''}: ${line.join(' ')}   [of ${methods.map(x=>x??'-').join(',')}]`);
    }
  }
}
fs.writeFileSync(process.argv[2]!, out.join('\n'));
