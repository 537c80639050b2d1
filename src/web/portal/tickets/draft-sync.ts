// Keeps a draft on the server in step with the one on this device, so that it can be gone on with elsewhere.
import { client, failureOf } from '../platform/api.ts'
import type { UploadedFile } from '../platform/upload.ts'

/** What is kept of something unsent. */
export type Content = { body: string; fields: Record<string, unknown> | null; files: UploadedFile[] }
/** A draft as the server has it. */
export type Theirs = Content & { revision: string; updatedAt: string }
export type Place = { kind: 'reply' | 'note' | 'new'; ticketId?: string }
export type SyncState = { status: 'idle' | 'saving' | 'saved' | 'offline'; conflict?: Theirs }

type Meta = { revision: string | null; saved: string }

const WAIT_MS = 1_000
const AGAIN_MS = 15_000
const EMPTY: Content = { body: '', fields: null, files: [] }
/** What makes two contents the same. */
const printOf = ({ body, fields, files }: Content) => JSON.stringify([body.trim(), fields, files.map((f) => f.id)])
const NOTHING = printOf(EMPTY)

/** One draft of one place. `apply` puts a content from elsewhere on the screen. */
export class DraftSync {
  private readonly place: Place
  private readonly key: string
  private readonly apply: (content: Content) => void
  private readonly told: (state: SyncState) => void
  private content: Content
  private revision: string | null
  /** What the server and this device last agreed on. */
  private saved: string
  private state: SyncState = { status: 'idle' }
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  /** While something is being sent, or for good where saving is refused. */
  private held = false
  private stopped = false
  private loaded = false

  constructor(
    place: Place,
    key: string,
    content: Content,
    on: { apply: (content: Content) => void; told: (state: SyncState) => void },
  ) {
    this.place = place
    this.key = `${key}.sync`
    this.content = content
    this.apply = on.apply
    this.told = on.told
    const meta = this.readMeta()
    this.revision = meta.revision
    this.saved = meta.saved
    addEventListener('online', this.look)
    document.addEventListener('visibilitychange', this.look)
    void this.load()
  }

  /** Forgets the screen; what is not saved yet goes now. */
  close() {
    removeEventListener('online', this.look)
    document.removeEventListener('visibilitychange', this.look)
    if (this.timer !== undefined) void this.save()
    this.stopped = true
    clearTimeout(this.timer)
  }

  /** What is on the screen has changed. */
  change(content: Content) {
    this.content = content
    if (this.held || this.stopped || this.state.conflict || !this.loaded) return
    clearTimeout(this.timer)
    this.timer = undefined
    if (printOf(content) === this.saved) {
      if (this.state.status === 'saving' && !this.running) this.set({ status: this.revision ? 'saved' : 'idle' })
      return
    }
    this.timer = setTimeout(() => void this.save(), WAIT_MS)
    if (this.state.status === 'saved' || this.state.status === 'idle') this.set({ status: 'saving' })
  }

  /** Before sending: nothing more is saved, and this is the revision that goes with what is sent. */
  async hold(): Promise<string | undefined> {
    this.held = true
    clearTimeout(this.timer)
    this.timer = undefined
    // A save that hangs must not keep the message back.
    await Promise.race([this.running, new Promise((go) => setTimeout(go, 3_000))])
    return this.revision ?? undefined
  }

  /** After sending: the server forgot the draft with it, or nothing was sent and all is as before. */
  release(sent: boolean) {
    this.held = false
    if (!sent) return this.change(this.content)
    this.agree(null, NOTHING)
    // What was sent may still be on the screen for a moment; what is written next is told by `change`.
    this.content = EMPTY
  }

  /** Somebody threw the draft away. */
  async discard(): Promise<void> {
    const theirs = this.state.conflict
    if (theirs) this.agree(theirs.revision, printOf(theirs))
    this.set({ status: 'idle' })
    await this.running
    this.content = EMPTY
    await this.save()
  }

  /** Settles a conflict: with theirs, with what is on the screen, or with both, theirs first. */
  resolve(how: 'theirs' | 'mine' | 'both') {
    const theirs = this.state.conflict
    if (!theirs) return
    this.set({ status: 'saved' })
    this.agree(theirs.revision, printOf(theirs))
    if (how === 'theirs') this.put(theirs)
    if (how === 'both') {
      const files = [...theirs.files, ...this.content.files.filter((f) => !theirs.files.some((t) => t.id === f.id))]
      const body = [theirs.body, this.content.body].filter((b) => b.trim()).join('\n\n')
      this.put({ body, fields: this.content.fields ?? theirs.fields, files })
    }
    void this.save()
  }

  private readonly look = () => {
    if (document.visibilityState === 'hidden') {
      if (this.timer !== undefined) void this.save()
    } else if (this.timer === undefined && !this.running && !this.held && !this.state.conflict) void this.load()
  }

  private async load() {
    if (this.stopped) return
    let found: Theirs | null
    try {
      found = (await client.tickets.draft(this.place)).draft
    } catch (e) {
      this.failed(e)
      return
    }
    this.loaded = true
    if (this.stopped || this.held || this.running) return
    const print = printOf(this.content)
    if (!found) {
      // It was sent or thrown away elsewhere; what was written here since then is not.
      if (this.revision !== null && print === this.saved && print !== NOTHING) this.put(EMPTY)
      this.agree(null, NOTHING)
    } else if (printOf(found) === print) this.agree(found.revision, print)
    else if (found.revision === this.revision) this.saved = printOf(found)
    else if (print === this.saved || print === NOTHING) {
      this.agree(found.revision, printOf(found))
      this.put(found)
    } else {
      this.set({ status: 'idle', conflict: found })
      return
    }
    this.set({ status: found ? 'saved' : 'idle' })
    this.change(this.content)
  }

  private save(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.running ??= this.write().finally(() => {
      this.running = undefined
      // Writing went on meanwhile.
      if (this.state.status === 'saved') this.change(this.content)
    })
    return this.running
  }

  private async write() {
    const { body, fields, files } = this.content
    const print = printOf(this.content)
    if (print === this.saved) return this.set({ status: this.revision ? 'saved' : 'idle' })
    this.set({ status: 'saving' })
    try {
      const { draft } = await client.tickets.saveDraft({
        ...this.place,
        body,
        fields: print === NOTHING ? null : fields,
        fileIds: files.map((f) => f.id),
        revision: this.revision,
      })
      this.agree(draft?.revision ?? null, print)
      this.set({ status: 'saved' })
    } catch (e) {
      const failure = failureOf(e)
      if (failure?.code !== 'CONFLICT') return this.failed(e)
      const theirs = (failure.data?.current ?? null) as Theirs | null
      if (theirs && printOf(theirs) !== print && print !== NOTHING) this.set({ status: 'idle', conflict: theirs })
      else {
        // The same text, or none at all by now: go on from there.
        this.agree(theirs?.revision ?? null, theirs ? printOf(theirs) : NOTHING)
        if (theirs && print === NOTHING) this.put(theirs)
        this.set({ status: 'saved' })
      }
    }
  }

  private failed(e: unknown) {
    const status = failureOf(e)?.status ?? 500
    if (status < 500 && status !== 429) {
      // Not allowed here, or gone: this device keeps it alone.
      this.stopped = true
      this.set({ status: 'idle' })
      return
    }
    this.set({ status: 'offline' })
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.timer = undefined
      void (this.loaded ? this.save() : this.load())
    }, AGAIN_MS)
  }

  private put(content: Content) {
    this.content = content
    this.apply(content)
  }

  private set(state: SyncState) {
    this.state = state
    if (!this.stopped) this.told(state)
  }

  private agree(revision: string | null, saved: string) {
    this.revision = revision
    this.saved = saved
    try {
      if (revision === null) localStorage.removeItem(this.key)
      else localStorage.setItem(this.key, JSON.stringify({ revision, saved } satisfies Meta))
    } catch {
      // No storage: every visit begins with what the server has.
    }
  }

  private readMeta(): Meta {
    try {
      const meta = JSON.parse(localStorage.getItem(this.key) ?? 'null') as Meta | null
      if (meta) return meta
    } catch {
      // Nonsense or no storage: nothing was agreed on.
    }
    return { revision: null, saved: NOTHING }
  }
}
