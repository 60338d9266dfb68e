import mark from '../icon.svg';

export function Brand() {
  return (
    <p class="brand">
      <img src={mark} alt="" width="28" height="28" />
      Vitalgate
    </p>
  );
}
