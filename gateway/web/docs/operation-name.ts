/** Mount of the main API, whose operations have no prefix. */
const V1 = '/api/v1';

/** The name of a calculator in operation ids and components: `bmi-for-age` under /api/v1 becomes `BmiForAge`. */
export function operationName(mount: string, name: string): string {
  const prefix = mount === V1 ? '' : pascalCase(mount);
  return prefix + pascalCase(name);
}

function pascalCase(text: string): string {
  return text
    .split(/[^a-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
