import type { Command } from '../../../ui/command.ts'
import { texts } from '../texts.ts'

export interface TimeActions {
  step: (by: 1 | -1) => void
  playOrPause: () => void
}

const { time: words } = texts

/** Commands that step through the dates. */
export const stepCommands = {
  back: { name: words.back, keys: ['['], run: act => act.step(-1) },
  next: { name: words.next, keys: [']'], run: act => act.step(1) }
} satisfies Record<string, Command<TimeActions>>

/** Commands of the time bar. */
export const timeCommands = {
  ...stepCommands,
  playOrPause: { name: words.playOrPause, keys: ['space'], run: act => act.playOrPause() }
} satisfies Record<string, Command<TimeActions>>
