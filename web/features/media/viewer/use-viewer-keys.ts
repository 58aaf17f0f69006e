import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { StageHandle } from './picture-stage.tsx'

interface ViewerKeys {
  stage: RefObject<StageHandle | null>
  onGo: (direction: 1 | -1) => void
  onDetails: () => void
  onAnnotations: () => void
  onAnnotate: () => void
  /** Deletes the image; null for people who may not edit. */
  onRemove: (() => void) | null
  /** Whether a dialog is open that handles its own keys. */
  hasDialog: boolean
}

/**
 * Handles the keys of the open viewer on the whole page. The focus is initially on the dialog element, which is outside
 * the rendered content.
 */
export function useViewerKeys(keys: ViewerKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keys.hasDialog) return
    if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="alertdialog"]')) return
    const action = actionOf(event, keys)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function actionOf(
  { key, shiftKey }: KeyboardEvent,
  { stage, onGo, onDetails, onAnnotations, onAnnotate, onRemove }: ViewerKeys
): (() => void) | null {
  const move = shiftKey ? 240 : 80
  const isFitted = stage.current?.isFitted() ?? true
  const actions: Record<string, (() => void) | null> = {
    ArrowLeft: isFitted ? () => onGo(-1) : () => stage.current?.pan(move, 0),
    ArrowRight: isFitted ? () => onGo(1) : () => stage.current?.pan(-move, 0),
    ArrowUp: () => stage.current?.pan(0, move),
    ArrowDown: () => stage.current?.pan(0, -move),
    k: () => onGo(-1),
    PageUp: () => onGo(-1),
    j: () => onGo(1),
    PageDown: () => onGo(1),
    '+': () => stage.current?.zoom(1.5),
    '=': () => stage.current?.zoom(1.5),
    '-': () => stage.current?.zoom(1 / 1.5),
    '0': () => stage.current?.fit(),
    '1': () => stage.current?.actualSize(),
    i: onDetails,
    h: onAnnotations,
    a: onAnnotate,
    Delete: onRemove
  }
  return actions[key] ?? null
}
