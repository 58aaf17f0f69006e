import type { ReactNode } from 'react'
import { IconButton, type TipPlacement } from './button.tsx'
import { type Command, keyOf } from './command.ts'

interface CommandButtonProps<Actions> {
  command: Command<Actions>
  actions: Actions
  disabled?: boolean
  /** State of a command that can be switched on and off. */
  pressed?: boolean
  tipAt?: TipPlacement
  children: ReactNode
}

/** Icon button that runs a command. The tooltip shows the name and the key of the command. */
export function CommandButton<Actions>({ command, actions, disabled, pressed, tipAt, children }: CommandButtonProps<Actions>) {
  return (
    <IconButton
      label={command.name}
      keys={keyOf(command)}
      tipAt={tipAt}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={() => command.run(actions)}
    >
      {children}
    </IconButton>
  )
}
