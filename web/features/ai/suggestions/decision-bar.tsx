import { Button } from '../../../ui/button.tsx'
import { type Command, keyOf } from '../../../ui/command.ts'
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

/** Bar with the decisions on the selected suggestions, or on the focused one if none is selected. */
export function DecisionBar({ count, actions }: { count: number; actions: SuggestionActions }) {
  return (
    <FloatingBar label={words.actions}>
      {count > 0 && (
        <>
          <span aria-live="polite">{words.selected(count)}</span>
          <Button size="small" variant="quiet" onClick={actions.clear}>
            {words.clear}
          </Button>
        </>
      )}
      {shown.map(({ command, icon }) => (
        <Button
          key={command.name}
          size="small"
          icon={icon}
          data-tip={command.sentence}
          data-tip-keys={keyOf(command)}
          data-tip-at="top"
          onClick={() => command.run(actions)}
        >
          {command.name}
        </Button>
      ))}
    </FloatingBar>
  )
}
