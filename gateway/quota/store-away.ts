/** The store is not in use: the command was not sent, and nothing has run. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway';

  constructor() {
    super('the counter store is away');
  }
}
