import { useEffect, useEffectEvent } from 'react'
import { addShortcuts, type Shortcut, writeKeys } from './shortcuts.ts'

/** One action of a screen, for its button, its keys and the key sheet. */
export interface Command<Actions> {
  /** Text for a button. */
  name: string
  /** Text for the key sheet, where the name alone is not enough. */
  sentence?: string
  /** Keys in the format of `Shortcut`. A button shows the first. */
  keys: readonly [string, ...string[]]
  /** True for a command that edits. Viewers do not have it. */
  edits?: true
  /** True for a command that needs a selection. */
  needsSelection?: true
  run: (act: Actions) => void
  /** Action of the keys, where it differs from the button's. */
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

/** Registers the keys of a screen's commands while it is mounted. They run the actions of the newest render. */
export function useCommands<Actions>(
  scope: string,
  commands: Readonly<Record<string, Command<Actions>>>,
  actions: Actions,
  { mayEdit, hasSelection }: CommandState
): void {
  const newest = useEffectEvent(() => actions)
  useEffect(
    () => addShortcuts(shortcutsOf(scope, commands, () => newest(), { mayEdit, hasSelection })),
    [scope, commands, mayEdit, hasSelection]
  )
}

type Named = Pick<Command<never>, 'name' | 'keys'>

export const keyOf = ({ keys }: Pick<Named, 'keys'>) => writeKeys(keys[0])
