import type { ZodOpenApiParameterObject } from 'zod-openapi';
import { DETAILS, LANGUAGES, UNIT_SYSTEMS } from '../../../calculators/kit/index.ts';
import { type Control, sdkMessages } from '../../../plugins/sdk/index.ts';
import type { Texts } from './texts.ts';

/** The values that each control accepts. The first value of `units` and `detail` is the default. */
const VALUES: Readonly<Record<Control, { enum: string[]; default?: string } | { format: 'date' }>> = {
  lang: { enum: [...LANGUAGES] },
  units: { enum: [...UNIT_SYSTEMS], default: UNIT_SYSTEMS[0] },
  detail: { enum: [...DETAILS], default: DETAILS[0] },
  as_of: { format: 'date' },
};

/** The JSON Schema of a control. */
export function controlSchema(name: Control) {
  return { type: 'string' as const, ...VALUES[name] };
}

/** The controls as OpenAPI components: every calculator accepts them, in the query only. */
export function controlComponents({ language }: Texts): Record<Control, ZodOpenApiParameterObject> {
  const parameter = (name: Control): ZodOpenApiParameterObject => ({
    name,
    in: 'query',
    required: false,
    description: sdkMessages.text(language, `parameters.${name}`),
    schema: controlSchema(name),
  });
  return {
    lang: parameter('lang'),
    units: parameter('units'),
    detail: parameter('detail'),
    as_of: parameter('as_of'),
  };
}

/** References to the components of controls, for an operation that accepts them. */
export function controlsOf(names: readonly Control[]): { $ref: string }[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
