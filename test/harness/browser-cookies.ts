/** A browser's cookies as far as tests need them: what answers set and take away, sent back with the next call. */
export class Cookies {
  readonly #kept = new Map<string, string>()
  /** Keeps what the answer sets. */
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
