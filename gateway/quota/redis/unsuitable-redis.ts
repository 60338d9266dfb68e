/** A Redis that cannot keep counts safely. */
export class UnsuitableRedis extends Error {
  override readonly name = 'UnsuitableRedis';
}
