import type { ReactNode } from 'react'
import { Button, type ButtonProps, IconButton, type TipPlacement } from './button.tsx'
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

interface TextCommandButtonProps extends Pick<ButtonProps, 'icon' | 'variant' | 'onClick'> {
  command: Pick<Command<never>, 'name' | 'sentence' | 'keys'>
  /** Text of the button; the name of the command by default. */
  children?: ReactNode
}

/** Small button with the name of a command, for bars and rows. The tooltip above it shows the sentence and the key of the command. */
export function TextCommandButton({ command, children = command.name, ...button }: TextCommandButtonProps) {
  const { name, sentence = name } = command
  return (
    <Button size="small" {...button} data-tip={sentence} data-tip-keys={keyOf(command)} data-tip-at="top">
      {children}
    </Button>
  )
}
