import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'
import { getPressedKey } from '../pressed-key'

export interface KeySensorOptions {
  /** Called with each key pressed while a card is held, except those that drop it or put it back. */
  onStep: (event: KeyboardEvent) => void
}

const PICK_UP_AND_PUT_DOWN = [' ', 'Enter']
/** The event that puts the held card back. */
const PUT_BACK = 'board-put-back'

/**
 * Puts back the card that is held by keyboard, as Escape does. A made-up Escape would also close the dialog around it.
 */
export const putHeldCardBack = (): void => void document.dispatchEvent(new Event(PUT_BACK))

/**
 * A dnd-kit sensor that moves a card by keyboard. The library's own sensor starts to listen a moment after a card is
 * picked up, so on a slow machine the next arrow key gets lost. It also moves by coordinates, while the board moves by
 * positions.
 */
export class KeySensor implements SensorInstance {
  static activators: Activators<KeySensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler: ({ nativeEvent, target }, _, { active }) => {
        if (!PICK_UP_AND_PUT_DOWN.includes(getPressedKey(nativeEvent)) || target !== active.activatorNode.current)
          return false
        nativeEvent.preventDefault()
        return true
      },
    },
  ]
  autoScrollEnabled = false
  readonly #props: SensorProps<KeySensorOptions>

  constructor(props: SensorProps<KeySensorOptions>) {
    this.#props = props
    props.onStart({ x: 0, y: 0 })
    document.addEventListener('keydown', this.#press)
    addEventListener('resize', this.#cancel)
    document.addEventListener('visibilitychange', this.#cancel)
    document.addEventListener(PUT_BACK, this.#cancel)
  }

  #press = (event: KeyboardEvent) => {
    // Ignore the key press that picked the card up, which arrives here too.
    if (event === this.#props.event) return
    const key = getPressedKey(event)
    if (key === 'Escape') this.#cancel(event)
    else if (PICK_UP_AND_PUT_DOWN.includes(key)) {
      event.preventDefault()
      this.#stop()
      this.#props.onEnd()
    } else this.#props.options.onStep(event)
  }

  #cancel = (event: Event) => {
    event.preventDefault()
    this.#stop()
    this.#props.onCancel()
  }

  #stop() {
    document.removeEventListener('keydown', this.#press)
    removeEventListener('resize', this.#cancel)
    document.removeEventListener('visibilitychange', this.#cancel)
    document.removeEventListener(PUT_BACK, this.#cancel)
  }
}
