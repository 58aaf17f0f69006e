import { useEffectEvent, useLayoutEffect } from 'react'
import { runByKeys, useListedCommands } from '../../../ui/command.ts'
import { letterKeysOn } from '../../../ui/shortcuts.ts'
import { texts } from '../texts.ts'
import { type ViewerActions, viewerCommands } from './viewer-commands.ts'

interface ViewerKeys {
  actions: ViewerActions
  mayEdit: boolean
  /** Whether a dialog is open that handles its own keys. */
  hasDialog: boolean
}

/** Returns whether an element handles its own keys: a field, or an element in a dialog above the viewer. */
function isElsewhere(element: Element): boolean {
  const dialog = element.closest('[role="dialog"], [role="alertdialog"]')
  return element.closest('input, textarea, select') !== null || (dialog !== null && dialog.querySelector('[data-viewer]') === null)
}

/**
 * Handles the keys of the open viewer on the whole page. The focus is initially on the dialog element, which is outside
 * the rendered content.
 */
export function useViewerKeys({ actions, mayEdit, hasDialog }: ViewerKeys): void {
  const state = { mayEdit, hasSelection: true }
  useListedCommands(texts.viewer.title, viewerCommands, state)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || hasDialog || (event.key.length === 1 && !letterKeysOn())) return
    if (event.target instanceof Element && isElsewhere(event.target)) return
    if (runByKeys(event, viewerCommands, actions, state)) event.preventDefault()
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
