/**
 * Another gateway owns the files now, so this one may not write them. The message names the file. The caller must stop
 * serving: what it counts would not be in the files of the new owner.
 */
export class TakenOver extends Error {
  override readonly name = 'TakenOver';
}
