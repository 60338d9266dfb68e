import { createContext } from 'preact';
import { useContext, useLayoutEffect } from 'preact/hooks';

/** Keeps the dialog around open until the returned function is called. */
export const DialogHold = createContext<(() => () => void) | null>(null);

/** Holds the dialog around this component while `isHeld`. */
export function useHold(isHeld: boolean): void {
  const hold = useContext(DialogHold);
  useLayoutEffect(() => (isHeld ? hold?.() : undefined), [isHeld, hold]);
}
