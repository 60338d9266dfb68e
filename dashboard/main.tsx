import 'uplot/dist/uPlot.min.css';
import './style/tokens.css';
import './style/base.css';
import './style/layout.css';
import './style/forms.css';
import './style/components.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { tidyAddress } from './arrival.ts';
import { firstLanguage } from './texts/choice.ts';
import { speak } from './texts/texts.ts';

await speak(firstLanguage());
tidyAddress();
const place = document.querySelector('#app');
if (place) render(<App />, place);
