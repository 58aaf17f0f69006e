import { useEffect, useEffectEvent } from 'react'
import { addShortcuts, type Shortcut, writeKeys } from './shortcuts.ts'

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

/** Registers the shortcuts of a screen's commands while the screen is mounted. They run the actions of the latest render. */
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
