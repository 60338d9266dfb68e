import { codeTabs } from '../../frame/code-tabs.ts';
import type { Html } from '../../frame/html.ts';
import { requestSamples } from '../../frame/request-samples.ts';
import type { CalculatorView } from './view.ts';

/** The same calculation as a program, in several languages. */
export function codeOf({ say, filled, calculator, language, path, baseUrl }: CalculatorView): Html {
  const controls = [
    ...(language === 'en' ? [] : [`lang=${language}`]),
    ...(filled.units === 'imperial' ? ['units=imperial'] : []),
    ...(filled.asOf === '' ? [] : [`as_of=${encodeURIComponent(filled.asOf)}`]),
  ].join('&');
  const inputs = Object.fromEntries(
    calculator.fields.flatMap(({ name, kind }) => {
      const text = filled.values.get(name);
      return text === undefined || text === '' ? [] : [[name, jsonOf(text, kind)]];
    }),
  );
  const python = Object.entries(inputs).map(([name, value]) => `${JSON.stringify(name)}: ${pythonOf(value)}`);
  const samples = requestSamples({
    method: 'POST',
    address: `${baseUrl}${path}${controls === '' ? '' : `?${controls}`}`,
    headers: [{ name: 'X-API-Key', variable: 'KEY' }],
    json: JSON.stringify(inputs),
    python: `{${python.join(', ')}}`,
    answersJson: true,
  });
  const texts = { heading: say('portal.code.heading'), copy: say('portal.copy'), copied: say('frame.copied') };
  return codeTabs(samples, texts);
}

function jsonOf(text: string, kind: string): unknown {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'series') return text.split(',').map((number) => (number.includes(':') ? number : Number(number)));
  const isNumber = kind === 'number' || kind === 'integer' || (kind === 'time' && !text.includes(':'));
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}

function pythonOf(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
