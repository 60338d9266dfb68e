/** The values of a form, by the names of its fields. */
export interface FormValues {
  /** The text as typed, possibly empty. For passwords. */
  raw(name: string): string;
  /** Trimmed, and without the direction marks of names that were copied from an Arabic sentence. */
  text(name: string): string;
  /** The trimmed text, or `null` if it is empty. */
  textOrNull(name: string): string | null;
  /** A number, or `null` if the field is empty. Other text is sent as typed, and the API refuses it. */
  number(name: string): number | string | null;
  /** All values of a name. */
  all(name: string): string[];
  /** The lines of a text area, without empty ones. */
  lines(name: string): string[];
}

/** Reads the fields of a form. */
export function valuesOf(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const raw = (name: string) => String(data.get(name) ?? '');
  const text = (name: string) =>
    raw(name)
      .replaceAll(/[\u2068\u2069]/g, '')
      .trim();
  return {
    raw,
    text,
    textOrNull: (name) => text(name) || null,
    number(name) {
      const typed = text(name);
      if (typed === '') return null;
      const value = Number(typed);
      return Number.isFinite(value) ? value : typed;
    },
    all: (name) => data.getAll(name).map(String),
    lines: (name) =>
      raw(name)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
  };
}
