import { type KeyboardEvent, useState } from 'react'
import { getPressedKey } from '../../ui/pressed-key.ts'

/** Returns a copy of a list with one item moved. */
function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(to, 0, one)
  return next
}

/**
 * Reorders a list by Alt and an arrow key, by buttons, or by dragging. Spread `drag` on the handle and `drop` on the
 * item. `announcement` describes the last move and belongs in a live region.
 */
export function useReorder<T>(list: readonly T[], onChange: (list: T[], moved: T) => void, noun: string) {
  const [announcement, announce] = useState('')
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  function move(from: number, to: number) {
    const one = list[from]
    if (one === undefined || to < 0 || to >= list.length || from === to) return
    onChange(moveItem(list, from, to), one)
    announce(`Moved ${noun.toLowerCase()} ${from + 1} to position ${to + 1} of ${list.length}`)
  }
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    move,
    announcement,
    dragged,
    over,
    /** Moves the item at an index if the key asks for it. Returns whether it did. */
    onKey(event: KeyboardEvent<HTMLElement>, at: number): boolean {
      const step = { ArrowUp: -1, ArrowDown: 1 }[getPressedKey(event)]
      if (!step || !event.altKey || event.ctrlKey || event.metaKey) return false
      event.preventDefault()
      move(at, at + step)
      return true
    },
    /** Props of an item that others can be dropped on. */
    drop: (at: number) => ({
      onDragOver: (event: React.DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        if (over !== at) setOver(at)
      },
      onDrop: (event: React.DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        move(dragged, at)
        end()
      },
    }),
    /** Props of the drag handle. */
    drag: (at: number) => ({
      draggable: true,
      onDragStart: (event: React.DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(at))
        setDragged(at)
      },
      onDragEnd: end,
    }),
  }
}
