import { digits } from '../../../annotation/number-keys.ts'
import type { Command } from '../../../ui/command.ts'

export interface AuditActions {
  /** Answers with the label that has a number key. */
  labelAtKey(digit: number): void
  choose(): void
  unsure(): void
  undo(): void
}

const atKey = (digit: number): [string, Command<AuditActions>] => [
  `label ${digit}`,
  { name: `Label with the key ${digit}`, keys: [String(digit)], edits: true, run: act => act.labelAtKey(digit) }
]

/** Commands for a crop of an audit. Number keys assign labels as in Annotate. */
export const auditCommands = {
  ...Object.fromEntries(digits.map(atKey)),
  choose: { name: 'Other label…', sentence: 'Choose another label', keys: ['e', 'l'], edits: true, run: act => act.choose() },
  unsure: { name: 'Unsure', keys: ['u'], edits: true, run: act => act.unsure() },
  undo: { name: 'Undo', sentence: 'Withdraw your last answer', keys: ['mod+z'], edits: true, run: act => act.undo() }
} satisfies Record<string, Command<AuditActions>>
