import { useEffect, useEffectEvent } from 'react'
import { addShortcuts, type Shortcut, writeKeys } from './shortcuts.ts'

/** One action of a screen, for its button, its keys and the key sheet. */
export interface Command<Actions> {
  /** As a button says it. */
  name: string
  /** As the key sheet says it, where the name alone is not enough. */
  sentence?: string
  /** As `Shortcut` writes them; a button shows the first. */
  keys: readonly [string, ...string[]]
  /** Changes something: viewers do not have it. */
  edits?: true
  /** Has a use only while something is selected. */
  needsSelection?: true
  run: (act: Actions) => void
  /** Where a key does something else than the button. */
  runByKey?: (act: Actions) => void
}

/** The state on which the commands depend. */
export interface CommandState {
  mayEdit: boolean
  hasSelection: boolean
}

const isOffered = (command: Command<never>, { mayEdit, hasSelection }: CommandState) =>
  (mayEdit || !command.edits) && (hasSelection || !command.needsSelection)

/** The keys of the commands that are offered now. */
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

/** The keys of a screen's commands, while it is there. They run the actions of the newest render. */
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
