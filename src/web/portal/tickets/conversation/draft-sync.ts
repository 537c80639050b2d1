// Syncs a draft on this device with the server, so that the user can continue it on another device.

import { localStore } from '../../../browser-storage.ts'
import { client, parseFailure } from '../../platform/data/api.ts'
import type { UploadedFile } from '../../platform/data/upload.ts'
import { mayKeepDraft } from './drafts.ts'

/** The saved content of an unsent message or ticket. */
export type Content = { body: string; fields: Record<string, unknown> | null; files: UploadedFile[] }
/** A draft as stored on the server. */
export type Theirs = Content & { revision: string; updatedAt: string }
export type Place = { kind: 'reply' | 'note' | 'new'; ticketId?: string }
export type SyncState = { status: 'idle' | 'saving' | 'saved' | 'offline'; conflict?: Theirs }

type Meta = { revision: string | null; saved: string }

const WAIT_MS = 1_000
const AGAIN_MS = 15_000
const EMPTY: Content = { body: '', fields: null, files: [] }
/** Returns a fingerprint. Two contents with the same fingerprint are equal. */
const printOf = ({ body, fields, files }: Content) => JSON.stringify([body.trim(), fields, files.map((f) => f.id)])
const NOTHING = printOf(EMPTY)

/** Syncs one draft. `apply` shows content from another device on the screen; `report` is called with each new state. */
export class DraftSync {
  private readonly place: Place
  private readonly key: string
  private readonly apply: (content: Content) => void
  private readonly report: (state: SyncState) => void
  private content: Content
  private revision: string | null
  /** Fingerprint of the content that the server and this device last agreed on. */
  private saved: string
  private state: SyncState = { status: 'idle' }
  private timer: ReturnType<typeof setTimeout> | undefined
  private running: Promise<void> | undefined
  /** `held`: no saving while a message is being sent. `stopped`: no saving anymore, after `close` or a rejection. */
  private held = false
  private stopped = false
  private loaded = false

  constructor(
    place: Place,
    key: string,
    content: Content,
    on: { apply: (content: Content) => void; report: (state: SyncState) => void },
  ) {
    this.place = place
    this.key = `${key}.sync`
    this.content = content
    this.apply = on.apply
    this.report = on.report
    const meta = this.readMeta()
    this.revision = meta.revision
    this.saved = meta.saved
    addEventListener('online', this.look)
    document.addEventListener('visibilitychange', this.look)
    void this.load()
  }

  /** Stops syncing and saves pending changes immediately. */
  close() {
    removeEventListener('online', this.look)
    document.removeEventListener('visibilitychange', this.look)
    if (this.timer !== undefined && mayKeepDraft(this.key)) void this.save()
    this.stopped = true
    clearTimeout(this.timer)
  }

  /** Records that the content on the screen has changed, and saves it after a delay. */
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

  /** Stops saving before a message is sent. Returns the revision of the draft that the message replaces. */
  async hold(): Promise<string | undefined> {
    this.held = true
    clearTimeout(this.timer)
    this.timer = undefined
    // A save that hangs must not delay the message.
    await Promise.race([this.running, new Promise((go) => setTimeout(go, 3_000))])
    return this.revision ?? undefined
  }

  /** Resumes saving. If the message was sent, the server has deleted the draft; if not, nothing changes. */
  release(sent: boolean) {
    this.held = false
    if (!sent) return this.change(this.content)
    this.agree(null, NOTHING)
    // The sent text may be on the screen for another moment; `change` reports what is written next.
    this.content = EMPTY
  }

  /** Discards the draft here and on the server. */
  async discard(): Promise<void> {
    const theirs = this.state.conflict
    if (theirs) this.agree(theirs.revision, printOf(theirs))
    this.set({ status: 'idle' })
    await this.running
    this.content = EMPTY
    await this.save()
  }

  /** Resolves a conflict with the other draft, with the one on the screen, or with both, the other one first. */
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
      if (this.timer !== undefined && mayKeepDraft(this.key)) void this.save()
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
      // The draft was sent or discarded elsewhere. Clear it here too, unless this copy has changed.
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
      // The user may have typed more during the save.
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
      const failure = parseFailure(e)
      if (failure?.code !== 'CONFLICT') return this.failed(e)
      const theirs = (failure.data?.current ?? null) as Theirs | null
      if (theirs && printOf(theirs) !== print && print !== NOTHING) this.set({ status: 'idle', conflict: theirs })
      else {
        // The server has the same text, or this device has none anymore: continue from the server's revision.
        this.agree(theirs?.revision ?? null, theirs ? printOf(theirs) : NOTHING)
        if (theirs && print === NOTHING) this.put(theirs)
        this.set({ status: 'saved' })
      }
    }
  }

  private failed(e: unknown) {
    const status = parseFailure(e)?.status ?? 500
    if (status < 500 && status !== 429) {
      // The user may not save here, or the ticket is gone: keep the draft on this device only.
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
    if (!this.stopped) this.report(state)
  }

  private agree(revision: string | null, saved: string) {
    this.revision = revision
    this.saved = saved
    if (!mayKeepDraft(this.key)) return
    if (revision === null) localStore.remove(this.key)
    else localStore.set(this.key, JSON.stringify({ revision, saved } satisfies Meta))
  }

  private readMeta(): Meta {
    try {
      if (!mayKeepDraft(this.key)) return { revision: null, saved: NOTHING }
      const meta = JSON.parse(localStore.get(this.key) ?? 'null') as Meta | null
      if (meta) return meta
    } catch {
      // Invalid data: there is no agreed revision.
    }
    return { revision: null, saved: NOTHING }
  }
}
