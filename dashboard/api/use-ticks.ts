import { useEffect, useRef } from 'preact/hooks';

const EVERY_MS = 5_000;

/** The ticks stop this long after the last touch, so that an unattended page does not keep its session open. */
const ATTENDED_MS = 10 * 60_000;

const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/** Calls `tick` every few seconds while `isOn`, the page is visible and in use. */
export function useTicks(isOn: boolean, tick: () => Promise<unknown>): void {
  const latest = useRef(tick);
  latest.current = tick;
  useEffect(() => {
    if (!isOn) return undefined;
    let touchedAt = Date.now();
    let running = false;
    const touch = () => {
      touchedAt = Date.now();
    };
    for (const name of TOUCHES) addEventListener(name, touch, { passive: true });
    const timer = setInterval(() => {
      if (running || document.hidden || Date.now() - touchedAt > ATTENDED_MS) return;
      running = true;
      latest.current().finally(() => {
        running = false;
      });
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      for (const name of TOUCHES) removeEventListener(name, touch);
    };
  }, [isOn]);
}
