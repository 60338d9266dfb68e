import { directionOf, type Language, localeOf } from './languages.ts';
import { drawingOf, type Figures, figures } from './pictures/draw.ts';
import type { Picture } from './pictures/picture.ts';
import type { Writing } from './pictures/svg.ts';

export interface DrawingOptions {
  readonly language: Language;
  /** Name of the drawing for readers who do not see it. */
  readonly title: string;
  /** The drawing stands alone, as a file or in a mail: it brings its colours instead of using those of the page. */
  readonly alone?: boolean;
}

/**
 * Draws a picture as SVG. It has a title, and its figures as the description; parts differ by pattern, not only by
 * colour; in a language that is written from right to left it is mirrored.
 */
export function drawPicture(picture: Picture, { language, title, alone = false }: DrawingOptions): string {
  return drawingOf(picture, writingOf(language), title, alone);
}

/** The figures of a picture in a language: of curves the point, and each curve at its ends and its middle. */
export function figuresOf(picture: Picture, language: Language): Figures {
  return figures(picture, writingOf(language));
}

function writingOf(language: Language): Writing {
  return { language, locale: localeOf(language), isMirrored: directionOf(language) === 'rtl' };
}
