export interface BarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The value in words, for screen readers. */
  readonly text: string;
}

/** A bar for the used part of a limit, such as the quota. From nine tenths on it warns. */
export function Bar({ label, value, max, text }: BarProps) {
  const share = max === 0 ? 1 : Math.min(1, Math.max(0, value / max));
  return (
    <div class={share >= 0.9 ? 'bar high' : 'bar'}>
      <meter class="unseen" aria-label={label} aria-valuetext={text} max={max} value={Math.min(value, max)}>
        {text}
      </meter>
      <svg width="100%" height="100%" aria-hidden="true">
        <rect width={`${share * 100}%`} height="100%" />
      </svg>
    </div>
  );
}
