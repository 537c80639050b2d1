import { type KeyboardEvent, useState } from 'react'

/** A list with one thing taken from one place to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(to, 0, one)
  return next
}

/**
 * Moving things of a list by Alt and an arrow key, by buttons, and by dragging where `drag` is spread on the things. What
 * happened is in `said`, for a live region.
 */
export function useReorder<T>(list: readonly T[], onChange: (list: T[], moved: T) => void, noun: string) {
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  function move(from: number, to: number) {
    const one = list[from]
    if (one === undefined || to < 0 || to >= list.length || from === to) return
    onChange(moved(list, from, to), one)
    setSaid(`${noun} ${from + 1} is ${noun.toLowerCase()} ${to + 1} of ${list.length} now`)
  }
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    move,
    said,
    dragged,
    over,
    /** Whether the key was one that moves. */
    onKey(event: KeyboardEvent<HTMLElement>, at: number): boolean {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!step || !event.altKey || event.ctrlKey || event.metaKey) return false
      event.preventDefault()
      move(at, at + step)
      return true
    },
    /** For the thing that is dropped on. */
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
    /** For the handle that it is taken by. */
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
