/** The UTC months between two instants (ISO 8601), the latest first: `2026-11`, `2026-10`. */
export function monthsBetween(since: string, until: string): string[] {
  const months: string[] = [];
  let month = until.slice(0, 7);
  // The current month is always in the list, even if the clocks of two machines differ.
  do {
    months.push(month);
    month = monthBefore(month);
  } while (month >= since.slice(0, 7));
  return months;
}

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

function monthBefore(month: string): string {
  return new Date(Date.parse(`${month}-01`) - 1).toISOString().slice(0, 7);
}
