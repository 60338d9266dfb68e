import { z } from 'zod';
import type { Calculator } from '../../calculators/kit/index.ts';

/** Through which door a plugin's calculators may be called. */
export const CHANNELS = ['direct', 'marketplace'] as const;
export type PluginChannel = (typeof CHANNELS)[number];

/** What a plugin says of itself. */
export interface PluginDefinition {
  /** Kebab-case, unique in an installation. */
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** Path under which its calculators are found, `/api/v1`. */
  readonly mount: string;
  readonly channels: readonly PluginChannel[];
  readonly calculators: readonly Calculator[];
  /** Units that a successful call costs, by calculator; 1 where it says nothing. */
  readonly costs?: Readonly<Record<string, number>>;
}

export type Plugin = PluginDefinition;

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const pluginSchema = z.strictObject({
  name: z.string().regex(KEBAB_CASE, 'must be kebab-case'),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0'),
  mount: z.string().regex(/^(\/[a-z0-9][a-z0-9-]*)+$/, 'must be a path such as /api/v1'),
  channels: z.array(z.enum(CHANNELS)).min(1),
  calculators: z
    .array(z.custom<Calculator>(isCalculator, 'must be made by defineCalculator'))
    .min(1, 'must expose at least one calculator'),
  costs: z.record(z.string(), z.int().min(0)).optional(),
});

/**
 * Declares a plugin. A wrong declaration is not thrown here but told by the loader, which names the plugin and
 * collects every reason.
 *
 * @example export default definePlugin({ name: 'v1-energy', version: '1.0.0', mount: '/api/v1', channels: ['direct'], calculators: [tdee] })
 */
export function definePlugin(definition: PluginDefinition): Plugin {
  return definition;
}

/** What is wrong with a plugin's declaration, each reason with its place; none for a good one. */
export function pluginMistakes(candidate: unknown): string[] {
  const parsed = pluginSchema.safeParse(candidate);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'plugin'}: ${message}`);
  }
  const { mount, channels, calculators, costs = {} } = parsed.data;
  const mistakes: string[] = [];
  if (channels.includes('marketplace') && (mount === '/api/v1' || mount.startsWith('/api/v1/'))) {
    mistakes.push(
      'channels: v1 is not offered through a marketplace, so a plugin under /api/v1 cannot list marketplace',
    );
  }
  const segments = calculators.flatMap(({ name, aliases }) => [name, ...aliases]);
  for (const segment of new Set(segments.filter((one, at) => segments.indexOf(one) !== at))) {
    mistakes.push(`calculators: ${segment} stands twice`);
  }
  for (const { name, family } of calculators) {
    for (const text of [`${name}.title`, `${name}.summary`]) {
      if (family.messages.find('en', text) === undefined) mistakes.push(`messages: en.json has no ${text}`);
    }
  }
  for (const name of Object.keys(costs)) {
    if (!calculators.some((calculator) => calculator.name === name)) mistakes.push(`costs: no calculator ${name}`);
  }
  return mistakes;
}

function isCalculator(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'answer' in value && typeof value.answer === 'function';
}
