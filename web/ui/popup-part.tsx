import { type ComponentType, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { loadInTime, loadWhenPossible } from './lazy-part.ts'
import { showShellToast } from './shell-toast.ts'
import * as texts from './texts.ts'

/** Maximum time in milliseconds that an open popup waits for its code: the limit of attention by Nielsen 1993, Usability Engineering, §5.5. */
const patienceMs = 10_000

interface PopupProps {
  isOpen: boolean
  onClose: () => void
  /** Element beside which the popup opens. */
  target: RefObject<Element | null>
}

/** Closes the notice about the last popup that did not open. */
let closeNotice = () => {}

/**
 * A popup whose code is loaded ahead, by `loadAhead` or with the first opening. Once the code is there, the popup renders at once. A lazy component
 * would render one task later, and lose the keys that are pressed until then. A popup whose code does not arrive in time closes with a notice,
 * because a much later popup would be a surprise. Escape, Tab and a press elsewhere close a waiting popup.
 * @param notOpened title of the notice
 */
export function popupPart<Props extends PopupProps>(load: () => Promise<ComponentType<Props>>, notOpened: string) {
  let Loaded: ComponentType<Props> | undefined
  let isLoadingAhead = false

  async function fetchPart(): Promise<void> {
    Loaded = await load()
  }

  function loadAhead(): void {
    if (isLoadingAhead) return
    isLoadingAhead = true
    loadWhenPossible(fetchPart).catch(() => {}) // the notice of an opened popup reports the failure
  }

  function Part(props: Props) {
    const { isOpen } = props
    const [, setLoaded] = useState(Loaded !== undefined)
    const close = useEffectEvent(() => props.onClose())
    const isOutside = useEffectEvent((element: EventTarget | null) => !props.target.current?.contains(element as Node | null))

    useEffect(() => {
      if (!isOpen) return
      closeNotice()
      if (Loaded) return setLoaded(true)
      const wait = new AbortController()
      let isCancelled = false
      const timer = setTimeout(() => wait.abort(), patienceMs)
      const how = { capture: true, signal: wait.signal }
      const cancel = () => Loaded === undefined && close() // a popup that is shown closes itself
      const key = (event: KeyboardEvent) => {
        if (Loaded || !/^(Escape|Tab)$/.test(event.key)) return
        if (event.key === 'Escape') event.stopPropagation() // it does not close the dialog around the button too
        close()
      }
      window.addEventListener('keydown', key, how)
      window.addEventListener('pointerdown', ({ target }) => isOutside(target) && cancel(), how)

      async function open() {
        const outcome = await loadInTime(fetchPart, wait.signal)
        if (isCancelled) return
        wait.abort()
        if (outcome === 'loaded' || Loaded) return setLoaded(true)
        closeNotice = showShellToast({ tone: 'danger', title: notOpened, description: texts.notOpenedAbout[outcome] })
        close()
      }

      void open()
      return () => {
        isCancelled = true
        clearTimeout(timer)
        wait.abort()
      }
    }, [isOpen])

    return Loaded ? <Loaded {...props} /> : null
  }
  return { Part, loadAhead }
}
