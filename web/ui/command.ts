import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { addShortcuts, pressedKey, type Shortcut, writeKeys } from './shortcuts.ts'

/** One action of a screen, with its button, its shortcuts and its entry in the key sheet. */
export interface Command<Actions> {
  /** Name, used on the button. */
  name: string
  /** Text for the key sheet, where the name alone is not clear enough. */
  sentence?: string
  /** Keys in the format of `Shortcut`. The button shows the first. */
  keys: readonly [string, ...string[]]
  /** True for a command that edits. It is not available to viewers. */
  edits?: true
  /** True for a command that needs a selection. */
  needsSelection?: true
  run: (act: Actions) => void
  /** Action of the keys, where it differs from that of the button. */
  runByKey?: (act: Actions) => void
}

/** State that the commands depend on. */
export interface CommandState {
  mayEdit: boolean
  hasSelection: boolean
}

const isOffered = (command: Command<never>, { mayEdit, hasSelection }: CommandState) =>
  (mayEdit || !command.edits) && (hasSelection || !command.needsSelection)

/** Shortcuts of the currently available commands. */
export function shortcutsOf<Actions>(
  scope: string,
  commands: Readonly<Record<string, Command<Actions>>>,
  act: () => Actions,
  state: CommandState
): Shortcut[] {
  return Object.entries(commands)
    .filter(([, command]) => isOffered(command, state))
    .flatMap(([id, { name, sentence = name, keys, run, runByKey = run }]) =>
      keys.map(key => ({ id: `${scope} ${id} ${key}`, scope, keys: key, label: sentence, run: () => runByKey(act()) }))
    )
}

/** Registers the shortcuts of a screen's commands while the screen is mounted. The shortcuts run the actions of the latest render. */
export function useCommands<Actions>(
  scope: string,
  commands: Readonly<Record<string, Command<Actions>>>,
  actions: Actions,
  { mayEdit, hasSelection }: CommandState
): void {
  const newest = useEffectEvent(() => actions)
  useLayoutEffect(
    () => addShortcuts(shortcutsOf(scope, commands, () => newest(), { mayEdit, hasSelection })),
    [scope, commands, mayEdit, hasSelection]
  )
}

/** Lists commands in the key sheet while a screen is mounted. The element with the focus handles their keys with `runByKeys`. */
export function useListedCommands(
  scope: string,
  commands: Readonly<Record<string, Command<never>>>,
  { mayEdit, hasSelection }: CommandState
): void {
  useEffect(() => {
    const shortcuts = shortcutsOf(scope, commands, neverRun, { mayEdit, hasSelection })
    return addShortcuts(shortcuts.map(shortcut => ({ ...shortcut, run: null })))
  }, [scope, commands, mayEdit, hasSelection])
}

const neverRun = (): never => {
  throw new Error('The keys of a listed command are handled by an element.')
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Runs the available command for a pressed key. @returns false for other keys. Keys with Alt belong to the browser. */
export function runByKeys<Actions>(
  event: PressedKey,
  commands: Readonly<Record<string, Command<Actions>>>,
  actions: Actions,
  state: CommandState
): boolean {
  if (event.altKey) return false
  const keys = `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${pressedKey(event)}`
  const command = Object.values(commands).find(command => command.keys.includes(keys) && isOffered(command, state))
  if (!command) return false
  const { run, runByKey = run } = command
  runByKey(actions)
  return true
}

type Named = Pick<Command<never>, 'name' | 'keys'>

export const keyOf = ({ keys }: Pick<Named, 'keys'>) => writeKeys(keys[0])
