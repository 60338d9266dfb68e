/**
 * A file or a store of the installation is damaged, missing, older than the others, or of another installation. The
 * message names it and says what the operator can do. A start with it would lose or invent counts.
 */
export class InstallationDamaged extends Error {
  override readonly name = 'InstallationDamaged';
}
