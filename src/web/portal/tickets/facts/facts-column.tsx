import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { holdPress } from '../../../ui/hold-press.ts'
import { getScrollBehavior } from '../../../ui/use-media.ts'

/** The space below the column, and the distance that counts as its end, in pixels. */
const GAP_PX = 16
const END_PX = 8

/** The facts beside a conversation. Never taller than the window; a mark shows that there is more below. */
export function FactsColumn({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState(false)
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    let frame = 0
    const resize = () => {
      frame = 0
      // Further down the page the column sticks to the top and has more space.
      node.style.maxHeight = `${Math.max(240, innerHeight - node.getBoundingClientRect().top - GAP_PX)}px`
      setMore(node.scrollHeight - node.clientHeight - node.scrollTop > END_PX)
    }
    const soon = () => {
      frame ||= requestAnimationFrame(resize)
    }
    resize()
    const sizes = new ResizeObserver(soon)
    sizes.observe(node)
    for (const child of node.children) sizes.observe(child)
    node.addEventListener('scroll', soon, { passive: true })
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      node.removeEventListener('scroll', soon)
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
    }
  }, [])
  return (
    <aside
      aria-label="Details"
      onPointerDown={holdPress}
      className="sticky top-20 order-last overflow-hidden rounded-md border border-line bg-surface"
    >
      <div ref={box} className="scroll-thin overflow-y-auto">
        <div className="p-4">{children}</div>
      </div>
      {more && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          data-more-facts=""
          onClick={() => box.current?.scrollBy({ top: box.current.clientHeight / 2, behavior: getScrollBehavior() })}
          className="absolute inset-x-0 bottom-0 flex h-12 items-end justify-center bg-linear-to-t from-40% from-surface to-transparent pb-1 text-muted hover:text-text"
        >
          <ChevronDown className="size-5" />
        </button>
      )}
    </aside>
  )
}
