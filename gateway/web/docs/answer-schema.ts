import { z } from 'zod';
import {
  type Calculator,
  imperialTwin,
  inputText,
  outputText,
  plausibleBounds,
  profileName,
  result,
  unitOf,
  unitText,
} from '../../../calculators/kit/index.ts';
import { BY_METHOD } from '../../../calculators/kit/side-by-side.ts';
import { DIMENSIONS, type ImperialTwin } from '../../../calculators/kit/units.ts';
import { describeValues } from '../../calculation/describe/describe-values.ts';
import type { Texts } from '../../calculation/describe/texts.ts';
import type { AnswerFrame } from './answer-frame.ts';

type Shape = Record<string, z.ZodType>;

/** Where a result stands. */
interface Place {
  /** Names of the results around it. */
  readonly around: readonly string[];
  /** The imperial twin, whose numbers have its unit and no bounds of their own. */
  readonly twin?: ImperialTwin;
}

/**
 * The schema of a calculator's answer: the results with labels and imperial twins, then the frame. It allows only
 * documented members; a test checks it against real answers.
 */
export function answerSchema(calculator: Calculator, frame: AnswerFrame, texts: Texts): z.ZodObject {
  return z.strictObject({
    ...documentResults(calculator, calculator.output, calculator.name, texts, { around: [] }),
    profile: profileSchema(calculator, texts),
    language: frame.Language,
    ...(calculator.family.clinical ? { notice: frame.Notice } : {}),
    ...(calculator.fields.some(({ meta }) => meta.all)
      ? {
          method: frame.Method.optional(),
          method_label: frame.MethodLabel.optional(),
          left_out: frame.LeftOut.optional(),
        }
      : {}),
    warnings: frame.Warnings.optional(),
    _api_metadata_: frame.ApiMetadata,
    details: frame.Details.optional(),
  });
}

/** @param labels prefix of the label messages, as in the presenter */
function documentResults(
  calculator: Calculator,
  results: z.ZodObject,
  labels: string,
  texts: Texts,
  place: Place,
): Shape {
  const shape: Shape = {};
  for (const [name, member] of Object.entries(results.shape)) {
    const { core, wrap } = unwrap(member as z.ZodType);
    const documented = documentResult(calculator, name, core, labels, texts, place);
    shape[name] = wrap(documented);
    if (result.outputMeta.get(core)?.labelled) {
      const label = z.string().meta({ description: texts.say('openapi.answer.label', { name: `\`${name}\`` }) });
      shape[`${name}_label`] = wrap(label);
    }
    const twin = imperialTwin(name);
    if (twin && (core instanceof z.ZodNumber || core instanceof z.ZodObject)) {
      const values = { name: `\`${name}\``, unit: twin.unit };
      const unbounded = documentResult(calculator, name, core, labels, texts, { ...place, twin });
      const inTwin = unbounded.meta({ description: texts.say('openapi.answer.twin', values) });
      shape[twin.name] = inTwin.optional();
    }
  }
  return shape;
}

function documentResult(
  calculator: Calculator,
  name: string,
  core: z.ZodType,
  labels: string,
  texts: Texts,
  place: Place,
): z.ZodType {
  const path = [...place.around, name];
  const said = meaningOf(calculator, name, texts, place);
  if (core instanceof z.ZodObject) {
    const inner = { ...place, around: path };
    const members = documentResults(calculator, core, result.labelsOf(labels, name, core), texts, inner);
    return z.strictObject(members).meta({ description: said });
  }
  if (core instanceof z.ZodArray) {
    const { core: element, wrap } = unwrap(core.element as z.ZodType);
    return z.array(wrap(documentResult(calculator, name, element, labels, texts, place))).meta({ description: said });
  }
  if (!(core instanceof z.ZodNumber)) {
    return core.meta(descriptionOf([said, wordsText(calculator, core, result.labelsOf(labels, name, core), texts)]));
  }
  const unit = place.twin?.unit ?? unitOf(path, core);
  const decimals = place.twin?.decimals ?? result.decimalsOf(core);
  const bounds = place.twin ? undefined : plausibleBounds(core, path, calculator.family.plausible);
  return core.meta({
    ...descriptionOf([
      said !== undefined && unit !== ''
        ? `${said} (${unitText(calculator.family.messages, texts.language, unit)})`
        : said,
      decimals === undefined ? undefined : texts.say('openapi.answer.decimals', { decimals }),
    ]),
    ...(unit === '' ? {} : { 'x-unit': unit }),
    ...(decimals === undefined ? {} : { 'x-decimals': decimals }),
    ...(bounds ? { minimum: bounds.min, maximum: bounds.max } : {}),
  });
}

/** What a result is; for `by_method` and the equations in it, what stands there. */
function meaningOf(
  calculator: Calculator,
  name: string,
  { language, say }: Texts,
  { around }: Place,
): string | undefined {
  if (around.length === 0 && name === BY_METHOD) return say('openapi.answer.by_method');
  if (around.length === 1 && around[0] === BY_METHOD) {
    return calculator.family.messages.find(language, `equations.${name}`);
  }
  return outputText(calculator, name, language);
}

function descriptionOf(paragraphs: readonly (string | undefined)[]): { readonly description?: string } {
  const texts = paragraphs.filter((text) => text !== undefined);
  return texts.length === 0 ? {} : { description: texts.join('\n\n') };
}

/** What each word of a class or key means. */
function wordsText({ family }: Calculator, core: z.ZodType, labels: string, texts: Texts): string | undefined {
  if (!result.outputMeta.get(core)?.labelled || !(core instanceof z.ZodEnum)) return undefined;
  return describeValues(core.options.map(String), (value) =>
    family.messages.find(texts.language, `${labels}.${value}`),
  );
}

/** The echoed inputs under their SI names. An input that a request may omit is optional here too. */
function profileSchema(calculator: Calculator, { language, say }: Texts): z.ZodObject {
  const shape: Shape = {};
  for (const name of calculator.profile) {
    const field = calculator.fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    const { meta, core, schema } = field;
    const unit = meta.dimension ? DIMENSIONS[meta.dimension].metric : meta.unit;
    const text = inputText(calculator, name, language);
    const described = unit ? `${text} (${unitText(calculator.family.messages, language, unit)})` : text;
    const echoed = core.meta({ description: described });
    const always = field.required || schema instanceof z.ZodDefault;
    shape[profileName(field)] = always ? echoed : echoed.optional();
  }
  return z.strictObject(shape).meta({ description: say('openapi.answer.profile') });
}

/** Unwraps `optional` and `nullable`, and returns a function that wraps another schema in the same way. */
function unwrap(schema: z.ZodType): { core: z.ZodType; wrap: (documented: z.ZodType) => z.ZodType } {
  if (schema instanceof z.ZodOptional) {
    const inner = unwrap(schema.unwrap() as z.ZodType);
    return { core: inner.core, wrap: (documented) => inner.wrap(documented).optional() };
  }
  if (schema instanceof z.ZodNullable) {
    const inner = unwrap(schema.unwrap() as z.ZodType);
    return { core: inner.core, wrap: (documented) => inner.wrap(documented).nullable() };
  }
  return { core: schema, wrap: (documented) => documented };
}
