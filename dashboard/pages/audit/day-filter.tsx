import { useRef } from 'preact/hooks';
import { Field } from '../../components/field.tsx';

interface DayFilterProps {
  readonly name: string;
  readonly label: string;
  /** A day, such as 2026-11-21, or empty. */
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/** A day of a filter. It follows changes made elsewhere, but never changes while the user types. */
export function DayFilter({ name, label, value, onDay }: DayFilterProps) {
  const typed = useRef(value);
  const turn = useRef(0);
  if (typed.current !== value) {
    typed.current = value;
    turn.current += 1;
  }
  return (
    <Field
      key={turn.current}
      name={name}
      label={label}
      type="date"
      value={value}
      onInput={(day) => {
        typed.current = day;
        onDay(day);
      }}
    />
  );
}
