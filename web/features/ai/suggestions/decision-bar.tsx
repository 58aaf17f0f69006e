import { Button } from '../../../ui/button.tsx'
import { type Command, keyOf } from '../../../ui/command.ts'
import { FloatingBar } from '../../../ui/floating-bar.tsx'
import { CheckIcon, CloseIcon, LabelIcon } from '../../../ui/icons.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
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
        <Tooltip key={command.name} text={command.sentence} keys={keyOf(command)} placement="top">
          <Button size="small" icon={icon} onClick={() => command.run(actions)}>
            {command.name}
          </Button>
        </Tooltip>
      ))}
    </FloatingBar>
  )
}
