import { createContext } from 'preact';

/** Writes the page in another language, and remembers it. */
export const LanguageChoice = createContext<(language: string) => void>(() => undefined);
