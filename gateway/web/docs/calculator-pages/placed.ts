import type { Calculator, EndpointManifest, Language, Plugin } from '../../../../plugins/sdk/index.ts';
import { isOwn, textIn } from '../../../../plugins/sdk/index.ts';

/** The prefix whose calculators have pages by their names alone. */
const V1 = '/api/v1';

/** A calculator of any kind and its address. */
interface Place {
  /** Name of its page below `/docs/calculators/`: `bmi`, or `acme/fat-mass` for a calculator below another prefix. */
  readonly page: string;
  /** Mount of the calculator, such as `/api/v1`. */
  readonly mount: string;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
}

/** A calculator of the kit and its address. */
export interface Placed extends Place {
  readonly calculator: Calculator;
}

/** A calculator of a service that its manifest describes, and its address. */
export interface PlacedManifest extends Place {
  readonly endpoint: EndpointManifest;
  readonly plugin: string;
}

const offered = (plugins: readonly Plugin[]) => plugins.filter(({ channels }) => channels.includes('direct'));

/** The calculators of the kit that a key of the installation can call, in the order of their plugins. */
export function placedCalculators(plugins: readonly Plugin[], baseUrl: string): Placed[] {
  return offered(plugins).flatMap((plugin) =>
    plugin.calculators.map((calculator) => ({ calculator, ...placeOf(plugin, calculator.name, baseUrl) })),
  );
}

/** The calculators of services in other languages that a key of the installation can call. */
export function placedManifests(plugins: readonly Plugin[], baseUrl: string): PlacedManifest[] {
  return offered(plugins).flatMap((plugin) =>
    plugin.endpoints
      .filter((endpoint) => !isOwn(endpoint))
      .map((endpoint) => ({ endpoint, plugin: plugin.name, ...placeOf(plugin, endpoint.name, baseUrl) })),
  );
}

function placeOf({ name: plugin, mount }: Plugin, name: string, baseUrl: string): Place {
  return { page: mount === V1 ? name : `${plugin}/${name}`, mount, baseUrl };
}

/** A line of the list of all calculators. */
export interface IndexLine extends Place {
  readonly name: string;
  readonly family: string;
  title(language: Language): string;
  summary(language: Language): string;
}

/** The line of a calculator of the kit. */
export function lineOf({ calculator: { name, family }, ...place }: Placed): IndexLine {
  const text = (key: string) => (language: Language) => family.messages.text(language, `${name}.${key}`);
  return { ...place, name, family: family.name, title: text('title'), summary: text('summary') };
}

/** The line of a calculator of a service. */
export function lineOfManifest({ endpoint, plugin, ...place }: PlacedManifest): IndexLine {
  const { name, title = name, summary = title } = endpoint;
  const text = (one: typeof title) => (language: Language) => textIn(language, one);
  return { ...place, name, family: plugin, title: text(title), summary: text(summary) };
}
