/** Converts the values of a form when the reader changes its units. */
export function convertValues(form, { name, value: units }) {
  if (name !== 'units') return;
  for (const field of form.querySelectorAll('[data-dimension]')) {
    const [factor, offset] = field.dataset.dimension.split(',').map(Number);
    const value = Number(field.value.replace(',', '.'));
    if (field.value === '' || Number.isNaN(value)) continue;
    const other = units === 'imperial' ? value / factor + offset : (value - offset) * factor;
    field.value = Number(other.toFixed(2));
  }
}
