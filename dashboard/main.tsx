import { App } from './app.tsx';
import { tidyAddress } from './navigation/arrival.ts';
import './style/base.css';
import './style/components.css';
import './style/forms.css';
import './style/layout.css';
import './style/tokens.css';
import { render } from 'preact';
import { firstLanguage } from './texts/choice.ts';
import { speak } from './texts/texts.ts';
import 'uplot/dist/uPlot.min.css';

await speak(firstLanguage());
tidyAddress();
const place = document.querySelector('#app');
if (place) render(<App />, place);
