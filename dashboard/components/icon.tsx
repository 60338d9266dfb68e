/** Strokes of a 24 by 24 drawing. */
const STROKES = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-3H4zM14 7h6V4h-6z',
  keys: 'M15 9a4 4 0 1 1-4 4M15 9a4 4 0 0 0-4 4M11 13l-7 7M7 17l2 2',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14.5a6 6 0 0 1 3 5.5',
  usage: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  billing: 'M3 6h18v12H3zM3 10h18M7 15h3',
  audit: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  marketplaces: 'M4 10h16v10H4zM3 10l2-6h14l2 6M9 20v-5h6v5',
  documentation: 'M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM21 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
} as const;

export type IconName = keyof typeof STROKES;

/** A decorative icon beside a text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={STROKES[name]} />
    </svg>
  );
}
