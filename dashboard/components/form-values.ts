/** What was typed into a form, by the names of its fields. */
export interface FormValues {
  /** As it was typed; empty where nothing was. Passwords are taken from here. */
  raw(name: string): string;
  /** Without spaces around it, and without the marks that names copied from an Arabic sentence bring along. */
  text(name: string): string;
  /** The same, or `null` where nothing was typed. */
  textOrNull(name: string): string | null;
  /** A number, or `null` where nothing was typed; what is no number is sent as it is typed, for the API to refuse. */
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
