import { useEffect, useId, useRef, useState } from 'react'
import { Tooltip, type TooltipProps, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import styles from './popup.module.css'
import { isModifier, opensTip, tipOfFocus } from './tip-focus.ts'
import { tipHost } from './tip-host.ts'

const delayMs = 400

interface Tip {
  text: string
  keys: string | undefined
  placement: TooltipProps['placement']
}

/**
 * Tooltips of all elements with `data-tip`, on hover and keyboard focus. One component serves the whole page, because lists have thousands of
 * rows. `data-tip-keys` is a shortcut to show, and `data-tip-at` the side on which the tooltip appears. A focused cell shows the first tooltip
 * inside it, and a focused search field shows that of its active option. When a dialog sets the focus as it opens, no tooltip appears.
 */
export default function Tips() {
  const [tip, setTip] = useState<Tip | null>(null)
  const element = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => followTips(id, element, setTip), [id])
  return (
    <TooltipTriggerStateContext value={{ isOpen: tip !== null, open: () => {}, close: () => setTip(null), shouldSkipAnimation: false }}>
      <Tooltip
        className={styles.tooltip!}
        triggerRef={element}
        placement={tip?.placement ?? 'bottom'}
        offset={6}
        UNSTABLE_portalContainer={tipHost(element.current)}
      >
        <span id={id} className={styles.tipText}>
          {tip?.text}
          {tip?.keys && <kbd>{tip.keys}</kbd>}
        </span>
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}

/** Shows tooltips on hover and keyboard focus. @returns a function that removes the listeners */
// Long: listeners that share one timer.
function followTips(id: string, shown: { current: HTMLElement | null }, setTip: (tip: Tip | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Timer that decides whether the element that just received the focus shows its tooltip. */
  let decision: ReturnType<typeof setTimeout> | undefined
  let wanted: HTMLElement | null = null
  /** False once the wanted element has been pressed: its tooltip stays hidden until the pointer has left it. */
  let isDue = false
  let described: Element | null = null
  /** Focused element whose tooltip is wanted; null for one under the pointer. */
  let holder: Element | null = null
  /** Last key; null once the pointer is pressed. */
  let lastKey: string | null = null

  function want(element: HTMLElement | null, focused: Element | null = null): void {
    if (element === wanted) return
    wanted = element
    holder = focused
    isDue = element !== null
    clearTimeout(timer)
    if (described?.getAttribute('aria-describedby') === id) described.removeAttribute('aria-describedby')
    described = null
    setTip(null)
    if (!element) return
    timer = setTimeout(() => {
      const text = element.dataset.tip
      if (!text || !element.isConnected) return
      shown.current = element
      if (focused && !focused.hasAttribute('aria-describedby')) {
        focused.setAttribute('aria-describedby', id)
        described = focused
      }
      const { tipKeys: keys, tipAt: placement = 'bottom' } = element.dataset
      setTip({ text, keys, placement: placement as Tip['placement'] })
    }, delayMs)
  }

  const follow = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || !(target instanceof Element) || target.closest('[role="tooltip"]')) return
    want(target.closest<HTMLElement>('[data-tip]'))
  }
  const focus = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const from = relatedTarget instanceof Element ? relatedTarget : null
    clearTimeout(decision)
    // later, because a shortcut of the screen moves the focus before its key reaches this component
    decision = setTimeout(() => {
      if (target.matches(':focus-visible') && opensTip(lastKey, from, target)) want(tipOfFocus(target), target)
    })
  }
  const key = ({ key, type }: KeyboardEvent) => {
    if (type === 'keydown' && !isModifier(key)) lastKey = key
    if (key === 'Escape') return want(null)
    const focused = document.activeElement
    const option = focused?.getAttribute('aria-activedescendant')
    if (type === 'keyup' && option) want(document.getElementById(option)?.closest<HTMLElement>('[data-tip]') ?? null)
  }
  const hide = () => want(null)
  /** Starts again, because a scroll event may arrive after the pointer or focus event that caused the scroll. */
  const scroll = () => {
    const [again, focused] = isDue ? [wanted, holder] : [null, null]
    want(null)
    if (again && (focused ?? again).matches(focused ? ':focus-visible' : ':hover')) want(again, focused)
  }
  const press = ({ target }: PointerEvent) => {
    lastKey = null
    want(null)
    wanted = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  }
  const stop = new AbortController()
  const how = { capture: true, passive: true, signal: stop.signal }
  document.addEventListener('pointerover', follow, how)
  document.addEventListener('pointerout', ({ relatedTarget }) => relatedTarget === null && hide(), how) // the pointer left the window
  document.addEventListener('focusin', focus, how)
  document.addEventListener('keyup', key, how)
  window.addEventListener('keydown', key, how) // shortcuts stop at the window
  document.addEventListener('pointerdown', press, how)
  document.addEventListener('focusout', hide, how)
  for (const event of ['scroll', 'wheel'] as const) document.addEventListener(event, scroll, how)
  const focused = document.querySelector<HTMLElement>(':focus-visible') // the key may have been pressed before this code was loaded
  if (focused) want(tipOfFocus(focused), focused)
  return () => {
    stop.abort()
    clearTimeout(decision)
    want(null)
  }
}
