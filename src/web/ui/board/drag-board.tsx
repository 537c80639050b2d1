import {
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  PointerSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { getPressedKey } from '../pressed-key.ts'
import { KeySensor, putHeldCardBack } from './key-sensor.ts'
import { describePlace, findCardHandle, findCardPlace, type Place, stepByKey } from './place.ts'

/** A pointer that moves this far starts a drag; less is a click. */
const DRAG_PX = 6
/** A touch that rests this long starts a drag; one that moves sooner scrolls. */
const TOUCH = { delay: 250, tolerance: 8 }
/** dnd-kit would announce the ids of cards and columns; the board announces their names itself. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  restoreFocus: false,
}

/** A card that is being moved, and where it would be dropped. */
export interface Held<Column extends string> {
  id: string
  place: Place<Column> | undefined
  by: 'key' | 'pointer'
}

interface DragBoardProps<Column extends string> {
  /** The columns as they are on the screen, each with the ids of its cards in order. */
  columns: readonly { id: Column; name: string; cards: readonly string[] }[]
  nameOf: (id: string) => string
  /** Whether cards have an order within their column. They then also have a handle to move them by keyboard. */
  ordered?: boolean
  onDrop: (id: string, place: Place<Column>) => void
  /** Follows the pointer. Without it, only the card in the column moves. */
  overlay?: (id: string) => ReactNode
  children: (held: Held<Column> | undefined) => ReactNode
}

/**
 * Lets people move the cards in `children` between columns with a mouse, by touch and, on an ordered board, by
 * keyboard. Space or Enter on a handle picks a card up, arrow keys move it, Space or Enter puts it down, and Escape or
 * leaving the handle puts it back. What happens is announced to screen readers.
 */
export function DragBoard<Column extends string>(props: DragBoardProps<Column>) {
  const { nameOf, ordered = false, overlay, children } = props
  const [held, setHeld] = useState<Held<Column>>()
  const [announcement, announce] = useState('')
  // Sensors call back between renders and need the latest values.
  const latest = useRef({ props, held })
  useEffect(() => {
    latest.current.props = props
  })
  const hold = (next: Held<Column> | undefined) => {
    latest.current.held = next
    setHeld(next)
  }
  const steps = useRef((event: globalThis.KeyboardEvent) => {
    const { held, props } = latest.current
    const place = held?.place && stepByKey(props.columns, held.id, held.place, getPressedKey(event))
    if (!held || place === undefined) return
    event.preventDefault()
    if (place === null) return
    hold({ ...held, place })
    announce(`${describePlace(props.columns, held.id, place)}.`)
  })
  const pointer = useSensor(PointerSensor, { activationConstraint: { distance: DRAG_PX } })
  const keys = useSensor(KeySensor, { onStep: steps.current })
  const mouse = useSensor(MouseSensor, { activationConstraint: { distance: DRAG_PX } })
  const touch = useSensor(TouchSensor, { activationConstraint: TOUCH })
  const sensors = useSensors(ordered ? pointer : mouse, ordered ? keys : touch)

  useKeyFocus(held)
  useStillClicks(held?.by === 'pointer')

  function start({ active, activatorEvent }: DragStartEvent) {
    const id = String(active.id)
    const by = activatorEvent instanceof globalThis.KeyboardEvent ? 'key' : 'pointer'
    hold({ id, place: findCardPlace(props.columns, id), by })
    if (by === 'key') announce(`Picked up “${nameOf(id)}”. Arrow keys move it, Space drops it, Escape cancels.`)
  }
  /** Outside all columns, a card of an ordered board keeps its last place; on other boards it goes back. */
  function placeAt({ collisions }: DragMoveEvent | DragEndEvent) {
    const at = collisions?.[0]?.data?.place as Place<Column> | undefined
    return at ?? (ordered || latest.current.held?.by === 'key' ? latest.current.held?.place : undefined)
  }
  function move(event: DragMoveEvent) {
    const { held } = latest.current
    if (held?.by !== 'pointer') return
    const place = placeAt(event)
    if (place?.column !== held.place?.column || place?.index !== held.place?.index) hold({ ...held, place })
  }
  function cancel() {
    hold(undefined)
    if (ordered) announce('Move canceled.')
  }
  function end(event: DragEndEvent) {
    const { held } = latest.current
    const place = placeAt(event)
    if (!held || !place) return cancel()
    const from = findCardPlace(props.columns, held.id)
    hold(undefined)
    if (from?.column === place.column && (!ordered || from.index === place.index))
      return ordered && announce('Dropped in the same place.')
    if (ordered) announce(`Dropped: ${describePlace(props.columns, held.id, place)}.`)
    props.onDrop(held.id, place)
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findPlace}
      accessibility={SILENT}
      autoScroll={{ layoutShiftCompensation: false }}
      onDragStart={start}
      onDragMove={move}
      onDragEnd={end}
      onDragCancel={cancel}
    >
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      {children(held)}
      {overlay && (
        <DragOverlay dropAnimation={null}>{held?.by === 'pointer' && <div inert>{overlay(held.id)}</div>}</DragOverlay>
      )}
    </DndContext>
  )
}

/** A column of a `DragBoard`. */
export function BoardColumn({ id, ...rest }: Omit<ComponentProps<'section'>, 'id' | 'ref'> & { id: string }) {
  const { setNodeRef } = useDroppable({ id })
  return <section {...rest} ref={setNodeRef} data-column={id} />
}

/**
 * Returns what a card of a `DragBoard` needs: attributes for the card, listeners for the part that a pointer drags, and
 * attributes for the handle, where an ordered board has one.
 */
export function useBoardCard(id: string) {
  const { setNodeRef, setActivatorNodeRef, listeners = {} } = useDraggable({ id })
  const send = (name: string, event: SyntheticEvent) => listeners[name]?.(event)
  return {
    card: { ref: setNodeRef, 'data-card': id },
    anywhere: {
      // React also bubbles events from a menu of the card, although the menu is elsewhere in the DOM.
      onMouseDown: (event: MouseEvent) => event.button === 0 && isWithin(event) && send('onMouseDown', event),
      onTouchStart: (event: TouchEvent) => isWithin(event) && send('onTouchStart', event),
    },
    /** Touch on the text scrolls, so only a mouse can drag there. */
    text: {
      onPointerDown: (event: PointerEvent) => event.pointerType === 'mouse' && send('onPointerDown', event),
    },
    handle: {
      ref: setActivatorNodeRef,
      'data-handle': id,
      onPointerDown: (event: PointerEvent) => send('onPointerDown', event),
      onKeyDown: (event: KeyboardEvent) =>
        !event.altKey && !event.ctrlKey && !event.metaKey && send('onKeyDown', event),
    },
  }
}

const isWithin = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node)

/** Finds the column under the pointer, and the position in it by the centers of its cards, except the dragged one. */
const findPlace: CollisionDetection = ({ active, droppableContainers, pointerCoordinates }) => {
  if (!pointerCoordinates) return []
  const { x, y } = pointerCoordinates
  const container = droppableContainers.find(({ node }) => {
    const box = node.current?.getBoundingClientRect()
    return box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  })
  if (!container?.node.current) return []
  const above = [...container.node.current.querySelectorAll<HTMLElement>('[data-card]')].filter((card) => {
    const box = card.getBoundingClientRect()
    return card.dataset.card !== active.id && y > box.top + box.height / 2
  })
  return [{ id: container.id, data: { place: { column: container.id, index: above.length } } }]
}

/**
 * Keeps the focus on the handle of a card that is moved by keyboard, and puts the card back when the focus leaves it.
 */
function useKeyFocus(held: Held<string> | undefined) {
  const id = held?.by === 'key' ? held.id : undefined
  const at = held && `${held.place?.column} ${held.place?.index}`
  const followed = useRef<string>(undefined)
  useEffect(() => {
    if (!id || !at) return
    followed.current = id
    findCardHandle(id)?.focus()
  }, [id, at])
  // In another column the card is a new element, so focus is lost. Restore it to the handle after the card was dropped.
  useEffect(() => {
    if (!id && followed.current && document.activeElement === document.body) findCardHandle(followed.current)?.focus()
  })
  useEffect(() => {
    const forget = ({ target }: Event) => {
      if (followed.current && target !== findCardHandle(followed.current)) followed.current = undefined
    }
    const kinds = ['focusin', 'pointerdown']
    for (const kind of kinds) document.addEventListener(kind, forget)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, forget)
    }
  }, [])
  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (!document.hasFocus() || document.activeElement === findCardHandle(id)) return
      followed.current = undefined
      putHeldCardBack()
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, 0)
    }
    document.addEventListener('focusout', soon)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', soon)
    }
  }, [id])
}

/** Suppresses the click that follows a drag, so that it does not open the card. */
function useStillClicks(dragging: boolean) {
  useEffect(() => {
    if (!dragging) return
    const still = (event: globalThis.MouseEvent) => {
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('click', still, { capture: true })
    return () => void setTimeout(() => removeEventListener('click', still, { capture: true }), 0)
  }, [dragging])
}
