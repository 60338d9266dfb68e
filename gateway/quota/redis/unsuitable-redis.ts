/** A Redis on which counts would not be safe. */
export class UnsuitableRedis extends Error {
  override readonly name = 'UnsuitableRedis';
}
