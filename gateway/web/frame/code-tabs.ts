import { type Html, html } from './html.ts';
import type { Sample } from './request-samples.ts';

/** Texts of the tabs: their heading, the button, and what it says afterwards. */
export interface TabTexts {
  readonly heading: string;
  readonly copy: string;
  readonly copied: string;
}

/** Programs as tabs, which need no script. */
export function codeTabs(samples: readonly Sample[], { heading, copy, copied }: TabTexts): Html {
  const tabs = samples.map(
    ([name], at) =>
      html`<label><input type="radio" name="code" value="${String(at)}"${at === 0 && html` checked`}><span>${name}</span></label>`,
  );
  const blocks = samples.map(
    ([name, code]) =>
      html`<div class="code"><pre tabindex="0" aria-label="${name}" dir="ltr"><code>${code}</code></pre><button type="button" class="quiet" data-copy data-done="${copied}">${copy}</button></div>`,
  );
  return html`<section class="card codes" aria-labelledby="code-heading">
<h2 id="code-heading">${heading}</h2>
<fieldset class="switch"><legend class="unseen">${heading}</legend>${tabs}</fieldset>
${blocks}
</section>`;
}
