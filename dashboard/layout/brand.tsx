import icon from '../style/icon.svg';

/** The build names the file relative to this module's own. */
const mark = new URL(icon, import.meta.url).href;

export function Brand() {
  return (
    <p class="brand">
      <img src={mark} alt="" width="28" height="28" />
      Vitalgate
    </p>
  );
}
