/** A minimal cookie jar: stores and removes the cookies that responses set, and returns them for the next request. */
export class Cookies {
  readonly #kept = new Map<string, string>()
  /** Stores the cookies that a response sets. */
  take(headers: Headers): this {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      if (attributes.some((a) => /^\s*max-age=0$/i.test(a))) this.#kept.delete(name)
      else this.#kept.set(name, pair.slice(at + 1))
    }
    return this
  }
  get header(): string {
    return [...this.#kept].map(([name, value]) => `${name}=${value}`).join('; ')
  }
  has(name: string): boolean {
    return [...this.#kept.keys()].some((k) => k.startsWith(name))
  }
}
