/** One line for a stage: rewritten in a terminal, said at every tenth otherwise. Failures are said as they come. */
export class Progress {
  readonly #name: string
  readonly #start = performance.now()
  #total = 0
  #done = 0
  #failed = 0
  #said = 0

  constructor(name: string) {
    this.#name = name
  }

  expect(total: number): void {
    this.#total = total
  }

  /** Counts a test that ended; `failure` is its name and the first line of why. */
  done(failure?: string): void {
    this.#done++
    if (failure) {
      this.#failed++
      this.#clear()
      console.log(`  ✗ ${failure}`)
    }
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${this.line()}`)
    else if (this.#done * 10 >= this.#total * (this.#said + 1)) {
      this.#said = Math.floor((this.#done * 10) / this.#total)
      console.log(this.line())
    }
  }

  end(): void {
    this.#clear()
  }

  line(): string {
    const seconds = Math.round((performance.now() - this.#start) / 1000)
    return `  ${this.#name}: ${this.#done} of ${this.#total}${this.#failed ? `, ${this.#failed} failed` : ''} (${seconds} s)`
  }

  #clear(): void {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  }
}
