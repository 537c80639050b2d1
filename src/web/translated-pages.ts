// Translators (Google Translate, Edge) and some extensions change the page under React: they wrap a text in <font>, or
// replace it with a <font>. React then removes or moves a text that is no longer where it was, and the screen breaks.
// See docs/decisions/026-translated-pages.md.

/** Maps each text of React to the element that a translator put in its place. */
const standIns = new WeakMap<Node, Element>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** Records which <font> replaced which text. Translators insert and remove in one step or in two, in either order. */
function recordReplacements(records: readonly MutationRecord[]) {
  let before: MutationRecord | undefined
  for (const record of records) {
    const text = [...record.removedNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    const font = [...record.addedNodes].find(isFont)
    if (text) {
      const near = font ?? record.previousSibling ?? record.nextSibling
      if (isFont(near) && (near === font || before?.addedNodes[0] === near)) standIns.set(text, near)
    } else if (font && before?.target === record.target) {
      const gone = before.removedNodes[0]
      if (gone?.nodeType === Node.TEXT_NODE && before.nextSibling === record.nextSibling) standIns.set(gone, font)
    }
    before = record
  }
}

/** Returns the child of `parent` that holds `node` or stands for it, or null if the node is no longer there. */
function findPlace(parent: Node, node: Node): Node | null {
  let at: Node | null | undefined = node.parentNode ? node : standIns.get(node)
  while (at && at.parentNode !== parent) at = isFont(at.parentNode) ? at.parentNode : null
  return at ?? null
}

/** Puts a replaced text back, so that React changes what is on the page. The translator then translates it again. */
function putBack(node: Node) {
  const standIn = standIns.get(node)
  if (!standIn) return
  standIns.delete(node)
  if (standIn.isConnected && !node.parentNode) standIn.replaceWith(node)
}

/**
 * Lets React work on a page that a translator or an extension has changed. Call it once, before React starts. The
 * observer always runs, because not every translator announces that it begins, and which <font> replaced which text can
 * be seen only while it happens.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const observer = new MutationObserver(recordReplacements)
  observer.observe(document, { childList: true, subtree: true })
  const catchUp = () => recordReplacements(observer.takeRecords())

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    catchUp()
    const place = findPlace(this, child)
    if (place) removeChild.call(this, place)
    standIns.delete(child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (node.nodeType === Node.TEXT_NODE) putBack(node)
    if (!next || next.parentNode === this) return insertBefore.call(this, node, next) as T
    catchUp()
    return insertBefore.call(this, node, findPlace(this, next)) as T
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (node.nodeType === Node.TEXT_NODE) putBack(node)
    return appendChild.call(this, node) as T
  }
  if (text?.set && text.get) {
    const { get, set } = text
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...text,
      get,
      set(this: Node, value: string | null) {
        if (!this.parentNode) {
          catchUp()
          putBack(this)
        }
        set.call(this, value)
      },
    })
  }
}
