import type { Command } from '../../../ui/command.ts'
import { TextCommandButton } from '../../../ui/command-button.tsx'
import { FloatingBar } from '../../../ui/floating-bar.tsx'
import { CheckIcon, CloseIcon, LabelIcon } from '../../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { type SuggestionActions, suggestionCommands } from './suggestion-commands.ts'

const { suggestions: words } = texts

const shown = [
  { command: suggestionCommands.accept, icon: <CheckIcon aria-hidden /> },
  { command: suggestionCommands.reject, icon: <CloseIcon aria-hidden /> },
  { command: suggestionCommands.relabel, icon: <LabelIcon aria-hidden /> },
  { command: suggestionCommands.unsure, icon: null }
] satisfies { command: Command<SuggestionActions>; icon: React.ReactNode }[]

interface DecisionBarProps {
  count: number
  actions: SuggestionActions
  /** Whether the list shows rejected or set-aside suggestions, which can be put back. */
  isDecided: boolean
}

/** Bar with the decisions on the selected suggestions, or on the focused one if none is selected. */
export function DecisionBar({ count, actions, isDecided }: DecisionBarProps) {
  return (
    <FloatingBar label={words.actions}>
      {count > 0 && (
        <>
          <span aria-live="polite">{words.selected(count)}</span>
          <TextCommandButton command={suggestionCommands.clear} variant="quiet" onClick={actions.clear} />
        </>
      )}
      {shown.map(({ command, icon }) => (
        <TextCommandButton key={command.name} command={command} icon={icon} onClick={() => command.run(actions)} />
      ))}
      {isDecided && <TextCommandButton command={suggestionCommands.putBack} onClick={actions.putBack} />}
    </FloatingBar>
  )
}
