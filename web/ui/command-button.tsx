import type { ReactNode } from 'react'
import { type Command, keyOf } from './command.ts'
import { TipButton } from './tip-button.tsx'
import type { TooltipProps } from './tooltip.tsx'

interface CommandButtonProps<Actions> {
  command: Command<Actions>
  actions: Actions
  disabled?: boolean
  /** State of a command that can be switched on and off. */
  pressed?: boolean
  placement?: TooltipProps['placement']
  children: ReactNode
}

/** Icon button that runs a command. The tooltip shows the name and the key of the command. */
export function CommandButton<Actions>({ command, actions, disabled, pressed, placement, children }: CommandButtonProps<Actions>) {
  return (
    <TipButton
      label={command.name}
      keys={keyOf(command)}
      placement={placement}
      disabled={disabled}
      aria-pressed={pressed}
      onClick={() => command.run(actions)}
    >
      {children}
    </TipButton>
  )
}
