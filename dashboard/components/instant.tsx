import { formatDay, formatTime } from '../texts/format.ts';

export interface InstantProps {
  /** ISO 8601. */
  readonly at: string;
  /** Only the day. */
  readonly day?: boolean;
}

/** An instant in the reader's time zone; the exact time appears on hover. */
export function Instant({ at, day = false }: InstantProps) {
  return (
    <time dateTime={at} title={at}>
      {day ? formatDay(at) : formatTime(at)}
    </time>
  );
}
