/** Thrown when a rate limit is reached. `retryAfter` is in seconds. */
export class TooMany extends Error {
  override name = 'TooMany'
  readonly retryAfter: number
  constructor(retryAfter: number) {
    super('Too many attempts. Try again later.')
    this.retryAfter = Math.max(1, Math.ceil(retryAfter))
  }
}
