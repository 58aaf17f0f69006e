import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { type Command, titleOf } from './command.ts'

interface CommandButtonProps<Actions> {
  command: Command<Actions>
  actions: Actions
  disabled?: boolean
  /** Of a command that is on or off. */
  pressed?: boolean
  children: ReactNode
}

/** An icon that runs a command; name and key are its words. */
export function CommandButton<Actions>({ command, actions, disabled, pressed, children }: CommandButtonProps<Actions>) {
  return (
    <IconButton
      label={command.name}
      title={titleOf(command)}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={() => command.run(actions)}
    >
      {children}
    </IconButton>
  )
}
